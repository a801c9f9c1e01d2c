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

/// A failover: another server became the master of a Sentinel group. Data that only the old one
/// stored is lost.
struct Failover {
    std::string group; ///< as in `sentinel monitor NAME ...`
    std::string from; ///< "10.0.0.1:6379"
    std::string to;
    std::chrono::milliseconds age{0}; ///< since it was noticed
    std::uint64_t count = 1; ///< failovers of the group since watching began
};

/// For this long, front ends report a failover, a restart or a loss on their own.
inline constexpr std::chrono::hours kFailoverNews{1};

/// The latest failover of the master's group. nullopt: none was seen, or the master belongs to no
/// group. Pure.
[[nodiscard]] std::optional<Failover> latestFailover(const MasterStatus& master, SteadyTime now);

/// latestFailover(), if it is younger than kFailoverNews.
[[nodiscard]] std::optional<Failover> recentFailover(const MasterStatus& master, SteadyTime now);

/// For how long the master has been running since it was started anew, if that was noticed within
/// kFailoverNews. Never of a Sentinel group. Pure.
[[nodiscard]] std::optional<std::chrono::milliseconds> recentRestart(
    const MasterStatus& master, SteadyTime now);

/// Sets MasterStatus::quarantinedUntil of all masters of a deployment, in its order. A client that
/// uses longer TTLs than the deployment names keeps its quarantines for longer.
void setQuarantines(
    std::span<MasterStatus> masters, const config::Deployment& deployment, SteadyTime now);

/// For how long the master's vote does not count yet. Pure.
[[nodiscard]] std::optional<std::chrono::milliseconds> quarantineLeft(
    const MasterStatus& master, SteadyTime now);

/// How long ago the master was started, if that was within five minutes, and more than one after
/// the start of another: what it had not saved is gone there, and others may take locks that are
/// held. For whoever did not watch at that time. nullopt also if the times are not known. Pure.
[[nodiscard]] std::optional<std::chrono::milliseconds> lateStart(
    const MasterStatus& master, std::span<const MasterStatus> all, SteadyTime now);

/// The latest loss of locks, if it was noticed within kFailoverNews. Pure.
[[nodiscard]] std::optional<Loss> recentLoss(const MasterStatus& master, SteadyTime now);

/// Number of failovers of the master's group so far.
[[nodiscard]] std::uint64_t failoverCount(const MasterStatus& master) noexcept;

/// Current address of a master that may move: "10.0.0.1:6379". Empty if it can't move, or if the
/// address is unknown.
[[nodiscard]] std::string currentAddress(const MasterStatus& master);

/// How many masters a deployment has left for its quorum.
struct QuorumState {
    std::size_t masters = 0;
    std::size_t quorum = 0;
    std::size_t up = 0; ///< they answer
    std::size_t readable = 0; ///< and show their locks
    std::size_t voting = 0; ///< of those that are up: not in quarantine

    /// No lock can be taken, or judged.
    [[nodiscard]] bool isLost() const noexcept { return std::min({up, readable, voting}) < quorum; }
    [[nodiscard]] bool isWhole() const noexcept
    {
        return std::min({up, readable, voting}) == masters;
    }
};
[[nodiscard]] QuorumState quorumState(
    std::span<const MasterStatus> masters, std::size_t quorum, SteadyTime now);

} // namespace lockkeeper::observe
