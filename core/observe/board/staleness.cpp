// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/staleness.h"

#include "core/config/quorum.h"
#include "core/lock/token.h"
#include "core/observe/formats/tombstone.h"

#include <algorithm>
#include <iterator>

namespace lockkeeper::observe {

namespace {

using namespace std::chrono_literals;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr auto kExpiryTolerance = 1s;
/// Only a timer makes so many equal intervals in a row.
constexpr unsigned kTimer = 6;
/// Libraries renew two or three times; this leaves room.
constexpr int kMostRenewalsInATtl = 6;

bool isPast(WallTime expiry, WallTime now)
{
    return expiry < now - kExpiryTolerance;
}

bool hasVoteWithoutTtl(const Votes& votes, const std::optional<Fingerprint>& token)
{
    return std::ranges::any_of(votes.held(), [&](const Votes::Cell& cell) {
        return !cell.ttl && (!token || votes.token(cell.token) == *token);
    });
}

/// Within two seconds; other masters' copies expire, too.
bool isEnding(const Votes::Cell& vote, SteadyTime now)
{
    constexpr std::chrono::seconds kAtOnce{2};
    return vote.ttl && ttlAt(*vote.ttl, vote.readAt, now) <= kAtOnce;
}

bool isEnding(const Votes& votes, SteadyTime now)
{
    return std::ranges::all_of(
        votes.held(), [now](const Votes::Cell& cell) { return isEnding(cell, now); });
}

bool neverExpires(const LockEntry& entry, const Judgement& judgement, WallTime now)
{
    // Others rely on the time in the value.
    const auto expiresAt = entry.packedLock.expiresAt();
    if (expiresAt && !isPast(*expiresAt, now))
        return false;
    if (const auto& format = entry.packedLock.format(); format && !format->needsTtl)
        return false;
    switch (judgement.verdict) {
    case Verdict::Held:
    case Verdict::Queued:
        return judgement.neverExpires;
    case Verdict::Minority:
        return hasVoteWithoutTtl(entry.votes, judgement.token);
    case Verdict::Split:
        return hasVoteWithoutTtl(entry.votes, std::nullopt);
    case Verdict::Unknown:
    case Verdict::Free:
        break;
    }
    return false;
}

/// The token may be on its way to other masters.
bool isBeingTaken(
    const LockEntry& entry, const std::vector<WatchCoverage>* attention, SteadyTime now)
{
    constexpr std::chrono::seconds kLongestAttempt{2};
    return now - entry.firstSeen < kLongestAttempt && areWatchedSince(attention, entry.firstSeen);
}

ProcessState processState(const PackedLock& lock, const ProcessProbe& processes)
{
    // Containers may share a host name, and have their own pids.
    if (!lock.hasPid() || lock.process().empty())
        return ProcessState::Unknown;
    return processes.stateOf(lock.pid(), lock.process());
}

/// Skips holders that ended, as their tokens expire, and `lost`, see heldTwice().
std::optional<Evidence> outvotedToken(const LockEntry& entry, const Judgement& judgement,
    const ProcessProbe& processes, const std::optional<Fingerprint>& lost, SteadyTime now)
{
    if (!entry.isSettled || entry.votes.tokenCount() < 2)
        return std::nullopt;
    Evidence found{.kind = EvidenceKind::OutvotedToken, .masters = entry.votes.size()};
    for (const Votes::Cell& cell : entry.votes.held()) {
        const Fingerprint& token = entry.votes.token(cell.token);
        if (token == judgement.token || token == lost || isEnding(cell, now))
            continue;
        const PackedLock* const lock = entry.lockOf(token);
        if (lock != nullptr && lock->isTombstone())
            continue;
        const ProcessState state
            = lock == nullptr ? ProcessState::Unknown : processState(*lock, processes);
        if (cell.ttl && hasEnded(state))
            continue;
        ++found.votes;
        if (state != ProcessState::Unknown && !hasEnded(state))
            found.pid = lock->pid();
    }
    return found.votes > 0 ? std::optional(found) : std::nullopt;
}

/// Empty: the lease would lack a quorum even without these losses.
std::vector<MasterId> mastersThatLost(const LostLeases::Lease& lease, const Votes& votes)
{
    std::vector<MasterId> masters;
    std::size_t others = 0;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const Fingerprint* const stored = votes.storedToken(i);
        if (lease.isLostBy(i))
            masters.push_back(votes.master(i));
        else
            others += stored != nullptr && *stored == lease.token ? 1 : 0;
    }
    return masters.size() + others < quorumOf(votes.size()) ? std::vector<MasterId>() : masters;
}

/// Perhaps nobody works under a possible lock.
bool mayWorkBeside(const PackedLock& lost, const PackedLock& present)
{
    const bool areLikely
        = std::min(lost.certainty().level, present.certainty().level) >= Certainty::Likely;
    return areLikely && !present.isTombstone() && excludeEachOther(lost, present)
        && !areOfOneHolder(lost, present);
}

std::optional<Evidence> heldTwice(
    const LockEntry& entry, const Judgement& judgement, const EvidenceRules& rules, SteadyTime now)
{
    if (rules.lost == nullptr || rules.lost->empty() || !entry.isSettled || !entry.isDecoded)
        return std::nullopt;
    const LostLeases::Lease* const lease = rules.lost->find(entry.resource.value(), now);
    if (lease == nullptr || judgement.token == lease->token
        || !mayWorkBeside(lease->lock, entry.packedLock))
        return std::nullopt;
    auto masters = mastersThatLost(*lease, entry.votes);
    const ProcessState state = processState(lease->lock, rules.processes);
    if (masters.empty() || hasEnded(state)
        || hasEnded(processState(entry.packedLock, rules.processes)))
        return std::nullopt;
    const auto after = duration_cast<milliseconds>(entry.firstSeen - lease->at);
    LostLease lost{.holder = lease->lock.holder(),
        .isRunning = state != ProcessState::Unknown,
        .masters = std::move(masters),
        .cause = lease->cause,
        .takenAfter = std::max(after, milliseconds(0))};
    Evidence found{.kind = EvidenceKind::MayBeHeldTwice,
        .since = lease->at,
        .lost = LazyValue<LostLease>(std::move(lost))};
    if (lease->until != SteadyTime::max())
        found.measure = duration_cast<milliseconds>(lease->until - lease->at);
    return found;
}

bool isConnectionGone(const PackedLock& packed, const IsConnected& isConnected)
{
    if (!isConnected || !packed.hasPid() || packed.formatName() != kOwnFormat)
        return false;
    const Holder holder = packed.holder();
    if (holder.app == "lockctl")
        return false;
    const lock::Owner owner{holder.host.value_or(""), *holder.pid, holder.app.value_or("")};
    return isConnected(owner.connectionName()) == false;
}

milliseconds heldFor(const LockEntry& entry, const Clock& clock)
{
    const WallTime wallNow = clock.wallNow();
    const auto since = entry.packedLock.since();
    if (since && *since <= wallNow)
        return duration_cast<milliseconds>(wallNow - *since);
    return duration_cast<milliseconds>(clock.now() - entry.firstSeen);
}

SteadyTime::duration timeWithoutRenewal(
    SteadyTime lastRenewal, SteadyTime readAt, const WatchCoverage& attention)
{
    if (attention.since == SteadyTime::max())
        return {};
    const SteadyTime seenUntil = attention.pushedUntil.value_or(readAt);
    return seenUntil - std::max(lastRenewal, attention.since);
}

SteadyTime::duration timeWithoutRenewal(
    const LockEntry& entry, const Judgement& judgement, const std::vector<WatchCoverage>* attention)
{
    MasterValues<SteadyTime::duration> times;
    for (const Votes::Cell& cell : entry.votes.held()) {
        if (entry.votes.token(cell.token) != judgement.token)
            continue;
        const WatchCoverage paid
            = attention != nullptr ? attention->at(cell.master) : WatchCoverage();
        times.push_back(timeWithoutRenewal(entry.renewals.last, cell.readAt, paid));
    }
    return quorumth(times, quorumOf(entry.votes.size())).value_or(SteadyTime::duration());
}

/// Our extend never shortens a TTL, nor sets one on a key without it.
bool hidesRenewals(const LockEntry& entry, const Judgement& judgement)
{
    if (entry.packedLock.formatName() != kOwnFormat)
        return false;
    const bool isLengthened = judgement.remaining
        && Renewals::levelOf(*judgement.remaining) > entry.renewals.level + 1U;
    return judgement.neverExpires || isLengthened;
}

/// Libraries usually renew at half or a third of the TTL: two missing renewals leave little.
std::optional<Evidence> renewalMissing(
    const LockEntry& entry, const Judgement& judgement, const std::vector<WatchCoverage>* attention)
{
    const Renewals& renewals = entry.renewals;
    if (renewals.interval.count() == 0)
        return std::nullopt;
    // Whoever renews by hand, then removes the TTL, has no timer that stops.
    if ((judgement.neverExpires && renewals.steady == 0) || hidesRenewals(entry, judgement))
        return std::nullopt;
    const milliseconds interval = renewals.interval;
    // Until a timer shows, renewals may come by hand, or between pieces of work.
    const milliseconds usual = renewals.steady >= kTimer
        ? interval
        : std::max(interval, renewals.lowestTtl() / kMostRenewalsInATtl);
    const auto without = timeWithoutRenewal(entry, judgement, attention);
    if (2 * without < 3 * usual)
        return std::nullopt;
    return Evidence{
        .kind = without < 2 * usual ? EvidenceKind::RenewalLate : EvidenceKind::RenewalsStopped,
        .since = renewals.last,
        .measure = interval};
}

bool hasTtlAbove(const Votes& votes, milliseconds limit)
{
    return std::ranges::any_of(
        votes.held(), [limit](const Votes::Cell& cell) { return cell.ttl && *cell.ttl > limit; });
}

bool hasWrongType(const Votes& votes)
{
    if (!votes.hasErrors())
        return false;
    return std::any_of(votes.begin(), votes.end(),
        [](const Vote& vote) { return vote.error && vote.error->kind == ErrorClass::WrongType; });
}

void findTimeEvidence(const LockEntry& entry, const Judgement& judgement,
    const EvidenceRules& rules, const Clock& clock, std::vector<Evidence>& found)
{
    const config::Thresholds& thresholds = rules.thresholds;
    if (hasTtlAbove(entry.votes, thresholds.maxLease))
        found.push_back({.kind = EvidenceKind::TtlTooLarge, .measure = thresholds.maxLease});
    if (judgement.verdict != Verdict::Held)
        return;
    if (const auto missing = renewalMissing(entry, judgement, rules.attention))
        found.push_back(*missing);
    const milliseconds held = heldFor(entry, clock);
    const SteadyTime since = clock.now() - held;
    if (entry.renewals.count > 0 && held > thresholds.renewedFor)
        found.push_back({.kind = EvidenceKind::RenewedForLong,
            .since = since,
            .measure = thresholds.renewedFor});
    if (!rules.usualHold)
        return;
    const auto usual = rules.usualHold(entry.resource);
    using Milliseconds = std::chrono::duration<double, std::milli>;
    if (usual && held > Milliseconds(*usual) * thresholds.timesUsual)
        found.push_back(
            {.kind = EvidenceKind::HeldUnusuallyLong, .since = since, .measure = usual});
}

std::optional<Evidence> queueHeadGone(const LockEntry& entry, const Waits& waits)
{
    const Holder head = entry.packedLock.holder();
    const bool isGone = std::ranges::any_of(waits.waitersFor(entry.resource), [&](std::size_t i) {
        const Waiter& waiter = waits.waiters()[i];
        return waiter.isGone() && waiter.queued->holder == head;
    });
    if (!isGone)
        return std::nullopt;
    return Evidence{.kind = EvidenceKind::QueueHeadGone,
        .expiredAt = entry.packedLock.expiresAt(),
        .votes = waits.countFor(entry.resource).least};
}

void findWaitEvidence(const LockEntry& entry, const Judgement& judgement, const Waits& waits,
    std::vector<Evidence>& found)
{
    const std::size_t waiting = waits.countFor(entry.resource).least;
    if (waiting == 0)
        return;
    const auto isGone = [](const Evidence& evidence) {
        return evidence.kind == EvidenceKind::HolderProcessGone
            || evidence.kind == EvidenceKind::HolderConnectionGone
            || evidence.kind == EvidenceKind::SessionUnknown;
    };
    if (std::ranges::any_of(found, isGone))
        found.push_back({.kind = EvidenceKind::WaitsForDead, .votes = waiting});
    const Deadlock* const deadlock
        = judgement.token ? waits.deadlockOf(entry.resource, *judgement.token) : nullptr;
    if (deadlock != nullptr)
        found.push_back(
            {.kind = deadlock->isCertain ? EvidenceKind::Deadlock : EvidenceKind::LikelyDeadlock,
                .isProposed = deadlock->links[deadlock->proposed].resource == entry.resource,
                .votes = deadlock->links.size()});
}

} // namespace

