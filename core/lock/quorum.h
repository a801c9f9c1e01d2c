// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

namespace lockkeeper::lock {

/// N/2+1: the number of masters that must agree.
[[nodiscard]] constexpr std::size_t quorumOf(std::size_t masters) noexcept
{
    return masters / 2 + 1;
}

/// Allowance for clocks that tick at different rates: ttl * factor + 2 ms (redis.io, Distributed
/// locks: "clock drift"; constants as in redlock-rb).
[[nodiscard]] constexpr std::chrono::milliseconds clockDrift(
    std::chrono::milliseconds ttl, double factor = 0.01) noexcept
{
    return std::chrono::milliseconds(static_cast<std::chrono::milliseconds::rep>(
               static_cast<double>(ttl.count()) * factor))
        + std::chrono::milliseconds(2);
}

} // namespace lockkeeper::lock
