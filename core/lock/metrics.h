// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "core/types.h"

#include <chrono>
#include <vector>

namespace lockkeeper::lock {

enum class AcquireEnd {
    Acquired,
    Contended,
    NoQuorum,
    Deadlocked,
    Failed, ///< no token could be made
};

enum class HoldEnd {
    Released,
    Lost, ///< see Lease::lost()
    Left, ///< to its TTL
};

/// Receives what a LockClient does, to count and measure it; see LockClient::setMetrics(). Override
/// what you need. `locks` are those of one acquire.
///
/// Functions are called on the loop's thread, held() also where a lease is left. They must not
/// block, throw or call the client.
class LOCKKEEPER_EXPORT Metrics {
public:
    Metrics() = default;
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;
    virtual ~Metrics() = default;

    /// An acquire begins: ended() follows.
    virtual void started(const std::vector<Resource>& /*locks*/) { }
    /// `waited`: since it began, with all tries.
    virtual void ended(const std::vector<Resource>& /*locks*/, AcquireEnd /*end*/,
        std::chrono::nanoseconds /*waited*/)
    { }
    /// A claim is over, after `held`. Leases that share it count once.
    virtual void held(
        const std::vector<Resource>& /*locks*/, HoldEnd /*end*/, std::chrono::nanoseconds /*held*/)
    { }
    /// A command's reply came after `latency`, or none did (`isAnswered` false).
    virtual void replied(
        const MasterId& /*master*/, bool /*isAnswered*/, std::chrono::nanoseconds /*latency*/)
    { }
};

} // namespace lockkeeper::lock
