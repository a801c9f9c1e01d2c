// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output/hook_counts.h"
#include "core/observe/board/board_update.h"
#include "core/observe/kinds/contention.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

using KindCounts = std::map<std::string, observe::KindContention>;

struct MetricsSource {
    std::string deployment{};
    bool isWatched = true; ///< false: nothing else is known
    std::size_t quorum = 0;
    bool hasNoAnswer = false; ///< nothing is known of locks
    observe::BoardUpdate board{}; ///< for masters and state; entries are in `locks`
    std::vector<observe::LockEntryPtr> locks{};
    std::optional<std::chrono::milliseconds> took{};
    WallTime asOf{};
    std::optional<KindCounts> contention{}; ///< nullopt: not counted
    std::optional<HookCounts> hook{}; ///< nullopt: no command
};

enum class MetricsFormat {
    Prometheus, ///< text format 0.0.4
    OpenMetrics, ///< 1.0
};

[[nodiscard]] std::string metricsText(
    const std::vector<MetricsSource>& sources, bool isPerLock, MetricsFormat format);

} // namespace lockkeeper::ctl
