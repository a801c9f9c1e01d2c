// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace lockkeeper::bench {

struct LockBenchOptions {
    /// In which all contenders take turns: many and short, for the speed of a shared machine
    /// changes within seconds, and is to change for all of them.
    std::size_t rounds = 21;
    std::size_t pairs = 1000; ///< of each contender in each round
    std::size_t leases = 10'000;
    std::chrono::seconds gone{60}; ///< how long a master is missed
    std::string only; ///< one part, see main.cpp; empty: all
    bool isJson = false;
};

/// Starts five redis-servers of its own, measures, and prints each figure with its limit. 0, or 1
/// with a line on stderr if it could not be measured.
[[nodiscard]] int runLockBench(const LockBenchOptions& options);

} // namespace lockkeeper::bench
