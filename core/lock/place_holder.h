// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/types.h"

#include <string>
#include <vector>

namespace lockkeeper::lock {

/// A value that keeps the place of a lock free for its writer alone, such as the tombstone of a
/// revoke: whoever knows it takes the lock in its place, and nobody in between.
struct PlaceHolder {
    std::string value; ///< of a string, or the only field of a hash; not empty
    /// When its time is over. Whoever takes the lock and gives it back before, by a release or
    /// because a try is lost, puts it back until then.
    SteadyTime until{};
    std::vector<MasterId> absentOn{}; ///< masters that certainly do not store it
};

} // namespace lockkeeper::lock
