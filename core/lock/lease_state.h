// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/scheme.h"
#include "core/loop/mutex.h"

#include <atomic>
#include <memory>
#include <stop_token>
#include <vector>

namespace lockkeeper::lock {

/// A claim that was won, and how it is to be kept.
struct HeldClaim {
    Claim claim;
    Validity validity;
    SteadyTime deadline{};
    std::optional<FencingToken> fence{};
    bool isRenewed = false;
    std::chrono::milliseconds maxHold = std::chrono::milliseconds::max(); ///< of the renewal
    std::function<void()> onLost{};
};

/// What the leases on one claim and its renewal share. Deadline and loss can be read from any
/// thread; everything else happens on the scheduler's thread.
class LeaseState : public std::enable_shared_from_this<LeaseState> {
public:
    using ExtendHandler = std::function<void(Result<void>)>;

    LeaseState(const LockContext& context, const Scheme& scheme, HeldClaim held);

    [[nodiscard]] const Claim& claim() const noexcept { return m_held.claim; }
    [[nodiscard]] const Scheme& scheme() const noexcept { return m_scheme; }
    [[nodiscard]] std::optional<FencingToken> fence() const noexcept { return m_held.fence; }
    [[nodiscard]] SteadyTime deadline() const noexcept { return m_deadline.load(); }
    [[nodiscard]] bool isHeld() const noexcept;
    [[nodiscard]] std::stop_token lost() const noexcept { return m_lost.get_token(); }

    /// One more lease on the claim; false if there was none left.
    [[nodiscard]] bool addHold() noexcept;
    /// One less; true for the last one, who then releases. Both from any thread.
    [[nodiscard]] bool dropHold() noexcept { return --m_holds == 0; }

    /// Told of the loss as well; false if it is lost already. From any thread.
    [[nodiscard]] bool addOnLost(std::function<void()> onLost);

    /// Watches the deadline and, if asked, renews at a third of the TTL until the lease ends.
    void start();
    /// One extension at a time; one that comes while another is under way begins when that is
    /// decided. A shorter TTL brings the deadline nearer, but shortens nothing on the masters: what
    /// is left there is released at the deadline.
    void extend(Ttl ttl, ExtendHandler handler);
    /// By the TTL that moves the deadline by `additional`, when it begins.
    void extendBy(std::chrono::milliseconds additional, ExtendHandler handler);
    /// Ends the lease and frees the claim on all masters.
    void release(RoundHandler handler);
    /// Ends the lease; sends nothing.
    void abandon() noexcept;

private:
    /// An extension that somebody asked for.
    struct Wish {
        Ttl ttl;
        std::optional<std::chrono::milliseconds> additional; ///< in place of the TTL
        ExtendHandler handler;
        SteadyTime giveUp; ///< what it may last at most, waiting included
    };
    void enqueue(Wish wish);
    void grant(Wish wish);
    void grantNext();
    void sendExtension(Ttl ttl, SteadyTime::duration patience, ExtendHandler handler);
    void plan(bool isExtended);
    void arm();
    void onTimer();
    [[nodiscard]] SteadyTime timeToTell() const noexcept;
    void onExtended(const RoundResult& result, Validity validity, const ExtendHandler& handler);
    [[nodiscard]] Result<void> settle(const RoundResult& result, Validity validity);
    void lose() noexcept;
    void tellLoss() noexcept;
    void giveBack() noexcept;

    const LockContext& m_context;
    const Scheme& m_scheme;
    HeldClaim m_held;
    SteadyTime m_renewUntil;
    std::atomic<SteadyTime> m_deadline;
    std::atomic<bool> m_isEnded{false}; ///< released, abandoned or lost
    std::atomic<int> m_holds{1};
    std::stop_source m_lost;
    Mutex m_mutex;
    std::vector<std::function<void()>> m_alsoTold LK_GUARDED_BY(m_mutex);
    SteadyTime m_storedUntil; ///< by any master, by any TTL that was sent
    bool m_isExtending = false; ///< an extension is under way, and not decided
    std::uint64_t m_extensions = 0; ///< so far
    /// By some masters, perhaps, for longer than its deadline tells: they may have renewed it since
    /// a quorum said so, or it was shortened, which only the deadline is.
    bool m_isStoredBeyond = false;
    std::vector<Wish> m_wishes; ///< for when it is
    SteadyTime m_renewAt = SteadyTime::max();
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

} // namespace lockkeeper::lock
