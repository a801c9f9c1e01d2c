// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/glob.h"

#include "core/text/translate.h"

#include <algorithm>

namespace lockkeeper::redis {
namespace {

struct Step {
    bool isMatch;
    std::size_t length;
    bool isClosed = true;
};

bool isBetween(char first, char byte, char last)
{
    const auto low = static_cast<unsigned char>(first);
    const auto high = static_cast<unsigned char>(last);
    const auto value = static_cast<unsigned char>(byte);
    return value >= std::min(low, high) && value <= std::max(low, high);
}

/// An open set extends to the end of the glob.
Step matchSet(std::string_view glob, char byte)
{
    std::size_t at = 1;
    const bool isNegated = at < glob.size() && glob[at] == '^';
    at += isNegated ? 1 : 0;
    bool isFound = false;
    for (; at < glob.size() && glob[at] != ']'; ++at) {
        if (glob[at] == '\\' && at + 1 < glob.size()) {
            ++at;
            isFound = isFound || glob[at] == byte;
        } else if (at + 2 < glob.size() && glob[at + 1] == '-') {
            isFound = isFound || isBetween(glob[at], byte, glob[at + 2]);
            at += 2;
        } else {
            isFound = isFound || glob[at] == byte;
        }
    }
    return {isFound != isNegated, std::min(at + 1, glob.size()), at < glob.size()};
}

Step matchOne(std::string_view glob, char byte)
{
    if (glob[0] == '?')
        return {true, 1};
    if (glob[0] == '[')
        return matchSet(glob, byte);
    if (glob[0] == '\\' && glob.size() > 1)
        return {glob[1] == byte, 2};
    return {glob[0] == byte, 1};
}

} // namespace

bool globMatches(std::string_view glob, std::string_view key) noexcept
{
    std::string_view afterStar;
    std::size_t starKey = 0;
    bool hasStar = false;
    std::size_t at = 0;
    while (true) {
        if (!glob.empty() && glob[0] == '*') {
            glob.remove_prefix(1);
            hasStar = true;
            afterStar = glob;
            starKey = at;
            continue;
        }
        if (glob.empty() && at == key.size())
            return true;
        if (!glob.empty() && at < key.size()) {
            const Step step = matchOne(glob, key[at]);
            if (step.isMatch) {
                glob.remove_prefix(step.length);
                ++at;
                continue;
            }
        }
        // An earlier star would not reach further.
        if (!hasStar || starKey >= key.size())
            return false;
        at = ++starKey;
        glob = afterStar;
    }
}

bool anyGlobMatches(const std::vector<std::string>& globs, std::string_view key) noexcept
{
    return std::ranges::any_of(
        globs, [&](const std::string& glob) { return globMatches(glob, key); });
}

Result<void> checkGlob(std::string_view glob)
{
    const auto wrong = [](const char* reason) { return fail(ErrorClass::InvalidArgument, reason); };
    if (glob.empty())
        return wrong(trNoop("a pattern is empty; write * for all keys", "data"));
    if (glob.find('\0') != std::string_view::npos)
        return wrong(trNoop("a pattern holds a NUL byte; write ? for it", "data"));
    for (std::size_t at = 0; at < glob.size();) {
        if (glob[at] == '\\' && at + 1 == glob.size())
            return wrong(
                trNoop("a pattern ends with a backslash; write two for one that is meant", "data"));
        const Step step = matchOne(glob.substr(at), '\0');
        if (!step.isClosed)
            return wrong(
                trNoop("a pattern has a [ without its ]; write \\[ for the character", "data"));
        at += step.length;
    }
    return {};
}

std::string literalGlob(std::string_view text)
{
    std::string glob;
    for (const char c : text) {
        if (std::string_view("*?[]\\").find(c) != std::string_view::npos)
            glob += '\\';
        glob += c;
    }
    return glob;
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

std::vector<std::string> withoutCovered(std::vector<std::string> prefixes)
{
    std::ranges::sort(prefixes);
    // Covered prefixes directly follow their cover.
    const auto covered = std::ranges::unique(
        prefixes, [](const auto& a, const auto& b) { return b.starts_with(a); });
    prefixes.erase(covered.begin(), covered.end());
    return prefixes;
}

std::vector<std::string> trackingPrefixes(const std::vector<std::string>& patterns)
{
    std::vector<std::string> prefixes;
    for (const std::string& pattern : patterns)
        prefixes.push_back(fixedPrefix(pattern));
    prefixes = withoutCovered(std::move(prefixes));
    if (!prefixes.empty() && prefixes.front().empty())
        prefixes.clear();
    return prefixes;
}

} // namespace lockkeeper::redis
