// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/shrink.h"

#include <algorithm>

namespace lockkeeper::simulation {
namespace {

/// The shrinking of one seed.
class Shrinking {
public:
    Shrinking(std::uint64_t seed, Setup setup, int mostRuns)
        : m_seed(seed)
        , m_setup(std::move(setup))
        , m_runsLeft(mostRuns)
    {
        const Outcome outcome = simulate(m_seed, m_setup);
        if (outcome.breach)
            m_promise = outcome.breach->promise;
    }

    Setup run()
    {
        while (m_promise && m_runsLeft > 0 && dropOnce()) { }
        return m_setup;
    }

private:
    /// True if anything could be left out.
    bool dropOnce()
    {
        bool isSmaller = dropKinds();
        isSmaller = dropEvents() || isSmaller;
        return dropClients() || isSmaller;
    }

    bool dropKinds()
    {
        bool isSmaller = false;
        const Scenario scenario = Scenario::of(m_seed, m_setup);
        for (std::size_t i = 0; i < kFaults; ++i) {
            if (!scenario.faults[i])
                continue;
            Setup less = m_setup;
            less.without.set(i);
            isSmaller = keepIfBroken(std::move(less)) || isSmaller;
        }
        return isSmaller;
    }

    /// Halves, quarters ... down to single ones.
    bool dropEvents()
    {
        bool isSmaller = false;
        for (std::size_t size = present().size(); size > 0; size /= 2) {
            for (std::size_t first = 0; first < present().size();) {
                const std::vector<std::size_t> events = present();
                Setup less = m_setup;
                const std::size_t end = std::min(first + size, events.size());
                for (std::size_t i = first; i < end; ++i)
                    less.skipped.insert(events[i]);
                if (keepIfBroken(std::move(less)))
                    isSmaller = true;
                else
                    first += size;
            }
        }
        return isSmaller;
    }

    bool dropClients()
    {
        bool isSmaller = false;
        const Scenario scenario = Scenario::of(m_seed, m_setup);
        for (std::size_t clients = 1; clients < scenario.clients; ++clients) {
            Setup less = m_setup;
            less.mostClients = clients;
            if (keepIfBroken(std::move(less))) {
                isSmaller = true;
                break;
            }
        }
        for (int places = 1; places < scenario.habits.mostPlaces; ++places) {
            Setup less = m_setup;
            less.mostPlaces = places;
            if (keepIfBroken(std::move(less)))
                return true;
        }
        return isSmaller;
    }

    /// The events that are left, as indices into those of the whole scenario.
    [[nodiscard]] std::vector<std::size_t> present() const
    {
        Setup whole;
        whole.bug = m_setup.bug;
        const Scenario scenario = Scenario::of(m_seed, whole);
        std::vector<std::size_t> events;
        for (std::size_t i = 0; i < scenario.events.size(); ++i) {
            const auto fault = static_cast<std::size_t>(scenario.events[i].fault);
            if (!m_setup.skipped.contains(i) && !m_setup.without[fault])
                events.push_back(i);
        }
        return events;
    }

    bool keepIfBroken(Setup less)
    {
        if (--m_runsLeft < 0)
            return false;
        const Outcome outcome = simulate(m_seed, less);
        if (!outcome.breach || outcome.breach->promise != *m_promise)
            return false;
        m_setup = std::move(less);
        return true;
    }

    std::uint64_t m_seed;
    Setup m_setup;
    int m_runsLeft;
    std::optional<Promise> m_promise; ///< that is broken
};

/// The names of resources in a line: "r" and a digit.
std::set<std::string> resourcesIn(const std::string& line)
{
    std::set<std::string> found;
    for (std::size_t i = 1; i + 1 < line.size(); ++i) {
        const bool isName = line[i] == 'r' && '0' <= line[i + 1] && line[i + 1] <= '9'
            && std::string_view(" (,{").find(line[i - 1]) != std::string_view::npos;
        if (isName)
            found.insert(line.substr(i, 2));
    }
    return found;
}

} // namespace

Setup shrink(std::uint64_t seed, Setup setup, int mostRuns)
{
    return Shrinking(seed, std::move(setup), mostRuns).run();
}

std::vector<std::string> essence(const std::vector<std::string>& story, std::size_t most)
{
    if (story.empty())
        return {};
    const std::set<std::string> wanted = resourcesIn(story.back());
    std::vector<std::string> lines;
    for (auto line = story.rbegin(); line != story.rend() && lines.size() + 1 < most; ++line) {
        const std::set<std::string> named = resourcesIn(*line);
        const bool isOther = !wanted.empty() && !named.empty()
            && std::ranges::none_of(named, [&](const auto& name) { return wanted.contains(name); });
        if (!isOther)
            lines.push_back(*line);
    }
    if (lines.empty() || lines.back() != story.front())
        lines.push_back(story.front());
    std::ranges::reverse(lines);
    return lines;
}

} // namespace lockkeeper::simulation
