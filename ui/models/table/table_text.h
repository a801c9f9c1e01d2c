// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QStringList>
#include <string>
#include <vector>

namespace lockkeeper::ui {

/// What a table shows, in words: the titles of its columns, and the cells of its rows.
struct TableText {
    QStringList titles;
    QList<QStringList> rows;
};

/// What a TableModel answers to Qt::AccessibleTextRole for an empty cell: "none".
[[nodiscard]] QString noWords();
/// A cell in words: what it shows, or what it says if a delegate draws it. Empty for an empty cell.
[[nodiscard]] QString wordsOf(const QModelIndex& index);

/// Reads the visible columns of a table, in their order. On the GUI thread: for tables of some
/// thousand rows.
[[nodiscard]] TableText textOf(const QAbstractItemModel& model, const QList<int>& columns);

/// RFC 4180, fit for spreadsheets: see output::csvField(). Pure.
[[nodiscard]] std::string asCsv(const TableText& table);
/// A JSON array with an object for each row, on one line of ASCII. Pure.
[[nodiscard]] std::string asJson(const TableText& table);

} // namespace lockkeeper::ui
