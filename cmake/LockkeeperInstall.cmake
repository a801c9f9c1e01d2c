# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# cmake --install BUILD --component core: the library, its headers and its CMake package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_target_properties(lockkeeper_core PROPERTIES EXPORT_NAME core)
# Includes begin with "core/", so the headers get a folder of their own.
install(TARGETS lockkeeper_core
  EXPORT lockkeeper
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lockkeeper COMPONENT core)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lockkeeper)
install(EXPORT lockkeeper FILE lockkeeperTargets.cmake NAMESPACE lockkeeper::
  DESTINATION ${package_dir} COMPONENT core)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/lockkeeperConfig.cmake.in
  ${PROJECT_BINARY_DIR}/lockkeeperConfig.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# Before 1.0 each minor version may break what is built on it.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lockkeeperConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lockkeeperConfig.cmake
  ${PROJECT_BINARY_DIR}/lockkeeperConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT core)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSES/Apache-2.0.txt
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT core)
