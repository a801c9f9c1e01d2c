// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/display_safe.h"

#include "core/text/ascii.h"
#include "core/text/hex.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace lockkeeper {

namespace {

constexpr std::string_view kEllipsis = "…";

struct Range {
    char32_t first;
    char32_t last;
};

/// Invisible, blank, or changing their neighbours' layout. Not the wide space of Chinese and
/// Japanese.
constexpr std::array kHidden{
    Range{0x80, 0xA0}, // C1 controls, no-break space
    Range{0xAD, 0xAD}, // soft hyphen
    Range{0x034F, 0x034F}, // combining grapheme joiner
    Range{0x061C, 0x061C}, // Arabic letter mark
    Range{0x115F, 0x1160}, // Hangul fillers
    Range{0x1680, 0x1680}, // Ogham space
    Range{0x17B4, 0x17B5}, // Khmer inherent vowels
    Range{0x180B, 0x180F}, // Mongolian selectors and vowel separator
    Range{0x2000, 0x200F}, // spaces, zero-width characters, directional marks
    Range{0x2028, 0x202F}, // separators, bidirectional embeddings, narrow no-break space
    Range{0x205F, 0x206F}, // a space, word joiner, invisible operators, bidirectional isolates
    Range{0x3164, 0x3164}, // Hangul filler
    Range{0xFDD0, 0xFDEF}, // noncharacters
    Range{0xFEFF, 0xFEFF}, // zero-width no-break space (byte order mark)
    Range{0xFFA0, 0xFFA0}, // halfwidth Hangul filler
    Range{0xFFF0, 0xFFFB}, // unassigned, interlinear annotations
    Range{0xFFFE, 0xFFFF}, // noncharacters
    Range{0x1BCA0, 0x1BCA3}, // shorthand format controls
    Range{0x1D173, 0x1D17A}, // musical format controls
    Range{0xE0000, 0xE0FFF}, // tags
};

bool isHidden(char32_t c) noexcept
{
    if ((c & 0xFFFEU) == 0xFFFEU)
        return true; // each plane's last two are noncharacters
    const auto* const range = std::lower_bound(
        kHidden.begin(), kHidden.end(), c, [](const Range& r, char32_t x) { return r.last < x; });
    return range != kHidden.end() && range->first <= c;
}

struct Decoded {
    char32_t character = 0;
    std::size_t length = 0; ///< in bytes; 0: not UTF-8
};

/// `min`: the smallest second byte that is not overlong. `max`: the largest that is no surrogate
/// and within Unicode (Unicode 15, table 3-7).
struct Lead {
    std::size_t length = 0;
    unsigned char min = 0x80;
    unsigned char max = 0xBF;
};

constexpr Lead leadOf(unsigned char byte) noexcept
{
    if (byte >= 0xC2 && byte <= 0xDF)
        return {.length = 2};
    if (byte >= 0xE0 && byte <= 0xEF)
        return {.length = 3,
            .min = static_cast<unsigned char>(byte == 0xE0 ? 0xA0 : 0x80),
            .max = static_cast<unsigned char>(byte == 0xED ? 0x9F : 0xBF)};
    if (byte >= 0xF0 && byte <= 0xF4)
        return {.length = 4,
            .min = static_cast<unsigned char>(byte == 0xF0 ? 0x90 : 0x80),
            .max = static_cast<unsigned char>(byte == 0xF4 ? 0x8F : 0xBF)};
    return {};
}

/// `bytes`: not empty.
Decoded decode(std::string_view bytes) noexcept
{
    const auto first = static_cast<unsigned char>(bytes.front());
    if (first < 0x80)
        return {.character = first, .length = 1};
    const auto lead = leadOf(first);
    if (lead.length == 0 || bytes.size() < lead.length)
        return {};
    const auto second = static_cast<unsigned char>(bytes[1]);
    if (second < lead.min || second > lead.max)
        return {};
    char32_t character = first & (0x7FU >> lead.length);
    for (std::size_t i = 1; i < lead.length; ++i) {
        const auto next = static_cast<unsigned char>(bytes[i]);
        if ((next & 0xC0U) != 0x80U)
            return {};
        character = character << 6U | (next & 0x3FU);
    }
    return {.character = character, .length = lead.length};
}

void appendEscape(std::string& out, char kind, std::uint32_t value, unsigned digits)
{
    out.push_back('\\');
    out.push_back(kind);
    out.append(hex(value, digits));
}

void appendAscii(std::string& out, char c)
{
    if (c == '\\')
        out += "\\\\";
    else if (c == '\n')
        out += "\\n";
    else if (c == '\r')
        out += "\\r";
    else if (c == '\t')
        out += "\\t";
    else if (isAsciiControl(c))
        appendEscape(out, 'x', static_cast<unsigned char>(c), 2);
    else
        out.push_back(c);
}

bool isBlankAtEnd(std::string_view bytes, bool isFirst) noexcept
{
    return bytes.front() == ' ' && (isFirst || bytes.size() == 1);
}

std::size_t appendSafe(std::string& out, std::string_view bytes)
{
    const auto [character, length] = decode(bytes);
    if (length == 0) {
        appendEscape(out, 'x', static_cast<unsigned char>(bytes.front()), 2);
        return 1;
    }
    if (length == 1)
        appendAscii(out, bytes.front());
    else if (!isHidden(character))
        out += bytes.substr(0, length);
    else if (character > 0xFFFF)
        appendEscape(out, 'U', character, 8);
    else
        appendEscape(out, 'u', character, 4);
    return length;
}

bool isCharacter(std::uint32_t c) noexcept
{
    return c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
}

void appendUtf8(std::string& out, std::uint32_t c)
{
    const auto append = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (c < 0x80) {
        append(c);
        return;
    }
    if (c < 0x800) {
        append(0xC0U | c >> 6U);
    } else if (c < 0x10000) {
        append(0xE0U | c >> 12U);
        append(0x80U | (c >> 6U & 0x3FU));
    } else {
        append(0xF0U | c >> 18U);
        append(0x80U | (c >> 12U & 0x3FU));
        append(0x80U | (c >> 6U & 0x3FU));
    }
    append(0x80U | (c & 0x3FU));
}

std::optional<std::uint32_t> numberOf(std::string_view text, std::size_t digits)
{
    std::uint32_t value = 0;
    if (text.size() < digits)
        return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + digits, value, 16);
    return error == std::errc() && end == text.data() + digits ? std::optional(value)
                                                               : std::nullopt;
}

