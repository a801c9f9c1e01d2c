// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/soak_report.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace lockkeeper::bench {
namespace {

using nlohmann::json;

std::int64_t microsecondsOf(SteadyTime::duration duration)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

double millisecondsOf(SteadyTime::duration duration)
{
    return static_cast<double>(microsecondsOf(duration)) / 1000;
}

json toJson(const Interval& interval, SteadyTime began)
{
    return {{"process", interval.process}, {"thread", interval.thread}, {"claim", interval.claim},
        {"start_us", microsecondsOf(interval.start - began)},
        {"end_us", microsecondsOf(interval.end - began)}, {"fence", interval.fence}};
}

json toJson(const std::vector<Conflict>& conflicts, SteadyTime began)
{
    json list = json::array();
    for (const Conflict& conflict : conflicts)
        list.push_back(
            {{"resource", conflict.later.resource}, {"earlier", toJson(conflict.earlier, began)},
                {"later", toJson(conflict.later, began)}});
    return list;
}

void printJson(const SoakReport& report, const IntervalChecker& checker)
{
    json out{{"variant", report.options.variant}, {"seed", report.options.seed},
        {"seconds", report.duration.count()}, {"clean", report.isClean(checker)},
        {"intervals", checker.intervals()}, {"overlaps", checker.overlaps()},
        {"first_overlaps", toJson(checker.firstOverlaps(), report.began)},
        {"fence_faults", checker.fenceFaults()},
        {"first_fence_faults", toJson(checker.firstFenceFaults(), report.began)},
        {"longest_gap_ms", millisecondsOf(checker.longestGap())}, {"updates", report.updates},
        {"most_waiters", report.mostWaiters}, {"circles", report.circles},
        {"told_late_ms", millisecondsOf(report.toldLate)}, {"failure", report.failure},
        {"faults",
            {{"masters_stopped", report.mastersStopped}, {"masters_killed", report.mastersKilled},
                {"masters_restarted", report.mastersRestarted},
                {"workers_stopped", report.workersStopped},
                {"workers_killed", report.workersKilled}, {"network", report.networkFaults}}}};
    for (std::size_t i = 0; i < kCounts; ++i)
        out[std::string(nameOf(static_cast<Count>(i)))] = report.counts[i];
    std::puts(out.dump().c_str());
}

void printInterval(const char* which, const Interval& interval, SteadyTime began)
{
    std::printf("    %s: worker %u thread %u claim %08x, %.3f to %.3f ms, fence %llu\n", which,
        interval.process, interval.thread, interval.claim, millisecondsOf(interval.start - began),
        millisecondsOf(interval.end - began), static_cast<unsigned long long>(interval.fence));
}

void printConflicts(const char* what, const std::vector<Conflict>& conflicts, SteadyTime began)
{
    for (const Conflict& conflict : conflicts) {
        std::printf("  %s on resource %u:\n", what, conflict.later.resource);
        printInterval("earlier", conflict.earlier, began);
        printInterval("later", conflict.later, began);
    }
}

void printText(const SoakReport& report, const IntervalChecker& checker)
{
    const auto acquired = report.counts[static_cast<std::size_t>(Count::Acquired)];
    std::printf("soak of %.1f s, variant %s, seed %llu: %llu acquisitions, %.0f a second\n",
        report.duration.count(), report.options.variant.c_str(),
        static_cast<unsigned long long>(report.options.seed),
        static_cast<unsigned long long>(acquired),
        static_cast<double>(acquired) / report.duration.count());
    std::printf(
        "masters: %u times stopped, %u killed, %u restarted; workers: %u stopped, %u killed; "
        "network: %u faults\n",
        report.mastersStopped, report.mastersKilled, report.mastersRestarted, report.workersStopped,
        report.workersKilled, report.networkFaults);
    for (std::size_t i = 0; i < kCounts; ++i)
        std::printf("  %-16s %llu\n", nameOf(static_cast<Count>(i)).data(),
            static_cast<unsigned long long>(report.counts[i]));
    std::printf("  %-16s %.1f ms\n", "longest gap", millisecondsOf(checker.longestGap()));
    std::printf("  %-16s %.1f ms\n", "told late, most", millisecondsOf(report.toldLate));
    std::printf("  %-16s %zu\n", "intervals", checker.intervals());
    std::printf("  %-16s %zu\n", "fence faults", checker.fenceFaults());
    std::printf("  %-16s %zu\n", "overlaps", checker.overlaps());
    printConflicts("overlap", checker.firstOverlaps(), report.began);
    printConflicts("fencing token too small", checker.firstFenceFaults(), report.began);
    if (report.options.isOrdered)
        std::printf("watcher: %llu updates, %llu waiters at a time, %zu circles claimed\n",
            static_cast<unsigned long long>(report.updates),
            static_cast<unsigned long long>(report.mostWaiters), report.circles.size());
    for (const std::string& circle : report.circles)
        std::printf("  %s\n", circle.c_str());
    if (!report.failure.empty())
        std::printf("FAILED: %s\n", report.failure.c_str());
    std::puts(report.isClean(checker) ? "clean" : "NOT CLEAN");
}

} // namespace

bool SoakReport::isClean(const IntervalChecker& checker) const
{
    for (std::size_t i = 0; i < kCounts; ++i) {
        if (isViolation(static_cast<Count>(i)) && counts[i] > 0)
            return false;
    }
    return checker.overlaps() == 0 && checker.fenceFaults() == 0 && circles.empty()
        && failure.empty() && counts[static_cast<std::size_t>(Count::Acquired)] > 0;
}

void print(const SoakReport& report, const IntervalChecker& checker)
{
    report.options.isJson ? printJson(report, checker) : printText(report, checker);
    std::fflush(stdout);
}

} // namespace lockkeeper::bench
