// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/process.h"

#include <utility>

namespace lockkeeper::simulation {

Process::Process(World& world, LocalClock clock, Random random, Bug bug)
    : m_world(world)
    , m_clock(clock)
    , m_random(random)
    , m_bug(bug)
{ }

SteadyTime Process::now() const noexcept
{
    if (m_bug == Bug::SleepingClock)
        return SteadyTime(m_clock.at(runningTime()));
    if (m_bug == Bug::WallClock)
        return bootNow() + m_wallOffset;
    return bootNow();
}

WallTime Process::wallNow() const noexcept
{
    constexpr std::chrono::hours kSinceEpoch(24 * 365 * 56);
    return WallTime(std::chrono::duration_cast<WallTime::duration>(
        m_clock.at(m_world.now()) + m_wallOffset + kSinceEpoch));
}

Scheduler::TimerId Process::schedule(SteadyTime when, Task task)
{
    if (m_freeTimers.empty()) {
        m_freeTimers.push_back(m_timers.size());
        m_timers.emplace_back();
    }
    const std::size_t slot = m_freeTimers.back();
    m_freeTimers.pop_back();
    Timer& timer = m_timers[slot];
    timer.task = std::move(task);
    const TimerId id = (TimerId{timer.generation} << 32U) | (slot + 1);
    // A lost timer is one that never comes.
    if (when == SteadyTime::max() || (m_bug == Bug::TimersLost && m_random.isOneIn(50)))
        return id;
    // By the clock that the caller reads: `when` counts from what it shows now.
    const TrueTime late = m_random.between(TrueTime(0), std::chrono::microseconds(200));
    const SteadyTime due = when + (bootNow() - now());
    m_world.at(whenShown(due) + late, [this, id] {
        if (isCurrent(id))
            deliver([this, id] { onTimer(id); });
    });
    return id;
}

bool Process::isCurrent(TimerId id) const noexcept
{
    const std::size_t slot = slotOf(id);
    return slot < m_timers.size() && m_timers[slot].generation == id >> 32U
        && m_timers[slot].task != nullptr;
}

void Process::onTimer(TimerId id)
{
    if (!isCurrent(id))
        return;
    auto task = std::move(m_timers[slotOf(id)].task);
    cancel(id);
    task();
}

void Process::cancel(TimerId id) noexcept
{
    const std::size_t slot = slotOf(id);
    if (slot >= m_timers.size() || m_timers[slot].generation != id >> 32U)
        return;
    m_timers[slot].task = nullptr;
    ++m_timers[slot].generation;
    m_freeTimers.push_back(slot);
}

void Process::stop()
{
    if (m_isStopped || !m_isAlive)
        return;
    m_isStopped = true;
    m_stoppedAt = m_world.now();
}

void Process::goOn()
{
    if (!std::exchange(m_isStopped, false))
        return;
    m_wentOnAt = m_world.now();
    m_stoppedFor += m_wentOnAt - m_stoppedAt;
    while (!m_isStopped && !m_delayed.empty()) {
        const auto task = std::move(m_delayed.front());
        m_delayed.pop_front();
        if (m_isAlive)
            task();
    }
}

void Process::kill()
{
    m_isAlive = m_isStopped = false;
    for (Timer& timer : m_timers)
        timer.task = nullptr;
    m_delayed.clear();
}

} // namespace lockkeeper::simulation
