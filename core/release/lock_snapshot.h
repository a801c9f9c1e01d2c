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

/// State of one resource, read from the masters.
struct LockSnapshot {
    observe::LockEntryPtr entry; ///< null: free, or not known to be a lock
    bool isOtherKey = false; ///< the key exists, but is not known to be a lock
    // (isOtherKey) as the first master that has it stores it
    observe::ValueType otherType = observe::ValueType::None;
    std::optional<std::chrono::milliseconds> otherTtl{}; ///< nullopt: it never expires
    std::vector<Error> failures; ///< one per master that could not be read
    observe::WaitsPtr waits = observe::noWaits(); ///< who waits for it, if that was asked
    Expiries expiries{}; ///< one per master, if that was asked; they were read first
    observe::Note note{}; ///< what somebody says about it, if that was asked; also if it is free
    std::optional<Error> sessionsError{}; ///< see MasterStatus::sessionsError
    SteadyTime lookedAt{}; ///< when it was read

    /// True if no master stores the key, and too few masters failed to make a quorum.
    [[nodiscard]] bool isFree(const config::Deployment& deployment) const noexcept
    {
        return !entry && !isOtherKey && failures.size() < deployment.quorum();
    }
};

/// Options of readLock().
struct ReadLockOptions {
    /// Ask the masters for their clients, if the token contains the name of its owner's
    /// connections. Takes twice as long.
    bool asksForClients = false;
    /// Ask the masters who waits for it. Takes up to three times as long. Always done if somebody
    /// stands in a queue beside it.
    bool asksForWaits = false;
    bool asksForExpiry = false; ///< takes a round trip more
    bool asksForNote = false; ///< takes a round trip more
};

/// Reads one resource on all masters at once, without a sweep. Blocks at most for the connect
/// timeout and a few times deployment.timeout. System if no thread can be started; InvalidArgument
/// if the deployment's formats can't be used.
[[nodiscard]] Result<LockSnapshot> readLock(const config::Deployment& deployment,
    const Resource& resource, const Clock& clock, const observe::ProcessProbe& processes,
    ReadLockOptions options = {});

/// The same of several resources, in their order, over connections that stay open. Their commands
/// share round trips, so keep them to some hundreds.
[[nodiscard]] Result<std::vector<LockSnapshot>> readLocks(Links& links,
    const config::Deployment& deployment, const std::vector<Resource>& resources,
    const Clock& clock, const observe::ProcessProbe& processes, ReadLockOptions options = {});

/// How long the plan's token was seen with one expiry: from the look at `lookedAt` with these
/// `expiries`, that the plan was made of, to `look`. 0: it was set anew in between. Pure.
[[nodiscard]] std::chrono::milliseconds seenSince(
    const Plan& plan, const Expiries& expiries, SteadyTime lookedAt, const LockSnapshot& look);

/// A second look.
struct Sight {
    LockSnapshot look;
    std::chrono::milliseconds seenFor{0}; ///< since the first one; 0: it was set anew in between
};

/// Waits until kSightNeeded has passed since the first look, that a plan was made of, and looks
/// again. The plan that is made of the second look needs its `expiries` and `seenFor`. Errors and
/// blocking as readLock(), and two seconds.
[[nodiscard]] Result<Sight> lookAgain(const config::Deployment& deployment, const Plan& plan,
    const LockSnapshot& first, const Clock& clock, const observe::ProcessProbe& processes);

} // namespace lockkeeper::release
