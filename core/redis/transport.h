// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"
#include "core/result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

/// How a connection to a master stands.
enum class LinkState {
    Connecting, ///< first attempt under way
    Up, ///< logged in, answering
    Silent, ///< connected, but a reply is overdue
    Down, ///< not connected; a new attempt follows
    Refused, ///< connected, but not to be used: the login was refused, it is no trusted server, no
             ///< Redis, or no master although a vote was wanted
};

/// A server that took another one's place, as in a failover. What only the old one stored is lost.
struct Move {
    std::string from; ///< redacted URLs
    std::string to;
    SteadyTime at; ///< when we were told
    std::uint64_t count = 1; ///< of moves so far
};

/// A reading of a connection's state. `error` tells why it is not Up.
struct LinkStatus {
    LinkState state = LinkState::Connecting;
    std::optional<std::chrono::microseconds> latency; ///< of the latest reply
    std::optional<std::string> role; ///< "master", "slave" ... as ROLE said; empty if not allowed
    std::optional<SteadyTime> lastReply;
    std::optional<Error> error;
    // As of the latest login; empty if INFO is not allowed.
    std::optional<std::string> runId; ///< another one: another server, or the same restarted
    std::optional<std::chrono::seconds> uptime; ///< by the server's wall clock
    std::optional<SteadyTime> loggedInAt; ///< the latest login
    // Of a connection that follows a MovingTarget.
    std::optional<std::string> address; ///< where it leads now: a redacted URL
    std::optional<Move> move; ///< the latest
    // Of a Cluster that may lack shards.
    std::optional<Error> outage; ///< (Up) why a part of it does not answer
};

/// Sends commands to one master and delivers each outcome exactly once: the seam between locking
/// and the network. Connection implements it over a socket, tests with a fake.
///
/// Thread-safety: used on one thread, its event loop's; handlers run there too.
class Transport {
public:
    /// Error replies arrive as an Error with this master's id.
    using Handler = std::function<void(Result<Reply>&&)>;

    Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    [[nodiscard]] virtual const MasterId& master() const noexcept = 0;
    [[nodiscard]] virtual LinkStatus status() const = 0;

    /// Why nothing can be said of `key` although the master is Up: the part of it that serves the
    /// key does not answer. Nullopt for all that is no Cluster.
    [[nodiscard]] virtual std::optional<Error> outageOf(std::string_view /*key*/) const
    {
        return std::nullopt;
    }

    /// Sends a command after those sent before it, on the same connection; the server executes them
    /// in that order. Calls `handler` exactly once, never before send() has returned: with the
    /// reply; with Timeout when none came within `timeout` (the command may still be executed);
    /// with ConnectionLost when the connection broke after sending; or with Unreachable, Refused's
    /// reason or Timeout-free equivalents when it was certainly never sent. Never blocks.
    virtual void send(const Command& command, std::chrono::milliseconds timeout, Handler handler)
        = 0;

    /// Sends several commands behind each other, under one deadline. Calls `handler` exactly once
    /// for each of them, in their order; each time as send() does. For reading many keys at a
    /// fraction of the cost of as many send().
    virtual void sendAll(
        const Pipeline& commands, std::chrono::milliseconds timeout, const Handler& handler)
    {
        for (const Command& command : commands.commands())
            send(command, timeout, handler);
    }

    /// Like send(), for commands that undo an earlier one whose outcome is unknown: it is written
    /// even while the master is silent, so that it is executed behind the earlier one.
    virtual void sendUndo(
        const Command& command, std::chrono::milliseconds timeout, Handler handler)
    {
        send(command, timeout, std::move(handler));
    }
};

} // namespace lockkeeper::redis
