// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/apply.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <filesystem>
#include <stop_token>

namespace lockkeeper::ui {

/// Frees a plan's locks in the background: see release::apply(). `clock` must outlive it. GUI
/// thread only.
class BulkRunner final : public QObject {
    Q_OBJECT
public:
    BulkRunner(config::Deployment deployment, std::filesystem::path journalFile, const Clock& clock,
        QObject* parent = nullptr);
    /// Blocks until the lock in progress is done.
    ~BulkRunner() override;

    /// Applies to later starts.
    void setWritable(bool isWritable) { m_deployment.isReadOnly = !isWritable; }
    /// Call it once. `reason`: trimmed, for the journal. Skips locks that an earlier run of this
    /// plan freed.
    void start(
        const std::string& planId, std::vector<release::PlannedLock> locks, const QString& reason);
    /// Ends after the lock in progress.
    void stop() { m_stop.request_stop(); }

Q_SIGNALS:
    void lockDone(std::size_t index, const lockkeeper::release::AppliedLock& lock);
    /// `error`: why the run stopped early.
    void finished(const std::optional<lockkeeper::Error>& error);

private:
    config::Deployment m_deployment;
    std::filesystem::path m_journalFile;
    const Clock& m_clock;
    std::stop_source m_stop;
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
