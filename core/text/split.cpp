// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/split.h"

#include <algorithm>

namespace lockkeeper {

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

std::string_view takeUntil(std::string_view& text, std::string_view mark) noexcept
{
    const std::string_view taken = text.substr(0, text.find(mark));
    text.remove_prefix(std::min(text.size(), taken.size() + mark.size()));
    return taken;
}

std::string_view trimmed(std::string_view text) noexcept
{
    constexpr std::string_view kBlanks = " \t\r";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

} // namespace lockkeeper
