// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/glob.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

#include <algorithm>

// Pattern and key, see partsOf(). A pattern matches what Redis says that it matches, and what it
// matches begins with its fixed prefix, without which changes would not be told.
namespace lockkeeper::fuzz {
namespace {

std::size_t stepsLeft = 0; ///< the matcher below takes exponentially many

struct Set {
    bool isMatch;
    std::size_t end; ///< the place of its last byte
};

/// `[...]` at the front, as Redis reads it: without its end it ends with the pattern.
Set matchSet(std::string_view pattern, unsigned char byte)
{
    std::size_t i = 1;
    const bool isNegated = i < pattern.size() && pattern[i] == '^';
    if (isNegated)
        ++i;
    const auto at = [&](std::size_t place) { return static_cast<unsigned char>(pattern[place]); };
    bool isIn = false;
    for (;; ++i) {
        if (i >= pattern.size()) {
            --i;
            break;
        }
        if (at(i) == '\\' && pattern.size() - i >= 2) {
            ++i;
            isIn |= at(i) == byte;
        } else if (at(i) == ']') {
            break;
        } else if (pattern.size() - i >= 3 && at(i + 1) == '-') {
            isIn |= byte >= std::min(at(i), at(i + 2)) && byte <= std::max(at(i), at(i + 2));
            i += 2;
        } else {
            isIn |= at(i) == byte;
        }
    }
    return {isIn != isNegated, i};
}

/// By the letter of the documentation, backtracking at every star.
bool matches(std::string_view pattern, std::string_view key)
{
    if (stepsLeft == 0)
        return false;
    --stepsLeft;
    if (pattern.empty())
        return key.empty();
    if (pattern.front() == '*')
        return matches(pattern.substr(1), key) || (!key.empty() && matches(pattern, key.substr(1)));
    if (key.empty())
        return false;
    const std::string_view rest = key.substr(1);
    if (pattern.front() == '?')
        return matches(pattern.substr(1), rest);
    if (pattern.front() == '[') {
        const Set set = matchSet(pattern, static_cast<unsigned char>(key.front()));
        return set.isMatch && matches(pattern.substr(set.end + 1), rest);
    }
    if (pattern.front() == '\\' && pattern.size() >= 2)
        pattern.remove_prefix(1);
    return pattern.front() == key.front() && matches(pattern.substr(1), rest);
}

void run(std::string_view input)
{
    const auto parts = partsOf(input, 2);
    if (parts.size() < 2)
        return;
    const auto [pattern, key] = std::pair(parts[0], parts[1]);
    const bool isMatch = redis::globMatches(pattern, key);
    stepsLeft = 20'000;
    const bool isExpected = matches(pattern, key);
    check(stepsLeft == 0 || isMatch == isExpected, "a pattern matches what Redis says");
    const std::string prefix = redis::fixedPrefix(pattern);
    check(!isMatch || key.starts_with(prefix), "a match begins with the fixed prefix");
    for (const std::string& tracked : redis::trackingPrefixes({std::string(pattern), "lock:*"}))
        check(!tracked.empty(), "no prefix stands for all keys");
    if (const auto checked = redis::checkGlob(pattern); !checked)
        checkPrintable(checked.error().text);
}

const Target kTarget("glob", run);

} // namespace
} // namespace lockkeeper::fuzz
