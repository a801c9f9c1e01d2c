// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <algorithm>

namespace lockkeeper::observe {

/// Limits how many touched keys may be read now: fewer at once from a slow master, and within the
/// limit of commands per second. Not thread-safe.
class ReadThrottle {
public:
    static constexpr std::size_t kMostAtOnce = 500;
    static constexpr std::size_t kFewestAtOnce = 16;

    /// `commandsPerSecond`: limit for the master; 0: none.
    explicit ReadThrottle(std::size_t commandsPerSecond)
        : m_rate(static_cast<double>(commandsPerSecond))
    { }

    [[nodiscard]] bool isLimited() const noexcept { return m_rate != 0; }
    /// How many keys may be read at once. Commands not spent within a tenth of a second are lost.
    /// `share`: the part of the commands that is available for this.
    [[nodiscard]] std::size_t keys(SteadyTime now, double share)
    {
        if (m_rate == 0)
            return m_atOnce;
        const double rate = m_rate * share;
        const double most = std::max(rate * kKept, kPerKey);
        if (m_earnedAt != SteadyTime{})
            m_credit += rate * std::chrono::duration<double>(now - m_earnedAt).count();
        m_credit = std::min(m_credit, most);
        m_earnedAt = now;
        return std::min(m_atOnce, static_cast<std::size_t>(std::max(m_credit, 0.0) / kPerKey));
    }
    void spend(std::size_t commands) { m_credit -= static_cast<double>(commands); }

    /// Records how long a read of this many keys took.
    void note(std::size_t keys, SteadyTime::duration took)
    {
        constexpr std::chrono::milliseconds kSlow{100};
        m_atOnce = took > kSlow ? std::max(kFewestAtOnce, keys / 2)
                                : std::min(kMostAtOnce, m_atOnce * 2);
    }

private:
    static constexpr double kPerKey = 2; ///< minimum number of commands
    static constexpr double kKept = 0.1; ///< seconds

    double m_rate; ///< commands a second
    double m_credit = kPerKey;
    std::size_t m_atOnce = kMostAtOnce;
    SteadyTime m_earnedAt{};
};

} // namespace lockkeeper::observe
