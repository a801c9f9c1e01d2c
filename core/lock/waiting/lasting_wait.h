// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/round.h"
#include "core/lock/waiting/deadlock_guard.h"
#include "core/lock/waiting/wait_announcer.h"
#include "core/loop/lifetime.h"

#include <functional>
#include <optional>

namespace lockkeeper::lock {

/// What is done about a wait once it has lasted for 250 ms: it is announced (WaitAnnouncer), and
/// with WaitAnnouncement::failsOnDeadlock a DeadlockGuard searches for a deadlock. Shorter waits
/// cost nothing more.
///
/// Call end() before the client ends. Destroying it without that sends nothing, and leaves the
/// announcement to the end of the connection.
///
/// Thread-safety: used on the loop's thread. `context` must outlive it.
class LastingWait {
public:
    /// `describe` is called when the wait is announced, without id; `onDeadlock` as by
    /// DeadlockGuard.
    LastingWait(const LockContext& context, SteadyTime start,
        std::function<WaitAnnouncement()> describe, std::function<void()> onDeadlock);

    /// Withdraws the announcement, and searches no more.
    void end() noexcept;
    /// The circle that the wait has to be given up for; empty: none was found.
    [[nodiscard]] std::vector<Deadlocked::Link> circle() const;

private:
    void announce();

    const LockContext& m_context;
    std::function<WaitAnnouncement()> m_describe;
    std::function<void()> m_onDeadlock;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    WaitAnnouncer::Id m_announcement = WaitAnnouncer::kNone;
    std::optional<DeadlockGuard> m_guard;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::lock
