// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/lock/lock_bench.h"

#include "tests/bench/lock/bare_client.h"
#include "tests/bench/lock/contenders.h"
#include "tests/bench/lock/slow_network.h"
#include "tests/bench/servers.h"

#include <iostream>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

class LockBench {
public:
    explicit LockBench(const LockBenchOptions& options)
        : m_options(options)
        , m_five(5)
    { }

    std::vector<Figure> run()
    {
        if (isWanted("pairs")) {
            oneThread(5);
            oneThread(1);
        }
        if (isWanted("network"))
            overNetwork();
        if (isWanted("many"))
            manyInFlight();
        if (isWanted("stopped"))
            oneMasterStopped();
        if (isWanted("hand-over"))
            handOver();
        if (isWanted("renewal"))
            renewal();
        return std::move(m_figures);
    }

private:
    [[nodiscard]] bool isWanted(const char* what) const
    {
        return m_options.only.empty() || m_options.only == what;
    }

    /// Of one thread each.
    struct Contest {
        Series ours;
        Series limit; ///< the bare loop
        Series peer; ///< the serial client
    };
    [[nodiscard]] Contest inTurns(const std::vector<std::uint16_t>& ports,
        const config::Deployment& deployment, std::size_t pairs) const
    {
        BareClient bare(ports);
        SerialClient serial(ports);
        BlockingClient client(deployment);
        Contest contest;
        for (std::size_t round = 0; round < m_options.rounds; ++round) {
            contest.limit.add(bare.pairs(pairs, 1));
            contest.ours.add(client.pairs(pairs, 1));
            contest.peer.add(serial.pairs(pairs));
        }
        return contest;
    }

    void oneThread(std::size_t masters)
    {
        const auto ports = m_five.ports(masters);
        const auto deployment = m_five.deployment(masters);
        const std::string suffix = std::string(", 1 thread, N=").append(std::to_string(masters));
        const auto [ours, limit, peer] = inTurns(ports, deployment, m_options.pairs);
        addP50("pair p50" + suffix, ours, "bare loop", limit, 1.15);
        addRate("pairs/s" + suffix, ours, "bare loop", limit, 0.87);
        // Six processes on a few cores: the bare loop tells what is to be had from asking all at
        // once.
        if (masters > 1) {
            addRate("pairs/s" + suffix, ours, "serial client", peer, 3);
            m_figures.back().best = medianRatio(limit.perSecond(), peer.perSecond());
        }
        noteFailures("one thread", ours.failures() + peer.failures());
    }

    /// Where an answer takes its time on the way, as between the machines of one site.
    void overNetwork()
    {
        constexpr auto kOneWay = 250us;
        const SlowNetwork network(m_five.ports(5), kOneWay);
        const auto deployment = Servers::deploymentOf(network.ports());
        const auto [ours, limit, peer] = inTurns(network.ports(), deployment, m_options.pairs / 10);
        const std::string name = "pairs/s, N=5, over a network of 0.5 ms";
        addRate(name, ours, "bare loop", limit, 0.87);
        addRate(name, ours, "serial client", peer, 3);
        noteFailures("over a network", ours.failures() + peer.failures());
    }

    void manyInFlight()
    {
        constexpr std::size_t kInFlight = 16;
        BareClient bare(m_five.ports(5));
        const auto deployment = m_five.deployment(5);
        BlockingClient client(deployment);
        Series limit;
        Series async;
        Series threads;
        for (std::size_t round = 0; round < m_options.rounds; ++round) {
            limit.add(bare.pairs(4 * m_options.pairs, kInFlight));
            async.add(asyncPairs(deployment, 4 * m_options.pairs, kInFlight));
            threads.add(client.pairs(4 * m_options.pairs, kInFlight));
        }
        addRate("pairs/s, asynchronous, 16 in flight", async, "bare loop", limit, 0.9);
        addRate("pairs/s, 16 blocking threads", threads, "bare loop", limit, 0.6);
        noteFailures("16 in flight", async.failures() + threads.failures());
    }

    void oneMasterStopped()
    {
        const auto deployment = m_five.deployment(5);
        Series healthy;
        Series stopped;
        for (std::size_t round = 0; round < m_options.rounds; ++round) {
            healthy.add(BlockingClient(deployment).pairs(m_options.pairs, 1));
            m_five.suspend(4);
            stopped.add(BlockingClient(deployment).pairs(m_options.pairs, 1));
            m_five.resume(4);
        }
        addP50("pair p50, one master stopped", stopped, "all healthy", healthy, 1.2);
        noteFailures("one master stopped", healthy.failures() + stopped.failures());
    }

    void handOver()
    {
        constexpr std::size_t kCount = 10;
        constexpr auto kPause = 10ms;
        BareClient bare(m_five.ports(5));
        const auto deployment = m_five.deployment(5);
        Series ours;
        Series acquire;
        for (std::size_t round = 0; round < m_options.rounds; ++round) {
            acquire.add(bare.acquires(kCount, kPause));
            ours.add(handOvers(deployment, kCount, kPause));
        }
        addP50("hand-over to a waiter p50", ours, "bare acquire", acquire, 3);
        noteFailures("hand-over", ours.failures());
    }

    void renewal()
    {
        const LeaseCost cost = renewLeases(m_five.deployment(5), m_options.leases, 20s);
        const std::string count = std::to_string(m_options.leases);
        m_figures.push_back({.name = "CPU of " + count + " leases renewed at TTL 30 s",
            .unit = "%",
            .ours = cost.percentOfCore,
            .limit = 5});
        m_figures.push_back({.name = "memory of a lease",
            .unit = "bytes",
            .ours = cost.bytesPerLease,
            .limit = 1024});
        noteFailures("renewal", cost.lost);
    }

    void addP50(std::string name, const Series& ours, std::string against, const Series& other,
        double limit)
    {
        add(std::move(name), "us", ours.p50Microseconds(), std::move(against),
            other.p50Microseconds(), limit);
    }
    void addRate(std::string name, const Series& ours, std::string against, const Series& other,
        double limit)
    {
        add(std::move(name), "/s", ours.perSecond(), std::move(against), other.perSecond(), limit);
        m_figures.back().isAtMost = false;
    }
    void add(std::string name, std::string unit, const std::vector<double>& ours,
        std::string against, const std::vector<double>& other, double limit)
    {
        m_figures.push_back({.name = std::move(name),
            .unit = std::move(unit),
            .ours = median(ours),
            .against = std::move(against),
            .other = median(other),
            .limit = limit,
            .ofRounds = medianRatio(ours, other)});
    }
    static void noteFailures(const char* what, std::size_t count)
    {
        if (count != 0)
            std::cerr << "lockkeeper-bench: " << what << ": " << count << " operations failed\n";
    }

    LockBenchOptions m_options;
    Servers m_five;
    std::vector<Figure> m_figures;
};

} // namespace

int runLockBench(const LockBenchOptions& options)
{
    try {
        return report(LockBench(options).run(), options.isJson);
    } catch (const std::exception& error) {
        std::cerr << "lockkeeper-bench: " << error.what() << '\n';
        return 1;
    }
}

} // namespace lockkeeper::bench
