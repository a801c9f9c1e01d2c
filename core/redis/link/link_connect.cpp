// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
// How a Link connects a socket on which it can log in.
#include "core/redis/endpoint_resolver.h"
#include "core/redis/link/link.h"

namespace lockkeeper::redis {

void Connection::Link::connect()
{
    m_parser = ReplyParser(m_options.replyLimits);
    m_connectDeadline = BootClock::now() + m_options.connectTimeout;
    if (!prepareTarget())
        return;
    auto begun = m_dialler->dial(
        m_backoff.failures(), [self = shared_from_this()](Result<Dialler::Dialled> dialled) {
            self->onDialled(std::move(dialled));
        });
    if (!begun)
        return drop(LinkState::Refused, error(begun.error().kind, begun.error().text));
    m_phase = Phase::Dialling;
    watchDeadline(m_connectDeadline);
    if (m_dialler->canFallBack())
        watchHalfTime();
}

void Connection::Link::listenToTarget()
{
    m_options.target->listen([weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self || self->m_isClosed)
            return false;
        self->followTarget();
        return true;
    });
}

/// Gets the current URL from the resolver, if there is one; returns false if it has none.
bool Connection::Link::prepareTarget()
{
    if (m_options.target == nullptr)
        return true;
    auto url = m_options.target->current();
    if (!url) {
        drop(LinkState::Down, std::move(url.error()));
        return false;
    }
    if (!*url) {
        m_phase = Phase::Asking;
        watchDeadline(m_connectDeadline);
        return false;
    }
    moveTo(std::move(**url));
    return true;
}

void Connection::Link::moveTo(Url url)
{
    std::string address = url.redacted();
    if (m_status.address == address)
        return;
    if (m_status.address)
        m_status.move = Move{*m_status.address, address, BootClock::now(),
            m_status.move ? m_status.move->count + 1 : 1};
    m_status.address = std::move(address);
    m_url = std::move(url);
    m_login.setServer(m_url);
    m_dialler->close();
    m_dialler = std::make_shared<Dialler>(m_loop, m_url, m_options);
}

void Connection::Link::followTarget()
{
    const auto self = shared_from_this();
    if (m_phase != Phase::Asking)
        drop(LinkState::Connecting,
            error(ErrorClass::ConnectionLost, "another server has become the master"));
    // A handler may have closed this connection.
    if (m_isClosed)
        return;
    m_reconnectTimer.cancel();
    m_backoff.reset();
    connect();
}

void Connection::Link::onDialled(Result<Dialler::Dialled> dialled)
{
    m_halfTime.reset();
    if (!dialled)
        return drop(LinkState::Down, error(dialled.error().kind, dialled.error().text));
    m_socket = std::move(dialled->socket);
    m_tls = std::move(dialled->tls);
    if (m_tls) {
        m_phase = Phase::Handshaking;
        watchHalfTime();
        if (!decrypt({}))
            return;
    } else {
        login();
    }
    read();
}

void Connection::Link::watchHalfTime()
{
    m_halfTime = m_connectDeadline - m_options.connectTimeout / 2;
    watchDeadline(*m_halfTime);
}

/// Called after half the connect timeout: tries something else.
void Connection::Link::onHalfTime()
{
    m_halfTime.reset();
    if (m_phase == Phase::Dialling)
        return m_dialler->fallBack();
    if (m_phase != Phase::Handshaking || m_hasAnswered)
        return;
    m_dialler->probe([self = shared_from_this(), epoch = m_epoch] {
        if (epoch == self->m_epoch && self->m_phase == Phase::Handshaking)
            self->drop(LinkState::Refused,
                self->error(ErrorClass::TlsFailed,
                    "the server does not speak TLS on this port; is it a port for redis://?"));
    });
}

void Connection::Link::onConnectTimeout()
{
    const std::string limit = std::to_string(m_options.connectTimeout.count()) + " ms";
    const auto give = [&](LinkState state, const std::string& what) {
        drop(state, error(ErrorClass::Unreachable, what + " within " + limit));
    };
    switch (m_phase) {
    case Phase::Asking:
        return give(LinkState::Down, "nobody has told where the master is");
    case Phase::Dialling:
        return give(LinkState::Down,
            m_dialler->isLookingUp() ? "name lookup failed: no answer" : "no connection");
    case Phase::Handshaking:
        return give(LinkState::Silent, "connected, but no TLS handshake");
    case Phase::LoggingIn:
        return give(LinkState::Silent, "connected, but no reply");
    default:
        return give(LinkState::Down, "no connection");
    }
}

} // namespace lockkeeper::redis
