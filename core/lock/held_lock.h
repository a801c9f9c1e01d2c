// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/lock/lease.h"
#include "core/lock/master_vote.h"
#include "core/loop/mutex.h"
#include "core/result.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockkeeper::lock {

/// What all leases on one lock share. Thread: the loop's, unless noted.
class HeldLock {
public:
    using ExtendHandler = std::function<void(Result<void>)>;
    using ReleaseHandler = std::function<void(std::vector<MasterVote>)>;

    virtual ~HeldLock() = default;
    HeldLock(const HeldLock&) = delete;
    HeldLock& operator=(const HeldLock&) = delete;

    // From any thread.
    /// Never empty.
    [[nodiscard]] virtual const std::vector<Resource>& resources() const noexcept = 0;
    [[nodiscard]] virtual Fingerprint fingerprint() const = 0;
    [[nodiscard]] virtual Margin margin() const noexcept = 0;
    [[nodiscard]] virtual SteadyTime deadline() const noexcept = 0;
    [[nodiscard]] std::optional<FencingToken> fence() const noexcept { return m_fence; }
    [[nodiscard]] bool isHeld() const noexcept { return !m_isEnded && m_clock.now() < deadline(); }
    [[nodiscard]] std::stop_token lost() const noexcept;
    [[nodiscard]] std::vector<MasterVote> failedVotes() const;
    [[nodiscard]] std::stop_token asked() const noexcept;
    [[nodiscard]] std::optional<Ask> ask() const;
    [[nodiscard]] bool isRevoked() const noexcept { return m_isRevoked; }
    /// Adds a lease; false if none was left.
    [[nodiscard]] bool addHold() noexcept;
    /// True: the caller must release.
    [[nodiscard]] bool dropHold() noexcept { return --m_holds == 0; }
    /// False: lost already.
    [[nodiscard]] bool addOnLost(std::function<void()> onLost);

    virtual void extend(Ttl ttl, ExtendHandler handler) = 0;
    virtual void extendBy(std::chrono::milliseconds additional, ExtendHandler handler) = 0;
    virtual void free(ReleaseHandler handler) = 0;
    /// The lock stays until its time is over.
    virtual void leave() noexcept = 0;
    /// Calls `done` once the reachable store has executed all that it got.
    virtual void settle(std::function<void()> done) = 0;

protected:
    HeldLock(const Clock& clock, std::optional<FencingToken> fence, std::function<void()> onLost);

    [[nodiscard]] const Clock& clock() const noexcept { return m_clock; }
    [[nodiscard]] bool isEnded() const noexcept { return m_isEnded; }
    void setEnded() noexcept { m_isEnded = true; }
    void setRevoked(bool isRevoked) noexcept { m_isRevoked = isRevoked; }
    void setFailedVotes(std::vector<MasterVote> votes);
    void noteAsk(Ask ask);
    void notifyLoss() noexcept;

private:
    const Clock& m_clock;
    const std::optional<FencingToken> m_fence;
    std::atomic<int> m_holds{1};
    std::atomic<bool> m_isEnded{false};
    std::atomic<bool> m_isRevoked{false};
    bool m_isLost LK_GUARDED_BY(m_mutex) = false;
    mutable Mutex m_mutex;
    /// On demand: few need it.
    mutable std::stop_source m_lost LK_GUARDED_BY(m_mutex){std::nostopstate};
    mutable std::stop_source m_asked LK_GUARDED_BY(m_mutex){std::nostopstate};
    std::unique_ptr<const Ask> m_ask LK_GUARDED_BY(m_mutex);
    std::vector<std::function<void()>> m_onLost LK_GUARDED_BY(m_mutex);
    std::vector<MasterVote> m_failedVotes LK_GUARDED_BY(m_mutex);
};

} // namespace lockkeeper::lock
