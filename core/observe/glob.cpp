// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/glob.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

/// Takes a set like `a-c]` from the pattern, behind its bracket; tells whether `c` is in it.
bool takeSet(std::string_view& pattern, unsigned char c) noexcept
{
    const bool isNegated = !pattern.empty() && pattern.front() == '^';
    if (isNegated)
        pattern.remove_prefix(1);
    bool isIn = false;
    while (!pattern.empty() && pattern.front() != ']') {
        if (pattern.front() == '\\' && pattern.size() >= 2) {
            isIn = isIn || static_cast<unsigned char>(pattern[1]) == c;
            pattern.remove_prefix(2);
        } else if (pattern.size() >= 3 && pattern[1] == '-') {
            const auto [low, high] = std::minmax(
                static_cast<unsigned char>(pattern[0]), static_cast<unsigned char>(pattern[2]));
            isIn = isIn || (c >= low && c <= high);
            pattern.remove_prefix(3);
        } else {
            isIn = isIn || static_cast<unsigned char>(pattern.front()) == c;
            pattern.remove_prefix(1);
        }
    }
    // A set that is not closed ends with the pattern.
    if (!pattern.empty())
        pattern.remove_prefix(1);
    return isIn != isNegated;
}

/// Takes one element of the pattern other than `*`; tells whether it matches `c`.
bool takeOne(std::string_view& pattern, char c) noexcept
{
    const char element = pattern.front();
    pattern.remove_prefix(1);
    if (element == '?')
        return true;
    if (element == '[')
        return takeSet(pattern, static_cast<unsigned char>(c));
    if (element == '\\' && !pattern.empty()) {
        const char literal = pattern.front();
        pattern.remove_prefix(1);
        return literal == c;
    }
    return element == c;
}

} // namespace

bool globMatches(std::string_view pattern, std::string_view text) noexcept
{
    // Where to go on when what follows the latest star does not match: only the latest one counts,
    // so that no pattern takes longer than pattern times text.
    std::string_view starPattern;
    std::string_view starText;
    bool hasStar = false;
    while (true) {
        if (!pattern.empty() && pattern.front() == '*') {
            pattern.remove_prefix(1);
            if (pattern.empty())
                return true;
            hasStar = true;
            starPattern = pattern;
            starText = text;
            continue;
        }
        if (text.empty())
            return pattern.empty();
        if (!pattern.empty()) {
            std::string_view rest = pattern;
            if (takeOne(rest, text.front())) {
                pattern = rest;
                text.remove_prefix(1);
                continue;
            }
        }
        if (!hasStar || starText.empty())
            return false;
        starText.remove_prefix(1);
        pattern = starPattern;
        text = starText;
    }
}

std::string fixedPrefix(std::string_view pattern)
{
    std::string prefix;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '*' || c == '?' || c == '[')
            break;
        if (c == '\\' && i + 1 < pattern.size())
            ++i;
        prefix += pattern[i];
    }
    return prefix;
}

std::vector<std::string> trackingPrefixes(const std::vector<std::string>& patterns)
{
    std::vector<std::string> prefixes;
    for (const std::string& pattern : patterns)
        prefixes.push_back(fixedPrefix(pattern));
    std::ranges::sort(prefixes);
    // In this order, what a prefix covers comes right behind it.
    const auto covered = std::ranges::unique(
        prefixes, [](const auto& a, const auto& b) { return b.starts_with(a); });
    prefixes.erase(covered.begin(), covered.end());
    if (!prefixes.empty() && prefixes.front().empty())
        prefixes.clear();
    return prefixes;
}

} // namespace lockkeeper::observe
