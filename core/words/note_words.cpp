// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/note_words.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::words {
namespace {

/// With the date unless today.
std::string noteTimeText(WallTime since, WallTime now)
{
    constexpr std::size_t kDate = 11; // "2026-11-21 "
    constexpr std::size_t kMinutes = 5;
    const std::string whole = utcText(since);
    if (whole.size() < kDate + kMinutes)
        return whole;
    const bool isToday = whole.substr(0, kDate) == utcText(now).substr(0, kDate);
    const std::string minutes = whole.substr(kDate, kMinutes) + " UTC";
    return isToday ? minutes : whole.substr(0, kDate) + minutes;
}

const char* noteResultText(release::NoteResult result) noexcept
{
    using release::NoteResult;
    switch (result) {
    case NoteResult::Written:
        return tr("written", "note");
    case NoteResult::Cleared:
        return tr("cleared", "note");
    case NoteResult::NotThere:
        return tr("there was none", "note");
    case NoteResult::AnotherNote:
        return tr("another note is there: left alone");
    case NoteResult::TakenBack:
        return tr("taken back: another note won");
    case NoteResult::NotSent:
        return tr("nothing sent");
    case NoteResult::Unreachable:
        return tr("unreachable, nothing sent");
    case NoteResult::Refused:
        return tr("refused", "note");
    case NoteResult::Unknown:
        return tr("no answer: it may be done or not");
    }
    return "";
}

} // namespace

std::string noteAuthorText(const observe::Note& note, WallTime now)
{
    if (note.isNone())
        return {};
    if (!note.isReadable())
        return tr("a note that can't be read");
    return absl::Substitute(
        tr("$0 is on it since $1"), displaySafe(note.author), noteTimeText(note.since, now));
}

std::string noteText(const observe::Note& note, WallTime now)
{
    if (!note.isReadable())
        return noteAuthorText(note, now);
    return absl::Substitute(
        tr("$0: $1", "note"), noteAuthorText(note, now), displaySafe(note.text));
}

std::string noteEndText(const observe::Note& note, SteadyTime now)
{
    if (note.isNone())
        return {};
    if (note.until == SteadyTime::max())
        return tr("has no TTL", "note");
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(note.until - now);
    return absl::Substitute(tr("ends in $0", "note"), durationText(left));
}

std::string outcomeText(const release::NoteOutcome& outcome)
{
    const std::string result = noteResultText(outcome.result);
    return outcome.error
        ? absl::Substitute(tr("$0 ($1)"), result, displaySafe(trData(outcome.error->text), 1024))
        : result;
}

std::string reportText(const release::NoteReport& report, bool isClearing, WallTime now)
{
    using release::NoteResult;
    const std::size_t masters = report.outcomes.size();
    if (!report.other.isNone())
        return absl::Substitute(isClearing ? tr("not cleared: $0") : tr("not written: $0"),
            noteText(report.other, now));
    if (isClearing) {
        const std::size_t gone
            = report.count(NoteResult::Cleared) + report.count(NoteResult::NotThere);
        return absl::Substitute(tr("the note is gone from $0 of $1 masters"), gone, masters);
    }
    return absl::Substitute(
        tr("the note is on $0 of $1 masters"), report.count(NoteResult::Written), masters);
}

} // namespace lockkeeper::words
