// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/loop/timer_queue.h"

#include <algorithm>
#include <cerrno>
#include <sys/timerfd.h>
#include <system_error>
#include <unistd.h>

namespace lockkeeper {
namespace {

void setTimer(int timer, SteadyTime when) noexcept
{
    using namespace std::chrono;
    // Zero would disarm the timerfd, and there are no earlier times.
    const auto time = std::max(when.time_since_epoch(), SteadyTime::duration(1));
    const auto whole = floor<seconds>(time);
    itimerspec spec{};
    spec.it_value.tv_sec = whole.count();
    spec.it_value.tv_nsec = (time - whole).count();
    ::timerfd_settime(timer, TFD_TIMER_ABSTIME, &spec, nullptr); // fails for wrong arguments only
}

} // namespace

TimerQueue::TimerQueue(asio::io_context& context)
    : m_timer(std::in_place, context)
{
    const int timer = ::timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (timer < 0)
        throw std::system_error(errno, std::generic_category(), "timerfd_create");
    asio::error_code error;
    m_timer->assign(timer, error);
    if (error) {
        ::close(timer);
        throw std::system_error(error, "timerfd");
    }
}

Scheduler::TimerId TimerQueue::add(SteadyTime when, Scheduler::Task task)
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
    // Destroying the task may call remove() again.
}

void TimerQueue::clear() noexcept
{
    m_timer.reset();
    m_times.clear();
    const auto tasks = std::exchange(m_tasks, {});
}

/// Sets the timerfd to expire no later than the first timer. A removed timer is only noticed when
/// the timerfd expires: a needless wake-up costs less than setting it again. The expiration count
/// is never read: setting the timerfd clears it, and nothing waits for it in between.
void TimerQueue::arm()
{
    if (!m_timer || m_tasks.empty() || m_tasks.begin()->first.first >= m_armedFor)
        return;
    m_armedFor = m_tasks.begin()->first.first;
    setTimer(m_timer->native_handle(), m_armedFor);
    if (std::exchange(m_isAwaited, true))
        return;
    m_timer->async_wait(asio::posix::stream_descriptor::wait_read,
        [weak = weak_from_this()](const asio::error_code& error) {
            const auto self = weak.lock();
            if (!error && self)
                self->runDue();
        });
}

void TimerQueue::runDue()
{
    m_isAwaited = false;
    m_armedFor = SteadyTime::max();
    const SteadyTime now = BootClock::now();
    // Timers that are added meanwhile wait for the next turn, however overdue.
    const Scheduler::TimerId last = m_last;
    while (!m_tasks.empty()) {
        const auto [when, id] = m_tasks.begin()->first;
        if (when > now || id > last)
            break;
        auto task = m_tasks.extract(m_tasks.begin());
        m_times.erase(id);
        task.mapped()();
    }
    arm();
}

} // namespace lockkeeper
