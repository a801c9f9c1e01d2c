// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/connection.h"

#include "core/loop/event_loop.h"
#include "core/redis/link/link.h"
#include "core/redis/wire_reader.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>

namespace lockkeeper::redis {

namespace {

/// With subcommands, only listed ones.
struct Allowed {
    std::string_view name;
    std::string_view subcommand{};
};

// Frequent ones first.
constexpr std::array kAllowed{// Keys.
    Allowed{"PTTL"}, Allowed{"GETRANGE"}, Allowed{"MGET"}, Allowed{"TYPE"}, Allowed{"SCAN"},
    Allowed{"GET"}, Allowed{"HSCAN"}, Allowed{"HGETALL"}, Allowed{"SSCAN"}, Allowed{"SMEMBERS"},
    Allowed{"ZRANGE"}, Allowed{"LRANGE"}, Allowed{"DBSIZE"},
    // The server.
    Allowed{"PING"}, Allowed{"ROLE"}, Allowed{"INFO"}, Allowed{"TIME"}, Allowed{"MONITOR"},
    Allowed{"ACL", "DRYRUN"}, Allowed{"ACL", "WHOAMI"}, Allowed{"CLIENT", "LIST"},
    Allowed{"PUBSUB", "CHANNELS"}, Allowed{"PUBSUB", "NUMSUB"}, Allowed{"CLUSTER", "SLOTS"},
    Allowed{"SENTINEL", "GET-MASTER-ADDR-BY-NAME"},
    // The connection itself.
    Allowed{"SUBSCRIBE"}, Allowed{"ASKING"}, Allowed{"CLIENT", "ID"}, Allowed{"CLIENT", "TRACKING"},
    Allowed{"CLIENT", "CACHING"}};

std::optional<std::string_view> firstChange(std::string_view wire) noexcept
{
    while (!wire.empty()) {
        const std::size_t count = takeCount(wire);
        const std::string_view name = takeArgument(wire);
        std::string_view subcommand;
        for (std::size_t i = 1; i < count; ++i) {
            const std::string_view argument = takeArgument(wire);
            if (i == 1)
                subcommand = argument;
        }
        const auto isIt = [&](const Allowed& allowed) {
            return allowed.name == name
                && (allowed.subcommand.empty() || allowed.subcommand == subcommand);
        };
        if (std::ranges::none_of(kAllowed, isIt))
            return name;
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> checkAccess(Access access, std::string_view wire, const MasterId& master)
{
    if (access == Access::Full)
        return std::nullopt;
    const auto change = firstChange(wire);
    if (!change)
        return std::nullopt;
    return Error{ErrorClass::ReadOnlyDeployment,
        absl::Substitute(
            trNoop("$0 was not sent: this connection may only read", "data"), std::string(*change)),
        master};
}

Connection::Connection(EventLoop& loop, MasterId master, Url url, ConnectionOptions options)
    : m_loop(loop)
    , m_link(std::make_shared<Link>(loop, std::move(master), std::move(url), std::move(options)))
{
    loop.post([link = m_link] { link->start(); });
}

Connection::~Connection()
{
    m_loop.call([this] { m_link->close(); });
}

const MasterId& Connection::master() const noexcept
{
    return m_link->master();
}

LinkStatus Connection::status() const
{
    LinkStatus status = m_link->status();
    status.unanswered = m_link->unanswered();
    return status;
}

std::optional<SteadyTime> Connection::forgotAt() const
{
    return m_link->status().forgotAt;
}

void Connection::confirmRole()
{
    m_link->checkRole();
}

void Connection::confirmHistory()
{
    m_link->checkHistory();
}

void Connection::send(const Command& command, std::chrono::milliseconds timeout, Handler handler)
{
    m_link->send(command.wire(), {.timeout = timeout}, std::move(handler));
}

void Connection::sendAll(
    const Pipeline& commands, std::chrono::milliseconds timeout, const Handler& handler)
{
    if (!commands.isEmpty())
        m_link->send(commands.wire(), {.timeout = timeout, .commands = commands.size()}, handler);
}

void Connection::sendUndo(
    const Command& command, std::chrono::milliseconds timeout, Handler handler)
{
    m_link->send(command.wire(), {.timeout = timeout, .isUndo = true}, std::move(handler));
}

} // namespace lockkeeper::redis
