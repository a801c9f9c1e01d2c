// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_reader.h"

namespace lockkeeper::history {

/// Average of this hour on other days, without the incomplete first and last. Unwatched hours count
/// as zero.
struct UsualTrend {
    double acquisitions = 0; ///< per step
    double held = 0;
    double waiting = 0;
};

struct TrendStep {
    WallTime from{}; ///< a multiple of the step since the Unix epoch
    std::size_t acquisitions = 0;
    double acquisitionsPerMinute = 0; ///< of the recorded part of the step
    double held = 0; ///< average number of held locks
    double waiting = 0; ///< average number
    std::optional<UsualTrend> usual{}; ///< nullopt: no other day
    std::size_t expired = 0; ///< not released or renewed
    std::size_t waits = 0;
    std::optional<std::chrono::milliseconds> longestWait{};
    std::optional<HandOverTimes> handOvers{};
    std::optional<std::size_t> stale{}; ///< most at one time; nullopt: not recorded
};

struct Trends {
    std::chrono::milliseconds step{};
    std::vector<TrendStep> steps; ///< recorded, in the window, oldest first
    std::optional<HandOverTimes> handOvers;
    std::vector<WaitRecord> longestWaits;
};

/// At most the newest 744 steps (31 days of hours), of a minute or more. Fails as HistoryReader.
/// Blocks for the disk: 1 s per million ownerships.
[[nodiscard]] Result<Trends> readTrends(
    const Place& place, Window window, std::chrono::milliseconds step = std::chrono::hours(1));

} // namespace lockkeeper::history
