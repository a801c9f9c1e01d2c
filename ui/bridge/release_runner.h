// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/execute.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <thread>

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

/// Executes releases in the background, one at a time.
///
/// `clock` must outlive the runner. GUI thread only.
class ReleaseRunner final : public QObject {
    Q_OBJECT
public:
    ReleaseRunner(config::Deployment deployment, std::filesystem::path journalFile,
        const Clock& clock, QObject* parent = nullptr);
    /// Blocks until a release that is under way has ended, so that its result is written to the
    /// journal. Gives up waiting for silent masters; the journal says so.
    ~ReleaseRunner() override;

    /// Makes the deployment writable or read-only, for releases that are started from now on.
    void setWritable(bool isWritable) { m_deployment.isReadOnly = !isWritable; }
    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }
    /// The number of releases that wait for silent masters.
    [[nodiscard]] std::size_t finishingCount() const noexcept { return m_finishers.size(); }

    /// Starts to execute `plan`, with the trimmed `reason` for the journal. finished() reports the
    /// outcome. If `isFinishWanted` and masters did not answer, waits for them afterwards, see
    /// release::finish(), and finishedLater() reports their outcomes. Returns false and does
    /// nothing while another release is running. Never blocks. `take`: of a steal, called on
    /// another thread; else empty.
    bool start(const release::Plan& plan, const QString& reason, bool isFinishWanted = false,
        release::TakeOver take = {});

    /// Waits for the masters that did not answer to the latest release of `resource`, as if that
    /// had been wanted at its start. Does nothing if all answered, or if this waits already. Never
    /// blocks.
    void finish(const Resource& resource);

Q_SIGNALS:
    /// The report, or the error that kept everything from being sent.
    void finished(const lockkeeper::ui::ReleaseResult& result);
    /// As finished(), with the plan. Emitted just before it.
    void executed(
        const lockkeeper::release::Plan& plan, const lockkeeper::ui::ReleaseResult& result);
    /// Waits for these masters from now on; finishedLater() follows. Emitted after executed().
    void finishing(
        const lockkeeper::Resource& resource, const std::vector<lockkeeper::MasterId>& masters);
    /// The report with the outcomes of the masters that did not answer at first.
    void finishedLater(
        const lockkeeper::Resource& resource, const lockkeeper::ui::ReleaseResult& result);

private:
    struct Order {
        release::Plan plan;
        std::string reason;
        bool isFinishWanted = false;
    };
    struct Unfinished {
        Order order;
        release::Report report;
    };
    void report(const Order& order, const ReleaseResult& result);
    void startFinishing(const Unfinished& unfinished);

    config::Deployment m_deployment;
    std::filesystem::path m_journalFile;
    const Clock& m_clock;
    bool m_isRunning = false;
    std::map<Resource, Unfinished> m_unfinished; ///< that nobody waits for
    // Last: their threads must end before the other members go.
    std::list<std::jthread> m_finishers; ///< told to stop by their destructor
    TaskQueue m_tasks;
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::ReleaseResult)
