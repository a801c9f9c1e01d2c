# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# Manual pages, made of docs/*.md and of the help of lockctl.
find_package(Python3 COMPONENTS Interpreter)
find_program(LOCKKEEPER_LOWDOWN lowdown)
mark_as_advanced(LOCKKEEPER_LOWDOWN)
if(NOT Python3_FOUND OR NOT LOCKKEEPER_LOWDOWN)
  message(STATUS "No manual pages: python3 or lowdown is missing")
  return()
endif()

set(manual_dir ${CMAKE_CURRENT_BINARY_DIR}/man)
set(manual_stamp ${CMAKE_CURRENT_BINARY_DIR}/manual_pages.stamp)
set(manual_sources manual_pages.py ctl_help.py)
foreach(document alerts dashboard deployments formats guarantees history library lockctl managed
    monitoring
    observation
    schemes security zookeeper)
  list(APPEND manual_sources ${PROJECT_SOURCE_DIR}/docs/${document}.md)
endforeach()
file(GLOB manual_translations CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/zh_CN/*.md)
list(APPEND manual_sources ${manual_translations})
# -B: the source tree stays as it is.
add_custom_command(OUTPUT ${manual_stamp}
  COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/manual_pages.py
    $<TARGET_FILE:lockctl> ${LOCKKEEPER_LOWDOWN} ${PROJECT_SOURCE_DIR}/docs ${PROJECT_VERSION}
    ${manual_dir}
  COMMAND ${CMAKE_COMMAND} -E touch ${manual_stamp}
  DEPENDS lockctl ${manual_sources} COMMENT "Making the manual pages")
add_custom_target(lockkeeper_manual_pages ALL DEPENDS ${manual_stamp})

set(manual_components ctl core)
if(LOCKKEEPER_BUILD_GUI)
  list(APPEND manual_components window)
endif()
foreach(component IN LISTS manual_components)
  set(optional)
  if(component STREQUAL core) # may be installed when only its libraries were built
    set(optional OPTIONAL)
  endif()
  install(DIRECTORY ${manual_dir}/${component}/ DESTINATION ${CMAKE_INSTALL_MANDIR}
    COMPONENT ${component} ${optional})
endforeach()
