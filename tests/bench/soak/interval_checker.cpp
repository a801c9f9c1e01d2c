// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/interval_checker.h"

#include <algorithm>

namespace lockkeeper::bench {
namespace {

constexpr std::size_t kFirstFew = 5;

void keep(std::vector<Conflict>& firstFew, const Conflict& conflict)
{
    if (firstFew.size() < kFirstFew)
        firstFew.push_back(conflict);
}

} // namespace

void IntervalChecker::add(const Interval& interval)
{
    ++m_intervals;
    m_resources.at(interval.resource).waiting.push_back(interval);
}

void IntervalChecker::judgeBefore(SteadyTime time)
{
    std::vector<SteadyTime> starts;
    for (PerResource& resource : m_resources) {
        std::vector<Interval>& waiting = resource.waiting;
        const auto later = std::partition(waiting.begin(), waiting.end(),
            [time](const Interval& interval) { return interval.start < time; });
        std::sort(waiting.begin(), later,
            [](const Interval& a, const Interval& b) { return a.start < b.start; });
        for (auto interval = waiting.begin(); interval != later; ++interval) {
            starts.push_back(interval->start);
            if (interval->isClaim())
                judge(resource, *interval);
        }
        waiting.erase(waiting.begin(), later);
    }
    judgeGaps(std::move(starts));
}

void IntervalChecker::judge(PerResource& resource, const Interval& interval)
{
    // Intervals are judged in the order of their starts. One that overlaps any earlier interval
    // also overlaps the earlier interval that ends last.
    if (resource.lastToEnd && interval.start < resource.lastToEnd->end) {
        ++m_overlaps;
        keep(m_firstOverlaps, {*resource.lastToEnd, interval});
    }
    if (!resource.lastToEnd || resource.lastToEnd->end < interval.end)
        resource.lastToEnd = interval;

    if (interval.fence == 0)
        return;
    if (resource.largestFence && interval.fence <= resource.largestFence->fence) {
        ++m_fenceFaults;
        keep(m_firstFenceFaults, {*resource.largestFence, interval});
    } else {
        resource.largestFence = interval;
    }
}

void IntervalChecker::judgeGaps(std::vector<SteadyTime> starts)
{
    std::ranges::sort(starts);
    for (const SteadyTime start : starts) {
        if (m_lastStart)
            m_longestGap = std::max(m_longestGap, start - *m_lastStart);
        m_lastStart = start;
    }
}

} // namespace lockkeeper::bench
