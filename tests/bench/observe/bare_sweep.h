// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace lockkeeper::bench {

/// The result of a sweep.
struct SweepTime {
    std::chrono::nanoseconds duration{};
    std::size_t keys = 0; ///< keys read, on all masters together
};

/// The reference for the fastest possible sweep: poll(2) over non-blocking hiredis contexts. SCAN,
/// then PTTL and GET of each key found, pipelined, on all masters at once. The data are discarded.
/// Throws std::runtime_error.
[[nodiscard]] SweepTime bareSweep(const std::vector<std::uint16_t>& ports);

/// Stores `count` locks with names of 20 bytes and a TTL of an hour, the same on all masters.
/// Throws std::runtime_error.
void storeLocks(const std::vector<std::uint16_t>& ports, std::size_t count);

/// The name of the lock with this number.
[[nodiscard]] std::string lockName(std::size_t number);

} // namespace lockkeeper::bench
