// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/markdown.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <algorithm>

namespace lockkeeper::output {
namespace {

constexpr std::string_view kMarkup = "\\`*_[]<>|~&#$";

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
    // A fence is longer than any run of backticks in the text. A blank at each end is not part of
    // it, unless the text is nothing but blanks.
    const std::string fence(longestRun(text, '`') + 1, '`');
    const bool isBlank = text.find_first_not_of(' ') == std::string::npos;
    const auto isEdge = [](char c) { return c == '`' || c == ' '; };
    const bool isPadded = !isBlank && (isEdge(text.front()) || isEdge(text.back()));
    std::string span = fence + (isPadded ? " " : "");
    for (const char c : text) {
        if (isCell && c == '|')
            span += '\\'; // tables are split into cells before anything else is read
        span += c;
    }
    return span.append(isPadded ? " " : "").append(fence);
}

std::string codeBlockInList(std::string_view bytes)
{
    return "\n      " + displaySafe(bytes, 16384) + "\n\n";
}

std::string markdownText(std::string_view sentence)
{
    std::string text;
    for (const char c : sentence) {
        if (kMarkup.find(c) != std::string_view::npos)
            text += '\\';
        text += c;
    }
    return text;
}

std::string markdownTable(const std::vector<std::vector<std::string>>& rows)
{
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const std::string& cell : rows[i])
            text.append("| ").append(cell).append(" ");
        text += "|\n";
        for (std::size_t j = 0; i == 0 && j < rows[i].size(); ++j)
            text += "| --- ";
        text += i == 0 ? "|\n" : "";
    }
    return text + "\n";
}

} // namespace lockkeeper::output
