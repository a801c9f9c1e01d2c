// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/master_vote.h"
#include "core/lock/quorum.h"
#include "core/lock/token.h"
#include "core/lock/ttl.h"
#include "core/redis/transport.h"
#include "core/scheduler.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper::lock {

/// What Redlock's operations need; all of it outlives them.
struct RedlockContext {
    std::vector<redis::Transport*> masters;
    Scheduler* scheduler = nullptr;
    const Clock* clock = nullptr;
    std::chrono::milliseconds timeout{1000}; ///< per command and master

    [[nodiscard]] std::size_t quorum() const noexcept { return quorumOf(masters.size()); }
};

/// What one try to acquire, or one extend, came to.
struct RoundResult {
    enum class Outcome {
        Won, ///< a quorum said yes, in time
        Denied, ///< too few said yes, though a quorum answered or still could
        NoQuorum, ///< fewer masters than a quorum can answer
        TooLate, ///< a quorum said yes, but the validity had passed by then
    };
    Outcome outcome = Outcome::NoQuorum;
    std::vector<MasterVote> votes; ///< one per master; those not needed are Pending
    SteadyTime deadline{}; ///< (Won) start + ttl - drift
};

using RoundHandler = std::function<void(RoundResult)>;

/// One token for one resource.
struct Claim {
    Resource resource;
    Token token;
};

/// How long, and with what allowance for clock drift.
struct Validity {
    Ttl ttl;
    double driftFactor = 0.01;

    /// When a lock whose first command was sent at `start` must no longer be relied on.
    [[nodiscard]] SteadyTime deadlineFrom(SteadyTime start) const noexcept
    {
        return start + ttl.value() - clockDrift(ttl.value(), driftFactor);
    }
};

/// Redlock's three operations on all masters at once. Each calls its handler exactly once, as soon
/// as the outcome is decided; answers that come later are still accounted for. Each takes at most
/// `context.timeout`. All on the scheduler's thread. Source: redis.io, "Distributed Locks with
/// Redis".

/// One try. If it is not won, the claim is undone on every master that may have stored it, in the
/// background and behind the command whose answer is missing, until the TTL has passed.
void tryAcquire(
    const RedlockContext& context, Claim claim, Validity validity, RoundHandler handler);

/// An extension of a claim that is held until `deadline`.
struct Extension {
    Claim claim;
    Validity validity;
    SteadyTime deadline{};
    /// Asked before a master that lost the key is given it again: false once the claim was
    /// released, for answers to an extension may come after that.
    std::function<bool()> isWanted;
};

/// Renews the TTL where the key still stores the token; only these count. Denied only if so many
/// masters said no that no quorum can store it any more; masters without an answer make it
/// NoQuorum. Once a quorum is renewed, masters that had lost the key get it again, uncounted.
/// TooLate if the deadline passed before a quorum answered. Never creates a key unless a quorum
/// still stores the token and it is still wanted.
void extendClaim(const RedlockContext& context, Extension extension, RoundHandler handler);

/// Compare-and-delete on all masters. Decided when a quorum has answered, or can't any more.
void releaseClaim(const RedlockContext& context, Claim claim, RoundHandler handler);

} // namespace lockkeeper::lock
