// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/round.h"
#include "core/lock/waiting/wait_announcement.h"

#include <functional>
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

} // namespace lockkeeper::lock
