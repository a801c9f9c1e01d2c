// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QStringList>
#include <string>
#include <vector>

namespace lockkeeper::ui {

struct TableText {
    QStringList titles;
    QList<QStringList> rows;
};

[[nodiscard]] QString noWords();
[[nodiscard]] QString wordsOf(const QModelIndex& index);

/// For some thousand rows.
[[nodiscard]] TableText textOf(const QAbstractItemModel& model, const QList<int>& columns);

/// RFC 4180: see output::csvField().
[[nodiscard]] std::string asCsv(const TableText& table);
[[nodiscard]] std::string asJson(const TableText& table);

} // namespace lockkeeper::ui
