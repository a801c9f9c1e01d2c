// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/soak.h"

#include "tests/bench/measure.h"
#include "tests/bench/soak/circle_watch.h"
#include "tests/bench/soak/crew.h"
#include "tests/bench/soak/soak_masters.h"
#include "tests/bench/soak/soak_proxies.h"
#include "tests/bench/soak/soak_report.h"
#include "tests/support/private_directory.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>

namespace lockkeeper::bench {
namespace {

using std::chrono::milliseconds;

constexpr int kViolated = 1;
constexpr milliseconds kTick{20};
/// The soak goes on for this long after the first violation: further ones may help to find the
/// cause.
constexpr milliseconds kAftermath{1000};
/// Every thread must have returned from the library within this time.
constexpr milliseconds kFinishTimeout{20'000};

volatile std::sig_atomic_t interrupted = 0;

class Soak {
public:
    explicit Soak(const SoakOptions& options)
        : m_options(options)
        , m_log(m_directory.path() / "log", options.processes * std::size_t{options.threads})
        , m_masters(m_directory.path(), options.seed, options.isForgetful)
        , m_checker(options.resources)
    { }

    int run()
    {
        if (auto started = m_masters.start(m_options.masters); !started) {
            std::fprintf(stderr, "soak: %s\n", started.error().text.c_str());
            return kCannotRun;
        }
        std::vector<std::vector<std::string>> urls(m_options.processes, m_masters.urls());
        if (m_options.hasProxies) {
            m_proxies.emplace(m_masters.urls(), m_options.processes, m_options.seed + 2);
            urls = m_proxies->urls();
        }
        m_crew.emplace(Workplace{m_options, m_directory.path() / "log", std::move(urls)}, m_log,
            m_options.seed + 1);
        m_report.options = m_options;
        m_report.began = BootClock::now();
        if (m_options.isOrdered)
            m_circles.emplace(m_masters.urls());
        if (auto done = soak(); !done)
            m_report.failure = done.error().text;
        finish();
        print(m_report, m_checker);
        return m_report.isClean(m_checker) ? 0 : kViolated;
    }

private:
    Result<void> soak()
    {
        if (auto started = m_crew->start(); !started)
            return started;
        SteadyTime end = m_report.began + std::chrono::seconds(m_options.seconds);
        for (bool isGood = true; interrupted == 0;) {
            const SteadyTime now = BootClock::now();
            if (now >= end)
                break;
            if (isGood && isViolated()) {
                isGood = false;
                end = std::min(end, now + kAftermath);
            }
            if (auto tended = m_masters.tend(now); !tended)
                return tended;
            if (auto tended = m_crew->tend(now); !tended)
                return tended;
            if (m_proxies)
                m_proxies->tend(now);
            judge();
            std::this_thread::sleep_for(kTick);
        }
        return {};
    }

    void judge()
    {
        SteadyTime noneBefore = SteadyTime::max();
        std::vector<Interval> intervals;
        for (std::size_t i = 0; i < m_log.size(); ++i)
            noneBefore = std::min(noneBefore, m_log[i].drain(intervals));
        for (const Interval& interval : intervals)
            m_checker.add(interval);
        m_checker.judgeBefore(noneBefore);
    }

    /// A variant goes on until its mistake has caused an overlap.
    bool isViolated()
    {
        const bool hasCircle = m_circles && !m_circles->circles().empty();
        if (m_options.variant == "any-order")
            return hasCircle && m_log.counted(Count::Deadlocked) > 0;
        if (m_options.variant != "none")
            return m_checker.overlaps() > 0;
        if (hasCircle)
            return true;
        for (std::size_t i = 0; i < kCounts; ++i) {
            if (isViolation(static_cast<Count>(i)) && m_log.counted(static_cast<Count>(i)) > 0)
                return true;
        }
        return m_checker.overlaps() > 0 || m_checker.fenceFaults() > 0;
    }

    void finish()
    {
        m_report.duration = BootClock::now() - m_report.began;
        m_masters.resumeAll();
        if (m_proxies)
            m_proxies->mend();
        if (auto finished = m_crew->finish(kFinishTimeout); !finished && m_report.failure.empty())
            m_report.failure = finished.error().text;
        m_crew->kill();
        judge();
        m_checker.judgeBefore(SteadyTime::max());
        for (std::size_t i = 0; i < kCounts; ++i)
            m_report.counts[i] = m_log.counted(static_cast<Count>(i));
        for (std::size_t i = 0; i < m_log.size(); ++i)
            m_report.toldLate = std::max(m_report.toldLate, m_log[i].toldLate());
        if (m_circles) {
            m_report.updates = m_circles->updates();
            m_report.mostWaiters = m_circles->mostWaiters();
            m_report.circles = m_circles->circles();
        }
        m_report.networkFaults = m_proxies ? m_proxies->faults() : 0;
        m_report.mastersStopped = m_masters.stopped();
        m_report.mastersKilled = m_masters.killed();
        m_report.mastersRestarted = m_masters.restarted();
        m_report.workersStopped = m_crew->stopped();
        m_report.workersKilled = m_crew->killed();
    }

    SoakOptions m_options;
    tests::PrivateDirectory m_directory; // outlives the servers
    SharedLog m_log;
    SoakMasters m_masters;
    std::optional<SoakProxies> m_proxies;
    std::optional<Crew> m_crew;
    std::optional<CircleWatch> m_circles;
    IntervalChecker m_checker;
    SoakReport m_report;
};

} // namespace

int runSoak(const SoakOptions& options)
{
    SoakOptions settled = options;
    if (settled.seed == 0)
        settled.seed = std::random_device{}();
    std::fprintf(stderr, "soak: seed %llu\n", static_cast<unsigned long long>(settled.seed));
    (void)std::signal(SIGINT, [](int) { interrupted = 1; });
    (void)std::signal(SIGTERM, [](int) { interrupted = 1; });
    try {
        return Soak(settled).run();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "soak: %s\n", error.what());
        return kCannotRun;
    }
}

} // namespace lockkeeper::bench
