// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/waits.h"

#include <functional>
#include <set>

namespace lockkeeper::observe {

struct LockHolder {
    Fingerprint token;
    std::int64_t pid = 0;
    std::string process{}; ///< empty: unknown
    std::optional<WallTime> since{}; ///< acquisition
    // On a quorum, without another token in between.
    SteadyTime firstSeen{};
    SteadyTime lastSeen{};
};
/// nullopt: free or unknown.
using HolderOf = std::function<std::optional<LockHolder>(const Resource&)>;

struct FoundDeadlocks {
    std::vector<Deadlock> deadlocks;
    /// Their waiters may not have waited at the same time: read these locks soon.
    std::set<Resource> unconfirmed{};
};

/// Finds circles of waiters, each holding the lock that the previous one waits for; of circles with
/// a common waiter, one. A waiter holds the tokens that it announces or queues under (certain); if
/// it announces none, all locks of its process (likely). All must have waited at one moment, and
/// queued ones held meanwhile.
[[nodiscard]] FoundDeadlocks findDeadlocks(
    const std::vector<Waiter>& waiters, const HolderOf& holderOf);

/// Removes waiters that have their lock: per lock, one of the holder's process, if the holder took
/// the lock after the waiter began to wait, and the waiter was not seen later. Returns how many:
/// ask again soon, as another thread may hold it. Calls `holderOf` for each waiter.
[[nodiscard]] std::size_t removeServed(std::vector<Waiter>& waiters, const HolderOf& holderOf);

} // namespace lockkeeper::observe
