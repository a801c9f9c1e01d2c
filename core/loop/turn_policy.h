// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lockkeeper {

/// What the driver of a loop does in its next turn: read replies, or begin what is queued. Replies
/// go first, because who is told of an outcome may begin something in turn, and then all of it goes
/// out in one write per master; but not forever.
class TurnPolicy {
public:
    /// Reads that may go before what is queued.
    static constexpr unsigned kMostReads = 64;
    /// To yield the processor counts as this many reads: it may take long to get it back.
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
    /// True if the driver yields the processor now, once for each time that it found nothing to
    /// read. Where several callers came together the last time, more are about to: those who were
    /// woken along with the first of them. One write per master for all saves more than it costs.
    [[nodiscard]] bool takeYield() noexcept
    {
        if (m_lastCallers <= 1 || !isReadFirst() || m_hasYielded)
            return false;
        m_hasYielded = true;
        m_reads += kYieldCounts;
        return true;
    }
    /// What is queued begins now; `callers` of it wait for a result.
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
