// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/certainty/certainty_reason.h"

#include "core/observe/formats/certainty/plain_value.h"

namespace lockkeeper::observe {
namespace {

CertaintyReason reasonForLikely(NameHint name)
{
    if (name == NameHint::Lock)
        return CertaintyReason::NameSaysLock;
    return name == NameHint::Resembles ? CertaintyReason::NameResemblesLock
                                       : CertaintyReason::TellingValue;
}

CertaintyReason reasonForPossible(const KeyReading& reading, NameHint name)
{
    if (name == NameHint::Resembles)
        return reading.ttl ? CertaintyReason::LongTtl : CertaintyReason::NoTtl;
    if (name == NameHint::Other)
        return CertaintyReason::ValueUnderOtherName;
    if (name == NameHint::Lock && reading.type == ValueType::String)
        return objectionTo(reading).value_or(CertaintyReason::ValueOnly);
    return CertaintyReason::ValueOnly;
}

CertaintyReason reasonForNone(const KeyReading& reading, NameHint name)
{
    if (isBesideLock(reading.key))
        return CertaintyReason::BesideLock;
    return name == NameHint::Other ? CertaintyReason::NameSaysOther
                                   : CertaintyReason::NothingSaysLock;
}

} // namespace

CertaintyReason reasonFor(
    const KeyReading& reading, NameHint name, std::optional<Certainty> certainty)
{
    if (!certainty)
        return reasonForNone(reading, name);
    switch (*certainty) {
    case Certainty::Certain:
        return CertaintyReason::Structure;
    case Certainty::Likely:
        return reasonForLikely(name);
    case Certainty::Possible:
        break;
    }
    return reasonForPossible(reading, name);
}

} // namespace lockkeeper::observe
