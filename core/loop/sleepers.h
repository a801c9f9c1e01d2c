// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace lockkeeper {

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

} // namespace lockkeeper
