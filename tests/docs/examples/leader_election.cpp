// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0

// Explained in docs/examples/leader_election.md.
#include <lockkeeper/display_safe.h>
#include <lockkeeper/lock_client.h>

#include <csignal>
#include <iostream>
#include <semaphore>
#include <thread>

using namespace lockkeeper;
using namespace std::chrono_literals;

namespace {

/// Requests a stop at SIGTERM and SIGINT. Call it before there are other threads: they inherit that
/// these signals are blocked.
std::stop_token stopAtSignals()
{
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGTERM);
    ::sigaddset(&signals, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::stop_source stop;
    std::thread([signals, stop]() mutable {
        int which = 0;
        ::sigwait(&signals, &which);
        stop.request_stop();
    }).detach();
    return stop.get_token();
}

/// Leads until the lease is lost or this program is to end. A real leader's threads would get
/// `lease.lost()`, and put `lease.fencingToken()` into all that they write.
void lead(const lock::Lease& lease, const std::stop_token& stop)
{
    std::counting_semaphore<2> isOver(0);
    const auto end = [&isOver] { isOver.release(); };
    const std::stop_callback onLoss(lease.lost(), end);
    const std::stop_callback onStop(stop, end);
    isOver.acquire();
}

} // namespace

int main(int argc, char* argv[])
{
    if (argc < 3) {
        std::cerr << "usage: leader_election NAME MASTER...\n";
        return 64;
    }
    const std::string name = argv[1];
    const auto deployment = config::deploymentFromUrls("shop", {argv + 2, argv + argc});
    if (!deployment) {
        std::cerr << deployment.error().text << '\n';
        return 64;
    }
    const std::stop_token stop = stopAtSignals();
    lock::LockClient client(*deployment, lock::Owner::thisProcess("leader_election"));
    const lock::AcquireOptions options{.ttl = 5s, .wait = 24h, .isFenced = true, .stop = stop};

    //! [leader election]
    while (!stop.stop_requested()) {
        auto outcome = client.acquire(Resource("leader"), options);
        if (!outcome) {
            std::cerr << displaySafe(outcome.error().text) << '\n';
            return 1;
        }
        if (!std::holds_alternative<lock::Lease>(*outcome))
            continue; // nobody leads, because too few masters answer; or this program is to end
        const auto lease = std::get<lock::Lease>(std::move(*outcome));
        std::cout << name << " leads" << std::endl;
        lead(lease, stop);
        std::cout << name << (lease.isHeld() ? " steps down" : " is deposed") << std::endl;
    } // ~Lease releases: the next one leads at once
    //! [leader election]
}
