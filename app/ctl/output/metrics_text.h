// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"

#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// What metrics are made of. Holds references.
struct MetricsSource {
    const config::Deployment& deployment;
    const observe::BoardUpdate& board; ///< of its entries, `locks` count
    const std::vector<observe::LockEntryPtr>& locks;
    bool hasNoAnswer = false; ///< no master could be read: nothing is known of locks
    std::optional<std::chrono::milliseconds>
        took{}; ///< the duration of the sweep, if there was one
    WallTime asOf{};
};

enum class MetricsFormat {
    Prometheus, ///< text format 0.0.4
    OpenMetrics, ///< 1.0
};

/// The metrics of `lockctl metrics` and `lockctl serve`: gauges, each with the deployment as a
/// label. `isPerLock`: also some for each lock. Pure, but for the clocks.
[[nodiscard]] std::string metricsText(
    const MetricsSource& source, bool isPerLock, MetricsFormat format);

} // namespace lockkeeper::ctl
