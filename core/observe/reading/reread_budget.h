// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <algorithm>

namespace lockkeeper::observe {

/// How many commands may be spent on reading what is taken to be known: kCommands in each interval,
/// evenly, and no more than half of what the master may be asked for at all. Not thread-safe.
class RereadBudget {
public:
    /// Two a second in the usual five minutes: with what a watcher asks for anyway, that stays
    /// below five a second, however many locks there are.
    static constexpr double kCommands = 600;

    /// `commandsPerSecond`: to the master, at most; 0: no limit.
    RereadBudget(std::chrono::milliseconds interval, std::size_t commandsPerSecond)
        : m_rate(kCommands / std::max(Seconds(interval).count(), kShortest))
    {
        if (commandsPerSecond != 0)
            m_rate = std::min(m_rate, static_cast<double>(commandsPerSecond) / 2);
    }

    /// What was not spent in the last seconds is lost.
    void earn(SteadyTime now)
    {
        if (m_earnedAt != SteadyTime{})
            m_credit += m_rate * Seconds(now - m_earnedAt).count();
        m_credit = std::min(m_credit, std::max(kLeast, 2 * m_rate));
        m_earnedAt = now;
    }
    /// False if there is too little.
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
    static constexpr double kLeast = 10; ///< for a key that takes several commands

    double m_rate; ///< commands a second
    double m_credit = 0;
    SteadyTime m_earnedAt{};
};

} // namespace lockkeeper::observe
