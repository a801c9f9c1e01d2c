# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# Uses ccache if it is installed. Its "sloppiness" is needed for precompiled headers. It takes the
# included files from the compiler: a preprocessor of its own makes a first build a third slower.
find_program(LOCKKEEPER_CCACHE ccache)
mark_as_advanced(LOCKKEEPER_CCACHE)
if(LOCKKEEPER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_DEPEND=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${LOCKKEEPER_CCACHE})
endif()
