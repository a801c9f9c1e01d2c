// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/markdown.h"

#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <algorithm>

namespace lockkeeper::output {
namespace {

constexpr std::string_view kMarkup = "\\`*_[]<>|~&#$@";

std::size_t longestRun(std::string_view text, char c)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char one : text) {
        run = one == c ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

} // namespace

std::string codeSpan(std::string_view bytes, bool isCell, std::size_t limit)
{
    return codeSpanOfSafe(displaySafe(bytes, limit), isCell);
}

std::string codeSpanOfSafe(std::string_view text, bool isCell)
{
    if (text.empty())
        return tr("(empty)");
    // Longer than any run of backticks in the text. Markdown strips outer blanks, unless all is
    // blank.
    const std::string fence(longestRun(text, '`') + 1, '`');
    const bool isBlank = text.find_first_not_of(' ') == std::string::npos;
    const auto isEdge = [](char c) { return c == '`' || c == ' '; };
    const bool isPadded = !isBlank && (isEdge(text.front()) || isEdge(text.back()));
    std::string span = fence + (isPadded ? " " : "");
    for (const char c : text) {
        if (isCell && c == '|')
            span += '\\'; // tables are split into cells first
        span += c;
    }
    return span.append(isPadded ? " " : "").append(fence);
}

std::string codeBlock(std::string_view bytes)
{
    return "    " + displaySafe(bytes, 16384) + "\n\n";
}

std::string markdownText(std::string_view sentence)
{
    std::string text;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
        // An address would become a link.
        const bool isAddress = sentence.substr(i).starts_with("://")
            || (sentence[i] == '.' && toAsciiLower(sentence.substr(0, i)).ends_with("www"));
        if (isAddress || kMarkup.find(sentence[i]) != std::string_view::npos)
            text += '\\';
        text += sentence[i];
    }
    return text;
}

std::string markdownTable(const std::vector<std::vector<std::string>>& rows)
{
    std::string text;
    const auto isEmpty = [&](std::size_t column) {
        return std::all_of(rows.begin() + 1, rows.end(),
            [column](const auto& row) { return row[column].empty(); });
    };
    std::string line;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (isEmpty(i))
                continue;
            text.append("| ").append(row[i]).append(" ");
            line += "| --- ";
        }
        text += "|\n";
        if (&row == &rows.front())
            text += line + "|\n";
    }
    return text + "\n";
}

} // namespace lockkeeper::output
