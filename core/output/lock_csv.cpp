// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/lock_csv.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/time_words.h"

#include <absl/strings/escaping.h>
#include <algorithm>
#include <array>
#include <utility>

namespace lockkeeper::output {
namespace {

constexpr std::size_t kCellLimit = 4096;

constexpr std::array kColumns{"resource", "resource_b64", "verdict", "token", "votes", "masters",
    "remaining_ms", "never_expires", "type", "format", "holder_app", "holder_host", "holder_pid",
    "holder_thread", "holder_detail", "since_utc", "stale"};

/// Begins with an operator or blank, or beyond ASCII with a blank, sign or compatibility form.
bool mayBeFormula(std::string_view text)
{
    // UTF-8 sorts as its characters do. Ranges [first, second):
    constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kSigns{{
        {"\u00a0", "\u00c0"}, // no-break space, Latin-1 signs
        {"\u00d7", "\u00d8"}, // multiplication
        {"\u00f7", "\u00f8"}, // division
        {"\u1680", "\u1681"}, // Ogham blank
        {"\u2000", "\u2c00"}, // blanks, dashes, superscripts, mathematical and other signs
        {"\u2e00", "\u2e80"}, // punctuation
        {"\u3000", "\u3001"}, // ideographic blank
        {"\ufb29", "\ufb2a"}, // another plus
        {"\ufe00", "\ufe70"}, // variation selectors, small forms
        {"\uff01", "\uff10"}, // fullwidth forms, up to the digits
        {"\uff1a", "\uff21"}, // and up to the letters
    }};
    if (text.find_first_of(" =+-@\t\r\n") == 0)
        return true;
    return std::ranges::any_of(
        kSigns, [&](const auto& range) { return text >= range.first && text < range.second; });
}

std::string safe(const std::optional<std::string>& text)
{
    return text ? displaySafe(*text, kCellLimit) : std::string();
}

std::string lockLine(const observe::LockEntry& entry, SteadyTime now)
{
    const InEnglish forPrograms;
    const observe::Judgement judgement = entry.countVotes();
    const observe::DecodedLock lock = entry.unpackLock();
    const std::string& name = entry.resource.value();
    const std::string shown = displaySafe(name, kCellLimit);
    return csvLine({shown, csvField(shown) == name ? "" : absl::Base64Escape(name),
        nameOf(judgement.verdict), judgement.token ? judgement.token->shortHex() : "",
        std::to_string(judgement.tokenVotes), std::to_string(entry.votes.size()),
        judgement.remaining
            ? std::to_string(observe::ttlAt(*judgement.remaining, entry.asOf, now).count())
            : "",
        judgement.neverExpires ? "yes" : "no", nameOf(entry.type), words::libraryNames(lock),
        safe(lock.holder.app), safe(lock.holder.host),
        lock.holder.pid ? std::to_string(*lock.holder.pid) : "", safe(lock.holder.thread),
        safe(lock.holder.detail), lock.holder.since ? words::utcText(*lock.holder.since) : "",
        words::evidenceText(entry.stale, now)});
}

} // namespace

std::string csvField(std::string text)
{
    if (mayBeFormula(text))
        text.insert(0, 1, '\'');
    if (text.find_first_of("\",\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

std::string csvLine(const std::vector<std::string>& cells)
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
        text.append(i == 0 ? "" : ",").append(csvField(cells[i]));
    return text.append("\r\n");
}

void writeCsv(const std::vector<observe::LockEntryPtr>& locks, const TextSink& sink)
{
    const SteadyTime now = systemClock().now();
    std::string text = csvLine({kColumns.begin(), kColumns.end()});
    for (const observe::LockEntryPtr& entry : locks) {
        text += lockLine(*entry, now);
        if (text.size() >= kOutputPiece)
            sink(std::exchange(text, {}));
    }
    sink(text);
}

} // namespace lockkeeper::output
