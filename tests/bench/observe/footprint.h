// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"

namespace lockkeeper::bench {

/// The cost of watching a deployment on which nothing changes.
struct Footprint {
    double bytes = 0; ///< growth of the resident memory since before the first sweep
    double percentOfCore = 0;
    double commandsPerSecond = 0; ///< on the busiest master
};

/// Measures a watcher in a forked process, so that the memory is the watcher's alone. Blocks for
/// the first sweep and `time`. Call it while this process has only one thread. Throws
/// std::runtime_error.
[[nodiscard]] Footprint measureFootprint(const config::Deployment& deployment,
    const std::vector<std::uint16_t>& ports, std::chrono::seconds time);

} // namespace lockkeeper::bench
