// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/staleness.h"

#include "core/config/quorum.h"
#include "core/lock/token.h"

#include <algorithm>

namespace lockkeeper::observe {

namespace {

using namespace std::chrono_literals;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

/// Tolerance for comparing times that different programs read from the same clock: some in whole
/// seconds, some in milliseconds.
constexpr auto kStartTolerance = 2s;
constexpr auto kExpiryTolerance = 1s;
/// A master that reports changes has done so within this time, or is known not to report any.
constexpr auto kToldWithin = 4s;

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
    // The other clients rely on the time in the value: until it has passed, the missing TTL means
    // nothing.
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

/// True if no client has the connection name of the token's owner. False if the names are unknown.
bool isConnectionGone(
    const PackedLock& packed, const Holder& holder, const IsConnected& isConnected)
{
    if (!isConnected || packed.formatName() != "lk1" || holder.app == "lockctl")
        return false;
    const lock::Owner owner{holder.host.value_or(""), *holder.pid, holder.app.value_or("")};
    return isConnected(owner.connectionName()) == false;
}

/// How long the token has been stored, as far as known.
milliseconds heldFor(const LockEntry& entry, const Clock& clock)
{
    const WallTime wallNow = clock.wallNow();
    const auto since = entry.packedLock.since();
    if (since && *since <= wallNow)
        return duration_cast<milliseconds>(wallNow - *since);
    return duration_cast<milliseconds>(clock.now() - entry.firstSeen);
}

/// For how long this master would have shown a renewal, but showed none.
SteadyTime::duration timeWithoutRenewal(
    SteadyTime lastRenewal, SteadyTime readAt, const WatchCoverage& attention, SteadyTime now)
{
    if (attention.since == SteadyTime::max())
        return {};
    const SteadyTime seenUntil = attention.isPushed ? now - kToldWithin : readAt;
    return seenUntil - std::max(lastRenewal, attention.since);
}

/// A lock without waiters is renewed as regularly as its holder's timer fires. Renewals have
/// stopped if a quorum of masters, all of which store the token, has missed them.
std::optional<Evidence> renewalsStopped(const LockEntry& entry, const Judgement& judgement,
    const std::vector<WatchCoverage>& attention, SteadyTime now)
{
    constexpr int kMissedBeats = 3;
    const Renewals& renewals = entry.renewals;
    if (renewals.count < 2)
        return std::nullopt;
    const milliseconds interval = renewals.interval;
    std::size_t overdue = 0;
    for (std::size_t i = 0; i < entry.votes.size(); ++i) {
        const Votes::Cell cell = entry.votes.cell(i);
        if (cell.state != VoteState::Held || entry.votes.token(cell.token) != judgement.token)
            continue;
        const WatchCoverage& paid = i < attention.size() ? attention[i] : WatchCoverage();
        if (timeWithoutRenewal(renewals.last, cell.readAt, paid, now) >= kMissedBeats * interval)
            ++overdue;
    }
    if (overdue < quorumOf(entry.votes.size()))
        return std::nullopt;
    const auto passed = duration_cast<milliseconds>(now - renewals.last);
    return Evidence{.kind = EvidenceKind::RenewalsStopped, .time = passed, .measure = interval};
}

bool hasTtlAbove(const Votes& votes, milliseconds limit)
{
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const Votes::Cell cell = votes.cell(i);
        if (cell.state == VoteState::Held && cell.ttl && *cell.ttl > limit)
            return true;
    }
    return false;
}

bool hasWrongType(const Votes& votes)
{
    if (!votes.hasErrors())
        return false;
    return std::any_of(votes.begin(), votes.end(),
        [](const Vote& vote) { return vote.error && vote.error->kind == ErrorClass::WrongType; });
}

/// Adds the evidence that depends on time and on the deployment's thresholds.
void findTimeEvidence(const LockEntry& entry, const Judgement& judgement,
    const EvidenceRules& rules, const Clock& clock, std::vector<Evidence>& found)
{
    const config::Thresholds& thresholds = rules.thresholds;
    if (hasTtlAbove(entry.votes, thresholds.maxLease))
        found.push_back({.kind = EvidenceKind::TtlTooLarge, .measure = thresholds.maxLease});
    // If it is unclear whether the lock is held, the time is unknown, too.
    if (judgement.verdict != Verdict::Held)
        return;
    if (auto stopped = renewalsStopped(entry, judgement, rules.attention, clock.now()))
        found.push_back(*stopped);
    const milliseconds held = heldFor(entry, clock);
    if (entry.renewals.count > 0 && held > thresholds.renewedFor)
        found.push_back(
            {.kind = EvidenceKind::RenewedForLong, .time = held, .measure = thresholds.renewedFor});
    if (!rules.usualHold)
        return;
    const auto usual = rules.usualHold(entry.resource);
    using Milliseconds = std::chrono::duration<double, std::milli>;
    if (usual && held > Milliseconds(*usual) * thresholds.timesUsual)
        found.push_back({.kind = EvidenceKind::HeldUnusuallyLong, .time = held, .measure = usual});
}

} // namespace

std::vector<Evidence> findEvidence(const LockEntry& entry, const Judgement& judgement,
    const EvidenceRules& rules, const Clock& clock)
{
    if (judgement.verdict == Verdict::Free)
        return {};

    const WallTime now = clock.wallNow();
    std::vector<Evidence> found;
    if (neverExpires(entry, judgement, now))
        found.push_back({.kind = EvidenceKind::NeverExpires});
    if (judgement.verdict == Verdict::Minority && entry.isSettled)
        found.push_back({.kind = EvidenceKind::MinorityLeftover,
            .votes = judgement.tokenVotes,
            .masters = entry.votes.size()});
    if (judgement.verdict == Verdict::Split && entry.isSettled)
        found.push_back({.kind = EvidenceKind::SplitVotes});
    const PackedLock& lock = entry.packedLock;
    const bool isOfThisHost = lock.hasPid() && lock.host() == rules.processes.hostName();
    if (isOfThisHost || (lock.hasPid() && rules.isConnected)) {
        const Holder holder = lock.holder();
        if (auto gone = processGone(holder, rules.processes))
            found.push_back(*gone);
        if (isConnectionGone(lock, holder, rules.isConnected))
            found.push_back({.kind = EvidenceKind::HolderConnectionGone});
    }
    const auto expiresAt = lock.expiresAt();
    if (expiresAt && isPast(*expiresAt, now))
        found.push_back({.kind = EvidenceKind::ExpiredByOwnTimestamp, .expiredAt = expiresAt});
    if (hasWrongType(entry.votes))
        found.push_back({.kind = EvidenceKind::WrongType});
    findTimeEvidence(entry, judgement, rules, clock, found);
    return found;
}

} // namespace lockkeeper::observe
