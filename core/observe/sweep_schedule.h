// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/board/board.h"
#include "core/observe/reading/master_sweep.h"

#include <algorithm>

namespace lockkeeper::observe {

/// When a master is swept next. A value.
class SweepSchedule {
public:
    /// `interval`: the minimum time between two sweeps that nobody requests.
    explicit SweepSchedule(std::chrono::milliseconds interval)
        : m_interval(interval)
    { }

    /// A sweep is due at once. A request during a sweep is kept for the next one.
    void request() noexcept { m_next = SteadyTime{}; }
    /// A sweep starts: it covers all requests so far.
    void start(SteadyTime now) noexcept
    {
        m_start = now;
        m_next = SteadyTime::max();
    }
    /// The sweep has ended and another must follow: after the interval, but not before four times
    /// the time that the sweep took, so that sweeps never take more than a fifth of the master's
    /// time; and not before `pause` is over. An earlier request stays.
    void repeat(SteadyTime now, SteadyTime::duration pause = {}) noexcept
    {
        m_next = std::min(m_next, std::max(m_start + period(now), now + pause));
    }

    /// A sweep has seen everything. `keys`: on the board now; `scans`: its replies to SCAN.
    void noteSwept(std::size_t keys, std::size_t scans) noexcept
    {
        noteKept(keys);
        m_sweptScans = scans;
    }
    /// All keys but these were dropped from the board.
    void noteKept(std::size_t keys) noexcept { m_sweptKeys = keys; }
    /// True if the board has come to so many more keys that it is time to see whether the master
    /// holds them.
    [[nodiscard]] bool isOutgrown(std::size_t keys) const noexcept
    {
        constexpr std::size_t kMore = 100'000;
        return keys > 2 * m_sweptKeys + kMore;
    }
    /// True if a comparison of names, each time with half as many, has come to so many replies that
    /// it is time to see whether it ends.
    [[nodiscard]] bool isOverdue(std::size_t scans) const noexcept
    {
        constexpr std::size_t kMore = 100;
        return scans > 4 * m_sweptScans + kMore;
    }

    /// When the latest sweep started.
    [[nodiscard]] SteadyTime startedAt() const noexcept { return m_start; }
    /// How long the next sweep may take to replace what the latest saw, if that has ended at `now`:
    /// the pause, and the sweep itself.
    [[nodiscard]] SteadyTime::duration period(SteadyTime now) const
    {
        const auto took = now - m_start;
        return std::max<SteadyTime::duration>(m_interval, 4 * took) + took;
    }

    [[nodiscard]] bool isDue(SteadyTime now) const noexcept { return m_next <= now; }
    /// True if a sweep follows, now or later.
    [[nodiscard]] bool isPlanned() const noexcept { return m_next != SteadyTime::max(); }

private:
    std::chrono::milliseconds m_interval;
    SteadyTime m_next{};
    SteadyTime m_start{};
    std::size_t m_sweptKeys = 0;
    std::size_t m_sweptScans = 0;
};

/// Decides which of the keys that a sweep finds are read: all, only those that the board does not
/// know, or all but most of those that are known to be no locks. Not thread-safe.
class SweepFilter {
public:
    /// `master`: its index on the board. `board` must outlive the filter and the sweeps.
    SweepFilter(Board& board, std::size_t master)
        : m_board(board)
        , m_master(master)
    { }

    /// The next sweep reads all keys.
    void wantAll() noexcept { m_wanted = Wanted::All; }
    /// The next sweep reads only keys that the board does not know, unless it is to read all.
    void wantNames() noexcept { m_wanted = m_wanted == Wanted::All ? Wanted::All : Wanted::Names; }

    /// For the sweep that begins. `isKnown`: all keys were read before, and none was refused: those
    /// must be tried again.
    [[nodiscard]] MasterSweep::IsWanted next(bool isKnown);

private:
    enum class Wanted { All, Names, Locks };

    Board& m_board;
    std::size_t m_master;
    Wanted m_wanted = Wanted::All;
    std::uint64_t m_round = 0; ///< counts sweeps: each reads some of the other keys
};

} // namespace lockkeeper::observe
