// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/names.h"

#include "core/text/translate.h"

#include <utility>

namespace lockkeeper::observe {

const char* verdictName(Verdict verdict) noexcept
{
    switch (verdict) {
    case Verdict::Held:
        return "held";
    case Verdict::Minority:
        return "minority";
    case Verdict::Split:
        return "split";
    case Verdict::Unknown:
        return "unknown";
    case Verdict::Free:
        return "free";
    }
    return "unknown";
}

const char* voteStateName(VoteState state) noexcept
{
    switch (state) {
    case VoteState::Held:
        return trNoop("held", "vote");
    case VoteState::Free:
        return trNoop("free", "vote");
    case VoteState::NoAnswer:
        return trNoop("no-answer", "vote");
    case VoteState::Error:
        return trNoop("error", "vote");
    }
    return trNoop("error", "vote");
}

const char* lockModeName(LockMode mode) noexcept
{
    switch (mode) {
    case LockMode::Exclusive:
        return "exclusive";
    case LockMode::Read:
        return "read";
    case LockMode::Write:
        return "write";
    case LockMode::Semaphore:
        return "semaphore";
    }
    return "exclusive";
}

const char* certaintyName(Certainty certainty) noexcept
{
    switch (certainty) {
    case Certainty::Certain:
        return "certain";
    case Certainty::Likely:
        return "likely";
    case Certainty::Possible:
        return "possible";
    }
    return "possible";
}

constexpr std::pair<CertaintyReason, const char*> kReasonNames[] = {
    {CertaintyReason::Named, "named"},
    {CertaintyReason::Structure, "structure"},
    {CertaintyReason::NameSaysLock, "name-says-lock"},
    {CertaintyReason::NameResemblesLock, "name-resembles-lock"},
    {CertaintyReason::TellingValue, "telling-value"},
    {CertaintyReason::ValueSaysLock, "value-says-lock"},
    {CertaintyReason::ShortLease, "short-lease"},
    {CertaintyReason::Renewed, "renewed"},
    {CertaintyReason::TakenAgain, "taken-again"},
    {CertaintyReason::Overwritten, "overwritten"},
    {CertaintyReason::ValueOnly, "value-only"},
    {CertaintyReason::ValueUnderOtherName, "value-under-other-name"},
    {CertaintyReason::NoTtl, "no-ttl"},
    {CertaintyReason::LongTtl, "long-ttl"},
    {CertaintyReason::DiffersByMaster, "differs-by-master"},
    {CertaintyReason::Unreadable, "unreadable"},
    {CertaintyReason::Zero, "zero"},
    {CertaintyReason::SaysFree, "says-free"},
    {CertaintyReason::Date, "date"},
    {CertaintyReason::Quantity, "quantity"},
    {CertaintyReason::Counter, "counter"},
    {CertaintyReason::CountsUp, "counts-up"},
    {CertaintyReason::AccountFlag, "account-flag"},
    {CertaintyReason::Digest, "digest"},
    {CertaintyReason::NoOwner, "no-owner"},
    {CertaintyReason::Document, "document"},
    {CertaintyReason::HintedNone, "hinted-none"},
    {CertaintyReason::BesideLock, "beside-lock"},
    {CertaintyReason::NameSaysOther, "name-says-other"},
};

const char* certaintyReasonName(CertaintyReason reason) noexcept
{
    for (const auto& [one, text] : kReasonNames) {
        if (one == reason)
            return text;
    }
    return "nothing"; // CertaintyReason::NothingSaysLock
}

const char* valueTypeName(ValueType type) noexcept
{
    switch (type) {
    case ValueType::None:
        return "none";
    case ValueType::String:
        return "string";
    case ValueType::Hash:
        return "hash";
    case ValueType::Set:
        return "set";
    case ValueType::SortedSet:
        return "zset";
    case ValueType::List:
        return "list";
    case ValueType::Other:
        return "other";
    }
    return "other";
}

const char* lossCauseName(LossCause cause) noexcept
{
    switch (cause) {
    case LossCause::Flush:
        return "flush";
    case LossCause::Restart:
        return "restart";
    case LossCause::Unknown:
        break;
    }
    return "unknown";
}

const char* linkStateName(redis::LinkState state) noexcept
{
    switch (state) {
    case redis::LinkState::Connecting:
        return "connecting";
    case redis::LinkState::Up:
        return "up";
    case redis::LinkState::Silent:
        return "silent";
    case redis::LinkState::Down:
        return "down";
    case redis::LinkState::Refused:
        return "refused";
    }
    return "down";
}

const char* evidenceName(EvidenceKind kind) noexcept
{
    switch (kind) {
    case EvidenceKind::NeverExpires:
        return "never-expires";
    case EvidenceKind::MinorityLeftover:
        return "minority-leftover";
    case EvidenceKind::HolderProcessGone:
        return "holder-process-gone";
    case EvidenceKind::ExpiredByOwnTimestamp:
        return "expired-by-own-timestamp";
    case EvidenceKind::RenewalLate:
        return "renewal-late";
    case EvidenceKind::RenewalsStopped:
        return "renewals-stopped";
    case EvidenceKind::RenewedForLong:
        return "renewed-for-long";
    case EvidenceKind::HeldUnusuallyLong:
        return "held-unusually-long";
    case EvidenceKind::TtlTooLarge:
        return "ttl-too-large";
    case EvidenceKind::SplitVotes:
        return "split";
    case EvidenceKind::OutvotedToken:
        return "outvoted-token";
    case EvidenceKind::WrongType:
        return "wrong-type";
    case EvidenceKind::HolderConnectionGone:
        return "holder-connection-gone";
    case EvidenceKind::Deadlock:
        return "deadlock";
    case EvidenceKind::LikelyDeadlock:
        return "likely-deadlock";
    case EvidenceKind::WaitsForDead:
        return "waits-for-dead";
    }
    return "";
}

std::vector<EvidenceKind> evidenceKinds()
{
    std::vector<EvidenceKind> kinds;
    for (int i = 0; *evidenceName(static_cast<EvidenceKind>(i)) != '\0'; ++i)
        kinds.push_back(static_cast<EvidenceKind>(i));
    return kinds;
}

} // namespace lockkeeper::observe
