# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(tl-expected REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(hiredis REQUIRED IMPORTED_TARGET hiredis)
pkg_check_modules(pcre2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(pqxx REQUIRED IMPORTED_TARGET libpqxx libpq)
pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(absl REQUIRED)

# toml++ is used header-only and compiled into core, so that programs that link the installed
# library don't need it. (Debian's CMake package of toml++ is for its shared library.)
find_path(LOCKKEEPER_TOML_INCLUDE_DIR toml++/toml.h REQUIRED)
mark_as_advanced(LOCKKEEPER_TOML_INCLUDE_DIR)
add_library(lockkeeper_toml INTERFACE)
target_include_directories(lockkeeper_toml SYSTEM INTERFACE ${LOCKKEEPER_TOML_INCLUDE_DIR})
target_compile_definitions(lockkeeper_toml INTERFACE TOML_HEADER_ONLY=1 TOML_EXCEPTIONS=0
  TOML_ENABLE_FORMATTERS=0)

# Asio is headers only and ships no CMake package.
find_path(LOCKKEEPER_ASIO_INCLUDE_DIR asio/io_context.hpp REQUIRED)
mark_as_advanced(LOCKKEEPER_ASIO_INCLUDE_DIR)
add_library(lockkeeper_asio INTERFACE)
target_include_directories(lockkeeper_asio SYSTEM INTERFACE ${LOCKKEEPER_ASIO_INCLUDE_DIR})
target_compile_definitions(lockkeeper_asio INTERFACE ASIO_STANDALONE ASIO_NO_DEPRECATED)
target_link_libraries(lockkeeper_asio INTERFACE Threads::Threads)
# Asio 1.22 knows only the experimental coroutines of clang.
target_compile_definitions(lockkeeper_asio INTERFACE $<$<CXX_COMPILER_ID:Clang>:ASIO_HAS_CO_AWAIT>)
if(LOCKKEEPER_SANITIZER STREQUAL "thread")
  # ThreadSanitizer can't see fences; Asio's queues are ordered by their mutex anyway.
  target_compile_definitions(lockkeeper_asio INTERFACE ASIO_DISABLE_FENCED_BLOCK)
endif()

if(LOCKKEEPER_BUILD_GUI)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core DBus Gui PrintSupport Svg Widgets)
  find_package(Qt6Keychain 0.13 REQUIRED)
  find_package(QCustomPlotQt6 REQUIRED)
  pkg_check_modules(jemalloc REQUIRED IMPORTED_TARGET jemalloc)
endif()
if(LOCKKEEPER_BUILD_TESTS)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)
endif()
