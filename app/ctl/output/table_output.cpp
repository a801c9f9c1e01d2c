// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/table_output.h"

#include <algorithm>
#include <cwchar>

namespace lockkeeper::ctl {
namespace {

// Also its length in bytes. `text`: valid UTF-8.
std::pair<wchar_t, std::size_t> codePointAt(std::string_view text, std::size_t i)
{
    const auto first = static_cast<unsigned char>(text[i]);
    if (first < 0x80)
        return {static_cast<wchar_t>(first), 1};
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    unsigned long point = first & (0xffU >> (length + 1));
    for (std::size_t j = 1; j < length && i + j < text.size(); ++j)
        point = (point << 6U) | (static_cast<unsigned char>(text[i + j]) & 0x3fU);
    return {static_cast<wchar_t>(point), length};
}

std::size_t widthOf(wchar_t point)
{
    const int width = ::wcwidth(point);
    return width < 0 ? 1 : static_cast<std::size_t>(width);
}

// In bytes.
std::size_t prefixWithin(std::string_view text, std::size_t columns)
{
    std::size_t width = 0;
    std::size_t i = 0;
    while (i < text.size()) {
        const auto [point, length] = codePointAt(text, i);
        if (width + widthOf(point) > columns)
            break;
        width += widthOf(point);
        i += length;
    }
    return i;
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const auto [point, length] = codePointAt(text, i);
        width += widthOf(point);
        i += length;
    }
    return width;
}

std::string padded(std::string text, std::size_t columns)
{
    const std::size_t width = displayWidth(text);
    return text.append(columns - std::min(columns, width), ' ');
}

std::vector<std::string> alignedLines(
    const std::vector<std::vector<std::string>>& rows, std::size_t columns)
{
    // A longer cell shifts only its line.
    constexpr std::size_t kWidestColumn = 120;
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (const std::size_t width = displayWidth(row[i]); width <= kWidestColumn)
                widths[i] = std::max(widths[i], width);
        }
    }
    std::vector<std::string> lines;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size())
                line.append(
                    std::max(widths[i], displayWidth(row[i])) + 2 - displayWidth(row[i]), ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(cutEnd(line, columns));
    }
    return lines;
}

std::string joinedLines(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text.append(line).append("\n");
    return text;
}

std::string cutEnd(const std::string& text, std::size_t columns)
{
    if (displayWidth(text) <= columns)
        return text;
    return columns == 0 ? std::string() : text.substr(0, prefixWithin(text, columns - 1)) + "…";
}

std::string cutMiddle(const std::string& text, std::size_t columns)
{
    const std::size_t width = displayWidth(text);
    if (width <= columns)
        return text;
    if (columns < 3)
        return cutEnd(text, columns);
    const std::size_t tail = (columns - 1) / 2;
    std::size_t start = prefixWithin(text, width - tail);
    while (displayWidth(std::string_view(text).substr(start)) > tail)
        start += codePointAt(text, start).second;
    return text.substr(0, prefixWithin(text, columns - 1 - tail)) + "…" + text.substr(start);
}

std::vector<std::string> wrappedLines(
    const std::vector<std::string>& pieces, std::string_view gap, std::size_t columns)
{
    constexpr std::string_view kIndent = "  ";
    std::vector<std::string> lines(1);
    bool isLineEmpty = true;
    const auto breakLine = [&] {
        lines.emplace_back(columns > kIndent.size() * 2 ? kIndent : "");
        isLineEmpty = true;
    };
    for (std::string_view piece : pieces) {
        const std::size_t needed = displayWidth(lines.back()) + gap.size() + displayWidth(piece);
        if (!isLineEmpty && needed > columns)
            breakLine();
        else if (!isLineEmpty)
            lines.back() += gap;
        while (displayWidth(lines.back()) + displayWidth(piece) > columns) {
            const std::size_t room = columns - std::min(columns, displayWidth(lines.back()));
            // At least one character: the loop must end.
            const std::size_t length
                = std::max(prefixWithin(piece, room), codePointAt(piece, 0).second);
            lines.back() += piece.substr(0, length);
            piece.remove_prefix(length);
            breakLine();
            if (piece.empty())
                break;
        }
        lines.back() += piece;
        isLineEmpty = false;
    }
    return lines;
}

} // namespace lockkeeper::ctl
