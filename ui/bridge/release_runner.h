// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/execute.h"
#include "ui/bridge/worker_thread.h"

#include <QObject>
#include <filesystem>
#include <memory>

namespace lockkeeper::ui {

/// Result<release::Report> as a signal can carry it: Qt would try to compare two of them.
struct ReleaseResult : Result<release::Report> {
    ReleaseResult() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a Result by another name
    ReleaseResult(Result<release::Report> result)
        : Result<release::Report>(std::move(result))
    { }
    friend bool operator==(const ReleaseResult&, const ReleaseResult&) = delete;
};

/// Carries out releases on a thread of its own, one at a time. `clock` must outlive it. GUI thread
/// only.
class ReleaseRunner final : public QObject {
    Q_OBJECT
public:
    ReleaseRunner(config::Deployment deployment, std::filesystem::path journalFile,
        const Clock& clock, QObject* parent = nullptr);
    /// Waits for a release that is under way, so that its result is written down.
    ~ReleaseRunner() override;

    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }

    /// Begins to carry out `plan`; finished() tells what came of it. False, and nothing is done,
    /// while another release is running.
    bool start(const release::Plan& plan, const QString& reason);

Q_SIGNALS:
    /// The report; or why nothing was sent.
    void finished(const lockkeeper::ui::ReleaseResult& result);

private:
    config::Deployment m_deployment;
    std::filesystem::path m_journalFile;
    const Clock& m_clock;
    bool m_isRunning = false;
    WorkerThread m_worker; ///< last: joined before the rest goes
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::ReleaseResult)
