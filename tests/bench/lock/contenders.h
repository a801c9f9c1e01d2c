// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/lock/lock_client.h"
#include "tests/bench/measure.h"

namespace lockkeeper::bench {

/// Takes and frees locks by a LockClient of its own, as connected and as warm as the bare loop.
class BlockingClient {
public:
    explicit BlockingClient(const config::Deployment& deployment);

    /// Pairs of acquire and release by as many threads.
    [[nodiscard]] Run pairs(std::size_t count, std::size_t threads);

private:
    lock::LockClient m_client;
};

/// Pairs on as many resources at a time, by a LockClient on an io_context that this thread runs.
[[nodiscard]] Run asyncPairs(
    const config::Deployment& deployment, std::size_t count, std::size_t inFlight);

/// From the call of release() in one client to the return of acquire() in another that waits.
[[nodiscard]] Run handOvers(
    const config::Deployment& deployment, std::size_t count, std::chrono::milliseconds pause);

/// Of the heap of this process.
[[nodiscard]] double bytesInUse();
/// What this process takes of a core while nobody wants anything.
[[nodiscard]] double idlePercentOfCore(std::chrono::seconds time);

/// What many leases cost while they are renewed.
struct LeaseCost {
    double percentOfCore = 0;
    double bytesPerLease = 0;
    std::size_t lost = 0;
};
[[nodiscard]] LeaseCost renewLeases(
    const config::Deployment& deployment, std::size_t count, std::chrono::seconds time);

} // namespace lockkeeper::bench
