// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply_parser.h"
#include "core/redis/transport.h"
#include "core/redis/url.h"
#include "core/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lockkeeper::redis {

/// What a connection may ask of its server.
enum class Access {
    Read, ///< commands of the allow-list only: none of them changes data or settings
    Full, ///< any command
};

/// ReadOnlyDeployment if `access` is Read and a command in `wire` is not on the allow-list. The
/// list has the reads that this program sends, and the commands that concern its own connection
/// only, as SUBSCRIBE; their names in capital letters. `wire` is one or more whole commands of
/// Command or Pipeline. Pure.
[[nodiscard]] std::optional<Error> checkAccess(
    Access access, std::string_view wire, const MasterId& master);

} // namespace lockkeeper::redis

namespace lockkeeper {
class EventLoop;
}

namespace lockkeeper::redis {

class EndpointResolver;
class TlsContexts;

/// How far an attempt to connect has come.
enum class ConnectStage {
    NameResolved, ///< not for an address or a Unix socket
    Connected, ///< to the server's port or socket
    TlsEstablished, ///< the server's certificate is trusted
};

/// Options of a Connection, besides the URL.
struct ConnectionOptions {
    /// With Read, a command that may change something is not sent: its handler gets
    /// ReadOnlyDeployment. So does each command of a Pipeline that has one.
    Access access = Access::Read;
    std::string clientName; ///< for CLIENT SETNAME; empty: no name is set
    std::chrono::milliseconds connectTimeout{1000}; ///< for connect and login together
    /// The link is Silent if a reply is overdue and none has come for this long. 0: as soon as a
    /// reply is overdue. A value above a call's timeout allows short timeouts without harm to other
    /// calls.
    std::chrono::milliseconds silentAfter{0};
    std::chrono::milliseconds minBackoff{50}; ///< before the first reconnect
    std::chrono::milliseconds maxBackoff{2000};
    std::chrono::milliseconds refusedBackoff{1000}; ///< minimum, after a refused login
    /// Maximum number of commands without a reply; more are refused.
    std::size_t maxPending = 65536;
    /// Maximum size of unsent commands; more are refused.
    std::size_t maxUnsentBytes = std::size_t{16} << 20;
    ReplyLimits replyLimits{};
    /// Refuse a server that is a replica, at the login and when it becomes one later.
    bool mustBeMaster = false;
    /// Called at the end of each login, on the loop's thread. An Error makes the link Refused.
    std::function<std::optional<Error>(const LinkStatus&)> admission{};
    /// Called when an attempt reaches a stage, on the loop's thread.
    std::function<void(ConnectStage)> onStage{};
    /// Called after each successful login, on the loop's thread. Commands may be sent from then on.
    std::function<void()> onLogin{};
    /// Receives messages that a server pushes to subscribers (`message`, `pmessage`), on the loop's
    /// thread. Without it such a reply ends the connection.
    std::function<void(const Reply&)> onPush{};
    /// Recognises pushed replies of another kind, as after MONITOR. Such a reply is passed to
    /// onPush, any other to the command that waits longest. Called on the loop's thread.
    std::function<bool(const Reply&)> isPushMessage{};
    /// Resolves a host name. May block; runs on a thread of its own. Empty: getaddrinfo().
    std::function<Result<std::vector<std::string>>(const std::string& host)> lookUp{};
    /// Endpoint resolver. If set, each attempt to connect uses the URL that it returns instead of
    /// the given one. When that URL changes, the connection follows at once, and commands without a
    /// reply fail with ConnectionLost. Must outlive the connection.
    EndpointResolver* target = nullptr;
    /// Shared by connections on the same loop, so that TLS files are read once for all. Null: each
    /// connection reads them itself.
    std::shared_ptr<TlsContexts> tlsContexts{};
};

/// One connection to one master over TCP, TLS or a Unix socket. Logs in (AUTH, SELECT, CLIENT
/// SETNAME, ROLE, INFO in one round trip), pipelines commands in order, ends each at its deadline,
/// and reconnects with jittered exponential backoff. Commands sent during the first login wait for
/// it. If a host name can't be resolved within half the connect timeout, the address that worked
/// last is used.
///
/// An overdue reply makes the link Silent (see silentAfter). Further commands then fail at once
/// without being sent. Replies that still arrive show that the master is back; late ones are read
/// and dropped in order. After ten seconds of silence the connection is replaced.
///
/// Ownership: must be destroyed before its EventLoop. The handlers of pending commands are then
/// never called. Thread-safety: construct and destroy on any thread, while no other thread uses it;
/// everything else on the loop's thread.
class Connection final : public Transport {
public:
    Connection(EventLoop& loop, MasterId master, Url url, ConnectionOptions options);
    ~Connection() override;

    [[nodiscard]] const MasterId& master() const noexcept override;
    [[nodiscard]] LinkStatus status() const override;
    [[nodiscard]] std::optional<SteadyTime> forgotAt() const override;
    void confirmRole() override;
    void confirmHistory() override;
    void send(const Command& command, std::chrono::milliseconds timeout, Handler handler) override;
    void sendAll(const Pipeline& commands, std::chrono::milliseconds timeout,
        const Handler& handler) override;
    void sendUndo(
        const Command& command, std::chrono::milliseconds timeout, Handler handler) override;

private:
    class Link;
    EventLoop& m_loop;
    std::shared_ptr<Link> m_link;
};

} // namespace lockkeeper::redis
