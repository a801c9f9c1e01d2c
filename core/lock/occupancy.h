// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/round.h"

namespace lockkeeper::lock {

/// Who holds some resources, as read from all masters at one time. A value of more than
/// kLongestToken bytes is no token: of such a value no more than one byte more is fetched, and two
/// of them that begin alike count as one value.
struct Occupancy {
    std::optional<CurrentHolder> holder; ///< of the first resource that is held
    std::size_t unread = 0; ///< masters that did not tell all
    /// When a quorum of masters will have nothing stored, if nobody touches the resources: now, if
    /// that is so already; never, for what has no TTL or could not be read.
    SteadyTime freeAt = SteadyTime::max();
};

/// How to read.
struct OccupancyRequest {
    std::vector<Resource> resources;
    std::chrono::milliseconds timeout{}; ///< per master
    /// How long the answer may take, with what is known by then; none: as long as the masters.
    std::optional<std::chrono::milliseconds> patience{};
    bool isWatched = false; ///< the masters are asked to tell the next change as well
    /// What a quorum tells is enough, even if it does not agree.
    bool isHasty = true;
};

/// Reads the resources on all masters at once. Answers when all have answered; or 40 ms after a
/// quorum has, if that is enough or agrees on a value: a master that is stopped is not waited for.
void readOccupancy(
    const LockContext& context, OccupancyRequest request, std::function<void(Occupancy)> handler);

} // namespace lockkeeper::lock
