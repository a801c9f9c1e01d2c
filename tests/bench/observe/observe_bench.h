// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace lockkeeper::bench {

struct ObserveBenchOptions {
    std::size_t rounds = 5; ///< in which all contenders take turns
    std::size_t locks = 100'000;
    std::size_t many = 1'000'000; ///< for how a sweep grows; 0: left out
    std::size_t seconds = 10; ///< of each measurement that takes a time
    std::string only; ///< sweep, footprint, push or many; empty: all
    bool isJson = false;
};

/// Starts five redis-servers of its own, measures what it takes to watch them, and prints each
/// figure with its limit. 0, or 1 with a line on stderr if it could not be measured.
[[nodiscard]] int runObserveBench(const ObserveBenchOptions& options);

} // namespace lockkeeper::bench
