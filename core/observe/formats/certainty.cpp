// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/certainty.h"

#include "core/observe/formats/plain_value.h"

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
        return possible(CertaintyReason::ValueOnly);
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
    if (!reading.ttl)
        return std::nullopt;
    const auto owner = isNamedAfterValue(reading) ? std::nullopt : ownerFormOf(reading);
    if (owner == OwnerForm::Process)
        return name == NameHint::Other && beginsWithContent(reading.key)
            ? possible(CertaintyReason::ValueUnderOtherName)
            : likely(CertaintyReason::TellingValue);
    if (name != NameHint::Other && isNamedToken(reading))
        return likely(CertaintyReason::TellingValue);
    if (namesLock(reading))
        return name == NameHint::Other ? possible(CertaintyReason::ValueUnderOtherName)
                                       : likely(CertaintyReason::ValueSaysLock);
    const bool isWork = name == NameHint::Nothing && isOfWork(reading.key);
    if (owner && name == NameHint::Nothing)
        return isWork ? likely(CertaintyReason::TellingValue)
                      : possible(CertaintyReason::ValueOnly);
    if ((!isWork && name != NameHint::Resembles) || objectionTo(reading))
        return std::nullopt;
    return isWork ? possible(CertaintyReason::NameSaysWork)
                  : likely(CertaintyReason::NameResemblesLock);
}

} // namespace lockkeeper::observe
