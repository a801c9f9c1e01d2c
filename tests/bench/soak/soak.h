// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lockkeeper::bench {

/// Limit of processes, of threads of each, and of resources.
inline constexpr unsigned kMostContenders = 250;

/// No number but the seed is 0.
struct SoakOptions {
    unsigned seconds = 60;
    unsigned masters = 5; ///< at most config::kMostMasters
    unsigned processes = 4;
    unsigned threads = 8; ///< of each process
    unsigned resources = 24;
    std::uint64_t seed = 0; ///< 0: a random one; it is printed on standard error
    /// Threads take several locks one after the other, in one order, while a watcher looks for
    /// deadlocks. There is none: each that is found is a violation.
    bool isOrdered = false;
    /// Masters lose their data when they are killed, one at a time. The others' quarantine of it
    /// must prevent that two hold a lock.
    bool isForgetful = false;
    /// The network fails, too: each process has a way of its own to each master, see SoakProxies.
    bool hasProxies = false;
    bool isJson = false;
    std::string variant = "none"; ///< a mistake to make on purpose, see variant.h
};

/// Runs a soak: many threads of several processes compete for a few locks on real redis-servers.
/// Meanwhile masters are killed, restarted with their data (unless forgetful), stopped and
/// continued, never more than a minority at a time. Workers are killed, or stopped for longer than
/// their TTLs. Reports on standard output whether two contenders ever claimed a resource at the
/// same time.
///
/// Ends early after the first violation. Returns the exit code: 0 if locks were acquired without a
/// violation, 1 otherwise, 69 if the servers can't be run. Blocks until the
/// soak has ended. Call it on the main thread while it is the only one.
[[nodiscard]] int runSoak(const SoakOptions& options);

/// Worker processes run this program with a hidden first argument. Call this function first in
/// main(). In a worker process it does the worker's job and returns the exit code; else it returns
/// nullopt.
[[nodiscard]] std::optional<int> runSoakPart(int argc, char* argv[]);

} // namespace lockkeeper::bench
