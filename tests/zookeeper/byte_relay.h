// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/post.hpp>
#include <asio/write.hpp>
#include <future>
#include <memory>
#include <thread>

namespace lockkeeper::tests {

/// A loopback port that forwards to another one, on a thread of its own, until it is told to be
/// silent.
class ByteRelay {
public:
    explicit ByteRelay(std::uint16_t target)
        : m_target(target)
    {
        accept();
        m_thread = std::thread([this] { m_context.run(); });
    }
    ~ByteRelay()
    {
        m_context.stop();
        m_thread.join();
    }
    ByteRelay(const ByteRelay&) = delete;
    ByteRelay& operator=(const ByteRelay&) = delete;

    [[nodiscard]] std::uint16_t port() const { return m_acceptor.local_endpoint().port(); }

    /// From now on no byte passes, also of new connections, and nobody is told. In effect when it
    /// has returned.
    void fallSilent()
    {
        std::promise<void> done;
        asio::post(m_context, [&] {
            m_isSilent = true;
            done.set_value();
        });
        done.get_future().wait();
    }

private:
    using Socket = asio::ip::tcp::socket;
    struct Pipe {
        std::shared_ptr<Socket> from;
        std::shared_ptr<Socket> to;
        std::array<char, 65536> bytes{};
    };

    void accept()
    {
        auto client = std::make_shared<Socket>(m_context);
        m_acceptor.async_accept(*client, [this, client](const asio::error_code& failure) {
            if (failure)
                return;
            auto server = std::make_shared<Socket>(m_context);
            asio::error_code refused;
            server->connect({asio::ip::make_address("127.0.0.1"), m_target}, refused);
            if (!refused) {
                pump(std::make_shared<Pipe>(client, server));
                pump(std::make_shared<Pipe>(server, client));
            }
            accept();
        });
    }

    void pump(const std::shared_ptr<Pipe>& pipe)
    {
        pipe->from->async_read_some(asio::buffer(pipe->bytes),
            [this, pipe](const asio::error_code& failure, std::size_t size) {
                asio::error_code broken = failure;
                if (!broken && !m_isSilent)
                    asio::write(*pipe->to, asio::buffer(pipe->bytes, size), broken);
                if (!broken)
                    return pump(pipe);
                if (!m_isSilent) {
                    pipe->from->close(broken);
                    pipe->to->close(broken);
                }
            });
    }

    const std::uint16_t m_target;
    asio::io_context m_context;
    asio::ip::tcp::acceptor m_acceptor{m_context, {asio::ip::make_address("127.0.0.1"), 0}};
    bool m_isSilent = false;
    std::thread m_thread;
};

} // namespace lockkeeper::tests
