// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace lockkeeper::tests {

/// One test class of a program that holds those of a folder. Made before main() begins.
class TestClass {
public:
    using Make = std::function<std::unique_ptr<QObject>()>;

    /// `file` names it: "tests/observe/board_test.cpp" is run by `observe_tests board_test`.
    TestClass(const char* file, Make make);

    /// Those of the program, by name.
    [[nodiscard]] static const std::map<std::string, Make, std::less<>>& all();
};

} // namespace lockkeeper::tests

/// In place of QTEST_MAIN: a program has many classes, each in a file of its own.
#define LOCKKEEPER_TEST(Class) LOCKKEEPER_TEST_AS(__FILE__, Class)

/// The same under another name than the file's, for a second class in it.
#define LOCKKEEPER_TEST_AS(name, Class)                                                            \
    static const lockkeeper::tests::TestClass testClassOf##Class(                                  \
        name, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); });
