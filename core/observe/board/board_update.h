// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/freshness.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/votes/loss.h"
#include "core/observe/board/waits.h"
#include "core/observe/facts/server_facts.h"
#include "core/redis/transport.h"

#include <vector>

namespace lockkeeper::observe {

/// State of one master.
struct MasterStatus {
    MasterId id;
    std::string url; ///< without user and password
    redis::LinkStatus link;
    bool isSweepComplete = false; ///< all keys were read since the connection was made
    /// Why the latest sweep failed, or a part of the master was left out.
    std::optional<Error> sweepError;
    std::size_t keysRead = 0; ///< by the current or latest sweep
    bool isSweeping = false;
    bool isPushed = false; ///< it pushes changes; else it is swept at an interval
    std::optional<Error> pushError{}; ///< why it does not push changes
    std::size_t unreadKeys = 0; ///< existing keys that could not be read: they may be locks
    std::optional<Error> readError{}; ///< (unreadKeys) why the first of them could not be read
    bool isUnreadable = false; ///< there are keys, and none could be read
    Freshness freshness{}; ///< of its votes
    std::optional<Error> waitsError{}; ///< why it does not tell who waits
    /// (an ensemble) Why it does not tell where the sessions are that hold its locks.
    std::optional<Error> sessionsError{};
    std::optional<Loss> loss{}; ///< the latest since watching began
    /// Until then its vote on who gets a lock does not count, because it may have forgotten who
    /// holds it (masters::Quarantine).
    std::optional<SteadyTime> quarantinedUntil{};
    ServerFactsPtr facts{}; ///< null: not read yet
    std::string group{}; ///< Sentinel group whose current master it is; empty: none

    /// True if it holds too many keys to be swept without a pattern.
    [[nodiscard]] bool hasTooManyKeys() const noexcept
    {
        return sweepError && sweepError->kind == ErrorClass::TooManyKeys;
    }
    /// True if it answers, but its locks can't be seen.
    [[nodiscard]] bool isBlind() const noexcept
    {
        return link.state == redis::LinkState::Up
            && (isUnreadable || (sweepError && !isSweepComplete));
    }
    /// True if the master was swept, or does not answer.
    [[nodiscard]] bool isSettled() const noexcept
    {
        return isSweepComplete
            || (link.state != redis::LinkState::Up && link.state != redis::LinkState::Connecting);
    }
};

/// Nothing arrives from the agent that watches the masters: what was told before is old, and
/// nothing is known of the masters.
struct AgentLoss {
    Error why;
    std::optional<SteadyTime> heardAt{}; ///< when the agent last sent an update; nullopt: never
    friend bool operator==(const AgentLoss&, const AgentLoss&) = default;
};

/// A batch of changes to the board. A value; safe to share between threads.
struct BoardUpdate {
    /// New entries, and entries that were read again. An entry that really changed has a new
    /// revision.
    std::vector<LockEntryPtr> changed;
    std::vector<Resource> gone; ///< no longer on the board
    std::vector<Resource> lost; ///< those of them that masters lost, see Loss: nobody released them
    std::vector<MasterStatus> masters; ///< all masters, in the deployment's order
    std::size_t quorum = 0;
    bool isComplete = false; ///< every master's latest sweep is complete
    std::size_t otherKeys = 0; ///< keys under the patterns that are no locks
    /// Why nothing was ever swept: InvalidArgument (formats), or TooManyKeys (every master).
    std::optional<Error> error;
    std::size_t locks = 0; ///< number of locks that are published
    std::size_t possible
        = 0; ///< keys that may be locks, but are not certain enough to be published
    WaitsPtr waits = noWaits(); ///< all who wait, and their deadlocks
    SteadyTime asOf{};
    std::optional<AgentLoss> agentLoss{}; ///< never set by a watcher of masters
};

} // namespace lockkeeper::observe
