// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/never_destroyed.h"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace lockkeeper {

/// Steady, and counts while the machine is suspended (CLOCK_BOOTTIME): leases end meanwhile. Not
/// comparable with std::chrono::steady_clock. now() makes no system call.
struct BootClock {
    // NOLINTBEGIN(readability-identifier-naming): as the clocks of std::chrono.
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<BootClock>;
    static constexpr bool is_steady = true;
    // NOLINTEND(readability-identifier-naming)

    [[nodiscard]] static time_point now() noexcept
    {
        timespec time{};
        ::clock_gettime(CLOCK_BOOTTIME, &time);
        return time_point(
            std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
    }
};

using SteadyTime = BootClock::time_point;
using WallTime = std::chrono::system_clock::time_point;

/// At most a year: more could overflow.
[[nodiscard]] constexpr SteadyTime deadlineAfter(
    SteadyTime now, std::chrono::milliseconds timeout) noexcept
{
    constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24 * 365);
    return now + std::min(timeout, kLongest);
}

/// Tests replace it. Safety decisions use now() only; wallNow() is for display, tokens, and others'
/// times. Thread: any.
class Clock {
public:
    Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
    virtual ~Clock() = default;

    [[nodiscard]] virtual SteadyTime now() const noexcept = 0;
    [[nodiscard]] virtual WallTime wallNow() const noexcept = 0;
};

class SystemClock final : public Clock {
public:
    [[nodiscard]] SteadyTime now() const noexcept override { return BootClock::now(); }
    [[nodiscard]] WallTime wallNow() const noexcept override
    {
        return std::chrono::system_clock::now();
    }
};

/// Another clock's moment.
class StoppedClock final : public Clock {
public:
    explicit StoppedClock(const Clock& clock)
        : m_now(clock.now())
        , m_wallNow(clock.wallNow())
    { }
    [[nodiscard]] SteadyTime now() const noexcept override { return m_now; }
    [[nodiscard]] WallTime wallNow() const noexcept override { return m_wallNow; }

private:
    SteadyTime m_now;
    WallTime m_wallNow;
};

/// Never destroyed.
[[nodiscard]] inline const Clock& systemClock() noexcept
{
    static const NeverDestroyed<SystemClock> clock;
    return *clock;
}

[[nodiscard]] inline std::chrono::milliseconds sinceEpoch(WallTime t) noexcept
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(t.time_since_epoch());
}

} // namespace lockkeeper
