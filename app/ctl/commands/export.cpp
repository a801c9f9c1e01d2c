// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/board_json.h"
#include "app/ctl/board_look.h"
#include "app/ctl/commands/commands.h"
#include "app/ctl/console.h"
#include "app/ctl/exit_codes.h"
#include "app/ctl/output_file.h"
#include "core/observe/board/names.h"
#include "core/text/display_safe.h"
#include "core/words/lock_words.h"
#include "core/words/time_words.h"

#include <absl/strings/escaping.h>
#include <array>

namespace lockkeeper::ctl {
namespace {

/// The longest cell, in characters.
constexpr std::size_t kCellLimit = 4096;
/// Output is handed on in pieces of this size, in bytes: large enough for few writes, small enough
/// for little memory.
constexpr std::size_t kPiece = std::size_t{64} * 1024;

constexpr std::array kColumns{"resource", "resource_b64", "verdict", "token", "votes", "masters",
    "remaining_ms", "never_expires", "type", "format", "holder_app", "holder_host", "holder_pid",
    "holder_thread", "holder_detail", "since_utc", "stale"};

/// A CSV field (RFC 4180). A leading apostrophe keeps spreadsheets from treating it as a formula.
std::string field(std::string text)
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

std::string safe(const std::optional<std::string>& text)
{
    return text ? displaySafe(*text, kCellLimit) : std::string();
}

std::string line(const std::vector<std::string>& cells)
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
        text.append(i == 0 ? "" : ",").append(field(cells[i]));
    return text.append("\r\n");
}

std::string lockLine(const observe::LockEntry& entry)
{
    const observe::Judgement judgement = entry.countVotes();
    const observe::DecodedLock lock = entry.unpackLock();
    const std::string& name = entry.resource.value();
    const std::string shown = displaySafe(name, kCellLimit);
    return line({shown, field(shown) == name ? "" : absl::Base64Escape(name),
        observe::verdictName(judgement.verdict), judgement.token ? judgement.token->shortHex() : "",
        std::to_string(judgement.tokenVotes), std::to_string(entry.votes.size()),
        judgement.remaining ? std::to_string(judgement.remaining->count()) : "",
        judgement.neverExpires ? "yes" : "no", observe::valueTypeName(entry.type),
        words::libraryText(lock), safe(lock.holder.app), safe(lock.holder.host),
        lock.holder.pid ? std::to_string(*lock.holder.pid) : "", safe(lock.holder.thread),
        safe(lock.holder.detail), lock.holder.since ? words::utcText(*lock.holder.since) : "",
        words::evidenceText(entry.stale)});
}

void writeCsv(const BoardLook& look, const TextSink& sink)
{
    std::string text = line({kColumns.begin(), kColumns.end()});
    for (const observe::LockEntryPtr& entry : look.locks) {
        text += lockLine(*entry);
        if (text.size() >= kPiece)
            sink(std::exchange(text, {}));
    }
    sink(text);
}

void write(const BoardLook& look, bool isJson, const TextSink& sink)
{
    if (isJson)
        writeBoard(look.deployment(), look.board, look.locks, sink);
    else
        writeCsv(look, sink);
}

/// Prints in pieces. An output file is replaced only when the text is complete.
Result<void> write(const BoardLook& look, bool isJson, const std::string& file)
{
    if (file.empty()) {
        write(look, isJson, print);
        return {};
    }
    std::string text;
    write(look, isJson, [&text](std::string_view piece) { text += piece; });
    return replaceOutputFile(file, text, OutputSecrecy::Private);
}

} // namespace

int runCommand(const GlobalOptions& globals, const ExportOptions& options)
{
    const auto look = lookAtBoard(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    // If no master answered, keep the earlier output file.
    if (!look->hasNoAnswer()) {
        const auto written = write(*look, globals.isJson, options.file);
        if (!written) {
            complainAbout(written.error(), {});
            return kExitOutputLost;
        }
    }
    return printErrorAndExitCode(*look);
}

} // namespace lockkeeper::ctl
