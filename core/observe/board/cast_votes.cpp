// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/cast_votes.h"

#include "core/observe/board/entry_votes.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::observe {
namespace {

/// Before its TTL has passed, or without a TTL.
bool isEarly(const Votes& votes, std::size_t master, const Vote& vote)
{
    // TTLs are read in milliseconds, and servers expire late.
    constexpr std::chrono::milliseconds kTolerance{50};
    const auto until = votes.heldUntil(master);
    if (!until || *until - kTolerance <= vote.readAt)
        return false;
    if (vote.state == VoteState::Held)
        return votes.storedToken(master) && vote.token != *votes.storedToken(master);
    return vote.state == VoteState::Free && !vote.error;
}

template <class Test> std::size_t countLocks(const KnownKeys& keys, Test test)
{
    std::size_t count = 0;
    for (const BoardRecord& record : keys.locks())
        count += test(record.entry->votes) ? 1 : 0;
    return count;
}

} // namespace

bool CastVotes::set(BoardRecord& record, std::size_t master, const Vote& vote,
    const ValueMark& mark, bool isSameShared)
{
    LockEntry& entry = *record.entry;
    const bool isLost
        = isSameShared ? entry.votes.hasLostBefore(master) : noteEnd(record, master, vote);
    const bool isChange = setVote(entry, master, vote, mark);
    if (isLost)
        entry.votes.setLost(master, true);
    if (vote.state == VoteState::Held && vote.ttl)
        m_expiries.add(record, deadlineAfter(vote.readAt, *vote.ttl));
    return isChange;
}

/// Call before the vote. True: the master lost its token.
bool CastVotes::noteEnd(const BoardRecord& record, std::size_t master, const Vote& vote)
{
    auto& expected = m_masters[master].expected;
    if (!expected && m_lost.empty())
        return false;
    const LockEntry& entry = *record.entry;
    const std::string& name = entry.resource.value();
    if (vote.state == VoteState::Held && vote.token)
        m_lost.noteHeld(name, master, *vote.token);
    if (!isEarly(entry.votes, master, vote))
        return false;
    const Fingerprint* const token = entry.votes.storedToken(master);
    if (!expected || hasSurvived(record, master, vote)) {
        if (token != nullptr)
            m_lost.noteReleased(name, *token);
        return false;
    }
    const PackedLock* known = token == nullptr ? nullptr : entry.lockOf(*token);
    const LostLeases::Lease* const lease = m_lost.find(name, vote.readAt);
    if (known == nullptr && token != nullptr && lease != nullptr && lease->token == *token)
        known = &lease->lock;
    const bool isReplaced = vote.state == VoteState::Held;
    ++expected->locks;
    if (known != nullptr && !expected->wasUnwatched && !known->isTombstone())
        m_lost.suspect(name, master,
            {.token = *token,
                .lock = *known,
                .at = vote.readAt,
                .until = *entry.votes.heldUntil(master),
                .cause = expected->cause,
                .isReplaced = isReplaced});
    return true;
}

/// (a loss is expected) The token was seen since, or a command ended it.
bool CastVotes::hasSurvived(const BoardRecord& record, std::size_t master, const Vote& vote) const
{
    const Master& state = m_masters[master];
    const Votes::Cell cell = record.entry->votes.cell(master);
    if (cell.state == VoteState::Held && cell.readAt > state.expected->since)
        return true;
    if (vote.state != VoteState::Free)
        return false;
    // Reports begin with a login; before a flush, a command is reported, too.
    return state.expected->isSweepOver
        || (state.expected->cause != LossCause::Flush
            && isReported(master, record.entry->resource.value()));
}

bool CastVotes::endsEarly(const Votes& votes, std::size_t master, SteadyTime at)
{
    return isEarly(votes, master, {.state = VoteState::Free, .readAt = at});
}

void CastVotes::noteVanished(std::size_t master, SteadyTime at, absl::FunctionRef<void()> end)
{
    auto& expected = m_masters[master].expected;
    const bool isNew = !expected;
    if (isNew)
        expected = Expected{.cause = LossCause::Unknown, .since = at, .isSwept = true};
    end();
    if (isNew)
        endSweep(master);
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

void CastVotes::noteRestart(std::size_t master, std::optional<SteadyTime> at, bool wasUnwatched)
{
    if (std::exchange(m_masters[master].restart, at) == at || !at)
        return;
    expect(master, LossCause::Restart, *at);
    m_masters[master].expected->wasUnwatched = wasUnwatched;
}

void CastVotes::noteFailover(std::size_t master, std::optional<SteadyTime> at, bool wasUnwatched)
{
    if (std::exchange(m_masters[master].failover, at) == at || !at)
        return;
    expect(master, LossCause::Failover, *at);
    m_masters[master].expected->wasUnwatched = wasUnwatched;
}

void CastVotes::expect(std::size_t master, LossCause cause, SteadyTime since)
{
    auto& expected = m_masters[master].expected;
    expected = Expected{.cause = cause,
        .since = std::chrono::floor<std::chrono::milliseconds>(since),
        .locks = expected ? expected->locks : 0};
}

void CastVotes::beginSweep(std::size_t master) noexcept
{
    if (auto& expected = m_masters[master].expected)
        expected->isSwept = true;
}

void CastVotes::endSweep(std::size_t master) noexcept
{
    if (auto& expected = m_masters[master].expected)
        expected->isSweepOver = expected->isSwept;
}

void CastVotes::settleLosses(std::size_t master, const KnownKeys& keys, SteadyTime now,
    absl::FunctionRef<LockEntry&(BoardRecord&)> edit)
{
    Master& state = m_masters[master];
    if (!state.expected || !state.expected->isSweepOver)
        return;
    const Expected expected = *std::exchange(state.expected, std::nullopt);
    if (expected.locks == 0)
        return;
    const std::size_t kept = countLocks(keys, [&](const Votes& votes) {
        const Votes::Cell cell = votes.cell(master);
        return cell.state == VoteState::Held && cell.readAt < expected.since;
    });
    if (expected.cause != LossCause::Flush || kept < expected.locks) {
        const std::size_t returned
            = m_lost.confirm(master, [&](const std::string& name, const LostLeases::Lease& lease) {
                  BoardRecord* const record = keys.find(name);
                  if (record == nullptr)
                      return false;
                  const LockEntry& entry = edit(*record);
                  const Fingerprint* const token = entry.votes.storedToken(master);
                  const PackedLock* const lock = token == nullptr ? nullptr : entry.lockOf(*token);
                  return lease.isReplaced && lock != nullptr
                      && (lock->isTombstone() || areOfOneHolder(*lock, lease.lock));
              });
        if (expected.locks > returned)
            state.latest = Loss{now, expected.locks - returned, expected.cause};
        return;
    }
    m_lost.acquit(master);
    // Most locks survived: the flush was of another database, and the others were released.
    for (BoardRecord& record : keys.locks()) {
        const Votes& votes = record.entry->votes;
        if (votes.hasLostBefore(master) && votes.cell(master).readAt >= expected.since)
            edit(record).votes.setLost(master, false);
    }
}

} // namespace lockkeeper::observe
