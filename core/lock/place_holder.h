// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/types.h"

#include <string>
#include <vector>

namespace lockkeeper::lock {

/// A value that reserves a lock for those who know it, such as a revoke's tombstone.
struct PlaceHolder {
    std::string value; ///< a string, or a hash's only field; not empty
    /// A release or lost try before that puts it back.
    SteadyTime until{};
    std::vector<MasterId> absentOn{}; ///< that certainly do not store it
};

} // namespace lockkeeper::lock
