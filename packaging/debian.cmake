# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# cpack -G DEB makes a Debian package of each component. The option LOCKKEEPER_DEBIAN_PACKAGES adds
# the files that Debian wants in each.
set(debian_dir ${CMAKE_CURRENT_SOURCE_DIR}/debian)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lockkeeper)
set(CPACK_PACKAGE_CONTACT "The Lockkeeper authors <${LOCKKEEPER_CONTACT}>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# CPack's default. Any other text would stand before the summary of each package.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_NAME} built using CMake")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL window ctl core_runtime core)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE lockkeeper)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_WINDOW_PACKAGE_NAME lockkeeper)
set(CPACK_DEBIAN_WINDOW_PACKAGE_SECTION database)
# Its own texts are in the program; the translations of Qt's dialogs and a font with Chinese letters are not.
set(CPACK_DEBIAN_WINDOW_PACKAGE_DEPENDS qt6-translations-l10n)
set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS
  "lockctl (= ${PROJECT_VERSION}), redis-tools, qt6-wayland, fonts-noto-cjk | fonts-wqy-microhei")
set(CPACK_DEBIAN_WINDOW_DESCRIPTION "dashboard of Redis locks: who holds them, and which are stuck
One table over all Redis or Valkey masters shows who holds each lock, whichever library
took it: the owner in words, the vote of each master, and what is stale and
why. It also shows who waits for whom, deadlocks, a timeline and trends.

A stuck lock is released without ever hitting the wrong holder: the release
compares before it deletes, and a journal keeps what was done.")

set(CPACK_DEBIAN_CTL_PACKAGE_NAME lockctl)
set(CPACK_DEBIAN_CTL_PACKAGE_SECTION database)
set(CPACK_DEBIAN_CTL_PACKAGE_RECOMMENDS redis-tools)
# What asks whether a holder elsewhere lives, and what tells chats and pagers.
set(CPACK_DEBIAN_CTL_PACKAGE_SUGGESTS "jq, kubernetes-client, openssh-client, python3")
set(CPACK_DEBIAN_CTL_DESCRIPTION "shows who holds Redis locks, and frees stuck ones, in the terminal
lockctl lists the locks of one or several Redis or Valkey masters, whichever
library took them: the owner in words, the vote of each master, and what is
stale and why. It follows changes, tells a pager, records a history, finds
deadlocks, checks for monitoring, and releases or revokes a lock of which it
has seen the token.

Scripts take locks with it, as with flock(1). One systemd unit records what is
held for good, another one serves it to Prometheus.")

set(CPACK_DEBIAN_CORE_RUNTIME_PACKAGE_NAME liblockkeeper0)
set(CPACK_DEBIAN_CORE_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_CORE_RUNTIME_DESCRIPTION "takes locks on Redis masters from C++ (shared libraries)
The library takes, renews and releases locks on several Redis masters
(Redlock), or on one. It waits without polling, renews in the background, and
says when a lock is lost.

This package has the libraries that programs load.")

# Scripts that do not exist: CPack would write some that call ldconfig, which is for the trigger.
set(CPACK_DEBIAN_CORE_RUNTIME_PACKAGE_CONTROL_EXTRA
  ${CMAKE_CURRENT_BINARY_DIR}/none/postinst ${CMAKE_CURRENT_BINARY_DIR}/none/postrm)

set(CPACK_DEBIAN_CORE_PACKAGE_NAME liblockkeeper-dev)
set(CPACK_DEBIAN_CORE_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_CORE_PACKAGE_DEPENDS "liblockkeeper0 (= ${PROJECT_VERSION}), libexpected-dev")
# For the static libraries, which find_package(lockkeeper) finds by default.
set(CPACK_DEBIAN_CORE_PACKAGE_RECOMMENDS
  "cmake, pkgconf, libabsl-dev, libhiredis-dev, libpcre2-dev, libssl-dev")
set(CPACK_DEBIAN_CORE_PACKAGE_SUGGESTS libasio-dev)
set(CPACK_DEBIAN_CORE_DESCRIPTION "takes locks on Redis masters from C++ (development files)
The library takes, renews and releases locks on several Redis masters
(Redlock), or on one. It waits without polling, renews in the background, and
says when a lock is lost.

This package has the headers, the static libraries, the CMake package and the
files for pkg-config, which are needed to compile programs.")

set(gzip ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz)
add_custom_command(OUTPUT ${gzip}
  COMMAND sh -c "gzip -9 --no-name <$1 >$2" sh ${debian_dir}/changelog ${gzip}
  DEPENDS ${debian_dir}/changelog VERBATIM)
add_custom_target(lockkeeper_debian_files ALL DEPENDS ${gzip})
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  install(FILES ${debian_dir}/copyright ${gzip}
    DESTINATION share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME} COMPONENT ${component})
  foreach(script postinst prerm postrm triggers)
    if(EXISTS ${debian_dir}/${component}.${script})
      # The name in the package has no component in it.
      configure_file(${debian_dir}/${component}.${script}
        ${CMAKE_CURRENT_BINARY_DIR}/${component}/${script} COPYONLY)
      list(APPEND CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA
        ${CMAKE_CURRENT_BINARY_DIR}/${component}/${script})
    endif()
  endforeach()
endforeach()

include(CPack)
