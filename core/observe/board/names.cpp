// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/names.h"

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
        return "held";
    case VoteState::Free:
        return "free";
    case VoteState::NoAnswer:
        return "no-answer";
    case VoteState::Error:
        return "error";
    }
    return "error";
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

const char* certaintyReasonName(CertaintyReason reason) noexcept
{
    switch (reason) {
    case CertaintyReason::Named:
        return "named";
    case CertaintyReason::Structure:
        return "structure";
    case CertaintyReason::NameSaysLock:
        return "name-says-lock";
    case CertaintyReason::NameResemblesLock:
        return "name-resembles-lock";
    case CertaintyReason::TellingValue:
        return "telling-value";
    case CertaintyReason::ValueSaysLock:
        return "value-says-lock";
    case CertaintyReason::ShortLease:
        return "short-lease";
    case CertaintyReason::Renewed:
        return "renewed";
    case CertaintyReason::TakenAgain:
        return "taken-again";
    case CertaintyReason::ValueOnly:
        return "value-only";
    case CertaintyReason::ValueUnderOtherName:
        return "value-under-other-name";
    case CertaintyReason::NoTtl:
        return "no-ttl";
    case CertaintyReason::LongTtl:
        return "long-ttl";
    case CertaintyReason::DiffersByMaster:
        return "differs-by-master";
    case CertaintyReason::Unreadable:
        return "unreadable";
    case CertaintyReason::Zero:
        return "zero";
    case CertaintyReason::SaysFree:
        return "says-free";
    case CertaintyReason::Date:
        return "date";
    case CertaintyReason::Quantity:
        return "quantity";
    case CertaintyReason::Counter:
        return "counter";
    case CertaintyReason::CountsUp:
        return "counts-up";
    case CertaintyReason::AccountFlag:
        return "account-flag";
    case CertaintyReason::Digest:
        return "digest";
    case CertaintyReason::NoOwner:
        return "no-owner";
    case CertaintyReason::Document:
        return "document";
    case CertaintyReason::HintedNone:
        return "hinted-none";
    case CertaintyReason::BesideLock:
        return "beside-lock";
    case CertaintyReason::NameSaysOther:
        return "name-says-other";
    case CertaintyReason::NothingSaysLock:
        break;
    }
    return "nothing";
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
