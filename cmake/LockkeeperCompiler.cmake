# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

# lockkeeper_build: the include directory, warnings and flags of every target of the project. Only
# the setting for position-independent code at the end is global.
add_library(lockkeeper_build INTERFACE)
target_include_directories(lockkeeper_build INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(lockkeeper_build INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  # Designated initialisers leave the other members at their defaults on purpose.
  -Wno-missing-field-initializers
  # GCC 12 warns of impossible overlaps and sizes in optimised std::string code (GCC bug 105651), and
  # of members that are not read in moved-from objects. clang and valgrind look for real ones.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
    -Wno-maybe-uninitialized>
  # In a batch of sources, GCC takes each of them for a header.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>
  $<$<BOOL:${LOCKKEEPER_WARNINGS_AS_ERRORS}>:-Werror>
  $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
  # clang sees some views of what ends with its expression or function: errors in every build.
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety -Xclang -fno-pch-timestamp
    -Werror=dangling -Werror=dangling-gsl -Werror=return-stack-address>)

if(LOCKKEEPER_SANITIZER STREQUAL "address")
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  set(has_sanitizer LOCKKEEPER_HAS_ASAN) # for tests: clang and g++ have no macro in common
elseif(LOCKKEEPER_SANITIZER STREQUAL "thread")
  set(sanitizers -fsanitize=thread -fno-omit-frame-pointer)
  set(has_sanitizer LOCKKEEPER_HAS_TSAN)
elseif(LOCKKEEPER_SANITIZER)
  message(FATAL_ERROR "LOCKKEEPER_SANITIZER is '${LOCKKEEPER_SANITIZER}': use address, thread or nothing")
endif()
if(LOCKKEEPER_BUILD_FUZZERS)
  # Instruments the code, so that the fuzzer sees which parts an input has reached.
  target_compile_options(lockkeeper_build INTERFACE -fsanitize=fuzzer-no-link)
endif()
target_compile_options(lockkeeper_build INTERFACE ${sanitizers})
target_compile_definitions(lockkeeper_build INTERFACE ${has_sanitizer})
target_link_options(lockkeeper_build INTERFACE ${sanitizers})

# Hardening of release builds.
set(hardened $<CONFIG:Release,RelWithDebInfo>)
# Without the directory of the sources, builds in two directories give the same bytes.
target_compile_options(lockkeeper_build INTERFACE
  $<${hardened}:-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.>)
target_compile_options(lockkeeper_build INTERFACE
  $<${hardened}:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection>
  $<$<AND:${hardened},$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>>:-fcf-protection>)
target_link_options(lockkeeper_build INTERFACE $<${hardened}:-Wl,-z,relro,-z,now>)
include(CheckPIESupported)
check_pie_supported()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
