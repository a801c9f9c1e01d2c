// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include "ui/delegates/cell_delegates.h"
#include "ui/look/look_style.h"
#include "ui/models/base/roles.h"
#include "ui/models/table/table_text.h"

#include <QAccessible>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSettings>
#include <QStringList>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>
#include <functional>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

/// Average character width of the font that widths are chosen for.
constexpr double kCharacterWidth = 6;
constexpr int kLastColumn = 120; ///< minimum, in the same pixels
constexpr double kNarrowest = 0.6;
constexpr double kWidest = 1.5;
constexpr int kWrappedFirst = 400; ///< for a wrapped column and the name
constexpr int kMostNeeded = 360;
constexpr double kHalved = 0.6; ///< share of a text's width that it needs in two lines
constexpr int kSelectionBar = 3;

bool is(const TableColumn& column, TableColumn::Flag flag)
{
    return (column.flags & flag) != 0;
}

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

    /// Qt stretches and restores sections by itself, too.
    [[nodiscard]] bool isPressed() const noexcept { return m_isPressed; }

protected:
    void mousePressEvent(QMouseEvent* event) override
    {
        m_isPressed = true;
        QHeaderView::mousePressEvent(event);
    }
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        QHeaderView::mouseReleaseEvent(event);
        m_isPressed = false;
    }
    void mouseDoubleClickEvent(QMouseEvent* event) override
    {
        m_isPressed = true;
        QHeaderView::mouseDoubleClickEvent(event);
    }
    void initStyleOptionForIndex(QStyleOptionHeader* option, int column) const override
    {
        QHeaderView::initStyleOptionForIndex(option, column);
        if (is(model()->headerData(column, Qt::Horizontal, ColumnRole).value<TableColumn>(),
                TableColumn::Number))
            option->textAlignment = Qt::AlignRight | Qt::AlignVCenter;
    }

private:
    bool m_isPressed = false;
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
    m_rowFit.setSingleShot(true);
    connect(&m_rowFit, &QTimer::timeout, this, &TableView::fitToTexts);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { m_rowFit.start(0); });
    connect(this, &QAbstractItemView::doubleClicked, this, &TableView::rowOpened);
    auto* header = new Header(this);
    setHorizontalHeader(header);
    connect(header, &QHeaderView::sectionResized, this, &TableView::onSectionResized);
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

void TableView::setModel(QAbstractItemModel* model)
{
    m_columns.clear(); // the header reports removed sections
    m_needed.clear();
    m_wrapped = -1;
    QTableView::setModel(model);
    const auto fitLater = [this] { m_rowFit.start(0); };
    connect(model, &QAbstractItemModel::layoutChanged, this, fitLater);
    connect(model, &QAbstractItemModel::rowsInserted, this, fitLater);
    connect(model, &QAbstractItemModel::modelReset, this, fitLater);
    for (int column = 0; model != nullptr && column < model->columnCount(); ++column) {
        const auto described
            = model->headerData(column, Qt::Horizontal, ColumnRole).value<TableColumn>();
        m_columns << described;
        if (is(described, TableColumn::Number))
            setItemDelegateForColumn(column, new NumberDelegate(this));
        if (is(described, TableColumn::Name))
            setItemDelegateForColumn(column, new NameDelegate(this));
        if (is(described, TableColumn::Wrapped)) {
            m_wrapped = column;
            setItemDelegateForColumn(column, new EvidenceDelegate(this));
        }
    }
    fitColumns();
}

void TableView::onSectionResized(int column, int before, int now)
{
    if (m_isFitting)
        return;
    if (before == 0 || now == 0)
        fitColumns();
    else if (static_cast<const Header*>(horizontalHeader())->isPressed()
        && column < m_columns.size() && m_columns[column].width > 0 && column != lastColumn())
        m_hasOwnWidths = true;
}

