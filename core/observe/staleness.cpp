// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/staleness.h"

#include <algorithm>

namespace lockkeeper::observe {

namespace {

using namespace std::chrono_literals;

/// What separates "before" from "after" when times come from different programs' readings of the
/// same clock: whole seconds here, milliseconds there.
constexpr auto kStartTolerance = 2s;
constexpr auto kExpiryTolerance = 1s;

bool isPast(WallTime expiry, WallTime now)
{
    return expiry < now - kExpiryTolerance;
}

bool hasVoteWithoutTtl(const Judgement& judgement, std::span<const Vote> votes)
{
    return std::any_of(votes.begin(), votes.end(), [&](const Vote& vote) {
        return vote.state == VoteState::Held && vote.token && vote.token == judgement.token
            && !vote.ttl;
    });
}

bool neverExpires(
    const Judgement& judgement, std::span<const Vote> votes, const Recognised& lock, WallTime now)
{
    // The other clients go by the time in the value: until then the missing TTL means nothing.
    if (lock.expiresAt && !isPast(*lock.expiresAt, now))
        return false;
    switch (judgement.verdict) {
    case Verdict::Held:
        return judgement.neverExpires;
    case Verdict::Minority:
    case Verdict::Split:
        return hasVoteWithoutTtl(judgement, votes);
    case Verdict::Unknown:
    case Verdict::Free:
        break;
    }
    return false;
}

std::optional<Evidence> processGone(const Holder& holder, const ProcessProbe& processes)
{
    if (!holder.pid || holder.host != processes.hostName())
        return std::nullopt;
    Evidence evidence{.kind = EvidenceKind::HolderProcessGone, .pid = holder.pid};
    const auto started = processes.startTime(*holder.pid);
    if (!started)
        return evidence;
    if (!holder.since || *started <= *holder.since + kStartTolerance)
        return std::nullopt;
    evidence.isPidReused = true;
    return evidence;
}

} // namespace

std::vector<Evidence> findEvidence(const Judgement& judgement, std::span<const Vote> votes,
    const Recognised& lock, const ProcessProbe& processes, WallTime now)
{
    if (judgement.verdict == Verdict::Free)
        return {};

    std::vector<Evidence> found;
    if (neverExpires(judgement, votes, lock, now))
        found.push_back({.kind = EvidenceKind::NeverExpires});
    if (judgement.verdict == Verdict::Minority)
        found.push_back({.kind = EvidenceKind::MinorityLeftover,
            .votes = judgement.tokenVotes,
            .masters = votes.size()});
    if (auto gone = processGone(lock.holder, processes))
        found.push_back(*gone);
    if (lock.expiresAt && isPast(*lock.expiresAt, now))
        found.push_back({.kind = EvidenceKind::ExpiredByOwnTimestamp, .expiredAt = lock.expiresAt});
    return found;
}

} // namespace lockkeeper::observe
