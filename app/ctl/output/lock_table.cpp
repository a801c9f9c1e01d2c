// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/lock_table.h"

#include "app/ctl/output/name_words.h"
#include "app/ctl/output/table_output.h"
#include "core/observe/formats/tombstone.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/note_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>

namespace lockkeeper::ctl {
namespace {

constexpr std::size_t kGap = 2;

enum Column : std::size_t {
    Place,
    Verdict,
    Name,
    Token,
    VoteCount,
    Remaining,
    Library,
    Holder,
    Evidence,
};
constexpr std::size_t kColumns = Evidence + 1;
using LockRow = std::array<std::string, kColumns>;
using Widths = std::array<std::size_t, kColumns>;
using Columns = std::vector<Column>;

constexpr std::array kDroppable{Library, VoteCount, Token};

constexpr std::size_t readableWidth(Column column)
{
    return column == Name ? 28 : column == Place ? 16 : 20;
}

constexpr bool isElastic(Column column)
{
    return column == Place || column == Name || column == Holder || column == Evidence;
}

std::string votesText(const observe::LockEntry& entry, std::size_t tokenVotes)
{
    std::string text = std::to_string(tokenVotes) + "/" + std::to_string(entry.votes.size());
    const auto unheard = std::count_if(entry.votes.begin(), entry.votes.end(),
        [](const observe::Vote& vote) { return !isAnswer(vote.state); });
    return unheard == 0 ? text : absl::Substitute(tr("$0, $1 unread"), text, unheard);
}

std::string evidenceText(const observe::EvidenceList& evidence, SteadyTime now, std::size_t columns)
{
    for (const std::string& text :
        {words::evidenceText(evidence, now), words::shortEvidenceText(evidence)}) {
        if (displayWidth(text) <= columns)
            return text;
    }
    const std::size_t others = evidence.size() - 1;
    const std::string more = others == 0 ? "" : " +" + std::to_string(others);
    return cutEnd(
               words::shortEvidenceText(evidence.front()), columns - std::min(columns, more.size()))
        + more;
}

std::string remainingText(const observe::LockEntry& entry, const observe::Judgement& judgement,
    SteadyTime now, const std::vector<observe::Freshness>& masters)
{
    const SteadyTime fresh = masters.empty() ? now : observe::freshUntil(entry.votes, masters);
    const std::string text = words::remainingText(entry, judgement, std::min(now, fresh));
    return now > fresh && !judgement.neverExpires ? absl::Substitute(tr("$0, old"), text) : text;
}

std::string resourceText(const Resource& resource, bool isWide)
{
    constexpr std::size_t kEnd = 4 * kLongestName; // bytes
    const std::string_view name = resource.value();
    if (name.empty())
        return nameText(resource);
    if (isWide)
        return displaySafe(name, std::string_view::npos);
    const std::string text = name.size() <= 2 * kEnd ? displaySafe(name, name.size())
                                                     : displaySafe(name.substr(0, kEnd), kEnd)
            + displaySafe(name.substr(name.size() - kEnd), kEnd);
    return cutMiddle(text, kLongestName);
}

std::string notedHolder(const observe::LockEntry& entry, std::string holder, bool isWide)
{
    const observe::Note& note = *entry.note;
    if (note.isNone())
        return holder;
    const std::string said = isWide || !note.isReadable()
        ? words::noteText(note, systemClock().wallNow())
        : displaySafe(note.author);
    return absl::Substitute(tr("$0 (note: $1)"), holder, said);
}

std::string libraryCell(const observe::DecodedLock& lock)
{
    const std::string library = words::libraryText(lock);
    return lock.certainty.level == observe::Certainty::Possible
        ? absl::Substitute(tr("possible: $0"), library)
        : library;
}

LockRow rowOf(const ShownLock& shown, SteadyTime now, bool isWide)
{
    const observe::LockEntry& entry = *shown.entry;
    const observe::Judgement judgement = entry.countVotes();
    const observe::DecodedLock lock = entry.unpackLock();
    return {shown.origin->deployment,
        observe::isTombstone(lock.format) ? tr("revoked") : words::verdictWord(judgement.verdict),
        resourceText(entry.resource, isWide), judgement.token ? judgement.token->shortHex() : "-",
        votesText(entry, judgement.tokenVotes),
        remainingText(entry, judgement, now, shown.origin->masters), libraryCell(lock),
        notedHolder(entry, words::holderByVotes(entry, judgement, words::holderText(lock)), isWide),
        words::evidenceText(entry.stale, now)};
}

Widths widthsOf(const std::vector<LockRow>& rows)
{
    Widths widths{};
    for (const LockRow& row : rows) {
        for (std::size_t i = 0; i < kColumns; ++i)
            widths[i] = std::max(widths[i], displayWidth(row[i]));
    }
    return widths;
}

template <class Limit>
std::size_t totalWidth(const Columns& columns, const Widths& widths, Limit limitOf)
{
    std::size_t total = (columns.size() - 1) * kGap;
    for (const Column column : columns)
        total += isElastic(column) ? std::min(widths[column], limitOf(column)) : widths[column];
    return total;
}

Columns chooseColumns(const Widths& widths, std::size_t room)
{
    Columns columns{Place, Verdict, Name, Token, VoteCount, Remaining, Library, Holder, Evidence};
    if (widths[Place] == 0)
        std::erase(columns, Place);
    for (const Column column : kDroppable) {
        if (totalWidth(columns, widths, readableWidth) <= room)
            break;
        std::erase(columns, column);
    }
    return columns;
}

std::size_t elasticWidth(const Columns& columns, const Widths& widths, std::size_t room)
{
    constexpr std::size_t kLeast = 8;
    const auto whole = [](Column) { return kAllColumns; };
    if (totalWidth(columns, widths, whole) <= room)
        return kAllColumns;
    std::size_t width = kLeast;
    while (totalWidth(columns, widths, [&](Column) { return width + 1; }) <= room)
        ++width;
    return width;
}

} // namespace

std::vector<std::string> lockTable(
    std::span<const ShownLock> locks, SteadyTime now, std::size_t columns, bool isWide)
{
    const bool hasPlaces = std::ranges::any_of(
        locks, [](const ShownLock& lock) { return !lock.origin->deployment.empty(); });
    std::vector<LockRow> rows{{hasPlaces ? tr("DEPLOYMENT") : "", tr("VERDICT"), tr("RESOURCE"),
        tr("TOKEN"), tr("VOTES"), tr("REMAINING"), tr("LIBRARY"), tr("HOLDER"), tr("STALE")}};
    for (const ShownLock& lock : locks)
        rows.push_back(rowOf(lock, now, isWide));
    Widths widths = widthsOf(rows);
    const Columns shown = chooseColumns(widths, columns);
    std::size_t elastic = elasticWidth(shown, widths, columns);
    for (std::size_t i = 0; i < locks.size(); ++i) {
        std::string& text = rows[i + 1][Evidence];
        if (displayWidth(text) > elastic)
            text = evidenceText(locks[i].entry->stale, now, elastic);
    }
    widths = widthsOf(rows);
    elastic = elasticWidth(shown, widths, columns);
    std::vector<std::vector<std::string>> cells;
    for (LockRow& row : rows) {
        for (const Column column : {Place, Name, Holder})
            row[column] = cutMiddle(row[column], elastic);
        cells.emplace_back();
        for (const Column column : shown)
            cells.back().push_back(std::move(row[column]));
    }
    return alignedLines(cells, columns);
}

} // namespace lockkeeper::ctl
