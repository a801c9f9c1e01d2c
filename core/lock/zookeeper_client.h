// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"
#include "core/lock/lock_client.h"
#include "core/lock/zookeeper_options.h"

#include <functional>
#include <memory>

namespace asio {
class io_context;
}

namespace lockkeeper::lock {

class ZooKeeperCore;

/// Takes locks in an ensemble of ZooKeeper, in the way of Curator's InterProcessMutex, whose users
/// and those of this class exclude each other. All calls share one session and one event loop.
///
/// A lock's name is the path of a node, such as `/locks/orders`; the path in the URL goes in front.
/// Below it each client creates an ephemeral node with a number, and the lowest holds. So the order
/// is fair: whoever asks first gets it first. What is missing of the path is created.
///
/// A lease is that of LockClient, with these differences:
/// - Its deadline is the session's: the timeout, less the drift, after the latest moment at which
///   the session was certainly alive. It moves as long as the client lives: all leases are renewed.
/// - lost() is also signalled when the session expires, and when somebody deletes the node. A lost
///   connection alone ends nothing: with the next one the session goes on.
/// - The fencing token is always set: the node's czxid, which grows over all nodes of the ensemble.
/// - extend() asks whether the lock is still held, and moves nothing. Unsupported if the TTL is
///   longer than the session's timeout; extendBy() always is.
/// - leaveToExpire() leaves the lock until the session ends, its timeout after the client.
/// - asked() is signalled when a program with Curator's Revoker wants the lock.
///
/// Thread-safety, ownership, fork() and exceptions as LockClient. The session is closed with the
/// last of the client and its leases, which frees at once what is left of its nodes.
class LOCKKEEPER_EXPORT ZooKeeperClient {
public:
    explicit ZooKeeperClient(const config::Deployment& deployment, Owner owner,
        SessionOptions options = {}, const Clock& clock = systemClock());
    /// Uses the caller's `context`, as LockClient does.
    ZooKeeperClient(const config::Deployment& deployment, Owner owner, SessionOptions options,
        const Clock& clock, asio::io_context& context);
    ~ZooKeeperClient();
    ZooKeeperClient(const ZooKeeperClient&) = delete;
    ZooKeeperClient& operator=(const ZooKeeperClient&) = delete;

    /// The path of the lock of this name, under which watchers show it. InvalidArgument for a name
    /// that can't be a path. Pure.
    [[nodiscard]] Result<Resource> pathOf(const Resource& name) const;

    /// Takes the lock, or queues for it for as long as `wait` says.
    ///
    /// On success returns a Lease. Otherwise Contended with the holder, or NoQuorum if the ensemble
    /// can't be reached or refuses, with one vote. Whatever was created is then deleted: at once,
    /// or when the ensemble can be reached again, or with the session. Holders are processes of
    /// ours (`parts`) or others, of which the fingerprint is known; `remaining` is never set.
    ///
    /// Errors: InvalidArgument for a name that is no path, an option out of range, a deployment of
    /// another store, or on the loop's thread; ReadOnlyDeployment if the deployment is read-only;
    /// System if there are no random numbers.
    ///
    /// Blocks for `wait`, or for the deployment's timeout if that is longer, and then for the
    /// answers to two requests, or until each server was tried once.
    [[nodiscard]] Result<AcquireOutcome> acquire(Resource resource, QueueOptions options = {});
    template <ResourceName Name>
    [[nodiscard]] Result<AcquireOutcome> acquire(const Name& name, QueueOptions options = {})
    {
        return acquire(Resource(std::string(name)), std::move(options));
    }
    /// Non-blocking acquire(). `handler` is called once, on the loop's thread, and must not throw.
    void startAcquire(Resource resource, QueueOptions options,
        std::function<void(Result<AcquireOutcome>)> handler);

    /// True in a child made by fork() after the client: every call fails there. No I/O.
    [[nodiscard]] bool isInherited() const noexcept;

private:
    std::shared_ptr<ZooKeeperCore> m_core;
};

} // namespace lockkeeper::lock
