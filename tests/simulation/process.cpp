// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/process.h"

#include <utility>

namespace lockkeeper::simulation {

Scheduler::TimerId Process::schedule(SteadyTime when, std::function<void()> task)
{
    const TimerId id = ++m_lastTimer;
    if (when == SteadyTime::max())
        return id;
    m_timers.emplace(id, std::move(task));
    const TrueTime late = m_world.random().between(TrueTime(0), std::chrono::microseconds(200));
    m_world.at(m_clock.when(when.time_since_epoch()) + late, [this, id] {
        deliver([this, id] {
            if (const auto timer = m_timers.extract(id))
                timer.mapped()();
        });
    });
    return id;
}

void Process::deliver(World::Task task)
{
    if (m_isStopped)
        m_delayed.push_back(std::move(task));
    else if (m_isAlive)
        task();
}

void Process::goOn()
{
    if (!std::exchange(m_isStopped, false))
        return;
    m_wentOnAt = m_world.now();
    while (!m_isStopped && !m_delayed.empty()) {
        const World::Task task = std::move(m_delayed.front());
        m_delayed.pop_front();
        if (m_isAlive)
            task();
    }
}

void Process::kill()
{
    m_isAlive = m_isStopped = false;
    m_timers.clear();
    m_delayed.clear();
}

} // namespace lockkeeper::simulation
