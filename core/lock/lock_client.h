// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/lock/acquire_options.h"
#include "core/lock/lease.h"
#include "core/lock/token.h"

#include <memory>
#include <variant>

namespace lockkeeper::lock {

/// What an acquire came to: a lease, or why there is none.
using AcquireOutcome = std::variant<Lease, Contended, NoQuorum>;

class ClientCore;

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
    /// whatever a try took is released on all masters (also behind answers that never came), and
    /// the outcome tells why, with one vote per master. InvalidArgument for an empty resource;
    /// System if no random numbers. Blocks for `wait` and one try: at most deployment.timeout, less
    /// when the outcome is decided sooner. Source: redis.io, "Distributed Locks with Redis".
    [[nodiscard]] Result<AcquireOutcome> acquire(Resource resource, AcquireOptions options);

private:
    std::shared_ptr<ClientCore> m_core;
};

} // namespace lockkeeper::lock
