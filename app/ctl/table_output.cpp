// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/table_output.h"

#include "app/ctl/words.h"
#include "core/observe/board/names.h"
#include "core/text/display_safe.h"

#include <algorithm>
#include <cwchar>

namespace lockkeeper::ctl {
namespace {

constexpr std::size_t kCellLimit = 48;

// The code point that starts at text[i], and its length in bytes. `text` must be valid UTF-8.
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

std::string cut(const std::string& text, std::size_t columns)
{
    if (displayWidth(text) <= columns)
        return text;
    std::size_t width = 0;
    std::size_t i = 0;
    while (i < text.size()) {
        const auto [point, length] = codePointAt(text, i);
        if (width + widthOf(point) + 1 > columns)
            break;
        width += widthOf(point);
        i += length;
    }
    return columns == 0 ? std::string() : text.substr(0, i) + "…";
}

std::string votesText(const observe::LockEntry& entry, std::size_t tokenVotes)
{
    std::string text = std::to_string(tokenVotes) + "/" + std::to_string(entry.votes.size());
    const auto unheard
        = std::count_if(entry.votes.begin(), entry.votes.end(), [](const observe::Vote& vote) {
              return vote.state == observe::VoteState::NoAnswer
                  || vote.state == observe::VoteState::Error;
          });
    return unheard == 0 ? text : text + " (" + std::to_string(unheard) + " ?)";
}

std::string staleText(const std::vector<observe::Evidence>& evidences)
{
    std::string text;
    for (const observe::Evidence& evidence : evidences)
        text += (text.empty() ? "" : "; ") + evidenceText(evidence);
    return text;
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

std::vector<std::string> alignedLines(
    const std::vector<std::vector<std::string>>& rows, std::size_t columns)
{
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], displayWidth(row[i]));
    }
    std::vector<std::string> lines;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size())
                line.append(widths[i] + 2 - displayWidth(row[i]), ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(cut(line, columns));
    }
    return lines;
}

std::vector<std::string> lockTable(
    const std::vector<observe::LockEntryPtr>& locks, SteadyTime now, std::size_t columns)
{
    std::vector<std::vector<std::string>> rows{
        {"VERDICT", "RESOURCE", "TOKEN", "VOTES", "REMAINING", "FORMAT", "HOLDER", "STALE"}};
    for (const observe::LockEntryPtr& entry : locks) {
        const observe::Judgement judgement = observe::judge(entry->votes, now);
        const observe::DecodedLock lock = entry->unpackLock();
        rows.push_back({observe::verdictName(judgement.verdict),
            cut(displaySafe(entry->resource.value()), kCellLimit),
            judgement.token ? judgement.token->shortHex() : "-",
            votesText(*entry, judgement.tokenVotes), remainingText(judgement), formatText(lock),
            cut(holderText(lock), kCellLimit), staleText(entry->stale.vector())});
    }
    return alignedLines(rows, columns);
}

} // namespace lockkeeper::ctl
