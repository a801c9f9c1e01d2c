# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# lockkeeper_moc(TARGET): compiles what moc makes of the target's headers. Call it in the target's
# directory, after all its sources are added. Not AUTOMOC: its moc reads all that a header includes,
# and so needs a second for each.
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
endfunction()
