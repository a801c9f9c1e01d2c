// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/frame_proxy.h"

#include "core/zookeeper/jute.h"

#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/post.hpp>
#include <asio/read.hpp>
#include <asio/write.hpp>
#include <atomic>
#include <functional>
#include <future>
#include <list>
#include <optional>
#include <set>
#include <string>
#include <thread>

namespace lockkeeper::lab {
namespace {

using asio::ip::tcp;
using zookeeper::JuteReader;

/// Closes both sockets once `isPassed` refuses a frame.
class FramePipe : public std::enable_shared_from_this<FramePipe> {
public:
    using IsPassed = std::function<bool(std::string_view payload)>;

    FramePipe(std::shared_ptr<tcp::socket> from, std::shared_ptr<tcp::socket> to, IsPassed isPassed)
        : m_from(std::move(from))
        , m_to(std::move(to))
        , m_isPassed(std::move(isPassed))
    { }

    void readHead()
    {
        asio::async_read(*m_from, asio::buffer(m_head),
            [self = shared_from_this()](const asio::error_code& failure, std::size_t) {
                failure ? self->close() : self->readPayload();
            });
    }

private:
    void readPayload()
    {
        m_payload.resize(
            static_cast<std::size_t>(JuteReader({m_head.data(), m_head.size()}).takeInt()));
        asio::async_read(*m_from, asio::buffer(m_payload),
            [self = shared_from_this()](const asio::error_code& failure, std::size_t) {
                if (failure || !self->m_isPassed(self->m_payload))
                    return self->close();
                asio::error_code broken;
                asio::write(*self->m_to,
                    std::array{asio::buffer(self->m_head.data(), self->m_head.size()),
                        asio::buffer(self->m_payload.data(), self->m_payload.size())},
                    broken);
                self->readHead();
            });
    }
    void close()
    {
        asio::error_code ignored;
        m_from->close(ignored);
        m_to->close(ignored);
    }

    std::shared_ptr<tcp::socket> m_from;
    std::shared_ptr<tcp::socket> m_to;
    IsPassed m_isPassed;
    std::array<char, 4> m_head{};
    std::string m_payload;
};

} // namespace

struct FrameProxy::Private {
    explicit Private(std::uint16_t server)
        : serverPort(server)
    { }

    void accept()
    {
        auto client = std::make_shared<tcp::socket>(context);
        acceptor.async_accept(*client, [this, client](const asio::error_code& failure) {
            if (failure)
                return;
            if (!isRefusing)
                serve(client);
            accept();
        });
    }

    void serve(const std::shared_ptr<tcp::socket>& client)
    {
        auto server = std::make_shared<tcp::socket>(context);
        asio::error_code failure;
        server->connect({asio::ip::make_address("127.0.0.1"), serverPort}, failure);
        if (failure)
            return;
        sockets.push_back(client);
        auto asked = std::make_shared<std::set<std::int32_t>>(); // ids of requests with that opcode
        std::make_shared<FramePipe>(client, server, [this, asked](std::string_view payload) {
            JuteReader in(payload);
            const std::int32_t xid = in.takeInt();
            if (toCut && in.takeInt() == static_cast<std::int32_t>(*toCut))
                asked->insert(xid);
            return true;
        })->readHead();
        std::make_shared<FramePipe>(server, client, [this, asked](std::string_view payload) {
            const auto head = zookeeper::takeReplyHead(payload);
            if (!head || asked->erase(head->xid) == 0 || head->code != 0 || !toCut)
                return true;
            toCut.reset();
            ++cuts;
            return false;
        })->readHead();
    }

    void refuse(bool isWanted)
    {
        isRefusing = isWanted;
        asio::error_code ignored;
        for (const auto& socket : std::exchange(sockets, {}))
            socket->close(ignored);
    }

    template <class Task> void call(Task task)
    {
        std::promise<void> done;
        asio::post(context, [&] {
            task();
            done.set_value();
        });
        done.get_future().wait();
    }

    const std::uint16_t serverPort;
    asio::io_context context;
    tcp::acceptor acceptor{context, {asio::ip::make_address("127.0.0.1"), 0}};
    std::list<std::shared_ptr<tcp::socket>> sockets;
    std::optional<zookeeper::Opcode> toCut;
    bool isRefusing = false;
    std::atomic<int> cuts{0};
    std::thread thread;
};

FrameProxy::FrameProxy(std::uint16_t port)
    : m_d(std::make_unique<Private>(port))
{
    m_d->accept();
    m_d->thread = std::thread([this] { m_d->context.run(); });
}

FrameProxy::~FrameProxy()
{
    m_d->context.stop();
    m_d->thread.join();
}

std::uint16_t FrameProxy::port() const noexcept
{
    return m_d->acceptor.local_endpoint().port();
}

void FrameProxy::cutReplyTo(zookeeper::Opcode opcode)
{
    m_d->call([this, opcode] { m_d->toCut = opcode; });
}

void FrameProxy::refuse(bool isRefusing)
{
    m_d->call([this, isRefusing] { m_d->refuse(isRefusing); });
}

int FrameProxy::cuts() const noexcept
{
    return m_d->cuts;
}

} // namespace lockkeeper::lab
