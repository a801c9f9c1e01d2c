// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/bridge/task_queue.h"
#include "ui/models/trends/trend_report.h"

#include <QObject>
#include <filesystem>

namespace lockkeeper::ui {

/// Reads the trends of a history in the background. GUI thread only. The destructor waits for
/// a read that is under way.
class TrendsSource final : public QObject {
    Q_OBJECT
public:
    /// `file` finds the history; it is called on the other thread, and may block.
    explicit TrendsSource(std::function<std::filesystem::path()> file, QObject* parent = nullptr);

    /// Reads the trends of a span that ends `now`; nullopt: of the shortest that has data, or else
    /// of the shortest in which somebody recorded. Never blocks. Of several questions that wait,
    /// only the latest is answered.
    void ask(std::optional<TrendSpan> span, WallTime now);

Q_SIGNALS:
    /// `report` is null if nothing has been recorded yet.
    void loaded(const lockkeeper::ui::TrendReportPtr& report);
    void failed(const lockkeeper::Error& error);

private:
    std::function<std::filesystem::path()> m_file;
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
