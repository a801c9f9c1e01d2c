// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/observe/reading/key_reading.h"

#include <cstdint>

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

} // namespace lockkeeper::observe