void TableView::fitColumns()
{
    QHeaderView& header = *horizontalHeader();
    const bool isDescribed = std::ranges::any_of(m_columns, &TableColumn::width);
    if (!isDescribed)
        return header.setStretchLastSection(true);
    if (m_hasOwnWidths)
        return leaveOwnWidths();
    const double unit = this->unit();
    m_isFitting = true;
    leaveColumns(viewport()->width() / unit);
    double sum = 0;
    double narrowed = 0;
    for (int column = 0; column < m_columns.size(); ++column) {
        const int width = isColumnHidden(column) ? 0 : m_columns[column].width;
        sum += width;
        narrowed += is(m_columns[column], TableColumn::Narrow) ? width : 0;
    }
    const int reserve = m_columns.value(lastColumn()).width > 0 ? 0 : kLastColumn;
    const bool isWrapping = m_wrapped >= 0 && !isColumnHidden(m_wrapped);
    const double room = viewport()->width() / unit - reserve - (sum - narrowed);
    const double most = isWrapping ? kWidest : 1;
    const double scale = narrowed == 0
        ? 1
        : std::clamp(std::min(room / narrowed, std::max(1.0, (room - kWrappedFirst) / narrowed)),
            kNarrowest, most);
    const double spare = std::max(0.0, room - narrowed * std::max(1.0, scale)) / 2;
    for (int column = 0; column < m_columns.size(); ++column) {
        const TableColumn& described = m_columns[column];
        if (described.width == 0)
            continue;
        const double width = described.width * (is(described, TableColumn::Narrow) ? scale : 1)
            + (is(described, TableColumn::Name) ? spare / (isWrapping ? 2 : 1) : 0)
            + (column == m_wrapped ? spare * 3 / 2 : 0);
        header.resizeSection(column, std::max(static_cast<int>(width * unit), titleWidth(column)));
    }
    fitLastColumn();
    lendWidths();
    trimName();
    m_isFitting = false;
    m_rowFit.start(0);
}

void TableView::fitToTexts()
{
    m_rowFit.stop();
    measureTexts();
    fitRows();
}

/// Of seen rows: a thousand more would take 100 ms.
int TableView::textWidth(int column)
{
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    int widest = 0;
    forSeenRows([&](int row) {
        const QModelIndex cell = model()->index(row, column);
        if (!cell.data(GroupRole).isValid())
            widest = std::max(widest, itemDelegateForIndex(cell)->sizeHint(option, cell).width());
    });
    const int most = static_cast<int>(kMostNeeded * unit());
    return column == m_wrapped ? std::min(2 * most, static_cast<int>(widest * kHalved))
                               : std::min(most, widest);
}

void TableView::measureTexts()
{
    if (model() == nullptr || model()->rowCount() == 0 || m_hasOwnWidths || !isVisible())
        return;
    m_needed.resize(m_columns.size());
    bool hasGrown = false;
    for (int column = 0; column < m_columns.size(); ++column) {
        const int needed
            = isColumnHidden(column) ? 0 : std::max(textWidth(column), titleWidth(column));
        hasGrown = hasGrown || needed > m_needed[column];
        m_needed[column] = std::max(m_needed[column], needed);
    }
    if (hasGrown)
        fitColumns();
}

/// Completes as many columns as possible with others' spare width.
void TableView::lendWidths()
{
    QList<int> lacking;
    QMap<int, int> widths;
    int spare = 0;
    const auto surplus = [this](int column) { return columnWidth(column) - m_needed[column]; };
    for (int column = 0; column < m_needed.size(); ++column) {
        if (isColumnHidden(column))
            continue;
        spare += std::max(0, surplus(column));
        if (surplus(column) < 0)
            lacking << column;
    }
    std::ranges::sort(lacking, std::greater(), surplus);
    int left = spare;
    for (qsizetype i = 0; i < lacking.size(); ++i) {
        const int lent
            = std::min(-surplus(lacking[i]), left / static_cast<int>(lacking.size() - i));
        widths[lacking[i]] = columnWidth(lacking[i]) + lent;
        left -= lent;
    }
    qint64 owed = spare - left;
    for (int column = 0; column < m_needed.size(); ++column) {
        const int own = isColumnHidden(column) ? 0 : surplus(column);
        if (own <= 0)
            continue;
        const int lent = static_cast<int>(owed * own / spare);
        widths[column] = columnWidth(column) - lent;
        owed -= lent;
        spare -= own;
    }
    const int last = lastColumn();
    for (const auto& [column, width] : widths.asKeyValueRange()) {
        if (column != last)
            horizontalHeader()->resizeSection(column, width);
    }
    fitLastColumn();
}

