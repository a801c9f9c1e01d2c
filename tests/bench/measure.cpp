// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/resource.h>
#include <unistd.h>

namespace lockkeeper::bench {
namespace {

/// More work of others than this makes a machine busy. A desktop that nobody uses takes less.
constexpr double kQuietCores = 0.2;

/// The CPU time of one process, and of its children that have ended.
struct ProcessTime {
    pid_t parent = 0;
    double ticks = 0;
};

/// nullopt: there is no such process. Source: man 5 proc, /proc/PID/stat.
std::optional<ProcessTime> timeOf(const std::filesystem::path& directory)
{
    std::ifstream file(directory / "stat");
    std::string line;
    // The name, in parentheses, may hold anything.
    if (!std::getline(file, line) || line.rfind(')') == std::string::npos)
        return std::nullopt;
    std::istringstream fields(line.substr(line.rfind(')') + 1));
    ProcessTime process;
    std::string skipped;
    fields >> skipped >> process.parent;
    constexpr int kBetween = 9;
    for (int i = 0; i < kBetween; ++i)
        fields >> skipped;
    constexpr int kTimes = 4; // user and system, of itself and of its children
    double ticks = 0;
    for (int i = 0; i < kTimes && fields >> ticks; ++i)
        process.ticks += ticks;
    return process;
}

/// The CPU time of this process and its descendants.
double ownTicks()
{
    std::map<pid_t, ProcessTime> all;
    std::error_code ended;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ended)) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos)
            continue;
        if (const auto process = timeOf(entry.path()))
            all.emplace(std::stoi(name), *process);
    }
    const auto isOurs = [&](pid_t id) {
        for (auto found = all.find(id); found != all.end();
             found = all.find(found->second.parent)) {
            if (found->first == ::getpid())
                return true;
        }
        return false;
    };
    double ticks = 0;
    for (const auto& [id, process] : all)
        ticks += isOurs(id) ? process.ticks : 0;
    return ticks;
}

/// The CPU time of the machine, without that of interrupts: those may be for us.
/// Source: man 5 proc, /proc/stat.
double busyTicks()
{
    std::ifstream file("/proc/stat");
    std::string name;
    double user = 0;
    double nice = 0;
    double system = 0;
    double skipped = 0;
    double stolen = 0;
    file >> name >> user >> nice >> system >> skipped >> skipped >> skipped >> skipped >> stolen;
    return user + nice + system + stolen;
}

double secondsOfOthers()
{
    return (busyTicks() - ownTicks()) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

bool isMissed(const Figure& figure, bool isQuiet)
{
    return (isQuiet || !figure.isTimed) && !figure.isWithin() && !figure.isOutOfReach();
}

void printJson(const std::vector<Figure>& figures, double others)
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
    const nlohmann::json all{{"quiet", others <= kQuietCores}, {"cores_of_others", others},
        {"figures", std::move(list)}};
    std::cout << all.dump(2) << '\n';
}

void printTable(const std::vector<Figure>& figures, double others)
{
    const bool isQuiet = others <= kQuietCores;
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
        else if (isMissed(figure, isQuiet))
            std::cout << "  MISSED";
        else if (!figure.isWithin())
            std::cout << "  not judged";
        std::cout << '\n';
    }
    std::cout << "quiet: " << (isQuiet ? "yes" : "no") << ", other processes used " << others
              << " cores" << (isQuiet ? "" : ": times are not judged") << '\n';
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

void RoundTimer::stop(Run& run) const
{
    run.duration = Steady::now() - m_start;
    run.cpuSeconds = cpuSeconds() - m_cpu;
}

void Series::add(const Run& run)
{
    std::vector<double> latencies;
    latencies.reserve(run.latencies.size());
    for (const Nanoseconds latency : run.latencies)
        latencies.push_back(static_cast<double>(latency.count()) / 1e3);
    const double seconds = static_cast<double>(run.duration.count()) / 1e9;
    m_rates.push_back(static_cast<double>(latencies.size()) / seconds);
    m_cpu.push_back(run.cpuSeconds * 1e6 / static_cast<double>(latencies.size()));
    m_p50.push_back(median(std::move(latencies)));
    m_failures.add(run.failures);
}

Surroundings::Surroundings()
    : m_others(secondsOfOthers())
{ }

double Surroundings::coresOfOthers() const
{
    const std::chrono::duration<double> time = Steady::now() - m_start;
    return std::max(0.0, (secondsOfOthers() - m_others) / time.count());
}

int report(const std::vector<Figure>& figures, bool isJson, double coresOfOthers)
{
    constexpr int kMissed = 2;
    constexpr int kNotJudged = 3;
    const bool isQuiet = coresOfOthers <= kQuietCores;
    if (isJson)
        printJson(figures, coresOfOthers);
    else
        printTable(figures, coresOfOthers);
    const auto isMissedHere = [isQuiet](const Figure& figure) { return isMissed(figure, isQuiet); };
    if (std::ranges::any_of(figures, isMissedHere))
        return kMissed;
    return isQuiet ? 0 : kNotJudged;
}

} // namespace lockkeeper::bench
