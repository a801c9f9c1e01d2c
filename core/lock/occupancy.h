// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"

namespace lockkeeper::lock {

/// Who holds some resources, as read from all masters at one time.
struct Occupancy {
    std::optional<CurrentHolder> holder; ///< of the first resource that is held
    std::size_t unread = 0; ///< masters that did not tell all
    /// When a quorum of masters will have nothing stored, if nobody touches the resources: now, if
    /// that is so already; never, for what has no TTL or could not be read.
    SteadyTime freeAt = SteadyTime::max();
};

/// Reads the resources on all masters at once; answers when all have, or after `timeout`. With
/// `isWatched`, asks the masters to tell the next change as well.
void readOccupancy(const LockContext& context, const std::vector<Resource>& resources,
    bool isWatched, std::chrono::milliseconds timeout, std::function<void(Occupancy)> handler);

} // namespace lockkeeper::lock
