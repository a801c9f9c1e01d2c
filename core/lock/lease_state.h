// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/held_lock.h"
#include "core/lock/scheme.h"
#include "core/lock/ttl.h"
#include "core/result.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
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

/// A claim on masters of Redis that the leases share, and its renewal. The deadline can be read
/// from any thread; the rest is used on the scheduler's thread, unless noted in HeldLock.
class LeaseState final : public HeldLock, public std::enable_shared_from_this<LeaseState> {
public:
    LeaseState(const LockContext& context, const Scheme& scheme, HeldClaim held);

    [[nodiscard]] const Claim& claim() const noexcept { return m_claim; }
    [[nodiscard]] const Scheme& scheme() const noexcept { return m_scheme; }
    [[nodiscard]] const std::vector<Resource>& resources() const noexcept override
    {
        return m_claim.resources();
    }
    [[nodiscard]] Fingerprint fingerprint() const override
    {
        return m_scheme.fingerprintOf(m_claim);
    }
    [[nodiscard]] SteadyTime deadline() const noexcept override { return m_deadline.load(); }
    [[nodiscard]] Margin margin() const noexcept override
    {
        return {m_claim.confirmed(), m_context.masters.size(), m_context.quorum()};
    }

    /// Watches the deadline and, if isRenewed, renews whenever a third of the TTL has
    /// passed, until the lease ends.
    void start();
    /// Extends the lease. Extensions run one at a time: a request that arrives during another is
    /// queued until that one is decided. A shorter TTL moves the deadline but shortens nothing on
    /// the masters; the token left there is released at the deadline.
    void extend(Ttl ttl, ExtendHandler handler) override;
    /// Extends by the TTL that moves the deadline by `additional`, computed when the extension
    /// starts.
    void extendBy(std::chrono::milliseconds additional, ExtendHandler handler) override;
    /// Ends the lease and frees the claim on all masters.
    void release(RoundHandler handler);
    void free(ReleaseHandler handler) override;
    /// Ends the lease; sends nothing.
    void abandon() noexcept;
    void leave() noexcept override { abandon(); }
    void settle(std::function<void()> done) override;

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
    void takeAsk(const std::string& text);
    void lose() noexcept;
    void releaseRemains() noexcept;

    const LockContext& m_context;
    const Scheme& m_scheme;
    Claim m_claim;
    Validity m_validity;
    SteadyTime m_renewUntil; ///< min(): it is not renewed
    std::atomic<SteadyTime> m_deadline;
    /// True if some masters may store the token beyond the deadline: they may have renewed it after
    /// the last quorum, or an extension shortened the deadline only.
    bool m_mayOutliveDeadline = false;
    SteadyTime m_storedUntil; ///< latest expiry on any master, by any TTL sent
    ExtensionQueue m_extensions;
    std::uint64_t m_extensionsSent = 0;
    SteadyTime m_renewAt = SteadyTime::max();
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

} // namespace lockkeeper::lock
