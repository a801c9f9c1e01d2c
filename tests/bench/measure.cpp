// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure.h"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <unistd.h>

namespace lockkeeper::bench {
namespace {

void printJson(const std::vector<Figure>& figures)
{
    auto list = nlohmann::json::array();
    for (const Figure& figure : figures) {
        nlohmann::json entry{{"name", figure.name}, {"unit", figure.unit}, {"ours", figure.ours},
            {"limit", figure.limit}, {"bound", figure.isAtMost ? "at most" : "at least"},
            {"within", figure.isWithin()}};
        if (!figure.against.empty()) {
            entry["against"] = figure.against;
            entry["other"] = figure.other;
            entry["ratio"] = figure.ratio();
        }
        if (figure.best)
            entry["best"] = *figure.best;
        list.push_back(std::move(entry));
    }
    std::cout << nlohmann::json{{"figures", std::move(list)}}.dump(2) << '\n';
}

void printTable(const std::vector<Figure>& figures)
{
    std::cout << std::fixed;
    for (const Figure& figure : figures) {
        std::cout << std::left << std::setw(46) << figure.name << std::right << std::setprecision(1)
                  << std::setw(10) << figure.ours << ' ' << std::left << std::setw(8) << figure.unit
                  << std::right;
        if (!figure.against.empty())
            std::cout << std::setw(10) << figure.other << ' ' << std::left << std::setw(14)
                      << figure.against << std::right << std::setprecision(2) << std::setw(6)
                      << figure.ratio() << 'x';
        else
            std::cout << std::setw(32) << "";
        std::cout << std::setprecision(2) << (figure.isAtMost ? "  <= " : "  >= ") << figure.limit;
        if (!figure.isWithin() && figure.isOutOfReach())
            std::cout << "  out of reach here, at best " << *figure.best << 'x';
        else if (!figure.isWithin())
            std::cout << "  MISSED";
        std::cout << '\n';
    }
}

} // namespace

double cpuSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double residentBytes()
{
    std::ifstream file("/proc/self/statm");
    double total = 0;
    double resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

double percentile(std::vector<double> values, double part)
{
    if (values.empty())
        return 0;
    const auto place = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, values.begin() + place);
    return values[static_cast<std::size_t>(place)];
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

double medianRatio(const std::vector<double>& ours, const std::vector<double>& other)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(ours.size(), other.size()); ++i)
        ratios.push_back(ours[i] / other[i]);
    return median(std::move(ratios));
}

void Failures::add(std::string reason)
{
    constexpr std::size_t kMostReasons = 20;
    ++count;
    if (reasons.size() < kMostReasons)
        reasons.push_back(std::move(reason));
}

void Failures::add(const Failures& others)
{
    const std::size_t silent = others.count - others.reasons.size();
    for (const std::string& reason : others.reasons)
        add(reason);
    count += silent;
}

void Failures::print(const char* what) const
{
    if (count == 0)
        return;
    std::cerr << "lockkeeper-bench: " << what << ": " << count << " operations failed\n";
    for (const std::string& reason : reasons)
        std::cerr << "  " << reason << '\n';
}

void Series::add(const Run& run)
{
    std::vector<double> latencies;
    latencies.reserve(run.latencies.size());
    for (const Nanoseconds latency : run.latencies)
        latencies.push_back(static_cast<double>(latency.count()) / 1e3);
    const double seconds = static_cast<double>(run.duration.count()) / 1e9;
    m_rates.push_back(static_cast<double>(latencies.size()) / seconds);
    m_p50.push_back(median(std::move(latencies)));
    m_failures.add(run.failures);
}

int report(const std::vector<Figure>& figures, bool isJson)
{
    constexpr int kMissed = 2;
    if (isJson)
        printJson(figures);
    else
        printTable(figures);
    const auto isMissed
        = [](const Figure& figure) { return !figure.isWithin() && !figure.isOutOfReach(); };
    return std::ranges::any_of(figures, isMissed) ? kMissed : 0;
}

} // namespace lockkeeper::bench
