// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace lockkeeper::bench {

struct LockBenchOptions {
    /// The contenders take turns in each round. Rounds are many and short, because the speed of a
    /// shared machine changes within seconds and must change for all contenders alike.
    std::size_t rounds = 21;
    std::size_t pairs = 1000; ///< pairs of each contender per round
    std::size_t leases = 10'000;
    std::chrono::seconds gone{60}; ///< how long a master is missing
    std::string only; ///< one part of the measurements, see main.cpp; empty: all
    bool isJson = false;
};

/// Starts its own redis-servers, measures, and prints each figure with its limit. Returns the exit
/// code of report(), or 1 with a line on standard error if the measurement failed. Blocks until
/// all is measured.
[[nodiscard]] int runLockBench(const LockBenchOptions& options);

} // namespace lockkeeper::bench
