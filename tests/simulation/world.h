// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/random.h"
#include "tests/simulation/task_pool.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lockkeeper::simulation {

/// The true time since the start of a run. Simulated processes and masters can't read it: they have
/// clocks of their own.
using TrueTime = std::chrono::nanoseconds;

/// The virtual time of a run. It runs events one after the other, in the order of their times, on
/// one thread. It can also record a story of the events, to explain a failed run.
class World {
public:
    explicit World(bool isTelling)
        : m_isTelling(isTelling)
    { }

    [[nodiscard]] TrueTime now() const noexcept { return m_now; }

    /// Runs `task` at `when`, after the tasks that were scheduled for that time earlier. A `when`
    /// in the past means now.
    template <class F> void at(TrueTime when, F task)
    {
        m_queue.push_back({std::max(when, m_now), ++m_events, m_tasks.add(std::move(task))});
        std::ranges::push_heap(m_queue, IsLater());
    }
    template <class F> void after(TrueTime delay, F task) { at(m_now + delay, std::move(task)); }
    /// Runs all events that are due before `end`, or until `isOver` is true.
    void runUntil(TrueTime end, const bool& isOver);

    /// True in the part of a run that has no faults: the network is quick, too.
    [[nodiscard]] bool isCalm() const noexcept { return m_isCalm; }
    void calm() noexcept { m_isCalm = true; }

    /// Adds a line to the story. `text` is called only if the story is recorded.
    template <class F> void tell(F text)
    {
        if (m_isTelling)
            addLine(text());
    }
    [[nodiscard]] const std::vector<std::string>& story() const noexcept { return m_story; }
    /// Adds a fact to the digest.
    void note(std::uint64_t fact) noexcept
    {
        m_digest = (m_digest ^ fact) * 0x100000001b3;
        m_digest ^= m_digest >> 29U;
    }
    /// Of all events and facts so far: equal for two runs of one seed.
    [[nodiscard]] std::uint64_t digest() const noexcept { return m_digest; }

private:
    struct Event {
        TrueTime when;
        std::uint64_t number;
        TaskPool::Slot task;
    };
    struct IsLater {
        bool operator()(const Event& a, const Event& b) const noexcept
        {
            return a.when != b.when ? a.when > b.when : a.number > b.number;
        }
    };
    void addLine(const std::string& text);

    bool m_isTelling;
    bool m_isCalm = false;
    TrueTime m_now{};
    std::uint64_t m_events = 0;
    std::uint64_t m_digest = 0xcbf29ce484222325;
    TaskPool m_tasks;
    std::vector<Event> m_queue; ///< a heap; its first event is the next to run
    std::vector<std::string> m_story;
};

} // namespace lockkeeper::simulation
