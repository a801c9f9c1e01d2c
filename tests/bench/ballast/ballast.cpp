// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/ballast/ballast.h"

#include "core/lock/lock_client.h"
#include "tests/bench/measure.h"
#include "tests/bench/servers.h"

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <future>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 10min;

std::size_t entriesOf(const char* directory)
{
    const std::filesystem::directory_iterator entries(directory);
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

/// What this process has of the system.
struct Load {
    double megabytes = residentBytes() / 1e6;
    std::size_t descriptors = entriesOf("/proc/self/fd");
    std::size_t threads = entriesOf("/proc/self/task");
};

lock::Ttl longTtl()
{
    return lock::Ttl::from(kPatience).value();
}

std::unique_ptr<lock::LockClient> clientOf(const config::Deployment& deployment)
{
    return std::make_unique<lock::LockClient>(deployment, lock::Owner::thisProcess("ballast"));
}

std::optional<lock::Lease> take(lock::LockClient& client, const std::string& resource)
{
    auto outcome = client.acquire(Resource(resource), {.ttl = longTtl(), .wait = kPatience});
    auto* const lease = outcome ? std::get_if<lock::Lease>(&*outcome) : nullptr;
    return lease ? std::optional(std::move(*lease)) : std::nullopt;
}

/// Measures one load, from its construction on.
class Trial {
public:
    explicit Trial(std::string name)
        : m_name(std::move(name))
    { }
    void notePeak() { m_peak = Load(); }
    /// Prints what was measured. True if all `wanted` locks were taken, and no descriptor and no
    /// thread is left.
    [[nodiscard]] bool end(std::size_t taken, std::size_t wanted) const
    {
        const std::chrono::duration<double> time = BootClock::now() - m_start;
        const Load after = settled();
        std::printf("%-26s %6zu of %6zu locks in %6.2f s; at the peak %7.1f MB, %5zu descriptors, "
                    "%4zu threads; afterwards %7.1f MB, %2zu more descriptors, %zu more threads\n",
            m_name.c_str(), taken, wanted, time.count(), m_peak.megabytes, m_peak.descriptors,
            m_peak.threads, after.megabytes, after.descriptors - m_before.descriptors,
            after.threads - m_before.threads);
        std::fflush(stdout);
        return taken == wanted && after.descriptors == m_before.descriptors
            && after.threads == m_before.threads;
    }

private:
    /// The load once what the last lease has left is gone, which another thread takes apart.
    [[nodiscard]] Load settled() const
    {
        const SteadyTime end = BootClock::now() + 10s;
        Load now;
        while (BootClock::now() < end
            && (now.descriptors > m_before.descriptors || now.threads > m_before.threads)) {
            std::this_thread::sleep_for(10ms);
            now = Load();
        }
        return now;
    }

    std::string m_name;
    Load m_before;
    Load m_peak;
    SteadyTime m_start = BootClock::now();
};

bool manyWaiters(unsigned waiters)
{
    const Servers servers(3);
    Trial trial(std::to_string(waiters) + " waiters");
    std::atomic<unsigned> taken = 0;
    {
        std::atomic<unsigned> ended = 0;
        std::promise<void> allEnded;
        const auto client = clientOf(servers.deployment(3));
        auto holder = take(*client, "one");
        for (unsigned i = 0; i < waiters; ++i)
            client->startAcquire({Resource("one")}, {.ttl = longTtl(), .wait = kPatience},
                [&](const Result<lock::AcquireOutcome>& outcome) {
                    taken += outcome && std::holds_alternative<lock::Lease>(*outcome) ? 1 : 0;
                    if (++ended == waiters)
                        allEnded.set_value();
                });
        (void)client->holder(Resource("one")); // all of them have begun when it has answered
        trial.notePeak();
        holder.reset();
        allEnded.get_future().wait();
    }
    return trial.end(taken, waiters);
}

bool manyMasters(unsigned masters)
{
    constexpr std::size_t kPairs = 200;
    const Servers servers(masters);
    Trial trial(std::to_string(masters) + " masters");
    std::size_t taken = 0;
    {
        const auto client = clientOf(servers.deployment(masters));
        for (std::size_t i = 0; i < kPairs; ++i) {
            auto lease = take(*client, "r" + std::to_string(i));
            taken += lease && lease->extend(longTtl()) ? 1 : 0;
        }
        trial.notePeak();
    }
    return trial.end(taken, kPairs);
}

bool manyClients(unsigned clients)
{
    const Servers servers(3);
    Trial trial(std::to_string(clients) + " clients");
    std::size_t taken = 0;
    {
        std::vector<std::unique_ptr<lock::LockClient>> all;
        std::vector<std::optional<lock::Lease>> leases;
        for (unsigned i = 0; i < clients; ++i) {
            all.push_back(clientOf(servers.deployment(3)));
            leases.push_back(take(*all.back(), "r" + std::to_string(i)));
            taken += leases.back() ? 1 : 0;
        }
        trial.notePeak();
    }
    return trial.end(taken, clients);
}

/// Each client has a few descriptors.
void raiseDescriptorLimit()
{
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace

int runBallast(const BallastOptions& options)
{
    try {
        raiseDescriptorLimit();
        bool isGood = manyWaiters(options.waiters);
        isGood = manyMasters(options.masters) && isGood;
        isGood = manyClients(options.clients) && isGood;
        return isGood ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ballast: %s\n", error.what());
        return kCannotRun;
    }
}

} // namespace lockkeeper::bench
