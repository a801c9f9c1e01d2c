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

bool hasVoteWithoutTtl(const Judgement& judgement, const Votes& votes)
{
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const Votes::Cell cell = votes.cell(i);
        if (cell.state == VoteState::Held && votes.token(cell.token) == judgement.token
            && !cell.ttl)
            return true;
    }
    return false;
}

bool neverExpires(const LockEntry& entry, const Judgement& judgement, WallTime now)
{
    // The other clients go by the time in the value: until then the missing TTL means nothing.
    const auto expiresAt = entry.packedLock.expiresAt();
    if (expiresAt && !isPast(*expiresAt, now))
        return false;
    switch (judgement.verdict) {
    case Verdict::Held:
        return judgement.neverExpires;
    case Verdict::Minority:
    case Verdict::Split:
        return hasVoteWithoutTtl(judgement, entry.votes);
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

std::vector<Evidence> findEvidence(
    const LockEntry& entry, const Judgement& judgement, const ProcessProbe& processes, WallTime now)
{
    if (judgement.verdict == Verdict::Free)
        return {};

    std::vector<Evidence> found;
    if (neverExpires(entry, judgement, now))
        found.push_back({.kind = EvidenceKind::NeverExpires});
    if (judgement.verdict == Verdict::Minority && entry.isSettled)
        found.push_back({.kind = EvidenceKind::MinorityLeftover,
            .votes = judgement.tokenVotes,
            .masters = entry.votes.size()});
    if (entry.packedLock.hasPid()) {
        if (auto gone = processGone(entry.packedLock.holder(), processes))
            found.push_back(*gone);
    }
    const auto expiresAt = entry.packedLock.expiresAt();
    if (expiresAt && isPast(*expiresAt, now))
        found.push_back({.kind = EvidenceKind::ExpiredByOwnTimestamp, .expiredAt = expiresAt});
    return found;
}

} // namespace lockkeeper::observe
