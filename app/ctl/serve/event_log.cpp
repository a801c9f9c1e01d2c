// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/event_log.h"

#include <algorithm>

namespace lockkeeper::ctl {

void EventLog::append(SharedText text)
{
    std::deque<SharedText> forgotten; // freed unlocked
    const MutexLock lock(m_mutex);
    m_bytes += text->size();
    m_events.push_back(std::move(text));
    ++m_latest;
    while (!m_events.empty() && (m_events.size() > kMostEvents || m_bytes > kMostBytes)) {
        m_bytes -= m_events.front()->size();
        forgotten.push_back(std::move(m_events.front()));
        m_events.pop_front();
    }
    for (Listener* listener : m_listeners)
        listener->m_wake();
}

void EventLog::skip()
{
    std::deque<SharedText> forgotten; // freed unlocked
    const MutexLock lock(m_mutex);
    ++m_latest;
    m_bytes = 0;
    forgotten.swap(m_events);
    for (Listener* listener : m_listeners)
        listener->m_wake();
}

bool EventLog::hasListeners() const
{
    const MutexLock lock(m_mutex);
    return !m_listeners.empty();
}

std::uint64_t EventLog::latest() const
{
    const MutexLock lock(m_mutex);
    return m_latest;
}

std::optional<SharedText> EventLog::after(std::uint64_t number) const
{
    const MutexLock lock(m_mutex);
    if (number == m_latest)
        return SharedText();
    if (number > m_latest || m_latest - number > m_events.size())
        return std::nullopt;
    return m_events[m_events.size() - (m_latest - number)];
}

EventLog::Listener::Listener(EventLog& log, std::function<void()> wake)
    : m_log(log)
    , m_wake(std::move(wake))
{
    const MutexLock lock(m_log.m_mutex);
    m_log.m_listeners.push_back(this);
}

EventLog::Listener::~Listener()
{
    const MutexLock lock(m_log.m_mutex);
    std::erase(m_log.m_listeners, this);
}

} // namespace lockkeeper::ctl
