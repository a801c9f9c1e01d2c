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

struct MasterStatus {
    MasterId id;
    std::string url; ///< without user and password
    redis::LinkStatus link;
    bool isSweepComplete = false; ///< all keys were read since the connection was made
    /// Why the latest sweep failed, or left out a part.
    std::optional<Error> sweepError;
    std::size_t keysRead = 0; ///< by the current or latest sweep
    bool isSweeping = false;
    bool isPushed = false; ///< it pushes changes; else it is swept at an interval
    std::optional<Error> pushError{};
    std::size_t unreadKeys = 0; ///< existing keys that could not be read, and may be locks
    std::optional<Error> readError{}; ///< (unreadKeys) why the first could not be read
    bool isUnreadable = false; ///< there are keys, and none can be read
    Freshness freshness{}; ///< of its votes
    std::optional<Error> waitsError{}; ///< why it does not report who waits
    /// (an ensemble) Why it does not report its sessions.
    std::optional<Error> sessionsError{};
    std::optional<Loss> loss{};
    /// Until then its vote on who gets a lock does not count: masters::Quarantine.
    std::optional<SteadyTime> quarantinedUntil{};
    ServerFactsPtr facts{}; ///< null: not read yet
    std::string group{}; ///< Sentinel group whose current master it is; empty: none

    [[nodiscard]] bool hasTooManyKeys() const noexcept
    {
        return sweepError && sweepError->kind == ErrorClass::TooManyKeys;
    }
    /// It answers, but its locks can't be seen.
    [[nodiscard]] bool isBlind() const noexcept
    {
        return link.state == redis::LinkState::Up
            && (isUnreadable || (sweepError && !isSweepComplete));
    }
    [[nodiscard]] bool isSettled() const noexcept { return isSweepComplete || link.isDown(); }
};

/// The agent that watches the masters is silent: data is old.
struct AgentLoss {
    Error why;
    std::optional<SteadyTime> heardAt{}; ///< time of the agent's last update; nullopt: never
    friend bool operator==(const AgentLoss&, const AgentLoss&) = default;
};

/// Who has the quorum of a lock, when that changes or may have changed.
struct HoldChange {
    static constexpr std::size_t kMost = 100'000; ///< in an update; older ones are left out

    Resource resource;
    SteadyTime at{}; ///< when the vote was read that changed it
    std::optional<Fingerprint> token{}; ///< nullopt: nobody's, and no silent master can change that
    bool isFree = false; ///< (no token) no master stores a token
    bool isLost = false; ///< masters lost the token before, see Loss
    std::optional<SteadyTime> until{}; ///< (token) when its quorum ends without a renewal
    friend bool operator==(const HoldChange&, const HoldChange&) = default;
};

/// Safe to share between threads.
struct BoardUpdate {
    /// New entries, and entries read again. A real change has a new revision.
    std::vector<LockEntryPtr> changed;
    std::vector<Resource> gone;
    std::vector<Resource> lost; ///< those of `gone` that masters lost, see Loss: nobody released
                                ///< them
    std::vector<MasterStatus> masters; ///< all masters, in the deployment's order
    std::size_t quorum = 0;
    bool isComplete = false; ///< every master's latest sweep is complete
    std::size_t otherKeys = 0; ///< keys under the patterns that are no locks
    /// Why nothing was ever swept: InvalidArgument (formats) or TooManyKeys (every master).
    std::optional<Error> error;
    std::size_t locks = 0;
    std::size_t possible = 0; ///< keys that may be locks, but not certain enough to be published
    WaitsPtr waits = noWaits();
    SteadyTime asOf{};
    /// Since the last update, oldest first, also of short-lived locks. Only if
    /// WatchOptions::areHoldsWanted, and of swept masters.
    std::vector<HoldChange> holds{};
    std::optional<AgentLoss> agentLoss{}; ///< set by a reader of an agent, never by a watcher
};

} // namespace lockkeeper::observe
