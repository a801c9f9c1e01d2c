// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/random.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace lockkeeper::simulation {

/// The true time since the start of a run. Simulated processes and masters can't read it: they have
/// clocks of their own.
using TrueTime = std::chrono::nanoseconds;

/// The virtual time and the random numbers of a run. It runs events one after the other, in the
/// order of their times, on one thread. It can also record a story of the events, to explain a
/// failed run.
class World {
public:
    using Task = std::function<void()>;

    World(std::uint64_t seed, bool isTelling)
        : m_random(seed)
        , m_isTelling(isTelling)
    { }

    [[nodiscard]] TrueTime now() const noexcept { return m_now; }
    [[nodiscard]] Random& random() noexcept { return m_random; }

    /// Runs `task` at `when`, after the tasks that were scheduled for that time earlier. A `when`
    /// in the past means now.
    void at(TrueTime when, Task task);
    void after(TrueTime delay, Task task) { at(m_now + delay, std::move(task)); }
    /// Runs all events that are due before `end`, or until `isOver` returns true.
    void runUntil(TrueTime end, const std::function<bool()>& isOver);

    /// Adds a line to the story. `text` is called only if the story is recorded.
    template <class F> void tell(F text)
    {
        if (m_isTelling)
            addLine(text());
    }
    [[nodiscard]] const std::vector<std::string>& story() const noexcept { return m_story; }

private:
    struct Event {
        TrueTime when;
        std::uint64_t number;
        Task task;
    };
    struct IsLater {
        bool operator()(const Event& a, const Event& b) const noexcept
        {
            return a.when != b.when ? a.when > b.when : a.number > b.number;
        }
    };
    void addLine(const std::string& text);

    Random m_random;
    bool m_isTelling;
    TrueTime m_now{};
    std::uint64_t m_events = 0;
    std::vector<Event> m_queue; ///< a heap; its first event is the next to run
    std::vector<std::string> m_story;
};

} // namespace lockkeeper::simulation
