// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/lease.h"
#include "core/lock/scheme.h"
#include "core/lock/ttl.h"
#include "core/loop/mutex.h"
#include "core/result.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace lockkeeper::lock {

/// A requested extension of a lease.
struct ExtensionRequest {
    Ttl ttl;
    /// Used instead of `ttl`, if set: how far to move the deadline.
    std::optional<std::chrono::milliseconds> additional;
    std::function<void(Result<void>)> handler;
    SteadyTime end; ///< when to fail at the latest, time in the queue included
};

/// The extensions of one lease, which run one at a time and in order: the masters may execute two
/// at a time in another order than they were decided in. Not thread-safe.
class ExtensionQueue {
public:
    /// True from begin() to finish().
    [[nodiscard]] bool isBusy() const noexcept { return m_isBusy; }
    /// Returns the request if it can start now. Otherwise keeps it for next().
    [[nodiscard]] std::optional<ExtensionRequest> push(ExtensionRequest request)
    {
        if (!m_isBusy)
            return request;
        m_requests.push_back(std::move(request));
        return std::nullopt;
    }
    /// Removes and returns the oldest request that was kept, if it can start now.
    [[nodiscard]] std::optional<ExtensionRequest> next()
    {
        if (m_isBusy || m_requests.empty())
            return std::nullopt;
        std::optional<ExtensionRequest> request(std::move(m_requests.front()));
        m_requests.erase(m_requests.begin());
        return request;
    }
    /// The masters are asked for an extension. A request that fails before that never begins.
    void begin() noexcept { m_isBusy = true; }
    /// The extension that began is decided.
    void finish() noexcept { m_isBusy = false; }

private:
    std::vector<ExtensionRequest> m_requests;
    bool m_isBusy = false;
};

/// A claim that was won, and how to keep it.
struct HeldClaim {
    Claim claim;
    Validity validity;
    SteadyTime deadline{};
    std::optional<FencingToken> fence{};
    bool isRenewed = false;
    std::chrono::milliseconds maxHold = std::chrono::milliseconds::max(); ///< how long to renew
    std::function<void()> onLost{};
};

/// State shared by the leases on one claim and by its renewal. Deadline and loss can be read from
/// any thread; the rest is used on the scheduler's thread, unless noted.
class LeaseState : public std::enable_shared_from_this<LeaseState> {
public:
    using ExtendHandler = std::function<void(Result<void>)>;

    LeaseState(const LockContext& context, const Scheme& scheme, HeldClaim held);

    [[nodiscard]] const Claim& claim() const noexcept { return m_claim; }
    [[nodiscard]] const Scheme& scheme() const noexcept { return m_scheme; }
    [[nodiscard]] std::optional<FencingToken> fence() const noexcept { return m_fence; }
    [[nodiscard]] SteadyTime deadline() const noexcept { return m_deadline.load(); }
    [[nodiscard]] bool isHeld() const noexcept;
    /// From any thread.
    [[nodiscard]] Margin margin() const noexcept
    {
        return {m_claim.confirmed(), m_context.masters.size(), m_context.quorum()};
    }
    /// From any thread.
    [[nodiscard]] std::stop_token lost() const noexcept;
    /// The votes of the latest extension, if that failed, else none. From any thread.
    [[nodiscard]] std::vector<MasterVote> failedVotes() const;
    /// Signalled once the holder is known to be asked to release. From any thread.
    [[nodiscard]] std::stop_token asked() const noexcept;
    /// The latest ask. From any thread.
    [[nodiscard]] std::optional<Ask> ask() const;
    /// True if the lease was lost because somebody revoked it. Set before lost(). From any thread.
    [[nodiscard]] bool isRevoked() const noexcept { return m_isRevoked; }

    /// Adds a lease to the claim. Returns false if none was left. From any thread.
    [[nodiscard]] bool addHold() noexcept;
    /// Removes a lease. Returns true for the last one: the caller must release. From any thread.
    [[nodiscard]] bool dropHold() noexcept { return --m_holds == 0; }

    /// Adds a callback for the loss. Returns false if the lease is already lost. From any thread.
    [[nodiscard]] bool addOnLost(std::function<void()> onLost);

    /// Watches the deadline and, if isRenewed, renews whenever a third of the TTL has
    /// passed, until the lease ends.
    void start();
    /// Extends the lease. Extensions run one at a time: a request that arrives during another is
    /// queued until that one is decided. A shorter TTL moves the deadline but shortens nothing on
    /// the masters; the token left there is released at the deadline.
    void extend(Ttl ttl, ExtendHandler handler);
    /// Extends by the TTL that moves the deadline by `additional`, computed when the extension
    /// starts.
    void extendBy(std::chrono::milliseconds additional, ExtendHandler handler);
    /// Ends the lease and frees the claim on all masters.
    void release(RoundHandler handler);
    /// Ends the lease; sends nothing.
    void abandon() noexcept;

private:
    void enqueue(ExtensionRequest request);
    void startExtension(ExtensionRequest request);
    void sendExtension(Ttl ttl, SteadyTime::duration timeLeft, ExtendHandler handler);
    void scheduleRenewal(bool isExtended);
    void setTimer();
    void onTimer();
    [[nodiscard]] SteadyTime lossNotificationTime() const noexcept;
    void onExtended(const RoundResult& result, Validity validity, const ExtendHandler& handler);
    [[nodiscard]] Result<void> applyExtension(const RoundResult& result, Validity validity);
    void keepVotes(const RoundResult& result);
    void noteAsk(const std::string& text);
    void lose() noexcept;
    void notifyLoss() noexcept;
    void releaseRemains() noexcept;

    const LockContext& m_context;
    const Scheme& m_scheme;
    Claim m_claim;
    Validity m_validity;
    std::optional<FencingToken> m_fence;
    SteadyTime m_renewUntil; ///< min(): it is not renewed
    std::atomic<SteadyTime> m_deadline;
    std::atomic<int> m_holds{1};
    std::atomic<bool> m_isEnded{false}; ///< released, abandoned or lost
    std::atomic<bool> m_isRevoked{false};
    /// True if some masters may store the token beyond the deadline: they may have renewed it after
    /// the last quorum, or an extension shortened the deadline only.
    bool m_mayOutliveDeadline = false;
    bool m_isLost LK_GUARDED_BY(m_mutex) = false;
    mutable Mutex m_mutex;
    /// Made when somebody asks for it: few do.
    mutable std::stop_source m_lost LK_GUARDED_BY(m_mutex){std::nostopstate};
    mutable std::stop_source m_asked LK_GUARDED_BY(m_mutex){std::nostopstate}; ///< as m_lost
    std::unique_ptr<const Ask> m_ask LK_GUARDED_BY(m_mutex); ///< null: nobody has asked
    std::vector<std::function<void()>> m_onLost LK_GUARDED_BY(m_mutex);
    std::vector<MasterVote> m_failedVotes LK_GUARDED_BY(m_mutex);
    SteadyTime m_storedUntil; ///< latest expiry on any master, by any TTL sent
    ExtensionQueue m_extensions;
    std::uint64_t m_extensionsSent = 0;
    SteadyTime m_renewAt = SteadyTime::max();
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

} // namespace lockkeeper::lock
