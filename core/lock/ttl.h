// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <chrono>
#include <compare>

namespace lockkeeper::lock {

/// How long a lock lives on a master: 1 ms to 2^53 ms, checked once, here.
class Ttl {
public:
    /// InvalidArgument for zero, negative and too large values; pure.
    [[nodiscard]] static Result<Ttl> from(std::chrono::milliseconds value)
    {
        if (value.count() <= 0)
            return fail(ErrorClass::InvalidArgument, "TTL must be at least 1 ms");
        if (value.count() > kMax)
            return fail(ErrorClass::InvalidArgument, "TTL must be at most 2^53 ms");
        return Ttl(value);
    }

    [[nodiscard]] std::chrono::milliseconds value() const noexcept { return m_value; }
    friend auto operator<=>(const Ttl&, const Ttl&) = default;

private:
    static constexpr std::chrono::milliseconds::rep kMax = 1LL << 53;
    explicit Ttl(std::chrono::milliseconds value)
        : m_value(value)
    { }
    std::chrono::milliseconds m_value;
};

} // namespace lockkeeper::lock
