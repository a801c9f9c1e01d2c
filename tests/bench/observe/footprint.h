// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"

namespace lockkeeper::bench {

/// What it takes to watch a deployment on which nothing changes.
struct Footprint {
    double bytes = 0; ///< of resident memory, more than before the first sweep
    double percentOfCore = 0;
    double commandsPerSecond = 0; ///< on each master, the busiest one
};

/// Watches from a process of its own, so that memory is that of the watcher alone. Call it while
/// this process has no other threads. Throws std::runtime_error.
[[nodiscard]] Footprint measureFootprint(const config::Deployment& deployment,
    const std::vector<std::uint16_t>& ports, std::chrono::seconds time);

} // namespace lockkeeper::bench
