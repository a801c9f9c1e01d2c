// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/lock/zookeeper_options.h"
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

/// What uses a session, and has to go on when the connection is made again.
class NodeUser {
public:
    NodeUser() = default;
    NodeUser(const NodeUser&) = delete;
    NodeUser& operator=(const NodeUser&) = delete;
    virtual ~NodeUser() = default;

    /// There is a session with a connection: that of before, without its watches, or another.
    virtual void onSession() = 0;
    /// The connection is lost, or could not be made.
    virtual void onDrop() { }
};

/// A node that a session has created, or may have.
struct NodeMark {
    std::int64_t session = 0; ///< 0: none was created
    std::string parent{};
    std::string uuid{}; ///< in its name
    std::string path{}; ///< empty: it is unknown whether it was created
};

/// The session of a client with its ensemble, and until when it is certain: its leases have this
/// deadline. Ends the leases when that has passed or the session has expired.
///
/// Thread-safety: used on the loop's thread; destroyed there, or when the loop is stopped. The loop
/// and the clock must outlive it.
class NodeSession {
public:
    /// One session. Shared with its leases, which any thread may ask.
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
    /// Null: there was no session yet.
    [[nodiscard]] const std::shared_ptr<Life>& life() const noexcept { return m_life; }
    /// When the loss of the session has to be reported.
    [[nodiscard]] SteadyTime lossTime() const noexcept;
    [[nodiscard]] bool isUp() const { return client().status().state == redis::LinkState::Up; }

    /// Keeps the user until remove().
    void add(std::shared_ptr<NodeUser> user) { m_users.insert(std::move(user)); }
    void remove(const std::shared_ptr<NodeUser>& user) { m_users.erase(user); }
    /// Reports to the lease from now on, as long as it lives.
    void addLease(const std::shared_ptr<NodeLease>& lease);

    /// Calls `handler` once, when an event of this node comes; not if the connection is lost
    /// before. Call it in the handler of zookeeper::Client::watchData().
    WatchId watch(const std::string& path, EventHandler handler);
    void unwatch(WatchId id);

    /// Looks for the node of this mark, behind all that this session has sent; empty: there is
    /// none.
    void find(const NodeMark& mark, zookeeper::Client::Handler<std::string> handler);
    /// Deletes the node of this mark, again and again until it is gone or the session is. Calls
    /// `handler` when the first try has succeeded or failed: true if the node was there.
    void removeNode(NodeMark mark, std::function<void(Result<bool>)> handler);
    /// Creates what is missing of the lock's node and those above it, below the root: containers
    /// where the server has them. InvalidArgument if there is no root.
    void makeParents(const std::string& path, zookeeper::Client::Handler<void> handler);

    /// Drops all users.
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
