// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/waiting/deadlock_search.h"
#include "core/loop/lifetime.h"
#include "core/loop/scheduler.h"

#include <functional>
#include <string>
#include <vector>

namespace lockkeeper::lock {

/// Searches for a deadlock of one wait: at once, and every second while this object lives. Does
/// nothing if the wait announces no certain token that it holds.
///
/// Of a circle, only the youngest waiter with OnDeadlock::Fail has to give up. The next one gives
/// up two seconds later if the same circle is still there, and so on.
///
/// Thread-safety: used on the loop's thread. Everything passed to it must outlive it.
class DeadlockGuard {
public:
    /// Calls `onFound` once, if this wait has to give up, on the loop's thread; not before the
    /// constructor has returned. `onFound` may destroy this object.
    DeadlockGuard(const LockContext& context, WaitAnnouncement self, std::function<void()> onFound);

    /// Searches no more.
    void end() noexcept;
    /// Empty until onFound.
    [[nodiscard]] const std::vector<Deadlocked::Link>& circle() const noexcept { return m_found; }

private:
    void searchAt(SteadyTime when);
    void onSearched(Circle circle);
    /// How many of the circle give up before this wait.
    [[nodiscard]] std::size_t turnIn(const Circle& circle) const;

    const LockContext& m_context;
    const WaitAnnouncement m_self;
    std::function<void()> m_onFound;
    std::vector<std::string> m_waiters; ///< ids of the circle that was found last, in order
    std::size_t m_searches = 0; ///< in a row that found it
    std::vector<Deadlocked::Link> m_found;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::lock
