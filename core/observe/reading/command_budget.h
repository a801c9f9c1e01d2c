// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <algorithm>

namespace lockkeeper::observe {

/// Limits a master's commands per second. Excess is owed.
class CommandBudget {
public:
    /// `perSecond` 0: no limit. `most` can be saved up.
    CommandBudget(double perSecond, double most)
        : m_perSecond(perSecond)
        , m_most(most)
    { }

    [[nodiscard]] bool isLimited() const noexcept { return m_perSecond != 0; }

    void earn(SteadyTime now, double share = 1)
    {
        if (m_earnedAt != SteadyTime{})
            m_credit += m_perSecond * share * Seconds(now - m_earnedAt).count();
        m_credit = std::min(m_credit, m_most);
        m_earnedAt = now;
    }
    /// Negative: owed.
    [[nodiscard]] double credit() const noexcept { return m_credit; }
    void spend(std::size_t commands) noexcept { m_credit -= static_cast<double>(commands); }
    /// False, with nothing spent: too little credit.
    [[nodiscard]] bool trySpend(std::size_t commands) noexcept
    {
        if (static_cast<double>(commands) > m_credit)
            return false;
        spend(commands);
        return true;
    }
    /// (isLimited()) When nothing is owed.
    [[nodiscard]] SteadyTime solventAt() const
    {
        const Seconds left(std::max(-m_credit, 0.0) / m_perSecond);
        return m_earnedAt + std::chrono::duration_cast<SteadyTime::duration>(left);
    }

private:
    using Seconds = std::chrono::duration<double>;

    double m_perSecond;
    double m_most;
    double m_credit = 0;
    SteadyTime m_earnedAt{};
};

} // namespace lockkeeper::observe
