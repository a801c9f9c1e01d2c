// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0

// Explained in docs/examples/async_service.md.
#include <lockkeeper/async.h>
#include <lockkeeper/display_safe.h>

#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/io_context.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/read_until.hpp>
#include <asio/redirect_error.hpp>
#include <asio/signal_set.hpp>
#include <asio/steady_timer.hpp>
#include <asio/use_awaitable.hpp>
#include <asio/write.hpp>
#include <iostream>
#include <unistd.h>

using namespace lockkeeper;
using namespace std::chrono_literals;
using asio::use_awaitable;
using Socket = asio::local::stream_protocol::socket;

namespace {

/// Does orders that come over a Unix socket, one a connection. All of it runs on the one thread of
/// the io_context: what waits for a lock keeps nothing else waiting.
class Service {
public:
    Service(asio::io_context& context, const config::Deployment& masters, const std::string& path)
        : m_context(context)
        , m_client(masters, lock::Owner::thisProcess("async_service"), systemClock(), context)
        , m_acceptor(context, path)
    { }

    asio::awaitable<void> run()
    {
        for (;;) {
            asio::error_code error;
            Socket socket
                = co_await m_acceptor.async_accept(asio::redirect_error(use_awaitable, error));
            if (!m_acceptor.is_open())
                co_return;
            if (error)
                continue;
            ++m_connections;
            asio::co_spawn(m_context, serve(std::move(socket)), asio::detached);
        }
    }

    /// Takes no more orders, gives up waiting for locks, and ends the context when all that was
    /// begun is done.
    void stop()
    {
        m_acceptor.close();
        m_stop.request_stop();
        endWhenDone();
    }

private:
    asio::awaitable<void> serve(Socket socket)
    {
        asio::error_code error;
        std::string order;
        {
            const std::stop_callback onStop(m_stop.get_token(), [&socket] { socket.close(); });
            co_await asio::async_read_until(socket, asio::dynamic_buffer(order, kLongestOrder),
                '\n', asio::redirect_error(use_awaitable, error));
        }
        if (!error) {
            order.resize(order.find('\n'));
            const std::string answer = co_await work(std::move(order));
            co_await asio::async_write(
                socket, asio::buffer(answer), asio::redirect_error(use_awaitable, error));
        }
        --m_connections;
        endWhenDone();
    }

    asio::awaitable<std::string> work(std::string order)
    {
        const auto executor = m_context.get_executor();
        // Named: GCC 12 fails on lists of initialisers beside co_await.
        const std::vector<Resource> resources{Resource("order:" + order)};
        const lock::AcquireOptions options{.ttl = 10s, .wait = 30s, .stop = m_stop.get_token()};
        auto outcome
            = co_await lock::asyncAcquire(m_client, executor, resources, options, use_awaitable);
        if (!outcome || !std::holds_alternative<lock::Lease>(*outcome))
            co_return "not done\n";
        auto& lease = std::get<lock::Lease>(*outcome);
        std::cout << "begin " << displaySafe(order) << std::endl;
        {
            asio::steady_timer work(m_context, 200ms);
            // On this thread, as everything else.
            const std::stop_callback onLoss(lease.lost(), [&work] { work.cancel(); });
            asio::error_code cancelled;
            co_await work.async_wait(asio::redirect_error(use_awaitable, cancelled));
        }
        const bool isDone = lease.isHeld();
        std::cout << (isDone ? "end " : "lost ") << displaySafe(order) << std::endl;
        co_await lock::asyncRelease(lease, executor, use_awaitable);
        co_return isDone ? "done\n" : "lost\n";
    }

    void endWhenDone()
    {
        if (!m_acceptor.is_open() && m_connections == 0)
            m_context.stop();
    }

    static constexpr std::size_t kLongestOrder = 100;

    asio::io_context& m_context;
    lock::LockClient m_client;
    asio::local::stream_protocol::acceptor m_acceptor;
    std::stop_source m_stop;
    int m_connections = 0;
};

} // namespace

int main(int argc, char* argv[])
{
    if (argc < 3) {
        std::cerr << "usage: async_service SOCKET MASTER...\n";
        return 64;
    }
    const std::string path = argv[1];
    const auto deployment = config::deploymentFromUrls("shop", {argv + 2, argv + argc});
    if (!deployment) {
        std::cerr << deployment.error().text << '\n';
        return 64;
    }
    ::unlink(path.c_str()); // of an earlier run
    asio::io_context context(1);
    Service service(context, *deployment, path);
    asio::signal_set signals(context, SIGTERM, SIGINT);
    signals.async_wait([&service](const asio::error_code&, int) { service.stop(); });
    asio::co_spawn(context, service.run(), asio::detached);
    context.run();
    ::unlink(path.c_str());
}
