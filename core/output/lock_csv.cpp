// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/lock_csv.h"

#include "core/observe/board/names.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"
#include "core/words/time_words.h"

#include <absl/strings/escaping.h>
#include <array>

namespace lockkeeper::output {
namespace {

/// The longest cell, in characters.
constexpr std::size_t kCellLimit = 4096;

constexpr std::array kColumns{"resource", "resource_b64", "verdict", "token", "votes", "masters",
    "remaining_ms", "never_expires", "type", "format", "holder_app", "holder_host", "holder_pid",
    "holder_thread", "holder_detail", "since_utc", "stale"};

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
        observe::verdictName(judgement.verdict), judgement.token ? judgement.token->shortHex() : "",
        std::to_string(judgement.tokenVotes), std::to_string(entry.votes.size()),
        judgement.remaining
            ? std::to_string(observe::ttlAt(*judgement.remaining, entry.asOf, now).count())
            : "",
        judgement.neverExpires ? "yes" : "no", observe::valueTypeName(entry.type),
        words::libraryText(lock), safe(lock.holder.app), safe(lock.holder.host),
        lock.holder.pid ? std::to_string(*lock.holder.pid) : "", safe(lock.holder.thread),
        safe(lock.holder.detail), lock.holder.since ? words::utcText(*lock.holder.since) : "",
        words::evidenceText(entry.stale, now)});
}

} // namespace

std::string csvField(std::string text)
{
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
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
