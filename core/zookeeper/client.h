// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/connection.h"
#include "core/zookeeper/protocol.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockkeeper::zookeeper {

struct ClientOptions {
    /// Of one ensemble, with the same login (scheme "digest") and TLS; databases are ignored.
    std::vector<redis::Url> servers;
    MasterId master; ///< for errors
    /// With Read, changing requests are not sent: ReadOnlyDeployment.
    redis::Access access = redis::Access::Read;
    /// The server rounds it. The session ends this long after its last ping.
    std::chrono::milliseconds sessionTimeout{10'000};
    std::chrono::milliseconds connectTimeout{1000}; ///< per server, until there is a session
    /// Drops the connection if a reply takes longer.
    std::chrono::milliseconds timeout{1000};
    bool isReadOnlyAllowed = true; ///< accept a server without a quorum
    /// For confirmedAt(): four small requests to the leader per session timeout.
    bool isConfirmed = false;
    /// A session begins, resumes, or replaces an expired one; earlier watches are gone.
    std::function<void()> onSession{};
    std::function<void(const Event&)> onEvent{};
    /// The connection is lost, or the session has expired: sessionId() is 0.
    std::function<void()> onDrop{};
    std::function<void()> onConfirmed{};
    std::shared_ptr<redis::TlsContexts> tlsContexts{}; ///< null: its own
};

/// A session with a ZooKeeper ensemble. Tries servers in turn, resumes the session after a lost
/// connection, replaces an expired one.
/// - Requests are pipelined; replies and events come in the server's order. Each handler is called
///   once, after the request's call returns.
/// - Errors: ConnectionLost, Timeout: may have been executed. Unreachable, or why the server is
///   refused: not sent. TooManyKeys: the reply is too long. If the result is optional, a missing
///   node is no error.
/// - Destroy it before its EventLoop, on the loop's thread or after stop(). That drops pending
///   handlers, and closes the session if the system takes the request at once.
/// - Thread: the event loop's. Never blocks.
class Client {
public:
    template <class T> using Handler = std::function<void(Result<T>)>;

    Client(EventLoop& loop, ClientOptions options);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// `address`: the latest server; `role`: kEnsembleRole or kReadOnlyRole.
    [[nodiscard]] redis::LinkStatus status() const;
    /// 0 without a session.
    [[nodiscard]] std::int64_t sessionId() const noexcept;
    /// Of the latest reply; 0 before the first.
    [[nodiscard]] std::int64_t zxid() const noexcept;
    /// As negotiated; 0 before the first session.
    [[nodiscard]] std::chrono::milliseconds sessionTimeout() const noexcept;
    /// (isConfirmed) The session can't expire within sessionTimeout() from then on. The leader ends
    /// sessions, but servers answer pings themselves and report them to it only twice per tick. So
    /// every quarter of the timeout the leader is asked (sync). Its answer confirms the previous
    /// question: a report came between, as a timeout has at least two ticks. A new connection is
    /// confirmed at once, as it needs the leader's consent.
    [[nodiscard]] SteadyTime confirmedAt() const noexcept;
    /// The destructor leaves the session to its timeout.
    void keepSession() noexcept;
    [[nodiscard]] std::size_t pending() const noexcept;

    /// Calls it once there is a session, or every server has failed.
    void whenReady(Handler<void> handler);

    void getData(const std::string& path, Handler<std::optional<NodeData>> handler);
    /// One event reports a change or deletion; none if the node is missing, or the connection is
    /// lost first.
    void watchData(const std::string& path, Handler<std::optional<NodeData>> handler);
    void getChildren(const std::string& path, Handler<std::optional<NodeChildren>> handler);
    void exists(const std::string& path, Handler<std::optional<Stat>> handler);
    /// The server catches up with its leader before later requests.
    void sync(const std::string& path, Handler<void> handler);
    /// Events of the node and all below until the connection is lost.
    void addWatch(const std::string& path, Handler<void> handler);
    /// `code`: the server's error, or 0.
    using CreateHandler = std::function<void(Result<std::string> path, std::int32_t code)>;
    void create(
        const std::string& path, const std::string& data, CreateMode mode, CreateHandler handler);
    /// HolderChanged unless the node has this version (-1: any); a recreated node may have it.
    /// Passes the new Stat.
    void setData(const std::string& path, const std::string& data, std::int32_t version,
        Handler<std::optional<Stat>> handler);
    /// HolderChanged as above. Passes whether there was a node.
    void remove(const std::string& path, std::int32_t version, Handler<bool> handler);
    /// One transaction. Passes readMultiReply()'s result.
    void multi(
        const std::vector<Operation>& operations, Handler<std::vector<std::int32_t>> handler);

private:
    class Session;
    std::shared_ptr<Session> m_session;
};

} // namespace lockkeeper::zookeeper
