// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/observe/observe_bench.h"

#include "core/observe/watcher.h"
#include "tests/bench/observe/announced_waiters.h"
#include "tests/bench/observe/bare_sweep.h"
#include "tests/bench/observe/footprint.h"
#include "tests/bench/observe/noise.h"
#include "tests/bench/observe/push_probe.h"
#include "tests/bench/servers.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <stdexcept>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMasters = 5;
/// Limit of a sweep's time, as a multiple of the bare loop's.
constexpr double kSweepLimit = 1.3;
/// Limit of the ratio to the bare loop with many locks, as a multiple of that with few.
constexpr double kGrowthLimit = 1.2;

double percentileOf(const std::vector<Nanoseconds>& latencies, double part)
{
    std::vector<double> milliseconds;
    for (const Nanoseconds latency : latencies)
        milliseconds.push_back(std::chrono::duration<double, std::milli>(latency).count());
    return percentile(std::move(milliseconds), part);
}

/// Servers that store locks, and their deployment.
struct Bed {
    explicit Bed(std::size_t locks)
        : servers(kMasters)
        , ports(servers.ports(kMasters))
        , deployment(servers.deployment(kMasters))
    {
        deployment.patterns = {"lock:*"};
        storeLocks(ports, locks);
    }

    Servers servers;
    std::vector<std::uint16_t> ports;
    config::Deployment deployment;
};

/// Sweeps one bed with observe::sweepOnce() and with the bare loop, in turns.
class SweepSeries {
public:
    explicit SweepSeries(const Bed& bed)
        : m_bed(bed)
    { }

    void round()
    {
        const SystemClock clock;
        const SweepTime limit = bareSweep(m_bed.ports);
        m_bare.push_back(std::chrono::duration<double>(limit.duration).count());
        const auto start = std::chrono::steady_clock::now();
        const auto update
            = observe::sweepOnce(m_bed.deployment, clock, observe::LocalProcessProbe());
        m_ours.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        m_locks = update.changed.size();
        if (!update.isComplete || m_locks * kMasters != limit.keys)
            throw std::runtime_error("the sweep found " + std::to_string(m_locks) + " locks");
    }
    [[nodiscard]] Figure figure(double limit) const
    {
        return {"sweep of " + std::to_string(m_locks) + " locks", "ms", median(m_ours) * 1e3,
            "bare loop", median(m_bare) * 1e3, limit, true, {}, ratio()};
    }
    [[nodiscard]] double ratio() const { return medianRatio(m_ours, m_bare); }

private:
    const Bed& m_bed;
    std::size_t m_locks = 0;
    std::vector<double> m_ours;
    std::vector<double> m_bare;
};

class ObserveBench {
public:
    explicit ObserveBench(const ObserveBenchOptions& options)
        : m_options(options)
        , m_bed(options.locks)
    { }

