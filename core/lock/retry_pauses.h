// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>

namespace lockkeeper::lock {

class RetryPace {
public:
    RetryPace(std::chrono::milliseconds delay, std::chrono::milliseconds jitter)
        : m_delay(std::clamp(delay, std::chrono::milliseconds(1), kLongest))
        , m_jitter(std::clamp(jitter, std::chrono::milliseconds(0), kLongest))
    { }

    [[nodiscard]] std::chrono::milliseconds delay() const noexcept { return m_delay; }
    [[nodiscard]] std::chrono::milliseconds jitter() const noexcept { return m_jitter; }
    [[nodiscard]] bool isQuickerThan(const RetryPace& other) const noexcept
    {
        return m_delay < other.m_delay;
    }

private:
    static constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24 * 365);

    std::chrono::milliseconds m_delay;
    std::chrono::milliseconds m_jitter;
};

/// One waiter's random backoff: in step, contenders could split the masters for ever.
class RetryPauses {
public:
    /// Must outlive this object. Empty: std::random_device.
    explicit RetryPauses(const std::function<std::uint32_t()>& seed)
        : m_seed(seed)
    { }
    explicit RetryPauses(std::function<std::uint32_t()>&& seed) = delete;

    /// At least 1 ms.
    [[nodiscard]] std::chrono::milliseconds usual(const RetryPace& pace)
    {
        using std::chrono::milliseconds;
        std::uniform_int_distribution<milliseconds::rep> pause(
            (pace.delay() - pace.jitter()).count(), (pace.delay() + pace.jitter()).count());
        return std::max(milliseconds(pause(random())), milliseconds(1));
    }

    /// After a split all give up, and the first to retry wins. The limit doubles with each split in
    /// a row, up to the usual delay.
    [[nodiscard]] std::chrono::nanoseconds afterSplit(const RetryPace& pace)
    {
        const auto longest = std::min<std::chrono::nanoseconds>(
            pace.delay(), std::chrono::milliseconds(2) * (1 << std::min(m_splits++, 8)));
        std::uniform_int_distribution<std::chrono::nanoseconds::rep> pause(0, longest.count());
        return std::chrono::nanoseconds(pause(random()));
    }
    void endSplits() noexcept { m_splits = 0; }

private:
    [[nodiscard]] std::minstd_rand& random()
    {
        if (!m_random)
            m_random.emplace(m_seed ? m_seed() : std::random_device{}());
        return *m_random;
    }

    const std::function<std::uint32_t()>& m_seed;
    int m_splits = 0;
    std::optional<std::minstd_rand> m_random;
};

} // namespace lockkeeper::lock
