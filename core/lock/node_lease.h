// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/held_lock.h"
#include "core/lock/node_session.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockkeeper::lock {

/// A lock that a session holds in ZooKeeper by the first node of its queue. It ends at the
/// session's deadline, when the session expires, or when somebody deletes the node: that is seen by
/// a watch. Call start() once. Threads as for HeldLock.
class NodeLease final : public HeldLock, public std::enable_shared_from_this<NodeLease> {
public:
    struct Place {
        Resource resource;
        NodeMark mark; ///< with the path
        std::int64_t czxid = 0; ///< of the node: the fencing token
    };

    NodeLease(NodeSession& session, Place place, std::function<void()> onLost);

    /// Watches the node, which was read by watchData() just now.
    void start();
    /// Looks whether the node is still there. Call it when a connection was made again.
    void look();
    /// Ends the lease. What is left of the node is deleted at the deadline.
    void lose(const Error& why);

    [[nodiscard]] const std::vector<Resource>& resources() const noexcept override
    {
        return m_resources;
    }
    [[nodiscard]] Fingerprint fingerprint() const override;
    [[nodiscard]] Margin margin() const noexcept override;
    /// That of the session, as long as the lease is not over.
    [[nodiscard]] SteadyTime deadline() const noexcept override;
    /// Asks whether the lock is held; the deadline follows the session.
    void extend(Ttl ttl, ExtendHandler handler) override;
    void extendBy(std::chrono::milliseconds additional, ExtendHandler handler) override;
    void free(ReleaseHandler handler) override;
    void leave() noexcept override;
    void settle(std::function<void()> done) override { done(); }

private:
    void watch();
    void end() noexcept;
    void loseNode();
    [[nodiscard]] bool isOurs(std::int64_t owner) const noexcept { return owner == m_mark.session; }

    NodeSession& m_session;
    const std::vector<Resource> m_resources;
    const NodeMark m_mark;
    const std::int64_t m_czxid;
    const std::shared_ptr<NodeSession::Life> m_life;
    std::atomic<SteadyTime> m_overAt{SteadyTime::max()}; ///< the deadline when it was lost
    NodeSession::WatchId m_watch = 0;
};

} // namespace lockkeeper::lock
