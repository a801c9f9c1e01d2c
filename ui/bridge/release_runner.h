// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/execute.h"
#include "ui/bridge/worker_thread.h"

#include <QObject>
#include <filesystem>
#include <memory>

namespace lockkeeper::ui {

/// A Result<release::Report> that a signal can carry. Comparison is deleted: otherwise Qt would try
/// to compare two values.
struct ReleaseResult : Result<release::Report> {
    ReleaseResult() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a Result by another name
    ReleaseResult(Result<release::Report> result)
        : Result<release::Report>(std::move(result))
    { }
    friend bool operator==(const ReleaseResult&, const ReleaseResult&) = delete;
};

/// Executes releases on a thread of its own, one at a time.
///
/// `clock` must outlive the runner. GUI thread only.
class ReleaseRunner final : public QObject {
    Q_OBJECT
public:
    ReleaseRunner(config::Deployment deployment, std::filesystem::path journalFile,
        const Clock& clock, QObject* parent = nullptr);
    /// Blocks until a release that is under way has ended, so that its result is written to the
    /// journal.
    ~ReleaseRunner() override;

    /// Makes the deployment writable or read-only, for releases that are started from now on.
    void setWritable(bool isWritable) { m_deployment.isReadOnly = !isWritable; }
    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }

    /// Starts to execute `plan`, with the trimmed `reason` for the journal. finished() reports the
    /// outcome. Returns false and does nothing while another release is running. Never blocks.
    bool start(const release::Plan& plan, const QString& reason);

Q_SIGNALS:
    /// The report, or the error that kept everything from being sent.
    void finished(const lockkeeper::ui::ReleaseResult& result);

private:
    config::Deployment m_deployment;
    std::filesystem::path m_journalFile;
    const Clock& m_clock;
    bool m_isRunning = false;
    WorkerThread m_worker; ///< last: its thread must end before the other members go
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::ReleaseResult)
