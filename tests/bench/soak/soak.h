// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lockkeeper::bench {

struct SoakOptions {
    unsigned seconds = 60;
    unsigned masters = 5;
    unsigned processes = 4;
    unsigned threads = 8; ///< of each process
    unsigned resources = 24;
    std::uint64_t seed = 0; ///< 0: a random one, which is printed
    bool isJson = false;
    std::string variant = "none"; ///< what is broken on purpose, see variant.h
};

/// Many threads of many processes take few locks on redis-servers of our own, while masters are
/// killed, restarted with their data, stopped and continued, never more than a minority at a time,
/// and holders are stopped beyond their TTL or killed. Reports on standard output whether two
/// ever claimed a resource at the same time.
///
/// Ends early, soon after the first violation. Returns 0 if locks were taken and nothing was
/// violated, 1 if something was, 64 for options that make no sense, 69 if the servers can't be run.
/// Call it on the main thread while it is the only one.
[[nodiscard]] int runSoak(const SoakOptions& options);

/// The worker processes are this program again, started with a hidden first argument. Call this
/// first in main(): if the arguments are such, works and returns the exit code.
[[nodiscard]] std::optional<int> runSoakPart(int argc, char* argv[]);

} // namespace lockkeeper::bench
