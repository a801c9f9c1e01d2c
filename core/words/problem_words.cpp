// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/problem_words.h"

#include "core/observe/formats/tombstone.h"
#include "core/observe/waits/deadlock_evidence.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::words {
namespace {

using absl::Substitute;
using observe::Evidence;
using observe::EvidenceKind;
using observe::LockEntry;
using observe::Verdict;

/// Nobody holds a split lock or a leftover, so these come before facts about a former holder.
const Evidence* worstOf(const LockEntry& entry) noexcept
{
    const Evidence* worst = nullptr;
    for (const Evidence& one : entry.stale) {
        if (one.kind == EvidenceKind::SplitVotes || one.kind == EvidenceKind::MinorityLeftover)
            return &one;
        if (worst == nullptr || evidenceRank(one) < evidenceRank(*worst))
            worst = &one;
    }
    return worst;
}

std::string forgetfulMasters(const LockEntry& entry)
{
    std::string names;
    for (std::size_t i = 0; observe::isQuorumLost(entry.votes) && i < entry.votes.size(); ++i) {
        if (entry.votes.isLost(i))
            addToList(names, displaySafe(entry.votes.master(i).value()));
    }
    return names;
}

bool isQuorumLost(const LockEntry& entry, const Evidence& worst) noexcept
{
    return worst.kind == EvidenceKind::MinorityLeftover && observe::isQuorumLost(entry.votes);
}

/// "12,345"
std::string groupedText(std::size_t count)
{
    std::string text = std::to_string(count);
    for (std::size_t end = text.size(); end > 3; end -= 3)
        text.insert(end - 3, ",");
    return text;
}

std::string leftoverText(const Evidence& evidence, const LockEntry& entry,
    const observe::Judgement& judgement, SteadyTime now)
{
    if (const std::string forgetful = forgetfulMasters(entry); !forgetful.empty())
        return Substitute(tr("held until $0 forgot it; now on $1 of $2 masters, and its holder "
                             "may go on working"),
            forgetful, evidence.votes, evidence.masters);
    if (neverExpires(entry, judgement))
        return Substitute(tr("leftover on $0 of $1 masters: too few to hold it, and never expires"),
            evidence.votes, evidence.masters);
    // A living holder's renewal may restore the quorum.
    return Substitute(entry.packedLock.isTombstone()
            ? tr("leftover on $0 of $1 masters: too few to hold it, gone in $2")
            : tr("leftover on $0 of $1 masters: too few to hold it, gone in $2 unless renewed"),
        evidence.votes, evidence.masters, remainingText(entry, judgement, now));
}

std::string splitText(std::string text, const LockEntry& entry)
{
    if (const std::string forgetful = forgetfulMasters(entry); !forgetful.empty())
        addClause(text,
            Substitute(tr("$0 forgot a token, so that its holder may go on working"), forgetful));
    return text;
}

std::string deadlockText(const Evidence& evidence, SteadyTime now)
{
    if (evidence.votes == 1)
        return evidenceText(evidence, now);
    return Substitute(evidence.kind == EvidenceKind::Deadlock
            ? tr("deadlock of $0 locks: to release this one lets the others go on")
            : tr("likely a deadlock of $0 locks: to release this one lets the others go on"),
        evidence.votes);
}

/// Silent masters may have another token by now.
std::string heldForText(
    const LockEntry& entry, const observe::Judgement& judgement, std::chrono::milliseconds held)
{
    if (judgement.verdict == observe::Verdict::Unknown)
        return tr("not known whether it is still held, too few masters answer");
    const std::string time = durationText(held);
    return Substitute(
        entry.isHeldSinceExact() ? tr("held for $0") : tr("held for at least $0"), time);
}

} // namespace

int urgency(const LockEntry& entry) noexcept
{
    const Evidence* const worst = worstOf(entry);
    if (worst == nullptr)
        return kNotUrgent;
    return isQuorumLost(entry, *worst) ? kQuorumLost : evidenceRank(*worst);
}

bool speaksForItself(const LockEntry& entry) noexcept
{
    const Evidence* const worst = worstOf(entry);
    return worst != nullptr && (!observe::isDeadlock(*worst) || worst->isProposed);
}