/// Names' spare width saves the wrapped text second lines.
void TableView::trimName()
{
    const auto name = std::ranges::find_if(
        m_columns, [](const TableColumn& column) { return is(column, TableColumn::Name); });
    if (name == m_columns.end() || m_needed.isEmpty() || m_wrapped < 0 || isColumnHidden(m_wrapped))
        return;
    const int column = static_cast<int>(name - m_columns.begin());
    const int least = static_cast<int>(name->width * kNarrowest * unit());
    const int spare = columnWidth(column) - std::max(m_needed[column], least);
    if (spare <= 0)
        return;
    const int wrapped = columnWidth(m_wrapped) + spare;
    horizontalHeader()->resizeSection(column, columnWidth(column) - spare);
    if (m_wrapped != lastColumn())
        horizontalHeader()->resizeSection(m_wrapped, wrapped);
    fitLastColumn();
}

void TableView::leaveOwnWidths()
{
    QHeaderView& header = *horizontalHeader();
    m_isFitting = true;
    int needed = 0;
    QMultiMap<int, std::pair<int, int>> leaving; // by order of leaving: column, width
    for (int column = 0; column < m_columns.size(); ++column) {
        if (!isShown(column))
            continue;
        const int own = isColumnHidden(column) ? m_hiddenWidths.value(column) : columnWidth(column);
        // The last column is stretched.
        const int described = static_cast<int>(m_columns[column].width * unit());
        const int width = column == lastColumn() || isColumnHidden(column)
            ? std::min(own, std::max(described, titleWidth(column)))
            : own;
        needed += width;
        if (m_columns[column].leaves > 0)
            leaving.insert(m_columns[column].leaves, {column, width});
    }
    for (const auto& [column, width] : leaving) {
        const bool isLeaving = needed > viewport()->width();
        needed -= isLeaving ? width : 0;
        setLeft(column, isLeaving);
    }
    m_isFitting = false;
    header.setStretchLastSection(true);
}

bool TableView::canBeHidden(int column) const
{
    return !is(m_columns.value(column), TableColumn::Name) && column != m_wrapped;
}

double TableView::unit() const
{
    return letterWidth(fontMetrics()) / kCharacterWidth;
}

bool TableView::isShown(int column) const
{
    return !isColumnHidden(column) || m_left.contains(column);
}

void TableView::leaveColumns(double room)
{
    double needed = 0;
    QMultiMap<int, int> leaving;
    for (int column = 0; column < m_columns.size(); ++column) {
        const TableColumn& described = m_columns[column];
        if (!isShown(column))
            continue;
        if (described.leaves > 0)
            leaving.insert(described.leaves, column);
        const bool isNarrowedFirst = described.leaves == 0 && is(described, TableColumn::Narrow);
        const double width = described.width > 0 ? described.width : kLastColumn;
        needed += width * (isNarrowedFirst ? kNarrowest : 1);
    }
    for (const int column : leaving) {
        const TableColumn& described = m_columns[column];
        if (needed > room && is(described, TableColumn::Narrow))
            needed -= described.width * (1 - kNarrowest);
        const bool isLeaving = needed > room;
        if (isLeaving)
            needed -= described.width * (is(described, TableColumn::Narrow) ? kNarrowest : 1);
        setLeft(column, isLeaving);
    }
}

void TableView::setLeft(int column, bool isLeft)
{
    if (isLeft == m_left.contains(column))
        return;
    hideColumn(column, isLeft);
    isLeft ? void(m_left.insert(column)) : void(m_left.remove(column));
}

template <class Use> void TableView::forSeenRows(Use use)
{
    for (int row = std::max(0, rowAt(0));
         row < model()->rowCount() && rowViewportPosition(row) < viewport()->height(); ++row)
        use(row);
}

