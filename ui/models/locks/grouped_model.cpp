// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/grouped_model.h"

#include "ui/models/base/roles.h"
#include "ui/models/locks/lock_table_cells.h"
#include "ui/models/words/words.h"

#include <algorithm>

namespace lockkeeper::ui {

void ArrangedModel::show(const std::vector<int>& wanted)
{
    if (wanted == m_shown)
        return;
    m_isShowing = true;
    hideOthers(wanted);
    showMissing(wanted);
    reorder(wanted);
    m_isShowing = false;
    Q_EMIT rowsArranged();
}

void ArrangedModel::hideOthers(const std::vector<int>& wanted)
{
    ById<char> isWanted{false};
    for (const int id : wanted)
        isWanted.set(id, true);
    std::vector<int> ids = m_shown;
    const auto doomed
        = std::ranges::stable_partition(ids, [&isWanted](int id) { return isWanted.of(id) != 0; });
    if (doomed.empty())
        return;
    reorder(ids);
    const int first = numRows() - static_cast<int>(doomed.size());
    beginRemoveRows({}, first, numRows() - 1);
    for (const int id : doomed)
        m_places.set(id, -1);
    m_shown.resize(static_cast<std::size_t>(first));
    endRemoveRows();
}

void ArrangedModel::showMissing(const std::vector<int>& wanted)
{
    const int first = numRows();
    const int count = static_cast<int>(wanted.size()) - first;
    if (count == 0)
        return;
    beginInsertRows({}, first, first + count - 1);
    for (const int id : wanted) {
        if (placeOf(id) >= 0)
            continue;
        m_places.set(id, numRows());
        m_shown.push_back(id);
    }
    endInsertRows();
}

void ArrangedModel::reorder(const std::vector<int>& ids)
{
    if (ids == m_shown)
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    std::vector<int> kept;
    for (const QModelIndex& old : from)
        kept.push_back(idAt(old.row()));
    m_shown = ids;
    for (int row = 0; row < numRows(); ++row)
        m_places.set(idAt(row), row);
    QModelIndexList to;
    for (qsizetype i = 0; i < from.size(); ++i)
        to << index(placeOf(kept[static_cast<std::size_t>(i)]), from[i].column());
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

int GroupedModel::headerCount(int firstRow, int lastRow) const
{
    if (!m_groups.isOn())
        return 0;
    const auto begin = shown().begin();
    return static_cast<int>(
        std::count_if(begin + firstRow, begin + lastRow + 1, [](int id) { return id < 0; }));
}

QModelIndex GroupedModel::headerOf(const QModelIndex& index) const
{
    for (int row = index.row(); m_groups.isOn() && row >= 0; --row) {
        if (isHeader(row))
            return this->index(row, index.column());
    }
    return {};
}

int GroupedModel::lockCount() const
{
    return m_groups.isOn() ? m_groups.lockCount() : numRows();
}

Qt::ItemFlags GroupedModel::flags(const QModelIndex& index) const
{
    if (index.isValid() && isHeader(index.row()))
        return Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return ArrangedModel::flags(index);
}

void GroupedModel::useGroups(LockGroups groups)
{
    std::vector<int> rows = shown();
    std::erase_if(rows, [](int id) { return id < 0; }); // headers, numbered by the old groups
    show(rows);
    groups.collapseAs(m_groups);
    m_groups = std::move(groups);
}

void GroupedModel::showGroups(const std::vector<int>& slots, bool isReversed)
{
    show(m_groups.isOn() ? m_groups.arrange(slots, isReversed) : slots);
    m_groups.dropEmpty();
}

void GroupedModel::setRowsShown(int header, bool isShown, std::vector<int> slots)
{
    std::vector<int> wanted = shown();
    const auto begin = wanted.begin() + placeOf(header) + 1;
    if (isShown) {
        std::erase_if(slots, [this, group = LockGroups::groupOf(header)](int slot) {
            return m_groups.of(slot) != group || placeOf(slot) >= 0;
        });
        wanted.insert(begin, slots.begin(), slots.end());
    } else {
        wanted.erase(begin, std::find_if(begin, wanted.end(), [](int id) { return id < 0; }));
    }
    show(wanted);
}

void GroupedModel::emitChanged(const std::vector<int>& slots)
{
    int first = numRows();
    int last = -1;
    const auto add = [&](int id) {
        if (const int row = placeOf(id); row >= 0) {
            first = std::min(first, row);
            last = std::max(last, row);
        }
    };
    std::ranges::for_each(slots, add);
    std::ranges::for_each(m_groups.takeChanged(), add);
    add(LockGroups::kNewHeader);
    // One signal: views repaint only visible rows.
    if (last >= 0)
        Q_EMIT dataChanged(index(first, 0), index(last, numColumns() - 1));
}

QVariant GroupedModel::cell(int row, int column, int role) const
{
    const int id = idAt(row);
    return id < 0 ? headerCell(row, column, role) : lockCell(id, column, role);
}

QVariant GroupedModel::headerCell(int row, int column, int role) const
{
    const int id = idAt(row);
    const int number = LockGroups::groupOf(id);
    const LockGroups::Group& group = m_groups.at(number);
    const bool isNew = id == LockGroups::kNewHeader;
    const GroupHeader header{.name = m_groups.titleOf(number),
        .counts = isNew ? LockGroups::countsText(numRows() - 1 - row, 0)
                        : LockGroups::countsText(group.locks, group.stale),
        .isStale = group.stale > 0,
        .isCollapsed = group.isCollapsed,
        .isFixed = isNew};
    switch (role) {
    case GroupRole:
        return QVariant::fromValue(header);
    case Qt::DisplayRole:
        return column == LockCells::ResourceName
            ? tr("%1: %2", "a group's name, its counts").arg(header.name, header.counts)
            : QVariant();
    case Qt::AccessibleTextRole:
        return isNew            ? tr("%1: %2").arg(header.name, header.counts)
            : group.isCollapsed ? tr("Group %1: %2, collapsed").arg(header.name, header.counts)
                                : tr("Group %1: %2, expanded").arg(header.name, header.counts);
    case Qt::ToolTipRole:
        return toolTipText(header.name);
    default:
        return {};
    }
}

} // namespace lockkeeper::ui
