// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace lockkeeper::bench {

// What servers on loopback ports count about themselves (INFO).

/// The number of commands that each server has executed since its start, without this one.
[[nodiscard]] std::vector<double> commandCounts(const std::vector<std::uint16_t>& ports);

/// CPU time in seconds, user and system, since the server's start.
[[nodiscard]] double serverCpuSeconds(std::uint16_t port);

} // namespace lockkeeper::bench
