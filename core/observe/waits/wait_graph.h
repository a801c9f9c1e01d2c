// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/waits.h"

#include <functional>
#include <set>

namespace lockkeeper::observe {

/// Who holds a lock now, as a quorum of the masters says.
struct LockHolder {
    Fingerprint token;
    std::int64_t pid = 0;
    std::string process{}; ///< its identity; empty: not known
    std::optional<WallTime> since{}; ///< when it was taken, if known
    // When its token was seen first and last on a quorum, without another one in between.
    SteadyTime firstSeen{};
    SteadyTime lastSeen{};
};
/// nullopt: nobody holds the resource, or it is not known who does.
using HolderOf = std::function<std::optional<LockHolder>(const Resource&)>;

struct FoundDeadlocks {
    std::vector<Deadlock> deadlocks;
    /// The locks of circles of waiters of whom it is not known yet that they waited at the same
    /// time: read them again soon.
    std::set<Resource> unconfirmed{};
};

/// Searches for circles of waiters: each holds a lock that the one before waits for. A waiter
/// counts as the holder of a token that it announces to hold (certain), or under which it stands in
/// a queue (certain); one that does not tell what it holds, as that of all locks of its process
/// (likely). Who is gone does not count.
///
/// All waiters of a circle must have been seen to wait at the same moment, so that what was read at
/// different times makes no circle. Who stands in a queue must have been seen to hold while it
/// waited. If several circles share a waiter one of them is found. Pure.
[[nodiscard]] FoundDeadlocks findDeadlocks(
    const std::vector<Waiter>& waiters, const HolderOf& holderOf);

} // namespace lockkeeper::observe
