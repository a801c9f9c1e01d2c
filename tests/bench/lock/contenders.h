// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/lock/lock_client.h"
#include "tests/bench/measure.h"

#include <string>

namespace lockkeeper::bench {

/// Acquires and releases locks with its own LockClient. The constructor connects and warms it up,
/// so that it can be compared with the bare loop.
class BlockingClient {
public:
    /// `name` begins the names of its resources. Clients that share masters need different names: a
    /// release returns when a quorum has freed the lock, and another client that misses one of that
    /// quorum may still find the token on the master that was slower.
    BlockingClient(const config::Deployment& deployment, std::string name);

    /// Runs `count` pairs of acquire and release, by `threads` threads together.
    [[nodiscard]] Run pairs(std::size_t count, std::size_t threads);

private:
    lock::LockClient m_client;
    std::string m_name;
};

/// Runs `count` pairs on `inFlight` resources at a time, with a LockClient on an io_context that
/// this thread runs.
[[nodiscard]] Run asyncPairs(
    const config::Deployment& deployment, std::size_t count, std::size_t inFlight);

/// Measures hand-overs: each latency is the time from the call of release() in one client to the
/// return of acquire() in another client that waits. `pause`: how long the waiter waits before the
/// release.
[[nodiscard]] Run handOvers(
    const config::Deployment& deployment, std::size_t count, std::chrono::milliseconds pause);

/// The bytes in use on the heap of this process.
[[nodiscard]] double bytesInUse();
/// The CPU time of this process during an idle `time`, in percent of one core. Blocks for `time`.
[[nodiscard]] double idlePercentOfCore(std::chrono::seconds time);

/// The cost of many leases that are being renewed.
struct LeaseCost {
    double percentOfCore = 0;
    double bytesPerLease = 0;
    Failures failures; ///< leases that were not acquired, or not held at the end
};
/// Acquires `count` leases and measures them during `time`.
[[nodiscard]] LeaseCost renewLeases(
    const config::Deployment& deployment, std::size_t count, std::chrono::seconds time);

} // namespace lockkeeper::bench
