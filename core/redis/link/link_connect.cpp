// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
// How a Link connects a socket on which it can log in.
#include "core/redis/endpoint_resolver.h"
#include "core/redis/link/link.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::redis {
namespace {

constexpr const char* kMoved = trNoop("another server has become the master", "data");
constexpr const char* kPlaintext
    = trNoop("the server does not speak TLS on this port: perhaps it is one for redis://", "data");
constexpr const char* kUntold = trNoop("nobody has told where the master is within $0 ms", "data");
constexpr const char* kNoAddress = trNoop("name lookup failed: no answer within $0 ms", "data");
constexpr const char* kNoConnection = trNoop("no connection within $0 ms", "data");
constexpr const char* kNoHandshake = trNoop("connected, but no TLS handshake within $0 ms", "data");
constexpr const char* kNoReply = trNoop("connected, but no reply within $0 ms", "data");

} // namespace

void Connection::Link::connect()
{
    m_connectDeadline = deadlineAfter(BootClock::now(), m_options.connectTimeout);
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
    moveTo(**url);
    return true;
}

void Connection::Link::moveTo(const Url& url)
{
    if (!recordAddress(url, m_status))
        return;
    m_login.setServer(url);
    m_dialler->close();
    m_dialler = std::make_shared<Dialler>(m_loop, url, m_options);
}

void Connection::Link::followTarget()
{
    const auto self = shared_from_this();
    if (m_phase != Phase::Asking)
        drop(LinkState::Connecting, error(ErrorClass::ConnectionLost, kMoved));
    // A handler may have closed it.
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
    if (m_options.onStage)
        m_options.onStage(ConnectStage::Connected);
    const Wire::Shared shared{m_loop, m_master, m_options, m_commands, m_status, m_silence};
    const auto wire = std::make_shared<Wire>(shared_from_this(), shared, std::move(*dialled));
    m_wire = wire;
    m_phase = Phase::Connected;
    if (isIn(Wire::Stage::Handshaking))
        watchHalfTime();
    else
        login();
    wire->start();
}

void Connection::Link::watchHalfTime()
{
    m_halfTime = m_connectDeadline - m_options.connectTimeout / 2;
    watchDeadline(*m_halfTime);
}

void Connection::Link::onHalfTime()
{
    m_halfTime.reset();
    if (m_phase == Phase::Dialling)
        return m_dialler->fallBack();
    if (!isIn(Wire::Stage::Handshaking) || m_wire->hasReceived())
        return;
    m_dialler->probe([self = shared_from_this(), epoch = m_epoch] {
        if (epoch == self->m_epoch && self->isIn(Wire::Stage::Handshaking))
            self->drop(LinkState::Refused, self->error(ErrorClass::TlsFailed, kPlaintext));
    });
}

void Connection::Link::onConnectTimeout()
{
    const auto give = [&](LinkState state, const char* format) {
        const std::string text = absl::Substitute(format, m_options.connectTimeout.count());
        drop(state, error(ErrorClass::Unreachable, text));
    };
    if (m_phase == Phase::Asking)
        return give(LinkState::Down, kUntold);
    if (m_phase == Phase::Dialling)
        return give(LinkState::Down, m_dialler->isLookingUp() ? kNoAddress : kNoConnection);
    give(LinkState::Silent, isIn(Wire::Stage::Handshaking) ? kNoHandshake : kNoReply);
}

} // namespace lockkeeper::redis
