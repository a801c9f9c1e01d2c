// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/certainty/certainty.h"

namespace lockkeeper::observe {

/// Why a key is taken for a lock with some certainty, or for none.
enum class CertaintyReason : std::uint8_t {
    // Certain
    Named, ///< a hint, a pattern or a format of the user names it
    Structure, ///< only one library writes this
    // Likely
    NameSaysLock, ///< and nothing speaks against it
    NameResemblesLock, ///< and the TTL or the value fits
    TellingValue, ///< hardly anybody else writes such a value, or for so short a time
    // Possible
    ValueOnly, ///< the value has the form of a lock's; the name says nothing
    ValueUnderOtherName, ///< the value has the form of a lock's; the name says something else
    NoTtl, ///< the name resembles a lock's, but there is no TTL
    LongTtl, ///< the name resembles a lock's, but the TTL is long
    // Possible, because the value speaks against a lock; the name says lock
    Unreadable, ///< the value is too long to be read
    Zero, ///< the value is 0
    Counter, ///< the value is a number, without a TTL or with a long one
    AccountFlag, ///< the value is 1, and the name holds an e-mail address
    Digest, ///< the value is a SHA-1 or SHA-256, without a TTL or with a long one
    NoOwner, ///< the value is an object that names no owner
    Document, ///< the value is markup, a list, or a long text
    // No lock
    HintedNone, ///< a hint says so
    BesideLock, ///< a library keeps it beside a lock
    NameSaysOther, ///< the name says that it is something else
    NothingSaysLock, ///< neither its name nor its value
};

/// The reason behind the certainty that a format without a word of the user gave to a key; nullopt:
/// no format recognises it. Pure.
[[nodiscard]] CertaintyReason reasonFor(
    const KeyReading& reading, NameHint name, std::optional<Certainty> certainty);

} // namespace lockkeeper::observe
