// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/entry_votes.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

/// How far a TTL may differ from its countdown before it counts as renewed: covers scheduling
/// delays on both sides, and the server's clock with its milliseconds.
constexpr milliseconds kRenewalJump{300};

/// The counts stop here.
constexpr std::uint32_t kMostRenewals = (1U << 24U) - 1;
constexpr std::uint32_t kMostSteady = 255;

void noteRenewal(LockEntry& entry, bool isSameToken, const Vote& now)
{
    if (!now.token || !now.ttl)
        return;
    const bool isKnown = now.token == entry.votes.latestToken();
    if (!isKnown || *now.ttl > entry.peakTtl)
        entry.peakTtl = *now.ttl;
    if (!isKnown || !isSameToken)
        return;
    const auto expected = entry.votes.longestTtl(*now.token, now.readAt);
    if (!expected || *now.ttl <= *expected + kRenewalJump)
        return;
    Renewals& renewals = entry.renewals;
    if (renewals.count > 0) {
        const auto before = duration_cast<milliseconds>(renewals.interval);
        renewals.interval = duration_cast<decltype(renewals.interval)>(now.readAt - renewals.last);
        const auto change
            = std::chrono::abs(duration_cast<milliseconds>(renewals.interval) - before);
        const bool isSteady = renewals.count > 1 && 4 * change <= before;
        renewals.steady = isSteady ? std::min(renewals.steady + 1U, kMostSteady) & kMostSteady : 0U;
    }
    renewals.count = std::min(renewals.count + 1U, kMostRenewals) & kMostRenewals;
    renewals.last = now.readAt;
}

} // namespace

bool setVote(LockEntry& entry, std::size_t master, const Vote& vote, const ValueMark& mark)
{
    const Votes::Cell before = entry.votes.cell(master);
    const bool isSameToken = before.state == VoteState::Held && vote.token
        && entry.votes.token(before.token) == *vote.token;
    const bool isChange = before.state != vote.state || (vote.token && !isSameToken);
    noteRenewal(entry, isSameToken, vote);
    const auto marked = entry.votes.latestToken();
    entry.votes.set(master, vote);
    if (entry.votes.latestToken() != marked)
        entry.mark = {};
    if (vote.token && vote.token == entry.votes.latestToken())
        entry.mark = mark;
    if (isChange)
        entry.isSettled = entry.votes.isUnanimous();
    return isChange;
}

} // namespace lockkeeper::observe
