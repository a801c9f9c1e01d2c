// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "core/lock/lock_client.h"
#include "core/loop/mutex.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

namespace lockkeeper::lock {

/// Fields are those of AcquireOptions, unless noted.
struct LockMutexOptions {
    Ttl ttl; ///< Ttl::none(): never expires, only with redisPy()
    /// As AcquireOptions::retryDelay.
    std::chrono::milliseconds sleep{100};
    bool isBlocking = true; ///< whether acquire() waits
    /// How long acquire() and lock() wait; not negative. Unset: for ever.
    std::optional<std::chrono::milliseconds> blockingTimeout{};
    /// False: all threads share the latest token: one may take the lock, another release it.
    bool isPerThread = true;
    bool isRenewed = true; ///< redis-py does not renew
    SchemeRef scheme = redlock();
    std::chrono::milliseconds maxHold = std::chrono::hours(24);
    std::optional<std::chrono::milliseconds> timeout{};
    double driftFactor = 0.01;
    bool isFenced = false;
    /// Holds of a shared token do not count.
    OnDeadlock onDeadlock = OnDeadlock::Wait;
};

/// A lock that is taken repeatedly under one name, like redis-py's Lock. TimedLockable, as for
/// std::scoped_lock. Not reentrant. Unlike a std::mutex it can be lost: long work must watch
/// lost().
///
/// - Blocks for one command timeout, waiting calls longer; isHeld(), lost() and fencingToken() do
///   not. On the loop's thread calls fail; release() does not wait there.
/// - In a child made by fork() nothing is held and all calls fail.
/// - Thread: any. `client` must outlive it.
/// - The destructor releases everything, also for ended threads.
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
    /// True: this thread holds the lock. False: another kept it for the whole wait. Errors:
    /// NoQuorum after retries; Deadlock: release what this thread holds; InvalidArgument if it
    /// would wait for itself; else as LockClient::acquire().
    [[nodiscard]] Result<bool> acquire();
    [[nodiscard]] Result<bool> acquire(const Asked& asked);

    /// Frees the lock; this thread then holds nothing, whatever the result. Errors: InvalidArgument
    /// if it held nothing; LeaseLost if too few masters stored its token; NoQuorum. Masters without
    /// an answer get the release later.
    Result<void> release();

    enum class Extend {
        Add, ///< to the remaining time
        Replace, ///< the remaining time
    };
    /// As Lease::extendBy() and Lease::extend(). InvalidArgument if nothing is held, or without a
    /// TTL.
    [[nodiscard]] Result<void> extend(std::chrono::milliseconds by, Extend how = Extend::Add);
    /// To the options' TTL, like redis-py's reacquire(). May move the deadline back.
    [[nodiscard]] Result<void> reset();

    /// Somebody holds it. Errors as LockClient::holder().
    [[nodiscard]] Result<bool> isLocked();
    /// A quorum stores this thread's token. Unsupported for redisson().
    [[nodiscard]] Result<bool> isOwned();
    /// These three: as in Lease.
    [[nodiscard]] bool isHeld() const;
    [[nodiscard]] std::stop_token lost() const;
    [[nodiscard]] std::optional<FencingToken> fencingToken() const;

    // The standard's names.
    // NOLINTBEGIN(readability-identifier-naming)

    /// Blocks until this thread holds the lock. Throws std::system_error:
    /// resource_deadlock_would_occur if it holds it already, or for a deadlock; timed_out after
    /// blockingTimeout; resource_unavailable_try_again if the system fails; else invalid_argument.
    void lock();
    /// One try. False for any failure; acquire() tells the reason.
    [[nodiscard]] bool try_lock();
    /// A deadlock ends the wait early (onDeadlock).
    [[nodiscard]] bool try_lock_for(std::chrono::milliseconds timeout);
    template <class Duration> [[nodiscard]] bool try_lock_for(const Duration& timeout)
    {
        return try_lock_for(inMilliseconds(timeout));
    }
    template <class TimePoint> [[nodiscard]] bool try_lock_until(const TimePoint& time)
    {
        // Floating point: the difference may be too long for either unit.
        using Milliseconds = std::chrono::duration<double, std::milli>;
        return try_lock_for(Milliseconds(time.time_since_epoch())
            - Milliseconds(TimePoint::clock::now().time_since_epoch()));
    }
    /// As release(), but a lost lock, or none, is no error.
    void unlock() noexcept;

    // NOLINTEND(readability-identifier-naming)

private:
    using Held = std::shared_ptr<Lease>;

    [[nodiscard]] ThreadIdentity slot() const noexcept;
    /// Possibly lost; nullptr: none.
    [[nodiscard]] Held held() const;
    [[nodiscard]] Held takeHeld();
    /// `wait`: unset waits for ever, 0 makes one try.
    [[nodiscard]] Result<bool> acquireWithin(
        std::optional<std::chrono::milliseconds> wait, std::chrono::milliseconds sleep);

    LockClient& m_client;
    const Resource m_resource;
    const LockMutexOptions m_options;
    mutable Mutex m_mutex;
    std::map<ThreadIdentity, Held> m_held LK_GUARDED_BY(m_mutex); ///< never null
};

} // namespace lockkeeper::lock
