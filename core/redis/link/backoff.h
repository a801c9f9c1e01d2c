// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <random>

namespace lockkeeper::redis {

/// Exponential pauses between attempts to connect, half of each random: clients of one lost master
/// must not reconnect in step.
class Backoff {
public:
    using Pause = std::chrono::milliseconds;

    struct Range {
        Pause shortest;
        Pause longest;
    };
    explicit Backoff(Range range)
        : m_range(range)
        , m_random(std::random_device{}())
    { }

    [[nodiscard]] unsigned failures() const noexcept { return m_failures; }
    [[nodiscard]] Pause next()
    {
        const unsigned doublings = std::min(m_failures++, 9U);
        const Pause doubled = m_range.shortest * (1LL << doublings);
        const Pause ceiling = std::min(m_range.longest, doubled);
        std::uniform_int_distribution<Pause::rep> jitter(0, ceiling.count() / 2);
        return Pause(ceiling.count() / 2 + jitter(m_random));
    }
    void reset() noexcept { m_failures = 0; }

private:
    const Range m_range;
    unsigned m_failures = 0;
    std::minstd_rand m_random;
};

} // namespace lockkeeper::redis
