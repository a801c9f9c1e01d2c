// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/masters/quarantine.h"

#include "core/config/quorum.h"

#include <algorithm>

namespace lockkeeper::masters {
namespace {

/// A master's clock may be one percent slow. Over a century may not fit nanoseconds.
SteadyTime::duration byAnyClock(std::chrono::milliseconds longestTtl)
{
    constexpr std::chrono::milliseconds kCentury = std::chrono::hours(24 * 365 * 100);
    const auto ttl = std::min(longestTtl, kCentury);
    return ttl + ttl / 100 + std::chrono::milliseconds(2);
}

} // namespace

bool Quarantine::mayRefuse(std::size_t masters) const noexcept
{
    return m_mode == config::RestartQuarantine::Always
        || (m_mode == config::RestartQuarantine::Auto && masters > quorumOf(masters));
}

std::optional<SteadyTime> Quarantine::endAfter(
    const std::optional<SteadyTime>& forgotAt, SteadyTime now) const
{
    if (!forgotAt || m_mode == config::RestartQuarantine::Off)
        return std::nullopt;
    const SteadyTime end = *forgotAt + byAnyClock(m_longestTtl);
    return now < end ? std::optional(end) : std::nullopt;
}

std::optional<SteadyTime> Quarantine::endOf(
    std::size_t index, ForgotAt masters, SteadyTime now) const
{
    const auto end = endAfter(masters[index], now);
    if (!end || m_mode == config::RestartQuarantine::Always)
        return end;
    // Masters that restart one by one vote for each other, even with a client's longer TTL.
    const auto atOnce = std::ranges::count_if(masters, [&](const auto& forgotAt) {
        return endAfter(forgotAt, now)
            && std::chrono::abs(*forgotAt - *masters[index]) < m_deploymentsTtl;
    });
    if (masters.size() - static_cast<std::size_t>(atOnce) < quorumOf(masters.size()))
        return std::nullopt;
    return end;
}

} // namespace lockkeeper::masters
