// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/result.h"
#include "core/text/tr_noop.h"

#include <chrono>
#include <compare>

namespace lockkeeper::lock {

/// How long a lock lives on a master: 1 ms to 2^53 ms, checked by from(). Or for ever, which only
/// redisPy() supports.
class Ttl {
public:
    /// InvalidArgument for zero, negative and too large values; pure.
    [[nodiscard]] static Result<Ttl> from(std::chrono::milliseconds value)
    {
        if (value.count() <= 0)
            return fail(ErrorClass::InvalidArgument, trNoop("TTL must be at least 1 ms", "data"));
        if (value.count() > kMax)
            return fail(ErrorClass::InvalidArgument, trNoop("TTL must be at most 2^53 ms", "data"));
        return Ttl(value);
    }

    /// No TTL: the lock never expires, so a crash leaves it behind.
    [[nodiscard]] static Ttl none() noexcept { return Ttl(std::chrono::milliseconds(0)); }

    [[nodiscard]] bool isFinite() const noexcept { return m_value.count() != 0; }
    /// 0 if there is no TTL.
    [[nodiscard]] std::chrono::milliseconds value() const noexcept { return m_value; }
    /// `start` plus the TTL; SteadyTime::max() if there is no TTL, or if it is a century or longer.
    [[nodiscard]] SteadyTime after(SteadyTime start) const noexcept
    {
        constexpr std::chrono::hours kCentury{24 * 365 * 100};
        return isFinite() && m_value < kCentury ? start + m_value : SteadyTime::max();
    }
    friend auto operator<=>(const Ttl&, const Ttl&) = default;

private:
    static constexpr std::chrono::milliseconds::rep kMax = 1LL << 53;
    explicit Ttl(std::chrono::milliseconds value)
        : m_value(value)
    { }
    std::chrono::milliseconds m_value;
};

} // namespace lockkeeper::lock
