// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace lockkeeper {

/// A program that prints more is killed.
inline constexpr std::size_t kMostProgramOutput = std::size_t{64} * 1024;

/// Runs a program without a shell, and returns its output. `words`: path and arguments. `input`:
/// standard input. Drops standard error. Inherits our environment; its process group is killed at
/// its end or the timeout.
///
/// System if it can't start, fails or prints too much; Timeout after `within`. Thread-safe.
[[nodiscard]] Result<std::string> runProgram(const std::vector<std::string>& words,
    const std::string& input, std::chrono::milliseconds within);

} // namespace lockkeeper
