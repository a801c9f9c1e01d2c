// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/completion/bash_line.h"

#include "core/text/ascii.h"

namespace lockkeeper::ctl {
namespace {

bool isIn(char c, std::string_view set)
{
    return set.find(c) != std::string_view::npos;
}

/// A word of the line, while it is read.
struct Word {
    std::string text;
    bool isBegun = false;
    char openQuote = '\0'; ///< '\0' outside of quotes
    bool hasQuotes = false; ///< also before its present place
    bool beginsWithQuote = false;
    std::size_t kept = 0; ///< bytes of the text up to the last character that breaks words
};

/// Reads one character, or an escape, at `i` and moves `i` behind it.
void readInto(Word& word, std::string_view line, std::size_t& i, std::string_view breaks)
{
    const char c = line[i++];
    const bool isEscape = c == '\\' && word.openQuote != '\'' && i < line.size()
        && (word.openQuote == '\0' || isIn(line[i], "\\\"$`"));
    const bool isQuote = word.openQuote == '\0' ? isIn(c, "'\"") : c == word.openQuote;
    if (isEscape) {
        word.text += line[i++];
    } else if (isQuote) {
        word.beginsWithQuote = word.beginsWithQuote || !word.isBegun;
        word.hasQuotes = true;
        word.openQuote = word.openQuote == '\0' ? c : '\0';
    } else {
        word.text += c;
        if (word.openQuote == '\0' && isIn(c, breaks))
            word.kept = word.text.size();
    }
    word.isBegun = true;
}

std::string afterBackslashes(std::string_view value)
{
    std::string text;
    for (const char c : value) {
        const bool isPlain = isAsciiAlphanumeric(c) || isIn(c, "_-.:/@%+=,")
            || static_cast<unsigned char>(c) >= 0x80;
        text.append(isPlain ? "" : "\\").append(1, c);
    }
    return text;
}

} // namespace

std::optional<BashLine> BashLine::read(std::string_view line, std::string_view breaks)
{
    BashLine read;
    Word word;
    for (std::size_t i = 0; i < line.size();) {
        if (word.openQuote != '\0' || !isIn(line[i], " \t\n")) {
            readInto(word, line, i, breaks);
            continue;
        }
        if (word.isBegun)
            read.m_words.push_back(std::move(word.text));
        word = {};
        ++i;
    }
    const bool isWholeInQuotes = word.openQuote != '\0' && word.beginsWithQuote && word.kept == 0;
    if (word.hasQuotes && !isWholeInQuotes)
        return std::nullopt;
    if (word.openQuote != '\0')
        read.m_quotes = word.openQuote == '"' ? Quotes::Double : Quotes::Single;
    read.m_kept = word.kept;
    read.m_words.push_back(std::move(word.text));
    read.m_words.erase(read.m_words.begin()); // the command's name
    if (read.m_words.empty())
        read.m_words.emplace_back();
    return read;
}

std::optional<std::string> BashLine::insertionFor(std::string_view value) const
{
    std::string text;
    switch (m_quotes) {
    case Quotes::None:
        return afterBackslashes(value.substr(m_kept));
    case Quotes::Single:
        for (const char c : value)
            text.append(c == '\'' ? "'\\''" : std::string(1, c));
        return text;
    case Quotes::Double:
        // The history's "!" can't be escaped there.
        if (value.find('!') != std::string_view::npos)
            return std::nullopt;
        for (const char c : value)
            text.append(isIn(c, "\\\"$`") ? "\\" : "").append(1, c);
        return text;
    }
    return std::nullopt;
}

} // namespace lockkeeper::ctl
