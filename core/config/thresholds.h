// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace lockkeeper::config {

/// When a lock deserves a look, and the load of observing.
struct Thresholds {
    std::chrono::milliseconds maxLease{std::chrono::hours(24)}; ///< a longer TTL is suspicious
    /// A longer renewed hold is suspicious.
    std::chrono::milliseconds renewedFor{std::chrono::hours(24)};
    double timesUsual = 10; ///< a hold this many times the usual one
    std::uint32_t commandsPerSecond = 0; ///< per master; 0: no limit

    friend bool operator==(const Thresholds&, const Thresholds&) = default;
};

} // namespace lockkeeper::config
