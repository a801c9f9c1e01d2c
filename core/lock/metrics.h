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

/// Receives what a LockClient does: LockClient::setMetrics(). `locks` are those of one acquire.
///
/// Called on the loop's thread, held() also where a lease is left. Must not block, throw or call
/// the client.
class LOCKKEEPER_EXPORT Metrics {
public:
    Metrics() = default;
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;
    virtual ~Metrics() = default;

    /// ended() follows.
    virtual void started(const std::vector<Resource>& /*locks*/) { }
    /// `waited`: with all tries.
    virtual void ended(const std::vector<Resource>& /*locks*/, AcquireEnd /*end*/,
        std::chrono::nanoseconds /*waited*/)
    { }
    /// A claim ended after `held`. Leases that share it count once.
    virtual void held(
        const std::vector<Resource>& /*locks*/, HoldEnd /*end*/, std::chrono::nanoseconds /*held*/)
    { }
    /// `isAnswered` false: the command failed without a reply.
    virtual void replied(
        const MasterId& /*master*/, bool /*isAnswered*/, std::chrono::nanoseconds /*latency*/)
    { }
};

} // namespace lockkeeper::lock
