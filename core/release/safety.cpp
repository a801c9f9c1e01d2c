// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/safety.h"

#include "core/observe/formats/format.h"
#include "core/observe/formats/tombstone.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <algorithm>

namespace lockkeeper::release {
namespace {

using namespace std::chrono_literals;
using observe::ProcessState;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

/// A shorter watch can't expect a renewal.
constexpr milliseconds kLeastWatch = 2s;

milliseconds ageOf(SteadyTime then, SteadyTime now)
{
    return std::max(duration_cast<milliseconds>(now - then), 0ms);
}

/// A renewal proves life until the next is late, or for a TTL if the interval is unknown.
milliseconds renewalLifetime(const observe::Renewals& renewals)
{
    const milliseconds interval = renewals.interval;
    return interval > 0ms ? interval * 3 / 2 : renewals.lowestTtl();
}

void noteRenewals(SafetyVerdict& verdict, const observe::LockEntry& entry, SteadyTime now)
{
    const observe::Renewals& renewals = entry.renewals;
    verdict.renewals = renewals.count;
    if (renewals.count == 0) {
        verdict.renewalAge = ageOf(entry.firstSeen, now);
        verdict.renewal
            = verdict.renewalAge < kLeastWatch ? RenewalClue::NotWatched : RenewalClue::NoneSeen;
        return;
    }
    verdict.renewalAge = ageOf(renewals.last, now);
    const bool isMissing = entry.stale.has(observe::EvidenceKind::RenewalLate)
        || entry.stale.has(observe::EvidenceKind::RenewalsStopped)
        || verdict.renewalAge > renewalLifetime(renewals);
    verdict.renewal = isMissing ? RenewalClue::Overdue : RenewalClue::Recent;
}

/// `isSeenSince`: renewed since it was called gone, or its session is heard.
Safety decide(const SafetyVerdict& verdict, const observe::LockEntry& entry,
    const ProcessCheck& process, bool isSeenSince)
{
    if (verdict.isUnread || verdict.isRevoked)
        return Safety::NotKnown;
    if (verdict.isQueued)
        return Safety::SafeToFree;
    // Its last renewal may precede the stop.
    if (verdict.process == ProcessState::Stopped)
        return Safety::NotKnown;
    if (verdict.process == ProcessState::Running || verdict.process == ProcessState::Blocked)
        return verdict.renewal == RenewalClue::Overdue ? Safety::NotKnown : Safety::Alive;
    const bool isRefuted = verdict.renewals > 0 && entry.renewals.last > process.at;
    const Life said = verdict.said ? verdict.said->life : Life::Unknown;
    if ((hasEnded(verdict.process) && !isRefuted) || (said == Life::Gone && !isSeenSince))
        return verdict.mayOutliveProcess || verdict.isHolderUnknown ? Safety::NotKnown
                                                                    : Safety::SafeToFree;
    if (said == Life::Alive && verdict.renewal == RenewalClue::Overdue)
        return Safety::NotKnown;
    const bool isHeard = verdict.renewal == RenewalClue::Recent
        || (verdict.renewal == RenewalClue::SessionLives && !verdict.isHolderUnknown);
    return said == Life::Alive || isHeard ? Safety::Alive : Safety::NotKnown;
}

bool isWorthAsking(const observe::PackedLock* lock, const ProcessCheck& check)
{
    const bool isTold = check.isNamed && check.state != ProcessState::Unknown;
    return lock != nullptr && !lock->isTombstone() && !isTold;
}

/// `queue:5:retry` may be a host, a pid and a thread, or not.
bool isHostGuessed(const observe::PackedLock* lock)
{
    return lock == nullptr || lock->formatName() == observe::kUnknownFormat;
}

SafetyVerdict assess(const observe::LockEntry& entry, const Fingerprint& token,
    const observe::Holder& holder, bool isOneOfSeveral, const ProcessCheck& process, SteadyTime now,
    const std::optional<LifeReport>& said)
{
    SafetyVerdict verdict;
    const observe::PackedLock* const lock = entry.lockOf(token);
    verdict.isUnread = lock == nullptr;
    verdict.isRevoked = lock != nullptr && lock->isTombstone();
    verdict.isValueShared = lock != nullptr && lock->scope() != observe::ValueScope::Acquisition;
    verdict.isProcessNamed = process.isNamed;
    verdict.isHostNamed = holder.host.has_value();
    verdict.hasSeveralHolders
        = lock != nullptr && !holder.member && !holder.pid && lock->told().holders.size() > 1;
    verdict.pid = process.pid;
    verdict.process = process.isNamed ? process.state : ProcessState::Unknown;
    verdict.processCheckAge = ageOf(process.at, now);
    verdict.mayOutliveProcess = holder.mayOutliveProcess;
    const observe::Verdict counted = entry.countVotes().verdict;
    verdict.isHolderUnknown = counted == observe::Verdict::Unknown;
    verdict.isQueued = counted == observe::Verdict::Queued && leadingToken(entry.votes) == token;
    // Renewals and connections are the leading token's.
    if (entry.endsWithSession()) {
        const bool isCut = entry.stale.has(observe::EvidenceKind::HolderConnectionGone)
            || entry.stale.has(observe::EvidenceKind::SessionUnknown);
        verdict.renewal = isCut ? RenewalClue::SessionCut : RenewalClue::SessionLives;
    } else if (isOneOfSeveral) {
        verdict.renewal = RenewalClue::OfSeveral;
    } else if (leadingToken(entry.votes).value_or(token) == token) {
        verdict.isConnectionGone
            = std::ranges::any_of(entry.stale, [](const observe::Evidence& evidence) {
                  return evidence.kind == observe::EvidenceKind::HolderConnectionGone
                      && !evidence.isOfNode; // its client may come back
              });
        noteRenewals(verdict, entry, now);
    } else {
        verdict.renewal = RenewalClue::NotFollowed;
    }
    if (said)
        verdict.said = said->life == Life::Gone && isHostGuessed(lock)
            ? SaidLife{Life::Unknown, displaySafe(said->source),
                tr("its value has no known format, so its host is a guess"), ageOf(said->at, now)}
            : SaidLife{said->life, displaySafe(said->source), displaySafe(trData(said->reason)),
                ageOf(said->at, now)};
    const bool isSeenSince = said
        && ((verdict.renewals > 0 && entry.renewals.last > said->at)
            || verdict.renewal == RenewalClue::SessionLives);
    verdict.safety = decide(verdict, entry, process, isSeenSince);
    return verdict;
}

observe::Holder holderIn(const observe::LockEntry& entry, const Fingerprint& token)
{
    const observe::PackedLock* const lock = entry.lockOf(token);
    return lock != nullptr ? lock->holder() : observe::Holder();
}

observe::Holder holderIn(const observe::DecodedLock& lock, const Fingerprint& member)
{
    const observe::Holder* const holder = lock.holderWith(member);
    return holder != nullptr ? *holder : observe::Holder();
}

} // namespace

bool isOnlyProcessOver(const SafetyVerdict& verdict) noexcept
{
    return verdict.safety == Safety::NotKnown && hasEnded(verdict.process)
        && verdict.mayOutliveProcess && !verdict.isHolderUnknown && !verdict.isUnread
        && !verdict.isRevoked;
}

ProcessCheck checkProcess(
    const observe::Holder& holder, const observe::ProcessProbe& processes, SteadyTime now)
{
    ProcessCheck check{.at = now};
    if (!holder.pid)
        return check;
    check.pid = holder.pid;
    // Host and pid prove nothing: containers share names.
    if (!holder.process || holder.process->empty())
        return check;
    check.isNamed = true;
    check.identity = *holder.process;
    check.state = processes.stateOf(*holder.pid, *holder.process);
    return check;
}

ProcessCheck checkProcess(const observe::LockEntry& entry, const Fingerprint& token,
    const observe::ProcessProbe& processes, SteadyTime now)
{
    return checkProcess(holderIn(entry, token), processes, now);
}

SafetyVerdict assessSafety(const observe::LockEntry& entry, const Fingerprint& token,
    const ProcessCheck& process, SteadyTime now, const std::optional<LifeReport>& said)
{
    return assess(entry, token, holderIn(entry, token), false, process, now, said);
}

SafetyVerdict assessHolder(const observe::LockEntry& entry, const Fingerprint& lock,
    const Fingerprint& member, const ProcessCheck& process, SteadyTime now,
    const std::optional<LifeReport>& said)
{
    const observe::DecodedLock decoded = entry.unpackLock(lock);
    const bool isAlone = std::ranges::all_of(
        decoded.holders, [&member](const observe::Holder& one) { return one.member == member; });
    return assess(entry, lock, holderIn(decoded, member), !isAlone, process, now, said);
}

SafetyVerdict assessHolder(const observe::LockEntry& entry, const Fingerprint& lock,
    const Fingerprint& member, const observe::ProcessProbe& processes, LivenessSource& others,
    const Clock& clock)
{
    const observe::Holder holder = holderIn(entry.unpackLock(lock), member);
    const ProcessCheck check = checkProcess(holder, processes, clock.now());
    const auto said = isWorthAsking(entry.lockOf(lock), check) ? others.ask(holder) : std::nullopt;
    return assessHolder(entry, lock, member, check, clock.now(), said);
}

SafetyVerdict assessSafety(const observe::LockEntry& entry, const Fingerprint& token,
    const observe::ProcessProbe& processes, LivenessSource& others, const Clock& clock)
{
    const ProcessCheck check = checkProcess(entry, token, processes, clock.now());
    const auto holder = holderToAsk(entry, token, check);
    const auto said = holder ? others.ask(*holder) : std::nullopt;
    return assessSafety(entry, token, check, clock.now(), said);
}

std::vector<SafetyVerdict> assessSafety(const std::vector<LockToken>& locks,
    const observe::ProcessProbe& processes, LivenessSource& others, const Clock& clock)
{
    std::vector<ProcessCheck> checks;
    std::vector<observe::Holder> asked;
    std::vector<std::size_t> askedFor;
    for (const LockToken& lock : locks) {
        checks.push_back(checkProcess(*lock.entry, lock.token, processes, clock.now()));
        if (const auto holder = holderToAsk(*lock.entry, lock.token, checks.back())) {
            asked.push_back(*holder);
            askedFor.push_back(checks.size() - 1);
        }
    }
    std::vector<std::optional<LifeReport>> said(locks.size());
    others.askAll(asked, [&](std::size_t index, const std::optional<LifeReport>& report) {
        said[askedFor[index]] = report;
    });
    std::vector<SafetyVerdict> verdicts;
    for (std::size_t i = 0; i < locks.size(); ++i)
        verdicts.push_back(
            assessSafety(*locks[i].entry, locks[i].token, checks[i], clock.now(), said[i]));
    return verdicts;
}

std::optional<observe::Holder> holderToAsk(
    const observe::LockEntry& entry, const Fingerprint& token, const ProcessCheck& check)
{
    const observe::PackedLock* const lock = entry.lockOf(token);
    return isWorthAsking(lock, check) ? std::optional(lock->holder()) : std::nullopt;
}

SafetyVerdict assessSafety(const observe::LockEntry& entry, const Fingerprint& token,
    const observe::ProcessProbe& processes, SteadyTime now)
{
    return assessSafety(entry, token, checkProcess(entry, token, processes, now), now);
}

} // namespace lockkeeper::release
