// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/world.h"

#include <algorithm>

namespace lockkeeper::simulation {

/// A clock that began at another time than the others, and ticks faster or slower.
class LocalClock {
public:
    LocalClock(TrueTime start, std::int64_t partsPerMillionFast)
        : m_start(start)
        , m_partsPerMillionFast(partsPerMillionFast)
    { }
    /// Of a machine: its rate is so far from the true one at most.
    [[nodiscard]] static LocalClock ofMachine(Random& random, std::int64_t mostPartsPerMillion)
    {
        return {random.between(std::chrono::hours(1), std::chrono::hours(2)),
            random.between(-mostPartsPerMillion, mostPartsPerMillion)};
    }

    [[nodiscard]] std::chrono::nanoseconds at(TrueTime time) const noexcept
    {
        return m_start + time + time * m_partsPerMillionFast / 1'000'000;
    }
    /// The first time at which it shows `local`.
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
