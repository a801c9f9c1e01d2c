// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/observe/formats/lock_name.h"
#include "core/observe/reading/key_reading.h"

#include <cstdint>
#include <optional>

namespace lockkeeper::observe {

/// Of a key as a lock, or of a client as its holder.
enum class Certainty : std::uint8_t {
    Possible,
    Likely,
    Certain,
};
constexpr auto enumNames(Certainty /*of*/) noexcept
{
    return std::array{"possible", "likely", "certain"};
}

/// docs/formats.md, "What a name says".
enum class CertaintyReason : std::uint8_t {
    // Certain
    Named,
    Structure,
    // Likely
    NameSaysLock,
    NameResemblesLock,
    TellingValue,
    ValueSaysLock,
    ShortLease,
    Renewed,
    TakenAgain,
    Overwritten,
    // Possible
    ValueOnly,
    NameSaysWork,
    ValueUnderOtherName,
    NoTtl,
    DiffersByMaster,
    // Possible, because the value contradicts the name
    Unreadable,
    Zero,
    SaysFree,
    Quantity,
    Date,
    Counter,
    CountsUp,
    AccountFlag,
    NoOwner,
    Document,
    // No lock
    HintedNone,
    BesideLock,
    NameSaysOther,
    NothingSaysLock,
};
constexpr auto enumNames(CertaintyReason /*of*/) noexcept
{
    return std::array{"named", "structure", "name-says-lock", "name-resembles-lock",
        "telling-value", "value-says-lock", "short-lease", "renewed", "taken-again", "overwritten",
        "value-only", "name-says-work", "value-under-other-name", "no-ttl", "differs-by-master",
        "unreadable", "zero", "says-free", "quantity", "date", "counter", "counts-up",
        "account-flag", "no-owner", "document", "hinted-none", "beside-lock", "name-says-other",
        "nothing"};
}

[[nodiscard]] constexpr bool isValueAgainst(CertaintyReason reason) noexcept
{
    return reason >= CertaintyReason::Unreadable && reason <= CertaintyReason::Document;
}

struct ReasonedCertainty {
    Certainty level = Certainty::Certain;
    CertaintyReason reason = CertaintyReason::Structure;
    friend bool operator==(const ReasonedCertainty&, const ReasonedCertainty&) = default;
};

using MaybeCertain = std::optional<ReasonedCertainty>;

// A user's pattern counts as NameHint::Lock.

[[nodiscard]] MaybeCertain certain(const KeyReading& reading, NameHint name);

[[nodiscard]] MaybeCertain certainIf(bool isOfItsOwn);

/// For values rare outside locks.
[[nodiscard]] ReasonedCertainty likelyByValue(NameHint name);

/// For random values of a common form.
[[nodiscard]] MaybeCertain certainByName(const KeyReading& reading, NameHint name);

/// Other values: by the name, or what they say themselves.
[[nodiscard]] MaybeCertain certainByNameOnly(const KeyReading& reading, NameHint name);

} // namespace lockkeeper::observe
