// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// What may stand at the end of a command line.
struct Completions {
    enum class Kind {
        Values,
        Files, ///< any file: the shell knows them
        OtherCommand, ///< another command, with its arguments: the shell knows them
    };
    struct Value {
        std::string text;
        std::string about; ///< one line; may be empty
    };
    Kind kind = Kind::Values;
    std::vector<Value> values;
};

/// Completes the last word, which may be empty, of the words behind the program's name.
///
/// Commands and options are those of `app`, with their help. Names of deployments come from the
/// deployments file, names of locks from keptNames(). Asks no master. Blocks for the disk.
[[nodiscard]] Completions complete(const CLI::App& app, const std::vector<std::string>& words);

} // namespace lockkeeper::ctl
