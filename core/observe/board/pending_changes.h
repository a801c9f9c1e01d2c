// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_record.h"
#include "core/observe/board/staleness.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockkeeper::observe {

/// Which masters were swept since they failed last, and how closely each is watched since then. Not
/// thread-safe.
class SweepCoverage {
public:
    /// No master was swept.
    explicit SweepCoverage(std::size_t masters)
        : m_watched(masters, WatchCoverage{.since = SteadyTime::max()})
        , m_isBeingSwept(masters)
    { }

    /// A sweep starts. Votes are awaited only in the first sweep since a failure.
    void begin(std::size_t master) { m_isBeingSwept[master] = !isWhole(master); }
    /// The sweep has seen all keys of the master.
    void end(std::size_t master, SteadyTime now)
    {
        if (!isWhole(master))
            m_watched[master].since = now;
        m_isBeingSwept[master] = false;
    }
    /// The master has failed, or its data may have changed.
    void invalidate(std::size_t master) noexcept
    {
        m_watched[master].since = SteadyTime::max();
        m_isBeingSwept[master] = false;
    }
    /// See Board::setPushed().
    void setPushed(std::size_t master, std::optional<SteadyTime> until)
    {
        m_watched[master].pushedUntil = until;
    }

    /// True if the master was swept since its last failure.
    [[nodiscard]] bool isWhole(std::size_t master) const
    {
        return m_watched[master].since != SteadyTime::max();
    }
    /// True if a master is being swept for the first time since its failure.
    [[nodiscard]] bool isSweeping() const
    {
        return std::ranges::find(m_isBeingSwept, true) != m_isBeingSwept.end();
    }
    /// True if a master that is being swept for the first time has not voted yet.
    [[nodiscard]] bool isAwaited(const Votes& votes) const
    {
        return isAnySilent(votes, [this](std::size_t i) { return m_isBeingSwept[i]; });
    }
    /// True if masters disagree, or if a master that was swept has not voted.
    [[nodiscard]] bool isDoubtful(const Votes& votes) const
    {
        return isAnySilent(votes, [this](std::size_t i) { return isWhole(i); })
            || !votes.isUnanimous();
    }
    /// By master.
    [[nodiscard]] const std::vector<WatchCoverage>& watched() const noexcept { return m_watched; }

private:
    template <class IsCounted> static bool isAnySilent(const Votes& votes, IsCounted isCounted)
    {
        for (std::size_t i = 0; i < votes.size(); ++i) {
            if (isCounted(i) && votes.cell(i).state == VoteState::NoAnswer)
                return true;
        }
        return false;
    }

    std::vector<WatchCoverage> m_watched; ///< by master; `since` is max until it was swept
    std::vector<bool> m_isBeingSwept; ///< by master: for the first time since its failure
};

/// The records of a board that changed since the last update, and the new records that wait for
/// more votes before they are published. Entries are edited in place until they are published;
/// later edits replace them, because readers on other threads may share them.
///
/// Refers to records: a record may be removed only while it is neither changed nor waiting. Not
/// thread-safe.
class PendingChanges {
public:
    /// Returns the entry of `record` for editing and notes the change. Replaces a published entry
    /// by a copy.
    LockEntry& edit(BoardRecord& record);
    /// Adds a record that was never published. It waits for release(); edits do not publish it.
    void addNew(BoardRecord& record);
    /// Moves the new records that need not wait any longer to the changes: those on which all
    /// masters being swept have voted, and those that have waited for two seconds while only few
    /// locks were published. `records`: number of records on the board. Limits the time that it
    /// takes to a tenth: it may do nothing.
    void release(const SweepCoverage& coverage, const Clock& clock, std::size_t records);

    [[nodiscard]] bool empty() const noexcept { return m_changes.empty(); }
    /// Calls `each(record, before)` for each change and forgets all. `before` is the entry that was
    /// published last; null if there is none. `each` may remove the record.
    template <class Each> void take(Each each)
    {
        for (const Change& change : std::exchange(m_changes, {})) {
            change.record->isDirty = false;
            each(*change.record, change.before);
        }
    }
    /// Returns the entry of `record` to be published: it is never edited from now on.
    static LockEntryPtr publish(BoardRecord& record)
    {
        record.isPublished = true;
        return record.entry;
    }

private:
    struct Change {
        BoardRecord* record;
        LockEntryPtr before;
    };

    std::vector<Change> m_changes;
    std::vector<BoardRecord*> m_new;
    SteadyTime m_nextRelease{};
};

} // namespace lockkeeper::observe
