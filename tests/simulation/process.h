// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/scheduler.h"
#include "tests/simulation/local_clock.h"

#include <deque>
#include <map>

namespace lockkeeper::simulation {

/// A process with one thread, which may be stopped for a while, or killed: its clock, its timers,
/// and all that reaches it from outside.
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

    /// Runs `task` on its thread: at once, or when it goes on. Never, once it is killed.
    void deliver(World::Task task);
    void stop() { m_isStopped = true; }
    void goOn();
    void kill();
    [[nodiscard]] bool isAlive() const noexcept { return m_isAlive; }
    [[nodiscard]] bool isStopped() const noexcept { return m_isStopped; }
    /// When it was last found stopped: timers may be late after that.
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
    std::deque<World::Task> m_delayed; ///< for when it goes on
    TimerId m_lastTimer = kNoTimer;
};

} // namespace lockkeeper::simulation
