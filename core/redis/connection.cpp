// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/connection.h"

#include "core/loop/event_loop.h"
#include "core/redis/link/link.h"

namespace lockkeeper::redis {

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
