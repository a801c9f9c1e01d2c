// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <algorithm>

namespace lockkeeper::observe {

/// Rate limit for reading keys again that are assumed to be unchanged: kCommands per interval,
/// spread evenly, and at most half of the commands that the master may receive at all. Not
/// thread-safe.
class RereadBudget {
public:
    /// Two commands a second with the default interval of five minutes. With the other requests of
    /// a watcher, that stays below five a second, however many locks there are.
    static constexpr double kCommands = 600;

    /// `commandsPerSecond`: limit for the master; 0: none.
    RereadBudget(std::chrono::milliseconds interval, std::size_t commandsPerSecond)
        : m_rate(kCommands / std::max(Seconds(interval).count(), kShortest))
    {
        if (commandsPerSecond != 0)
            m_rate = std::min(m_rate, static_cast<double>(commandsPerSecond) / 2);
    }

    /// Adds the commands allowed since the last call. Those not spent within seconds are lost.
    void earn(SteadyTime now)
    {
        if (m_earnedAt != SteadyTime{})
            m_credit += m_rate * Seconds(now - m_earnedAt).count();
        m_credit = std::min(m_credit, std::max(kLeast, 2 * m_rate));
        m_earnedAt = now;
    }
    /// Returns false, and spends nothing, if the budget is too small.
    [[nodiscard]] bool spend(std::size_t commands)
    {
        const auto cost = static_cast<double>(commands);
        if (cost > m_credit)
            return false;
        m_credit -= cost;
        return true;
    }

private:
    using Seconds = std::chrono::duration<double>;
    static constexpr double kShortest = 0.1;
    static constexpr double kLeast = 10; ///< enough for a key that takes several commands

    double m_rate; ///< commands a second
    double m_credit = 0;
    SteadyTime m_earnedAt{};
};

} // namespace lockkeeper::observe
