// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/world.h"

#include <algorithm>

namespace lockkeeper::simulation {

/// A machine's clock: it has its own start value, and runs a little faster or slower than true
/// time.
class LocalClock {
public:
    LocalClock(TrueTime start, std::int64_t partsPerMillionFast)
        : m_start(start)
        , m_partsPerMillionFast(partsPerMillionFast)
    { }
    /// A random clock. Its rate deviates from the true one by `mostPartsPerMillion` at most.
    [[nodiscard]] static LocalClock ofMachine(Random& random, std::int64_t mostPartsPerMillion)
    {
        return {random.between(std::chrono::hours(1), std::chrono::hours(2)),
            random.between(-mostPartsPerMillion, mostPartsPerMillion)};
    }

    /// The same clock with another rate.
    [[nodiscard]] LocalClock withRate(std::int64_t partsPerMillionFast) const
    {
        return {m_start, partsPerMillionFast};
    }

    /// What the clock shows at `time`.
    [[nodiscard]] std::chrono::nanoseconds at(TrueTime time) const noexcept
    {
        return m_start + time + time * m_partsPerMillionFast / 1'000'000;
    }
    /// The first true time at which the clock shows `local`.
    [[nodiscard]] TrueTime when(std::chrono::nanoseconds local) const noexcept
    {
        const std::chrono::nanoseconds shown = local - m_start;
        TrueTime time = shown - shown * m_partsPerMillionFast / 1'000'000;
        while (at(time) < local)
            time += std::max<TrueTime>(TrueTime(1), (local - at(time)) / 2);
        return time;
    }

private:
    TrueTime m_start;
    std::int64_t m_partsPerMillionFast;
};

} // namespace lockkeeper::simulation
