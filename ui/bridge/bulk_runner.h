// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/apply.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <filesystem>
#include <stop_token>

namespace lockkeeper::ui {

/// Frees the locks of a plan in the background: see release::apply().
///
/// `clock` must outlive the runner. GUI thread only.
class BulkRunner final : public QObject {
    Q_OBJECT
public:
    BulkRunner(config::Deployment deployment, std::filesystem::path journalFile, const Clock& clock,
        QObject* parent = nullptr);
    /// Blocks until the lock that is under way has ended; the next ones are not begun.
    ~BulkRunner() override;

    /// Whether what is started from now on may change anything.
    void setWritable(bool isWritable) { m_deployment.isReadOnly = !isWritable; }
    /// Starts, with the trimmed `reason` for the journal. What an earlier run of this plan has
    /// freed is not freed again. Call it once.
    void start(
        const std::string& planId, std::vector<release::PlannedLock> locks, const QString& reason);
    /// Ends after the lock that is under way.
    void stop() { m_stop.request_stop(); }

Q_SIGNALS:
    void lockDone(std::size_t index, const lockkeeper::release::AppliedLock& lock);
    /// No lock will be begun any more. An error: why the run could not go on.
    void finished(const std::optional<lockkeeper::Error>& error);

private:
    config::Deployment m_deployment;
    std::filesystem::path m_journalFile;
    const Clock& m_clock;
    std::stop_source m_stop;
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
