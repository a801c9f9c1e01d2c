// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/lock/zookeeper_client.h"
#include "core/loop/event_loop.h"
#include "core/zookeeper/client.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::lock {

class NodeLease;

/// Uses a session over reconnections.
class NodeUser {
public:
    NodeUser() = default;
    NodeUser(const NodeUser&) = delete;
    NodeUser& operator=(const NodeUser&) = delete;
    virtual ~NodeUser() = default;

    /// The old session without its watches, or a new one.
    virtual void onSession() = 0;
    virtual void onDrop() { }
};

/// A node that a session has, or may have, created.
struct NodeMark {
    std::int64_t session = 0; ///< 0: none was created
    std::string parent{};
    std::string uuid{};
    std::string path{}; ///< empty: its creation is uncertain
};

/// A client's ZooKeeper session. Its leases end when it expires, or is uncertain. Thread: the
/// loop's. Destroy it there, or after the loop stopped.
class NodeSession {
public:
    /// Any thread.
    struct Life {
        std::int64_t id = 0;
        std::atomic<SteadyTime> deadline{SteadyTime{}};
    };
    using EventHandler = std::function<void(zookeeper::EventType)>;
    using WatchId = std::uint64_t;

    NodeSession(EventLoop& loop, const config::Deployment& deployment,
        const SessionOptions& options, const Clock& clock);

    [[nodiscard]] EventLoop& loop() noexcept { return m_loop; }
    [[nodiscard]] const Clock& clock() const noexcept { return m_clock; }
    [[nodiscard]] zookeeper::Client& client() noexcept { return *m_client; }
    [[nodiscard]] const MasterId& master() const noexcept { return m_master; }
    [[nodiscard]] const std::string& root() const noexcept { return m_root; }
    [[nodiscard]] std::chrono::milliseconds timeout() const noexcept { return m_timeout; }
    [[nodiscard]] const std::shared_ptr<Life>& life() const noexcept { return m_life; }
    [[nodiscard]] SteadyTime lossTime() const noexcept;
    [[nodiscard]] bool isUp() const { return client().status().isUp(); }

    void add(std::shared_ptr<NodeUser> user) { m_users.insert(std::move(user)); }
    void remove(const std::shared_ptr<NodeUser>& user) { m_users.erase(user); }
    void addLease(const std::shared_ptr<NodeLease>& lease);

    /// Calls `handler` at the node's next event, unless the connection is lost before. For handlers
    /// of zookeeper::Client::watchData().
    WatchId watch(const std::string& path, EventHandler handler);
    void unwatch(WatchId id);

    /// Sees all that was sent before. Empty: no such node.
    void find(const NodeMark& mark, zookeeper::Client::Handler<std::string> handler);
    /// Until the node or the session is gone. `handler` gets the first outcome: true if the node
    /// existed.
    void removeNode(NodeMark mark, std::function<void(Result<bool>)> handler);
    /// Creates missing nodes down to the lock's, as containers if possible. InvalidArgument without
    /// a root.
    void makeParents(const std::string& path, zookeeper::Client::Handler<void> handler);

    void clear() noexcept { m_users.clear(); }

private:
    [[nodiscard]] const zookeeper::Client& client() const noexcept { return *m_client; }
    void onSession();
    void onDrop();
    void onConfirmed();
    void onEvent(const zookeeper::Event& event);
    void setTimer();
    void checkDeadline();
    void endLeases(const Error& why);
    void makeNodes(std::vector<std::string> paths, zookeeper::CreateMode mode,
        zookeeper::Client::Handler<void> handler);

    struct Watch {
        WatchId id;
        EventHandler handler;
    };

    EventLoop& m_loop;
    const Clock& m_clock;
    const MasterId m_master;
    const std::string m_root;
    const std::chrono::milliseconds m_timeout;
    const double m_driftFactor;
    std::shared_ptr<Life> m_life;
    std::set<std::shared_ptr<NodeUser>> m_users;
    std::vector<std::weak_ptr<NodeLease>> m_leases;
    std::multimap<std::string, Watch> m_watches;
    WatchId m_nextWatch = 1;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    std::unique_ptr<zookeeper::Client> m_client;
};

} // namespace lockkeeper::lock
