// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace lockkeeper::observe {

/// A replica replaced the master: data that only the master stored is lost.
struct Failover {
    std::string group; ///< as in `sentinel monitor NAME ...`
    std::string from;
    std::string to;
    std::chrono::milliseconds age{0};
    std::uint64_t count = 1; ///< of the group, since watching began
};

inline constexpr std::chrono::hours kFailoverNews{1};

[[nodiscard]] std::optional<Failover> latestFailover(const MasterStatus& master, SteadyTime now);

[[nodiscard]] std::optional<Failover> recentFailover(const MasterStatus& master, SteadyTime now);

/// Time since a restart within kFailoverNews. nullopt for a Sentinel group.
[[nodiscard]] std::optional<std::chrono::milliseconds> recentRestart(
    const MasterStatus& master, SteadyTime now);

/// Needs all masters, in the deployment's order: docs/guarantees.md, "Masters that forget".
void setQuarantines(
    std::span<MasterStatus> masters, const config::Deployment& deployment, SteadyTime now);

[[nodiscard]] std::optional<std::chrono::milliseconds> quarantineLeft(
    const MasterStatus& master, SteadyTime now);

/// Uptime of a master that started within five minutes, and over a minute after another: it lost
/// its unsaved data, so held locks may be taken. For clients that did not watch then.
[[nodiscard]] std::optional<std::chrono::milliseconds> lateStart(
    const MasterStatus& master, std::span<const MasterStatus> all, SteadyTime now);

[[nodiscard]] std::optional<Loss> recentLoss(const MasterStatus& master, SteadyTime now);

[[nodiscard]] std::uint64_t failoverCount(const MasterStatus& master) noexcept;

[[nodiscard]] std::string currentAddress(const MasterStatus& master);

struct QuorumState {
    std::size_t masters = 0;
    std::size_t quorum = 0;
    std::size_t up = 0;
    std::size_t readable = 0;
    std::size_t voting = 0;

    [[nodiscard]] bool isLost() const noexcept { return std::min({up, readable, voting}) < quorum; }
    [[nodiscard]] bool isWhole() const noexcept
    {
        return std::min({up, readable, voting}) == masters;
    }
};
[[nodiscard]] QuorumState quorumState(
    std::span<const MasterStatus> masters, std::size_t quorum, SteadyTime now);

} // namespace lockkeeper::observe