Gist gistOf(const LockEntry& entry, const observe::Judgement& judgement)
{
    const Evidence* const worst = worstOf(entry);
    if (worst == nullptr)
        return {entry.packedLock.isTombstone() ? tr("revoked") : verdictWord(judgement.verdict)};
    const bool isLost = isQuorumLost(entry, *worst);
    Gist gist{isLost ? tr("quorum lost") : stateText(*worst)};
    if (isLost)
        addToList(gist.reason, Substitute(tr("$0 forgot it"), forgetfulMasters(entry)));
    addToList(gist.reason, evidenceReason(*worst));
    for (const Evidence& other : entry.stale) {
        if (&other != worst)
            addToList(gist.reason, evidenceReason(other));
    }
    return gist;
}

std::string problemText(const LockEntry& entry, const observe::Judgement& judgement,
    std::chrono::milliseconds held, SteadyTime now)
{
    const Evidence* const worst = worstOf(entry);
    if (worst == nullptr)
        return {};
    const auto heldAnd = [&](const std::string& evidence) {
        return clausesText({heldForText(entry, judgement, held), evidence});
    };
    switch (worst->kind) {
    case EvidenceKind::SplitVotes:
        return splitText(evidenceText(*worst, now), entry);
    case EvidenceKind::HolderProcessGone:
        return heldAnd(evidenceText(*worst, now));
    case EvidenceKind::HolderConnectionGone:
        return heldAnd(worst->isOfNode ? evidenceText(*worst, now)
                                       : tr("no connection has its holder's name any more"));
    case EvidenceKind::MinorityLeftover:
        return leftoverText(*worst, entry, judgement, now);
    case EvidenceKind::NeverExpires:
        return heldAnd(tr("it never expires"));
    case EvidenceKind::Deadlock:
    case EvidenceKind::LikelyDeadlock:
        return deadlockText(*worst, now);
    default:
        return evidenceText(*worst, now);
    }
}

std::string unjudgedText(const CalmFacts& facts)
{
    const bool isOne = facts.unjudged == 1;
    const std::string count = groupedText(facts.unjudged);
    if (facts.isAgentLost)
        return Substitute(isOne ? tr("$0 lock can't be judged: nothing arrives from the agent")
                                : tr("$0 locks can't be judged: nothing arrives from the agent"),
            count);
    return Substitute(isOne ? tr("$0 lock can't be judged: too few masters can be read")
                            : tr("$0 locks can't be judged: too few masters can be read"),
        count);
}

Calm calmOf(const CalmFacts& facts)
{
    using enum Calm::Kind;
    const bool isOne = facts.locks == 1;
    const std::string locks = groupedText(facts.locks);
    if (facts.unjudged > 0)
        return {Unjudged, unjudgedText(facts)};
    if (facts.isChecking)
        return {Checking,
            isOne ? std::string(tr("Checking the one lock"))
                  : Substitute(tr("Checking $0 locks"), locks)};
    if (facts.isAgentLost)
        return {AgentLost, tr("No problem is known: nothing arrives from the agent")};
    if (!facts.isComplete)
        return {Unread, tr("No problem seen, but not all keys of all masters were read")};
    if (facts.locks == 0)
        return {NoProblem, tr("No problem: there are no locks")};
    if (!facts.areWaitsKnown)
        return {WaitsUnknown,
            tr("No problem seen, but deadlocks are not known: too few masters tell who "
               "waits")};
    return {NoProblem,
        isOne ? std::string(tr("No problem with the one lock"))
              : Substitute(tr("No problem with any of $0 locks"), locks)};
}

Verdict drawnVerdict(const observe::LockEntry& entry, Verdict verdict) noexcept
{
    const bool isRevoked = verdict == Verdict::Held && entry.packedLock.isTombstone();
    return isRevoked ? Verdict::Free : verdict;
}

LockShape lockShape(Verdict verdict, int urgency) noexcept
{
    switch (verdict) {
    case Verdict::Held:
    case Verdict::Queued:
        if (urgency == kDeadlock)
            return LockShape::Deadlock;
        if (urgency != kNotUrgent)
            return LockShape::Stale;
        return verdict == Verdict::Held ? LockShape::Held : LockShape::Free;
    case Verdict::Minority:
        return LockShape::Minority;
    case Verdict::Split:
        return LockShape::Split;
    case Verdict::Free:
        return LockShape::Free;
    case Verdict::Unknown:
        break;
    }
    return LockShape::Unknown;
}

Tone lockTone(Verdict verdict, int urgency) noexcept
{
    if (urgency <= kDeadlock || verdict == Verdict::Split)
        return Tone::Bad;
    if (urgency != kNotUrgent || verdict == Verdict::Minority)
        return Tone::Notice;
    if (verdict == Verdict::Unknown)
        return Tone::Unknown;
    return verdict == Verdict::Held ? Tone::Good : Tone::Muted;
}

} // namespace lockkeeper::words
