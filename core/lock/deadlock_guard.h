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

struct CircleLink {
    Resource resource;
    Fingerprint token;
    WaitAnnouncement holder;
};
/// As Deadlocked::circle.
using Circle = std::vector<CircleLink>;

/// Searches for a circle from what `self` waits for to what it holds: docs/guarantees.md,
/// "Waiting". Needs `context.waits`, and ids that are never announced twice. Calls `handler` once,
/// on the scheduler's thread.
void searchDeadlock(
    const LockContext& context, const WaitAnnouncement& self, std::function<void(Circle)> handler);

/// Searches for one wait's deadlock periodically; not without certain announced tokens. Thread: the
/// loop's.
class DeadlockGuard {
public:
    /// Calls `onFound` once if this wait must give up, not in the constructor. May destroy this
    /// object.
    DeadlockGuard(const LockContext& context, WaitAnnouncement self, std::function<void()> onFound);

    void end() noexcept;
    [[nodiscard]] const std::vector<Deadlocked::Link>& circle() const noexcept { return m_found; }

private:
    void searchAt(SteadyTime when);
    void onSearched(Circle circle);
    [[nodiscard]] std::size_t turnIn(const Circle& circle) const;

    const LockContext& m_context;
    const WaitAnnouncement m_self;
    std::function<void()> m_onFound;
    std::vector<std::string> m_waiters; ///< of the last circle
    std::size_t m_searches = 0;
    std::vector<Deadlocked::Link> m_found;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::lock
