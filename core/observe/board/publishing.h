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
    /// True if a key of the master that was unknown so far has just been stored: its keys are
    /// known, and it pushes each change.
    [[nodiscard]] bool isNewBorn(std::size_t master) const
    {
        return isWhole(master) && m_watched[master].pushedUntil.has_value();
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

/// Resources that must be read again on all masters, in the order in which the doubt arose. Each is
/// returned once by take(), and again only after it was settled and has become doubtful again.
/// Holds names: records may be removed at any time. Not thread-safe.
class DoubtfulRecords {
public:
    /// Does nothing if the record is doubtful already.
    void add(BoardRecord& record)
    {
        if (!record.isDoubted)
            m_names.push_back(record.entry->resource.value());
        record.isDoubted = true;
    }
    /// The masters were read again.
    static void settle(BoardRecord& record) noexcept { record.isDoubted = false; }

    /// The next `most` names. Drops those whose record is gone, or that `isDoubtful(record)` does
    /// not confirm: the doubt has ended by itself.
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

/// Completes the entries that a board publishes: counts their votes, collects the evidence, and
/// numbers the revisions. Not thread-safe. Everything that the rules refer to must outlive it.
class EntryAssessor {
public:
    explicit EntryAssessor(EvidenceRules rules)
        : m_rules(std::move(rules))
    { }

    /// Sets asOf, stale, who waits, note, revision and, for another token than that of `before`, or
    /// if that was free, firstSeen and renewals. `before` is the entry that was published last;
    /// null: none was. The revision grows unless only time has passed since `before`. Returns false
    /// if the lock is gone: its verdict is Free and no failed master may still store it, or the
    /// value that leads is no lock. The entry is not completed then. That the holder's process has
    /// ended counts when it has been so for a second, unless the lock was there before it was
    /// watched.
    [[nodiscard]] bool complete(LockEntry& entry, const LockEntry* before, const Clock& clock);
    /// The evidence as of now; nullopt if it is that of the entry, and who waits and the note are,
    /// too.
    [[nodiscard]] std::optional<EvidenceList> newEvidence(
        const LockEntry& entry, const Clock& clock);

private:
    /// Whether an entry was published before, or else existed before it was watched.
    enum class Sight { First, Later };
    [[nodiscard]] EvidenceList evidenceOf(
        const LockEntry& entry, const Judgement& judgement, Sight sight, const Clock& clock);
    void forgetToken(const std::optional<Fingerprint>& token);

    EvidenceRules m_rules;
    /// When the processes of these tokens were first seen to have ended.
    std::map<Fingerprint, SteadyTime> m_endedAt;
    std::uint64_t m_revision = 0; ///< the latest
};

/// What a board tells, and when: changes wait for the next update, new locks for votes, and what is
/// in doubt is read again. Not thread-safe. `clock` and everything that the rules refer to must
/// outlive it.
class Publishing {
public:
    /// Locks that are less certain than `least` are not published, only counted.
    Publishing(std::size_t masters, EvidenceRules rules, const Clock& clock, Certainty least);
    Publishing(const Publishing&) = delete;
    Publishing& operator=(const Publishing&) = delete;

    [[nodiscard]] SweepCoverage& coverage() noexcept { return m_coverage; }

    /// See PendingChanges.
    LockEntry& edit(BoardRecord& record) { return m_changes.edit(record); }
    void addNew(BoardRecord& record) { m_changes.addNew(record); }

    /// The masters must be read again. Does nothing if that is known already.
    void doubt(BoardRecord& record) { m_doubtful.add(record); }
    /// A vote has changed.
    void noteChange(BoardRecord& record)
    {
        if (!record.entry->isSettled)
            doubt(record);
    }
    /// See Board::takeUnconfirmed() and confirm().
    [[nodiscard]] std::vector<std::string> takeDoubtful(
        std::size_t most, const BoardRecords& records);
    void confirm(BoardRecord& record);

    /// Searches a lock for new evidence.
    void reassess(BoardRecord& record, const Clock& clock);

    void republishAll() noexcept { m_isRepublishing = true; }
    [[nodiscard]] bool hasChanges(const BoardRecords& records);
    /// Fills what Board::take() does of `update`, except `otherKeys` and `quorum`. Calls `forget`
    /// for each record that is not needed any more, which removes it.
    void take(
        BoardUpdate& update, BoardRecords& records, absl::FunctionRef<void(BoardRecord&)> forget);

private:
    [[nodiscard]] bool isShown(const LockEntry& entry) const noexcept
    {
        return entry.packedLock.certainty().level >= m_least;
    }

    const Clock& m_clock;
    const Certainty m_least;
    SweepCoverage m_coverage;
    PendingChanges m_changes;
    DoubtfulRecords m_doubtful;
    EntryAssessor m_assessor;
    std::size_t m_hidden = 0; ///< number of complete entries that are not shown
    bool m_isRepublishing = false;
};

} // namespace lockkeeper::observe
