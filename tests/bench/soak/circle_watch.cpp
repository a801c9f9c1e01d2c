// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/circle_watch.h"

#include <algorithm>

namespace lockkeeper::bench {
namespace {

std::string textOf(const observe::Deadlock& deadlock)
{
    std::string text = deadlock.isCertain ? "deadlock:" : "likely deadlock:";
    for (const observe::Deadlock::Link& link : deadlock.links)
        text.append(" ").append(link.resource.value()).append(" ").append(link.token.shortHex());
    return text;
}

} // namespace

CircleWatch::CircleWatch(const std::vector<std::string>& urls)
    : m_watcher(config::deploymentFromUrls("soak", urls).value(), m_clock, m_processes,
        [this](const observe::BoardUpdate& update) { look(update); })
{ }

void CircleWatch::look(const observe::BoardUpdate& update)
{
    const MutexLock lock(m_mutex);
    ++m_updates;
    m_mostWaiters = std::max<std::uint64_t>(m_mostWaiters, update.waits->waiters().size());
    for (const observe::Deadlock& deadlock : update.waits->deadlocks())
        m_circles.insert(textOf(deadlock));
}

std::vector<std::string> CircleWatch::circles() const
{
    const MutexLock lock(m_mutex);
    return {m_circles.begin(), m_circles.end()};
}

std::uint64_t CircleWatch::updates() const
{
    const MutexLock lock(m_mutex);
    return m_updates;
}

std::uint64_t CircleWatch::mostWaiters() const
{
    const MutexLock lock(m_mutex);
    return m_mostWaiters;
}

} // namespace lockkeeper::bench
