// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output/hook_counts.h"
#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "core/observe/kinds/contention.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

using KindCounts = std::map<std::string, observe::KindContention>;

/// Holds references.
struct MetricsSource {
    const config::Deployment& deployment;
    const observe::BoardUpdate& board; ///< only for masters and state; `locks` has the entries
    const std::vector<observe::LockEntryPtr>& locks;
    bool hasNoAnswer = false; ///< no master could be read; nothing is known of locks
    std::optional<std::chrono::milliseconds> took{}; ///< of the sweep, if any
    WallTime asOf{};
    const KindCounts* contention = nullptr; ///< null: nobody has counted
    std::optional<HookCounts> hook{}; ///< nullopt: no command is run for events
};

enum class MetricsFormat {
    Prometheus, ///< text format 0.0.4
    OpenMetrics, ///< 1.0
};

/// Labelled with the deployment. `isPerLock`: also for each lock.
[[nodiscard]] std::string metricsText(
    const MetricsSource& source, bool isPerLock, MetricsFormat format);

} // namespace lockkeeper::ctl
