// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/export.h"
#include "core/lock/ask.h"
#include "core/lock/master_vote.h"
#include "core/lock/ttl.h"
#include "core/text/fingerprint.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockkeeper::lock {

class HeldLock;
class LockCore;

/// When a lease is reported as lost: a little before its deadline, so that a busy loop still
/// reports it in time.
[[nodiscard]] constexpr SteadyTime lossTime(
    SteadyTime deadline, std::chrono::milliseconds ttl) noexcept
{
    return deadline - std::min(std::chrono::milliseconds(5), ttl / 10);
}

/// How many masters store a lease's token. All zero: the lease holds nothing.
struct Margin {
    std::size_t stored = 0; ///< that confirmed the token in their latest answer
    std::size_t masters = 0; ///< of the deployment
    std::size_t quorum = 0;

    /// How many masters may forget the lock before it is lost. Negative: lost, unless silent
    /// masters store it.
    [[nodiscard]] std::ptrdiff_t spare() const noexcept
    {
        return static_cast<std::ptrdiff_t>(stored) - static_cast<std::ptrdiff_t>(quorum);
    }
};

/// A lock that this process holds until its deadline.
///
/// - The destructor releases. It blocks for at most one command timeout, but not on the loop's
///   thread or with a caller's io_context.
/// - Thread: any, except moves. It may outlive its client. Getters do no I/O.
/// - Moved-from, or in a child made by fork(): holds and sends nothing. Extensions fail with
///   LeaseLost, in the child with InvalidArgument.
/// - If a caller's io_context never runs again, the TTL ends the lock.
class LOCKKEEPER_EXPORT Lease {
public:
    Lease(std::shared_ptr<LockCore> core, std::shared_ptr<HeldLock> state);
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&& other) noexcept;
    ~Lease();

    /// The first in byte order. Valid until this object is moved or destroyed.
    [[nodiscard]] const Resource& resource() const noexcept;
    [[nodiscard]] std::vector<Resource> resources() const;
    [[nodiscard]] Fingerprint fingerprint() const;
    /// Compare with BootClock::now().
    [[nodiscard]] SteadyTime deadline() const noexcept;
    /// False after the deadline, a release or a known loss.
    [[nodiscard]] bool isHeld() const noexcept;
    /// Signalled once, at a loss or at lossTime(), not by release(). Callbacks run on the loop's
    /// thread; they must not block.
    [[nodiscard]] std::stop_token lost() const noexcept;
    /// Signalled once if somebody asks for the lock (`lockctl ask`), by the next successful
    /// renewal; redlock() and ZooKeeperClient only. The lease goes on. Callbacks as lost().
    [[nodiscard]] std::stop_token asked() const noexcept;
    /// The latest ask.
    [[nodiscard]] std::optional<Ask> askedToRelease() const;
    /// Somebody revoked it (`lockctl revoke`). Set before lost() is signalled.
    [[nodiscard]] bool isRevoked() const noexcept;
    /// Votes of the latest extension or renewal, if it failed: why the lease is lost, or will be.
    /// Empty after release().
    [[nodiscard]] std::vector<MasterVote> failedVotes() const;
    /// Renewals repair it.
    [[nodiscard]] Margin margin() const noexcept;
    /// Unset unless AcquireOptions::isFenced.
    [[nodiscard]] std::optional<FencingToken> fencingToken() const noexcept;

    /// Makes the lease last `ttl` from now, if a quorum stores our token and answers before the
    /// deadline. Masters that lost the key get it again, but do not count. A shorter `ttl` moves
    /// only the deadline; the lock is released then.
    ///
    /// Errors: LeaseLost after the deadline (nothing is sent) or if too few masters store the
    /// token; NoQuorum if too few answered (the deadline stays); Unsupported if the scheme can't
    /// extend or needs a TTL; InvalidArgument on the loop's thread and with a caller's io_context.
    ///
    /// Blocks for the remaining time or the deployment's timeout, whichever is less.
    [[nodiscard]] Result<void> extend(Ttl ttl);
    /// Non-blocking extend(). Calls `handler` once, on the loop's thread; at once for a moved-from
    /// lease. It must not throw.
    void startExtend(Ttl ttl, std::function<void(Result<void>)> handler);

    /// Moves the deadline by `additional`, which may be negative; else as extend(). InvalidArgument
    /// also if no time would be left, or without a TTL.
    [[nodiscard]] Result<void> extendBy(std::chrono::milliseconds additional);

    /// Deletes our token on all masters; unreachable ones get the release later, until the TTL has
    /// passed. Waits for a quorum of answers, at most one command timeout. One vote per master.
    /// Then this object holds only connections.
    ///
    /// No votes if released before, if another lease shares the claim (the last one frees it), in a
    /// child made by fork(), on the loop's thread, or with a caller's io_context.
    std::vector<MasterVote> release() noexcept;
    /// Non-blocking release(). `handler` as for startExtend().
    void startRelease(std::function<void(std::vector<MasterVote>)> handler);

    /// Leaves the lock to its TTL, for somebody who knows its fingerprint. Set
    /// Owner::mayOutliveProcess, or watchers call the lock safe to free once the process ends.
    /// Waits for all reachable masters, at most one command timeout: the caller may exit next.
    void leaveToExpire() noexcept;

private:
    [[nodiscard]] Result<void> awaitExtension(
        const std::function<void(HeldLock&, std::function<void(Result<void>)>)>& start);
    [[nodiscard]] bool isInherited() const noexcept;
    void end() noexcept;
    [[nodiscard]] HeldLock* held() const noexcept;
    [[nodiscard]] bool dropHold() noexcept;

    // Changed only by moves: other threads may read them.
    std::shared_ptr<LockCore> m_core;
    std::shared_ptr<HeldLock> m_state;
    std::atomic<bool> m_isGone{false}; ///< released, or left to expire
};

} // namespace lockkeeper::lock
