// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace lockkeeper::observe {

/// Another server has become the master of a Sentinel group. What only the old one stored is lost.
struct Failover {
    std::string group; ///< as in `sentinel monitor NAME ...`
    std::string from; ///< "10.0.0.1:6379"
    std::string to;
    std::chrono::milliseconds age{0}; ///< since it was told
    std::uint64_t count = 1; ///< of the group's failovers since somebody watches
};

/// For so long a failover is news that front ends tell by themselves.
inline constexpr std::chrono::hours kFailoverNews{1};

/// The latest failover of the master's group; nullopt: none while it was watched, or it is no
/// group's. Pure.
[[nodiscard]] std::optional<Failover> latestFailover(const MasterStatus& master, SteadyTime now);

/// The same, while it is news.
[[nodiscard]] std::optional<Failover> recentFailover(const MasterStatus& master, SteadyTime now);

/// How many failovers of the master's group there were so far.
[[nodiscard]] std::uint64_t failoverCount(const MasterStatus& master) noexcept;

/// Where a master is now if that may change: "10.0.0.1:6379"; empty: at a fixed place, or not
/// known.
[[nodiscard]] std::string presentPlace(const MasterStatus& master);

} // namespace lockkeeper::observe
