// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/display_safe.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

#include <charconv>

// Whatever the bytes: the line is printable, is no longer than asked for, and, unless it was cut,
// says exactly which bytes they were.
namespace lockkeeper::fuzz {
namespace {

void appendUtf8(std::string& out, std::uint32_t c)
{
    const auto tail
        = [&](unsigned shift) { out += static_cast<char>(0x80U | (c >> shift & 0x3FU)); };
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0U | c >> 6U);
        tail(0);
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0U | c >> 12U);
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0U | c >> 18U);
        tail(12);
        tail(6);
        tail(0);
    }
}

/// The bytes that an escape at the front of `text`, which begins behind its backslash, stands for.
void takeEscape(std::string& out, std::string_view& text)
{
    check(!text.empty(), "no escape is cut");
    const char kind = text.front();
    text.remove_prefix(1);
    constexpr std::string_view kNamed = "\\nrt";
    if (const std::size_t at = kNamed.find(kind); at != std::string_view::npos) {
        out += "\\\n\r\t"[at];
        return;
    }
    const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    check(digits != 0 && text.size() >= digits, "no escape is cut");
    std::uint32_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + digits, value, 16);
    check(parsed.ptr == text.data() + digits, "an escape has its digits");
    text.remove_prefix(digits);
    if (kind == 'x')
        out += static_cast<char>(value);
    else
        appendUtf8(out, value);
}

std::string unescaped(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        if (c == '\\')
            takeEscape(out, text);
        else
            out += c;
    }
    return out;
}

/// An escape counts as one.
std::size_t characters(std::string_view shown)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < shown.size(); ++count) {
        const char kind = shown[i] == '\\' ? shown[i + 1] : ' ';
        if (shown[i] == '\\')
            i += kind == 'x' ? 4 : kind == 'u' ? 6 : kind == 'U' ? 10 : 2;
        else
            for (++i; i < shown.size() && (static_cast<unsigned char>(shown[i]) & 0xC0U) == 0x80U;)
                ++i;
    }
    return count;
}

void run(std::string_view input)
{
    const std::string whole = displaySafe(input, input.size());
    checkPrintable(whole);
    check(unescaped(whole) == input, "a line that is not cut tells its bytes");
    const std::size_t limit = input.empty() ? 0 : static_cast<unsigned char>(input.front());
    const std::string cut = displaySafe(input, limit);
    checkPrintable(cut);
    check(characters(cut) <= limit, "a line is no longer than asked for");
    const bool isWhole = characters(whole) <= limit;
    check(isWhole ? cut == whole : limit == 0 || cut.ends_with("…"), "a cut is marked");
    check(!isValidUtf8(input) || characters(whole) <= input.size(), "no character becomes two");
}

const Target kTarget("display_safe", run);

} // namespace
} // namespace lockkeeper::fuzz
