// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/verdict.h"

#include "core/lock/quorum.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

namespace lockkeeper::observe {

namespace {

using std::chrono::milliseconds;

/// Stands for "no TTL" among TTLs, so that those votes sort as the longest.
constexpr milliseconds kForever = milliseconds::max();

using VotesByToken = std::map<Fingerprint, std::size_t>;

VotesByToken countTokens(std::span<const Vote> votes)
{
    VotesByToken counts;
    for (const auto& vote : votes) {
        if (vote.state == VoteState::Held && vote.token)
            ++counts[*vote.token];
    }
    return counts;
}

/// A master that answered with an error may store the token as well as one that did not answer.
std::size_t countUnanswered(std::span<const Vote> votes)
{
    return static_cast<std::size_t>(std::count_if(votes.begin(), votes.end(), [](const Vote& vote) {
        return vote.state == VoteState::NoAnswer || vote.state == VoteState::Error;
    }));
}

Verdict verdictOf(
    const VotesByToken& counts, std::size_t best, std::size_t unanswered, std::size_t quorum)
{
    if (best >= quorum)
        return Verdict::Held;
    if (best + unanswered >= quorum)
        return Verdict::Unknown;
    if (counts.empty())
        return Verdict::Free;
    return counts.size() == 1 ? Verdict::Minority : Verdict::Split;
}

milliseconds ttlAt(SteadyTime now, const Vote& vote)
{
    if (!vote.ttl)
        return kForever;
    const auto age = std::chrono::duration_cast<milliseconds>(now - vote.readAt);
    return std::max(*vote.ttl - age, milliseconds::zero());
}

/// When the token's majority will be lost: its quorum-th largest TTL.
milliseconds majorityTtl(
    std::span<const Vote> votes, const Fingerprint& token, std::size_t quorum, SteadyTime now)
{
    std::vector<milliseconds> ttls;
    for (const auto& vote : votes) {
        if (vote.state == VoteState::Held && vote.token == token)
            ttls.push_back(ttlAt(now, vote));
    }
    std::sort(ttls.begin(), ttls.end(), std::greater<>());
    return ttls.at(quorum - 1);
}

} // namespace

Judgement judge(std::span<const Vote> votes, SteadyTime now)
{
    const std::size_t quorum = lock::quorumOf(votes.size());
    const auto counts = countTokens(votes);

    Judgement judgement;
    for (const auto& [token, count] : counts) {
        if (count > judgement.tokenVotes) {
            judgement.token = token;
            judgement.tokenVotes = count;
        }
    }
    judgement.verdict = verdictOf(counts, judgement.tokenVotes, countUnanswered(votes), quorum);
    if (judgement.verdict == Verdict::Held) {
        const auto ttl = majorityTtl(votes, *judgement.token, quorum, now);
        judgement.neverExpires = ttl == kForever;
        if (!judgement.neverExpires)
            judgement.remaining = ttl;
    }
    return judgement;
}

} // namespace lockkeeper::observe
