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
    Possible, ///< (key) only the value's form says so, or it contradicts the name
    Likely, ///< (key) the name says so, uncontradicted; or the value, or its behaviour
    Certain, ///< (key) only one library writes this, or the user named it
};
constexpr auto enumNames(Certainty /*of*/) noexcept
{
    return std::array{"possible", "likely", "certain"};
}

/// Why a key is, or is not, taken for a lock.
enum class CertaintyReason : std::uint8_t {
    // Certain
    Named, ///< a hint, a pattern or a format of the user names it
    Structure, ///< only one library writes this
    // Likely
    NameSaysLock, ///< nothing contradicts it
    NameResemblesLock, ///< TTL or value fits
    TellingValue, ///< rare outside locks
    ValueSaysLock, ///< has a member that only locks have
    ShortLease, ///< has a lock's form, and was stored for seconds
    Renewed, ///< its TTL was extended at steady intervals
    TakenAgain, ///< different values took the name in turn
    Overwritten, ///< a lock's value was replaced by an unknown one
    // Possible
    ValueOnly, ///< has a lock's form; the name says nothing
    NameSaysWork, ///< may be a lock's; the name is that of work: `syncing:7`
    ValueUnderOtherName, ///< has a lock's form; the name says something else
    NoTtl, ///< resembles a lock's name, but has no TTL
    DiffersByMaster, ///< only its form says lock, and masters store different values
    // Possible, because the value contradicts the name
    Unreadable, ///< too long to be read
    Zero, ///< the value is 0
    SaysFree, ///< the value is `false`, `unlocked` ...
    Quantity, ///< a number with a fraction, and no time
    Date, ///< a date, or a time that is no acquisition's
    Counter, ///< a number without a TTL
    CountsUp, ///< grew by a little, with the same expiry
    AccountFlag, ///< 1, `locked` ..., under the name of a locked account
    NoOwner, ///< an object that names no owner
    Document, ///< markup, a list, a URL, or a text without a holder
    // No lock
    HintedNone, ///< a hint says so
    BesideLock, ///< a library keeps it beside a lock
    NameSaysOther, ///< the name says that it is something else
    NothingSaysLock, ///< neither name nor value
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

/// The value contradicts a name that says lock.
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

/// Only one library writes such values or keys: Certain.
[[nodiscard]] MaybeCertain certain(const KeyReading& reading, NameHint name);

/// Certain if only one library writes such a key; else no lock.
[[nodiscard]] MaybeCertain certainIf(bool isOfItsOwn);

/// Values rare outside locks: Likely.
[[nodiscard]] ReasonedCertainty likelyByValue(NameHint name);

/// Random values of a common form: by the name.
[[nodiscard]] MaybeCertain certainByName(const KeyReading& reading, NameHint name);

/// Other values: by the name, or what they say themselves.
[[nodiscard]] MaybeCertain certainByNameOnly(const KeyReading& reading, NameHint name);

} // namespace lockkeeper::observe
