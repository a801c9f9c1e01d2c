// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/result.h"
#include "core/text/tr_noop.h"

#include <chrono>
#include <compare>
#include <cstdint>

namespace lockkeeper::lock {

/// Longer waits could end beyond the steady clock.
inline constexpr std::chrono::milliseconds kLongestDuration = std::chrono::hours(24 * 365 * 100);

/// Rounds up; clamps to 0 ... kLongestDuration.
template <class Rep, class Period>
[[nodiscard]] constexpr std::chrono::milliseconds inMilliseconds(
    std::chrono::duration<Rep, Period> duration) noexcept
{
    // std::chrono::hours::max() would overflow.
    const std::chrono::duration<double, std::milli> about = duration;
    if (about >= kLongestDuration)
        return kLongestDuration;
    return about.count() > 0 ? std::chrono::ceil<std::chrono::milliseconds>(duration)
                             : std::chrono::milliseconds(0);
}

/// How long masters store a lock: 1 ms to 2^53 ms, or for ever (redisPy() only). The compiler
/// checks constants (`.ttl = 30s`), from() other durations.
class Ttl {
public:
    template <class Rep, class Period>
    // NOLINTNEXTLINE(google-explicit-constructor): for `.ttl = 30s`
    consteval Ttl(std::chrono::duration<Rep, Period> constant)
        : m_value(constant)
    {
        if (m_value.count() <= 0 || m_value.count() > kMax)
            aTtlMustBeFrom1MillisecondTo2Pow53Milliseconds();
    }
    /// InvalidArgument if out of range. Pure.
    [[nodiscard]] static Result<Ttl> from(std::chrono::milliseconds value)
    {
        if (value.count() <= 0)
            return fail(ErrorClass::InvalidArgument, trNoop("TTL must be at least 1 ms", "data"));
        if (value.count() > kMax)
            return fail(ErrorClass::InvalidArgument, trNoop("TTL must be at most 2^53 ms", "data"));
        return Ttl(Checked{value});
    }

    /// A crash leaves the lock behind for ever.
    [[nodiscard]] static Ttl none() noexcept { return Ttl(Checked{std::chrono::milliseconds(0)}); }

    [[nodiscard]] bool isFinite() const noexcept { return m_value.count() != 0; }
    /// 0 without a TTL.
    [[nodiscard]] std::chrono::milliseconds value() const noexcept { return m_value; }
    /// SteadyTime::max() without a TTL, or from a century on.
    [[nodiscard]] SteadyTime after(SteadyTime start) const noexcept
    {
        return isFinite() && m_value < kLongestDuration ? start + m_value : SteadyTime::max();
    }
    friend auto operator<=>(const Ttl&, const Ttl&) = default;

private:
    static constexpr std::chrono::milliseconds::rep kMax = 1LL << 53;
    struct Checked {
        std::chrono::milliseconds value;
    };
    explicit Ttl(Checked checked)
        : m_value(checked.value)
    { }
    /// Not constexpr: the compiler's error names it.
    static void aTtlMustBeFrom1MillisecondTo2Pow53Milliseconds() { }

    std::chrono::milliseconds m_value;
};

/// Grows with each holder of a resource. The data's guard must refuse a smaller number than it has
/// seen.
struct FencingToken {
    std::uint64_t value = 0;
    friend auto operator<=>(const FencingToken&, const FencingToken&) = default;
};

} // namespace lockkeeper::lock
