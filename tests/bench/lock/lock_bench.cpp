// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/lock/lock_bench.h"

#include "tests/bench/lock/bare_client.h"
#include "tests/bench/lock/contenders.h"
#include "tests/bench/servers.h"
#include "tests/support/fault_proxy.h"

#include <iostream>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

class LockBench {
public:
    explicit LockBench(LockBenchOptions options)
        : m_options(std::move(options))
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
        if (isWanted("gone")) {
            oneMasterGone("stopped", &Servers::suspend);
            oneMasterGone("killed", &Servers::kill);
        }
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

    /// The series of three contenders with one thread each.
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
        BlockingClient client(deployment, "blocking");
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
        addP50("pair p50" + suffix, ours, "bare loop", limit, masters == 1 ? 1.05 : 1.15);
        addRate("pairs/s" + suffix, ours, "bare loop", limit, 0.87);
        const std::string cpu = "CPU of a pair" + suffix;
        if (masters == 1) {
            addP50("pair p50" + suffix, ours, "serial client", peer, 1.05);
            add(cpu, "us", ours.cpuMicroseconds(), "serial client", peer.cpuMicroseconds(), 1.15);
        } else {
            m_figures.push_back({.name = cpu,
                .unit = "us",
                .ours = median(ours.cpuMicroseconds()),
                .limit = 80,
                .best = median(limit.cpuMicroseconds())});
        }
        // Six processes share a few cores. The bare loop shows how much asking all masters at once
        // can gain on this machine.
        if (masters > 1) {
            addRate("pairs/s" + suffix, ours, "serial client", peer, 3);
            m_figures.back().best = medianRatio(limit.perSecond(), peer.perSecond());
        }
        ours.failures().print("one thread");
        peer.failures().print("one thread");
    }

    /// Pairs over a simulated network with the latency between machines of one site.
    void overNetwork()
    {
        constexpr auto kOneWay = 250us;
        tests::FaultNetwork network(Servers::urlsOf(m_five.ports(5)));
        for (std::size_t i = 0; i < network.size(); ++i) {
            network[i].delay(tests::Direction::ToServer, kOneWay);
            network[i].delay(tests::Direction::ToClient, kOneWay);
        }
        const auto deployment = Servers::deploymentOf(network.ports());
        const auto [ours, limit, peer] = inTurns(network.ports(), deployment, m_options.pairs / 10);
        const std::string name = "pairs/s, N=5, over a network of 0.5 ms";
        addRate(name, ours, "bare loop", limit, 0.87);
        addRate(name, ours, "serial client", peer, 3);
        ours.failures().print("over a network");
        peer.failures().print("over a network");
    }

    void manyInFlight()
    {
        constexpr std::size_t kInFlight = 16;
        BareClient bare(m_five.ports(5));
        const auto deployment = m_five.deployment(5);
        BlockingClient client(deployment, "blocking");
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
        async.failures().print("16 in flight");
        threads.failures().print("16 in flight");
    }

    /// Four threads on three masters of which one is gone all the time, compared with four threads
    /// whose masters are all healthy. Commands for the missing master must not pile up in memory.
    void oneMasterGone(const char* how, void (Servers::*lose)(std::size_t))
    {
        constexpr std::size_t kThreads = 4;
        constexpr auto kIdle = 5s;
        Servers servers(4);
        const auto ports = servers.ports(4);
        BlockingClient whole(Servers::deploymentOf({ports[0], ports[1], ports[2]}), "whole");
        BlockingClient bereft(Servers::deploymentOf({ports[0], ports[1], ports[3]}), "bereft");
        (servers.*lose)(3);
        Series healthy;
        Series without;
        (void)bereft.pairs(m_options.pairs, kThreads);
        const double bytes = bytesInUse();
        Failures failures;
        const SteadyTime end = systemClock().now() + m_options.gone;
        for (SteadyTime now = systemClock().now(); now < end; now = systemClock().now()) {
            const Run alone = bereft.pairs(3 * m_options.pairs, kThreads);
            const Run beside = whole.pairs(m_options.pairs, kThreads);
            failures.add(alone.failures);
            failures.add(beside.failures);
            // Only the last third counts: by then any pile-up shows.
            if (now < end - m_options.gone / 3)
                continue;
            without.add(alone);
            healthy.add(beside);
        }
        const std::string suffix = std::string(", 1 of 3 ").append(how).append(" ")
            + std::to_string(m_options.gone.count()) + " s";
        addP50("pair p50, 4 threads" + suffix, without, "all healthy", healthy, 1.2);
        addRate("pairs/s, 4 threads" + suffix, without, "all healthy", healthy, 0.83);
        m_figures.push_back({.name = "more memory" + suffix,
            .unit = "KB",
            .ours = (bytesInUse() - bytes) / 1000,
            .limit = 4000,
            .isTimed = false});
        m_figures.push_back({.name = "idle CPU then" + suffix,
            .unit = "%",
            .ours = idlePercentOfCore(kIdle),
            .limit = 0.5});
        failures.print(how);
        m_figures.push_back({.name = "failed operations" + suffix,
            .ours = static_cast<double>(failures.count),
            .limit = 0,
            .isTimed = false});
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
        ours.failures().print("hand-over");
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
            .limit = 800,
            .isTimed = false});
        cost.failures.print("renewal");
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

    LockBenchOptions m_options;
    Servers m_five;
    std::vector<Figure> m_figures;
};

} // namespace

int runLockBench(const LockBenchOptions& options)
{
    try {
        const Surroundings surroundings;
        const auto figures = LockBench(options).run();
        return report(figures, options.isJson, surroundings.coresOfOthers());
    } catch (const std::exception& error) {
        std::cerr << "lockkeeper-bench: " << error.what() << '\n';
        return 1;
    }
}

} // namespace lockkeeper::bench
