// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockkeeper::bench {

struct FaultTimes {
    double blockedRarely = 0; ///< milliseconds; 99.9th percentile
    double blockedEver = 0; ///< the longest
    double blockedByOwnWork = 0; ///< the longest processor time of the GUI thread
    std::size_t faults = 0;
};

/// Blocks of a real window over `locks` locks on five real masters, for `time`: masters hang, are
/// killed, come back empty and are filled again, while the table is sorted, filtered and scrolled.
/// Throws std::runtime_error.
[[nodiscard]] FaultTimes measureFaults(std::size_t locks, std::chrono::seconds time);

} // namespace lockkeeper::bench