    std::vector<Figure> run()
    {
        if (isWanted("footprint"))
            footprint();
        if (isWanted("noise"))
            noise();
        if (isWanted("sweep"))
            sweep();
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

    void sweep()
    {
        SweepSeries series(m_bed);
        // Twice as many as of the others: with all cores busy, rounds differ by a tenth.
        for (std::size_t round = 0; round < 2 * m_options.rounds; ++round)
            series.round();
        m_figures.push_back(series.figure(kSweepLimit));
    }

    void footprint()
    {
        const Footprint cost = measureFootprint(
            m_bed.deployment, m_bed.ports, std::chrono::seconds(m_options.seconds));
        const std::string locks = std::to_string(m_options.locks) + " unchanged locks";
        addAbsolute("memory of a lock with five votes", "bytes",
            cost.bytes / static_cast<double>(m_options.locks), 500);
        addAbsolute("CPU of " + locks, "%", cost.percentOfCore, 1);
        addAbsolute("commands to each master, " + locks, "/s", cost.commandsPerSecond, 5);
        constexpr std::size_t kWaiters = 1000;
        const AnnouncedWaiters waiters(m_bed.ports, std::min(kWaiters, m_options.locks));
        const Footprint waited = measureFootprint(
            m_bed.deployment, m_bed.ports, std::chrono::seconds(m_options.seconds));
        addAbsolute("CPU of the same with 1000 waiters", "%", waited.percentOfCore, 5);
        addAbsolute("commands to each master more, 1000 waiters", "/s",
            waited.commandsPerSecond - cost.commandsPerSecond, 5);
    }

    void noise()
    {
        addAbsolute("commands to each master, FLUSHDB of another database twice a second", "/s",
            commandsWhileOthersFlush(m_bed.deployment, m_bed.ports), 5000);
        const Servers server(1);
        const std::uint16_t port = server.ports(1).front();
        std::map<bool, std::vector<BusyCache>> runs;
        for (std::size_t round = 0; round < m_options.rounds; ++round) {
            for (const bool isWatched : {false, true})
                runs[isWatched].push_back(writeCache(port, isWatched, 10s));
        }
        const auto partsOf = [&](bool isWatched, double BusyCache::*part) {
            std::vector<double> values;
            for (const BusyCache& run : runs[isWatched])
                values.push_back(run.*part);
            return values;
        };
        const auto compare = [&](const char* name, const char* unit, double BusyCache::*part,
                                 double limit, bool isAtMost) {
            const auto watched = partsOf(true, part);
            const auto alone = partsOf(false, part);
            m_figures.push_back({name, unit, median(watched), "not watched", median(alone), limit,
                isAtMost, {}, medianRatio(watched, alone)});
        };
        compare("writes of a busy cache, watched without patterns", "/s", &BusyCache::perSecond,
            0.9, false);
        compare(
            "the server's CPU time for each of them", "us", &BusyCache::serverCpu, 1.0 / 0.9, true);
        addAbsolute("CPU of its watcher", "%", median(partsOf(true, &BusyCache::watcherCpu)), 50);
    }

    void push()
    {
        const std::chrono::seconds time(m_options.seconds);
        for (const std::size_t rate : {200UL, 5000UL}) {
            const Run run = pushedChanges(m_bed.deployment, m_bed.ports, rate, time);
            const std::string suffix = ", " + std::to_string(rate) + " changes/s";
            addAbsolute(
                "change to publication p50" + suffix, "ms", percentileOf(run.latencies, 0.5), 5);
            addAbsolute(
                "change to publication p99" + suffix, "ms", percentileOf(run.latencies, 0.99), 20);
            addAbsolute(
                "changes not published" + suffix, "", static_cast<double>(run.failures.count), 0);
            const double reached = static_cast<double>(run.latencies.size())
                / std::chrono::duration<double>(run.duration).count();
            m_figures.push_back({"changes published" + suffix, "/s", reached, "asked for",
                static_cast<double>(rate), 0.98, false});
        }
    }

    /// Measures both sizes in turns, because a machine's speed changes from one minute to the next.
    void many()
    {
        const Bed large(m_options.many);
        SweepSeries few(m_bed);
        SweepSeries many(large);
        for (std::size_t round = 0; round < std::min<std::size_t>(m_options.rounds, 3); ++round) {
            few.round();
            many.round();
        }
        m_figures.push_back(many.figure(kSweepLimit * kGrowthLimit));
        // The bare loop, too, takes longer for each of them.
        m_figures.push_back({"ratio to the bare loop, that many", "", many.ratio(),
            "with " + std::to_string(m_options.locks), few.ratio(), kGrowthLimit, true});
    }

    void addAbsolute(std::string name, std::string unit, double ours, double limit)
    {
        m_figures.push_back({std::move(name), std::move(unit), ours, "", 0, limit, true});
    }

    ObserveBenchOptions m_options;
    Bed m_bed;
    std::vector<Figure> m_figures;
};

} // namespace

int runObserveBench(const ObserveBenchOptions& options)
{
    try {
        const Surroundings surroundings;
        const auto figures = ObserveBench(options).run();
        return report(figures, options.isJson, surroundings.coresOfOthers());
    } catch (const std::exception& error) {
        std::cerr << "lockkeeper-bench: " << error.what() << '\n';
        return 1;
    }
}

} // namespace lockkeeper::bench
