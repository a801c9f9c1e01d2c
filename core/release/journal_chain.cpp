// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/journal_chain.h"

#include "core/release/journal_entry.h"
#include "core/text/hex.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <charconv>

namespace lockkeeper::release {
namespace {

constexpr std::string_view kHashKey = R"(,"hash":")";
constexpr std::string_view kGapKey = R"(,"gap":")";
constexpr std::string_view kPreviousKey = R"(,"prev":")";
constexpr std::string_view kNoPrevious = R"(,"prev":null)";
constexpr std::string_view kNumberKey = R"(,"seq":)";
constexpr const char* kUnhashed = trNoop(
    "it has no hash, though older entries have: an older version wrote it, or a person", "data");
constexpr const char* kForeign
    = trNoop("it is no entry of the chain: it was changed or added", "data");
constexpr std::size_t kMostDigits = 15; ///< of a number that JSON can hold

bool cutEnd(std::string_view& text, std::string_view end)
{
    if (!text.ends_with(end))
        return false;
    text.remove_suffix(end.size());
    return true;
}

std::optional<std::string> cutHash(std::string_view& text, std::string_view key)
{
    if (text.size() < Sha256::kHexLength)
        return std::nullopt;
    const std::string_view digits = text.substr(text.size() - Sha256::kHexLength);
    std::string_view rest = text.substr(0, text.size() - digits.size());
    if (!isLowerHex(digits) || !cutEnd(rest, key))
        return std::nullopt;
    text = rest;
    return std::string(digits);
}

bool cutPrevious(std::string_view& text, ChainLink& link)
{
    std::string_view rest = text;
    if (cutEnd(rest, "\"")) {
        if (auto gap = cutHash(rest, kGapKey)) {
            link.gap = std::move(*gap);
            text = rest;
        }
    }
    if (cutEnd(text, kNoPrevious))
        return true;
    auto previous = cutEnd(text, "\"") ? cutHash(text, kPreviousKey) : std::nullopt;
    if (previous)
        link.previous = std::move(*previous);
    return previous.has_value();
}

bool cutNumber(std::string_view& text, ChainLink& link)
{
    const std::size_t digits = text.size() - (text.find_last_not_of("0123456789") + 1);
    const std::string_view number = text.substr(text.size() - digits);
    text.remove_suffix(digits);
    return digits > 0 && digits <= kMostDigits && number.front() != '0' && cutEnd(text, kNumberKey)
        && std::from_chars(number.data(), number.data() + digits, link.number).ec == std::errc{};
}

std::string_view hashedPart(std::string_view line)
{
    return line.substr(0, line.size() - kHashKey.size() - Sha256::kHexLength - 2);
}

std::string hashOf(Sha256& hasher, std::string_view bytes)
{
    hasher.add(bytes);
    return hasher.takeHex();
}

} // namespace

std::optional<ChainLink> parseChainLink(std::string_view line)
{
    ChainLink link;
    if (!cutEnd(line, "\"}"))
        return std::nullopt;
    auto hash = cutHash(line, kHashKey);
    if (!hash || !cutPrevious(line, link) || !cutNumber(line, link))
        return std::nullopt;
    link.hash = std::move(*hash);
    return link;
}

std::optional<ChainEnd> chainEndIn(std::string_view tail, bool isWhole)
{
    const bool isLastEnded = tail.empty() || tail.back() == '\n';
    std::size_t end = isLastEnded && !tail.empty() ? tail.size() - 1 : tail.size();
    std::size_t behind = tail.size();
    ChainEnd found;
    while (behind > 0) {
        const std::size_t newline = end == 0 ? std::string_view::npos : tail.rfind('\n', end - 1);
        const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
        if (begin == 0 && !isWhole)
            return std::nullopt;
        if (auto link = parseChainLink(tail.substr(begin, end - begin))) {
            found.number = link->number;
            found.hash = std::move(link->hash);
            break;
        }
        behind = begin;
        end = newline == std::string_view::npos ? 0 : newline;
    }
    if (behind < tail.size()) {
        Sha256 hasher;
        hasher.add(tail.substr(behind));
        found.gap = hashOf(hasher, isLastEnded ? "" : "\n");
    }
    return found;
}

