// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/soak/interval.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lockkeeper::bench {

/// Two intervals of one resource that contradict each other: they overlap, or the later one's
/// fencing token is not larger.
struct Conflict {
    Interval earlier;
    Interval later;
};

/// Checks whether a resource ever had two holders at the same time. Intervals may be added in any
/// order. Only those that can't be judged yet are kept in memory. Not thread-safe.
class IntervalChecker {
public:
    explicit IntervalChecker(std::size_t resources)
        : m_resources(resources)
    { }

    void add(const Interval& interval);
    /// Judges all intervals that started before `time`. Later calls of add() must not add intervals
    /// that started before it.
    void judgeBefore(SteadyTime time);

    [[nodiscard]] std::size_t intervals() const noexcept { return m_intervals; }
    /// The number of intervals that started while another one lasted.
    [[nodiscard]] std::size_t overlaps() const noexcept { return m_overlaps; }
    /// The first few overlaps.
    [[nodiscard]] const std::vector<Conflict>& firstOverlaps() const noexcept
    {
        return m_firstOverlaps;
    }
    /// The number of fencing tokens that were not larger than an earlier one's.
    [[nodiscard]] std::size_t fenceFaults() const noexcept { return m_fenceFaults; }
    /// The first few of them.
    [[nodiscard]] const std::vector<Conflict>& firstFenceFaults() const noexcept
    {
        return m_firstFenceFaults;
    }
    /// The longest time between two judged starts, of any resources.
    [[nodiscard]] SteadyTime::duration longestGap() const noexcept { return m_longestGap; }

private:
    struct PerResource {
        std::vector<Interval> waiting;
        std::optional<Interval> lastToEnd; ///< the judged interval with the latest end
        std::optional<Interval> largestFence; ///< the judged interval with the largest token
    };

    void judge(PerResource& resource, const Interval& interval);
    void judgeGaps(std::vector<SteadyTime> starts);

    std::vector<PerResource> m_resources;
    std::size_t m_intervals = 0;
    std::size_t m_overlaps = 0;
    std::size_t m_fenceFaults = 0;
    std::vector<Conflict> m_firstOverlaps;
    std::vector<Conflict> m_firstFenceFaults;
    std::optional<SteadyTime> m_lastStart;
    SteadyTime::duration m_longestGap{};
};

} // namespace lockkeeper::bench
