// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/fingerprint.h"
#include "core/lock/master_vote.h"
#include "core/lock/ttl.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace lockkeeper::lock {

class ClientCore;
class LeaseState;

/// A lock that this process holds until its deadline. Releasing is what the destructor does; it
/// never throws and never blocks for longer than one command's timeout.
///
/// Move-only. Thread-safety: all members from any thread, moving excepted. A moved-from lease holds
/// nothing.
class Lease {
public:
    Lease(std::shared_ptr<ClientCore> core, std::shared_ptr<LeaseState> state);
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) noexcept;
    /// Releases.
    ~Lease();

    [[nodiscard]] const Resource& resource() const noexcept;
    [[nodiscard]] Fingerprint fingerprint() const;
    /// Until when the lock is surely held, on the steady clock. No I/O.
    [[nodiscard]] SteadyTime deadline() const noexcept;
    /// True until the deadline, or until a majority is known to be lost. No I/O.
    [[nodiscard]] bool isHeld() const noexcept;
    /// Stops when the lease is lost: told once, no later than the deadline. Not by release().
    [[nodiscard]] std::stop_token lost() const noexcept;

    /// Prolongs the lease to `ttl` from now: effective only if a quorum still stores our token,
    /// within the remaining deadline. Masters that lost the key get it again, uncounted. LeaseLost
    /// if the deadline has passed (nothing is sent) or a majority is not ours any more; NoQuorum if
    /// too few answered (the old deadline stands). Blocks at most for the remaining time or the
    /// deployment's timeout, whichever is less.
    [[nodiscard]] Result<void> extend(Ttl ttl);

    /// Deletes our token on all masters and waits for a quorum of answers, at most one command
    /// timeout. Afterwards this object holds nothing, whatever the masters said, and is as if moved
    /// from; a second call does nothing and returns no votes. Must not be called on a `lost()`
    /// callback.
    std::vector<MasterVote> release() noexcept;

    /// Ends the lease but not the lock: the masters keep the token until its TTL runs out. For
    /// handing a lock on to whoever knows its fingerprint, such as a person with a shell. Waits
    /// until every master that can be reached has taken the lock too, not just a quorum, for at
    /// most one command timeout: the caller may be about to exit.
    void leaveToExpire() noexcept;

private:
    // The core is released last, and never on its own thread: the state does not own it.
    std::shared_ptr<ClientCore> m_core;
    std::shared_ptr<LeaseState> m_state;
};

} // namespace lockkeeper::lock
