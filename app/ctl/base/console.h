// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/files/output_file.h"
#include "core/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::ctl {

/// Prints one line on standard error: "lockctl: " and `text`. Control characters become blanks;
/// text that is not valid UTF-8 is escaped. If standard error is systemd's journal, the text
/// becomes an entry instead.
void printError(std::string_view text);

/// Prints one line about an error: its master (with the URL, if `deployment` has it), its text, and
/// advice. An entry of the journal also has the fields LOCKKEEPER_DEPLOYMENT and LOCKKEEPER_MASTER.
void complainAbout(const Error& error, const config::Deployment& deployment);

/// Prints one line about an error of the whole command and returns exitCodeFor() it.
int printErrorAndExitCode(const Error& error);

/// Writes `text` to standard output at once, unbuffered. Blocks until it is written. Returns false
/// if the reader has closed the pipe or on any other write error; the first other error is printed
/// on standard error.
bool print(std::string_view text);

/// The same, but gives up, and returns false, if the reader takes nothing while `stop` is readable.
bool printUntil(int stop, std::string_view text);

/// Prints `text` if `file` is empty, else replaces that file: see replaceOutputFile(). Returns
/// false if the file could not be written: one line on standard error says why.
[[nodiscard]] bool printInto(const std::string& file, std::string_view text, OutputSecrecy secrecy);

/// Returns `code`, but kExitOutputLost instead of 0 if print() failed. A pipe whose reader has gone
/// does not count as a failure.
[[nodiscard]] int exitCodeAfterPrinting(int code) noexcept;

/// Ends the program with exitCodeAfterPrinting(). The objects of the callers are not destroyed: to
/// free a million locks takes seconds. No other thread may work any more.
[[noreturn]] void leave(int code);

/// Opens /dev/null for each standard stream that the caller has closed, in the direction that makes
/// its use fail. Otherwise the next socket would get the descriptor, and print() would write into
/// it. Call it before anything else is opened.
void occupyClosedStreams() noexcept;

[[nodiscard]] bool isTerminal(int descriptor) noexcept;
/// The size of the terminal in characters.
struct TerminalSize {
    std::size_t columns = 80;
    std::size_t rows = 24;
};
/// The size of the terminal on standard output; 80 by 24 if it is unknown.
[[nodiscard]] TerminalSize terminalSize() noexcept;
/// The width for tables on standard output: the terminal's; kAllColumns for a pipe or a file.
[[nodiscard]] std::size_t outputColumns() noexcept;

} // namespace lockkeeper::ctl
