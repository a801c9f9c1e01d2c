// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/bridge/task_queue.h"
#include "ui/models/trends.h"

#include <QObject>
#include <filesystem>

namespace lockkeeper::ui {

/// Reads a history's trends in the background.
class TrendsSource final : public QObject {
    Q_OBJECT
public:
    /// `place` runs on another thread; may block.
    explicit TrendsSource(std::function<history::Place()> place, QObject* parent = nullptr);

    /// Reads a span until `now`; nullopt: the shortest with data, else with a recording. Of waiting
    /// calls, only the latest is answered.
    void ask(std::optional<TrendSpan> span, WallTime now);

Q_SIGNALS:
    /// Null: nothing recorded.
    void loaded(const lockkeeper::ui::TrendReportPtr& report);
    void failed(const lockkeeper::Error& error);

private:
    std::function<history::Place()> m_place;
    TaskQueue m_tasks;
};

} // namespace lockkeeper::ui
