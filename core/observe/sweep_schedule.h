// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/board/board.h"
#include "core/observe/reading/master_sweep.h"

#include <algorithm>

namespace lockkeeper::observe {

class SweepSchedule {
public:
    /// `interval`: minimum time between sweeps that nobody requested.
    explicit SweepSchedule(std::chrono::milliseconds interval)
        : m_interval(interval)
    { }

    /// A sweep is due at once, or after the present one.
    void request() noexcept { m_next = SteadyTime{}; }
    void start(SteadyTime now) noexcept
    {
        m_start = now;
        m_next = SteadyTime::max();
    }
    /// After the pause of docs/observation.md, "What it costs", and `pause`. Keeps an earlier
    /// request.
    void repeat(SteadyTime now, SteadyTime::duration pause = {}) noexcept
    {
        m_next = std::min(m_next, std::max(m_start + period(now), now + pause));
    }

    void noteSwept(std::size_t keys, std::size_t scans) noexcept
    {
        noteKept(keys);
        m_sweptScans = scans;
    }
    void noteKept(std::size_t keys) noexcept { m_sweptKeys = keys; }
    /// The board has grown so much that only a sweep can check its keys.
    [[nodiscard]] bool isOutgrown(std::size_t keys) const noexcept
    {
        constexpr std::size_t kMore = 100'000;
        return keys > 2 * m_sweptKeys + kMore;
    }
    /// The comparison of names (half as many per reply) may be endless: a sweep must check.
    [[nodiscard]] bool isOverdue(std::size_t scans) const noexcept
    {
        constexpr std::size_t kMore = 100;
        return scans > 4 * m_sweptScans + kMore;
    }

    [[nodiscard]] SteadyTime startedAt() const noexcept { return m_start; }
    [[nodiscard]] SteadyTime::duration period(SteadyTime now) const
    {
        const auto took = now - m_start;
        return std::max<SteadyTime::duration>(m_interval, 4 * took) + took;
    }

    [[nodiscard]] bool isDue(SteadyTime now) const noexcept { return m_next <= now; }
    [[nodiscard]] bool isPlanned() const noexcept { return m_next != SteadyTime::max(); }

private:
    std::chrono::milliseconds m_interval;
    SteadyTime m_next{};
    SteadyTime m_start{};
    std::size_t m_sweptKeys = 0;
    std::size_t m_sweptScans = 0;
};

/// Which keys a sweep reads: all, unknown ones, or all but most non-locks.
class SweepFilter {
public:
    SweepFilter(Board& board, std::size_t master)
        : m_board(board)
        , m_master(master)
    { }

    void wantAll() noexcept { m_wanted = Wanted::All; }
    void wantNames() noexcept { m_wanted = m_wanted == Wanted::All ? Wanted::All : Wanted::Names; }

    /// `isKnown`: all keys were read; refused ones are tried again.
    [[nodiscard]] MasterSweep::IsWanted next(bool isKnown);

private:
    enum class Wanted { All, Names, Locks };

    Board& m_board;
    std::size_t m_master;
    Wanted m_wanted = Wanted::All;
    std::uint64_t m_round = 0; ///< each sweep reads some other keys
};

} // namespace lockkeeper::observe
