// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/observe/observe_bench.h"

#include "core/observe/watcher.h"
#include "tests/bench/observe/bare_sweep.h"
#include "tests/bench/observe/footprint.h"
#include "tests/bench/observe/push_probe.h"
#include "tests/bench/servers.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMasters = 5;

double percentile(std::vector<Nanoseconds> latencies, double part)
{
    if (latencies.empty())
        return 0;
    std::ranges::sort(latencies);
    const auto index = static_cast<std::size_t>(part * static_cast<double>(latencies.size() - 1));
    return std::chrono::duration<double, std::milli>(latencies[index]).count();
}

class ObserveBench {
public:
    explicit ObserveBench(const ObserveBenchOptions& options)
        : m_options(options)
        , m_servers(kMasters)
        , m_ports(m_servers.ports(kMasters))
        , m_deployment(m_servers.deployment(kMasters))
    {
        m_deployment.patterns = {"lock:*"};
        storeLocks(m_ports, options.locks);
    }

    std::vector<Figure> run()
    {
        const auto count = static_cast<double>(m_options.locks);
        if (isWanted("footprint"))
            footprint();
        if (isWanted("sweep") || isWanted("many")) {
            const auto [ours, bare] = sweeps(m_options.locks, m_options.rounds);
            m_figures.push_back({"sweep of " + std::to_string(m_options.locks) + " locks", "ms",
                ours * 1e3, "bare loop", bare * 1e3, 1.3, true});
            m_secondsPerLock = ours / count;
        }
        if (isWanted("push"))
            push();
        if (isWanted("many") && m_options.many > 0)
            many();
        return std::move(m_figures);
    }

private:
    [[nodiscard]] bool isWanted(const char* what) const
    {
        return m_options.only.empty() || m_options.only == what;
    }

    /// Medians in seconds: ours, and the bare loop's.
    std::pair<double, double> sweeps(std::size_t locks, std::size_t rounds)
    {
        const SystemClock clock;
        const observe::LocalProcessProbe processes;
        std::vector<double> ours;
        std::vector<double> bare;
        for (std::size_t round = 0; round < rounds; ++round) {
            const SweepTime limit = bareSweep(m_ports);
            bare.push_back(std::chrono::duration<double>(limit.duration).count());
            const auto start = std::chrono::steady_clock::now();
            const auto update = observe::sweepOnce(m_deployment, clock, processes);
            ours.push_back(
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
            if (!update.isComplete || update.changed.size() != locks)
                throw std::runtime_error(
                    "the sweep found " + std::to_string(update.changed.size()) + " locks");
        }
        return {median(ours), median(bare)};
    }

    void footprint()
    {
        const Footprint cost
            = measureFootprint(m_deployment, m_ports, std::chrono::seconds(m_options.seconds));
        const std::string locks = std::to_string(m_options.locks) + " unchanged locks";
        addAbsolute("memory of a lock with five votes", "bytes",
            cost.bytes / static_cast<double>(m_options.locks), 500);
        addAbsolute("CPU of " + locks, "%", cost.percentOfCore, 1);
        addAbsolute("commands to each master, " + locks, "/s", cost.commandsPerSecond, 5);
    }

    void push()
    {
        const std::chrono::seconds time(m_options.seconds);
        for (const std::size_t rate : {200UL, 5000UL}) {
            const Run run = pushedChanges(m_deployment, m_ports, rate, time);
            const std::string suffix = ", " + std::to_string(rate) + " changes/s";
            addAbsolute(
                "change to publication p50" + suffix, "ms", percentile(run.latencies, 0.5), 5);
            addAbsolute(
                "change to publication p99" + suffix, "ms", percentile(run.latencies, 0.99), 20);
            addAbsolute("changes not published" + suffix, "", static_cast<double>(run.failures), 0);
            const double reached = static_cast<double>(run.latencies.size())
                / std::chrono::duration<double>(run.duration).count();
            m_figures.push_back({"changes published" + suffix, "/s", reached, "asked for",
                static_cast<double>(rate), 0.98, false});
        }
    }

    void many()
    {
        storeLocks(m_ports, m_options.many);
        // What the push measurement has left counts as well.
        const SystemClock clock;
        const auto found = observe::sweepOnce(m_deployment, clock, observe::LocalProcessProbe());
        const auto [ours, bare]
            = sweeps(found.changed.size(), std::min<std::size_t>(m_options.rounds, 3));
        const auto count = static_cast<double>(found.changed.size());
        m_figures.push_back({"sweep of " + std::to_string(found.changed.size()) + " locks", "ms",
            ours * 1e3, "bare loop", bare * 1e3, 1.3, true});
        m_figures.push_back({"time per lock, that many", "us", ours / count * 1e6,
            "with " + std::to_string(m_options.locks), m_secondsPerLock * 1e6, 1.2, true});
    }

    void addAbsolute(std::string name, std::string unit, double ours, double limit)
    {
        m_figures.push_back({std::move(name), std::move(unit), ours, "", 0, limit, true});
    }

    ObserveBenchOptions m_options;
    Servers m_servers;
    std::vector<std::uint16_t> m_ports;
    config::Deployment m_deployment;
    double m_secondsPerLock = 0;
    std::vector<Figure> m_figures;
};

} // namespace

int runObserveBench(const ObserveBenchOptions& options)
{
    try {
        return report(ObserveBench(options).run(), options.isJson);
    } catch (const std::exception& error) {
        std::cerr << "lockkeeper-bench: " << error.what() << '\n';
        return 1;
    }
}

} // namespace lockkeeper::bench
