// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/board/waits.h"
#include "core/release/plan.h"

#include <vector>

namespace lockkeeper::release {

struct Links;

struct LockSnapshot {
    observe::LockEntryPtr entry; ///< null: free, or not known to be a lock
    bool isOtherKey = false; ///< a key not known to be a lock
    // (isOtherKey) on the first master that has it
    observe::ValueType otherType = observe::ValueType::None;
    std::optional<std::chrono::milliseconds> otherTtl{};
    std::vector<Error> failures;
    observe::WaitsPtr waits = observe::noWaits(); ///< if requested
    Expiries expiries{}; ///< one per master, if requested; read first
    observe::Note note{}; ///< if requested
    std::optional<Error> sessionsError{};
    SteadyTime lookedAt{};

    [[nodiscard]] bool isFree(const config::Deployment& deployment) const noexcept
    {
        return !entry && !isOtherKey && failures.size() < deployment.quorum();
    }
};

struct ReadLockOptions {
    /// Of the holder, if its token names them: takes twice as long.
    bool asksForClients = false;
    /// Takes up to three times as long. Always done for a queue.
    bool asksForWaits = false;
    bool asksForExpiry = false; ///< one more round trip
    bool asksForNote = false; ///< one more round trip
};

/// Reads one resource on all masters at once. Blocks for the connect timeout and a few times
/// deployment.timeout. System; InvalidArgument for unusable formats.
[[nodiscard]] Result<LockSnapshot> readLock(const config::Deployment& deployment,
    const Resource& resource, const Clock& clock, const observe::ProcessProbe& processes,
    ReadLockOptions options = {});

/// Up to some hundred, in order, with common round trips.
[[nodiscard]] Result<std::vector<LockSnapshot>> readLocks(Links& links,
    const config::Deployment& deployment, const std::vector<Resource>& resources,
    const Clock& clock, const observe::ProcessProbe& processes, ReadLockOptions options = {});

/// How long the plan's token has kept one expiry, since the plan's look (`lookedAt`, `expiries`).
/// 0: set anew.
[[nodiscard]] std::chrono::milliseconds seenSince(
    const Plan& plan, const Expiries& expiries, SteadyTime lookedAt, const LockSnapshot& look);

struct Sight {
    LockSnapshot look;
    std::chrono::milliseconds seenFor{0};
};

/// Waits until kSightNeeded after the first look. Else as readLock().
[[nodiscard]] Result<Sight> lookAgain(const config::Deployment& deployment, const Plan& plan,
    const LockSnapshot& first, const Clock& clock, const observe::ProcessProbe& processes);

} // namespace lockkeeper::release
