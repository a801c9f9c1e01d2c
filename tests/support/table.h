// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest> // IWYU pragma: export; with all of QtCore
#include <array>
#include <chrono>
#include <tuple>

namespace lockkeeper::tests {

// For all tests.
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// A text of a table, from a literal in UTF-8 as well.
struct TableText {
    QString text;

    TableText(const char* utf8)
        : text(QString::fromUtf8(utf8))
    { }
    TableText(QString value)
        : text(std::move(value))
    { }
    operator const QString&() const { return text; }
};

/// Columns of a test's table have no names: the test names them where it fetches them.
inline constexpr std::array kColumns{"0", "1", "2", "3", "4", "5", "6", "7"};

/// The type that a row takes for a column of T.
template <class T> using TableCell = std::conditional_t<std::is_same_v<T, QString>, TableText, T>;

/// Adds rows of these types.
template <class First, class... Others> struct TableRows {
    void operator()(
        const char* name, const TableCell<First>& first, const TableCell<Others>&... others) const
    {
        QTestData& row = QTest::newRow(name) << static_cast<const First&>(first);
        (void)(row << ... << static_cast<const Others&>(others));
    }
    /// The row's name is its first text, too.
    void named(const char* name, const TableCell<Others>&... others) const
    {
        (*this)(name, name, others...);
    }
};

/// Begins the table of a test, in its `_data()`: `const auto row = columns<QByteArray, bool>();`,
/// `row("an empty value", "", false);`. QTest::newRow() and addRow() add rows, too.
template <class... Types> TableRows<Types...> columns()
{
    std::size_t i = 0;
    (QTest::addColumn<Types>(kColumns.at(i++)), ...);
    return {};
}

template <class... Types, std::size_t... kIndex>
std::tuple<Types...> fetchAt(std::index_sequence<kIndex...> /*unused*/)
{
    return {*static_cast<const Types*>(QTest::qData(kColumns.at(kIndex), qMetaTypeId<Types>()))...};
}

/// The present row, in the test: `const auto [value, isLock] = fetch<QByteArray, bool>();`. Ends
/// the program if the table has other types.
template <class... Types> std::tuple<Types...> fetch()
{
    return fetchAt<Types...>(std::index_sequence_for<Types...>());
}

} // namespace lockkeeper::tests
