// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/votes/verdict.h"

#include "core/config/quorum.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::observe {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kNeverExpires = milliseconds::max();

struct Count {
    std::optional<std::size_t> leader;
    std::size_t leaderVotes = 0;
    std::size_t mostVotes = 0;
    std::size_t tokens = 0;
    /// Also masters with errors: they may store a token.
    std::size_t unanswered = 0;
};

Count count(const Votes& votes)
{
    Count result;
    for (std::size_t i = 0; i < votes.size(); ++i)
        result.unanswered += isAnswer(votes.cell(i).state) ? 0 : 1;
    // Failing masters don't move a lock: their tokens count for the lead, not for the verdict.
    const bool areFailed = result.unanswered > 0 && votes.tokenCount() > 1;
    std::size_t leaderMasters = 0; // also stored before a failure
    for (std::size_t token = 0; token < votes.tokenCount(); ++token) {
        const std::size_t tokenVotes = votes.votesFor(token);
        if (tokenVotes == 0)
            continue;
        ++result.tokens;
        result.mostVotes = std::max(result.mostVotes, tokenVotes);
        const std::size_t masters = tokenVotes + (areFailed ? votes.rememberedFor(token) : 0);
        if (result.leader) {
            const auto rank = std::pair(masters, tokenVotes);
            const auto highest = std::pair(leaderMasters, result.leaderVotes);
            if (rank < highest
                || (rank == highest && votes.token(*result.leader) < votes.token(token)))
                continue;
        }
        result.leader = token;
        result.leaderVotes = tokenVotes;
        leaderMasters = masters;
    }
    return result;
}

Verdict verdictOf(const Count& count, std::size_t quorum)
{
    if (count.mostVotes >= quorum)
        return Verdict::Held;
    if (count.mostVotes + count.unanswered >= quorum)
        return Verdict::Unknown;
    if (count.tokens == 0)
        return Verdict::Free;
    return count.tokens == 1 ? Verdict::Minority : Verdict::Split;
}

/// Its quorum-th largest TTL: after it, the token loses its majority.
milliseconds majorityTtl(const Votes& votes, std::size_t token, std::size_t quorum, SteadyTime now)
{
    MasterValues<milliseconds> ttls;
    for (const Votes::Cell& cell : votes.held()) {
        if (cell.token == token)
            ttls.push_back(cell.ttl ? ttlAt(*cell.ttl, cell.readAt, now) : kNeverExpires);
    }
    return *quorumth(ttls, quorum);
}

} // namespace

Judgement judge(const Votes& votes, SteadyTime now)
{
    const std::size_t quorum = quorumOf(votes.size());
    const Count counted = count(votes);

    Judgement judgement;
    judgement.verdict = verdictOf(counted, quorum);
    judgement.tokenVotes = counted.leaderVotes;
    if (counted.leader)
        judgement.token = votes.token(*counted.leader);
    if (judgement.verdict == Verdict::Held) {
        const auto ttl = majorityTtl(votes, *counted.leader, quorum, now);
        judgement.neverExpires = ttl == kNeverExpires;
        if (!judgement.neverExpires)
            judgement.remaining = ttl;
    }
    return judgement;
}

std::optional<Fingerprint> leadingToken(const Votes& votes)
{
    const auto leader = count(votes).leader;
    return leader ? std::optional(votes.token(*leader)) : std::nullopt;
}

std::optional<Fingerprint> describedToken(const Votes& votes)
{
    if (auto leader = leadingToken(votes))
        return leader;
    const auto failed = votes.mostFailedToken();
    return failed ? std::optional(votes.token(*failed)) : votes.latestToken();
}

std::size_t votesFor(const Votes& votes, const Fingerprint& token)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < votes.tokenCount(); ++i)
        count += votes.token(i) == token ? votes.votesFor(i) : 0;
    return count;
}

bool isQuorumLost(const Votes& votes, absl::FunctionRef<bool(const Fingerprint&)> isOneOfThese)
{
    std::size_t lost = 0;
    std::size_t held = 0;
    std::size_t failed = 0;
    std::size_t removed = 0;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const Fingerprint* const stored = votes.storedToken(i);
        const bool isIts = stored == nullptr || isOneOfThese(*stored);
        const VoteState state = votes.cell(i).state;
        const bool isHeld = state == VoteState::Held;
        held += isHeld && isIts ? 1 : 0;
        failed += isIts && votes.storesUntil(i) ? 1 : 0;
        const bool isAnother = isHeld && !isIts;
        lost += (isAnother || state == VoteState::Free) && votes.hasLostBefore(i) ? 1 : 0;
        removed += votes.isRemoved(i) || (isAnother && !votes.hasLostBefore(i)) ? 1 : 0;
    }
    const std::size_t quorum = quorumOf(votes.size());
    return lost > 0 && (lost + held >= quorum || (removed == 0 && lost + held + failed >= quorum));
}

} // namespace lockkeeper::observe
