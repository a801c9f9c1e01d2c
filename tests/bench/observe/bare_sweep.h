// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace lockkeeper::bench {

/// What a sweep came to.
struct SweepTime {
    std::chrono::nanoseconds duration{};
    std::size_t keys = 0; ///< read, on all masters together
};

/// The limit of a sweep: poll(2) over non-blocking hiredis contexts, SCAN with PTTL and GET of what
/// it finds, pipelined, on all masters at once; nothing is kept. Throws std::runtime_error.
[[nodiscard]] SweepTime bareSweep(const std::vector<std::uint16_t>& ports);

/// Stores `count` locks with names of 20 bytes and a TTL of an hour, the same on all masters.
/// Throws std::runtime_error.
void storeLocks(const std::vector<std::uint16_t>& ports, std::size_t count);

/// The name of the number-th of them.
[[nodiscard]] std::string lockName(std::size_t number);

} // namespace lockkeeper::bench
