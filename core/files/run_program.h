// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/unique_fd.h"
#include "core/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockkeeper {

/// A program that prints more is killed.
inline constexpr std::size_t kMostProgramOutput = std::size_t{64} * 1024;

/// Runs a program without a shell, and returns its output. `words`: path and arguments. `input`:
/// standard input. Drops standard error. Inherits our environment without `hidden`; its process
/// group is killed at its end or the timeout. System if it can't start, fails or prints too much;
/// Timeout after `within`. Thread-safe.
[[nodiscard]] Result<std::string> runProgram(const std::vector<std::string>& words,
    const std::string& input, std::chrono::milliseconds within,
    const std::vector<std::string>& hidden = {});

/// "NAME=value", without these names.
[[nodiscard]] std::vector<std::string> environmentWithout(const std::vector<std::string>& hidden);

struct SpawnPlan {
    std::vector<std::string> words; ///< path (without a slash: from PATH) and arguments
    int input = -1;
    int output = -1; ///< -1: /dev/null
    int errors = -1; ///< -1: /dev/null
    std::optional<std::vector<std::string>> environment{}; ///< "NAME=value"; nullopt: ours
};

/// Starts a program without a shell, in its own process group, with no signal blocked, SIGPIPE at
/// its default, and no other descriptors. Returns its process, or an errno. Thread-safe.
[[nodiscard]] tl::expected<pid_t, int> spawn(const SpawnPlan& plan);

/// A file in memory, to be read from its beginning. By a pipe, a program that does not read would
/// make us wait, or send us a signal. System without memory.
[[nodiscard]] Result<UniqueFd> fileWith(const std::string& input);

} // namespace lockkeeper
