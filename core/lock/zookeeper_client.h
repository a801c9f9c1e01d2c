// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"
#include "core/lock/lock_client.h"

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace asio {
class io_context;
}

namespace lockkeeper::lock {

class ZooKeeperCore;

/// A client's session with an ensemble.
struct SessionOptions {
    /// How long a lost holder keeps its locks. Servers limit it to 2 to 20 ticks: 4 s to 40 s by
    /// default.
    std::chrono::milliseconds timeout{30'000};
    /// As AcquireOptions::driftFactor.
    double driftFactor = 0.01;
};

struct QueueOptions {
    /// Not negative. Zero: take the lock only if it is free.
    std::chrono::milliseconds wait{0};
    /// Ends the wait at once, even without replies. Any thread.
    std::stop_token stop{};
    /// False: does not look for a node whose creation had no reply, as recipes without protection
    /// (Curator's term). Such a node blocks its own creator until the session ends. For
    /// demonstration.
    bool isProtected = true;
    /// As AcquireOptions::onLost.
    std::function<void()> onLost{};
};

/// Takes locks in a ZooKeeper ensemble; excludes users of Curator's InterProcessMutex. All calls
/// share one session and one event loop.
///
/// A lock's name is a node's path, such as `/locks/orders`, below the path in the URL. Missing
/// nodes are created. Clients queue below it by numbered ephemeral nodes; the order is fair.
///
/// The Lease is that of LockClient, except:
///
/// - Its deadline is the session's: timeout less drift after it was last certainly alive. It moves
///   while the client lives.
/// - lost() also signals an expired session or a deleted node. A lost connection alone ends
///   nothing.
/// - The fencing token is always set: the czxid, which grows over the ensemble.
/// - extend() only checks the lock; Unsupported above the session's timeout. extendBy() is
///   Unsupported.
/// - leaveToExpire() leaves the lock until one session timeout after the client.
/// - Curator's Revoker signals asked().
///
/// Thread, ownership, fork() and exceptions as LockClient. Session and nodes end with the last of
/// client and leases.
class LOCKKEEPER_EXPORT ZooKeeperClient {
public:
    explicit ZooKeeperClient(const config::Deployment& deployment, Owner owner,
        SessionOptions options = {}, const Clock& clock = systemClock());
    /// As LockClient does.
    ZooKeeperClient(const config::Deployment& deployment, Owner owner, SessionOptions options,
        const Clock& clock, asio::io_context& context);
    ~ZooKeeperClient();
    ZooKeeperClient(const ZooKeeperClient&) = delete;
    ZooKeeperClient& operator=(const ZooKeeperClient&) = delete;

    /// As watchers show it. InvalidArgument if `name` can't be a path. No I/O.
    [[nodiscard]] Result<Resource> pathOf(const Resource& name) const;

    /// Takes the lock, or queues for it during `wait`.
    ///
    /// Returns a Lease. Otherwise Contended with the holder (fingerprint, `parts` if ours, never
    /// `remaining`), or NoQuorum with one vote if the ensemble is out of reach or refuses. Our node
    /// is then deleted: at once, after reconnection, or with the session.
    ///
    /// Errors: InvalidArgument for a name that is no path, an option out of range, a deployment of
    /// another store, or on the loop's thread; ReadOnlyDeployment; System without random numbers.
    ///
    /// Blocks for `wait` or the deployment's timeout, whichever is longer, then for two requests or
    /// one try of each server.
    [[nodiscard]] Result<AcquireOutcome> acquire(Resource resource, QueueOptions options = {});
    template <ResourceName Name>
    [[nodiscard]] Result<AcquireOutcome> acquire(const Name& name, QueueOptions options = {})
    {
        return acquire(Resource(std::string(name)), std::move(options));
    }
    /// Non-blocking acquire(). Calls `handler` once, on the loop's thread; it must not throw.
    void startAcquire(Resource resource, QueueOptions options,
        std::function<void(Result<AcquireOutcome>)> handler);

    /// True in a child made by fork(). No I/O.
    [[nodiscard]] bool isInherited() const noexcept;

private:
    std::shared_ptr<ZooKeeperCore> m_core;
};

} // namespace lockkeeper::lock
