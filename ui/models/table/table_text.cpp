// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/table/table_text.h"

#include "core/output/lock_csv.h"

#include <QCoreApplication>

namespace lockkeeper::ui {

namespace {

std::vector<std::string> toStdStrings(const QStringList& texts)
{
    std::vector<std::string> strings;
    for (const QString& text : texts)
        strings.push_back(text.toStdString());
    return strings;
}

} // namespace

QString noWords()
{
    return QCoreApplication::translate("lockkeeper::ui::TableText", "none");
}

QString wordsOf(const QModelIndex& index)
{
    const QString words = index.data(Qt::AccessibleTextRole).toString();
    return words == noWords() ? index.data(Qt::DisplayRole).toString() : words;
}

TableText textOf(const QAbstractItemModel& model, const QList<int>& columns)
{
    TableText table;
    for (const int column : columns)
        table.titles << model.headerData(column, Qt::Horizontal).toString();
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (const int column : columns)
            cells << wordsOf(model.index(row, column));
        table.rows << cells;
    }
    return table;
}

std::string asCsv(const TableText& table)
{
    std::string text = output::csvLine(toStdStrings(table.titles));
    for (const QStringList& row : table.rows)
        text += output::csvLine(toStdStrings(row));
    return text;
}

std::string asJson(const TableText& table)
{
    output::JsonWriter out;
    out.openArray();
    for (const QStringList& row : table.rows) {
        out.openObject();
        for (qsizetype i = 0; i < row.size(); ++i) {
            out.anyKey(table.titles[i].toStdString()).value(row[i].toStdString());
        }
        out.closeObject();
    }
    out.closeArray();
    return out.text() + "\n";
}

} // namespace lockkeeper::ui
