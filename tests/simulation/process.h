// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/scheduler.h"
#include "tests/simulation/bug.h"
#include "tests/simulation/local_clock.h"

#include <deque>
#include <functional>

namespace lockkeeper::simulation {

/// A simulated process with one thread, on a machine of its own: its clocks, its timers, and the
/// events that it receives. It may be stopped for a while, or killed.
///
/// Its steady clock counts on while it is stopped, as BootClock does while a machine is suspended.
/// Its wall clock may jump.
class Process final : public Clock, public Scheduler {
public:
    Process(World& world, LocalClock clock, Random random, Bug bug);

    [[nodiscard]] SteadyTime now() const noexcept override;
    [[nodiscard]] WallTime wallNow() const noexcept override;
    /// What a right steady clock shows: now(), unless a bug is injected there.
    [[nodiscard]] SteadyTime bootNow() const noexcept
    {
        return SteadyTime(m_clock.at(m_world.now()));
    }
    /// The first true time at which a right steady clock shows `time`.
    [[nodiscard]] TrueTime whenShown(SteadyTime time) const noexcept
    {
        return m_clock.when(time.time_since_epoch());
    }
    TimerId schedule(SteadyTime when, Task task) override;
    void cancel(TimerId id) noexcept override;

    /// Runs `task` on the process' thread: at once, or after goOn() if the process is stopped.
    /// Never if it is killed.
    template <class F> void deliver(F task)
    {
        if (m_isStopped)
            m_delayed.emplace_back(std::move(task));
        else if (m_isAlive)
            task();
    }
    void stop();
    void goOn();
    void kill();
    void jumpWallClock(std::chrono::nanoseconds by) noexcept { m_wallOffset += by; }
    [[nodiscard]] bool isAlive() const noexcept { return m_isAlive; }
    [[nodiscard]] bool isStopped() const noexcept { return m_isStopped; }
    /// The last time at which the process was stopped. Timers may be late shortly after that.
    [[nodiscard]] TrueTime lastStopped() const noexcept
    {
        return m_isStopped ? m_world.now() : m_wentOnAt;
    }
    /// The time that it has run, without the time that it was stopped.
    [[nodiscard]] TrueTime runningTime() const noexcept
    {
        return (m_isStopped ? m_stoppedAt : m_world.now()) - m_stoppedFor;
    }

private:
    struct Timer {
        Task task; ///< null: free
        std::uint32_t generation = 0;
    };
    [[nodiscard]] static std::size_t slotOf(TimerId id) noexcept
    {
        return static_cast<std::size_t>(id & 0xffffffff) - 1;
    }
    [[nodiscard]] bool isCurrent(TimerId id) const noexcept;
    void onTimer(TimerId id);

    World& m_world;
    LocalClock m_clock;
    Random m_random;
    Bug m_bug;
    std::chrono::nanoseconds m_wallOffset{};
    bool m_isAlive = true;
    bool m_isStopped = false;
    TrueTime m_wentOnAt{-1};
    TrueTime m_stoppedAt{};
    TrueTime m_stoppedFor{}; ///< in total, without the present stop
    std::vector<Timer> m_timers;
    std::vector<std::size_t> m_freeTimers;
    std::deque<std::function<void()>> m_delayed; ///< tasks to run in goOn()
};

} // namespace lockkeeper::simulation
