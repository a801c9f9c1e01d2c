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

struct ExtensionRequest {
    Ttl ttl;
    /// Set: moves the deadline by this, whatever `ttl`.
    std::optional<std::chrono::milliseconds> additional;
    std::function<void(Result<void>)> handler;
    SteadyTime end; ///< fails then, even if queued
};

/// One lease's extensions, in sequence: masters could execute two in the wrong order.
class ExtensionQueue {
public:
    [[nodiscard]] bool isBusy() const noexcept { return m_isBusy; }
    [[nodiscard]] std::optional<ExtensionRequest> push(ExtensionRequest request)
    {
        if (!m_isBusy)
            return request;
        m_requests.push_back(std::move(request));
        return std::nullopt;
    }
    [[nodiscard]] std::optional<ExtensionRequest> next()
    {
        if (m_isBusy || m_requests.empty())
            return std::nullopt;
        std::optional<ExtensionRequest> request(std::move(m_requests.front()));
        m_requests.erase(m_requests.begin());
        return request;
    }
    void begin() noexcept { m_isBusy = true; }
    void finish() noexcept { m_isBusy = false; }

private:
    std::vector<ExtensionRequest> m_requests;
    bool m_isBusy = false;
};

struct HeldClaim {
    Claim claim;
    Validity validity;
    SteadyTime deadline{};
    std::optional<FencingToken> fence{};
    bool isRenewed = false;
    std::chrono::milliseconds maxHold = std::chrono::milliseconds::max();
    std::function<void()> onLost{};
};

/// A shared claim on Redis masters, with renewal. Threads as HeldLock.
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

    /// Watches the deadline, and renews.
    void start();
    /// Requests queue; else as Lease::extend().
    void extend(Ttl ttl, ExtendHandler handler) override;
    void extendBy(std::chrono::milliseconds additional, ExtendHandler handler) override;
    void release(RoundHandler handler);
    void free(ReleaseHandler handler) override;
    void abandon() noexcept;
    void leave() noexcept override;
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
    void tell(HoldEnd end) noexcept;
    void releaseRemains() noexcept;

    const LockContext& m_context;
    const Scheme& m_scheme;
    Claim m_claim;
    const SteadyTime m_since;
    Validity m_validity;
    SteadyTime m_renewUntil; ///< min(): not renewed
    std::atomic<SteadyTime> m_deadline;
    /// A minority may have renewed it, or only the deadline was shortened.
    bool m_mayOutliveDeadline = false;
    SteadyTime m_storedUntil;
    ExtensionQueue m_extensions;
    std::uint64_t m_extensionsSent = 0;
    SteadyTime m_renewAt = SteadyTime::max();
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

} // namespace lockkeeper::lock
