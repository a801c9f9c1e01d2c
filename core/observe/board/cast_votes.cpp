// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/cast_votes.h"

#include "core/observe/board/entry_votes.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::observe {
namespace {

/// True if a token ends by this vote before its TTL, or without one.
bool isEarly(const Votes& votes, std::size_t master, const Vote& vote)
{
    // TTLs are read in whole milliseconds, and servers expire keys late.
    constexpr std::chrono::milliseconds kTolerance{50};
    const auto until = votes.heldUntil(master);
    return vote.state == VoteState::Free && !vote.error && until
        && *until - kTolerance > vote.readAt;
}

template <class Test> std::size_t countLocks(const KnownKeys& keys, Test test)
{
    std::size_t count = 0;
    for (const BoardRecord& record : keys.locks())
        count += test(record.entry->votes) ? 1 : 0;
    return count;
}

} // namespace

bool CastVotes::set(
    BoardRecord& record, std::size_t master, const Vote& vote, const ValueMark& mark)
{
    LockEntry& entry = *record.entry;
    auto& expected = m_masters[master].expected;
    const bool isLost = expected && isEarly(entry.votes, master, vote);
    const bool isChange = setVote(entry, master, vote, mark);
    if (isLost) {
        entry.votes.setLost(master, true);
        ++expected->locks;
    }
    if (vote.state == VoteState::Held && vote.ttl)
        m_expiries.add(record, deadlineAfter(vote.readAt, *vote.ttl));
    return isChange;
}

std::vector<ExpiredVote> CastVotes::takeExpired(
    SteadyTime now, absl::FunctionRef<void(BoardRecord&)> onFailed)
{
    std::vector<ExpiredVote> expired;
    for (BoardRecord* const record : m_expiries.takeDue(now)) {
        const Votes& votes = record->entry->votes;
        bool hasFailed = false;
        for (std::size_t i = 0; i < votes.size(); ++i) {
            const Votes::Cell cell = votes.cell(i);
            const auto due
                = cell.ttl ? deadlineAfter(cell.readAt, *cell.ttl) : votes.storesUntil(i);
            if (!due || *due == SteadyTime::max())
                continue;
            if (*due > now)
                m_expiries.add(*record, *due);
            else if (cell.ttl)
                expired.push_back({i, record->entry->resource.value()});
            else
                hasFailed = true;
        }
        if (hasFailed)
            onFailed(*record);
    }
    return expired;
}

void CastVotes::noteRestart(std::size_t master, std::optional<SteadyTime> at)
{
    if (at && at != m_masters[master].restart)
        m_masters[master].expected = Expected{LossCause::Restart, *at};
    m_masters[master].restart = at;
}

void CastVotes::beginSweep(std::size_t master) noexcept
{
    if (auto& expected = m_masters[master].expected)
        expected->isSwept = true;
}

void CastVotes::noteSwept(std::size_t master, const KnownKeys& keys, const Vote& free)
{
    constexpr std::size_t kTogether = 3;
    auto& expected = m_masters[master].expected;
    if (expected || !keys.isNothingSeen(master))
        return;
    if (countLocks(keys, [&](const Votes& votes) { return isEarly(votes, master, free); })
        >= kTogether)
        expected = Expected{LossCause::Unknown, free.readAt, true};
}

void CastVotes::endSweep(std::size_t master, const KnownKeys& keys, SteadyTime now,
    absl::FunctionRef<LockEntry&(BoardRecord&)> edit)
{
    Master& state = m_masters[master];
    if (!state.expected || !state.expected->isSwept)
        return;
    const Expected expected = *std::exchange(state.expected, std::nullopt);
    if (expected.locks == 0)
        return;
    const std::size_t kept = countLocks(keys, [&](const Votes& votes) {
        const Votes::Cell cell = votes.cell(master);
        return cell.state == VoteState::Held && cell.readAt < expected.since;
    });
    if (expected.cause != LossCause::Flush || kept < expected.locks) {
        state.latest = Loss{now, expected.locks, expected.cause};
        return;
    }
    // Most locks survived the flush: it was of another database, and what has vanished meanwhile
    // was released.
    for (BoardRecord& record : keys.locks()) {
        const Votes& votes = record.entry->votes;
        if (votes.isLost(master) && votes.cell(master).readAt >= expected.since)
            edit(record).votes.setLost(master, false);
    }
}

} // namespace lockkeeper::observe
