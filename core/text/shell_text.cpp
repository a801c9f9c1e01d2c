// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/shell_text.h"

#include "core/text/ascii.h"
#include "core/text/display_safe.h"

#include <algorithm>

namespace lockkeeper {
namespace {

bool isPlainByte(char c) noexcept
{
    return isAsciiAlphanumeric(c)
        || std::string_view("_-./:@%+=,").find(c) != std::string_view::npos;
}

/// fish reads a backslash in single quotes before another or a quote.
bool isOutsideQuotes(char c) noexcept
{
    return c == '\'' || c == '\\';
}

std::string quoted(std::string_view text)
{
    std::string word = text.empty() ? "''" : "";
    bool isOpen = false;
    const auto setOpen = [&](bool isWanted) {
        if (isOpen != isWanted)
            word += '\'';
        isOpen = isWanted;
    };
    for (const char c : text) {
        setOpen(!isOutsideQuotes(c));
        if (!isOpen)
            word += '\\';
        word += c;
    }
    setOpen(false);
    return word;
}

/// All that every shell's printf knows are octal escapes.
std::string printfCall(std::string_view text)
{
    std::string word = "\"$(printf '";
    for (const char c : text) {
        if (isAsciiAlphanumeric(c)) {
            word += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        word += '\\';
        for (const unsigned shift : {6U, 3U, 0U})
            word += static_cast<char>('0' + (byte >> shift & 7U));
    }
    return word + "')\"";
}

} // namespace

bool isFitForTerminal(std::string text)
{
    std::erase(text, '\\');
    return displaySafe(text, text.size() + 1) == text;
}

bool isRedisCliWord(std::string_view text) noexcept
{
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return c > ' ' && c < 0x7f && c != '"' && c != '\'' && c != '\\';
    });
}

bool isShellWord(const std::string& text) noexcept
{
    return text.find('\0') == std::string::npos && !text.ends_with('\n');
}

std::string shellWord(const std::string& text)
{
    if (!isFitForTerminal(text))
        return printfCall(text);
    const bool isPlain = std::ranges::all_of(text, isPlainByte);
    // zsh expands =command, fish expands %self.
    const bool isExpanded = text.starts_with('=') || text.starts_with('%');
    return isPlain && !text.empty() && !isExpanded ? text : quoted(text);
}

} // namespace lockkeeper
