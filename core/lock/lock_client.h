// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"
#include "core/lock/acquire_options.h"
#include "core/lock/lease.h"
#include "core/lock/token.h"

#include <functional>
#include <memory>
#include <variant>

namespace asio {
class io_context;
}

namespace lockkeeper::lock {

/// What an acquire came to: a lease, or why there is none.
using AcquireOutcome = std::variant<Lease, Contended, NoQuorum>;

class ClientCore;

/// Takes locks on one deployment: a single master, or Redlock over several. All calls share one
/// connection per master and one event loop. The thread that waits drives that loop; a background
/// thread renews when nobody waits.
///
/// Thread-safety: all members from any thread. Ownership: leases keep what they need alive, so they
/// may outlive the client; what still waits for a resource then ends as if it was stopped, and what
/// its handler refers to must live until that is called. `clock` must outlive both, and by one
/// command timeout the answers to what frees their locks: the default does.
///
/// The constructors throw std::system_error if the system has no thread or file descriptor to give.
class LOCKKEEPER_EXPORT LockClient {
public:
    LockClient(
        const config::Deployment& deployment, Owner owner, const Clock& clock = systemClock());
    /// Lives on `context`, which the caller runs with one thread at a time and which outlives the
    /// client and its leases: no thread is started. Made on that thread, or while the context does
    /// not run; used and destroyed on any thread, and so are its leases. What blocks is refused.
    ///
    /// If the last of the client and its leases goes on another thread, or while the context does
    /// not run, the connections close when the context next runs, or is destroyed. `clock` must
    /// outlive that: declare it before the context.
    LockClient(const config::Deployment& deployment, Owner owner, const Clock& clock,
        asio::io_context& context);
    /// On a core that was made elsewhere, with transports or a clock of another kind.
    explicit LockClient(std::shared_ptr<ClientCore> core);
    ~LockClient();

    /// Takes the lock on a quorum of masters, all at once, with a fresh token per try. Success: a
    /// Lease whose deadline is ttl - elapsed - drift from the start of the try that won. Otherwise
    /// whatever a try took is released on all masters (also behind answers that never came), by the
    /// return on those that answer within 40 ms, and the outcome tells why, with one vote per
    /// master: Contended, or NoQuorum, also if the answers came too late for the TTL.
    /// InvalidArgument for an empty resource, or on the loop's own thread; Unsupported for what the
    /// scheme can't do; System if no random numbers. Blocks for `wait` and one try: at most
    /// deployment.timeout, less when the outcome is decided sooner, or when `stop` is asked to.
    /// Source: redis.io, "Distributed Locks with Redis".
    [[nodiscard]] Result<AcquireOutcome> acquire(Resource resource, AcquireOptions options);
    /// Several resources together: all, or none.
    [[nodiscard]] Result<AcquireOutcome> acquire(
        std::vector<Resource> resources, AcquireOptions options);

    /// The same without waiting; `handler` is called once, on the loop's thread, and must not
    /// throw. For completion on an executor of your own, see core/lock/async.h.
    void startAcquire(std::vector<Resource> resources, AcquireOptions options,
        std::function<void(Result<AcquireOutcome>)> handler);

    /// Who holds the resource, asked from the masters: whoever's token a quorum stores. None if no
    /// token can have a quorum: it is free, or some masters still have what is left of a lock.
    /// NoQuorum if masters that did not answer could change that; InvalidArgument for an empty
    /// name, or on the loop's own thread. Blocks for one command timeout at most.
    [[nodiscard]] Result<std::optional<CurrentHolder>> holder(Resource resource);

private:
    std::shared_ptr<ClientCore> m_core;
};

} // namespace lockkeeper::lock
