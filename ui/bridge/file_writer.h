// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <string>

namespace lockkeeper::ui {

/// Makes texts and writes them to files that the user chose, in the background. GUI thread
/// only. The destructor waits for the file that is being written.
class FileWriter final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Replaces `file` by what `makeText` returns; it is called on the other thread. Only the user
    /// may read the file. Never blocks. Several are written one after the other.
    void write(const QString& file, std::function<std::string()> makeText);

Q_SIGNALS:
    void written(const QString& file);
    /// The file is as it was before.
    void failed(const lockkeeper::Error& error);

private:
    TaskQueue m_tasks{TaskQueue::AtEnd::RunAll};
};

} // namespace lockkeeper::ui
