// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <random>

namespace lockkeeper::simulation {

/// The only source of random numbers of a run, so that a seed reproduces the run.
class Random {
public:
    explicit Random(std::uint64_t seed)
        : m_engine(seed)
    { }

    [[nodiscard]] std::uint64_t number() { return m_engine(); }
    /// A number from `least` to `most`, both included.
    [[nodiscard]] std::int64_t between(std::int64_t least, std::int64_t most)
    {
        return least
            + static_cast<std::int64_t>(number() % static_cast<std::uint64_t>(most - least + 1));
    }
    [[nodiscard]] std::chrono::nanoseconds between(
        std::chrono::nanoseconds least, std::chrono::nanoseconds most)
    {
        return std::chrono::nanoseconds(between(least.count(), most.count()));
    }
    [[nodiscard]] bool isOneIn(std::int64_t count) { return between(1, count) == 1; }

private:
    std::mt19937_64 m_engine;
};

} // namespace lockkeeper::simulation
