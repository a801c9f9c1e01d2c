// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hostile_names.h"

#include <array>
#include <random>
#include <set>
#include <string_view>

using namespace std::string_view_literals;

namespace lockkeeper::tests {

namespace {

constexpr std::array kPieces{"<img src=x onerror=alert(1)>"sv, "<b>"sv, "</td></table>"sv, "&lt;"sv,
    "&"sv, "[a](http://evil.test)"sv, "![i](file:///etc/passwd)"sv, "http://evil.test/"sv, "`"sv,
    "```"sv, "|"sv, "\\|"sv, "**"sv, "# "sv, "=cmd|' /C calc'!A0"sv, "+1"sv, "-2+3"sv, "@SUM(A1)"sv,
    ","sv, ";"sv, "\""sv, "'"sv, "--yes"sv, "-h"sv, "$(reboot)"sv, "\n"sv, "\r\n"sv, "\t"sv, "\0"sv,
    "\x1b[31m"sv, "\x7f"sv, "\\"sv, "\\n"sv, "\\x41"sv, "\\u202e"sv, "\xff"sv, "\xc0\xaf"sv,
    "\xed\xa0\x80"sv, "\xf5\x80\x80\x80"sv, "\xe2\x80\xae"sv, "\xe2\x81\xa6"sv, "\xe2\x80\x8b"sv,
    "\xf0\x9f\x94\x92"sv, "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80"sv, "\xd7\xa9\xd7\x9c"sv,
    "\xe9\x94\x81"sv, "e\xcc\x81\xcc\x81\xcc\x81"sv, " "sv, "  "sv, "%s%n"sv, "{0}"sv, "%1"sv,
    "orders:42"sv, "lock:"sv, "*"sv, "?"sv, "../"sv};

/// Longer than any view, limit or line.
constexpr std::size_t kLong = 10'000;

} // namespace

std::vector<std::string> hostileNames(std::size_t count, std::uint32_t seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](std::size_t limit) { return random() % limit; };
    std::set<std::string> names;
    while (names.size() < count) {
        std::string name(kPieces[below(kPieces.size())]);
        for (std::size_t more = below(5); more > 0; --more)
            name += kPieces[below(kPieces.size())];
        if (names.size() % 25 == 0) {
            const std::string unit = name;
            while (name.size() < kLong)
                name += unit;
        }
        names.insert(std::move(name));
    }
    return {names.begin(), names.end()};
}

} // namespace lockkeeper::tests
