// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <string>

namespace lockkeeper::ui {

/// Writes files in the background, one by one.
class FileWriter final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Replaces `file`, readable for the user only. `makeText` runs on another thread.
    void write(const QString& file, std::function<std::string()> makeText);

Q_SIGNALS:
    void written(const QString& file);
    void failed(const lockkeeper::Error& error);

private:
    TaskQueue m_tasks{TaskQueue::AtEnd::RunAll};
};

} // namespace lockkeeper::ui
