// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/certainty.h"

#include "core/observe/formats/plain_value.h"
#include "core/text/ascii.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

MaybeCertain likely(CertaintyReason reason)
{
    return ReasonedCertainty{Certainty::Likely, reason};
}

MaybeCertain possible(CertaintyReason reason)
{
    return ReasonedCertainty{Certainty::Possible, reason};
}

/// What else is random lives longer.
constexpr std::chrono::seconds kShortestLease{30};

/// True for a name without numbers and ids: there are few of them, and they are not those of
/// requests or visitors.
bool namesOneThing(std::string_view name)
{
    return std::ranges::none_of(name, isAsciiDigit);
}

} // namespace

MaybeCertain certain(const KeyReading& /*reading*/, NameHint /*name*/)
{
    return ReasonedCertainty{};
}

MaybeCertain certainIf(bool isOfItsOwn)
{
    return isOfItsOwn ? std::optional(ReasonedCertainty{}) : std::nullopt;
}

ReasonedCertainty likelyByValue(NameHint name)
{
    if (name == NameHint::Lock)
        return {Certainty::Likely, CertaintyReason::NameSaysLock};
    return {Certainty::Likely,
        name == NameHint::Resembles ? CertaintyReason::NameResemblesLock
                                    : CertaintyReason::TellingValue};
}

MaybeCertain certainByName(const KeyReading& reading, NameHint name)
{
    switch (name) {
    case NameHint::Lock:
        return likely(CertaintyReason::NameSaysLock);
    case NameHint::Resembles:
        return reading.ttl ? likely(CertaintyReason::NameResemblesLock)
                           : possible(CertaintyReason::NoTtl);
    case NameHint::Nothing:
        if (!reading.ttl || isNamedAfterValue(reading) || isOfValue(reading.key))
            return std::nullopt;
        return *reading.ttl <= kShortestLease && namesOneThing(reading.key)
            ? likely(CertaintyReason::ShortLease)
            : possible(CertaintyReason::ValueOnly);
    case NameHint::Other:
        break;
    }
    return std::nullopt;
}

MaybeCertain certainByNameOnly(const KeyReading& reading, NameHint name)
{
    if (name == NameHint::Lock) {
        const auto objection = objectionTo(reading);
        return objection ? possible(*objection) : likely(CertaintyReason::NameSaysLock);
    }
    if (reading.ttl && namesLock(reading))
        return name == NameHint::Other ? possible(CertaintyReason::ValueUnderOtherName)
                                       : likely(CertaintyReason::ValueSaysLock);
    if (name == NameHint::Nothing && reading.ttl && !isNamedAfterValue(reading)) {
        if (const auto owner = ownerFormOf(reading))
            return *owner == OwnerForm::Process || isOfWork(reading.key)
                ? likely(CertaintyReason::TellingValue)
                : possible(CertaintyReason::ValueOnly);
    }
    if (name != NameHint::Resembles || !reading.ttl || objectionTo(reading))
        return std::nullopt;
    // Leases are short, so that they end soon after their holder.
    constexpr std::chrono::minutes kShortLease{2};
    return *reading.ttl <= kShortLease ? likely(CertaintyReason::NameResemblesLock)
                                       : possible(CertaintyReason::LongTtl);
}

} // namespace lockkeeper::observe
