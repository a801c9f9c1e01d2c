// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/metered_transport.h"

#include <utility>

namespace lockkeeper::lock {

namespace {

/// An error that the master replied.
bool isReply(ErrorClass kind) noexcept
{
    return isDefinite(kind) && kind != ErrorClass::Unreachable && kind != ErrorClass::TlsFailed
        && kind != ErrorClass::NotRedis;
}

} // namespace

redis::Transport::Handler MeteredTransport::metered(Handler handler) const
{
    if (!m_metrics)
        return handler;
    return [metrics = m_metrics, master = m_master.master(), sentAt = BootClock::now(),
               handler = std::move(handler)](Result<redis::Reply>&& reply) {
        const bool isAnswered = reply || isReply(reply.error().kind);
        metrics->replied(master, isAnswered, BootClock::now() - sentAt);
        handler(std::move(reply));
    };
}

void MeteredTransport::send(
    const redis::Command& command, std::chrono::milliseconds timeout, Handler handler)
{
    m_master.send(command, timeout, metered(std::move(handler)));
}

void MeteredTransport::sendAll(
    const redis::Pipeline& commands, std::chrono::milliseconds timeout, const Handler& handler)
{
    m_master.sendAll(commands, timeout, metered(handler));
}

void MeteredTransport::sendUndo(
    const redis::Command& command, std::chrono::milliseconds timeout, Handler handler)
{
    m_master.sendUndo(command, timeout, metered(std::move(handler)));
}

} // namespace lockkeeper::lock
