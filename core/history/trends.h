// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_reader.h"

namespace lockkeeper::history {

/// What happened in one hour of UTC.
struct HourTrend {
    WallTime hour{}; ///< its beginning
    std::size_t acquisitions = 0; ///< that were seen
    double acquisitionsPerMinute = 0; ///< of the part of the hour in which there is a history
    /// How many acquisitions the same hour of other days has on average; nullopt: there is no other
    /// day. Hours in which nobody watched count as hours without any.
    std::optional<double> usualAcquisitions{};
    std::size_t expired = 0; ///< ownerships that nobody released or renewed
    std::size_t waits = 0; ///< that began
    std::optional<std::chrono::milliseconds> longestWait{}; ///< of these
};

/// What the history of a deployment tells about its locks as a whole.
struct Trends {
    std::vector<HourTrend> hours; ///< those of the window of which there is a history, oldest first
    std::optional<HandOverTimes> handOvers; ///< of all locks; nullopt: none was seen
    std::vector<WaitRecord> longestWaits; ///< that overlap the window, longest first
};

/// Reads the trends of a window from a history. At most the newest 31 days are read by the hour,
/// and the longest ten waits. Fails as the members of HistoryReader do. Blocks for the disk: about
/// a second for a million ownerships.
[[nodiscard]] Result<Trends> readTrends(const std::filesystem::path& file, Window window);

} // namespace lockkeeper::history
