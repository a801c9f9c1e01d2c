// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/task_queue.h"

#include <QThreadPool>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace lockkeeper::ui {
namespace {

/// Threads that wait for disk or servers. They end before the process unloads their libraries.
std::shared_ptr<QThreadPool> threads()
{
    constexpr int kMost = 64;
    constexpr int kIdleMilliseconds = 5000;
    static std::weak_ptr<QThreadPool> shared;
    if (auto pool = shared.lock())
        return pool;
    const auto pool = std::make_shared<QThreadPool>();
    pool->setMaxThreadCount(kMost);
    pool->setExpiryTimeout(kIdleMilliseconds);
    shared = pool;
    return pool;
}

} // namespace

/// May outlive its queue.
class TaskQueue::Tasks {
public:
    bool add(std::function<void()> task)
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(task));
        return !std::exchange(m_isRunning, true);
    }

    void work()
    {
        while (auto task = take())
            task();
    }

    void close(AtEnd atEnd)
    {
        std::deque<std::function<void()>> dropped; // freed unlocked
        std::unique_lock lock(m_mutex);
        if (atEnd == AtEnd::Drop)
            dropped.swap(m_waiting);
        m_idle.wait(lock, [this] { return !m_isRunning; });
    }

private:
    std::function<void()> take()
    {
        const std::lock_guard lock(m_mutex);
        if (m_waiting.empty()) {
            m_isRunning = false;
            m_idle.notify_all();
            return {};
        }
        auto task = std::move(m_waiting.front());
        m_waiting.pop_front();
        return task;
    }

    std::mutex m_mutex;
    std::condition_variable m_idle;
    std::deque<std::function<void()>> m_waiting;
    bool m_isRunning = false;
};

TaskQueue::TaskQueue(AtEnd atEnd)
    : m_threads(threads())
    , m_tasks(std::make_shared<Tasks>())
    , m_atEnd(atEnd)
{ }

TaskQueue::~TaskQueue()
{
    m_tasks->close(m_atEnd);
}

void TaskQueue::post(std::function<void()> task)
{
    if (m_tasks->add(std::move(task)))
        m_threads->start([tasks = m_tasks] { tasks->work(); });
}

} // namespace lockkeeper::ui
