// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockkeeper::bench {

/// Cost of a window that watches five real masters. Times in milliseconds.
struct StartUp {
    double firstRows = 0; ///< from before the window was made until rows were on the screen
    double allRows = 0;
    double blockedRarely = 0; ///< until all rows were there; 99.9th percentile
    double blockedEver = 0; ///< the longest
    double blockedByOwnWork = 0; ///< the longest processor time of the GUI thread
    double megabytes = 0; ///< resident memory of the whole process
    double idlePercent = 0; ///< of a core, by the whole process; nothing changes on the masters
};

/// Opens the main window on redis-servers with so many locks, and looks at it for `idle` once all
/// rows are there. Throws std::runtime_error.
[[nodiscard]] StartUp measureStartUp(std::size_t locks, std::chrono::seconds idle);

} // namespace lockkeeper::bench
