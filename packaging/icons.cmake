# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# The program's icon in the theme hicolor: as it is, and drawn in the sizes that desktops use. Some
# desktops show no SVG in menus and notifications.
set(icon ${PROJECT_SOURCE_DIR}/resources/icons/lockkeeper.svg)
set(icons_dir ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
install(FILES ${icon} DESTINATION ${icons_dir}/scalable/apps COMPONENT window)

find_program(LOCKKEEPER_RSVG_CONVERT rsvg-convert)
mark_as_advanced(LOCKKEEPER_RSVG_CONVERT)
if(NOT LOCKKEEPER_RSVG_CONVERT)
  message(STATUS "No icons in fixed sizes: rsvg-convert is missing")
  return()
endif()

set(drawn_icons)
foreach(size 16 22 24 32 48 64 128 256)
  set(drawn ${CMAKE_CURRENT_BINARY_DIR}/icons/${size}x${size}/lockkeeper.png)
  add_custom_command(OUTPUT ${drawn}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/icons/${size}x${size}
    COMMAND ${LOCKKEEPER_RSVG_CONVERT} --width ${size} --height ${size} --output ${drawn} ${icon}
    DEPENDS ${icon} COMMENT "Drawing the icon in ${size} pixels")
  install(FILES ${drawn} DESTINATION ${icons_dir}/${size}x${size}/apps COMPONENT window)
  list(APPEND drawn_icons ${drawn})
endforeach()
add_custom_target(lockkeeper_icons ALL DEPENDS ${drawn_icons})
