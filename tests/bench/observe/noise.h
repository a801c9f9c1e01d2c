// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"

namespace lockkeeper::bench {

// Changes that have nothing to do with locks, and what they make a watcher ask. Call these while
// this process has only one thread. They throw std::runtime_error.

/// The most commands that one master was sent in a second, while another database of each master
/// was flushed ten times in five seconds. Blocks for eight seconds.
[[nodiscard]] double commandsWhileOthersFlush(
    const config::Deployment& deployment, const std::vector<std::uint16_t>& ports);

/// A cache that is written as fast as its master can.
struct BusyCache {
    double perSecond = 0; ///< writes
    double serverCpu = 0; ///< microseconds of the master's CPU time for each write
    double watcherCpu = 0; ///< percent of a core
};

/// Writes for `time`; with a watcher without patterns if `isWatched`.
[[nodiscard]] BusyCache writeCache(std::uint16_t port, bool isWatched, std::chrono::seconds time);

} // namespace lockkeeper::bench
