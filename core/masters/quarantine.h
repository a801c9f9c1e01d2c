// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>

namespace lockkeeper::masters {

/// When each master of a deployment may last have forgotten what it stored
/// (redis::LinkStatus::forgotAt), in the deployment's order; nullopt: not known to have done so.
using ForgotAt = std::span<const std::optional<SteadyTime>>;

/// Decides whose votes do not count when a lock is taken: those of masters that may have forgotten
/// who holds it, until all locks that they have forgotten are over. See docs/guarantees.md,
/// "Masters that forget". Not thread-safe.
class Quarantine {
public:
    Quarantine(config::RestartQuarantine mode, std::chrono::milliseconds longestTtl) noexcept
        : m_mode(mode)
        , m_deploymentsTtl(longestTtl)
        , m_longestTtl(longestTtl)
    { }
    explicit Quarantine(const config::Deployment& deployment) noexcept
        : Quarantine(deployment.restartQuarantine, deployment.longestTtl)
    { }

    /// A lock may be stored for this long. A longer one than all before prolongs the quarantines,
    /// the current ones included.
    void allow(std::chrono::milliseconds ttl) noexcept
    {
        m_longestTtl = std::max(m_longestTtl, ttl);
    }

    /// False: no vote of a deployment of so many masters is ever refused.
    [[nodiscard]] bool mayRefuse(std::size_t masters) const noexcept;
    /// When all locks that were forgotten then are over; nullopt: they are at `now`, or it does not
    /// matter (Off).
    [[nodiscard]] std::optional<SteadyTime> endAfter(
        const std::optional<SteadyTime>& forgotAt, SteadyTime now) const;
    /// The end of the index-th master's quarantine; nullopt: at `now` its vote counts.
    [[nodiscard]] std::optional<SteadyTime> endOf(
        std::size_t index, ForgotAt masters, SteadyTime now) const;

private:
    config::RestartQuarantine m_mode;
    /// Masters that forget less than this apart forget at once.
    std::chrono::milliseconds m_deploymentsTtl;
    std::chrono::milliseconds m_longestTtl; ///< of this client, too
};

} // namespace lockkeeper::masters
