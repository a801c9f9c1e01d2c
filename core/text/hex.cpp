// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/hex.h"

#include "core/text/ascii.h"

#include <absl/strings/escaping.h>
#include <algorithm>

namespace lockkeeper {
namespace {

constexpr std::string_view kLower = "0123456789abcdef";
constexpr std::string_view kUpper = "0123456789ABCDEF";

unsigned digitValue(char c) noexcept
{
    return static_cast<unsigned>(kLower.find(toAsciiLower(c)));
}

} // namespace

std::string hex(std::string_view bytes)
{
    return absl::BytesToHexString({bytes.data(), bytes.size()});
}

std::string hex(std::uint64_t number, std::size_t digits)
{
    std::string text(digits, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4U)
        *digit = kLower[number & 0xFU];
    return text;
}

void appendHex(std::string& out, char byte, HexCase letters)
{
    const std::string_view digits = letters == HexCase::Lower ? kLower : kUpper;
    const auto bits = static_cast<unsigned char>(byte);
    out += digits[bits >> 4U];
    out += digits[bits & 0xFU];
}

std::optional<char> hexByte(std::string_view text)
{
    if (text.size() < 2 || !isAsciiHexDigit(text[0]) || !isAsciiHexDigit(text[1]))
        return std::nullopt;
    return static_cast<char>(digitValue(text[0]) << 4U | digitValue(text[1]));
}

bool isLowerHex(std::string_view text)
{
    return std::ranges::all_of(
        text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

} // namespace lockkeeper
