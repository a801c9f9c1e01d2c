// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/kind_names.h"

namespace lockkeeper::observe {

const char* valueShapeName(ValueShape shape) noexcept
{
    switch (shape) {
    case ValueShape::Empty:
        return "empty";
    case ValueShape::One:
        return "one";
    case ValueShape::Number:
        return "number";
    case ValueShape::Time:
        return "time";
    case ValueShape::Uuid:
        return "uuid";
    case ValueShape::Hex32:
        return "hex-32";
    case ValueShape::Hex40:
        return "hex-40";
    case ValueShape::Hex64:
        return "hex-64";
    case ValueShape::Hex:
        return "hex";
    case ValueShape::Random:
        return "random";
    case ValueShape::HostAndPid:
        return "host-and-pid";
    case ValueShape::Word:
        return "word";
    case ValueShape::Json:
        return "json";
    case ValueShape::Text:
        return "text";
    case ValueShape::Bytes:
        return "bytes";
    case ValueShape::TooLong:
        return "too-long";
    case ValueShape::Members:
        break;
    }
    return "members";
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
    case CertaintyReason::ValueOnly:
        return "value-only";
    case CertaintyReason::ValueUnderOtherName:
        return "value-under-other-name";
    case CertaintyReason::NoTtl:
        return "no-ttl";
    case CertaintyReason::LongTtl:
        return "long-ttl";
    case CertaintyReason::Unreadable:
        return "unreadable";
    case CertaintyReason::Zero:
        return "zero";
    case CertaintyReason::Counter:
        return "counter";
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

} // namespace lockkeeper::observe
