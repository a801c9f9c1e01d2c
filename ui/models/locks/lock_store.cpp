// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_store.h"

#include <algorithm>

namespace lockkeeper::ui {

void LockChangeQueue::add(std::shared_ptr<const observe::BoardUpdate> update, bool isLoading)
{
    const std::size_t count = countOf(*update);
    if (count == 0)
        return;
    m_count += count;
    m_waiting.push_back({std::move(update), isLoading});
}

LockChangeQueue::Change LockChangeQueue::take()
{
    // Only now: its last change had to stay valid.
    if (m_next == countOf(*m_waiting.front().update)) {
        m_waiting.pop_front();
        m_next = 0;
    }
    const auto& [update, isLoading] = m_waiting.front();
    const std::size_t place = m_next++;
    if (--m_count; place < update->changed.size())
        return {&update->changed[place], update->changed[place]->resource, isLoading};
    return {nullptr, update->gone[place - update->changed.size()], isLoading};
}

void LockChangeQueue::clear()
{
    m_waiting.clear();
    m_next = m_count = 0;
}

std::size_t LockChangeQueue::countOf(const observe::BoardUpdate& update)
{
    return update.changed.size() + update.gone.size();
}

namespace {

// Limits memory: a pause may last all night.
constexpr int kMaxGone = 20'000;

std::vector<std::pair<bool, SteadyTime>> freshMasters(
    const std::vector<observe::Freshness>& masters, SteadyTime now)
{
    std::vector<std::pair<bool, SteadyTime>> fresh;
    for (const observe::Freshness& master : masters)
        fresh.emplace_back(master.until >= now, master.since);
    return fresh;
}

bool isBeingLoaded(const observe::MasterStatus& master)
{
    return master.isSweeping && !master.isSweepComplete;
}

} // namespace

LockStore::LockStore(const Clock& clock, Options options, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_options(options)
    , m_cells(clock)
{
    connect(&m_slicer, &QTimer::timeout, this, &LockStore::applySlice);
    m_ender.setSingleShot(true);
    connect(&m_ender, &QTimer::timeout, this, &LockStore::endSlice);
}

LockStore::LockStore(const Clock& clock, QObject* parent)
    : LockStore(clock, Options{}, parent)
{ }

void LockStore::apply(const observe::BoardUpdate& update)
{
    apply(std::make_shared<const observe::BoardUpdate>(update));
}

void LockStore::apply(std::shared_ptr<const observe::BoardUpdate> update)
{
    std::vector<observe::Freshness> freshness;
    for (const observe::MasterStatus& master : update->masters)
        freshness.push_back(master.freshness);
    m_cells.setFreshness(std::move(freshness));
    if (updateFreshMasters())
        emitLooksChanged(0, LockCells::kColumnCount - 1);
    m_rows.reserve(update->locks);
    // Wait once for an unconnected master: a silent one is retried for ever.
    m_isStarting
        = m_isStarting && !std::ranges::all_of(update->masters, &observe::MasterStatus::isSettled);
    const bool isLoading = std::exchange(
        m_isLoading, m_isStarting || std::ranges::any_of(update->masters, isBeingLoaded));
    const bool isBehind = this->isBehind();
    m_queue.add(std::move(update), isLoading);
    if (!isBehind)
        applySlice();
}

void LockStore::applySlice()
{
    constexpr std::size_t kUnwatched = 64; // between looks at the clock
    const auto end = std::chrono::steady_clock::now() + m_options.sliceFor;
    Slots slots;
    for (std::size_t count = 0; isBehind() && count < m_options.sliceSize; ++count) {
        if (count % kUnwatched == kUnwatched - 1 && std::chrono::steady_clock::now() > end)
            break;
        applyChange(m_queue.take(), slots);
    }
    finish(slots);
    if (!slots.empty())
        emitLooksChanged(LockCells::HeldFor, LockCells::Remaining, true);
    if (isBehind()) {
        m_slicer.start(0);
        return;
    }
    m_slicer.stop();
    m_queue.clear();
    Q_EMIT caughtUp();
}

void LockStore::applyChange(const LockChangeQueue::Change& change, Slots& slots)
{
    const int slot = m_rows.find(change.resource);
    if (slot < 0 && change.entry)
        addRow(change, slots);
    else if (change.entry)
        applyEntry(slot, *change.entry, slots);
    else if (slot >= 0)
        markGone(slot, slots);
}

void LockStore::applyEntry(int slot, const observe::LockEntryPtr& entry, Slots& slots)
{
    LockRow& row = m_rows[slot];
    const std::pair before(row.change, row.changedAt);
    const int urgency = row.latestUrgency;
    if (!row.isGone())
        m_counts.add(row, -1);
    row.update(entry, m_clock.now(), m_clock.wallNow());
    row.isOurs = isOurs(row);
    m_counts.add(row, 1);
    if (row.change != Change::None && std::pair(row.change, row.changedAt) != before)
        m_marks.add(slot, m_rows[slot]);
    if (row.latestUrgency != urgency)
        settleLater(slot);
    slots.push_back(slot);
}

void LockStore::addRow(const LockChangeQueue::Change& change, Slots& slots)
{
    LockRow row;
    row.update(*change.entry, m_clock.now(), m_clock.wallNow());
    row.isOurs = isOurs(row);
    row.change = change.isLoading ? Change::None : Change::New;
    row.changedAt = m_clock.now();
    if (change.isLoading)
        row.urgency = row.latestUrgency;
    m_counts.add(row, 1);
    const int slot = m_rows.add(std::move(row));
    if (!change.isLoading)
        m_marks.add(slot, m_rows[slot]);
    if (m_rows[slot].urgency != m_rows[slot].latestUrgency)
        settleLater(slot);
    slots.push_back(slot);
}

void LockStore::markGone(int slot, Slots& slots)
{
    LockRow& row = m_rows[slot];
    if (row.isGone())
        return;
    m_counts.add(row, -1);
    row.change = Change::Gone;
    row.changedAt = m_clock.now();
    m_lingering.add(slot, row);
    slots.push_back(slot);
}

void LockStore::finish(const Slots& changed)
{
    if (!changed.empty())
        Q_EMIT slotsChanged(changed);
    m_rows.recycle();
    publishCounts();
}

void LockStore::tick()
{
    if (!m_isRemovalHeld || m_rows.size() - m_counts.locks > kMaxGone)
        m_lingering.setDue(m_clock.now() - m_options.lingerFor);
    m_marks.setDue(m_clock.now() - m_options.markFor);
    m_settling.setDue(m_clock.now() - m_options.settleFor);
    if (updateFreshMasters())
        emitLooksChanged(0, LockCells::kColumnCount - 1);
    else
        emitLooksChanged(LockCells::HeldFor, LockCells::Remaining, true);
    endSlice();
}

void LockStore::endSlice()
{
    Slots slots;
    removeLingering(slots);
    endMarks(slots);
    settle(slots);
    finish(slots);
    if (m_lingering.isAnyDue() || m_marks.isAnyDue() || m_settling.isAnyDue())
        m_ender.start(0);
}

void LockStore::emitLooksChanged(int firstColumn, int lastColumn, bool isTimeOnly)
{
    static_assert(LockCells::Remaining == LockCells::HeldFor + 1);
    if (m_rows.size() > 0)
        Q_EMIT looksChanged(firstColumn, lastColumn, isTimeOnly);
}

bool LockStore::updateFreshMasters()
{
    auto masters = freshMasters(m_cells.freshness(), m_clock.now());
    return std::exchange(m_freshMasters, masters) != masters;
}

void LockStore::endMarks(Slots& slots)
{
    for (const int slot : m_marks.takeDue(m_options.sliceSize, m_rows)) {
        LockRow& row = m_rows[slot];
        if (row.isGone() || row.change == Change::None)
            continue;
        row.change = Change::None;
        slots.push_back(slot);
    }
}

void LockStore::settleLater(int slot)
{
    LockRow& row = m_rows[slot];
    if (m_options.settleFor.count() > 0)
        m_settling.add(slot, row);
    else
        row.urgency = row.latestUrgency;
}

void LockStore::settle(Slots& slots)
{
    for (const int slot : m_settling.takeDue(m_options.sliceSize, m_rows)) {
        LockRow& row = m_rows[slot];
        if (std::exchange(row.urgency, row.latestUrgency) != row.latestUrgency)
            slots.push_back(slot);
    }
}

void LockStore::removeLingering(Slots& slots)
{
    for (const int slot : m_lingering.takeDue(m_options.sliceSize, m_rows)) {
        if (!m_rows.isThere(slot) || !m_rows[slot].isGone())
            continue;
        m_rows.remove(slot);
        slots.push_back(slot);
    }
}

void LockStore::setRemovalHeld(bool isHeld)
{
    m_isRemovalHeld = isHeld;
}

void LockStore::setOwnFingerprints(std::set<std::string> fingerprints)
{
    m_ownFingerprints = std::move(fingerprints);
    Slots slots;
    for (int slot = 0; slot < m_rows.slotEnd(); ++slot) {
        const bool isOursNow = m_rows.isThere(slot) && isOurs(m_rows[slot]);
        if (std::exchange(m_rows[slot].isOurs, isOursNow) != isOursNow)
            slots.push_back(slot);
    }
    finish(slots);
}

bool LockStore::isOurs(const LockRow& row) const
{
    return !m_ownFingerprints.empty() && row.judgement.token
        && m_ownFingerprints.contains(row.judgement.token->hex());
}

const LockRow* LockStore::find(const Resource& resource) const
{
    const int slot = m_rows.find(resource);
    return slot < 0 ? nullptr : &m_rows[slot];
}

observe::LockEntryPtr LockStore::presentEntry(const Resource& resource) const
{
    const LockRow* const row = find(resource);
    return row == nullptr || row->isGone() ? nullptr : row->entry;
}

void LockStore::publishCounts()
{
    if (std::exchange(m_publishedCounts, m_counts) != m_counts)
        Q_EMIT countsChanged();
}

} // namespace lockkeeper::ui
