// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/board.h"

#include <algorithm>

// How a board publishes its changes.

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

/// How long a new lock waits for the votes of masters being swept, and how often they are checked.
constexpr milliseconds kPatience{2000};
/// Number of locks that may be published before all their votes are known: enough for a view, and
/// few enough that the copies of their entries need little memory.
constexpr std::size_t kToldEarly = 20'000;
constexpr milliseconds kFreshInterval{100};

} // namespace

/// True if a master that is being swept has not voted yet.
bool Board::isAwaited(const Votes& votes) const
{
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if (m_isBeingSwept[i] && votes.cell(i).state == VoteState::NoAnswer)
            return true;
    }
    return false;
}

/// Moves new records that have waited long enough to those that are published next.
void Board::releaseNewRecords()
{
    const SteadyTime now = m_clock.now();
    const bool isSweeping = std::ranges::find(m_isBeingSwept, true) != m_isBeingSwept.end();
    const bool hasManyTold = m_records.size() - m_newRecords.size() > kToldEarly;
    if (m_newRecords.empty() || (isSweeping && now < m_nextFresh))
        return;
    std::erase_if(m_newRecords, [&](Record* record) {
        const LockEntry& entry = *record->entry;
        const bool isEarly = hasManyTold || now - entry.firstSeen < kPatience;
        if (isSweeping && isEarly && isAwaited(entry.votes))
            return false;
        m_dirty.push_back({record, nullptr});
        return true;
    });
    // With a million records this takes long: limit it to a tenth of the sweep's time.
    const SteadyTime end = m_clock.now();
    m_nextFresh = end + std::max<SteadyTime::duration>(kFreshInterval, 9 * (end - now));
    if (m_newRecords.empty())
        m_newRecords.shrink_to_fit();
}

bool Board::hasChanges()
{
    releaseNewRecords();
    return m_isRetelling || !m_dirty.empty();
}

BoardUpdate Board::take()
{
    releaseNewRecords();
    BoardUpdate update;
    update.asOf = m_clock.now();
    update.quorum = m_masters->size() / 2 + 1;
    for (const Dirty& dirty : std::exchange(m_dirty, {})) {
        Record& record = *dirty.record;
        record.isDirty = false;
        if (!finish(*record.entry, dirty.before)) {
            if (dirty.before)
                update.gone.push_back(record.entry->resource);
            forget(record);
            continue;
        }
        record.isPublished = true;
        update.changed.push_back(record.entry);
    }
    if (std::exchange(m_isRetelling, false)) {
        update.changed.clear();
        for (Record& record : m_records) {
            // Votes of a record that waits for more were not counted yet.
            if (record.entry->revision == 0)
                continue;
            record.isPublished = true;
            update.changed.push_back(record.entry);
        }
    }
    update.otherKeys = m_others.readCount();
    update.locks = m_records.size();
    return update;
}

/// Counts the votes; returns false if the lock is gone.
bool Board::finish(LockEntry& entry, const LockEntryPtr& before)
{
    entry.asOf = m_clock.now();
    const Judgement judgement = entry.judgement();
    if (judgement.verdict == Verdict::Free || entry.packedLock.formatName().empty())
        return false;
    if (before) {
        const auto token = judgement.token ? judgement.token : entry.votes.latestToken();
        const bool isSameToken
            = token == before->votes.latestToken() || token == before->judgement().token;
        if (!isSameToken) {
            entry.firstSeen = entry.asOf;
            entry.renewals = {};
        }
    }
    entry.stale = findEvidence(entry, judgement, m_rules, m_clock);
    const bool isUnchanged = before && isSameButForTime(entry, *before);
    entry.revision = isUnchanged ? before->revision : ++m_revision;
    return true;
}

void Board::reassess(std::size_t most)
{
    if (m_reassessed >= m_records.size())
        m_reassessed = 0;
    const std::size_t first = m_reassessed;
    const std::size_t last = first + most;
    m_records.visit(first, last, [this](Record& record) {
        const LockEntry& entry = *record.entry;
        EvidenceList found = findEvidence(entry, entry.judgement(), m_rules, m_clock);
        if (found != entry.stale)
            edit(record).stale = std::move(found);
    });
    m_reassessed = last;
}

} // namespace lockkeeper::observe
