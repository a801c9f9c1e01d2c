// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockkeeper::bench {

/// In milliseconds.
struct LabTimes {
    double frame = 0; ///< to draw and paint the whole picture, median
    double frameRarely = 0; ///< 99th percentile
    double blockedRarely = 0; ///< while it is played, 99.9th percentile
    double blockedEver = 0;
    double blockedByOwnWork = 0;
    double pausedPercent = 0; ///< of a core, while nothing moves
};

/// The page Lab while it plays the experiment with the most commands, then for `time` while the
/// picture of all of it is drawn again and again, and for as long while nothing moves. Throws
/// std::runtime_error.
[[nodiscard]] LabTimes measureLab(std::chrono::seconds time);

} // namespace lockkeeper::bench
