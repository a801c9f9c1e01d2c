// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "core/lock/lock_client.h"
#include "core/loop/mutex.h"
#include "core/loop/thread_identity.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

namespace lockkeeper::lock {

/// How a LockMutex is taken and kept.
struct LockMutexOptions {
    Ttl ttl; ///< Ttl::none(): for ever, which redisPy() alone can do
    std::chrono::milliseconds sleep{100}; ///< between two tries, as AcquireOptions::retryDelay
    bool isBlocking = true; ///< acquire() waits
    std::optional<std::chrono::milliseconds> blockingTimeout{}; ///< none: for ever
    /// Each thread has a token of its own, so that none releases what another one took. Else all
    /// share the latest one: for a lock that is taken on one thread and released on another.
    bool isPerThread = true;
    bool isRenewed = true; ///< as AcquireOptions::isRenewed; redis-py does not renew
    SchemeRef scheme = redlock();
    /// How long renewal goes on, as AcquireOptions::maxHold: work of days has to ask for more.
    std::chrono::milliseconds maxHold = std::chrono::hours(24);
    std::optional<std::chrono::milliseconds> timeout{}; ///< as AcquireOptions::timeout
    double driftFactor = 0.01; ///< as AcquireOptions::driftFactor
    bool isFenced = false; ///< as AcquireOptions::isFenced
};

/// A lock that is asked for over and over under one name: what redis-py calls Lock, and what
/// std::unique_lock and std::scoped_lock call TimedLockable.
///
/// A lease can be lost, which a std::mutex can't: long work watches lost(). Not reentrant. Every
/// call but isHeld(), lost() and fencingToken() may block for one command timeout, the waiting ones
/// for longer, and is refused on the loop's thread; but release(), which does not wait there. What
/// acquire(), extend() and their like return says why; names and exceptions of the standard are
/// confined to lock() and unlock() and their like.
///
/// Thread-safety: all members from any thread. `client` outlives this object, whose destructor
/// releases whatever is held by it. What a thread leaves behind when it ends stays held until then.
class LOCKKEEPER_EXPORT LockMutex {
public:
    LockMutex(LockClient& client, Resource resource, LockMutexOptions options);
    ~LockMutex();
    LockMutex(const LockMutex&) = delete;
    LockMutex& operator=(const LockMutex&) = delete;

    /// Differs from the options where it is set.
    struct Asked {
        std::optional<std::chrono::milliseconds> sleep{};
        std::optional<bool> isBlocking{};
        std::optional<std::chrono::milliseconds> blockingTimeout{};
    };
    /// True once this thread holds the lock; false if another holds it and goes on doing so for as
    /// long as one may wait. NoQuorum if too few masters answer, which is waited for as well;
    /// InvalidArgument if this thread holds it already and would wait for itself; else as
    /// LockClient::acquire().
    [[nodiscard]] Result<bool> acquire();
    [[nodiscard]] Result<bool> acquire(const Asked& asked);

    /// Frees what this thread holds. Afterwards it holds nothing, whatever this returns:
    /// InvalidArgument if it held nothing, LeaseLost if a majority was no longer ours, NoQuorum if
    /// too few masters answered, which are told later.
    Result<void> release();

    enum class Extend {
        Add, ///< to what is left
        Replace, ///< what is left
    };
    /// As Lease::extendBy() and Lease::extend(); InvalidArgument if this thread holds nothing.
    [[nodiscard]] Result<void> extend(std::chrono::milliseconds by, Extend how = Extend::Add);
    /// Back to the TTL of the options: what redis-py calls reacquire. After a longer extension only
    /// the deadline comes nearer, as with Lease::extend().
    [[nodiscard]] Result<void> reset();

    /// True if anybody holds the lock: as LockClient::holder().
    [[nodiscard]] Result<bool> isLocked();
    /// True if a quorum of masters stores this thread's token. Unsupported for redisson(), whose
    /// hash is not read.
    [[nodiscard]] Result<bool> isOwned();
    /// As Lease::isHeld(): what this thread may rely on, without asking anybody.
    [[nodiscard]] bool isHeld() const;
    /// As Lease::lost(), of what this thread holds.
    [[nodiscard]] std::stop_token lost() const;
    /// As Lease::fencingToken(), of what this thread holds.
    [[nodiscard]] std::optional<FencingToken> fencingToken() const;

    // As the standard's requirements on lockable types want it.
    // NOLINTBEGIN(readability-identifier-naming)

    /// Returns once this thread holds the lock. Throws std::system_error, as the standard demands
    /// of a lock() that fails: resource_deadlock_would_occur if this thread holds it already,
    /// timed_out if another still holds it, or too few masters answer, when blockingTimeout is
    /// over, and invalid_argument for what will never be.
    void lock();
    /// One try. False for whatever reason: acquire() would tell it.
    [[nodiscard]] bool try_lock();
    [[nodiscard]] bool try_lock_for(std::chrono::milliseconds timeout);
    template <class Duration> [[nodiscard]] bool try_lock_for(const Duration& timeout)
    {
        return try_lock_for(std::chrono::ceil<std::chrono::milliseconds>(timeout));
    }
    template <class TimePoint> [[nodiscard]] bool try_lock_until(const TimePoint& time)
    {
        return try_lock_for(
            std::chrono::ceil<std::chrono::milliseconds>(time - TimePoint::clock::now()));
    }
    /// release(), without a word: of a lock that was lost, or never held, nothing comes of it.
    void unlock() noexcept;

    // NOLINTEND(readability-identifier-naming)

private:
    using Held = std::shared_ptr<Lease>;

    [[nodiscard]] ThreadIdentity slot() const noexcept;
    /// What this thread holds, or has lost; nullptr for nothing.
    [[nodiscard]] Held held() const;
    [[nodiscard]] Held takeHeld();
    /// `wait`: none for ever, 0 for one try.
    [[nodiscard]] Result<bool> acquireWithin(
        std::optional<std::chrono::milliseconds> wait, std::chrono::milliseconds sleep);

    LockClient& m_client;
    const Resource m_resource;
    const LockMutexOptions m_options;
    mutable Mutex m_mutex;
    std::map<ThreadIdentity, Held> m_held LK_GUARDED_BY(m_mutex); ///< never null
};

} // namespace lockkeeper::lock
