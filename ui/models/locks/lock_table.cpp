// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_table.h"

#include <QTimer>
#include <algorithm>
#include <utility>

namespace lockkeeper::ui {

namespace {

constexpr std::size_t kMany = 2000;
constexpr int kMostRepeats = 3;

} // namespace

void TouchedSlots::add(const std::vector<int>& slots)
{
    m_slots.insert(m_slots.end(), slots.begin(), slots.end());
}

bool TouchedSlots::needsRepeat()
{
    if (m_slots.size() > kMany && m_repeats < kMostRepeats) {
        ++m_repeats;
        return true;
    }
    m_repeats = 0;
    return false;
}

std::vector<int> TouchedSlots::take()
{
    std::vector<int> slots = std::exchange(m_slots, {});
    if (slots.size() > kMany)
        handOut(std::exchange(slots, {}));
    return slots;
}

void TouchedSlots::handOut(std::vector<int> slots)
{
    QTimer::singleShot(0, this, [this, slots = std::move(slots)]() mutable {
        const auto rest
            = slots.begin() + static_cast<std::ptrdiff_t>(std::min(slots.size(), kMany));
        Q_EMIT due({slots.begin(), rest});
        slots.erase(slots.begin(), rest);
        if (!slots.empty())
            handOut(std::move(slots));
    });
}

namespace {

constexpr std::chrono::seconds kFollowTime{1};

/// A gone row's slot may have another row.
void leaveOutGone(LockOrder::Sorted& order, const LockRows& rows, const LockSorter::Job& job)
{
    bool isAnyGone = false;
    for (const LockSorter::Item& item : job.items) {
        if (rows.isThere(item.slot) && rows[item.slot].id == item.id)
            continue;
        order.isPlaced[static_cast<std::size_t>(item.slot)] = false;
        isAnyGone = true;
    }
    if (isAnyGone)
        std::erase_if(order.slots,
            [&order](int slot) { return order.isPlaced[static_cast<std::size_t>(slot)] == 0; });
}

} // namespace

LockTable::LockTable(LockStore& locks, QObject* parent)
    : GroupedModel(parent)
    , m_locks(locks)
    , m_order(locks.rows())
{
    connect(&locks, &LockStore::slotsChanged, this, &LockTable::update);
    connect(&locks, &LockStore::looksChanged, this, &LockTable::emitLooksChanged);
    connect(&m_sorter, &LockSorter::finished, this, &LockTable::use);
    connect(&m_touched, &TouchedSlots::due, this, &LockTable::update);
    connect(&m_sorter, &LockSorter::wordsSeen, this, &LockTable::wordsSeen);
}

QVariant LockTable::lockCell(int slot, int column, int role) const
{
    return m_locks.cells().cell(m_locks.rows()[slot], column, role);
}

observe::LockEntryPtr LockTable::entryAt(const QModelIndex& index) const
{
    return index.isValid() && !isHeader(index.row()) ? m_locks.rows()[idAt(index.row())].entry
                                                     : nullptr;
}

QModelIndex LockTable::indexOf(const Resource& resource, int column) const
{
    const int slot = m_locks.rows().find(resource);
    const int row = slot < 0 ? -1 : placeOf(slot);
    return row < 0 ? QModelIndex() : index(row, column);
}

void LockTable::sort(int column, Qt::SortOrder direction)
{
    const bool isTurned = std::exchange(m_direction, direction) != direction;
    if (std::exchange(m_column, column) != column)
        compute();
    if (isTurned && m_column == m_order.column())
        arrange();
}

void LockTable::setFilter(const QString& text)
{
    LockFilter wanted(text);
    if (wanted == m_wantedFilter)
        return;
    m_wantedFilter = std::move(wanted);
    Q_EMIT filterChanged();
    compute();
}

void LockTable::setFilterExpected(bool isExpected)
{
    if (isExpected)
        m_sorter.prepareTexts(m_locks.rows());
    else if (m_wantedFilter.isEmpty())
        m_sorter.forgetTexts();
}

void LockTable::setOrderHeld(bool isHeld)
{
    if (m_isOrderHeld == isHeld)
        return;
    m_isOrderHeld = isHeld;
    m_locks.setRemovalHeld(isHeld);
    if (!isHeld)
        arrange();
}

void LockTable::applyWaiting()
{
    if (!m_isOrderHeld)
        return;
    setOrderHeld(false);
    m_locks.tick();
    setOrderHeld(true);
}

void LockTable::update(const std::vector<int>& slots)
{
    const LockRows& rows = m_locks.rows();
    m_isMatch.resize(rows.slotEnd());
    m_waiting.resize(rows.slotEnd());
    std::vector<int> added;
    std::vector<int> gone;
    for (const int slot : slots) {
        if (!m_order.contains(slot))
            added.push_back(slot);
        if (rows[slot].isGone())
            gone.push_back(slot);
    }
    if (isBusy())
        m_touched.add(slots);
    const std::vector<int> moved = m_order.place(slots);
    const std::vector<int> regrouped = group(slots);
    const std::vector<int> filtered = filter(slots);
    if (m_isOrderHeld) {
        SlotFlags isNext = m_isMatch; // a slot may occur twice
        std::erase_if(added, [&isNext](int slot) { return !isNext.set(slot, false); });
        append(added, [&rows](int slot) { return !rows.isThere(slot); });
        addWaiting(moved);
        addWaiting(regrouped);
        addWaiting(filtered);
        addWaiting(gone);
    } else if (!moved.empty() || !regrouped.empty() || !filtered.empty()) {
        arrange();
    }
    emitChanged(slots);
}

void LockTable::addWaiting(const std::vector<int>& slots)
{
    const int before = m_waiting.count();
    for (const int slot : slots) {
        // Hidden rows do not wait.
        if ((m_isMatch[slot] && !groups().isHidden(slot)) || placeOf(slot) >= 0)
            m_waiting.set(slot, true);
    }
    if (m_waiting.count() != before)
        Q_EMIT waitingChanged();
}

LockTable::HiddenCounts LockTable::hiddenCounts() const
{
    HiddenCounts counts;
    for (const int slot : m_order.slots()) {
        const LockRow& row = m_locks.rows()[slot];
        if (m_isMatch[slot] || row.isGone())
            continue;
        ++counts.locks;
        counts.stale += row.isStale() ? 1 : 0;
    }
    return counts;
}

std::vector<int> LockTable::filter(const std::vector<int>& slots)
{
    const LockRows& rows = m_locks.rows();
    const SteadyTime now = m_locks.now();
    std::vector<int> changed;
    for (const int slot : slots) {
        const LockRow& row = rows[slot];
        const bool isMatch = rows.isThere(slot) && m_filter.matches(row, now);
        groups().count(slot, isMatch && !row.isGone(), row.isStale());
        if (m_isMatch.set(slot, isMatch))
            changed.push_back(slot);
    }
    return changed;
}

void LockTable::compute()
{
    m_sorter.cancel();
    m_touched.clear();
    LockSorter::Job job{.now = m_locks.now()};
    if (m_column != m_order.column())
        job.column = m_column;
    if (!(m_wantedFilter == m_filter))
        job.filter = m_wantedFilter;
    if (m_grouping != groups().grouping())
        job.groups.emplace(m_grouping);
    if (job.column || job.filter || job.groups)
        m_sorter.start(m_locks.rows(), std::move(job));
}

void LockTable::followTime()
{
    const SteadyTime now = m_locks.now();
    if (m_filter.isTimed() && !isBusy() && now - m_filteredAt >= kFollowTime)
        m_sorter.start(m_locks.rows(), {.filter = m_filter, .now = now});
}

void LockTable::use(LockSorter::Job& job)
{
    if (m_touched.needsRepeat())
        return compute();
    const std::vector<int> touched = m_touched.take();
    // By the user, not by time alone.
    const bool isAsked = job.column || job.groups || !(*job.filter == m_filter);
    std::vector<int> filtered;
    if (job.filter) {
        m_filter = *job.filter;
        m_filteredAt = job.now;
        for (const LockSorter::Item& item : job.items) {
            if (m_isMatch.set(item.slot, item.isMatch))
                filtered.push_back(item.slot);
        }
    }
    if (job.column) {
        leaveOutGone(job.order, m_locks.rows(), job);
        job.order = m_order.replace(std::move(job.order));
    }
    m_order.place(touched);
    if (job.groups)
        useGroups(std::move(*job.groups));
    group(touched);
    filter(touched);
    if (job.groups || job.filter)
        countAll();
    if (isAsked || !m_isOrderHeld)
        arrange();
    else
        addWaiting(filtered);
    emitChanged({});
}

void LockTable::arrange()
{
    // This hides the current row, perhaps the reason to hold the order.
    if (isShowing())
        return QTimer::singleShot(0, this, &LockTable::arrange);
    if (m_waiting.clear())
        Q_EMIT waitingChanged();
    showGroups(matchingSlots(), areReversed(groups().grouping(), m_order.column(), m_direction));
}

std::vector<int> LockTable::matchingSlots() const
{
    std::vector<int> slots;
    slots.reserve(m_order.slots().size());
    for (const int slot : m_order.slots()) {
        // Slots changed meanwhile are grouped in parts.
        if (m_isMatch[slot] && (!groups().isOn() || groups().of(slot) >= 0))
            slots.push_back(slot);
    }
    if (m_direction == Qt::DescendingOrder)
        std::ranges::reverse(slots);
    return slots;
}

void LockTable::emitLooksChanged(int firstColumn, int lastColumn, bool isTimeOnly)
{
    if (numRows() > 0)
        Q_EMIT dataChanged(
            index(0, firstColumn), index(numRows() - 1, lastColumn), rolesOf(isTimeOnly));
    followTime();
}

void LockTable::setGrouping(Grouping grouping)
{
    if (std::exchange(m_grouping, grouping) == grouping)
        return;
    if (grouping == Grouping::None) {
        useGroups(LockGroups());
        arrange();
    }
    compute();
}

std::vector<int> LockTable::group(const std::vector<int>& slots)
{
    std::vector<int> changed;
    if (!groups().isOn())
        return changed;
    const LockRows& rows = m_locks.rows();
    for (const int slot : slots) {
        const LockRow& row = rows[slot];
        if (!rows.isThere(slot))
            groups().remove(slot);
        else if (!groups().isSettled(slot, row.id)
            && groups().put(slot, row.id, groupName(*row.entry, groups().grouping())))
            changed.push_back(slot);
    }
    return changed;
}

void LockTable::countAll()
{
    if (!groups().isOn())
        return;
    for (const int slot : m_order.slots()) {
        const LockRow& row = m_locks.rows()[slot];
        groups().count(slot, m_isMatch[slot] && !row.isGone(), row.isStale());
    }
}

void LockTable::setCollapsed(const QModelIndex& header, bool isCollapsed)
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

void LockTable::setAllCollapsed(bool isCollapsed)
{
    if (groups().setAllCollapsed(isCollapsed)) {
        arrange();
        emitChanged({});
    }
}

void LockTable::reveal(const Resource& resource)
{
    const int slot = m_locks.rows().find(resource);
    if (slot >= 0 && groups().isHidden(slot))
        if (const int row = placeOf(LockGroups::headerOf(groups().of(slot))); row >= 0)
            setCollapsed(index(row, 0), false);
}

std::vector<observe::LockEntryPtr> LockTable::entries() const
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
