// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/soak/interval.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lockkeeper::bench {

/// Two that contradict each other: both claimed the resource at a time, or the later one has no
/// larger fencing token.
struct Conflict {
    Interval earlier;
    Interval later;
};

/// Finds out whether a resource ever had two holders at a time. Intervals may be added in any order
/// and while more are on their way; only those that can't be judged yet are kept.
class IntervalChecker {
public:
    explicit IntervalChecker(std::size_t resources)
        : m_resources(resources)
    { }

    void add(const Interval& interval);
    /// Judges those that began before `time`. None that is added later may have begun before it.
    void judgeBefore(SteadyTime time);

    [[nodiscard]] std::size_t intervals() const noexcept { return m_intervals; }
    /// Intervals that began while another one lasted, and the first few of them.
    [[nodiscard]] std::size_t overlaps() const noexcept { return m_overlaps; }
    [[nodiscard]] const std::vector<Conflict>& firstOverlaps() const noexcept
    {
        return m_firstOverlaps;
    }
    /// Fencing tokens that were no larger than that of an earlier holder, and the first few.
    [[nodiscard]] std::size_t fenceFaults() const noexcept { return m_fenceFaults; }
    [[nodiscard]] const std::vector<Conflict>& firstFenceFaults() const noexcept
    {
        return m_firstFenceFaults;
    }
    /// The longest time in which nobody acquired anything, between the first and the last judged.
    [[nodiscard]] SteadyTime::duration longestGap() const noexcept { return m_longestGap; }

private:
    struct PerResource {
        std::vector<Interval> waiting;
        std::optional<Interval> lastToEnd; ///< of those judged
        std::optional<Interval> largestFence; ///< of those judged
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
