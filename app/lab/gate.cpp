// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gate.h"

#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>
#include <vector>

namespace lockkeeper::lab {

using asio::ip::tcp;

struct Gate::Private : std::enable_shared_from_this<Gate::Private> {
    Private(asio::io_context& loop, std::uint16_t to)
        : context(loop)
        , target(asio::ip::address_v4::loopback(), to)
        , acceptor(loop, tcp::endpoint(asio::ip::address_v4::loopback(), 0))
    { }

    struct Lane {
        std::shared_ptr<tcp::socket> from;
        std::shared_ptr<tcp::socket> to;
        std::array<char, 16384> bytes{};
    };

    void accept();
    void pump(std::shared_ptr<Lane> lane);

    asio::io_context& context;
    tcp::endpoint target;
    tcp::acceptor acceptor;
    std::vector<std::shared_ptr<tcp::socket>> sockets;
    bool isClosed = false;
};

void Gate::Private::accept()
{
    acceptor.async_accept(
        [self = shared_from_this()](const std::error_code& error, tcp::socket in) {
            if (error)
                return;
            auto inner = std::make_shared<tcp::socket>(std::move(in));
            auto outer = std::make_shared<tcp::socket>(self->context);
            std::error_code refused;
            outer->connect(self->target, refused);
            self->sockets.insert(self->sockets.end(), {inner, outer});
            if (!refused) {
                self->pump(std::make_shared<Lane>(Lane{inner, outer}));
                self->pump(std::make_shared<Lane>(Lane{outer, inner}));
            }
            self->accept();
        });
}

void Gate::Private::pump(std::shared_ptr<Lane> lane)
{
    Lane& way = *lane;
    way.from->async_read_some(asio::buffer(way.bytes),
        [self = shared_from_this(), lane = std::move(lane)](
            const std::error_code& error, std::size_t length) mutable {
            if (error || self->isClosed)
                return;
            Lane& read = *lane;
            asio::async_write(*read.to, asio::buffer(read.bytes.data(), length),
                [self, lane = std::move(lane)](const std::error_code& failed, std::size_t) mutable {
                    if (!failed)
                        self->pump(std::move(lane));
                });
        });
}

Gate::Gate(asio::io_context& context, std::uint16_t target)
    : m_d(std::make_shared<Private>(context, target))
{
    m_d->accept();
}

Gate::~Gate()
{
    std::error_code ignored;
    m_d->isClosed = true;
    m_d->acceptor.close(ignored);
    for (const auto& socket : m_d->sockets)
        socket->close(ignored);
}

std::uint16_t Gate::port() const noexcept
{
    std::error_code ignored;
    return m_d->acceptor.local_endpoint(ignored).port();
}

void Gate::close() noexcept
{
    m_d->isClosed = true;
}

} // namespace lockkeeper::lab
