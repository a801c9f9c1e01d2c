// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>
#include <atomic>
#include <functional>
#include <memory>
#include <utility>

class QThreadPool;

namespace lockkeeper::ui {

/// Runs tasks in the background, in order. Queues share a pool, which ends when idle. Declare it as
/// the last member: tasks use the others until its destructor ends.
class TaskQueue final {
public:
    enum class AtEnd {
        Drop,
        RunAll, ///< writes must not be lost
    };
    explicit TaskQueue(AtEnd atEnd = AtEnd::Drop);
    /// Waits for the running task, or for all.
    ~TaskQueue();
    TaskQueue(const TaskQueue&) = delete;
    TaskQueue& operator=(const TaskQueue&) = delete;

    void post(std::function<void()> task);

    /// Calls done(result of `work`) on the thread of `context`, unless that is gone.
    template <class Work, class Done> void run(QObject* context, Work work, Done done)
    {
        post([context, work = std::move(work), done = std::move(done)]() mutable {
            finish(context, std::move(work), std::move(done));
        });
    }

    /// As run(), but drops earlier calls that have not begun.
    template <class Work, class Done> void runLatest(QObject* context, Work work, Done done)
    {
        const unsigned number = ++*m_latest;
        post([context, number, latest = m_latest, work = std::move(work),
                 done = std::move(done)]() mutable {
            if (number == *latest)
                finish(context, std::move(work), std::move(done));
        });
    }

private:
    template <class Work, class Done> static void finish(QObject* context, Work work, Done done)
    {
        auto tell
            = [done = std::move(done), result = work()]() mutable { done(std::move(result)); };
        QMetaObject::invokeMethod(context, std::move(tell), Qt::QueuedConnection);
    }

    class Tasks;
    std::shared_ptr<QThreadPool> m_threads; ///< ends with the last queue
    std::shared_ptr<Tasks> m_tasks;
    AtEnd m_atEnd;
    std::shared_ptr<std::atomic<unsigned>> m_latest = std::make_shared<std::atomic<unsigned>>(0);
};

} // namespace lockkeeper::ui
