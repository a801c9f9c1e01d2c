// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/export.h"
#include "core/lock/master_vote.h"
#include "core/lock/ttl.h"
#include "core/text/fingerprint.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockkeeper::lock {

class ClientCore;
class LeaseState;

/// A lock that this process holds until its deadline. Releasing is what the destructor does; it
/// never throws and never blocks for longer than one command's timeout, and not at all on the
/// loop's thread or on a caller's io_context.
///
/// Move-only. Thread-safety: all members from any thread, moving excepted; those that block fail on
/// the loop's thread with InvalidArgument. A moved-from lease holds nothing.
///
/// May be destroyed on any thread, also the last one of a client that is gone. On a caller's
/// io_context its release is sent when that runs; a context that never runs again sends nothing,
/// and the lock ends with its TTL.
class LOCKKEEPER_EXPORT Lease {
public:
    Lease(std::shared_ptr<ClientCore> core, std::shared_ptr<LeaseState> state);
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&& other) noexcept;
    /// Releases.
    ~Lease();

    /// The first of them, in the order of their bytes. The reference is good until this object is
    /// moved or destroyed.
    [[nodiscard]] const Resource& resource() const noexcept;
    [[nodiscard]] std::vector<Resource> resources() const;
    [[nodiscard]] Fingerprint fingerprint() const;
    /// Until when the lock is surely held: compare it with BootClock::now(). No I/O.
    [[nodiscard]] SteadyTime deadline() const noexcept;
    /// True until the deadline, or until a majority is known to be lost. No I/O.
    [[nodiscard]] bool isHeld() const noexcept;
    /// Stops when the lease is lost: told once, no later than the deadline. Not by release().
    /// Callbacks run on whichever thread drives the loop, and must not block.
    [[nodiscard]] std::stop_token lost() const noexcept;
    /// None unless AcquireOptions::isFenced.
    [[nodiscard]] std::optional<FencingToken> fencingToken() const noexcept;

    /// Prolongs the lease to `ttl` from now: effective only if a quorum still stores our token,
    /// within the remaining deadline. Masters that lost the key get it again, uncounted. LeaseLost
    /// if the deadline has passed (nothing is sent) or a majority is not ours any more; NoQuorum if
    /// too few answered (the old deadline stands). A shorter `ttl` brings the deadline nearer; the
    /// masters keep the lock until it is released, by the loss at the deadline if not before.
    /// Blocks at most for the remaining time or the deployment's timeout, whichever is less.
    [[nodiscard]] Result<void> extend(Ttl ttl);
    /// The same without waiting; `handler` is called once, on the loop's thread (of an object that
    /// was moved from at once), and must not throw.
    void startExtend(Ttl ttl, std::function<void(Result<void>)> handler);

    /// Moves the deadline by `additional`, which may be negative: extend() to what that takes.
    /// Effect and errors as there; InvalidArgument for a lease that would have ended by now, or
    /// that has no TTL.
    [[nodiscard]] Result<void> extendBy(std::chrono::milliseconds additional);

    /// Deletes our token on all masters and waits for a quorum of answers, at most one command
    /// timeout; masters that can't be reached are told later, until the TTL has done it. Afterwards
    /// this object holds nothing, whatever the masters said, and is as if moved from, but that the
    /// client's connections stay until it is destroyed; a second call does nothing and returns no
    /// votes, nor does one that may not wait (see above). Of several leases on one claim only the
    /// last one frees it.
    std::vector<MasterVote> release() noexcept;
    /// The same without waiting; `handler` is called once, on the loop's thread (of an object that
    /// was moved from at once), and must not throw.
    void startRelease(std::function<void(std::vector<MasterVote>)> handler);

    /// Ends the lease but not the lock: the masters keep the token until its TTL runs out. For
    /// handing a lock on to whoever knows its fingerprint, such as a person with a shell. Waits
    /// until every master that can be reached has taken the lock too, not just a quorum, for at
    /// most one command timeout: the caller may be about to exit.
    void leaveToExpire() noexcept;

private:
    [[nodiscard]] Result<void> awaitExtension(
        const std::function<void(LeaseState&, std::function<void(Result<void>)>)>& start);
    /// What this object holds; nullptr for nothing.
    [[nodiscard]] LeaseState* held() const noexcept { return m_isGone ? nullptr : m_state.get(); }
    /// Lets go of the claim; true for whoever has to free it: nobody else holds it.
    [[nodiscard]] bool letGo() noexcept;

    // Changed by moving alone: other threads may be in the middle of reading them.
    std::shared_ptr<ClientCore> m_core;
    std::shared_ptr<LeaseState> m_state;
    std::atomic<bool> m_isGone{false}; ///< released, or left to expire
};

} // namespace lockkeeper::lock
