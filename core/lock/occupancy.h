// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/round.h"

namespace lockkeeper::lock {

/// Who holds a set of resources, as read from all masters at one time. A value longer than
/// kLongestToken is no token. At most one byte more than that is read, so two longer values with
/// the same beginning count as equal.
struct Occupancy {
    std::optional<CurrentHolder> holder; ///< of the first resource that is held
    std::size_t unread = 0; ///< masters that did not answer everything
    /// When a quorum of masters will store nothing, if nobody changes the resources. Now, if that
    /// is already so; SteadyTime::max() if keys have no TTL or could not be read.
    SteadyTime freeAt = SteadyTime::max();
};

/// How to read the occupancy.
struct OccupancyRequest {
    std::vector<Resource> resources;
    std::chrono::milliseconds timeout{}; ///< per master
    /// Maximum time until the answer, which then holds what is known so far. Unset: no limit but
    /// the masters' own timeouts.
    std::optional<std::chrono::milliseconds> patience{};
    bool isWatched = false; ///< ask the masters to report the next change, too
    /// If true, a quorum of answers is enough, even if they disagree.
    bool isHasty = true;
};

/// Reads the resources on all masters at once. Calls `handler` when all have answered, or 40 ms
/// after a quorum has, if isHasty is set or a quorum agrees on a value. So a stopped master does
/// not delay the result.
void readOccupancy(
    const LockContext& context, OccupancyRequest request, std::function<void(Occupancy)> handler);

} // namespace lockkeeper::lock
