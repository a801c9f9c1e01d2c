// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/command.h"

#include <variant>

namespace lockkeeper::ctl {

struct Invocation {
    GlobalOptions globals;
    std::unique_ptr<Command> command;
};

struct EarlyAnswer {
    int exitCode = 0;
    std::string text{};
    std::string mistake{}; ///< may be empty
};

/// Takes masters from LOCKKEEPER_MASTERS if no option names any. Prints only completions.
[[nodiscard]] std::variant<Invocation, EarlyAnswer> parseCommandLine(int argc, char* argv[]);

} // namespace lockkeeper::ctl
