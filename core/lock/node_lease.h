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

/// A lock in ZooKeeper: a session's node, first in its queue. Ends with the session, at its
/// deadline, or with the node. Threads as HeldLock.
class NodeLease final : public HeldLock, public std::enable_shared_from_this<NodeLease> {
public:
    struct Place {
        Resource resource;
        NodeMark mark;
        std::int64_t czxid = 0; ///< the fencing token
    };

    NodeLease(NodeSession& session, Place place, std::function<void()> onLost);

    /// Call it once, right after watchData() has read the node.
    void start();
    /// Checks the node after reconnection.
    void look();
    /// The node is deleted at the deadline.
    void lose(const Error& why);

    [[nodiscard]] const std::vector<Resource>& resources() const noexcept override
    {
        return m_resources;
    }
    [[nodiscard]] Fingerprint fingerprint() const override;
    [[nodiscard]] Margin margin() const noexcept override;
    [[nodiscard]] SteadyTime deadline() const noexcept override;
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
    std::atomic<SteadyTime> m_overAt{SteadyTime::max()};
    NodeSession::WatchId m_watch = 0;
};

} // namespace lockkeeper::lock
