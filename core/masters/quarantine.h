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

/// LinkStatus::forgotAt by master.
using ForgotAt = std::span<const std::optional<SteadyTime>>;

/// Masters that may have forgotten locks, so that their votes for a new lock do not count:
/// docs/guarantees.md, "Masters that forget".
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

    /// Call it for each TTL that is stored; a longer one prolongs all quarantines.
    void allow(std::chrono::milliseconds ttl) noexcept
    {
        m_longestTtl = std::max(m_longestTtl, ttl);
    }

    [[nodiscard]] bool mayRefuse(std::size_t masters) const noexcept;
    /// When all locks forgotten at `forgotAt` are over; nullopt: they are, or the mode is Off.
    [[nodiscard]] std::optional<SteadyTime> endAfter(
        const std::optional<SteadyTime>& forgotAt, SteadyTime now) const;
    /// nullopt: its vote counts.
    [[nodiscard]] std::optional<SteadyTime> endOf(
        std::size_t index, ForgotAt masters, SteadyTime now) const;

private:
    config::RestartQuarantine m_mode;
    /// Masters that forget less than this apart count as forgetting at once.
    std::chrono::milliseconds m_deploymentsTtl;
    std::chrono::milliseconds m_longestTtl;
};

} // namespace lockkeeper::masters
