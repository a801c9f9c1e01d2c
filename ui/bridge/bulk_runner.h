// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/bulk.h"
#include "ui/bridge/release_runner.h"

namespace lockkeeper::ui {

/// Executes several plans one after the other in the background: see release::executeAll().
///
/// `clock` must outlive the runner. GUI thread only.
class BulkRunner final : public QObject {
    Q_OBJECT
public:
    BulkRunner(config::Deployment deployment, std::filesystem::path journalFile, const Clock& clock,
        QObject* parent = nullptr);
    /// Blocks until the plan that is under way has ended; the next ones are not begun.
    ~BulkRunner() override;

    /// Whether what is started from now on may change anything.
    void setWritable(bool isWritable) { m_deployment.isReadOnly = !isWritable; }
    /// Starts. Call it once.
    void start(std::vector<release::Plan> plans, const QString& reason);
    /// Ends after the plan that is under way.
    void stop() { m_stop.request_stop(); }

Q_SIGNALS:
    void stepDone(std::size_t index, const lockkeeper::ui::ReleaseResult& result);
    /// `done`: the number of executed plans. An error: nothing was sent.
    void finished(std::size_t done, const std::optional<lockkeeper::Error>& error);

private:
    config::Deployment m_deployment;
    std::filesystem::path m_journalFile;
    const Clock& m_clock;
    std::stop_source m_stop;
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