void TableView::widenColumn(int column, int width)
{
    TableColumn& described = m_columns[column];
    described.width = std::max(described.width, static_cast<int>(std::ceil(width / unit())));
    fitColumns();
}

void TableView::fitRows()
{
    if (m_wrapped < 0 || isColumnHidden(m_wrapped) || !isVisible())
        return;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect.setWidth(columnWidth(m_wrapped));
    const int usual = verticalHeader()->defaultSectionSize();
    forSeenRows([&](int row) {
        const QModelIndex cell = model()->index(row, m_wrapped);
        const int line = option.fontMetrics.height();
        const auto header = cell.data(GroupRole).value<GroupHeader>();
        const bool isTwoLines = !header.detail.isEmpty()
            || itemDelegateForIndex(cell)->sizeHint(option, cell).height() > usual;
        const int wanted = isTwoLines ? usual + line : usual;
        if (rowHeight(row) != wanted)
            setRowHeight(row, wanted);
    });
}

bool TableView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Paint && m_rowFit.isActive()) {
        executeDelayedItemsLayout();
        fitToTexts(); // at once: no picture may show needless cuts
    }
    return QTableView::viewportEvent(event);
}

void TableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (selectionModel() == nullptr || !selectionModel()->hasSelection())
        return;
    QPainter painter(viewport());
    forSeenRows([&](int row) {
        if (selectionModel()->isSelected(model()->index(row, 0)))
            painter.fillRect(
                0, rowViewportPosition(row), kSelectionBar, rowHeight(row), palette().link());
    });
}

/// Unlike the size hint, leaves space for the arrow only where it is.
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
    // A stretched section gets too narrow, and stays wide before hidden ones.
    header.resizeSection(last, std::max(rest, heading));
}

void TableView::addCopyActions(QMenu& menu, const QPersistentModelIndex& index)
{
    menu.addAction(tr("Copy cell"), &menu,
        [index] { QGuiApplication::clipboard()->setText(cellText(index)); });
    menu.addAction(
        tr("Copy row"), &menu, [index] { QGuiApplication::clipboard()->setText(rowText(index)); });
}

