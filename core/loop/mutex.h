// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <atomic>
#include <compare>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#if defined(__clang__)
#define LK_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define LK_THREAD_ATTRIBUTE(x)
#endif
#define LK_GUARDED_BY(mutex) LK_THREAD_ATTRIBUTE(guarded_by(mutex))
#define LK_REQUIRES(mutex) LK_THREAD_ATTRIBUTE(requires_capability(mutex))

namespace lockkeeper {

/// A std::mutex for clang's thread-safety analysis.
class LK_THREAD_ATTRIBUTE(capability("mutex")) Mutex {
public:
    void lock() LK_THREAD_ATTRIBUTE(acquire_capability()) { m_mutex.lock(); }
    void unlock() LK_THREAD_ATTRIBUTE(release_capability()) { m_mutex.unlock(); }

private:
    friend class Condition;
    std::mutex m_mutex;
};

/// Can also unlock early and lock again.
class LK_THREAD_ATTRIBUTE(scoped_lockable) MutexLock {
public:
    explicit MutexLock(Mutex& mutex) LK_THREAD_ATTRIBUTE(acquire_capability(mutex))
        : m_mutex(mutex)
    {
        m_mutex.lock();
    }
    ~MutexLock() LK_THREAD_ATTRIBUTE(release_capability())
    {
        if (m_isLocked)
            m_mutex.unlock();
    }
    MutexLock(const MutexLock&) = delete;
    MutexLock& operator=(const MutexLock&) = delete;

    void unlock() LK_THREAD_ATTRIBUTE(release_capability())
    {
        m_isLocked = false;
        m_mutex.unlock();
    }
    void lock() LK_THREAD_ATTRIBUTE(acquire_capability())
    {
        m_mutex.lock();
        m_isLocked = true;
    }

private:
    Mutex& m_mutex;
    bool m_isLocked = true;
};

/// A std::condition_variable for Mutex. May wake spuriously.
class Condition {
public:
    void wait(Mutex& mutex) LK_REQUIRES(mutex)
    {
        std::unique_lock lock(mutex.m_mutex, std::adopt_lock);
        m_condition.wait(lock);
        lock.release();
    }
    void waitUntil(Mutex& mutex, SteadyTime end) LK_REQUIRES(mutex)
    {
        std::unique_lock lock(mutex.m_mutex, std::adopt_lock);
        m_condition.wait_until(lock, end);
        lock.release();
    }
    void notify() noexcept { m_condition.notify_one(); }

private:
    std::condition_variable m_condition;
};

/// Never reused, unlike std::thread::id: an ended thread's lock must not pass to another.
class ThreadIdentity {
public:
    constexpr ThreadIdentity() noexcept = default;

    [[nodiscard]] static ThreadIdentity current() noexcept
    {
        static std::atomic<std::uint64_t> last{0};
        thread_local const std::uint64_t own = ++last;
        return ThreadIdentity(own);
    }
    friend auto operator<=>(const ThreadIdentity&, const ThreadIdentity&) = default;

private:
    explicit constexpr ThreadIdentity(std::uint64_t value) noexcept
        : m_value(value)
    { }
    std::uint64_t m_value = 0;
};

} // namespace lockkeeper
