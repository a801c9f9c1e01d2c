// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/display_safe.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

// Whatever the bytes: the line is printable, is no longer than asked for, and, unless it was cut,
// says exactly which bytes they were.
namespace lockkeeper::fuzz {
namespace {

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
    check(fromDisplaySafe(whole) == input, "a line that is not cut tells its bytes");
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
