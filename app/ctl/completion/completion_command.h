// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// The command by which the shells' completion functions ask what may follow. It is in no help.
inline constexpr const char* kCompletionCommand = "__complete";

/// Answers `__complete bash LINE BREAKS` and `__complete words WORD...`: prints `values`, `files`
/// or `command`, then each value on a line. For bash it is what is to be inserted: see BashLine.
/// Else it is the word, and after a tab what it is about. Returns the exit code. Blocks for the
/// disk.
int printCompletions(const CLI::App& app, const std::vector<std::string>& arguments);

} // namespace lockkeeper::ctl
