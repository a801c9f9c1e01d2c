// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/shell_text.h"

#include "core/text/display_safe.h"

namespace lockkeeper {

bool isFitForTerminal(std::string text)
{
    std::erase(text, '\\');
    return displaySafe(text, text.size() + 1) == text;
}

std::string shellQuoted(std::string_view text)
{
    static constexpr std::string_view kPlain
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
          "0123456789_-./:@%+=,";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos)
        return std::string(text);
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

} // namespace lockkeeper
