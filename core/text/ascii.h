// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace lockkeeper {

// In any locale.

[[nodiscard]] constexpr bool isAsciiDigit(char c) noexcept
{
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool isAsciiUpper(char c) noexcept
{
    return c >= 'A' && c <= 'Z';
}
[[nodiscard]] constexpr bool isAsciiLower(char c) noexcept
{
    return c >= 'a' && c <= 'z';
}
[[nodiscard]] constexpr bool isAsciiLetter(char c) noexcept
{
    return isAsciiUpper(c) || isAsciiLower(c);
}
[[nodiscard]] constexpr bool isAsciiAlphanumeric(char c) noexcept
{
    return isAsciiLetter(c) || isAsciiDigit(c);
}
/// token68 of RFC 9110, 11.2: HTTP access tokens.
[[nodiscard]] constexpr bool isToken68(char c) noexcept
{
    return isAsciiAlphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~' || c == '+'
        || c == '/' || c == '=';
}
[[nodiscard]] constexpr bool isAsciiHexDigit(char c) noexcept
{
    return isAsciiDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
/// And DEL.
[[nodiscard]] constexpr bool isAsciiControl(char c) noexcept
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}
[[nodiscard]] constexpr char toAsciiLower(char c) noexcept
{
    return isAsciiUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] inline std::string toAsciiLower(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) { return toAsciiLower(c); });
    return lower;
}

inline constexpr std::size_t kUuidLength = 36;

} // namespace lockkeeper
