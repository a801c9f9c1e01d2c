# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# lockkeeper_moc(TARGET): compiles what moc makes of the target's headers, and makes the .moc that a
# source includes at its end. Call it in the target's directory, after all its sources are added.
# Not AUTOMOC: its moc reads all that a header includes, and so needs a second for each.
function(lockkeeper_moc target)
  get_target_property(headers ${target} SOURCES)
  list(FILTER headers INCLUDE REGEX "\\.h$")
  qt_wrap_cpp(outputs ${headers} OPTIONS --no-notes -DQT_NO_KEYWORDS)
  set(all ${CMAKE_CURRENT_BINARY_DIR}/${target}_mocs.cpp)
  list(TRANSFORM outputs REPLACE "(.+)" "#include \"\\1\"" OUTPUT_VARIABLE includes)
  list(JOIN includes "\n" text)
  file(CONFIGURE OUTPUT ${all} CONTENT "${text}\n" @ONLY)
  set_source_files_properties(${all} PROPERTIES
    OBJECT_DEPENDS "${outputs}" SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${all})

  set(moc_dir ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source)
    cmake_path(GET source STEM stem)
    set(wanted)
    if(EXISTS ${source})
      file(STRINGS ${source} wanted REGEX "^#include \"${stem}\\.moc\"$")
    endif()
    if(wanted)
      add_custom_command(OUTPUT ${moc_dir}/${stem}.moc
        COMMAND Qt6::moc --no-notes -DQT_NO_KEYWORDS ${source} -o ${moc_dir}/${stem}.moc
        DEPENDS ${source} COMMENT "moc ${stem}")
      target_sources(${target} PRIVATE ${moc_dir}/${stem}.moc)
    endif()
  endforeach()
  file(MAKE_DIRECTORY ${moc_dir})
  target_include_directories(${target} PRIVATE ${moc_dir})
endfunction()
