// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/scheduler.h"
#include "tests/simulation/local_clock.h"

#include <deque>
#include <map>

namespace lockkeeper::simulation {

/// A simulated process with one thread: its clock, its timers, and the events that it receives. It
/// may be stopped for a while, or killed.
class Process final : public Clock, public Scheduler {
public:
    Process(World& world, LocalClock clock)
        : m_world(world)
        , m_clock(clock)
    { }

    [[nodiscard]] SteadyTime now() const noexcept override
    {
        return SteadyTime(m_clock.at(m_world.now()));
    }
    [[nodiscard]] WallTime wallNow() const noexcept override
    {
        return WallTime(std::chrono::duration_cast<WallTime::duration>(
            m_clock.at(m_world.now()) + std::chrono::hours(24 * 365 * 56)));
    }
    TimerId schedule(SteadyTime when, std::function<void()> task) override;
    void cancel(TimerId id) noexcept override { m_timers.erase(id); }

    /// Runs `task` on the process' thread: at once, or after goOn() if the process is stopped.
    /// Never if it is killed.
    void deliver(World::Task task);
    void stop() { m_isStopped = true; }
    void goOn();
    void kill();
    [[nodiscard]] bool isAlive() const noexcept { return m_isAlive; }
    [[nodiscard]] bool isStopped() const noexcept { return m_isStopped; }
    /// The last time at which the process was stopped. Timers may be late shortly after that.
    [[nodiscard]] TrueTime lastStopped() const noexcept
    {
        return m_isStopped ? m_world.now() : m_wentOnAt;
    }

private:
    World& m_world;
    LocalClock m_clock;
    bool m_isAlive = true;
    bool m_isStopped = false;
    TrueTime m_wentOnAt{-1};
    std::map<TimerId, std::function<void()>> m_timers;
    std::deque<World::Task> m_delayed; ///< tasks to run in goOn()
    TimerId m_lastTimer = kNoTimer;
};

} // namespace lockkeeper::simulation
