// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/glob.h"

#include <algorithm>

namespace lockkeeper::observe {
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
