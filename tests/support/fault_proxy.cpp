// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fault_proxy.h"

#include "core/redis/url.h"
#include "tests/support/proxied_connection.h"

#include <algorithm>
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/post.hpp>
#include <future>
#include <stdexcept>
#include <thread>

namespace lockkeeper::tests {
namespace {

using asio::ip::tcp;

asio::generic::stream_protocol::endpoint endpointOf(const std::string& text)
{
    const auto url = redis::Url::parse(text);
    if (!url)
        throw std::runtime_error(url.error().text);
    if (url->kind == redis::Url::Kind::Unix)
        return asio::local::stream_protocol::endpoint(url->path);
    return tcp::endpoint(asio::ip::make_address(url->host), url->port);
}

} // namespace

/// A port, where it leads, and what is on its way. Used on the network's thread.
struct ProxyRoute : std::enable_shared_from_this<ProxyRoute> {
    ProxyRoute(asio::io_context& context, const std::string& url)
        : server(endpointOf(url))
        , acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0))
        , port(acceptor.local_endpoint().port())
    { }

    void listen()
    {
        acceptor = tcp::acceptor(
            acceptor.get_executor(), tcp::endpoint(asio::ip::address_v4::loopback(), port));
        accept();
    }

    void accept()
    {
        acceptor.async_accept(
            [self = shared_from_this()](const asio::error_code& error, tcp::socket socket) {
                if (error)
                    return;
                ++self->orders->accepted;
                socket.set_option(tcp::no_delay(true));
                self->connect(std::move(socket));
                self->accept();
            });
    }

    void connect(tcp::socket client)
    {
        std::erase_if(connections, [](const auto& connection) { return connection.expired(); });
        const auto connection = std::make_shared<ProxiedConnection>(std::move(client), orders);
        connections.push_back(connection);
        connection->start(server);
    }

    template <class Work> void forEach(const Work& work)
    {
        for (const auto& weak : connections) {
            if (const auto connection = weak.lock())
                work(*connection);
        }
    }

    asio::generic::stream_protocol::endpoint server;
    tcp::acceptor acceptor;
    std::uint16_t port;
    std::shared_ptr<ProxyOrders> orders = std::make_shared<ProxyOrders>();
    std::vector<std::weak_ptr<ProxiedConnection>> connections{};
};

struct FaultNetwork::Loop {
    Loop()
        : thread([this] { context.run(); })
    { }
    ~Loop()
    {
        context.stop();
        thread.join();
    }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    /// Runs `work` on the thread, and waits for it.
    template <class Work> void run(Work work)
    {
        std::packaged_task<void()> task(std::move(work));
        std::future<void> done = task.get_future();
        asio::post(context, [task = std::move(task)]() mutable { task(); });
        done.get();
    }

    asio::io_context context{1};
    asio::executor_work_guard<asio::io_context::executor_type> guard{context.get_executor()};
    std::thread thread;
};

FaultNetwork::FaultNetwork(const std::vector<std::string>& urls)
    : m_loop(std::make_unique<Loop>())
{
    m_loop->run([&] {
        for (const std::string& url : urls) {
            const auto route = std::make_shared<ProxyRoute>(m_loop->context, url);
            route->accept();
            m_proxies.emplace_back(*this, route);
        }
    });
}

FaultNetwork::~FaultNetwork() = default;

std::vector<std::string> FaultNetwork::urls() const
{
    std::vector<std::string> urls;
    for (const FaultProxy& proxy : m_proxies)
        urls.push_back(proxy.url());
    return urls;
}

std::vector<std::uint16_t> FaultNetwork::ports() const
{
    std::vector<std::uint16_t> ports;
    for (const FaultProxy& proxy : m_proxies)
        ports.push_back(proxy.port());
    return ports;
}

FaultProxy::FaultProxy(FaultNetwork& network, std::shared_ptr<ProxyRoute> route)
    : m_network(&network)
    , m_route(std::move(route))
{ }

std::uint16_t FaultProxy::port() const noexcept
{
    return m_route->port;
}

std::string FaultProxy::url() const
{
    return "redis://127.0.0.1:" + std::to_string(m_route->port);
}

void FaultProxy::strike(Fault fault, std::string command, unsigned times)
{
    m_network->m_loop->run([&] {
        m_route->orders->strikes.push_back({fault, std::move(command), times});
    });
}

void FaultProxy::spare()
{
    m_network->m_loop->run([&] { m_route->orders->strikes.clear(); });
}

void FaultProxy::garbleWith(std::string bytes)
{
    m_network->m_loop->run([&] { m_route->orders->garbage = std::move(bytes); });
}

void FaultProxy::letGo()
{
    m_network->m_loop->run(
        [&] { m_route->forEach([](ProxiedConnection& each) { each.letGo(); }); });
}

void FaultProxy::cut(Ending ending)
{
    m_network->m_loop->run(
        [&] { m_route->forEach([&](ProxiedConnection& each) { each.cut(ending); }); });
}

void FaultProxy::swallow(bool isSwallowing)
{
    m_network->m_loop->run([&] {
        m_route->orders->isSwallowing = isSwallowing;
        m_route->forEach([&](ProxiedConnection& each) {
            if (!isSwallowing && each.hasLost())
                each.cut(Ending::Reset);
        });
    });
}

void FaultProxy::refuse(bool isRefusing)
{
    m_network->m_loop->run([&] {
        if (isRefusing)
            m_route->acceptor.close();
        else if (!m_route->acceptor.is_open())
            m_route->listen();
    });
}

void FaultProxy::delay(Direction direction, std::chrono::microseconds delay)
{
    m_network->m_loop->run(
        [&] { m_route->orders->delays.at(static_cast<std::size_t>(direction)) = delay; });
}

void FaultProxy::trickle(std::chrono::microseconds pause)
{
    m_network->m_loop->run([&] { m_route->orders->trickle = pause; });
}

unsigned FaultProxy::struck() const noexcept
{
    return m_route->orders->struck;
}

unsigned FaultProxy::accepted() const noexcept
{
    return m_route->orders->accepted;
}

unsigned FaultProxy::seen(const std::string& command) const
{
    unsigned count = 0;
    m_network->m_loop->run([&] {
        for (const auto& [name, times] : m_route->orders->seen)
            count += name.starts_with(command) ? times : 0;
    });
    return count;
}

} // namespace lockkeeper::tests
