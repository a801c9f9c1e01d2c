// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/entry_votes.h"
#include "core/observe/board/known_keys.h"
#include "core/observe/board/pending_changes.h"
#include "core/observe/board/votes/loss.h"

#include <optional>
#include <utility>
#include <vector>

namespace lockkeeper::observe {

/// Tells the locks that masters lose together from those that their holders release. A flush or a
/// restart is expected from its sign to the end of the next sweep: a token that vanishes early
/// meanwhile is lost, and its vote says so (Votes::isLost()). Not thread-safe.
class MasterLosses {
public:
    explicit MasterLosses(std::size_t masters)
        : m_masters(masters)
    { }

    /// A database of the master was emptied, perhaps another one.
    void noteFlush(std::size_t master, SteadyTime now)
    {
        m_masters[master].expected = Expected{LossCause::Flush, now};
    }
    /// `at`: when the latest restart was noticed (redis::LinkStatus::restartedAt). Does nothing if
    /// it is known already.
    void noteRestart(std::size_t master, std::optional<SteadyTime> at)
    {
        if (at && at != m_masters[master].restart)
            m_masters[master].expected = Expected{LossCause::Restart, *at};
        m_masters[master].restart = at;
    }
    /// The latest loss; nullopt: there was none.
    [[nodiscard]] const std::optional<Loss>& latest(std::size_t master) const noexcept
    {
        return m_masters[master].latest;
    }

    /// observe::setVote(), which also records whether the vote shows a loss.
    bool setVote(LockEntry& entry, std::size_t master, const Vote& vote, const ValueMark& mark)
    {
        auto& expected = m_masters[master].expected;
        const bool isLost = expected && isEarly(entry.votes, master, vote);
        const bool isChange = observe::setVote(entry, master, vote, mark);
        if (isLost) {
            entry.votes.setLost(master, true);
            ++expected->locks;
        }
        return isChange;
    }

    void beginSweep(std::size_t master) noexcept
    {
        if (auto& expected = m_masters[master].expected)
            expected->isSwept = true;
    }
    /// The sweep has seen all that there is; what it has not seen will get the vote `free`. Without
    /// another sign, several locks that vanish early from a master without keys are a loss.
    void noteSwept(std::size_t master, const KnownKeys& keys, const Vote& free)
    {
        constexpr std::size_t kTogether = 3;
        auto& expected = m_masters[master].expected;
        if (expected || !keys.isNothingSeen(master))
            return;
        const std::size_t early = countLocks(keys,
            [&](const BoardRecord& record) { return isEarly(record.entry->votes, master, free); });
        if (early >= kTogether)
            expected = Expected{LossCause::Unknown, free.readAt, true};
    }
    /// All votes of the sweep are there.
    void endSweep(
        std::size_t master, const KnownKeys& keys, PendingChanges& changes, SteadyTime now)
    {
        Master& state = m_masters[master];
        if (!state.expected || !state.expected->isSwept)
            return;
        const Expected expected = *std::exchange(state.expected, std::nullopt);
        if (expected.locks == 0)
            return;
        if (expected.cause == LossCause::Flush && isOfOther(expected, master, keys))
            return takeBack(expected, master, keys, changes);
        state.latest = Loss{now, expected.locks, expected.cause};
    }

private:
    struct Expected {
        LossCause cause;
        SteadyTime since;
        bool isSwept = false; ///< by the sweep that is under way
        std::size_t locks = 0;
    };
    struct Master {
        std::optional<Expected> expected;
        std::optional<Loss> latest;
        std::optional<SteadyTime> restart;
    };

    template <class Test> static std::size_t countLocks(const KnownKeys& keys, Test test)
    {
        std::size_t count = 0;
        for (const BoardRecord& record : keys.locks())
            count += test(record) ? 1 : 0;
        return count;
    }
    /// True if a token ends by this vote before its TTL, or without one.
    static bool isEarly(const Votes& votes, std::size_t master, const Vote& vote)
    {
        // TTLs are read in whole milliseconds, and servers expire keys late.
        constexpr std::chrono::milliseconds kTolerance{50};
        const auto until = votes.heldUntil(master);
        return vote.state == VoteState::Free && !vote.error && until
            && *until - kTolerance > vote.readAt;
    }
    /// True if most locks survived the flush: it was of another database.
    static bool isOfOther(const Expected& flush, std::size_t master, const KnownKeys& keys)
    {
        const std::size_t kept = countLocks(keys, [&](const BoardRecord& record) {
            const Votes::Cell cell = record.entry->votes.cell(master);
            return cell.state == VoteState::Held && cell.readAt < flush.since;
        });
        return kept >= flush.locks;
    }
    /// What has vanished meanwhile was released.
    static void takeBack(
        const Expected& flush, std::size_t master, const KnownKeys& keys, PendingChanges& changes)
    {
        for (BoardRecord& record : keys.locks()) {
            const Votes& votes = record.entry->votes;
            if (votes.isLost(master) && votes.cell(master).readAt >= flush.since)
                changes.edit(record).votes.setLost(master, false);
        }
    }

    std::vector<Master> m_masters;
};

} // namespace lockkeeper::observe
