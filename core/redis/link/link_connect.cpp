// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
// How a Link connects a socket on which it can log in.
#include "core/loop/event_loop.h"
#include "core/redis/endpoint_resolver.h"
#include "core/redis/link/link.h"

#include <asio/connect.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/local/stream_protocol.hpp>
#include <netinet/tcp.h>

namespace lockkeeper::redis {
namespace {

constexpr int kUserTimeout = 10'000; // milliseconds

/// Reports faults of half-open connections within seconds instead of after TCP's many minutes.
void tuneTcp(asio::generic::stream_protocol::socket& socket)
{
    asio::error_code ignored;
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    socket.set_option(asio::socket_base::keep_alive(true), ignored);
#ifdef TCP_USER_TIMEOUT
    using asio::detail::socket_option::integer;
    socket.set_option(integer<IPPROTO_TCP, TCP_USER_TIMEOUT>(kUserTimeout), ignored);
    socket.set_option(integer<IPPROTO_TCP, TCP_KEEPIDLE>(10), ignored);
    socket.set_option(integer<IPPROTO_TCP, TCP_KEEPINTVL>(3), ignored);
#endif
}

} // namespace

void Connection::Link::connect()
{
    m_parser = ReplyParser(m_options.replyLimits);
    m_connectDeadline = BootClock::now() + m_options.connectTimeout;
    if (!prepareTarget() || !prepareTls())
        return;
    m_phase = Phase::Connecting;
    watchDeadline(m_connectDeadline);
    if (m_url.kind == Url::Kind::Unix)
        return connectTo({asio::local::stream_protocol::endpoint(m_url.path)});
    asio::error_code notAnAddress;
    const auto address = asio::ip::make_address(m_url.host, notAnAddress);
    if (notAnAddress)
        lookUp();
    else
        connectTo({asio::ip::tcp::endpoint(address, m_url.port)});
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
    m_lookup = std::make_unique<NameLookup>(m_loop, m_url.host, m_options.lookUp);
    m_lastGood.reset();
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

/// Checks the files at each attempt: certificates are renewed while programs run.
bool Connection::Link::prepareTls()
{
    if (!m_url.tls)
        return true;
    if (m_url.kind == Url::Kind::Unix) {
        drop(LinkState::Refused, error(ErrorClass::Unsupported, "no TLS over Unix sockets"));
        return false;
    }
    auto session = TlsSession::create(*m_url.tls, m_url.host, *m_options.tlsContexts);
    if (!session) {
        session.error().master = m_master;
        drop(LinkState::Refused, std::move(session.error()));
        return false;
    }
    m_tls = std::move(*session);
    return true;
}

void Connection::Link::lookUp()
{
    m_phase = Phase::LookingUp;
    if (m_lastGood) {
        m_halfTime = m_connectDeadline - m_options.connectTimeout / 2;
        watchDeadline(*m_halfTime);
    }
    m_lookup->start(
        [self = shared_from_this(), epoch = m_epoch](const NameLookup::Addresses& addresses) {
            if (epoch == self->m_epoch && self->m_phase == Phase::LookingUp)
                self->onLookedUp(addresses);
        });
}

void Connection::Link::onLookedUp(const NameLookup::Addresses& addresses)
{
    std::vector<Endpoint> endpoints;
    for (const std::string& text : addresses.value_or(std::vector<std::string>{})) {
        asio::error_code notAnAddress;
        const auto address = asio::ip::make_address(text, notAnAddress);
        if (!notAnAddress)
            endpoints.emplace_back(asio::ip::tcp::endpoint(address, m_url.port));
    }
    if (endpoints.empty() && m_lastGood)
        return connectTo({*m_lastGood});
    if (endpoints.empty())
        return drop(LinkState::Down,
            error(ErrorClass::Unreachable,
                addresses ? "name lookup failed: it has no address" : addresses.error().text));
    // Each attempt starts with another address, so that an address that swallows packets can't use
    // up the time of all attempts. An address that has worked comes first.
    const auto turn = static_cast<std::ptrdiff_t>(m_backoff.failures() % endpoints.size());
    std::rotate(endpoints.begin(), endpoints.begin() + turn, endpoints.end());
    if (m_backoff.failures() <= 1 && m_lastGood)
        std::stable_partition(endpoints.begin(), endpoints.end(),
            [this](const Endpoint& endpoint) { return endpoint == *m_lastGood; });
    connectTo(std::move(endpoints));
}

void Connection::Link::connectTo(std::vector<Endpoint> endpoints)
{
    m_phase = Phase::Connecting;
    m_halfTime.reset();
    asio::async_connect(m_socket, endpoints,
        [self = shared_from_this(), epoch = m_epoch](
            const asio::error_code& connectError, const Endpoint& endpoint) {
            if (epoch != self->m_epoch)
                return;
            self->m_endpoint = endpoint;
            self->onConnected(connectError);
        });
}

void Connection::Link::onConnected(const asio::error_code& connectError)
{
    if (connectError)
        return drop(LinkState::Down, error(ErrorClass::Unreachable, connectError.message()));
    if (m_url.kind == Url::Kind::Tcp)
        tuneTcp(m_socket);
    asio::error_code ignored;
    m_socket.non_blocking(true, ignored);
    if (m_tls) {
        m_phase = Phase::Handshaking;
        m_halfTime = m_connectDeadline - m_options.connectTimeout / 2;
        watchDeadline(*m_halfTime);
        if (!decrypt({}))
            return;
    } else {
        login();
    }
    read();
}

/// Called after half the connect timeout: tries something else.
void Connection::Link::onHalfTime()
{
    m_halfTime.reset();
    if (m_phase == Phase::LookingUp && m_lastGood)
        return connectTo({*m_lastGood});
    if (m_phase != Phase::Handshaking || m_hasAnswered)
        return;
    m_probe = std::make_shared<PlaintextProbe>(m_loop.context());
    m_probe->start(*m_endpoint, [self = shared_from_this(), epoch = m_epoch] {
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
    case Phase::LookingUp:
        return give(LinkState::Down, "name lookup failed: no answer");
    case Phase::Handshaking:
        return give(LinkState::Silent, "connected, but no TLS handshake");
    case Phase::LoggingIn:
        return give(LinkState::Silent, "connected, but no reply");
    default:
        return give(LinkState::Down, "no connection");
    }
}

} // namespace lockkeeper::redis
