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

/// Decides what the driver of a loop does in its next turn: read replies, or start queued tasks.
/// Replies go first: their handlers often issue more commands, and all of them then share one write
/// per master. Bounded, so that queued tasks are not starved.
class TurnPolicy {
public:
    /// Reads that may go before queued tasks.
    static constexpr unsigned kMostReads = 64;
    /// One yield counts as this many reads: the scheduler may not return for a whole time slice.
    static constexpr unsigned kYieldCounts = 16;

    /// Something was queued.
    void noteQueued() noexcept { m_isQueueDue = true; }
    /// Otherwise there is nothing to do but to wait for events.
    [[nodiscard]] bool isQueueDue() const noexcept { return m_isQueueDue; }
    /// A look for replies goes first.
    [[nodiscard]] bool isReadFirst() const noexcept { return m_reads < kMostReads; }
    /// That look found something.
    void noteRead() noexcept
    {
        ++m_reads;
        m_hasYielded = false;
    }
    /// True if the driver should yield the processor now; once per pause between reads. If several
    /// callers started together the last time, more are about to: those that were woken along with
    /// the first one. One write per master for all of them saves more than the yield costs.
    [[nodiscard]] bool takeYield() noexcept
    {
        if (m_lastCallers <= 1 || !isReadFirst() || m_hasYielded)
            return false;
        m_hasYielded = true;
        m_reads += kYieldCounts;
        return true;
    }
    /// The queued tasks start now. `callers` of them have a thread that waits for the result.
    void noteBegun(std::size_t callers) noexcept { *this = TurnPolicy(callers); }

    TurnPolicy() = default;

private:
    explicit TurnPolicy(std::size_t callers) noexcept
        : m_lastCallers(callers)
    { }

    std::size_t m_lastCallers = 0; ///< that were begun together
    unsigned m_reads = 0; ///< since something is due
    bool m_isQueueDue = false;
    bool m_hasYielded = false; ///< since something was read last
};

/// Sleeping threads, any number of which one system call wakes (futex(2)). With a semaphore per
/// thread, each wake-up would cost a call, and the first thread woken could preempt the thread that
/// still has to wake others. Thread-safe.
class Sleepers {
public:
    /// A bit for one thread, or for several that may be woken together.
    using Bits = std::uint32_t;
    using Ticket = std::uint32_t;

    /// Take the ticket before checking whether to sleep.
    [[nodiscard]] Ticket ticket() const noexcept { return m_wakes; }
    /// Blocks until wake() is called for this bit. Returns at once if wake() was called for any bit
    /// since the ticket was taken. May wake up spuriously: sleep in a loop.
    void sleep(Ticket ticket, Bits bit) noexcept;
    /// Wakes all threads with one of these bits. Does not block.
    void wake(Bits bits) noexcept;

private:
    std::atomic<std::uint32_t> m_wakes{0};
    static_assert(decltype(m_wakes)::is_always_lock_free && sizeof m_wakes == sizeof(Ticket));
};

/// A thread that waits for a result from the loop. Only the driver thread changes its state.
struct Waiter {
    enum class State { Waiting, Driving, Done };
    std::atomic<State> state{State::Waiting};
    Sleepers::Bits bit = 1; ///< to wake it by
};

/// Which thread drives an event loop: the driver thread. A thread that waits for a result drives
/// the loop itself, because to hand the work to another thread costs more than the work. With many
/// waiting threads the background thread drives for all of them. When nobody waits, the background
/// thread drives.
///
/// Decides only: it neither blocks, nor wakes, nor reads a clock. Not thread-safe: the loop's mutex
/// guards it.
class DriverPolicy {
public:
    /// How long the background thread leaves the loop alone after a waiting thread has driven it.
    /// The next waiting thread then finds the loop free, and the background thread need not wake up
    /// often. Replies and the connections' own timers wait for up to this long; schedule() and
    /// posted tasks do not.
    static constexpr std::chrono::milliseconds kNap{20};
    /// With this many waiting threads the background thread drives: to hand the loop from one
    /// waiting thread to the next costs a wake-up and cold caches each time.
    static constexpr std::size_t kCrowd = 6;
    /// For how many more joins the background thread drives once there are fewer.
    static constexpr unsigned kCrowdLasts = 64;

    /// The caller becomes the driver, if there is none.
    [[nodiscard]] bool tryDrive(Waiter& caller) noexcept;
    /// Adds a waiter while another thread drives; it may become the driver later. Sets its bit.
    void join(const std::shared_ptr<Waiter>& caller);
    /// How many waiters were added since the last call of this function.
    [[nodiscard]] std::size_t takeJoined() noexcept;

    /// What the background thread does next.
    enum class Background {
        Drive, ///< it is the driver from now on; ends with leave()
        Nap, ///< it waits until napEnd(), or until it is woken
        Sleep ///< it waits until it is woken
    };
    /// `hasQueued`: tasks of other threads wait to be run. `nextTimer`: when the first timer is
    /// due, as leave() was told last.
    [[nodiscard]] Background nextInBackground(bool hasQueued, SteadyTime now) noexcept;
    [[nodiscard]] SteadyTime napEnd() const noexcept { return m_napEnd; }
    /// The background thread's nap or sleep is over.
    void backgroundIsAwake() noexcept;
    /// The background thread has to make way for threads that wait.
    [[nodiscard]] bool isBackgroundUnwanted() const noexcept { return m_crowdLeft == 0; }

    /// Whom to wake when the driver has stopped driving.
    struct Next {
        std::shared_ptr<Waiter> driver{}; ///< drives from now on; null: no waiting thread does
        bool isBackground = false; ///< the background thread has to look
    };
    /// The driver, a thread that waited, drives no more. `hasDriven`: something was run.
    [[nodiscard]] Next leave(bool hasDriven, bool hasQueued, SteadyTime nextTimer);
    /// The same for the background thread.
    [[nodiscard]] Next backgroundLeaves(bool hasQueued, SteadyTime nextTimer);
    /// The loop is stopped: the background thread is not to drive any more.
    void stop() noexcept { m_isStopped = true; }

    [[nodiscard]] bool isDriven() const noexcept { return m_isDriven; }

private:
    /// Waiters that do not drive, in order of arrival; some of them may be done.
    std::vector<std::shared_ptr<Waiter>> m_waiting;
    Sleepers::Bits m_lastBit = 1;
    std::size_t m_joined = 0;
    bool m_isStopped = false;
    bool m_isDriven = false;
    bool m_isHandedOver = false; ///< the background thread has to drive now
    unsigned m_crowdLeft = 0; ///< joins for which the background thread drives for all
    bool m_isBackgroundAsleep = false;
    SteadyTime m_napEnd = SteadyTime::min(); ///< min: no nap
    SteadyTime m_nextTimer = SteadyTime::max(); ///< when the last driver stopped
    std::uint64_t m_drives = 0; ///< by threads that waited
    std::uint64_t m_drivesSeen = 0; ///< by the background thread
};

} // namespace lockkeeper
