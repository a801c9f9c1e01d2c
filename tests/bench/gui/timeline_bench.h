// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace lockkeeper::bench {

/// What the timeline costs over a large history. Times in milliseconds.
struct TimelineTimes {
    double written = 0; ///< all ownerships, 50 000 in a transaction
    double trends = 0; ///< of 30 days
    double opened = 0; ///< from before the page was made until it showed the latest hour
    double allShown = 0; ///< from the key for all 30 days until they were shown
    double pan = 0; ///< from a key to the painted frame: the median
    double panRarely = 0; ///< the 99th percentile
    double zoom = 0;
    double zoomRarely = 0;
    double ownRarely = 0; ///< the processor time of this thread for a frame, 99th percentile
    double longestRead = 0; ///< until what a move had reached was read
};

/// Writes a history with so many ownerships over 30 days, and moves in it for `time`, for each way
/// to move. `url`: of a PostgreSQL database; empty: a temporary file. Throws std::runtime_error.
[[nodiscard]] TimelineTimes measureTimeline(
    const std::string& url, std::size_t ownerships, std::chrono::seconds time);

} // namespace lockkeeper::bench
