// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/percent.h"

#include "core/text/ascii.h"
#include "core/text/hex.h"

#include <algorithm>

namespace lockkeeper {
namespace {

bool isPlainInField(char c)
{
    return isAsciiAlphanumeric(c) || c == '.' || c == '_' || c == '-';
}

} // namespace

std::string percentEncode(std::string_view bytes, absl::FunctionRef<bool(char)> isPlain)
{
    std::string text;
    text.reserve(bytes.size());
    for (const char c : bytes) {
        if (isPlain(c)) {
            text += c;
        } else {
            text += '%';
            appendHex(text, c, HexCase::Upper);
        }
    }
    return text;
}

std::optional<std::string> percentDecode(std::string_view text)
{
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            bytes += text[i];
            continue;
        }
        const auto byte = hexByte(text.substr(i + 1));
        if (!byte)
            return std::nullopt;
        bytes += *byte;
        i += 2;
    }
    return bytes;
}

std::string percentEncodeField(std::string_view bytes)
{
    if (std::ranges::all_of(bytes, isPlainInField))
        return std::string(bytes);
    return percentEncode(bytes, isPlainInField);
}

std::optional<std::string> percentDecodeField(std::string_view text)
{
    if (std::ranges::all_of(text, isPlainInField))
        return std::string(text);
    auto bytes = percentDecode(text);
    if (!bytes || percentEncodeField(*bytes) != text)
        return std::nullopt;
    return bytes;
}

} // namespace lockkeeper