bool areWatchedSince(const std::vector<WatchCoverage>* attention, SteadyTime time)
{
    return attention != nullptr
        && std::ranges::all_of(
            *attention, [time](const WatchCoverage& paid) { return paid.since < time; });
}

std::optional<Evidence> processGone(const PackedLock& lock, const ProcessProbe& processes)
{
    const ProcessState state = processState(lock, processes);
    if (!hasEnded(state))
        return std::nullopt;
    return Evidence{.kind = EvidenceKind::HolderProcessGone,
        .pid = lock.pid(),
        .isPidReused = state == ProcessState::Replaced};
}

std::vector<Evidence> findEvidence(const LockEntry& entry, const Judgement& judgement,
    const EvidenceRules& rules, const Clock& clock)
{
    if (judgement.verdict == Verdict::Free)
        return {};

    const WallTime now = clock.wallNow();
    std::vector<Evidence> found;
    std::optional<Fingerprint> lost;
    if (judgement.verdict == Verdict::Held) {
        if (auto twice = heldTwice(entry, judgement, rules, clock.now())) {
            found.push_back(std::move(*twice));
            lost = rules.lost->find(entry.resource.value(), clock.now())->token;
        }
    }
    if (neverExpires(entry, judgement, now))
        found.push_back(
            {.kind = EvidenceKind::NeverExpires, .isOfNode = entry.type == ValueType::Node});
    const bool isLasting = entry.isSettled && !isEnding(entry.votes, clock.now())
        && !isBeingTaken(entry, rules.attention, clock.now());
    if (judgement.verdict == Verdict::Minority && isLasting)
        found.push_back({.kind = EvidenceKind::MinorityLeftover,
            .votes = judgement.tokenVotes,
            .masters = entry.votes.size()});
    if (judgement.verdict == Verdict::Split && isLasting)
        found.push_back({.kind = EvidenceKind::SplitVotes});
    if (judgement.verdict == Verdict::Held) {
        if (const auto other = outvotedToken(entry, judgement, rules.processes, lost, clock.now()))
            found.push_back(*other);
    }
    const PackedLock& lock = entry.packedLock;
    if (const auto gone = processGone(lock, rules.processes))
        found.push_back(*gone);
    if (isConnectionGone(lock, rules.isConnected))
        found.push_back({.kind = EvidenceKind::HolderConnectionGone});
    const auto expiresAt = lock.expiresAt();
    // If the string has a TTL, its clients rely on that.
    const bool isRelied
        = entry.type != ValueType::String || hasVoteWithoutTtl(entry.votes, judgement.token);
    if (expiresAt && isPast(*expiresAt, now) && isRelied)
        found.push_back({.kind = EvidenceKind::ExpiredByOwnTimestamp, .expiredAt = expiresAt});
    if (hasWrongType(entry.votes))
        found.push_back({.kind = EvidenceKind::WrongType});
    findTimeEvidence(entry, judgement, rules, clock, found);
    if (rules.ofStore && judgement.verdict == Verdict::Held)
        std::ranges::move(rules.ofStore(entry), std::back_inserter(found));
    if (rules.waits != nullptr)
        findWaitEvidence(entry, judgement, **rules.waits, found);
    const bool mayBeStuck = rules.waits != nullptr && judgement.verdict == Verdict::Queued
        && entry.isDecoded && !isBeingTaken(entry, rules.attention, clock.now());
    if (const auto gone = mayBeStuck ? queueHeadGone(entry, **rules.waits) : std::nullopt)
        found.push_back(*gone);
    return found;
}

} // namespace lockkeeper::observe
