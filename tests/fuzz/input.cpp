// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/input.h"

#include "core/redis/reply_parser.h"
#include "core/text/display_safe.h"
#include "tests/fuzz/target.h"

#include <array>
#include <charconv>

namespace lockkeeper::fuzz {
namespace {

using observe::KeyReading;
using observe::ValueType;

ValueType typeOf(char letter)
{
    switch (letter) {
    case 's':
        return ValueType::String;
    case 'h':
        return ValueType::Hash;
    case 'z':
        return ValueType::SortedSet;
    case 't':
        return ValueType::Set;
    case 'l':
        return ValueType::List;
    default:
        return ValueType::Other;
    }
}

/// UTF-8 of what is invisible or turns a line around, as far as a look at the bytes tells.
bool holdsHidden(std::string_view text)
{
    struct Span {
        std::string_view head;
        unsigned char first;
        unsigned char last;
    };
    static constexpr std::array kHidden{Span{"\xC2", 0x80, 0x9F}, Span{"\xC2", 0xAD, 0xAD},
        Span{"\xD8", 0x9C, 0x9C}, Span{"\xE2\x80", 0x8B, 0x8F}, Span{"\xE2\x80", 0xA8, 0xAE},
        Span{"\xE2\x81", 0xA0, 0xAF}, Span{"\xEF\xBB", 0xBF, 0xBF},
        Span{"\xF3\xA0\x80", 0x80, 0xBF}, Span{"\xF3\xA0\x81", 0x80, 0xBF}};
    for (const Span& span : kHidden) {
        for (std::size_t at = text.find(span.head); at != std::string_view::npos;
             at = text.find(span.head, at + 1)) {
            const std::size_t next = at + span.head.size();
            const unsigned char byte
                = next < text.size() ? static_cast<unsigned char>(text[next]) : 0;
            if (byte >= span.first && byte <= span.last)
                return true;
        }
    }
    return false;
}

} // namespace

std::vector<std::string_view> partsOf(std::string_view input, std::size_t most)
{
    std::vector<std::string_view> parts;
    if (input.empty())
        return parts;
    const char separator = input.front();
    input.remove_prefix(1);
    while (parts.size() + 1 < most && input.find(separator) != std::string_view::npos) {
        const std::size_t size = input.find(separator);
        parts.push_back(input.substr(0, size));
        input.remove_prefix(size + 1);
    }
    parts.push_back(input);
    return parts;
}

std::optional<KeyReading> readingIn(std::string_view input)
{
    const bool isString = input.size() > 1 && input[1] == 's';
    const auto parts = partsOf(input, isString ? 3 : 2 + 2 * KeyReading::kMaxFields);
    if (parts.size() < 2 || parts[0].empty())
        return std::nullopt;
    KeyReading reading{.key = std::string(parts[1]), .type = typeOf(parts[0].front())};
    std::int64_t ttl = 0;
    const std::string_view digits = parts[0].substr(1);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), ttl).ec == std::errc())
        reading.ttl = std::chrono::milliseconds(ttl);
    if (isString) {
        reading.value = parts.size() > 2 ? parts[2].substr(0, KeyReading::kMaxValue) : "";
        return reading;
    }
    const bool isPaired = reading.type == ValueType::Hash || reading.type == ValueType::SortedSet;
    const std::size_t step = isPaired ? 2 : 1;
    for (std::size_t i = 2; i + step <= parts.size(); i += step) {
        if (reading.fields.size() < KeyReading::kMaxFields)
            reading.fields.emplace_back(parts[i], isPaired ? parts[i + 1] : std::string_view());
    }
    return reading;
}

std::vector<redis::Reply> repliesIn(std::string_view bytes)
{
    redis::ReplyParser parser;
    parser.feed(bytes);
    std::vector<redis::Reply> replies;
    while (true) {
        auto reply = parser.next();
        if (!reply || !*reply)
            return replies;
        replies.push_back(std::move(**reply));
    }
}

void checkPrintable(std::string_view text)
{
    check(isValidUtf8(text), "shown text is UTF-8");
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        check(byte >= 0x20 && byte != 0x7F, "shown text has no control characters");
    }
    check(!holdsHidden(text), "shown text has no invisible characters");
}

void checkDisplayable(std::string_view text)
{
    const std::string shown = displaySafe(text);
    checkPrintable(shown);
    check(shown.size() <= 10 * kDisplayLimit, "shown text is short");
}

} // namespace lockkeeper::fuzz
