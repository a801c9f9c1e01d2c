// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/lock_table_model.h"

#include <algorithm>
#include <numeric>

namespace lockkeeper::ui {
namespace {

// Each removal of a run of rows costs every view and proxy a pass over the remaining rows. With
// more runs than this, the rows are first moved to the end and then removed at once.
constexpr int kMaxSingleRuns = 16;

int countRuns(const std::vector<bool>& flags)
{
    int runs = 0;
    for (std::size_t i = 0; i < flags.size(); ++i) {
        if (flags[i] && (i == 0 || !flags[i - 1]))
            ++runs;
    }
    return runs;
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
{ }

LockTableModel::LockTableModel(const Clock& clock, QObject* parent)
    : LockTableModel(clock, Options{}, parent)
{ }

void LockTableModel::apply(const observe::BoardUpdate& update)
{
    const SteadyTime now = m_clock.now();
    const WallTime wallNow = m_clock.wallNow();
    setMasters(update.masters);
    std::vector<observe::LockEntryPtr> added;
    RowFlags changed(m_rows.size(), false);
    for (const observe::LockEntryPtr& entry : update.changed) {
        const int row = rowOf(entry->resource);
        if (row < 0) {
            added.push_back(entry);
            continue;
        }
        LockRow& current = m_rows[static_cast<std::size_t>(row)];
        const bool isRevised = current.entry->revision != entry->revision || current.isGone();
        current.update(entry, now, wallNow);
        current.isOurs = isOurs(*entry);
        changed[static_cast<std::size_t>(row)] = isRevised;
    }
    markGone(update.gone, changed);
    updateOutdated(changed);
    emitRowsChanged(changed);
    emitTimesChanged();
    appendRows(added);
    m_isLoading = std::ranges::any_of(update.masters, isBeingLoaded);
    updateCounts();
}

void LockTableModel::setMasters(const std::vector<observe::MasterStatus>& masters)
{
    std::vector<observe::Freshness> freshness;
    for (const observe::MasterStatus& master : masters)
        freshness.push_back(master.freshness);
    m_cells.setFreshness(std::move(freshness));
}

void LockTableModel::appendRows(const std::vector<observe::LockEntryPtr>& entries)
{
    if (entries.empty())
        return;
    std::vector<LockRow> rows;
    std::unordered_map<Resource, int> index;
    const SteadyTime now = m_clock.now();
    for (const observe::LockEntryPtr& entry : entries) {
        const auto [place, isNew] = index.emplace(entry->resource, static_cast<int>(rows.size()));
        if (isNew)
            rows.emplace_back();
        LockRow& row = rows[static_cast<std::size_t>(place->second)];
        row.update(entry, now, m_clock.wallNow());
        row.change = m_isLoading ? Change::None : Change::New;
        row.changedAt = now;
        row.isOurs = isOurs(*entry);
        row.isShownOld = m_cells.isOld(row);
    }
    const int first = numRows();
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    for (LockRow& row : rows) {
        m_index[row.entry->resource] = numRows();
        m_rows.push_back(std::move(row));
    }
    endInsertRows();
}

void LockTableModel::markGone(const std::vector<Resource>& resources, RowFlags& changed)
{
    for (const Resource& resource : resources) {
        const int row = rowOf(resource);
        if (row < 0 || rowAt(row).isGone())
            continue;
        LockRow& gone = m_rows[static_cast<std::size_t>(row)];
        gone.change = Change::Gone;
        gone.changedAt = m_clock.now();
        changed[static_cast<std::size_t>(row)] = true;
    }
}

void LockTableModel::tick()
{
    if (!m_isRemovalHeld)
        removeLingering();
    RowFlags changed(m_rows.size(), false);
    endMarks(changed);
    updateOutdated(changed);
    emitRowsChanged(changed);
    emitTimesChanged();
}

void LockTableModel::emitTimesChanged()
{
    // The two columns are neighbours, so one signal covers both.
    static_assert(HeldFor == Remaining + 1);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Remaining), index(numRows() - 1, HeldFor));
}

void LockTableModel::updateOutdated(RowFlags& changed)
{
    const SteadyTime now = m_clock.now();
    std::vector<std::pair<bool, SteadyTime>> masters;
    for (const observe::Freshness& master : m_cells.freshness())
        masters.emplace_back(master.until >= now, master.since);
    const bool isAny = std::exchange(m_freshMasters, masters) != masters;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (!isAny && !changed[i])
            continue;
        const bool isOldNow = m_cells.isOld(m_rows[i]);
        if (std::exchange(m_rows[i].isShownOld, isOldNow) != isOldNow)
            changed[i] = true;
    }
}

