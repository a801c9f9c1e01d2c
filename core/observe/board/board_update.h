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
    bool isSweepComplete = false; ///< since the login
    /// Why the latest sweep failed or is partial.
    std::optional<Error> sweepError;
    std::size_t keysRead = 0;
    bool isSweeping = false;
    bool isPushed = false;
    std::optional<Error> pushError{};
    std::size_t unreadKeys = 0;
    std::optional<Error> readError{};
    bool isUnreadable = false; ///< none of its keys can be read
    Freshness freshness{};
    std::optional<Error> waitsError{};
    std::optional<Error> sessionsError{};
    std::optional<Loss> loss{};
    /// Until then its vote on who gets a lock does not count, see masters::Quarantine.
    std::optional<SteadyTime> quarantinedUntil{};
    ServerFactsPtr facts{};
    std::string group{}; ///< Sentinel group; empty: none

    [[nodiscard]] bool hasTooManyKeys() const noexcept
    {
        return sweepError && sweepError->kind == ErrorClass::TooManyKeys;
    }
    /// It answers, but its locks can't be seen.
    [[nodiscard]] bool isBlind() const noexcept
    {
        return link.isUp() && (isUnreadable || (sweepError && !isSweepComplete));
    }
    [[nodiscard]] bool isReadable() const noexcept { return link.isUp() && !isBlind(); }
    [[nodiscard]] bool isMissing() const noexcept { return link.isDown() || isBlind(); }
    /// Why it is missing, or not all of its keys were read, if known.
    [[nodiscard]] const std::optional<Error>& trouble() const noexcept LK_LIFETIME_BOUND
    {
        return link.error ? link.error : sweepError;
    }
    [[nodiscard]] bool isSettled() const noexcept { return isSweepComplete || link.isDown(); }
};

struct AgentLoss {
    Error why;
    std::optional<SteadyTime> heardAt{};
    friend bool operator==(const AgentLoss&, const AgentLoss&) = default;
};

/// A change, or possible change, of who has a lock's quorum.
struct HoldChange {
    static constexpr std::size_t kMost = 100'000; ///< older ones are left out

    Resource resource;
    SteadyTime at{}; ///< when the deciding vote was read
    std::optional<Fingerprint> token{}; ///< nullopt: nobody's, whatever silent masters store
    bool isFree = false;
    bool isLost = false; ///< masters lost the token before
    std::optional<SteadyTime> until{}; ///< when its quorum ends without a renewal
    friend bool operator==(const HoldChange&, const HoldChange&) = default;
};

/// Thread-safe to share.
struct BoardUpdate {
    /// New entries, and entries read again.
    std::vector<LockEntryPtr> changed;
    std::vector<Resource> gone;
    std::vector<Resource> lost; ///< of `gone`: lost by masters, see Loss
    std::vector<MasterStatus> masters; ///< in the deployment's order
    std::size_t quorum = 0;
    bool isComplete = false; ///< every latest sweep is complete
    std::size_t otherKeys = 0; ///< under the patterns, no locks
    /// Why nothing was ever swept: InvalidArgument (formats) or TooManyKeys (every master).
    std::optional<Error> error;
    std::size_t locks = 0;
    std::size_t possible = 0; ///< not published
    WaitsPtr waits = noWaits();
    SteadyTime asOf{};
    /// Since the last update, oldest first, also of short-lived locks. Only of swept masters, and
    /// only if WatchOptions::areHoldsWanted.
    std::vector<HoldChange> holds{};
    std::optional<AgentLoss> agentLoss{}; ///< set only by an agent's reader
};

} // namespace lockkeeper::observe