std::string chainedLine(std::string_view entry, const ChainEnd& end)
{
    std::string line(entry.substr(0, entry.size() - 1));
    line.append(kNumberKey).append(std::to_string(end.number + 1));
    if (end.number == 0)
        line.append(kNoPrevious);
    else
        line.append(kPreviousKey).append(end.hash).append("\"");
    if (!end.gap.empty())
        line.append(kGapKey).append(end.gap).append("\"");
    Sha256 hasher;
    const std::string hash = hashOf(hasher, line);
    return line.append(kHashKey).append(hash).append("\"}");
}

ChainCheck::ChainCheck(From from)
    : m_from(from)
{ }

void ChainCheck::take(std::string_view line, bool isEnded)
{
    if (m_findings.broken)
        return;
    ++m_line;
    m_isLastEnded = isEnded;
    auto link = parseChainLink(line);
    if (!link)
        takeOther(line);
    else if (hashOf(m_hasher, hashedPart(line)) != link->hash)
        m_findings.broken = {m_line, trNoop("it was changed: its hash is of another text", "data")};
    else
        takeLink(std::move(*link));
}

void ChainCheck::takeOther(std::string_view line)
{
    m_gap.add(line);
    m_gap.add("\n");
    ++m_gapLines;
    if (m_unhashedEntry == 0 && parseJournalEntry(line))
        m_unhashedEntry = m_line;
}

void ChainCheck::takeLink(ChainLink link)
{
    m_findings.broken = breakOf(link);
    if (m_findings.broken)
        return;
    (m_number == 0 ? m_findings.olderLines : m_findings.fragments) += m_gapLines;
    m_gapLines = 0;
    m_unhashedEntry = 0;
    m_number = link.number;
    m_findings.head = std::move(link.hash);
    ++m_findings.entries;
}

std::optional<ChainBreak> ChainCheck::breakOf(const ChainLink& link)
{
    const std::string gap = m_gapLines > 0 ? m_gap.takeHex() : "";
    if (m_from == From::Middle && m_number == 0)
        return std::nullopt;
    const std::uint64_t expected = m_number + 1;
    const std::size_t firstOther = m_line - m_gapLines;
    if (m_gapLines > 0 && link.gap != gap)
        return ChainBreak{firstOther,
            m_number == 0 ? trNoop("it or another line before the first hash was changed", "data")
                          : kForeign};
    if (m_unhashedEntry > 0 && m_number > 0)
        return ChainBreak{m_unhashedEntry, kUnhashed};
    if (link.number != expected)
        return ChainBreak{m_line,
            absl::Substitute(link.number > expected
                    ? trNoop("entry $0 stands where entry $1 belongs: lines are missing or in "
                             "another order",
                        "data")
                    : trNoop("entry $0 stands where entry $1 belongs: lines are repeated or in "
                             "another order",
                        "data"),
                link.number, expected)};
    if (link.gap != gap)
        return ChainBreak{m_line, trNoop("lines before it are missing", "data")};
    if (link.previous != m_findings.head)
        return ChainBreak{
            m_line, trNoop("it does not continue the entry before it: one was rewritten", "data")};
    return std::nullopt;
}

ChainFindings ChainCheck::finish()
{
    if (m_findings.broken || m_gapLines == 0)
        return m_findings;
    m_findings.isCutShort = !m_isLastEnded && m_unhashedEntry != m_line;
    const std::size_t others = m_gapLines - (m_findings.isCutShort ? 1 : 0);
    const std::size_t firstOther = m_line - m_gapLines + 1;
    if (m_number == 0)
        m_findings.olderLines = others;
    else if (m_unhashedEntry > 0 && others > 0)
        m_findings.broken = {m_unhashedEntry, kUnhashed};
    else if (others > 0)
        m_findings.broken = {firstOther, kForeign};
    return m_findings;
}

std::string chainBreakIn(std::string_view text, bool isWhole)
{
    if (!isWhole)
        text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
    ChainCheck check(isWhole ? ChainCheck::From::Start : ChainCheck::From::Middle);
    while (!text.empty()) {
        const std::size_t end = std::min(text.size(), text.find('\n'));
        const bool isEnded = end < text.size();
        check.take(text.substr(0, end), isEnded);
        text.remove_prefix(isEnded ? end + 1 : end);
    }
    const auto broken = check.finish().broken;
    if (!broken)
        return {};
    return isWhole ? absl::Substitute(trNoop("line $0: $1", "data"), broken->line, broken->reason)
                   : broken->reason;
}

} // namespace lockkeeper::release
