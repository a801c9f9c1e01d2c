// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/round.h"

namespace lockkeeper::lock {

/// Who holds resources, by all masters. Values longer than kLongestToken are cut, and may then
/// count as equal.
struct Occupancy {
    std::optional<CurrentHolder> holder;
    std::size_t unread = 0;
    /// When a quorum will store nothing, if nobody changes it. SteadyTime::max(): a key without
    /// TTL, or too few read.
    SteadyTime freeAt = SteadyTime::max();
};

struct OccupancyRequest {
    std::vector<Resource> resources;
    std::chrono::milliseconds timeout{};
    /// Time limit: the answer then holds what is known.
    std::optional<std::chrono::milliseconds> patience{};
    bool isWatched = false;
    /// A quorum of answers is enough, even without agreement.
    bool isHasty = true;
};

/// Calls `handler` when all masters have answered, or soon after a quorum has (isHasty, or it
/// agrees): a stopped master delays nothing.
void readOccupancy(
    const LockContext& context, OccupancyRequest request, std::function<void(Occupancy)> handler);

} // namespace lockkeeper::lock
