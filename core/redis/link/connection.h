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

enum class Access {
    Read, ///< an allow-list: nothing that changes data or settings
    Full,
};

/// ReadOnlyDeployment if `access` is Read and a command is not allowed. `wire`: whole commands,
/// names in capitals.
[[nodiscard]] std::optional<Error> checkAccess(
    Access access, std::string_view wire, const MasterId& master);

} // namespace lockkeeper::redis

namespace lockkeeper {
class EventLoop;
}

namespace lockkeeper::redis {

class EndpointResolver;
class TlsContexts;

enum class ConnectStage {
    NameResolved, ///< not for addresses and Unix sockets
    Connected,
    TlsEstablished, ///< the server's certificate is trusted
};

/// Callbacks run on the loop's thread.
struct ConnectionOptions {
    Access access = Access::Read;
    std::string clientName; ///< for CLIENT SETNAME
    std::chrono::milliseconds connectTimeout{1000}; ///< connect and login together
    /// Silent: a reply is overdue, and none has come for this long.
    std::chrono::milliseconds silentAfter{0};
    std::chrono::milliseconds minBackoff{50};
    std::chrono::milliseconds maxBackoff{2000};
    std::chrono::milliseconds refusedBackoff{1000}; ///< at least, after a refused login
    /// Commands without a reply; more are refused.
    std::size_t maxPending = 65536;
    /// Unsent commands; more are refused.
    std::size_t maxUnsentBytes = std::size_t{16} << 20;
    ReplyLimits replyLimits{};
    /// Refuses a replica, at login and later.
    bool mustBeMaster = false;
    /// At the end of each login. An Error makes the link Refused.
    std::function<std::optional<Error>(const LinkStatus&)> admission{};
    std::function<void(ConnectStage)> onStage{};
    /// After each login; may send commands.
    std::function<void()> onLogin{};
    /// Gets `message` and `pmessage`. Empty: they end the connection.
    std::function<void(const Reply&)> onPush{};
    /// Recognises other pushes, as after MONITOR.
    std::function<bool(const Reply&)> isPushMessage{};
    /// May block: has its own thread. Empty: getaddrinfo().
    std::function<Result<std::vector<std::string>>(const std::string& host)> lookUp{};
    /// Gives each attempt's URL. When it changes, the connection follows at once; commands without
    /// a reply fail with ConnectionLost. Must outlive the connection.
    EndpointResolver* target = nullptr;
    /// Shared on one loop, so TLS files are read once. May be null.
    std::shared_ptr<TlsContexts> tlsContexts{};
};

/// One connection to a master over TCP, TLS or a Unix socket. Logs in by one round trip, pipelines,
/// and reconnects with backoff. Commands wait for the first login.
///
/// While Silent, new commands fail at once, unsent. The next reply makes it Up; late replies are
/// dropped in order. After ten seconds it reconnects.
///
/// Destroy it before its EventLoop; pending handlers are then never called. Thread: construct and
/// destroy it on any, while unused; else the loop's.
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