void TableView::addColumnActions(QMenu& menu)
{
    for (int column = 0; column < model()->columnCount(); ++column) {
        if (!canBeHidden(column))
            continue;
        // An ampersand would make a shortcut.
        QString title = model()->headerData(column, Qt::Horizontal).toString();
        QAction* action = menu.addAction(title.replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setChecked(isShown(column));
        connect(action, &QAction::toggled, this,
            [this, column](bool isShown) { setColumnShown(column, isShown); });
    }
    menu.addSeparator();
    menu.addAction(tr("Reset columns"), this, &TableView::resetColumns);
}

void TableView::hideColumn(int column, bool isHidden)
{
    if (isHidden && !isColumnHidden(column))
        m_hiddenWidths[column] = columnWidth(column);
    setColumnHidden(column, isHidden);
}

void TableView::setColumnShown(int column, bool isShown)
{
    m_isFitting = true;
    m_left.remove(column);
    hideColumn(column, !isShown);
    m_isFitting = false;
    fitColumns();
}

void TableView::resetColumns()
{
    QHeaderView& header = *horizontalHeader();
    m_left.clear();
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

void TableView::showEvent(QShowEvent* event)
{
    QTableView::showEvent(event);
    m_rowFit.start(0);
}

int TableView::columnOf(const QString& id) const
{
    const auto found = std::ranges::find_if(
        m_columns, [&id](const TableColumn& column) { return id == QLatin1String(column.id); });
    return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

void TableView::saveState(QSettings& settings) const
{
    const QHeaderView& header = *horizontalHeader();
    QStringList columns;
    for (int visual = 0; visual < m_columns.size(); ++visual) {
        const int column = header.logicalIndex(visual);
        const bool isHidden = !isShown(column);
        const int width = isHidden ? m_hiddenWidths.value(column) : header.sectionSize(column);
        columns << u"%1 %2 %3"_s.arg(QLatin1String(m_columns.value(column).id))
                       .arg(width)
                       .arg(isHidden ? u"hidden"_s : u"shown"_s);
    }
    settings.beginGroup(u"tables/"_s + objectName());
    settings.setValue(u"columns"_s, columns);
    settings.setValue(u"hasWidths"_s, m_hasOwnWidths);
    const int sorted = header.sortIndicatorSection();
    if (isSortingEnabled() && sorted >= 0 && sorted < m_columns.size()) {
        settings.setValue(u"sortedBy"_s, QLatin1String(m_columns.value(sorted).id));
        settings.setValue(u"isDescending"_s, header.sortIndicatorOrder() == Qt::DescendingOrder);
    }
    settings.endGroup();
}

void TableView::restoreState(const QSettings& settings)
{
    const QString group = u"tables/"_s + objectName() + u'/';
    m_hasOwnWidths = settings.value(group + u"hasWidths"_s).toBool();
    QHeaderView& header = *horizontalHeader();
    m_isFitting = true;
    QList<int> order;
    for (const QString& line : settings.value(group + u"columns"_s).toStringList()) {
        const QStringList words = line.split(u' ');
        const int column = columnOf(words.front());
        if (column < 0 || words.size() != 3 || order.contains(column))
            continue;
        order.append(column);
        if (const int width = words[1].toInt(); m_hasOwnWidths && width > 0)
            header.resizeSection(column, width);
        hideColumn(column, words[2] == u"hidden" && canBeHidden(column));
        m_left.remove(column);
    }
    // New columns follow their neighbour in the description.
    for (int column = 0; column < m_columns.size(); ++column) {
        if (!order.contains(column))
            order.insert(order.indexOf(column - 1) + 1, column);
    }
    for (int place = 0; place < order.size(); ++place)
        header.moveSection(header.visualIndex(order[place]), place);
    m_isFitting = false;
    const int sorted = columnOf(settings.value(group + u"sortedBy"_s).toString());
    if (isSortingEnabled() && sorted >= 0)
        sortByColumn(sorted,
            settings.value(group + u"isDescending"_s).toBool() ? Qt::DescendingOrder
                                                               : Qt::AscendingOrder);
    header.setStretchLastSection(true);
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
        Q_EMIT escapePressed(); // a dialog also handles it
    QTableView::keyPressEvent(event);
}

QModelIndex TableView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const int rows = model()->rowCount();
    if ((action != MoveHome && action != MoveEnd) || rows == 0)
        return QTableView::moveCursor(action, modifiers);
    return model()->index(action == MoveHome ? 0 : rows - 1, std::max(0, currentIndex().column()));
}

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

/// Screen readers and Ctrl+A select without a current row.
void TableView::selectionChanged(const QItemSelection& selected, const QItemSelection& before)
{
    QTableView::selectionChanged(selected, before);
    const bool isOne = selected.size() == 1 && selected.front().height() == 1;
    if (selected.isEmpty()
        || (isOne ? selectionModel()->isSelected(currentIndex()) : currentIndex().isValid()))
        return;
    QModelIndex first = selected.front().topLeft();
    while (!isOne && first.isValid() && !(first.flags() & Qt::ItemIsSelectable))
        first = first.siblingAtRow(first.row() + 1);
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
}

void TableView::focusInEvent(QFocusEvent* event)
{
    // QTableView's makes the first row current.
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
    if (roles != QList<int>{Qt::DisplayRole})
        m_rowFit.start(0);
    if (first == last || !first.isValid() || QAccessible::isActive()) {
        QTableView::dataChanged(first, last, roles);
        return;
    }
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

// Times change four times a second, few texts do; painting costs more than making them.
void TableView::updateTexts(int firstRow, int lastRow, int firstColumn, int lastColumn)
{
    if (!isVisible())
        return;
    const qsizetype rows = lastRow - firstRow + 1;
    if (m_texts.size() > 4 * rows * model()->columnCount())
        m_texts.clear();
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
