// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/soak/interval_checker.h"
#include "tests/bench/soak/shared_log.h"
#include "tests/bench/soak/soak.h"

#include <array>
#include <string>
#include <vector>

namespace lockkeeper::bench {

/// The result of a soak.
struct SoakReport {
    SoakOptions options;
    std::chrono::duration<double> duration{};
    SteadyTime began{};
    std::array<std::uint64_t, kCounts> counts{};
    SteadyTime::duration toldLate{}; ///< longest delay of a loss report
    unsigned mastersStopped = 0;
    unsigned mastersKilled = 0;
    unsigned mastersRestarted = 0;
    unsigned workersStopped = 0;
    unsigned workersKilled = 0;
    unsigned networkFaults = 0;
    /// (isOrdered) Of the watcher.
    std::uint64_t updates = 0;
    std::uint64_t mostWaiters = 0; ///< that were seen at a time
    std::vector<std::string> circles{}; ///< the deadlocks that it claimed
    std::string failure{}; ///< a hang, a crash, or a failure of the soak itself

    /// True if locks were acquired, without a violation, overlap, fence fault, circle or failure.
    [[nodiscard]] bool isClean(const IntervalChecker& checker) const;
};

/// Prints the report on standard output, as text or as one JSON object.
void print(const SoakReport& report, const IntervalChecker& checker);

} // namespace lockkeeper::bench
