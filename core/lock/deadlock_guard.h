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

/// A lock of a circle, and its holder, who waits for the lock of the next link.
struct CircleLink {
    Resource resource;
    Fingerprint token; ///< under which a quorum stores it
    WaitAnnouncement holder;
};
/// Begins with a lock that we wait for, and ends with one that we hold. Empty: no circle.
using Circle = std::vector<CircleLink>;

/// Searches for a circle of waiters that leads from what `self` waits for to what it holds. Needs
/// `context.waits`, and does not block. Calls `handler` once, on the scheduler's thread. Follows at
/// most 64 locks, the shortest circle first.
///
/// A circle that is found is a proof, not a guess:
/// 1. Read who waits. Each names for certain the tokens that it holds until its wait is over.
/// 2. Read the holders of what `self` waits for, of what these holders wait for, and so on. A token
///    counts only if a quorum stores it.
/// 3. Read again who waits: all of the circle are still announced, by the same ids. An id is never
///    announced twice, so they waited all the time between. In this time nobody could release, and
///    each held its lock when it was read.
///
/// The end of a wait reaches the masters a little later than it happens. But a wait is announced
/// only when it has lasted for 250 ms. So the circle was complete at one moment, unless an
/// UNSUBSCRIBE takes longer than that to all of the masters that name the waiter.
void searchDeadlock(
    const LockContext& context, const WaitAnnouncement& self, std::function<void(Circle)> handler);

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
