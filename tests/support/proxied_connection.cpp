// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/proxied_connection.h"

#include "tests/support/resp_length.h"

#include <algorithm>
#include <asio/buffer.hpp>
#include <asio/socket_base.hpp>
#include <asio/write.hpp>

namespace lockkeeper::tests {
namespace {

using SteadyClock = std::chrono::steady_clock;

bool isPushed(std::string_view reply)
{
    const std::string_view kind = firstElement(reply);
    return kind == "message" || kind == "pmessage";
}

bool isSubscription(std::string_view command)
{
    return command == "SUBSCRIBE" || command == "PSUBSCRIBE";
}

} // namespace

std::optional<Fault> ProxyOrders::faultFor(std::string_view command)
{
    const auto due = std::ranges::find_if(
        strikes, [&](const Strike& strike) { return command.starts_with(strike.command); });
    if (due == strikes.end())
        return std::nullopt;
    const Fault fault = due->fault;
    if (--due->left == 0)
        strikes.erase(due);
    ++struck;
    return fault;
}

ProxiedStream::ProxiedStream(Socket& from, Socket& to, ProxyOrders& orders, Direction direction)
    : m_from(from)
    , m_to(to)
    , m_orders(orders)
    , m_direction(direction)
    , m_timer(from.get_executor())
{ }

void ProxiedStream::start(std::weak_ptr<void> owner, std::function<void(std::string_view)> take,
    std::function<void()> ended)
{
    m_owner = std::move(owner);
    m_take = std::move(take);
    m_ended = std::move(ended);
    read();
}

void ProxiedStream::read()
{
    m_from.async_read_some(asio::buffer(m_in),
        [this, owner = m_owner.lock()](const asio::error_code& error, std::size_t size) {
            if (error)
                return m_ended();
            m_unsplit.append(m_in.data(), size);
            split();
            read();
        });
}

void ProxiedStream::split()
{
    std::size_t taken = 0;
    while (const auto length = respLength(std::string_view(m_unsplit).substr(taken))) {
        m_take(std::string_view(m_unsplit).substr(taken, *length));
        taken += *length;
    }
    m_unsplit.erase(0, taken);
}

void ProxiedStream::pass(std::string_view bytes)
{
    if (m_orders.isSwallowing)
        m_isLost = true;
    if (m_isLost)
        return;
    const auto delay = m_orders.delays.at(static_cast<std::size_t>(m_direction));
    m_packets.push_back({SteadyClock::now() + delay, std::string(bytes)});
    pump();
}

void ProxiedStream::hold(bool isHeld)
{
    m_isHeld = isHeld;
    pump();
}

void ProxiedStream::whenEmpty(std::function<void()> done)
{
    m_whenEmpty = std::move(done);
    pump();
}

void ProxiedStream::pump()
{
    if (m_isWriting || m_isHeld)
        return;
    if (m_packets.empty()) {
        if (m_whenEmpty)
            std::exchange(m_whenEmpty, nullptr)();
        return;
    }
    m_isWriting = true;
    if (m_packets.front().due <= SteadyClock::now())
        return write();
    m_timer.expires_at(m_packets.front().due);
    m_timer.async_wait([this, owner = m_owner.lock()](const asio::error_code& error) {
        if (!error)
            write();
    });
}

void ProxiedStream::write()
{
    const bool isTrickling
        = m_direction == Direction::ToClient && m_orders.trickle > std::chrono::microseconds(0);
    const std::string& bytes = m_packets.front().bytes;
    const std::size_t size = isTrickling ? 1 : bytes.size();
    asio::async_write(m_to, asio::buffer(bytes, size),
        [this, owner = m_owner.lock()](const asio::error_code& error, std::size_t written) {
            m_isWriting = false;
            if (error)
                return;
            m_packets.front().bytes.erase(0, written);
            if (m_packets.front().bytes.empty())
                m_packets.pop_front();
            else
                m_packets.front().due = SteadyClock::now() + m_orders.trickle;
            pump();
        });
}

ProxiedConnection::ProxiedConnection(Socket client, std::shared_ptr<ProxyOrders> orders)
    : m_orders(std::move(orders))
    , m_client(std::move(client))
    , m_server(m_client.get_executor())
    , m_requests(m_client, m_server, *m_orders, Direction::ToServer)
    , m_replies(m_server, m_client, *m_orders, Direction::ToClient)
{ }

void ProxiedConnection::start(const Socket::endpoint_type& server)
{
    m_server.async_connect(server, [self = shared_from_this()](const asio::error_code& error) {
        if (error)
            return self->cut(Ending::Close);
        self->m_requests.start(
            self, [&own = *self](std::string_view request) { own.takeRequest(request); },
            [&own = *self] { own.cut(Ending::Close); });
        self->m_replies.start(
            self, [&own = *self](std::string_view reply) { own.takeReply(reply); },
            [&own = *self] { own.endOfServer(); });
    });
}

void ProxiedConnection::endOfServer()
{
    // Of a connection that is half-open, the client does not learn the end.
    if (!m_orders->isSwallowing && !m_replies.hasLost())
        m_replies.whenEmpty([this] { cut(Ending::Close); });
}

void ProxiedConnection::takeRequest(std::string_view request)
{
    const std::string command(firstElement(request));
    ++m_orders->seen[command];
    const auto fault = m_orders->isSwallowing ? std::nullopt : m_orders->faultFor(command);
    if (fault == Fault::CutRequest)
        return cut(Ending::Reset);
    if (fault == Fault::LoseRequest)
        m_requests.lose();
    if (fault == Fault::HoldRequest)
        m_requests.hold(true);
    m_requests.pass(request);
    expectRepliesTo(request, {fault});
    if (fault == Fault::Duplicate) {
        m_requests.pass(request);
        expectRepliesTo(request, {std::nullopt, true});
    }
}

void ProxiedConnection::expectRepliesTo(std::string_view request, const Expected& expected)
{
    // A subscription has a reply for each channel.
    const std::size_t replies
        = isSubscription(firstElement(request)) ? elementCount(request) - 1 : 1;
    m_expected.insert(m_expected.end(), replies, expected);
}

void ProxiedConnection::takeReply(std::string_view reply)
{
    if (isPushed(reply) || m_expected.empty())
        return m_replies.pass(reply);
    const Expected expected = m_expected.front();
    m_expected.pop_front();
    if (expected.isDropped)
        return;
    if (expected.fault == Fault::CutReply)
        return cut(Ending::Reset);
    if (expected.fault == Fault::Garble)
        return m_replies.pass(m_orders->garbage);
    if (expected.fault == Fault::LoseReply)
        m_replies.lose();
    if (expected.fault == Fault::HoldReply)
        m_replies.hold(true);
    m_replies.pass(reply);
}

void ProxiedConnection::letGo()
{
    m_requests.hold(false);
    m_replies.hold(false);
}

void ProxiedConnection::cut(Ending ending)
{
    asio::error_code ignored;
    if (ending == Ending::Reset)
        m_client.set_option(asio::socket_base::linger(true, 0), ignored);
    m_client.close(ignored);
    m_server.close(ignored);
    m_requests.cancel();
    m_replies.cancel();
}

} // namespace lockkeeper::tests
