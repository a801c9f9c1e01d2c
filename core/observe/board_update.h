// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/lock_entry.h"
#include "core/redis/transport.h"

#include <vector>

namespace lockkeeper::observe {

/// One master as the board sees it.
struct MasterStatus {
    MasterId id;
    std::string url; ///< without user and password
    redis::LinkStatus link;
    bool isSweepComplete = false; ///< the latest sweep read all of this master's keys
    std::optional<Error> sweepError; ///< why it did not
};

/// A batch of changes to the board. A value; safe to share between threads.
struct BoardUpdate {
    /// Entries that were read again; new or really changed ones have a revision not seen before.
    std::vector<LockEntryPtr> changed;
    std::vector<Resource> gone; ///< no master has them any more
    std::vector<MasterStatus> masters; ///< all of them, in the deployment's order
    std::size_t quorum = 0;
    bool isComplete = false; ///< every master's latest sweep is complete
    std::size_t otherKeys = 0; ///< keys under the patterns that are not locks as far as known
    std::optional<Error> error; ///< why nothing is swept (TooManyKeys)
    SteadyTime asOf{};
};

} // namespace lockkeeper::observe
