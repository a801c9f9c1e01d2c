// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include "ui/delegates/name_delegate.h"
#include "ui/models/table/table_text.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QStringList>
#include <QStyledItemDelegate>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

/// Average character width, in pixels, of the font that the column widths were chosen with.
constexpr double kCharacterWidth = 6;
constexpr int kLastColumn = 120; ///< minimum width kept for the last column, in the same pixels
constexpr double kNarrowest = 0.6;

class NumberDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->displayAlignment = Qt::AlignRight | Qt::AlignVCenter;
    }
};

/// A header that aligns the titles of number columns to the right.
class Header final : public QHeaderView {
public:
    explicit Header(QWidget* parent)
        : QHeaderView(Qt::Horizontal, parent)
    {
        setSectionsClickable(true);
        setHighlightSections(false);
        setStretchLastSection(true);
        setSectionsMovable(true);
        setContextMenuPolicy(Qt::CustomContextMenu);
        setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        setMinimumSectionSize(48);
    }

    void setNumberColumns(const QList<int>& columns) { m_numbers = columns; }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int column) const override
    {
        QHeaderView::initStyleOptionForIndex(option, column);
        if (m_numbers.contains(column))
            option->textAlignment = Qt::AlignRight | Qt::AlignVCenter;
    }

private:
    QList<int> m_numbers;
};

} // namespace

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
    connect(this, &QAbstractItemView::doubleClicked, this, &TableView::rowOpened);
    auto* header = new Header(this);
    setHorizontalHeader(header);
    connect(header, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        QMenu menu(this);
        addColumnActions(menu);
        menu.exec(horizontalHeader()->mapToGlobal(position));
    });
}

int TableView::heightOfRows(int rows) const
{
    return horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize()
        + horizontalScrollBar()->sizeHint().height() + 2 * frameWidth();
}

void TableView::setColumnWidths(const QList<int>& widths)
{
    m_widths = widths;
    connect(horizontalHeader(), &QHeaderView::sectionResized, this,
        [this](int column, int before, int now) {
            if (m_isFitting)
                return;
            if (before == 0 || now == 0) // hidden, or shown again
                fitColumns();
            else if (column < m_widths.size())
                m_hasOwnWidths = true;
        });
    fitColumns();
}

void TableView::setNarrowedColumns(const QList<int>& columns)
{
    m_narrowed = columns;
    fitColumns();
}

void TableView::fitColumns()
{
    QHeaderView& header = *horizontalHeader();
    if (m_hasOwnWidths || m_widths.isEmpty())
        return header.setStretchLastSection(true);
    const double unit = fontMetrics().averageCharWidth() / kCharacterWidth;
    double sum = 0;
    double narrowed = 0;
    for (int column = 0; column < m_widths.size(); ++column) {
        const int width = isColumnHidden(column) ? 0 : m_widths[column];
        sum += width;
        narrowed += m_narrowed.contains(column) ? width : 0;
    }
    // The last column needs more than nothing, unless it has a width of its own.
    const int reserve = lastColumn() < m_widths.size() ? 0 : kLastColumn;
    const double room = viewport()->width() / unit - reserve - (sum - narrowed);
    const double scale = narrowed == 0 ? 1 : std::clamp(room / narrowed, kNarrowest, 1.0);
    const double spare = std::max(0.0, room - narrowed) / 2;
    m_isFitting = true;
    for (int column = 0; column < m_widths.size(); ++column) {
        const double width = m_widths[column] * (m_narrowed.contains(column) ? scale : 1)
            + (column == m_nameColumn ? spare : 0);
        header.resizeSection(column, std::max(static_cast<int>(width * unit), titleWidth(column)));
    }
    fitLastColumn();
    m_isFitting = false;
}

/// Unlike a section's size hint it has no room for the sorting arrow in each column, only where it
/// is.
int TableView::titleWidth(int column) const
{
    const QHeaderView& header = *horizontalHeader();
    const int margin = style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header);
    const bool isSorted = header.isSortIndicatorShown() && header.sortIndicatorSection() == column;
    const int arrow
        = isSorted ? style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, &header) + margin : 0;
    const QString title = model()->headerData(column, Qt::Horizontal).toString();
    return header.fontMetrics().horizontalAdvance(title) + 3 * margin + arrow;
}

/// The last one that is shown.
int TableView::lastColumn() const
{
    const QHeaderView& header = *horizontalHeader();
    int visual = header.count() - 1;
    while (visual > 0 && header.isSectionHidden(header.logicalIndex(visual)))
        --visual;
    return header.logicalIndex(visual);
}

void TableView::fitLastColumn()
{
    QHeaderView& header = *horizontalHeader();
    const int last = lastColumn();
    const int heading = titleWidth(last);
    const int rest = viewport()->width() - header.sectionPosition(last);
    header.setStretchLastSection(rest >= heading);
    // A stretched section may become narrower than its title, and stays wide before hidden ones.
    header.resizeSection(last, std::max(rest, heading));
}

void TableView::setNameColumn(int column)
{
    m_nameColumn = column;
    setItemDelegateForColumn(column, new NameDelegate(this));
    fitColumns();
}

void TableView::addColumnActions(QMenu& menu)
{
    for (int column = 0; column < model()->columnCount(); ++column) {
        if (column == m_nameColumn)
            continue;
        // The ampersand of a title would make a shortcut of it.
        QString title = model()->headerData(column, Qt::Horizontal).toString();
        QAction* action = menu.addAction(title.replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this,
            [this, column](bool isShown) { setColumnShown(column, isShown); });
    }
    menu.addSeparator();
    menu.addAction(tr("Reset columns"), this, &TableView::resetColumns);
}

