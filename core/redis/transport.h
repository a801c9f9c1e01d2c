// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"
#include "core/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

/// State of a connection to a master.
enum class LinkState {
    Connecting, ///< first attempt in progress
    Up, ///< logged in, answering
    Silent, ///< connected, but a reply is overdue
    Down, ///< not connected; a new attempt follows
    Refused, ///< connected, but unusable: login refused, not trusted, not Redis, or not a master
};
constexpr auto enumNames(LinkState /*of*/) noexcept
{
    return std::array{"connecting", "up", "silent", "down", "refused"};
}

/// A server replaced by another, as in a failover. Data that only the old one stored is lost.
struct Move {
    std::string from; ///< redacted URLs
    std::string to;
    SteadyTime at; ///< when it was noticed
    std::uint64_t count = 1; ///< number of moves so far
};

/// Snapshot of a connection's state. `error` says why it is not Up.
struct LinkStatus {
    LinkState state = LinkState::Connecting;
    std::optional<std::chrono::microseconds> latency; ///< of the latest reply
    /// "master", "slave" ... as ROLE returned; unset if not permitted.
    std::optional<std::string> role;
    std::optional<SteadyTime> lastReply;
    std::uint64_t commands = 0; ///< written since the connection was created, at the latest reply
    /// Those of them that have failed without a reply: what became of them is unknown.
    std::uint64_t unanswered = 0;
    std::optional<Error> error;
    // From the latest login; unset if INFO is not permitted.
    std::optional<std::string> runId; ///< a new one means another server, or the same one restarted
    std::optional<std::chrono::seconds> uptime; ///< by the server's wall clock
    std::optional<SteadyTime> loggedInAt; ///< the latest login
    /// When it was noticed that the server at this address was started anew, since the connection
    /// was created: another run_id. What the server had not saved is lost.
    std::optional<SteadyTime> restartedAt;
    /// The latest time at which the server may have lost what it stored, as far as it is noticed at
    /// logins and by confirmHistory(): it started, another one took its place, or it was a replica
    /// meanwhile. At most two seconds too late for a start; else when it was noticed. Unset if INFO
    /// is not permitted, and for a Cluster.
    std::optional<SteadyTime> forgotAt;
    // Only for a connection with an endpoint resolver (EndpointResolver).
    std::optional<std::string> address; ///< the current address: a redacted URL
    std::optional<Move> move; ///< the latest
    // Only for a Cluster that may lack shards.
    std::optional<Error> outage; ///< (Up) why a part of it does not answer
};

/// Sends commands to one master and delivers each outcome exactly once. The interface between
/// locking and the network: Connection implements it over a socket, tests with a fake.
///
/// Thread-safety: used on the thread of its event loop; handlers run there too.
class Transport {
public:
    /// An error reply is delivered as an Error with this master's id.
    using Handler = std::function<void(Result<Reply>&&)>;

    Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    [[nodiscard]] virtual const MasterId& master() const noexcept = 0;
    [[nodiscard]] virtual LinkStatus status() const = 0;

    /// Why `key` can't be read although the master is Up: the shard that serves it does not answer.
    /// Always nullopt unless the master is a Cluster.
    [[nodiscard]] virtual std::optional<Error> outageOf(std::string_view /*key*/) const
    {
        return std::nullopt;
    }

    /// LinkStatus::forgotAt of status(), at less cost.
    [[nodiscard]] virtual std::optional<SteadyTime> forgotAt() const { return status().forgotAt; }

    /// Asks the server for its role again. If it must be a master and is none any more, the link is
    /// Refused. Returns at once.
    virtual void confirmRole() { }

    /// Asks the server whether it was a replica since the last answer, unless it was asked within
    /// the last 10 ms. Sends the question ahead of later commands, so that forgotAt() is right when
    /// their replies come. A server that is a replica now is Refused, as by confirmRole(). Returns
    /// at once. Does nothing if the server does not tell its replication history.
    virtual void confirmHistory() { }

    /// Sends a command behind those sent before, on the same connection; the server executes them
    /// in that order. Calls `handler` exactly once, never before send() has returned. It gets the
    /// reply, or Timeout if none came within `timeout` (the command may still be executed), or
    /// ConnectionLost if the connection broke after sending. If the command was certainly never
    /// sent, it gets Unreachable or the reason why the link is Refused. Never blocks.
    virtual void send(const Command& command, std::chrono::milliseconds timeout, Handler handler)
        = 0;

    /// Sends several commands together, with one deadline. Calls `handler` exactly once for each,
    /// in their order, as send() does. Reads many keys at a fraction of the cost of single send()
    /// calls.
    virtual void sendAll(
        const Pipeline& commands, std::chrono::milliseconds timeout, const Handler& handler)
    {
        for (const Command& command : commands.commands())
            send(command, timeout, handler);
    }

    /// Like send(), for a command that undoes an earlier one whose outcome is unknown. It is
    /// written even while the master is silent, so that it is executed after the earlier one.
    virtual void sendUndo(
        const Command& command, std::chrono::milliseconds timeout, Handler handler)
    {
        send(command, timeout, std::move(handler));
    }
};

} // namespace lockkeeper::redis
