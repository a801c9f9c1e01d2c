// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/observe/formats/certainty.h"
#include "core/observe/reading/key_reading.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// The form of a value. Says nothing of the value itself, which may be a secret.
enum class ValueShape : std::uint8_t {
    Empty,
    One, ///< `1`
    Number, ///< any other number
    Time, ///< a Unix time in seconds or milliseconds, or a date
    Uuid, ///< with dashes
    Hex32,
    Hex40,
    Hex64,
    Hex, ///< 16 hex digits or more, of another length
    Random, ///< random letters and digits, base64
    HostAndPid,
    Word, ///< one word: `locked`, `web-3`
    Json,
    Text,
    Bytes, ///< not UTF-8, or with control characters
    TooLong, ///< too long to be read
    Members, ///< a hash, a list, a set
};
constexpr auto enumNames(ValueShape /*of*/) noexcept
{
    return std::array{"empty", "one", "number", "time", "uuid", "hex-32", "hex-40", "hex-64", "hex",
        "random", "host-and-pid", "word", "json", "text", "bytes", "too-long", "members"};
}
inline constexpr std::size_t kValueShapes = static_cast<std::size_t>(ValueShape::Members) + 1;

/// The form of what is stored. `now` tells times from other numbers. Pure.
[[nodiscard]] ValueShape valueShape(const KeyReading& reading, WallTime now);

/// How many keys of a kind have a property.
template <class T> struct Share {
    T what{};
    std::size_t keys = 0;
    friend bool operator==(const Share&, const Share&) = default;
};
/// The most frequent first.
template <class T> using Shares = std::vector<Share<T>>;

/// Keys whose names differ only in their variable parts. A value. Text comes from servers: pass it
/// through displaySafe() before showing it.
struct Kind {
    std::string name; ///< see kindText(); a part with many different words is `<word>`
    std::string pattern; ///< a glob that matches all names of the kind, and maybe others
    std::size_t keys = 0;
    // Of these keys, what they are taken for; the rest is no lock.
    std::size_t certain = 0;
    std::size_t likely = 0;
    std::size_t possible = 0;
    /// What most of the keys that are taken for locks are; nullopt: all of them are no locks.
    std::optional<Certainty> certainty;
    CertaintyReason reason = CertaintyReason::NothingSaysLock; ///< the most frequent one of these
    /// Formats of the keys that are taken for locks.
    Shares<std::string> formats;
    /// True if some of these may also be another library's.
    bool isFormatAmbiguous = false;
    std::vector<std::string> fitting; ///< formats that a hint may name: they read the example
    Shares<ValueType> types;
    Shares<ValueShape> shapes;
    std::size_t withoutTtl = 0;
    std::optional<std::chrono::milliseconds> shortestTtl; ///< of the keys with a TTL
    std::optional<std::chrono::milliseconds> longestTtl;
    std::string example; ///< the name of a key

    /// Number of keys that are taken for locks.
    [[nodiscard]] std::size_t locks() const noexcept { return certain + likely + possible; }
};

/// The keys of a deployment, by kind.
struct KindList {
    std::vector<Kind> kinds; ///< most keys first
    std::size_t keys = 0; ///< all that were counted
    std::size_t otherKeys = 0; ///< of these, keys of kinds that are too rare to be listed
    bool isCut = false; ///< there were more keys than can be counted
};

} // namespace lockkeeper::observe
