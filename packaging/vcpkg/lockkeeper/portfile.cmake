# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# Builds the lock library, static, from the source tree that this port lies in:
#   vcpkg install lockkeeper --overlay-ports=SOURCES/packaging/vcpkg
# The configuration of the project also asks for msgfmt (gettext) and Python 3.
get_filename_component(source_dir "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
vcpkg_find_acquire_program(PKGCONFIG)

vcpkg_cmake_configure(
  SOURCE_PATH "${source_dir}"
  OPTIONS
    -DLOCKKEEPER_BUILD_GUI=OFF
    -DLOCKKEEPER_BUILD_TESTS=OFF
    -DLOCKKEEPER_BUILD_BENCH=OFF
    "-DPKG_CONFIG_EXECUTABLE=${PKGCONFIG}")

# Not vcpkg_cmake_install(): that would build and install lockctl, too.
vcpkg_cmake_build(TARGET lockkeeper_libraries)
foreach(build_dir IN ITEMS "${CURRENT_BUILDTREES_DIR}/${TARGET_TRIPLET}-rel"
    "${CURRENT_BUILDTREES_DIR}/${TARGET_TRIPLET}-dbg")
  if(EXISTS "${build_dir}")
    vcpkg_execute_required_process(
      COMMAND "${CMAKE_COMMAND}" --install "${build_dir}" --component core
      WORKING_DIRECTORY "${build_dir}"
      LOGNAME "install-${TARGET_TRIPLET}")
  endif()
endforeach()

# The component has what is needed to link the shared libraries, but not these.
file(GLOB of_shared
  "${CURRENT_PACKAGES_DIR}/lib/*.so" "${CURRENT_PACKAGES_DIR}/debug/lib/*.so"
  "${CURRENT_PACKAGES_DIR}/lib/cmake/lockkeeper/*_shared*.cmake"
  "${CURRENT_PACKAGES_DIR}/debug/lib/cmake/lockkeeper/*_shared*.cmake"
  "${CURRENT_PACKAGES_DIR}/lib/pkgconfig/*.pc" "${CURRENT_PACKAGES_DIR}/debug/lib/pkgconfig/*.pc")
file(REMOVE ${of_shared})
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/lockkeeper)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
  "${CURRENT_PACKAGES_DIR}/share/doc" "${CURRENT_PACKAGES_DIR}/share/man")
vcpkg_install_copyright(FILE_LIST "${source_dir}/LICENSES/Apache-2.0.txt")
