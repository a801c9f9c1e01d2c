// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/soak/interval_checker.h"
#include "tests/bench/soak/shared_log.h"
#include "tests/bench/soak/soak.h"

#include <array>
#include <string>

namespace lockkeeper::bench {

/// What a soak came to.
struct SoakReport {
    SoakOptions options;
    std::chrono::duration<double> duration{};
    SteadyTime began{};
    std::array<std::uint64_t, kCounts> counts{};
    SteadyTime::duration toldLate{}; ///< at most
    unsigned mastersStopped = 0;
    unsigned mastersKilled = 0;
    unsigned mastersRestarted = 0;
    unsigned workersStopped = 0;
    unsigned workersKilled = 0;
    std::string failure{}; ///< a hang, a crash, or a failure of the soak itself

    [[nodiscard]] bool isClean(const IntervalChecker& checker) const;
};

/// On standard output: some lines, or one JSON object.
void print(const SoakReport& report, const IntervalChecker& checker);

} // namespace lockkeeper::bench