void LockTableModel::endMarks(RowFlags& changed)
{
    const SteadyTime now = m_clock.now();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        LockRow& row = m_rows[i];
        if (row.change == Change::None || row.isGone() || now - row.changedAt < m_options.markFor)
            continue;
        row.change = Change::None;
        changed[i] = true;
    }
}

void LockTableModel::removeLingering()
{
    const SteadyTime now = m_clock.now();
    RowFlags doomed(m_rows.size(), false);
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        doomed[i] = m_rows[i].isGone() && now - m_rows[i].changedAt >= m_options.lingerFor;
    dropRows(std::move(doomed));
}

void LockTableModel::dropRows(RowFlags doomed)
{
    if (countRuns(doomed) > kMaxSingleRuns)
        moveToEnd(doomed);
    for (int last = numRows() - 1; last >= 0; --last) {
        if (!doomed[static_cast<std::size_t>(last)])
            continue;
        int first = last;
        while (first > 0 && doomed[static_cast<std::size_t>(first) - 1])
            --first;
        beginRemoveRows({}, first, last);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        m_isIndexValid = false;
        endRemoveRows();
        last = first;
    }
}

void LockTableModel::moveToEnd(RowFlags& doomed)
{
    std::vector<int> order(m_rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_partition(order.begin(), order.end(),
        [&doomed](int row) { return !doomed[static_cast<std::size_t>(row)]; });

    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    std::vector<LockRow> rows;
    std::vector<int> newRows(m_rows.size());
    RowFlags newDoomed;
    for (const int row : order) {
        const auto old = static_cast<std::size_t>(row);
        newRows[old] = static_cast<int>(rows.size());
        rows.push_back(std::move(m_rows[old]));
        newDoomed.push_back(doomed[old]);
    }
    m_rows = std::move(rows);
    doomed = std::move(newDoomed);
    m_isIndexValid = false;
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    for (const QModelIndex& old : from)
        to << index(newRows[static_cast<std::size_t>(old.row())], old.column());
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void LockTableModel::clear()
{
    dropRows(RowFlags(m_rows.size(), true));
    m_isLoading = true;
    updateCounts();
}

void LockTableModel::setRemovalHeld(bool isHeld)
{
    m_isRemovalHeld = isHeld;
}

void LockTableModel::setOwnFingerprints(std::set<std::string> fingerprints)
{
    m_ownFingerprints = std::move(fingerprints);
    RowFlags changed(m_rows.size(), false);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool isOursNow = isOurs(*m_rows[i].entry);
        changed[i] = m_rows[i].isOurs != isOursNow;
        m_rows[i].isOurs = isOursNow;
    }
    emitRowsChanged(changed);
}

bool LockTableModel::isOurs(const observe::LockEntry& entry) const
{
    const auto token = leadingToken(entry.votes);
    return token && m_ownFingerprints.contains(token->hex());
}

const observe::LockEntryPtr& LockTableModel::entryAt(int row) const
{
    return rowAt(row).entry;
}

const LockRow& LockTableModel::rowAt(int row) const
{
    return m_rows[static_cast<std::size_t>(row)];
}

int LockTableModel::rowOf(const Resource& resource) const
{
    if (!m_isIndexValid) {
        m_index.clear();
        for (int row = 0; row < numRows(); ++row)
            m_index[rowAt(row).entry->resource] = row;
        m_isIndexValid = true;
    }
    const auto found = m_index.find(resource);
    return found == m_index.end() ? -1 : found->second;
}

void LockTableModel::emitRowsChanged(const RowFlags& changed)
{
    for (std::size_t first = 0; first < changed.size(); ++first) {
        if (!changed[first])
            continue;
        std::size_t last = first;
        while (last + 1 < changed.size() && changed[last + 1])
            ++last;
        Q_EMIT dataChanged(
            index(static_cast<int>(first), 0), index(static_cast<int>(last), kColumnCount - 1));
        first = last;
    }
}

void LockTableModel::updateCounts()
{
    Counts counts;
    for (const LockRow& row : m_rows) {
        if (row.isGone())
            continue;
        ++counts.locks;
        counts.stale += row.isStale() ? 1 : 0;
        counts.neverExpires += row.neverExpires() ? 1 : 0;
        counts.split += row.judgement.verdict == observe::Verdict::Split ? 1 : 0;
    }
    if (counts == m_counts)
        return;
    m_counts = counts;
    Q_EMIT countsChanged();
}

} // namespace lockkeeper::ui
