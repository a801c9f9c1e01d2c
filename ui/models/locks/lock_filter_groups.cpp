// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_filter_proxy.h"

#include <algorithm>

// What LockFilterProxy does while its rows are grouped.
namespace lockkeeper::ui {

void LockFilterProxy::setGrouping(Grouping grouping)
{
    if (std::exchange(m_grouping, grouping) == grouping)
        return;
    if (grouping == Grouping::None) {
        useGroups(LockGroups());
        arrange();
    }
    compute();
}

std::vector<int> LockFilterProxy::group(const std::vector<int>& slots)
{
    std::vector<int> changed;
    if (!groups().isOn())
        return changed;
    const LockRows& rows = m_locks.rows();
    for (const int slot : slots) {
        const LockRow& row = rows[slot];
        if (rows.rowOf(slot) < 0)
            groups().remove(slot);
        else if (!groups().isSettled(slot, row.id)
            && groups().put(slot, row.id, groupName(*row.entry, groups().grouping())))
            changed.push_back(slot);
    }
    return changed;
}

void LockFilterProxy::countAll()
{
    if (!groups().isOn())
        return;
    for (const int slot : m_order.slots()) {
        const LockRow& row = m_locks.rows()[slot];
        groups().count(slot, m_isMatch[slot] && !row.isGone(), row.isStale());
    }
}

void LockFilterProxy::setCollapsed(const QModelIndex& header, bool isCollapsed)
{
    const bool isGroup = header.isValid() && isHeader(header.row());
    const int id = isGroup ? idAt(header.row()) : LockGroups::kNewHeader;
    const int group = LockGroups::groupOf(id);
    if (id == LockGroups::kNewHeader || groups().at(group).isCollapsed == isCollapsed)
        return;
    groups().setCollapsed(group, isCollapsed);
    if (m_isOrderHeld)
        setRowsShown(id, !isCollapsed, matchingSlots());
    else
        arrange();
    emitChanged({});
}

void LockFilterProxy::setAllCollapsed(bool isCollapsed)
{
    if (groups().setAllCollapsed(isCollapsed)) {
        arrange();
        emitChanged({});
    }
}

void LockFilterProxy::reveal(const Resource& resource)
{
    const int slot = m_locks.rows().find(resource);
    if (slot >= 0 && groups().isHidden(slot))
        if (const int row = placeOf(LockGroups::headerOf(groups().of(slot))); row >= 0)
            setCollapsed(index(row, 0), false);
}

std::vector<observe::LockEntryPtr> LockFilterProxy::entries() const
{
    std::vector<int> ids = shown();
    if (groups().isOn())
        ids = LockGroups(groups()).arrange(
            matchingSlots(), areReversed(groups().grouping(), m_order.column(), m_direction), true);
    std::vector<observe::LockEntryPtr> entries;
    entries.reserve(ids.size());
    for (const int id : ids) {
        if (id >= 0)
            entries.push_back(m_locks.rows()[id].entry);
    }
    return entries;
}

} // namespace lockkeeper::ui
