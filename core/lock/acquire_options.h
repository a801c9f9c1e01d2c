// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/master_vote.h"
#include "core/lock/ttl.h"

#include <chrono>
#include <vector>

namespace lockkeeper::lock {

/// How to acquire.
struct AcquireOptions {
    Ttl ttl;
    std::chrono::milliseconds wait{0}; ///< keep trying this long while another holds it
    std::chrono::milliseconds retryDelay{200}; ///< between tries, plus or minus retryJitter
    std::chrono::milliseconds retryJitter{100};
    double driftFactor = 0.01; ///< of the TTL; see clockDrift()
    bool isRenewed = true; ///< renew at a third of the TTL while the lease lives
};

/// Another token holds the resource on so many masters that a quorum is out of reach.
struct Contended {
    std::vector<MasterVote> votes;
};

/// Too many masters failed to answer or refused; nothing is held.
struct NoQuorum {
    std::vector<MasterVote> votes;
};

} // namespace lockkeeper::lock
