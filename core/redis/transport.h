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

enum class LinkState {
    Connecting, ///< first attempt
    Up, ///< logged in, answers
    Silent, ///< connected, but a reply is overdue
    Down, ///< not connected; tries again
    Refused, ///< connected, but refused, not trusted, not Redis, or no master
};
constexpr auto enumNames(LinkState /*of*/) noexcept
{
    return std::array{"connecting", "up", "silent", "down", "refused"};
}

/// A server was replaced, as in a failover; data of the old one alone is lost.
struct Move {
    std::string from; ///< redacted URLs
    std::string to;
    SteadyTime at;
    std::uint64_t count = 1;
};

/// Snapshot of a connection. `error`: why not Up.
struct LinkStatus {
    LinkState state = LinkState::Connecting;
    std::optional<std::chrono::microseconds> latency; ///< of the latest reply
    /// By ROLE ("master", "slave"); unset if not permitted.
    std::optional<std::string> role;
    std::optional<SteadyTime> lastReply;
    std::uint64_t commands = 0; ///< written
    /// Failed without a reply: perhaps executed.
    std::uint64_t unanswered = 0;
    std::optional<Error> error;
    // From the latest login; unset if INFO is not permitted.
    std::optional<std::string> runId; ///< another after a restart, and for another server
    std::optional<std::chrono::seconds> uptime; ///< by the server's wall clock
    std::optional<SteadyTime> loggedInAt;
    /// When another run_id showed a restart.
    std::optional<SteadyTime> restartedAt;
    /// When data may last have been lost: docs/guarantees.md, "Masters that forget". A start is
    /// dated at most two seconds late. Unset without INFO, and for a Cluster.
    std::optional<SteadyTime> forgotAt;
    // Only with an EndpointResolver.
    std::optional<std::string> address; ///< a redacted URL
    std::optional<Move> move;
    // Only for a Cluster that may lack shards.
    std::optional<Error> outage; ///< (Up) why a part is silent

    [[nodiscard]] bool isUp() const noexcept { return state == LinkState::Up; }
    /// A connecting master is neither: it may answer.
    [[nodiscard]] bool isDown() const noexcept
    {
        return state != LinkState::Up && state != LinkState::Connecting;
    }
};

/// Sends commands to one master, each with one outcome. Thread: its loop's, handlers included.
class Transport {
public:
    /// Error replies become Errors with this master's id.
    using Handler = std::function<void(Result<Reply>&&)>;

    Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    [[nodiscard]] virtual const MasterId& master() const noexcept = 0;
    [[nodiscard]] virtual LinkStatus status() const = 0;

    /// Its Cluster shard is silent, though the master is Up.
    [[nodiscard]] virtual std::optional<Error> outageOf(std::string_view /*key*/) const
    {
        return std::nullopt;
    }

    /// Cheaper than status().
    [[nodiscard]] virtual std::optional<SteadyTime> forgotAt() const { return status().forgotAt; }

    /// Asks for the role; Refused if it must be a master and is none. Returns at once.
    virtual void confirmRole() { }

    /// Asks whether the server was a replica meanwhile, ahead of later commands: forgotAt() is
    /// right when their replies come. A replica is Refused. Returns at once.
    virtual void confirmHistory() { }

    /// Sends behind earlier commands; servers execute in order. Calls `handler` once, later: with
    /// the reply; Timeout (may still be executed); ConnectionLost (after sending); or, unsent,
    /// Unreachable or the reason of Refused. Never blocks.
    virtual void send(const Command& command, std::chrono::milliseconds timeout, Handler handler)
        = 0;

    /// One deadline for all; `handler` for each, in order. Far cheaper than send().
    virtual void sendAll(
        const Pipeline& commands, std::chrono::milliseconds timeout, const Handler& handler)
    {
        for (const Command& command : commands.commands())
            send(command, timeout, handler);
    }

    /// As send(), to undo a command of unknown outcome: written behind it even to a silent master.
    virtual void sendUndo(
        const Command& command, std::chrono::milliseconds timeout, Handler handler)
    {
        send(command, timeout, std::move(handler));
    }
};

} // namespace lockkeeper::redis
