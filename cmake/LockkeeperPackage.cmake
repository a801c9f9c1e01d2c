# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# cmake --install BUILD --component core installs the static libraries, the public headers, a CMake
# package and files for pkg-config; --component core_runtime installs the shared libraries.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The public headers. A public header may include only public headers of the project. Programs
# include them without the folder, as <lockkeeper/lock_client.h>, so file names must be unique.
set(public_lock_headers
  core/clock.h
  core/config/checks.h
  core/config/deployment.h
  core/export.h
  core/lock/acquire_options.h
  core/lock/ask.h
  core/lock/async.h
  core/lock/lease.h
  core/lock/lock_client.h
  core/lock/lock_mutex.h
  core/lock/master_vote.h
  core/lock/metrics.h
  core/lock/scheme_ref.h
  core/lock/classic.h
  core/lock/token.h
  core/lock/ttl.h
  core/lock/zookeeper_client.h
  core/loop/mutex.h
  core/never_destroyed.h
  core/redis/url.h
  core/result.h
  core/text/display_safe.h
  core/text/fingerprint.h
  core/text/secret.h
  core/text/tr_noop.h
  core/types.h)
set(public_core_headers
  core/config/deployments_file.h
  core/config/deployments_text.h)

# Makes two versions of each public header. Inside this project, <lockkeeper/...> includes the
# header in the source tree. The installed version includes other public headers as
# <lockkeeper/...>.
set(packaged_headers)
foreach(header IN LISTS public_lock_headers public_core_headers)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${header})
  cmake_path(GET header FILENAME name)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/include/lockkeeper/${name}
    CONTENT "#include \"${header}\"\n" @ONLY)
  file(READ ${PROJECT_SOURCE_DIR}/${header} text)
  string(REGEX REPLACE "#include \"core/([a-z_]+/)*([a-z_]+\\.h)\"" "#include <lockkeeper/\\2>"
    text "${text}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/lockkeeper/${name} CONTENT "${text}" @ONLY)
  list(APPEND packaged_headers ${PROJECT_BINARY_DIR}/package/lockkeeper/${name})
endforeach()

# The target all_verify_interface_header_sets checks that each installed header compiles on its own.
add_library(lockkeeper_headers INTERFACE)
target_link_libraries(lockkeeper_headers INTERFACE
  tl::expected lockkeeper_asio $<BUILD_INTERFACE:lockkeeper_build>)
target_compile_features(lockkeeper_headers INTERFACE cxx_std_20)
target_sources(lockkeeper_headers INTERFACE FILE_SET HEADERS
  BASE_DIRS ${PROJECT_BINARY_DIR}/package FILES ${packaged_headers})
install(TARGETS lockkeeper_headers
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT core)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lockkeeper)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# lockkeeper_package(PART FILE DESCRIPTION OBJECTS...): installs the static library lockkeeper_PART,
# and a shared library of these objects, both named FILE. Each has its own export, so that using one
# of them does not need the dependencies of the other. FILE.pc finds the shared one.
function(lockkeeper_package part file description)
  set(shared lockkeeper_${part}_shared)
  add_library(${shared} SHARED ${ARGN})
  target_compile_features(${shared} PUBLIC cxx_std_20)
  target_link_libraries(${shared}
    PUBLIC tl::expected
    PRIVATE $<BUILD_INTERFACE:lockkeeper_build> ${lock_uses} ${absl_headers})
  # clang links the sanitizers' runtime to programs only.
  if(NOT LOCKKEEPER_SANITIZER)
    target_link_options(${shared} PRIVATE -Wl,--no-undefined)
  endif()
  set_target_properties(${shared} PROPERTIES LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  set_target_properties(lockkeeper_${part} PROPERTIES EXPORT_NAME ${part}_static)
  set_target_properties(${shared} PROPERTIES EXPORT_NAME ${part}_shared)
  foreach(target lockkeeper_${part} ${shared})
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${file})
    get_target_property(export ${target} EXPORT_NAME)
    install(TARGETS ${target} EXPORT lockkeeper_${export}
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT core_runtime NAMELINK_COMPONENT core
      INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(EXPORT lockkeeper_${export} FILE ${export}.cmake NAMESPACE lockkeeper::
      DESTINATION ${package_dir} COMPONENT core)
  endforeach()
  file(RELATIVE_PATH prefix /${pkgconfig_dir} /.)
  string(REGEX REPLACE "/$" "" prefix ${prefix})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/lockkeeper.pc.in ${PROJECT_BINARY_DIR}/${file}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${file}.pc DESTINATION ${pkgconfig_dir} COMPONENT core)
endfunction()
lockkeeper_package(lock lockkeeper-lock "takes locks on Redis masters"
  $<TARGET_OBJECTS:lockkeeper_lock>)
lockkeeper_package(core lockkeeper "takes locks on Redis masters, and reads the deployments file"
  $<TARGET_OBJECTS:lockkeeper_lock> $<TARGET_OBJECTS:lockkeeper_core>)
target_link_libraries(lockkeeper_core_shared PRIVATE ${core_uses})

add_custom_target(lockkeeper_libraries
  DEPENDS lockkeeper_lock lockkeeper_core lockkeeper_lock_shared lockkeeper_core_shared)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/lockkeeperConfig.cmake.in
  ${PROJECT_BINARY_DIR}/lockkeeperConfig.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# Before 1.0, each minor version may be incompatible with the previous one.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lockkeeperConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lockkeeperConfig.cmake
  ${PROJECT_BINARY_DIR}/lockkeeperConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT core)
if(NOT LOCKKEEPER_DEBIAN_PACKAGES) # which have one licence for all packages
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSES/Apache-2.0.txt
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT core)
endif()
