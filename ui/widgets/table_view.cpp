// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QSettings>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

TableView::TableView(QWidget* parent)
    : QTableView(parent)
{
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 11);
    auto* header = horizontalHeader();
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setMinimumSectionSize(48);
}

void TableView::setColumnWidths(const QList<int>& widths)
{
    const double scale = fontMetrics().averageCharWidth() / 7.0;
    for (int column = 0; column < widths.size(); ++column)
        horizontalHeader()->resizeSection(column, static_cast<int>(widths[column] * scale));
}

void TableView::fitHeightToRows(int rows)
{
    const int header = horizontalHeader()->sizeHint().height();
    setMinimumHeight(header + rows * verticalHeader()->defaultSectionSize() + 2 * frameWidth() + 1);
}

void TableView::saveState(QSettings& settings) const
{
    settings.setValue(u"tables/"_s + objectName(), horizontalHeader()->saveState());
}

void TableView::restoreState(const QSettings& settings)
{
    const QByteArray state = settings.value(u"tables/"_s + objectName()).toByteArray();
    if (!state.isEmpty())
        horizontalHeader()->restoreState(state);
    horizontalHeader()->setStretchLastSection(true);
}

QString TableView::cellText(const QModelIndex& index)
{
    return index.data(Qt::DisplayRole).toString();
}

QString TableView::rowText(const QModelIndex& index)
{
    QStringList cells;
    for (int column = 0; index.isValid() && column < index.model()->columnCount(); ++column) {
        const QModelIndex cell = index.siblingAtColumn(column);
        const QString shown = cellText(cell);
        cells.append(shown.isEmpty() ? cell.data(Qt::AccessibleTextRole).toString() : shown);
    }
    return cells.join(QLatin1Char('\t'));
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        Q_EMIT spacePressed();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    Q_EMIT currentRowChanged(current);
}

void TableView::rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end)
{
    const int current = currentIndex().row();
    if (current >= start && current <= end) {
        selectionModel()->clear();
        selectionModel()->clearCurrentIndex();
    }
    QTableView::rowsAboutToBeRemoved(parent, start, end);
}

} // namespace lockkeeper::ui
