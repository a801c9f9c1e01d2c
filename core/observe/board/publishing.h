// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"
#include "core/observe/board/known_keys.h"
#include "core/observe/board/staleness.h"

#include <absl/functional/function_ref.h>
#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockkeeper::observe {

/// Which masters were swept since their last failure, and how each is watched.
class SweepCoverage {
public:
    explicit SweepCoverage(std::size_t masters)
        : m_watched(masters, WatchCoverage{.since = SteadyTime::max()})
        , m_isBeingSwept(masters)
    { }

    /// Votes are awaited only in the first sweep since a failure.
    void begin(std::size_t master) { m_isBeingSwept[master] = !isWhole(master); }
    void end(std::size_t master, SteadyTime now)
    {
        if (!isWhole(master))
            m_watched[master].since = now;
        m_isBeingSwept[master] = false;
    }
    void invalidate(std::size_t master) noexcept
    {
        m_watched[master].since = SteadyTime::max();
        m_isBeingSwept[master] = false;
    }
    void setPushed(std::size_t master, std::optional<SteadyTime> until)
    {
        m_watched[master].pushedUntil = until;
    }

    [[nodiscard]] bool isWhole(std::size_t master) const
    {
        return m_watched[master].since != SteadyTime::max();
    }
    /// An unknown key of the master must be new.
    [[nodiscard]] bool isNewBorn(std::size_t master) const
    {
        return isWhole(master) && m_watched[master].pushedUntil.has_value();
    }
    [[nodiscard]] bool isSweeping() const
    {
        return std::ranges::find(m_isBeingSwept, true) != m_isBeingSwept.end();
    }
    [[nodiscard]] bool isAwaited(const Votes& votes) const
    {
        return isAnySilent(votes, [this](std::size_t i) { return m_isBeingSwept[i]; });
    }
    [[nodiscard]] bool isDoubtful(const Votes& votes) const
    {
        return isAnySilent(votes, [this](std::size_t i) { return isWhole(i); })
            || !votes.isUnanimous();
    }
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

    std::vector<WatchCoverage> m_watched; ///< `since`: max until swept
    std::vector<bool> m_isBeingSwept;
};

/// Changed records, and new ones waiting for votes. edit() copies published entries: other threads
/// may read them. Remove no record that is in a list.
class PendingChanges {
public:
    LockEntry& edit(BoardRecord& record);
    /// Waits for release(); edits do not publish it.
    void addNew(BoardRecord& record);
    /// Publishes records that waited enough, see Board. Does nothing while it would take over a
    /// tenth of the time.
    void release(const SweepCoverage& coverage, const Clock& clock, std::size_t records);

    [[nodiscard]] bool empty() const noexcept { return m_changes.empty(); }
    /// Calls `each(record, before)` for each change; it may remove the record. `before`: last
    /// published, or null.
    template <class Each> void take(Each each)
    {
        for (const Change& change : std::exchange(m_changes, {})) {
            change.record->isDirty = false;
            each(*change.record, change.before);
        }
    }
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

/// Resources to read again on all masters, oldest first. Holds names: records may be removed.
class DoubtfulRecords {
public:
    void add(BoardRecord& record)
    {
        if (!record.isDoubted)
            m_names.push_back(record.entry->resource.value());
        record.isDoubted = true;
    }
    static void settle(BoardRecord& record) noexcept { record.isDoubted = false; }

    /// Skips removed records, and those that `isDoubtful` denies.
    template <class IsDoubtful>
    [[nodiscard]] std::vector<std::string> take(
        std::size_t most, const BoardRecords& records, IsDoubtful isDoubtful)
    {
        std::vector<std::string> taken;
        while (!m_names.empty() && taken.size() < most) {
            std::string name = std::move(m_names.front());
            m_names.pop_front();
            BoardRecord* const record = records.find(name);
            if (record == nullptr)
                continue;
            record->isDoubted = isDoubtful(*record);
            if (record->isDoubted)
                taken.push_back(std::move(name));
        }
        return taken;
    }

private:
    std::deque<std::string> m_names;
};

/// Completes entries.
class EntryAssessor {
public:
    explicit EntryAssessor(EvidenceRules rules)
        : m_rules(std::move(rules))
    { }

    /// Sets asOf, stale, waiting, note and revision; also firstSeen and renewals if `before` (last
    /// published entry, or null) has another token or was free. The revision stays if only time has
    /// passed.
    ///
    /// False: no master may store the lock any more, or the leading value is no lock. A process
    /// counts as ended after a second, or at once if the lock is older than the watch.
    [[nodiscard]] bool complete(LockEntry& entry, const LockEntry* before, const Clock& clock);
    [[nodiscard]] std::optional<EvidenceList> newEvidence(
        const LockEntry& entry, const Clock& clock);

private:
    /// First: unpublished, and older than the watch.
    enum class Sight { First, Later };
    [[nodiscard]] EvidenceList evidenceOf(
        const LockEntry& entry, const Judgement& judgement, Sight sight, const Clock& clock);
    void forgetToken(const std::optional<Fingerprint>& token);

    EvidenceRules m_rules;
    std::map<Fingerprint, SteadyTime> m_endedAt;
    std::uint64_t m_revision = 0;
};

/// When and what a board publishes.
class Publishing {
public:
    Publishing(std::size_t masters, EvidenceRules rules, const Clock& clock, Certainty least);
    Publishing(const Publishing&) = delete;
    Publishing& operator=(const Publishing&) = delete;

    [[nodiscard]] SweepCoverage& coverage() noexcept { return m_coverage; }

    LockEntry& edit(BoardRecord& record) { return m_changes.edit(record); }
    void addNew(BoardRecord& record) { m_changes.addNew(record); }

    void doubt(BoardRecord& record) { m_doubtful.add(record); }
    void noteChange(BoardRecord& record)
    {
        if (!record.entry->isSettled)
            doubt(record);
    }
    [[nodiscard]] std::vector<std::string> takeDoubtful(
        std::size_t most, const BoardRecords& records);
    void confirm(BoardRecord& record);

    void reassess(BoardRecord& record, const Clock& clock);

    void republishAll() noexcept { m_isRepublishing = true; }
    [[nodiscard]] bool hasChanges(const BoardRecords& records);
    /// Board::take() without `otherKeys`, `quorum`, `holds`. `forget` removes records.
    void take(
        BoardUpdate& update, BoardRecords& records, absl::FunctionRef<void(BoardRecord&)> forget);

    [[nodiscard]] bool isShown(const LockEntry& entry) const noexcept
    {
        return entry.packedLock.certainty().level >= m_least;
    }

private:
    const Clock& m_clock;
    const Certainty m_least;
    SweepCoverage m_coverage;
    PendingChanges m_changes;
    DoubtfulRecords m_doubtful;
    EntryAssessor m_assessor;
    std::size_t m_hidden = 0;
    bool m_isRepublishing = false;
};

} // namespace lockkeeper::observe
