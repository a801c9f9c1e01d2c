// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/lock/slow_network.h"

#include <array>
#include <asio/buffer.hpp>
#include <asio/steady_timer.hpp>
#include <asio/write.hpp>
#include <deque>
#include <memory>
#include <string>

namespace lockkeeper::bench {
namespace {

using asio::ip::tcp;
using Clock = std::chrono::steady_clock;

tcp::endpoint loopback(std::uint16_t port)
{
    return {asio::ip::address_v4::loopback(), port};
}

/// Both sockets of a forwarded connection. Shared by its two directions.
struct Ends {
    tcp::socket client;
    tcp::socket server;
};

/// Forwards the bytes of one socket to the other, with the delay.
class Direction : public std::enable_shared_from_this<Direction> {
public:
    Direction(std::shared_ptr<Ends> ends, tcp::socket& from, tcp::socket& to,
        std::chrono::microseconds delay)
        : m_ends(std::move(ends))
        , m_from(from)
        , m_to(to)
        , m_delay(delay)
        , m_timer(from.get_executor())
    { }

    void read()
    {
        m_from.async_read_some(asio::buffer(m_in),
            [self = shared_from_this()](const asio::error_code& error, std::size_t size) {
                if (error)
                    return self->close();
                self->m_underWay.push_back(
                    {Clock::now() + self->m_delay, std::string(self->m_in.data(), size)});
                if (self->m_underWay.size() == 1)
                    self->waitForNext();
                self->read();
            });
    }

private:
    struct Packet {
        Clock::time_point arrives;
        std::string bytes;
    };

    void waitForNext()
    {
        m_timer.expires_at(m_underWay.front().arrives);
        m_timer.async_wait([self = shared_from_this()](const asio::error_code& error) {
            if (!error)
                self->write();
        });
    }

    void write()
    {
        asio::async_write(m_to, asio::buffer(m_underWay.front().bytes),
            [self = shared_from_this()](const asio::error_code& error, std::size_t) {
                if (error)
                    return self->close();
                self->m_underWay.pop_front();
                if (!self->m_underWay.empty())
                    self->waitForNext();
            });
    }

    void close()
    {
        asio::error_code ignored;
        m_from.close(ignored);
        m_to.close(ignored);
    }

    std::shared_ptr<Ends> m_ends;
    tcp::socket& m_from;
    tcp::socket& m_to;
    std::chrono::microseconds m_delay;
    asio::steady_timer m_timer;
    std::array<char, 16384> m_in{};
    std::deque<Packet> m_underWay;
};

} // namespace

SlowNetwork::SlowNetwork(const std::vector<std::uint16_t>& ports, std::chrono::microseconds delay)
    : m_delay(delay)
    , m_targets(ports)
{
    for (std::size_t i = 0; i < ports.size(); ++i) {
        m_acceptors.emplace_back(m_context, loopback(0));
        accept(i);
    }
    m_thread = std::thread([this] { m_context.run(); });
}

SlowNetwork::~SlowNetwork()
{
    m_context.stop();
    m_thread.join();
}

std::vector<std::uint16_t> SlowNetwork::ports() const
{
    std::vector<std::uint16_t> ports;
    for (const Acceptor& acceptor : m_acceptors)
        ports.push_back(acceptor.local_endpoint().port());
    return ports;
}

void SlowNetwork::accept(std::size_t index)
{
    m_acceptors[index].async_accept(
        [this, index](const asio::error_code& error, tcp::socket client) {
            if (error)
                return;
            accept(index);
            auto ends = std::make_shared<Ends>(Ends{std::move(client), tcp::socket(m_context)});
            asio::error_code refused;
            ends->server.connect(loopback(m_targets[index]), refused);
            if (refused)
                return;
            for (tcp::socket* socket : {&ends->client, &ends->server})
                socket->set_option(tcp::no_delay(true), refused);
            std::make_shared<Direction>(ends, ends->client, ends->server, m_delay)->read();
            std::make_shared<Direction>(ends, ends->server, ends->client, m_delay)->read();
        });
}

} // namespace lockkeeper::bench