void TableView::setColumnShown(int column, bool isShown)
{
    // The header tells this as a change of the width.
    m_isFitting = true;
    setColumnHidden(column, !isShown);
    m_isFitting = false;
    fitColumns();
}

void TableView::resetColumns()
{
    QHeaderView& header = *horizontalHeader();
    for (int column = 0; column < header.count(); ++column) {
        header.showSection(column);
        header.moveSection(header.visualIndex(column), column);
    }
    m_hasOwnWidths = false;
    fitColumns();
}

void TableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void TableView::setNumberColumns(const QList<int>& columns)
{
    static_cast<Header*>(horizontalHeader())->setNumberColumns(columns);
    for (const int column : columns)
        setItemDelegateForColumn(column, new NumberDelegate(this));
}

void TableView::saveState(QSettings& settings) const
{
    settings.setValue(u"tables/"_s + objectName(), horizontalHeader()->saveState());
    settings.setValue(u"tables/"_s + objectName() + u"HasWidths"_s, m_hasOwnWidths);
}

void TableView::restoreState(const QSettings& settings)
{
    const QByteArray state = settings.value(u"tables/"_s + objectName()).toByteArray();
    if (state.isEmpty())
        return;
    m_hasOwnWidths = settings.value(u"tables/"_s + objectName() + u"HasWidths"_s).toBool();
    m_isFitting = true;
    horizontalHeader()->restoreState(state);
    m_isFitting = false;
    horizontalHeader()->setStretchLastSection(true);
    fitColumns();
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
        cells.append(shown.isEmpty() ? wordsOf(cell) : shown);
    }
    return cells.join(QLatin1Char('\t'));
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        Q_EMIT spacePressed();
        return;
    }
    if (event->key() == Qt::Key_F10 && event->modifiers() == Qt::ShiftModifier) {
        openMenu();
        return;
    }
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && currentIndex().isValid()) {
        if (!event->isAutoRepeat())
            Q_EMIT rowOpened(currentIndex());
        return;
    }
    if (event->key() == Qt::Key_Escape)
        Q_EMIT escapePressed(); // and goes on: in a dialog it means more
    QTableView::keyPressEvent(event);
}

QModelIndex TableView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const int rows = model()->rowCount();
    if ((action != MoveHome && action != MoveEnd) || rows == 0)
        return QTableView::moveCursor(action, modifiers);
    return model()->index(action == MoveHome ? 0 : rows - 1, std::max(0, currentIndex().column()));
}

/// As the menu key does; Qt knows no other key for it on X11.
void TableView::openMenu()
{
    const QPoint position = visualRect(currentIndex()).center();
    QContextMenuEvent event(
        QContextMenuEvent::Keyboard, position, viewport()->mapToGlobal(position));
    QCoreApplication::sendEvent(viewport(), &event);
}

void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    Q_EMIT currentRowChanged(current);
}

void TableView::focusInEvent(QFocusEvent* event)
{
    // The implementation of QTableView would make the first row the current one, although nobody
    // selected it.
    if (currentIndex().isValid())
        QTableView::focusInEvent(event);
    else
        QAbstractScrollArea::focusInEvent(event); // NOLINT(bugprone-parent-virtual-call)
    update(); // the frame shows the focus while no row does
}

void TableView::focusOutEvent(QFocusEvent* event)
{
    QTableView::focusOutEvent(event);
    update();
}

void TableView::dataChanged(
    const QModelIndex& first, const QModelIndex& last, const QList<int>& roles)
{
    if (first == last || !first.isValid() || QAccessible::isActive()) {
        QTableView::dataChanged(first, last, roles);
        return;
    }
    // The implementation of QTableView repaints everything, also if the times of all rows or only
    // rows that are not on the screen changed.
    const int top = rowAt(0);
    const int bottom = rowAt(viewport()->height() - 1);
    if (top < 0 || last.row() < top || (bottom >= 0 && first.row() > bottom))
        return;
    if (roles == QList<int>{Qt::DisplayRole}) {
        const int lowest = bottom < 0 ? model()->rowCount() - 1 : bottom;
        return updateTexts(std::max(top, first.row()), std::min(lowest, last.row()), first.column(),
            last.column());
    }
    for (int column = first.column(); column <= last.column(); ++column) {
        if (!isColumnHidden(column))
            viewport()->update(
                columnViewportPosition(column), 0, columnWidth(column), viewport()->height());
    }
}

// Time is told four times a second, and changes the texts of few rows: painting a cell takes far
// longer than making its text.
void TableView::updateTexts(int firstRow, int lastRow, int firstColumn, int lastColumn)
{
    if (!isVisible())
        return;
    const qsizetype rows = lastRow - firstRow + 1;
    if (m_texts.size() > 4 * rows * model()->columnCount())
        m_texts.clear(); // of rows that were scrolled away
    for (int row = firstRow; row <= lastRow; ++row) {
        for (int column = firstColumn; column <= lastColumn; ++column) {
            if (isColumnHidden(column))
                continue;
            const QModelIndex cell = model()->index(row, column);
            const QString text = cellText(cell);
            const auto shown = m_texts.constFind({row, column});
            if (shown != m_texts.constEnd() && *shown == text)
                continue;
            m_texts.insert({row, column}, text);
            viewport()->update(visualRect(cell));
        }
    }
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
