// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_table_model.h"

#include <algorithm>
#include <functional>

namespace lockkeeper::ui {
namespace {

// Each removal of a run of rows costs every view a pass over the remaining rows. With more runs
// than this, the rows are first moved to the end and then removed at once.
constexpr int kMaxSingleRuns = 16;

// While removal is held, rows of gone locks stay, but not without end: somebody may pause
// overnight.
constexpr int kMaxGone = 20'000;

int countRuns(const std::vector<bool>& flags)
{
    int runs = 0;
    for (std::size_t i = 0; i < flags.size(); ++i) {
        if (flags[i] && (i == 0 || !flags[i - 1]))
            ++runs;
    }
    return runs;
}

/// Calls `act(first, last)` for each run of neighbouring numbers. Leaves out negative ones.
template <class Act> void forEachRun(std::vector<int> numbers, Act act)
{
    std::ranges::sort(numbers);
    for (std::size_t first = 0; first < numbers.size(); ++first) {
        std::size_t last = first;
        while (last + 1 < numbers.size() && numbers[last + 1] <= numbers[last] + 1)
            ++last;
        if (numbers[last] >= 0)
            act(std::max(numbers[first], 0), numbers[last]);
        first = last;
    }
}

/// By master: whether its votes are fresh, and since when they must have been read.
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

LockTableModel::LockTableModel(const Clock& clock, Options options, QObject* parent)
    : TableModel(parent)
    , m_clock(clock)
    , m_options(options)
    , m_cells(clock)
{
    connect(&m_slicer, &QTimer::timeout, this, &LockTableModel::applySlice);
    m_ender.setSingleShot(true);
    connect(&m_ender, &QTimer::timeout, this, &LockTableModel::endSlice);
}

LockTableModel::LockTableModel(const Clock& clock, QObject* parent)
    : LockTableModel(clock, Options{}, parent)
{ }

void LockTableModel::apply(const observe::BoardUpdate& update)
{
    apply(std::make_shared<const observe::BoardUpdate>(update));
}

void LockTableModel::apply(std::shared_ptr<const observe::BoardUpdate> update)
{
    std::vector<observe::Freshness> freshness;
    for (const observe::MasterStatus& master : update->masters)
        freshness.push_back(master.freshness);
    m_cells.setFreshness(std::move(freshness));
    if (updateFreshMasters())
        emitLooksChanged(0, kColumnCount - 1);
    m_rows.reserve(update->locks);
    // A master that is not connected to yet is waited for once: one that does not answer is tried
    // again and again.
    m_isStarting
        = m_isStarting && !std::ranges::all_of(update->masters, &observe::MasterStatus::isSettled);
    const bool isLoading = std::exchange(
        m_isLoading, m_isStarting || std::ranges::any_of(update->masters, isBeingLoaded));
    const bool isBehind = this->isBehind();
    m_queue.add(std::move(update), isLoading);
    if (!isBehind)
        applySlice();
}

void LockTableModel::applySlice()
{
    constexpr std::size_t kUnwatched = 64; // changes between two looks at the time
    const auto end = std::chrono::steady_clock::now() + m_options.sliceFor;
    Batch batch;
    for (std::size_t count = 0; isBehind() && count < m_options.sliceSize; ++count) {
        if (count % kUnwatched == kUnwatched - 1 && std::chrono::steady_clock::now() > end)
            break;
        applyChange(m_queue.take(), batch);
    }
    const bool isAnyChanged = !batch.slots.empty();
    finish(std::move(batch));
    if (isAnyChanged)
        emitLooksChanged(Remaining, Evidence, true);
    if (isBehind()) {
        m_slicer.start(0);
        return;
    }
    m_slicer.stop();
    m_queue.clear();
    Q_EMIT caughtUp();
}

void LockTableModel::applyChange(const LockChangeQueue::Change& change, Batch& batch)
{
    const int slot = m_rows.find(change.resource);
    if (slot < 0 && change.entry)
        addRow(change, batch);
    else if (change.entry)
        applyEntry(slot, *change.entry, batch);
    else if (slot >= 0)
        markGone(slot, batch);
}

void LockTableModel::applyEntry(int slot, const observe::LockEntryPtr& entry, Batch& batch)
{
    LockRow& row = m_rows[slot];
    const bool isRevised = row.entry->revision != entry->revision || row.isGone();
    const std::pair before(row.change, row.changedAt);
    if (!row.isGone())
        m_counts.add(row, -1);
    row.update(entry, m_clock.now(), m_clock.wallNow());
    row.isOurs = isOurs(row);
    m_counts.add(row, 1);
    if (row.change != Change::None && std::pair(row.change, row.changedAt) != before)
        m_marks.add(slot, m_rows[slot]);
    batch.slots.push_back(slot);
    if (isRevised)
        batch.revised.push_back(slot);
}

void LockTableModel::addRow(const LockChangeQueue::Change& change, Batch& batch)
{
    LockRow row;
    row.update(*change.entry, m_clock.now(), m_clock.wallNow());
    row.isOurs = isOurs(row);
    row.change = change.isLoading ? Change::None : Change::New;
    row.changedAt = m_clock.now();
    m_counts.add(row, 1);
    const int slot = m_rows.add(std::move(row));
    if (!change.isLoading)
        m_marks.add(slot, m_rows[slot]);
    batch.slots.push_back(slot);
    batch.added.push_back(slot);
}

void LockTableModel::markGone(int slot, Batch& batch)
{
    LockRow& row = m_rows[slot];
    if (row.isGone())
        return;
    m_counts.add(row, -1);
    row.change = Change::Gone;
    row.changedAt = m_clock.now();
    m_lingering.add(slot, row);
    batch.slots.push_back(slot);
    batch.revised.push_back(slot);
}

void LockTableModel::finish(Batch batch)
{
    emitRowsChanged(std::move(batch.revised));
    appendRows(batch.added);
    if (!batch.slots.empty())
        Q_EMIT slotsChanged(batch.slots);
    m_rows.recycle();
    publishCounts();
}

void LockTableModel::appendRows(const std::vector<int>& slots)
{
    if (slots.empty())
        return;
    beginInsertRows({}, numRows(), numRows() + static_cast<int>(slots.size()) - 1);
    m_rows.append(slots);
    endInsertRows();
}

void LockTableModel::tick()
{
    if (!m_isRemovalHeld || numRows() - m_counts.locks > kMaxGone)
        m_lingering.setDue(m_clock.now() - m_options.lingerFor);
    m_marks.setDue(m_clock.now() - m_options.markFor);
    if (updateFreshMasters())
        emitLooksChanged(0, kColumnCount - 1);
    else
        emitLooksChanged(Remaining, Evidence, true);
    endSlice();
}

void LockTableModel::endSlice()
{
    Batch batch;
    removeLingering(batch);
    endMarks(batch);
    finish(std::move(batch));
    if (m_lingering.isAnyDue() || m_marks.isAnyDue())
        m_ender.start(0);
}

void LockTableModel::emitLooksChanged(int firstColumn, int lastColumn, bool isTimeOnly)
{
    // The columns with times are neighbours, so one signal covers them.
    static_assert(HeldFor == Remaining + 1 && Evidence == HeldFor + 1);
    if (numRows() == 0)
        return;
    Q_EMIT dataChanged(
        index(0, firstColumn), index(numRows() - 1, lastColumn), rolesOf(isTimeOnly));
    Q_EMIT looksChanged(firstColumn, lastColumn, isTimeOnly);
}

bool LockTableModel::updateFreshMasters()
{
    auto masters = freshMasters(m_cells.freshness(), m_clock.now());
    return std::exchange(m_freshMasters, masters) != masters;
}

void LockTableModel::endMarks(Batch& batch)
{
    for (const int slot : m_marks.takeDue(m_options.sliceSize, m_rows)) {
        LockRow& row = m_rows[slot];
        if (row.isGone() || row.change == Change::None)
            continue;
        row.change = Change::None;
        batch.slots.push_back(slot);
        batch.revised.push_back(slot);
    }
}

void LockTableModel::removeLingering(Batch& batch)
{
    RowFlags doomed;
    for (const int slot : m_lingering.takeDue(m_options.sliceSize, m_rows)) {
        const int row = m_rows.rowOf(slot);
        if (row < 0 || !m_rows[slot].isGone())
            continue;
        doomed.resize(static_cast<std::size_t>(numRows()));
        doomed[static_cast<std::size_t>(row)] = true;
    }
    dropRows(std::move(doomed), batch);
}

void LockTableModel::dropRows(RowFlags doomed, Batch& batch)
{
    if (countRuns(doomed) > kMaxSingleRuns)
        moveToEnd(doomed);
    for (int last = static_cast<int>(doomed.size()) - 1; last >= 0; --last) {
        if (!doomed[static_cast<std::size_t>(last)])
            continue;
        int first = last;
        while (first > 0 && doomed[static_cast<std::size_t>(first) - 1])
            --first;
        for (int row = first; row <= last; ++row)
            batch.slots.push_back(m_rows.slotAt(row));
        beginRemoveRows({}, first, last);
        m_rows.remove(first, last);
        endRemoveRows();
        last = first;
    }
}

void LockTableModel::moveToEnd(RowFlags& doomed)
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    std::vector<int> slots;
    for (const QModelIndex& old : from)
        slots.push_back(m_rows.slotAt(old.row()));
    m_rows.moveToEnd(doomed);
    std::stable_partition(doomed.begin(), doomed.end(), std::logical_not<>());
    QModelIndexList to;
    for (qsizetype i = 0; i < from.size(); ++i)
        to << index(m_rows.rowOf(slots[static_cast<std::size_t>(i)]), from[i].column());
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void LockTableModel::setRemovalHeld(bool isHeld)
{
    m_isRemovalHeld = isHeld;
}

void LockTableModel::setOwnFingerprints(std::set<std::string> fingerprints)
{
    m_ownFingerprints = std::move(fingerprints);
    Batch batch;
    for (int place = 0; place < numRows(); ++place) {
        LockRow& row = m_rows[m_rows.slotAt(place)];
        const bool isOursNow = isOurs(row);
        if (std::exchange(row.isOurs, isOursNow) == isOursNow)
            continue;
        batch.slots.push_back(m_rows.slotAt(place));
        batch.revised.push_back(m_rows.slotAt(place));
    }
    finish(std::move(batch));
}

bool LockTableModel::isOurs(const LockRow& row) const
{
    return !m_ownFingerprints.empty() && row.judgement.token
        && m_ownFingerprints.contains(row.judgement.token->hex());
}

const observe::LockEntryPtr& LockTableModel::entryAt(int row) const
{
    return rowAt(row).entry;
}

const LockRow& LockTableModel::rowAt(int row) const
{
    return m_rows[m_rows.slotAt(row)];
}

int LockTableModel::rowOf(const Resource& resource) const
{
    const int slot = m_rows.find(resource);
    return slot < 0 ? -1 : m_rows.rowOf(slot);
}

void LockTableModel::emitRowsChanged(std::vector<int> slots)
{
    for (int& slot : slots)
        slot = m_rows.rowOf(slot);
    forEachRun(std::move(slots), [this](int first, int last) {
        Q_EMIT dataChanged(index(first, 0), index(last, kColumnCount - 1));
    });
}

void LockTableModel::publishCounts()
{
    if (std::exchange(m_publishedCounts, m_counts) != m_counts)
        Q_EMIT countsChanged();
}

} // namespace lockkeeper::ui
