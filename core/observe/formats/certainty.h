// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/observe/formats/lock_name.h"
#include "core/observe/reading/key_reading.h"

#include <cstdint>
#include <optional>

namespace lockkeeper::observe {

/// How sure a key is a lock, or a client its holder.
enum class Certainty : std::uint8_t {
    Possible, ///< only the value's form says so, or it contradicts the name
    Likely, ///< the name says so, uncontradicted; or the value, or its behaviour
    Certain, ///< only one library writes this, or the user named it
};
constexpr auto enumNames(Certainty /*of*/) noexcept
{
    return std::array{"possible", "likely", "certain"};
}

/// Why a key is taken for a lock, or not.
enum class CertaintyReason : std::uint8_t {
    // Certain
    Named, ///< by the user: a hint, pattern or format
    Structure, ///< only one library writes this
    // Likely
    NameSaysLock, ///< nothing contradicts it
    NameResemblesLock, ///< TTL or value fits
    TellingValue, ///< rare outside locks
    ValueSaysLock, ///< by a member that only locks have
    ShortLease, ///< a lock's form, stored for seconds
    Renewed, ///< at steady intervals
    TakenAgain, ///< by different values in turn
    Overwritten, ///< by an unknown value
    // Possible
    ValueOnly, ///< a lock's form; the name says nothing
    NameSaysWork, ///< of work: `syncing:7`
    ValueUnderOtherName, ///< a lock's form; the name says something else
    NoTtl, ///< under a name like a lock's
    DiffersByMaster, ///< values of a lock's form
    // Possible, because the value contradicts the name
    Unreadable, ///< too long
    Zero,
    SaysFree, ///< the value is `false`, `unlocked` ...
    Quantity, ///< with a fraction, and no time
    Date, ///< or a time that is no acquisition's
    Counter, ///< a number without a TTL
    CountsUp, ///< by a little, with the same expiry
    AccountFlag, ///< of a locked account: 1, `locked` ...
    NoOwner, ///< an object without an owner
    Document, ///< markup, a list, a URL, or text without a holder
    // No lock
    HintedNone,
    BesideLock, ///< by a library
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

/// Contradicts a name that says lock.
[[nodiscard]] constexpr bool isValueAgainst(CertaintyReason reason) noexcept
{
    return reason >= CertaintyReason::Unreadable && reason <= CertaintyReason::Document;
}

struct ReasonedCertainty {
    Certainty level = Certainty::Certain;
    CertaintyReason reason = CertaintyReason::Structure;
    friend bool operator==(const ReasonedCertainty&, const ReasonedCertainty&) = default;
};

/// nullopt: no lock.
using MaybeCertain = std::optional<ReasonedCertainty>;

// Rules of docs/formats.md, "What a name says". A user's pattern counts as NameHint::Lock. All
// pure.

/// Only one library writes such values or keys.
[[nodiscard]] MaybeCertain certain(const KeyReading& reading, NameHint name);

/// Certain, or no lock.
[[nodiscard]] MaybeCertain certainIf(bool isOfItsOwn);

/// For values rare outside locks.
[[nodiscard]] ReasonedCertainty likelyByValue(NameHint name);

/// For random values of a common form.
[[nodiscard]] MaybeCertain certainByName(const KeyReading& reading, NameHint name);

/// Other values: by the name, or what they say themselves.
[[nodiscard]] MaybeCertain certainByNameOnly(const KeyReading& reading, NameHint name);

} // namespace lockkeeper::observe
