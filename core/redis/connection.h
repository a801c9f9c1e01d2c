// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply_parser.h"
#include "core/redis/transport.h"
#include "core/redis/url.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper {
class EventLoop;
}

namespace lockkeeper::redis {

class MovingTarget;
class TlsContexts;

/// What a Connection needs to know besides the URL.
struct ConnectionOptions {
    std::string clientName; ///< for CLIENT SETNAME; empty: none is set
    std::chrono::milliseconds connectTimeout{1000}; ///< for connect and login together
    /// A reply is overdue, and none has come for so long: the link is Silent. 0: the former is
    /// enough. More than a call's timeout lets a call be impatient without harm to the others.
    std::chrono::milliseconds silentAfter{0};
    std::chrono::milliseconds minBackoff{50}; ///< before the first reconnect
    std::chrono::milliseconds maxBackoff{2000};
    std::chrono::milliseconds refusedBackoff{1000}; ///< at least, after a refused login
    std::size_t maxPending = 64 * 1024; ///< commands without a reply; more are refused
    std::size_t maxUnsentBytes = std::size_t{16} << 20; ///< of commands; more are refused
    ReplyLimits replyLimits{};
    /// A server that is a replica is Refused, at the login and when it becomes one later.
    bool mustBeMaster = false;
    /// Asked at the end of each login, on the loop's thread; an Error makes the link Refused.
    std::function<std::optional<Error>(const LinkStatus&)> admission{};
    /// Called at the end of each login, on the loop's thread; commands may be sent from then on.
    std::function<void()> onLogin{};
    /// Gets what a subscribed server sends unasked (`message`, `pmessage`), on the loop's thread.
    /// Without it such a reply ends the connection.
    std::function<void(const Reply&)> onPush{};
    /// Tells what is sent unasked where that is something else, as after MONITOR: such a reply goes
    /// to onPush, any other to the command that waits longest. On the loop's thread.
    std::function<bool(const Reply&)> isUnasked{};
    /// Finds the addresses of a name; may block, runs on a thread of its own. Empty: the system's.
    std::function<Result<std::vector<std::string>>(const std::string& host)> lookUp{};
    /// Set: asked for the URL before each attempt, in place of the one given; followed at once when
    /// it has changed: commands without a reply then fail with ConnectionLost. Must outlive the
    /// connection.
    MovingTarget* target = nullptr;
    /// For connections on the same loop to read the files that TLS needs once for all. Null: each
    /// for itself.
    std::shared_ptr<TlsContexts> tlsContexts{};
};

/// One connection to one master over TCP, TLS or a Unix socket: logs in (AUTH, SELECT, CLIENT
/// SETNAME, ROLE, INFO in one round trip), pipelines commands in order, ends each by its deadline,
/// and reconnects by itself with jittered exponential backoff. Commands sent while the first login
/// is under way wait for it. A name that can't be looked up, or not in half the connect timeout, is
/// taken for the address that worked last.
///
/// A reply that is overdue makes the link Silent (see silentAfter): further commands fail at once
/// (nothing is sent) while the replies that are due tell when the master comes back; late ones are
/// read and dropped in order. After ten seconds of silence the connection is given up for a new
/// one.
///
/// Ownership: must be destroyed before its EventLoop; commands without a reply are then forgotten,
/// and their handlers are never called. Thread-safety: construct and destroy from any thread, but
/// while no other uses it; everything else on the loop's thread.
class Connection final : public Transport {
public:
    Connection(EventLoop& loop, MasterId master, Url url, ConnectionOptions options);
    ~Connection() override;

    [[nodiscard]] const MasterId& master() const noexcept override;
    [[nodiscard]] LinkStatus status() const override;
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
