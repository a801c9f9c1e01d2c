// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/export.h"
#include "core/lock/ask.h"
#include "core/lock/master_vote.h"
#include "core/lock/ttl.h"
#include "core/text/fingerprint.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockkeeper::lock {

class HeldLock;
class LockCore;

/// How many masters hold a lock for its lease. All zero for a lease that holds nothing.
struct Margin {
    std::size_t stored = 0; ///< masters that confirmed the token in their latest answer
    std::size_t masters = 0; ///< of the deployment
    std::size_t quorum = 0;

    /// How many masters may forget the lock before it is lost; negative: it is lost unless masters
    /// that did not answer still store it.
    [[nodiscard]] std::ptrdiff_t spare() const noexcept
    {
        return static_cast<std::ptrdiff_t>(stored) - static_cast<std::ptrdiff_t>(quorum);
    }
};

/// A lock that this process holds until its deadline. The destructor releases it and never throws.
/// It blocks for at most one command timeout, and not at all on the loop's thread or with a
/// caller's io_context.
///
/// Move-only. A moved-from lease holds nothing. Thread-safety: all members from any thread, except
/// moves. extend() and extendBy() fail with InvalidArgument on the loop's thread and with a
/// caller's io_context.
///
/// A child made by fork() has a copy that holds nothing: the parent keeps the lock. Its destructor
/// does nothing there, and extend() and extendBy() fail with InvalidArgument.
///
/// A lease may be destroyed on any thread, even if its client is gone. With a caller's io_context
/// the release is sent when the context next runs. If the context never runs again, nothing is sent
/// and the lock ends with its TTL.
class LOCKKEEPER_EXPORT Lease {
public:
    Lease(std::shared_ptr<LockCore> core, std::shared_ptr<HeldLock> state);
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&& other) noexcept;
    /// Calls release().
    ~Lease();

    /// The first resource, in byte order. The reference is valid until this object is moved or
    /// destroyed.
    [[nodiscard]] const Resource& resource() const noexcept;
    [[nodiscard]] std::vector<Resource> resources() const;
    [[nodiscard]] Fingerprint fingerprint() const;
    /// Until when the lock is guaranteed to be held; compare with BootClock::now(). No I/O.
    [[nodiscard]] SteadyTime deadline() const noexcept;
    /// True until the deadline, unless it was released or is known to be lost. No I/O.
    [[nodiscard]] bool isHeld() const noexcept;
    /// Signalled once when the lease is lost, no later than the deadline. Not signalled by
    /// release(). Callbacks run on the thread that drives the loop, and must not block.
    [[nodiscard]] std::stop_token lost() const noexcept;
    /// Signalled once when somebody asks this holder to release the lock, as `lockctl ask` does: no
    /// later than the next extension or renewal that succeeds. The lease goes on: whether to end
    /// the work is up to the holder. Callbacks as of lost(). Only with a scheme that renews by
    /// tokens of ours (redlock).
    [[nodiscard]] std::stop_token asked() const noexcept;
    /// Who asked last, and why; nullopt: nobody has asked. No I/O.
    [[nodiscard]] std::optional<Ask> askedToRelease() const;
    /// True if the lease was lost because somebody revoked it, as `lockctl revoke` does: an
    /// extension found the tombstone. Set before lost() is signalled.
    [[nodiscard]] bool isRevoked() const noexcept;
    /// Why the lease was lost, or will be: the votes of the latest extension or renewal that the
    /// masters were asked for, if it failed. None if it did not, and after release().
    [[nodiscard]] std::vector<MasterVote> failedVotes() const;
    /// How far the lock is from being lost with its masters. Renewals repair it. No I/O.
    [[nodiscard]] Margin margin() const noexcept;
    /// Unset unless AcquireOptions::isFenced.
    [[nodiscard]] std::optional<FencingToken> fencingToken() const noexcept;

    /// Extends the lease to `ttl` from now, if a quorum still stores our token and answers before
    /// the current deadline. Masters that lost the key get it again, but do not count.
    ///
    /// Errors: LeaseLost if the deadline has passed (nothing is sent) or too few masters
    /// still store the token; NoQuorum if too few masters answered (the old deadline remains);
    /// Unsupported if the scheme can't extend, or needs a TTL.
    ///
    /// A shorter `ttl` moves only the deadline. The masters keep the lock until it is released,
    /// which happens at the new deadline at the latest.
    ///
    /// Blocks for at most the remaining time or the deployment's timeout, whichever is less.
    [[nodiscard]] Result<void> extend(Ttl ttl);
    /// Non-blocking extend(). `handler` is called once, on the loop's thread, and must not throw.
    /// For a moved-from lease it is called before this function returns.
    void startExtend(Ttl ttl, std::function<void(Result<void>)> handler);

    /// Moves the deadline by `additional`, which may be negative. Extends to the TTL that this
    /// takes; effect and errors as extend(). InvalidArgument also if nothing would be left of the
    /// lease, or if it has no TTL.
    [[nodiscard]] Result<void> extendBy(std::chrono::milliseconds additional);

    /// Deletes our token on all masters and waits for a quorum of answers, for at most one command
    /// timeout. Returns one vote per master. Masters that can't be reached get the release later,
    /// until the TTL has passed.
    ///
    /// Afterwards this object holds nothing, whatever the masters answered. It behaves like a
    /// moved-from lease, but keeps the client's connections until it is destroyed.
    ///
    /// Returns no votes if the lease was released before, if other leases still share the claim
    /// (only the last one frees it), and where it must not wait: on the loop's thread and with a
    /// caller's io_context. Nor in a child made by fork(), where nothing is sent.
    std::vector<MasterVote> release() noexcept;
    /// Non-blocking release(). `handler` is called once, on the loop's thread, and must not throw.
    /// For a moved-from lease it is called before this function returns.
    void startRelease(std::function<void(std::vector<MasterVote>)> handler);

    /// Ends the lease but not the lock: the masters keep the token until its TTL passes. For
    /// handing the lock over to somebody who knows its fingerprint, such as a person with a shell.
    /// Set Owner::mayOutliveProcess for clients that do so. Otherwise watchers call the lock safe
    /// to free when the process has ended.
    ///
    /// Waits until every reachable master has taken the lock, not just a quorum, for at most one
    /// command timeout: the caller may be about to exit.
    void leaveToExpire() noexcept;

private:
    [[nodiscard]] Result<void> awaitExtension(
        const std::function<void(HeldLock&, std::function<void(Result<void>)>)>& start);
    /// True in a child made by fork() since.
    [[nodiscard]] bool isInherited() const noexcept;
    /// Releases. In such a child: lets go of everything without touching it.
    void end() noexcept;
    /// The lock; nullptr if this object holds nothing, or is a child's copy.
    [[nodiscard]] HeldLock* held() const noexcept;
    /// Gives up this object's hold. Returns true if it was the last hold: the caller must free the
    /// claim.
    [[nodiscard]] bool dropHold() noexcept;

    // Changed only by moves, because other threads may be reading them.
    std::shared_ptr<LockCore> m_core;
    std::shared_ptr<HeldLock> m_state;
    std::atomic<bool> m_isGone{false}; ///< released, or left to expire
};

} // namespace lockkeeper::lock
