// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace lockkeeper {

/// The most that a program may print: a program that prints more is ended.
inline constexpr std::size_t kMostProgramOutput = std::size_t{64} * 1024;

/// Runs a program, without a shell, and returns what it prints. `words` are its path and arguments,
/// `input` is its standard input; its standard error goes nowhere. It has our environment, and a
/// process group of its own, which is ended when it ends or its time is over: nothing is left.
///
/// System if it can't be started, ends with another code than 0, by a signal, or prints too much;
/// Timeout after `within`. Blocks for that long at most. Thread-safe.
[[nodiscard]] Result<std::string> runProgram(const std::vector<std::string>& words,
    const std::string& input, std::chrono::milliseconds within);

} // namespace lockkeeper
