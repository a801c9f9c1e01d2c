// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/table.h" // IWYU pragma: export

#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace lockkeeper::tests {

/// The registration of one test class. A test program contains all test classes of a folder.
/// Constructed as a global, before main().
class TestClass {
public:
    using Make = std::function<std::unique_ptr<QObject>()>;

    /// The name is the stem of `file`: the class in "tests/observe/board_test.cpp" is run by
    /// `observe_tests board_test`.
    TestClass(const char* file, Make make);

    /// All test classes of the program, by name.
    [[nodiscard]] static const std::map<std::string, Make, std::less<>>& all();
};

} // namespace lockkeeper::tests

/// Registers a test class. Replaces QTEST_MAIN, because a program contains many test classes.
#define LOCKKEEPER_TEST(Class) LOCKKEEPER_TEST_AS(__FILE__, Class)

/// Registers a test class under another name than the file's, for a second class in the file.
#define LOCKKEEPER_TEST_AS(name, Class)                                                            \
    static const lockkeeper::tests::TestClass testClassOf##Class(                                  \
        name, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); });
