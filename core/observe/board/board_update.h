// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/redis/transport.h"

#include <vector>

namespace lockkeeper::observe {

/// One master as the board sees it.
struct MasterStatus {
    MasterId id;
    std::string url; ///< without user and password
    redis::LinkStatus link;
    bool isSweepComplete = false; ///< all of this master's keys were read since it is connected
    std::optional<Error> sweepError; ///< why not
    std::size_t keysRead = 0; ///< by the sweep that is under way, or the latest
    bool isSweeping = false;
    bool isPushed = false; ///< it tells changes at once; else it is looked at now and then
    std::optional<Error> pushError{}; ///< why it does not tell changes
    std::size_t unreadKeys = 0; ///< are there, and could not be read: they may be locks
    std::optional<Error> readError{}; ///< (unreadKeys) why the first of them could not
    bool isUnreadable = false; ///< there are keys, and none could be read
    std::string group{}; ///< of Sentinels, whose current master it is; empty: at a fixed place
};

/// A batch of changes to the board. A value; safe to share between threads.
struct BoardUpdate {
    /// New entries, and those that were read again; really changed ones have a revision not seen
    /// before.
    std::vector<LockEntryPtr> changed;
    std::vector<Resource> gone; ///< no master has them any more
    std::vector<MasterStatus> masters; ///< all of them, in the deployment's order
    std::size_t quorum = 0;
    bool isComplete = false; ///< every master's latest sweep is complete
    std::size_t otherKeys = 0; ///< keys under the patterns that are not locks as far as known
    std::optional<Error> error; ///< why nothing is swept (TooManyKeys; InvalidArgument: formats)
    std::size_t locks = 0; ///< on the board
    SteadyTime asOf{};
};

} // namespace lockkeeper::observe
