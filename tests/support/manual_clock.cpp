// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"

#include <algorithm>

namespace lockkeeper::tests {

Scheduler::TimerId ManualClock::schedule(SteadyTime when, Task task)
{
    const TimerId id = ++m_lastTimer;
    m_timers.emplace(when, Timer{id, std::move(task)});
    return id;
}

void ManualClock::cancel(TimerId id) noexcept
{
    std::erase_if(m_timers, [id](const auto& timer) { return timer.second.id == id; });
}

void ManualClock::advance(std::chrono::milliseconds by)
{
    const SteadyTime end = m_now + by;
    while (!m_timers.empty() && m_timers.begin()->first <= end) {
        auto timer = m_timers.extract(m_timers.begin());
        m_now = std::max(m_now, timer.key());
        timer.mapped().task();
    }
    m_now = end;
}

} // namespace lockkeeper::tests
