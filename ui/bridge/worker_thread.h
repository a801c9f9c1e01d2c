// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThread>
#include <functional>

namespace lockkeeper::ui {

/// One background thread that runs tasks in order. Used from the GUI thread.
class WorkerThread final {
public:
    WorkerThread();
    /// Waits for the task that is running; tasks that have not begun may be dropped.
    ~WorkerThread();
    WorkerThread(const WorkerThread&) = delete;
    WorkerThread& operator=(const WorkerThread&) = delete;

    /// Runs `task` on the thread. Never blocks.
    void post(std::function<void()> task);

private:
    QThread m_thread;
    QObject m_context; ///< lives on m_thread
};

} // namespace lockkeeper::ui
