// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/scheduler.h"

#include <map>

namespace lockkeeper::tests {

/// A clock that only a test moves, and its scheduler. Not thread-safe.
class ManualClock final : public Clock, public Scheduler {
public:
    [[nodiscard]] SteadyTime now() const noexcept override { return m_now; }
    [[nodiscard]] WallTime wallNow() const noexcept override { return m_wallNow; }

    TimerId schedule(SteadyTime when, Task task) override;
    void cancel(TimerId id) noexcept override;

    /// Moves the clock and runs all timers that are due, in order, on the calling thread.
    void advance(std::chrono::milliseconds by);
    /// Moves the clock without running timers, as if the process had been stopped. The timers run
    /// late, at the next advance().
    void freeze(std::chrono::milliseconds by) { m_now += by; }
    void setWallNow(WallTime t) noexcept { m_wallNow = t; }
    [[nodiscard]] std::size_t timerCount() const noexcept { return m_timers.size(); }

private:
    struct Timer {
        TimerId id;
        Task task;
    };
    SteadyTime m_now{std::chrono::hours(1)};
    WallTime m_wallNow{std::chrono::seconds(1'750'000'000)};
    std::multimap<SteadyTime, Timer> m_timers;
    TimerId m_lastTimer = kNoTimer;
};

} // namespace lockkeeper::tests
