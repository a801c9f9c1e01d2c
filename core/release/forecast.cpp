// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/forecast.h"

#include "core/config/quorum.h"

#include <algorithm>

namespace lockkeeper::release {
namespace {

using std::chrono::milliseconds;

void noteTtl(Forecast& result, const observe::Vote& vote, SteadyTime now)
{
    if (!vote.ttl) {
        result.isLeftoverEndless = true;
        return;
    }
    const milliseconds left = observe::ttlAt(*vote.ttl, vote.readAt, now);
    result.leftover = std::max(result.leftover.value_or(milliseconds(0)), left);
}

} // namespace

TombstoneTime tombstoneTime(const Forecast& forecast, milliseconds maxLease) noexcept
{
    const milliseconds left = forecast.leftover.value_or(maxLease);
    return {std::min(left, maxLease), forecast.isLeftoverEndless || left > maxLease};
}

Forecast forecast(const observe::Votes& votes, const Fingerprint& token, SteadyTime now)
{
    Forecast result{.masters = votes.size()};
    for (const observe::Vote& vote : votes) {
        if (!isAnswer(vote.state))
            result.silent.push_back(vote.master);
        if (vote.state != observe::VoteState::Held || vote.token != token)
            continue;
        ++result.reached;
        noteTtl(result, vote, now);
    }
    if (result.isLeftoverEndless)
        result.leftover.reset();
    result.mayKeepQuorum = result.silent.size() >= quorumOf(votes.size());
    return result;
}

} // namespace lockkeeper::release
