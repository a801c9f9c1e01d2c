// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/lock/lease.h"
#include "core/lock/master_vote.h"
#include "core/lock/token.h"
#include "core/lock/ttl.h"

#include <memory>
#include <variant>
#include <vector>

namespace lockkeeper::lock {

/// How to acquire.
struct AcquireOptions {
    Ttl ttl;
    std::chrono::milliseconds wait {0}; ///< keep trying this long while another holds it
    std::chrono::milliseconds retryDelay {200}; ///< between tries, plus or minus retryJitter
    std::chrono::milliseconds retryJitter {100};
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

using AcquireOutcome = std::variant<Lease, Contended, NoQuorum>;

/// Takes locks on one deployment: a single master, or Redlock over several. All calls share one
/// connection per master and one event loop.
///
/// Thread-safety: all members from any thread. Ownership: leases keep what they need alive, so they
/// may outlive the client; `clock` must outlive both.
class LockClient {
public:
    LockClient(const config::Deployment& deployment, Owner owner, const Clock& clock);
    ~LockClient();

    /// Takes the lock on a quorum of masters, all at once, with a fresh token per try. Success: a
    /// Lease whose deadline is ttl - elapsed - drift from the start of the try that won. Otherwise
    /// whatever a try took is released on all masters (also behind answers that never came), and the
    /// outcome tells why, with one vote per master. InvalidArgument for an empty resource; System if no
    /// random numbers. Blocks for `wait` and one try: at most deployment.timeout, less when the
    /// outcome is decided sooner. Source: redis.io, "Distributed Locks with Redis".
    [[nodiscard]] Result<AcquireOutcome> acquire(Resource resource, AcquireOptions options);

private:
    struct Private;
    std::shared_ptr<Private> m_d;
};

} // namespace lockkeeper::lock
