// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_reader.h"

namespace lockkeeper::history {

/// What the same hour of other days has on average, without the history's first and last hour, of
/// which it has only a part. Hours in which nobody watched count as hours without any.
struct UsualTrend {
    double acquisitions = 0; ///< in a step
    double held = 0;
    double waiting = 0;
};

/// What happened in one step of time.
struct TrendStep {
    WallTime from{}; ///< its beginning: a multiple of the step since the Unix epoch
    std::size_t acquisitions = 0; ///< that were seen
    double acquisitionsPerMinute = 0; ///< of the part of the step in which there is a history
    double held = 0; ///< how many locks were held, on average
    double waiting = 0; ///< how many waits went on, on average
    std::optional<UsualTrend> usual{}; ///< nullopt: there is no other day
    std::size_t expired = 0; ///< ownerships that nobody released or renewed
    std::size_t waits = 0; ///< that began
    std::optional<std::chrono::milliseconds> longestWait{}; ///< of these
    std::optional<HandOverTimes> handOvers{}; ///< nullopt: none was seen
    std::optional<std::size_t> stale{}; ///< locks, the most at one time; nullopt: not recorded
};

/// What the history of a deployment tells about its locks as a whole.
struct Trends {
    std::chrono::milliseconds step{};
    std::vector<TrendStep> steps; ///< those of the window of which there is a history, oldest first
    std::optional<HandOverTimes> handOvers; ///< nullopt: none was seen
    std::vector<WaitRecord> longestWaits; ///< that overlap the window, longest first
};

/// Reads the trends of a window from a history, in steps of a minute or longer. At most the newest
/// 744 steps are read (31 days of hours), and the longest ten waits. Fails as the members of
/// HistoryReader do. Blocks for the disk: about a second for a million ownerships.
[[nodiscard]] Result<Trends> readTrends(const std::filesystem::path& file, Window window,
    std::chrono::milliseconds step = std::chrono::hours(1));

} // namespace lockkeeper::history
