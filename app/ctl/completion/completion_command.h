// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

inline constexpr const char* kCompletionCommand = "__complete";

/// Answers `__complete bash LINE BREAKS` and `__complete words WORD...`: `values`, `files` or
/// `command`, then a value per line: for bash the insertion (see BashLine), else word, tab,
/// description. Returns the exit code.
int printCompletions(const CLI::App& app, const std::vector<std::string>& arguments);

} // namespace lockkeeper::ctl
