// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/observe/formats/lock_name.h"
#include "core/observe/reading/key_reading.h"

#include <cstdint>
#include <optional>

namespace lockkeeper::observe {

/// How sure it is that a key is a lock, or that a client is its holder.
enum class Certainty : std::uint8_t {
    Possible, ///< (key) only the value's form says so; or the name does, and the value speaks
              ///< against it
    Likely, ///< (key) the name says so, and nothing speaks against it; or its value says so, or
            ///< what was seen of it
    Certain, ///< (key) only one library writes this, or the user has named the key as a lock
};
constexpr auto enumNames(Certainty /*of*/) noexcept
{
    return std::array{"possible", "likely", "certain"};
}

/// Why a key is taken for a lock with some certainty, or for no lock.
enum class CertaintyReason : std::uint8_t {
    // Certain
    Named, ///< a hint, a pattern or a format of the user names it
    Structure, ///< only one library writes this
    // Likely
    NameSaysLock, ///< and nothing speaks against it
    NameResemblesLock, ///< and the TTL or the value fits
    TellingValue, ///< hardly anybody else writes such a value
    ValueSaysLock, ///< the value has a member that only locks have
    ShortLease, ///< the value has the form of a lock's, and it was seen to be stored for seconds
    Renewed, ///< its TTL was prolonged at a steady interval
    TakenAgain, ///< different values have taken the name, one after the other
    Overwritten, ///< it was a lock, and its value was replaced by one that no format knows
    // Possible
    ValueOnly, ///< the value has the form of a lock's; the name says nothing
    NameSaysWork, ///< the value may be a lock's, and the name is that of work: `syncing:7`
    ValueUnderOtherName, ///< the value has the form of a lock's; the name says something else
    NoTtl, ///< the name resembles a lock's, but there is no TTL
    DiffersByMaster, ///< only the value's form speaks for it, and each master stores another one
    // Possible, because the value speaks against a lock; the name says lock
    Unreadable, ///< the value is too long to be read
    Zero, ///< the value is 0
    SaysFree, ///< the value is `false`, `unlocked` ...
    Quantity, ///< the value is a number with a fraction, and no time
    Date, ///< the value is a date, or a time that is no acquisition's
    Counter, ///< the value is a number without a TTL
    CountsUp, ///< the value was seen to grow by a little, and its expiry stayed
    AccountFlag, ///< the value is 1, `locked` ..., and the name is that of a locked account
    NoOwner, ///< the value is an object that names no owner
    Document, ///< the value is markup, a list, a URL, or another text that names no holder
    // No lock
    HintedNone, ///< a hint says so
    BesideLock, ///< a library keeps it beside a lock
    NameSaysOther, ///< the name says that it is something else
    NothingSaysLock, ///< neither its name nor its value
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

/// True if the name says lock, and the value speaks against it.
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

// Rules: by a key's name and type they decide how sure a format is of a value that it recognises. A
// pattern of the user counts as NameHint::Lock. Of a TTL it counts only that there is one: how much
// is left depends on when one looks. All pure.

/// For values or keys that only one library writes: Certain.
[[nodiscard]] MaybeCertain certain(const KeyReading& reading, NameHint name);

/// Certain if `isOfItsOwn`, because only one library writes such a key; else no lock.
[[nodiscard]] MaybeCertain certainIf(bool isOfItsOwn);

/// For values that hardly anybody else writes: Likely, because of the name where it suggests or
/// resembles a lock.
[[nodiscard]] ReasonedCertainty likelyByValue(NameHint name);

/// For random values of a form that many programs write. Likely if the name suggests a lock, or
/// resembles one and there is a TTL. Under a name that suggests nothing, Possible with a TTL.
[[nodiscard]] MaybeCertain certainByName(const KeyReading& reading, NameHint name);

/// For any other value. Likely if it names a process, or a lock, and there is a TTL; else only the
/// name can tell: Likely if it suggests a lock and the value may be one's, or resembles one and
/// there is a TTL. Possible if the value speaks against that, and under the name of work.
[[nodiscard]] MaybeCertain certainByNameOnly(const KeyReading& reading, NameHint name);

} // namespace lockkeeper::observe
