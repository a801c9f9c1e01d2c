// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::ctl {

/// Prints one line to standard error: "lockctl: " and `text`, made fit for a terminal.
void complain(std::string_view text);

/// Complains about one failure: what, which master (with its URL, if `deployment` has it), what to
/// do.
void complainAbout(const Error& error, const config::Deployment& deployment);

/// Complains about a failure of the whole command; returns its exit code.
int complainAndExitCode(const Error& error);

/// Prints to standard output at once. False if nobody reads it any more, or it can't be written;
/// the latter is complained about once.
bool print(std::string_view text);

/// `code`, or 1 in place of 0 if something that was printed could not be written. That nobody read
/// it any more is no failure.
[[nodiscard]] int exitCodeAfterPrinting(int code) noexcept;

[[nodiscard]] bool isTerminal(int descriptor) noexcept;
/// Of standard output; 80 by 24 if it does not tell.
struct TerminalSize {
    std::size_t columns = 80;
    std::size_t rows = 24;
};
[[nodiscard]] TerminalSize terminalSize() noexcept;

} // namespace lockkeeper::ctl
