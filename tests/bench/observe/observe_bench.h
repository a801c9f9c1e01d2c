// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace lockkeeper::bench {

struct ObserveBenchOptions {
    std::size_t rounds = 5; ///< the contenders take turns in each round
    std::size_t locks = 100'000;
    std::size_t many = 1'000'000; ///< locks for the measurement of a large sweep; 0: leave it out
    std::size_t seconds = 10; ///< duration of each timed measurement
    std::string only; ///< sweep, footprint, noise, push or many; empty: all
    bool isJson = false;
};

/// Starts its own redis-servers, measures the cost of watching them, and prints each figure with
/// its limit. Returns the exit code of report(), or 1 with a line on standard error if the
/// measurement failed. Blocks until all is measured.
[[nodiscard]] int runObserveBench(const ObserveBenchOptions& options);

} // namespace lockkeeper::bench
