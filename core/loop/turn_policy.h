// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

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

} // namespace lockkeeper
