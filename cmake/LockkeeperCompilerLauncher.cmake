# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# How the compiler is started.
#
# With huge pages and without a mapping for each large block, compilers take a quarter less time:
# most of what they do is to touch new memory. Other C libraries ignore the variable.
set(lockkeeper_memory
  GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=1073741824:glibc.malloc.top_pad=16777216)

# ccache is used if it is installed. Its "sloppiness" is needed for precompiled headers. It takes the
# included files from the compiler: a preprocessor of its own makes a first build a third slower. So
# it must not be told to ignore the times of these files: it would store what was compiled before an
# edit as the result of the edited source.
find_program(LOCKKEEPER_CCACHE ccache)
mark_as_advanced(LOCKKEEPER_CCACHE)
if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER env ${lockkeeper_memory})
  if(LOCKKEEPER_CCACHE)
    list(APPEND CMAKE_CXX_COMPILER_LAUNCHER CCACHE_DEPEND=1
      CCACHE_SLOPPINESS=pch_defines,time_macros
      ${LOCKKEEPER_CCACHE})
  endif()
endif()
