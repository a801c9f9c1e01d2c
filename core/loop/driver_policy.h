// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/scheduler.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lockkeeper {

/// Whether a driver reads replies or starts queued tasks next. Replies first, up to a bound: their
/// handlers' commands then share one write per master.
class TurnPolicy {
public:
    static constexpr unsigned kMostReads = 64;
    /// One may last a whole time slice.
    static constexpr unsigned kYieldCounts = 16;

    void noteQueued() noexcept { m_isQueueDue = true; }
    [[nodiscard]] bool isQueueDue() const noexcept { return m_isQueueDue; }
    [[nodiscard]] bool isReadFirst() const noexcept { return m_reads < kMostReads; }
    void noteRead() noexcept
    {
        ++m_reads;
        m_hasYielded = false;
    }
    /// True: yield now; once per pause between reads. If callers started together last time, more
    /// will come: one write for all saves more than the yield costs.
    [[nodiscard]] bool takeYield() noexcept
    {
        if (m_lastCallers <= 1 || !isReadFirst() || m_hasYielded)
            return false;
        m_hasYielded = true;
        m_reads += kYieldCounts;
        return true;
    }
    /// `callers`: queued tasks that a thread waits for.
    void noteBegun(std::size_t callers) noexcept { *this = TurnPolicy(callers); }

    TurnPolicy() = default;

private:
    explicit TurnPolicy(std::size_t callers) noexcept
        : m_lastCallers(callers)
    { }

    std::size_t m_lastCallers = 0;
    unsigned m_reads = 0;
    bool m_isQueueDue = false;
    bool m_hasYielded = false;
};

/// Threads that one system call wakes (futex(2)): a semaphore's first woken thread could preempt
/// the waking one. Thread-safe.
class Sleepers {
public:
    using Bits = std::uint32_t;
    using Ticket = std::uint32_t;

    /// Take it before checking whether to sleep.
    [[nodiscard]] Ticket ticket() const noexcept { return m_wakes; }
    /// Until wake() for this bit, or any since the ticket. May wake spuriously.
    void sleep(Ticket ticket, Bits bit) noexcept;
    void wake(Bits bits) noexcept;

private:
    std::atomic<std::uint32_t> m_wakes{0};
    static_assert(decltype(m_wakes)::is_always_lock_free && sizeof m_wakes == sizeof(Ticket));
};

/// A waiting thread. Only the driver changes its state.
struct Waiter {
    enum class State { Waiting, Driving, Done };
    std::atomic<State> state{State::Waiting};
    Sleepers::Bits bit = 1;
};

/// Chooses an event loop's driver thread: a waiting thread, as a handover costs more than the work;
/// the background thread for a crowd, or if nobody waits. Guarded by the loop's mutex.
class DriverPolicy {
public:
    /// The background thread naps after a waiter drove, so the next one finds the loop free. Delays
    /// replies and connection timers, not schedule() and posted tasks.
    static constexpr std::chrono::milliseconds kNap{20};
    /// From this many waiters on, the background thread drives: each handover costs a wake-up and
    /// cold caches.
    static constexpr std::size_t kCrowd = 6;
    /// After a crowd, it drives for this many joins.
    static constexpr unsigned kCrowdLasts = 64;

    [[nodiscard]] bool tryDrive(Waiter& caller) noexcept;
    void join(const std::shared_ptr<Waiter>& caller);
    [[nodiscard]] std::size_t takeJoined() noexcept;

    enum class Background {
        Drive, ///< until backgroundLeaves()
        Nap, ///< until napEnd() or woken
        Sleep ///< until woken
    };
    [[nodiscard]] Background nextInBackground(bool hasQueued, SteadyTime now) noexcept;
    [[nodiscard]] SteadyTime napEnd() const noexcept { return m_napEnd; }
    void backgroundIsAwake() noexcept;
    [[nodiscard]] bool isBackgroundUnwanted() const noexcept { return m_crowdLeft == 0; }

    struct Next {
        std::shared_ptr<Waiter> driver{}; ///< may be null
        bool isBackground = false; ///< the background thread must look
    };
    [[nodiscard]] Next leave(bool hasDriven, bool hasQueued, SteadyTime nextTimer);
    [[nodiscard]] Next backgroundLeaves(bool hasQueued, SteadyTime nextTimer);
    void stop() noexcept { m_isStopped = true; }

    [[nodiscard]] bool isDriven() const noexcept { return m_isDriven; }

private:
    /// In order of arrival, without the driver; some may be done.
    std::vector<std::shared_ptr<Waiter>> m_waiting;
    Sleepers::Bits m_lastBit = 1;
    std::size_t m_joined = 0;
    bool m_isStopped = false;
    bool m_isDriven = false;
    bool m_isHandedOver = false;
    unsigned m_crowdLeft = 0; ///< joins left for which the background thread drives
    bool m_isBackgroundAsleep = false;
    SteadyTime m_napEnd = SteadyTime::min(); ///< min: no nap
    SteadyTime m_nextTimer = SteadyTime::max();
    std::uint64_t m_drives = 0;
    std::uint64_t m_drivesSeen = 0; ///< by the background thread
};

} // namespace lockkeeper
