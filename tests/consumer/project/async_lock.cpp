// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Takes and releases a lock on an io_context of its own, from a coroutine.
#include "own_servers.h"

#include <lockkeeper/async.h>

#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/io_context.hpp>
#include <asio/use_awaitable.hpp>

using namespace lockkeeper;
using namespace std::chrono_literals;

namespace {

asio::awaitable<void> takeAndRelease(
    lock::LockClient& client, asio::io_context& context, bool& isDone)
{
    const auto executor = context.get_executor();
    // Named: GCC 12 fails on lists of initialisers beside co_await.
    const std::vector<Resource> resources{Resource("orders:42")};
    const lock::AcquireOptions options{.ttl = *lock::Ttl::from(10s)};
    auto outcome
        = co_await lock::asyncAcquire(client, executor, resources, options, asio::use_awaitable);
    require(outcome && std::holds_alternative<lock::Lease>(*outcome), "the lock is taken");
    auto& lease = std::get<lock::Lease>(*outcome);
    require(lease.isHeld(), "it is held");
    const auto votes = co_await lock::asyncRelease(lease, executor, asio::use_awaitable);
    require(votes.size() == 5, "every master has its say");
    isDone = true;
    context.stop();
}

} // namespace

int main()
{
    OwnServers servers;
    static const SystemClock clock;
    asio::io_context context;
    lock::LockClient client(
        servers.deployment(), lock::Owner::thisProcess("consumer"), clock, context);
    bool isDone = false;
    asio::co_spawn(context, takeAndRelease(client, context, isDone), asio::detached);
    context.run();
    require(isDone, "the coroutine came to its end");
}
