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
    /// The servers of one ensemble, with the same login and TLS; their databases are ignored. A
    /// user logs in by the scheme "digest".
    std::vector<redis::Url> servers;
    MasterId master; ///< for errors
    /// With Read, a request that changes something is not sent: its handler gets
    /// ReadOnlyDeployment.
    redis::Access access = redis::Access::Read;
    /// What is asked of the server, which rounds it. A session ends so long after its last ping.
    std::chrono::milliseconds sessionTimeout{10'000};
    std::chrono::milliseconds connectTimeout{1000}; ///< until there is a session, per server
    /// The connection is given up if a reply is missing and nothing has come for this long.
    std::chrono::milliseconds timeout{1000};
    bool isReadOnlyAllowed = true; ///< a server without a quorum will do
    /// The session is confirmed by its leader, not only by the server that it is connected to: see
    /// Client::confirmedAt(). Costs the leader four small requests per session timeout.
    bool isConfirmed = false;
    /// Called when a session is ready: the first one, the same one over another connection, or a
    /// new one, as the old one has expired. Watches of before are gone in any case.
    std::function<void()> onSession{};
    std::function<void(const Event&)> onEvent{};
    /// Called when a connection is lost, and when the session has expired: sessionId() is 0 then.
    std::function<void()> onDrop{};
    std::function<void()> onConfirmed{}; ///< (isConfirmed) confirmedAt() has moved
    std::shared_ptr<redis::TlsContexts> tlsContexts{}; ///< null: its own
};

/// A session with a ZooKeeper ensemble: connects to one server after the other, goes on with the
/// same session after a lost connection, and begins a new one when that has expired. Requests are
/// pipelined; the server executes them in their order, and its events come between the replies in
/// that order, too.
///
/// Each handler is called exactly once, never before the call has returned: with the reply;
/// ConnectionLost or Timeout if it is unknown whether the request was executed; Unreachable, or why
/// the server is refused, if it was not sent; TooManyKeys if the reply is too long to be read.
/// Paths are absolute; a missing node is no error where the result is optional.
///
/// Ownership: destroy it before its EventLoop, on the loop's thread or after stop(). That closes
/// the session, as far as the system takes the last request at once; handlers of pending requests
/// are not called. Thread: that of the event loop. Never blocks.
class Client {
public:
    template <class T> using Handler = std::function<void(Result<T>)>;

    /// Begins to connect at once.
    Client(EventLoop& loop, ClientOptions options);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// `address` is that of the latest server; `role` is kEnsembleRole or kReadOnlyRole.
    [[nodiscard]] redis::LinkStatus status() const;
    /// 0: there is none yet.
    [[nodiscard]] std::int64_t sessionId() const noexcept;
    /// The timeout of the session, as negotiated; 0: there was none yet.
    [[nodiscard]] std::chrono::milliseconds sessionTimeout() const noexcept;
    /// (isConfirmed) The session can't have expired within sessionTimeout() from then on, whatever
    /// happens.
    ///
    /// A server answers pings by itself, and reports to its leader, which ends sessions, twice per
    /// tick only. If it is cut off, the leader does not know of the latest pings. So the leader is
    /// asked (sync) a quarter of the timeout apart, and its answer confirms the question before: a
    /// report was in between, as a timeout has two ticks at least. A connection is made by the
    /// leader's consent, which confirms it from the start.
    [[nodiscard]] SteadyTime confirmedAt() const noexcept;
    /// The session is left to its timeout when this object is destroyed.
    void keepSession() noexcept;
    /// Requests without a reply.
    [[nodiscard]] std::size_t pending() const noexcept;

    /// Passes nothing once there is a session, at once if there is one, or why none of the servers
    /// gives one.
    void whenReady(Handler<void> handler);

    void getData(const std::string& path, Handler<std::optional<NodeData>> handler);
    /// The same, and one event when the node is changed or deleted, unless it was missing or the
    /// connection is lost before.
    void watchData(const std::string& path, Handler<std::optional<NodeData>> handler);
    void getChildren(const std::string& path, Handler<std::optional<NodeChildren>> handler);
    void exists(const std::string& path, Handler<std::optional<Stat>> handler);
    /// The server catches up with its leader before it answers what follows.
    void sync(const std::string& path, Handler<void> handler);
    /// Events of the node and of all below it from now on, until the connection is lost.
    void addWatch(const std::string& path, Handler<void> handler);
    /// With an error of the server comes its code, else 0.
    using CreateHandler = std::function<void(Result<std::string> path, std::int32_t code)>;
    /// Passes the path that was created.
    void create(const std::string& path, const std::string& data, CreateMode mode,
        CreateHandler handler);
    /// HolderChanged unless the node has this version; -1: any. Beware: a node that was deleted and
    /// created again may have it, too. Passes what the node is then.
    void setData(const std::string& path, const std::string& data, std::int32_t version,
        Handler<std::optional<Stat>> handler);
    /// The same of its deletion. Passes whether there was one.
    void remove(const std::string& path, std::int32_t version, Handler<bool> handler);
    /// Does all or nothing, as one transaction; passes what readMultiReply() tells.
    void multi(
        const std::vector<Operation>& operations, Handler<std::vector<std::int32_t>> handler);

private:
    class Session;
    std::shared_ptr<Session> m_session;
};

} // namespace lockkeeper::zookeeper
