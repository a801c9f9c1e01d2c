// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/world.h"

#include <cstdio>

namespace lockkeeper::simulation {

void World::runUntil(TrueTime end, const bool& isOver)
{
    while (!m_queue.empty() && m_queue.front().when < end && !isOver) {
        std::ranges::pop_heap(m_queue, IsLater());
        const Event event = m_queue.back();
        m_queue.pop_back();
        m_now = event.when;
        note(event.number + static_cast<std::uint64_t>(event.when.count()));
        m_tasks.run(event.task);
    }
    if (!isOver)
        m_now = end;
}

void World::addLine(const std::string& text)
{
    char time[32];
    std::snprintf(time, sizeof time, "%10.3f ms  ", static_cast<double>(m_now.count()) / 1e6);
    m_story.push_back(time + text);
}

} // namespace lockkeeper::simulation
