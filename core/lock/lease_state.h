// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/redlock.h"

#include <atomic>
#include <optional>
#include <stop_token>

namespace lockkeeper::lock {

/// What a Lease and its renewal share. Deadline and loss can be read from any thread; everything
/// else happens on the scheduler's thread.
class LeaseState : public std::enable_shared_from_this<LeaseState> {
public:
    using ExtendHandler = std::function<void(Result<void>)>;

    LeaseState(RedlockContext context, Claim claim, Validity validity, SteadyTime deadline);

    [[nodiscard]] const Claim& claim() const noexcept { return m_claim; }
    [[nodiscard]] const Clock& clock() const noexcept { return *m_context.clock; }
    [[nodiscard]] SteadyTime deadline() const noexcept { return m_deadline.load(); }
    [[nodiscard]] bool isHeld() const noexcept;
    [[nodiscard]] std::stop_token lost() const noexcept { return m_lost.get_token(); }

    /// Watches the deadline and, if asked, renews at a third of the TTL until the lease ends.
    void start(bool isRenewed);
    void extend(Ttl ttl, ExtendHandler handler);
    /// Ends the lease and deletes the token on all masters. The handler gets the votes.
    void release(std::function<void(std::vector<MasterVote>)> handler);
    /// Ends the lease; sends nothing.
    void abandon() noexcept;

private:
    void armDeadline();
    void armRenewal(std::chrono::milliseconds delay);
    void renew();
    void lose() noexcept;

    RedlockContext m_context;
    Claim m_claim;
    Validity m_validity;
    std::atomic<SteadyTime> m_deadline;
    std::atomic<bool> m_isEnded{false}; ///< released, abandoned or lost
    std::stop_source m_lost;
    bool m_isRenewed = false;
    Scheduler::TimerId m_deadlineTimer = Scheduler::kNoTimer;
    Scheduler::TimerId m_renewalTimer = Scheduler::kNoTimer;
};

} // namespace lockkeeper::lock
