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

/// Reveals nothing of the value, which may be secret.
enum class ValueShape : std::uint8_t {
    Empty,
    One, ///< `1`
    Number,
    Time, ///< Unix time (s or ms), or a date
    Uuid, ///< with dashes
    Hex32,
    Hex40,
    Hex64,
    Hex, ///< another length, 16 or more
    Random, ///< letters and digits, base64
    HostAndPid,
    Word, ///< `locked`, `web-3`
    Json,
    Text,
    Bytes, ///< no UTF-8, or control characters
    TooLong,
    Members, ///< a hash, list or set
};
constexpr auto enumNames(ValueShape /*of*/) noexcept
{
    return std::array{"empty", "one", "number", "time", "uuid", "hex-32", "hex-40", "hex-64", "hex",
        "random", "host-and-pid", "word", "json", "text", "bytes", "too-long", "members"};
}
inline constexpr std::size_t kValueShapes = static_cast<std::size_t>(ValueShape::Members) + 1;

[[nodiscard]] ValueShape valueShape(const KeyReading& reading, WallTime now);

template <class T> struct Share {
    T what{};
    std::size_t keys = 0;
    friend bool operator==(const Share&, const Share&) = default;
};
template <class T> using Shares = std::vector<Share<T>>;

/// Keys whose names differ only in variable parts. Texts are unchecked: show them through
/// displaySafe().
struct Kind {
    std::string name; ///< see kindText()
    std::string pattern; ///< a glob for all its names, perhaps others
    std::size_t keys = 0;
    // Taken for locks.
    std::size_t certain = 0;
    std::size_t likely = 0;
    std::size_t possible = 0;
    std::optional<Certainty> certainty;
    CertaintyReason reason = CertaintyReason::NothingSaysLock; ///< most frequent, of keys with
                                                               ///< `certainty`
    Shares<std::string> formats;
    /// Perhaps another library's.
    bool isFormatAmbiguous = false;
    std::vector<std::string> fitting; ///< read the example, for a hint
    Shares<ValueType> types;
    Shares<ValueShape> shapes;
    std::size_t withoutTtl = 0;
    std::optional<std::chrono::milliseconds> shortestTtl;
    std::optional<std::chrono::milliseconds> longestTtl;
    std::string example;

    [[nodiscard]] std::size_t locks() const noexcept { return certain + likely + possible; }
};

struct KindList {
    std::vector<Kind> kinds; ///< most keys first
    std::size_t keys = 0;
    std::size_t otherKeys = 0; ///< of kinds too rare to list
    bool isCut = false; ///< more keys than can be counted
};

} // namespace lockkeeper::observe
