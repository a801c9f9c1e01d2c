// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/world.h"

#include <algorithm>
#include <cstdio>

namespace lockkeeper::simulation {

void World::at(TrueTime when, Task task)
{
    m_queue.push_back({std::max(when, m_now), ++m_events, std::move(task)});
    std::ranges::push_heap(m_queue, IsLater());
}

void World::runUntil(TrueTime end, const std::function<bool()>& isOver)
{
    while (!m_queue.empty() && m_queue.front().when < end && !isOver()) {
        std::ranges::pop_heap(m_queue, IsLater());
        const Event event = std::move(m_queue.back());
        m_queue.pop_back();
        m_now = event.when;
        event.task();
    }
    if (!isOver())
        m_now = end;
}

void World::addLine(const std::string& text)
{
    char time[32];
    std::snprintf(time, sizeof time, "%10.3f ms  ", static_cast<double>(m_now.count()) / 1e6);
    m_story.push_back(time + text);
}

} // namespace lockkeeper::simulation
