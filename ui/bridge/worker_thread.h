// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThread>
#include <functional>

namespace lockkeeper::ui {

/// A background thread that runs tasks one after the other, in the order of post(). Call all
/// members on the GUI thread.
class WorkerThread final {
public:
    WorkerThread();
    /// Blocks until the running task has ended. Tasks that have not started may be dropped.
    ~WorkerThread();
    WorkerThread(const WorkerThread&) = delete;
    WorkerThread& operator=(const WorkerThread&) = delete;

    /// Queues `task` for the thread. Never blocks.
    void post(std::function<void()> task);

private:
    QThread m_thread;
    QObject m_context; ///< lives on m_thread
};

} // namespace lockkeeper::ui
