// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/command.h"

#include <variant>

namespace lockkeeper::ctl {

/// A command to run, with checked options.
struct Invocation {
    GlobalOptions globals;
    std::unique_ptr<Command> command;
};

/// What there is to say instead: --help and --version are answered, or there is a mistake.
struct EarlyAnswer {
    int exitCode = 0;
    std::string text{}; ///< for standard output
    std::string mistake{}; ///< one line; empty: none
};

/// Parses the command line. If no option names masters, they are taken from LOCKKEEPER_MASTERS.
/// Completions are printed at once; otherwise nothing is.
[[nodiscard]] std::variant<Invocation, EarlyAnswer> parseCommandLine(int argc, char* argv[]);

} // namespace lockkeeper::ctl
