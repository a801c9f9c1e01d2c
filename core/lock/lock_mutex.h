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

/// Options of a LockMutex.
struct LockMutexOptions {
    Ttl ttl; ///< Ttl::none(): never expires; only redisPy() supports it
    /// Delay between two tries, as AcquireOptions::retryDelay: not negative.
    std::chrono::milliseconds sleep{100};
    bool isBlocking = true; ///< whether acquire() waits
    /// How long acquire() and lock() wait, not negative; unset: for ever.
    std::optional<std::chrono::milliseconds> blockingTimeout{};
    /// Each thread has its own token, so that no thread releases another one's lock. If false, all
    /// threads share the latest token: for a lock that one thread takes and another releases.
    bool isPerThread = true;
    bool isRenewed = true; ///< as AcquireOptions::isRenewed; redis-py does not renew
    SchemeRef scheme = redlock();
    /// How long to renew, as AcquireOptions::maxHold. Raise it for work that takes days.
    std::chrono::milliseconds maxHold = std::chrono::hours(24);
    std::optional<std::chrono::milliseconds> timeout{}; ///< as AcquireOptions::timeout
    double driftFactor = 0.01; ///< as AcquireOptions::driftFactor
    bool isFenced = false; ///< as AcquireOptions::isFenced
    /// As AcquireOptions::onDeadlock, for waits of all kinds. With a token that all threads share,
    /// nobody knows who would wait for whom: its holds make no deadlock.
    OnDeadlock onDeadlock = OnDeadlock::Wait;
};

/// A lock that can be taken repeatedly under one name, like redis-py's Lock. Meets the standard's
/// TimedLockable requirements, so it works with std::unique_lock and std::scoped_lock.
///
/// Unlike a std::mutex, a lease can be lost: long work must watch lost(). Not reentrant.
///
/// All calls except isHeld(), lost() and fencingToken() may block for one command timeout; waiting
/// calls block longer. On the loop's thread they fail, except release(), which does not wait there.
/// acquire(), extend() and similar members return the reason of a failure. Only lock(), unlock()
/// and similar members use the standard's names and exceptions.
///
/// In a child made by fork() after the client, nothing is held, and all calls fail.
///
/// Thread-safety: all members from any thread. `client` must outlive this object. The destructor
/// releases everything held through this object, including the locks of threads that have ended.
class LOCKKEEPER_EXPORT LockMutex {
public:
    LockMutex(LockClient& client, Resource resource, LockMutexOptions options);
    template <ResourceName Name>
    LockMutex(LockClient& client, const Name& name, LockMutexOptions options)
        : LockMutex(client, Resource(std::string(name)), options)
    { }
    ~LockMutex();
    LockMutex(const LockMutex&) = delete;
    LockMutex& operator=(const LockMutex&) = delete;

    /// Overrides the options where set.
    struct Asked {
        std::optional<std::chrono::milliseconds> sleep{};
        std::optional<bool> isBlocking{};
        std::optional<std::chrono::milliseconds> blockingTimeout{};
    };
    /// Returns true if this thread now holds the lock, false if another holder kept it for the
    /// whole wait. Errors: NoQuorum if too few masters answered, which is retried during the wait;
    /// Deadlock (onDeadlock) if the wait was part of a deadlock: release what this thread holds;
    /// InvalidArgument if this thread already holds the lock and would wait for itself; otherwise
    /// as LockClient::acquire().
    [[nodiscard]] Result<bool> acquire();
    [[nodiscard]] Result<bool> acquire(const Asked& asked);

    /// Frees this thread's lock. Afterwards this thread holds nothing, whatever the result. Errors:
    /// InvalidArgument if it held nothing; LeaseLost if too few masters still stored its token;
    /// NoQuorum if too few masters answered. Masters without an answer get the release later.
    Result<void> release();

    enum class Extend {
        Add, ///< add to the remaining time
        Replace, ///< replace the remaining time
    };
    /// As Lease::extendBy() and Lease::extend(). InvalidArgument if this thread holds nothing, or
    /// if the lock has no TTL.
    [[nodiscard]] Result<void> extend(std::chrono::milliseconds by, Extend how = Extend::Add);
    /// Extends to the TTL of the options, like redis-py's reacquire(). After a longer extension
    /// only the deadline moves earlier, as with Lease::extend().
    [[nodiscard]] Result<void> reset();

    /// True if anybody holds the lock. Errors as LockClient::holder().
    [[nodiscard]] Result<bool> isLocked();
    /// True if a quorum of masters stores this thread's token. Unsupported for redisson(), whose
    /// hash is not read.
    [[nodiscard]] Result<bool> isOwned();
    /// True if this thread's lease is valid, as Lease::isHeld(). No I/O.
    [[nodiscard]] bool isHeld() const;
    /// Lease::lost() of this thread's lease.
    [[nodiscard]] std::stop_token lost() const;
    /// Lease::fencingToken() of this thread's lease.
    [[nodiscard]] std::optional<FencingToken> fencingToken() const;

    // Names required by the standard's Lockable requirements.
    // NOLINTBEGIN(readability-identifier-naming)

    /// Blocks until this thread holds the lock. Throws std::system_error on failure:
    /// resource_deadlock_would_occur if this thread already holds it, or (onDeadlock) if the wait
    /// is part of a deadlock; timed_out if, after blockingTimeout, another still holds it or too
    /// few masters answer; resource_unavailable_try_again if the system fails; invalid_argument
    /// otherwise.
    void lock();
    /// Makes one try. Returns false for any failure; acquire() returns the reason.
    [[nodiscard]] bool try_lock();
    /// The same for as long as `timeout`, which may be the longest there is. With onDeadlock, a
    /// deadlock ends the wait early, too.
    [[nodiscard]] bool try_lock_for(std::chrono::milliseconds timeout);
    template <class Duration> [[nodiscard]] bool try_lock_for(const Duration& timeout)
    {
        return try_lock_for(inMilliseconds(timeout));
    }
    template <class TimePoint> [[nodiscard]] bool try_lock_until(const TimePoint& time)
    {
        // As floating point, because the difference may be too long for any of the two's units.
        using Milliseconds = std::chrono::duration<double, std::milli>;
        return try_lock_for(Milliseconds(time.time_since_epoch())
            - Milliseconds(TimePoint::clock::now().time_since_epoch()));
    }
    /// Calls release() and ignores its result: unlocking a lost lock, or none, is not an error.
    void unlock() noexcept;

    // NOLINTEND(readability-identifier-naming)

private:
    using Held = std::shared_ptr<Lease>;

    [[nodiscard]] ThreadIdentity slot() const noexcept;
    /// This thread's lease, possibly lost; nullptr if there is none.
    [[nodiscard]] Held held() const;
    [[nodiscard]] Held takeHeld();
    /// `wait`: unset waits for ever, 0 makes one try.
    [[nodiscard]] Result<bool> acquireWithin(
        std::optional<std::chrono::milliseconds> wait, std::chrono::milliseconds sleep);

    LockClient& m_client;
    const Resource m_resource;
    const LockMutexOptions m_options;
    mutable Mutex m_mutex;
    std::map<ThreadIdentity, Held> m_held LK_GUARDED_BY(m_mutex); ///< values are never null
};

} // namespace lockkeeper::lock
