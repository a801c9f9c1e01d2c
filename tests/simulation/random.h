// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>

namespace lockkeeper::simulation {

/// A stream of random numbers (SplitMix64). Each actor of a run has a stream of its own, made of
/// the run's seed, so that a run without one fault differs from the run with it only by what
/// follows from the fault.
class Random {
public:
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
        : m_state(mix(seed + kStep) ^ mix(mix(stream)))
    { }

    [[nodiscard]] std::uint64_t number() noexcept { return mix(m_state += kStep); }
    /// A number from `least` to `most`, both included. Slightly uneven for very large ranges.
    [[nodiscard]] std::int64_t between(std::int64_t least, std::int64_t most) noexcept
    {
        const auto count = static_cast<std::uint64_t>(most - least) + 1;
        const std::uint64_t chosen
            = count <= kSmall ? ((number() >> 32U) * count) >> 32U : number() % count;
        return least + static_cast<std::int64_t>(chosen);
    }
    [[nodiscard]] std::chrono::nanoseconds between(
        std::chrono::nanoseconds least, std::chrono::nanoseconds most) noexcept
    {
        return std::chrono::nanoseconds(between(least.count(), most.count()));
    }
    [[nodiscard]] std::size_t index(std::size_t size) noexcept
    {
        return static_cast<std::size_t>(between(0, static_cast<std::int64_t>(size) - 1));
    }
    [[nodiscard]] bool isOneIn(std::int64_t count) noexcept { return between(1, count) == 1; }

private:
    static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
    static constexpr std::uint64_t kSmall = std::uint64_t{1} << 32U;

    static constexpr std::uint64_t mix(std::uint64_t z) noexcept
    {
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
        return z ^ (z >> 31U);
    }

    std::uint64_t m_state;
};

} // namespace lockkeeper::simulation
