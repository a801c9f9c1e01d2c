// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/options.h"

namespace lockkeeper::ctl {

/// Parses the command line. If no option names masters, they are taken from LOCKKEEPER_MASTERS.
///
/// For `--help`, `--version` and mistakes it prints the answer, or one line about the mistake, and
/// returns the exit code instead.
[[nodiscard]] std::variant<Invocation, int> parseCommandLine(int argc, char* argv[]);

} // namespace lockkeeper::ctl
