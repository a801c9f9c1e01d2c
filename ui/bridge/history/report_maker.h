// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/incident.h"
#include "ui/bridge/task_queue.h"
#include "ui/models/locks/lock_store.h"
#include "ui/models/timeline/timeline_picture.h"

#include <QObject>

namespace lockkeeper::ui {

struct MadeReport {
    QByteArray markdown;
    QByteArray json;
    TimelinePiece piece;
};

/// Makes incident reports from journal and history, in the background.
class ReportMaker final : public QObject {
    Q_OBJECT
public:
    ReportMaker(config::Deployment deployment, std::filesystem::path journal,
        const LockStore& locks, const Clock& clock, QObject* parent = nullptr);

    void setWaits(const observe::WaitsPtr& waits) { m_waits = waits; }
    void setRecordedAt(std::function<std::optional<WallTime>()> now)
    {
        m_recordedAt = std::move(now);
    }

    /// About a lock, or (nullopt) the span alone. made() follows for the latest call.
    void make(const std::optional<Resource>& resource, history::Window span);

Q_SIGNALS:
    void made(const lockkeeper::ui::MadeReport& report);

private:
    struct Gathered;

    void addPresent(int order, const std::shared_ptr<Gathered>& gathered);

    config::Deployment m_deployment;
    std::filesystem::path m_journal;
    const LockStore& m_locks;
    const Clock& m_clock;
    observe::WaitsPtr m_waits = observe::noWaits();
    std::function<std::optional<WallTime>()> m_recordedAt;
    int m_order = 0;
    TaskQueue m_tasks;
};

} // namespace lockkeeper::ui
