// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/round.h"
#include "core/lock/wait_announcement.h"
#include "core/loop/lifetime.h"
#include "core/loop/scheduler.h"

#include <functional>
#include <string>
#include <vector>

namespace lockkeeper::lock {

/// As Deadlocked::Link.
struct CircleLink {
    Resource resource;
    Fingerprint token; ///< a quorum stores it
    WaitAnnouncement holder;
};
/// As Deadlocked::circle. Empty: no circle.
using Circle = std::vector<CircleLink>;

/// Searches for a circle of waiters from what `self` waits for to what it holds. Needs
/// `context.waits`. Does not block; calls `handler` once, on the scheduler's thread. Follows at
/// most 64 locks, shortest circle first.
///
/// A circle is proven, see docs/guarantees.md, "Waiting": ids are never announced twice. An
/// UNSUBSCRIBE must reach the masters within 250 ms.
void searchDeadlock(
    const LockContext& context, const WaitAnnouncement& self, std::function<void(Circle)> handler);

/// Searches for a deadlock of one wait, at once and then every second. Does nothing if no token is
/// announced as certain. The youngest waiter of a circle with OnDeadlock::Fail gives up, two
/// seconds later the next one, and so on.
///
/// Thread: the loop's. What is passed in must outlive it.
class DeadlockGuard {
public:
    /// Calls `onFound` once if this wait has to give up, after the constructor has returned.
    /// `onFound` may destroy this object.
    DeadlockGuard(const LockContext& context, WaitAnnouncement self, std::function<void()> onFound);

    void end() noexcept;
    /// Empty until onFound.
    [[nodiscard]] const std::vector<Deadlocked::Link>& circle() const noexcept { return m_found; }

private:
    void searchAt(SteadyTime when);
    void onSearched(Circle circle);
    [[nodiscard]] std::size_t turnIn(const Circle& circle) const;

    const LockContext& m_context;
    const WaitAnnouncement m_self;
    std::function<void()> m_onFound;
    std::vector<std::string> m_waiters; ///< of the circle that was found last, in order
    std::size_t m_searches = 0; ///< in a row that found it
    std::vector<Deadlocked::Link> m_found;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::lock
