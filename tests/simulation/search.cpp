// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/search.h"

#include "core/files/atomic_file.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <fstream>
#include <sstream>

namespace lockkeeper::simulation {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds kBetweenSaves{5};

double processorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace

std::optional<Totals> readTotals(const std::filesystem::path& file)
{
    std::ifstream in(file);
    Totals totals;
    std::string name;
    std::string end;
    if (in >> name >> totals.nextSeed && name == "next-seed" && in >> name >> totals.runs
        && name == "runs" && in >> name >> totals.acquisitions && name == "acquisitions"
        && in >> name >> totals.seconds && name == "processor-seconds" && !(in >> end))
        return totals;
    return std::nullopt;
}

bool writeTotals(const std::filesystem::path& file, const Totals& totals)
{
    std::ostringstream text;
    text << "next-seed " << totals.nextSeed << "\nruns " << totals.runs << "\nacquisitions "
         << totals.acquisitions << "\nprocessor-seconds " << totals.seconds << '\n';
    return replaceFile(file, text.str(), 0644).has_value();
}

std::optional<std::uint64_t> Search::run(const SearchLimits& limits)
{
    const auto start = steady_clock::now();
    auto saved = start;
    double counted = processorSeconds();
    std::uint64_t runs = 0;
    std::optional<std::uint64_t> broken;
    while (!broken) {
        const std::chrono::duration<double> time = steady_clock::now() - start;
        const bool isEnd = (limits.runs != 0 && runs == limits.runs)
            || (limits.acquisitions != 0 && m_totals.acquisitions >= limits.acquisitions)
            || (limits.seconds != 0 && time.count() >= static_cast<double>(limits.seconds));
        if (isEnd)
            break;
        const Outcome outcome = simulate(m_totals.nextSeed, m_setup);
        if (outcome.breach)
            broken = m_totals.nextSeed;
        ++m_totals.nextSeed;
        ++m_totals.runs;
        ++runs;
        m_totals.acquisitions += outcome.acquisitions;
        m_totals.seconds += processorSeconds() - std::exchange(counted, processorSeconds());
        if (steady_clock::now() - saved >= kBetweenSaves) {
            save();
            saved = steady_clock::now();
        }
    }
    save();
    return broken;
}

void Search::save()
{
    if (!m_state.empty())
        m_isSaved = writeTotals(m_state, m_totals) && m_isSaved;
}

Result<std::vector<KnownSeed>> readSeeds(const std::filesystem::path& file)
{
    std::ifstream in(file);
    std::vector<KnownSeed> seeds;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty() || line.starts_with('#'))
            continue;
        KnownSeed known;
        const char* const end = line.data() + line.size();
        const auto [rest, error] = std::from_chars(line.data(), end, known.seed);
        if (error != std::errc() || known.seed == 0 || (rest != end && *rest != ' '))
            return fail(ErrorClass::InvalidArgument,
                file.string() + ':' + std::to_string(number) + ": does not begin with a seed");
        known.text.assign(std::find_if(rest, end, [](char c) { return c != ' '; }), end);
        seeds.push_back(std::move(known));
    }
    if (!in.eof())
        return fail(ErrorClass::System, file.string() + ": can't be read");
    if (seeds.empty())
        return fail(ErrorClass::InvalidArgument, file.string() + ": has no seeds");
    return seeds;
}

} // namespace lockkeeper::simulation