/// `text`: behind a backslash. Returns the characters used; 0: no escape.
std::size_t appendUnescaped(std::string& out, std::string_view text)
{
    constexpr std::string_view kNamed = "\\nrt";
    const char kind = text.empty() ? '\0' : text.front();
    if (const std::size_t at = kNamed.find(kind); at != std::string_view::npos) {
        out.push_back("\\\n\r\t"[at]);
        return 1;
    }
    const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    const auto value = digits == 0 ? std::nullopt : numberOf(text.substr(1), digits);
    if (!value || !isCharacter(*value))
        return 0;
    if (kind == 'x')
        out.push_back(static_cast<char>(*value));
    else
        appendUtf8(out, *value);
    return 1 + digits;
}

bool isPlain(char c) noexcept
{
    return c >= 0x20 && c < 0x7F && c != '\\';
}

} // namespace

std::string displaySafe(std::string_view bytes, std::size_t limit)
{
    if (limit == 0 || bytes.empty())
        return {};
    if (bytes.size() <= limit && bytes.front() != ' ' && bytes.back() != ' '
        && std::all_of(bytes.begin(), bytes.end(), isPlain))
        return std::string(bytes);

    std::string out;
    std::size_t beforeLast
        = 0; // start of the limit-th character, which makes room for the ellipsis
    for (std::size_t count = 0; !bytes.empty(); ++count) {
        if (count == limit) {
            out.resize(beforeLast);
            out += kEllipsis;
            break;
        }
        beforeLast = out.size();
        if (isBlankAtEnd(bytes, count == 0)) {
            appendEscape(out, 'x', ' ', 2);
            bytes.remove_prefix(1);
        } else {
            bytes.remove_prefix(appendSafe(out, bytes));
        }
    }
    return out;
}

std::string fromDisplaySafe(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        const std::size_t used = c == '\\' ? appendUnescaped(out, text) : 0;
        if (used == 0)
            out.push_back(c);
        text.remove_prefix(used);
    }
    return out;
}

bool isValidUtf8(std::string_view bytes) noexcept
{
    while (!bytes.empty()) {
        const auto length = decode(bytes).length;
        if (length == 0)
            return false;
        bytes.remove_prefix(length);
    }
    return true;
}

} // namespace lockkeeper
