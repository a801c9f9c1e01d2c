// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/table/table_model.h"

#include "ui/models/table/table_text.h"

#include <QGuiApplication>
#include <QPalette>

namespace lockkeeper::ui {

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : numRows();
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : numColumns();
}

int TableModel::numColumns() const
{
    if (m_columns == 0)
        m_columns = static_cast<int>(columns().size());
    return m_columns;
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    // Views ask without a current cell.
    if (!index.isValid() || !checkIndex(index, CheckIndexOption::ParentIsInvalid))
        return {};
    QVariant value = cell(index.row(), index.column(), role);
    // Else screen readers say the column's title.
    if (role == Qt::AccessibleTextRole && value.toString().isEmpty())
        return noWords();
    return value;
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool isOurs
        = orientation == Qt::Horizontal && (role == Qt::DisplayRole || role == ColumnRole);
    if (!isOurs || section < 0 || section >= numColumns())
        return QAbstractTableModel::headerData(section, orientation, role);
    const TableColumn column = columns().at(section);
    return role == ColumnRole ? QVariant::fromValue(column) : column.title;
}

QVariant TableModel::oldTextBrush()
{
    return QGuiApplication::palette().brush(QPalette::PlaceholderText);
}

QList<int> TableModel::rolesOf(bool isTimeOnly)
{
    return isTimeOnly ? QList<int>{Qt::DisplayRole} : QList<int>();
}

void TableModel::emitColumnChanged(int column)
{
    if (numRows() > 0)
        Q_EMIT dataChanged(index(0, column), index(numRows() - 1, column), rolesOf(true));
}

} // namespace lockkeeper::ui
