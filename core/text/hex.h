// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper {

// Bytes as hexadecimal digits and back. Pure functions.

/// Two lower-case digits per byte.
[[nodiscard]] std::string hex(std::string_view bytes);
/// The lowest `digits` (at most 16) hex digits of `number`, in lower case.
[[nodiscard]] std::string hex(std::uint64_t number, std::size_t digits);

enum class HexCase : std::uint8_t { Lower, Upper };

/// Appends the two digits of `byte`, for escapes such as `\x1b` and `%1B`.
void appendHex(std::string& out, char byte, HexCase letters = HexCase::Lower);

/// The byte whose hex digits (any case) are the first two characters of `text`; nullopt if they are
/// no hex digits, or if there are fewer.
[[nodiscard]] std::optional<char> hexByte(std::string_view text);

/// True if `text` consists of lower-case hex digits.
[[nodiscard]] bool isLowerHex(std::string_view text);

} // namespace lockkeeper
