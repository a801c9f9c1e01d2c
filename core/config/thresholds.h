// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace lockkeeper::config {

/// From when on a lock is worth a look, and what looking may cost. A plain value.
struct Thresholds {
    std::chrono::milliseconds maxLease{std::chrono::hours(24)}; ///< a longer TTL is suspicious
    std::chrono::milliseconds renewedFor{std::chrono::hours(24)}; ///< and still held
    double timesUsual = 10; ///< held this many times longer than its resource's usual hold
    std::uint32_t commandsPerSecond = 0; ///< to each master, at most; 0: no limit

    friend bool operator==(const Thresholds&, const Thresholds&) = default;
};

} // namespace lockkeeper::config
