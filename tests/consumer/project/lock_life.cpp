// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Takes, renews, releases and loses a lock over five masters of its own.
#include "own_servers.h"

#include <lockkeeper/lock_client.h>

#include <future>
#include <thread>

using namespace lockkeeper;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 30s;

lock::Ttl ttl(std::chrono::milliseconds value)
{
    return *lock::Ttl::from(value);
}

lock::Lease take(lock::LockClient& client, lock::AcquireOptions options)
{
    auto outcome = client.acquire(Resource("orders:42"), std::move(options));
    require(outcome && std::holds_alternative<lock::Lease>(*outcome), "the lock is taken");
    return std::get<lock::Lease>(std::move(*outcome));
}

void keepsOthersOut(lock::LockClient& other)
{
    const auto outcome = other.acquire(Resource("orders:42"), {.ttl = ttl(10s)});
    require(outcome && std::holds_alternative<lock::Contended>(*outcome), "others are kept out");
}

void isRenewedByItself(const lock::Lease& lease)
{
    const SteadyTime first = lease.deadline();
    const SteadyTime limit = BootClock::now() + kPatience;
    while (lease.deadline() <= first && BootClock::now() < limit)
        std::this_thread::sleep_for(10ms);
    require(lease.deadline() > first, "the lease is renewed");
    require(lease.isHeld(), "a renewed lease is held");
}

void isReleased(lock::Lease lease, lock::LockClient& other)
{
    std::size_t freed = 0;
    for (const lock::MasterVote& vote : lease.release())
        freed += vote.state == lock::MasterVote::State::Yes ? 1 : 0;
    require(freed >= 3, "a quorum of masters has released the lock");
    require(take(other, {.ttl = ttl(10s)}).isHeld(), "another gets it then");
}

void isLostWithItsMasters(lock::LockClient& client, OwnServers& servers)
{
    std::promise<void> lost;
    const lock::Lease lease
        = take(client, {.ttl = ttl(2s), .wait = kPatience, .onLost = [&] { lost.set_value(); }});
    servers.kill(3);
    require(lost.get_future().wait_for(kPatience) == std::future_status::ready, "a loss is told");
    require(!lease.isHeld() && lease.lost().stop_requested(), "a lost lease is not held");
    const auto outcome = client.acquire(Resource("orders:42"), {.ttl = ttl(2s)});
    require(outcome && std::holds_alternative<lock::NoQuorum>(*outcome),
        "nothing is taken without a quorum");
}

} // namespace

int main()
{
    OwnServers servers;
    static const SystemClock clock;
    lock::LockClient client(servers.deployment(), lock::Owner::thisProcess("consumer"), clock);
    lock::LockClient other(servers.deployment(), lock::Owner::thisProcess("other"), clock);

    lock::Lease lease = take(client, {.ttl = ttl(2s)});
    keepsOthersOut(other);
    isRenewedByItself(lease);
    isReleased(std::move(lease), other);
    isLostWithItsMasters(client, servers);
}
