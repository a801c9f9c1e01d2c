// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/timer_queue.h"

namespace lockkeeper {

Scheduler::TimerId TimerQueue::add(SteadyTime when, std::function<void()> task)
{
    const Scheduler::TimerId id = ++m_last;
    if (!m_timer)
        return id;
    m_tasks.emplace(Key(when, id), std::move(task));
    m_times.emplace(id, when);
    arm();
    return id;
}

void TimerQueue::remove(Scheduler::TimerId id) noexcept
{
    const auto found = m_times.find(id);
    if (found == m_times.end())
        return;
    const auto task = m_tasks.extract(Key(found->second, id));
    m_times.erase(found);
    // What the task owns may come back here from its destructor.
}

void TimerQueue::clear() noexcept
{
    m_timer.reset();
    m_times.clear();
    const auto tasks = std::exchange(m_tasks, {});
}

/// Asio's timer runs no later than the first of ours. One that was removed is noticed when it
/// fires: to set the timer costs more than to wake up for nothing.
void TimerQueue::arm()
{
    if (!m_timer || m_tasks.empty() || m_tasks.begin()->first.first >= m_armedFor)
        return;
    m_armedFor = m_tasks.begin()->first.first;
    m_timer->expires_at(m_armedFor);
    m_timer->async_wait([weak = weak_from_this()](const asio::error_code& error) {
        const auto self = weak.lock();
        if (!error && self)
            self->runDue();
    });
}

void TimerQueue::runDue()
{
    m_armedFor = SteadyTime::max();
    const SteadyTime now = std::chrono::steady_clock::now();
    // Those that are added meanwhile wait for the next turn, however overdue.
    const Scheduler::TimerId last = m_last;
    while (!m_tasks.empty()) {
        const auto [when, id] = m_tasks.begin()->first;
        if (when > now || id > last)
            break;
        const auto task = m_tasks.extract(m_tasks.begin());
        m_times.erase(id);
        task.mapped()();
    }
    arm();
}

} // namespace lockkeeper
