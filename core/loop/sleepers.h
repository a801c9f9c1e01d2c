// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace lockkeeper {

/// Threads that sleep, of which one system call wakes any number (futex(2)). With a semaphore for
/// each it takes a call for each, and whom the first call wakes may take the processor from the
/// thread that has others to wake. Thread-safe.
class Sleepers {
public:
    /// A bit for one thread, or for several that do not mind to be woken together.
    using Bits = std::uint32_t;
    using Ticket = std::uint32_t;

    /// Taken before the sleeper looks whether it has to sleep.
    [[nodiscard]] Ticket ticket() const noexcept { return m_wakes; }
    /// Blocks until wake() is called for this bit, not at all if it was called for anybody since
    /// the ticket was taken. Wakes up for no reason, too: sleep in a loop.
    void sleep(Ticket ticket, Bits bit) noexcept;
    /// Wakes all with one of these bits; does not block.
    void wake(Bits bits) noexcept;

private:
    std::atomic<std::uint32_t> m_wakes{0};
    static_assert(decltype(m_wakes)::is_always_lock_free && sizeof m_wakes == sizeof(Ticket));
};

} // namespace lockkeeper
