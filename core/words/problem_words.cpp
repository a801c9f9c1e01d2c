// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/problem_words.h"

#include "core/observe/formats/tombstone.h"
#include "core/text/display_safe.h"
#include "core/words/lock_words.h"
#include "core/words/time_words.h"

#include <algorithm>

namespace lockkeeper::words {
namespace {

using observe::Evidence;
using observe::EvidenceKind;
using observe::LockEntry;

/// What harms now and is certain comes first.
int rankOf(const Evidence& evidence) noexcept
{
    switch (evidence.kind) {
    case EvidenceKind::SplitVotes:
        return 0;
    case EvidenceKind::OutvotedToken:
        return evidence.pid ? 0 : 6;
    case EvidenceKind::HolderProcessGone:
        return 1;
    case EvidenceKind::HolderConnectionGone:
        return 2;
    case EvidenceKind::RenewalsStopped:
        return 3;
    case EvidenceKind::ExpiredByOwnTimestamp:
        return 4;
    case EvidenceKind::MinorityLeftover:
        return 5;
    case EvidenceKind::NeverExpires:
        return 7;
    case EvidenceKind::HeldUnusuallyLong:
        return 8;
    case EvidenceKind::WrongType:
        return 9;
    case EvidenceKind::RenewalLate:
        return 10;
    case EvidenceKind::RenewedForLong:
        return 11;
    case EvidenceKind::TtlTooLarge:
        return 12;
    case EvidenceKind::Deadlock:
        return 0;
    case EvidenceKind::LikelyDeadlock:
        return 3;
    case EvidenceKind::WaitsForDead: // comes with a better reason
        return 13;
    }
    return 14;
}

/// The evidence that comes first. nullopt: no problem. Nobody holds a split or a leftover: that
/// comes before what is known of a former holder.
std::optional<Evidence> worstOf(const LockEntry& entry) noexcept
{
    std::optional<Evidence> worst;
    for (const Evidence& one : entry.stale) {
        if (one.kind == EvidenceKind::SplitVotes || one.kind == EvidenceKind::MinorityLeftover)
            return one;
        if (!worst || rankOf(one) < rankOf(*worst))
            worst = one;
    }
    return worst;
}

std::string processText(const Evidence& evidence, const observe::Holder& holder)
{
    std::string text = "its process";
    if (evidence.pid)
        text += " " + std::to_string(*evidence.pid);
    if (holder.host)
        text += " on " + displaySafe(*holder.host);
    text += " has ended";
    return evidence.isPidReused ? text + ", and another one has its pid now" : text;
}

std::string leftText(const LockEntry& entry, const observe::Judgement& judgement, SteadyTime now)
{
    const std::string left = remainingText(entry, judgement, now);
    if (left == "never")
        return "and never expires";
    // A living holder may renew it, and so get its quorum back.
    return "gone in " + left
        + (observe::isTombstone(entry.packedLock.formatName()) ? "" : " unless renewed");
}

} // namespace

std::optional<int> problemRank(const LockEntry& entry) noexcept
{
    const auto worst = worstOf(entry);
    return worst ? std::optional(rankOf(*worst)) : std::nullopt;
}

std::string problemText(const LockEntry& entry, const observe::Judgement& judgement,
    std::chrono::milliseconds held, SteadyTime now)
{
    const auto worst = worstOf(entry);
    if (!worst)
        return {};
    const std::string time = (entry.isHeldSinceExact() ? "" : "at least ") + durationText(held);
    switch (worst->kind) {
    case EvidenceKind::SplitVotes:
        return "split: masters store different tokens and none has a quorum, so nobody holds it";
    case EvidenceKind::HolderProcessGone:
        return "held for " + time + ", but " + processText(*worst, entry.packedLock.holder());
    case EvidenceKind::HolderConnectionGone:
        return "held for " + time + ", and no connection has its holder's name any more";
    case EvidenceKind::MinorityLeftover:
        return "leftover on " + std::to_string(worst->votes) + " of "
            + std::to_string(worst->masters) + " masters: too few to hold it, "
            + leftText(entry, judgement, now);
    case EvidenceKind::NeverExpires:
        return "held for " + time + ", and never expires";
    case EvidenceKind::ExpiredByOwnTimestamp:
        return "held for " + time + ", though " + evidenceText(*worst, now);
    default:
        return evidenceText(*worst, now);
    }
}

} // namespace lockkeeper::words
