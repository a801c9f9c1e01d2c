// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace lockkeeper::config {

/// Limits beyond which a lock is worth a check, and the load that observing may cause. A value.
struct Thresholds {
    std::chrono::milliseconds maxLease{std::chrono::hours(24)}; ///< a longer TTL is suspicious
    /// Renewed for longer, and still held.
    std::chrono::milliseconds renewedFor{std::chrono::hours(24)};
    double timesUsual = 10; ///< held this many times longer than its resource's usual hold
    std::uint32_t commandsPerSecond = 0; ///< limit per master; 0: no limit

    friend bool operator==(const Thresholds&, const Thresholds&) = default;
};

} // namespace lockkeeper::config
