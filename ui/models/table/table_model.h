// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/base/roles.h"
#include "ui/models/base/table_column.h"
#include "ui/models/words/words.h"

#include <QAbstractTableModel>
#include <algorithm>
#include <vector>

namespace lockkeeper::ui {

/// Base of flat table models; hooks replace the Qt virtuals.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const final;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

    [[nodiscard]] static QVariant oldTextBrush();

protected:
    [[nodiscard]] virtual int numRows() const = 0;
    [[nodiscard]] virtual QVariant cell(int row, int column, int role) const = 0;
    /// A fixed number, in order.
    [[nodiscard]] virtual QList<TableColumn> columns() const = 0;
    [[nodiscard]] int numColumns() const;

    /// For eyes, screen readers and (escaped) tool tip.
    template <class Text>
    [[nodiscard]] static QVariant textCell(int role, const QVariant& identity, Text text)
    {
        switch (role) {
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole:
            return text();
        case Qt::ToolTipRole:
            return toolTipText(text());
        case IdentityRole:
            return identity;
        default:
            return {};
        }
    }
    /// For dataChanged(): after Qt::DisplayRole alone, a TableView repaints only changed texts.
    [[nodiscard]] static QList<int> rolesOf(bool isTimeOnly);
    void emitColumnChanged(int column);

private:
    mutable int m_columns = 0; ///< 0: not counted
};

/// Table of keyed rows, changed one by one: selection and scroll position survive. `Row` needs a
/// unique key() and operator==. syncRows() takes quadratic time.
template <class Row> class KeyedTableModel : public TableModel {
public:
    using TableModel::TableModel;

    [[nodiscard]] const std::vector<Row>& rows() const noexcept { return m_rows; }

protected:
    [[nodiscard]] int numRows() const final { return static_cast<int>(m_rows.size()); }
    void syncRows(std::vector<Row> next);
    void changeRow(int row, Row next);

private:
    template <class Rows, class Key> static auto findKey(Rows& rows, const Key& key)
    {
        return std::find_if(
            rows.begin(), rows.end(), [&key](const Row& row) { return row.key() == key; });
    }
    void removeMissing(const std::vector<Row>& next);

    std::vector<Row> m_rows;
};

template <class Row> void KeyedTableModel<Row>::changeRow(int row, Row next)
{
    Row& current = m_rows[static_cast<std::size_t>(row)];
    if (current == next)
        return;
    current = std::move(next);
    Q_EMIT dataChanged(index(row, 0), index(row, numColumns() - 1));
}

template <class Row> void KeyedTableModel<Row>::removeMissing(const std::vector<Row>& next)
{
    for (int row = numRows() - 1; row >= 0; --row) {
        if (findKey(next, m_rows[static_cast<std::size_t>(row)].key()) != next.end())
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
}

template <class Row> void KeyedTableModel<Row>::syncRows(std::vector<Row> next)
{
    removeMissing(next);
    for (int row = 0; row < static_cast<int>(next.size()); ++row) {
        Row& wanted = next[static_cast<std::size_t>(row)];
        const auto found = findKey(m_rows, wanted.key());
        const int from = static_cast<int>(found - m_rows.begin());
        if (found == m_rows.end()) {
            beginInsertRows({}, row, row);
            m_rows.insert(m_rows.begin() + row, std::move(wanted));
            endInsertRows();
            continue;
        }
        if (from != row) {
            beginMoveRows({}, from, from, {}, row);
            std::rotate(m_rows.begin() + row, found, found + 1);
            endMoveRows();
        }
        changeRow(row, std::move(wanted));
    }
}

} // namespace lockkeeper::ui
