// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/options.h"

namespace lockkeeper::ctl {

/// Reads the command line. For `--help`, `--version` and mistakes the answer or one line about the
/// mistake has been printed, and the value is the exit code. Masters come from LOCKKEEPER_MASTERS
/// if no option names the masters.
[[nodiscard]] std::variant<Invocation, int> parseCommandLine(int argc, char* argv[]);

/// Overwrites the logins of URLs in `argv`, so that `ps` shows them no longer than it must.
void scrubLogins(int argc, char* argv[]) noexcept;

} // namespace lockkeeper::ctl
