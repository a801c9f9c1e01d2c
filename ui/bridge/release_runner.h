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

/// A result for signals. Qt would use operator==, so it is deleted.
struct ReleaseResult : Result<release::Report> {
    ReleaseResult() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a Result by another name
    ReleaseResult(Result<release::Report> result)
        : Result<release::Report>(std::move(result))
    { }
    friend bool operator==(const ReleaseResult&, const ReleaseResult&) = delete;
};

/// Executes releases in the background, one at a time. `clock` must outlive it. GUI thread only.
class ReleaseRunner final : public QObject {
    Q_OBJECT
public:
    ReleaseRunner(config::Deployment deployment, std::filesystem::path journalFile,
        const Clock& clock, QObject* parent = nullptr);
    /// Blocks until a running release is journalled. Gives up silent masters; the journal says so.
    ~ReleaseRunner() override;

    /// Applies to later releases.
    void setWritable(bool isWritable) { m_deployment.isReadOnly = !isWritable; }
    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }
    /// Releases that wait for silent masters.
    [[nodiscard]] std::size_t finishingCount() const noexcept { return m_finishers.size(); }

    /// finished() follows. False: another is running. Never blocks.
    /// - `reason`: trimmed, for the journal.
    /// - `isFinishWanted`: then waits for silent masters, see release::finish(); finishedLater()
    ///   follows.
    /// - `take`: for a steal, called on another thread; else empty.
    bool start(const release::Plan& plan, const QString& reason, bool isFinishWanted = false,
        release::TakeOver take = {});

    /// Waits for masters silent at the latest release of `resource`. Ignored without any, or while
    /// waiting. Never blocks.
    void finish(const Resource& resource);

Q_SIGNALS:
    /// An error: nothing was sent.
    void finished(const lockkeeper::ui::ReleaseResult& result);
    /// Just before finished().
    void executed(
        const lockkeeper::release::Plan& plan, const lockkeeper::ui::ReleaseResult& result);
    /// After executed(); finishedLater() follows.
    void finishing(
        const lockkeeper::Resource& resource, const std::vector<lockkeeper::MasterId>& masters);
    /// Includes the masters that were silent at first.
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
    std::map<Resource, Unfinished> m_unfinished; ///< nobody waits for them
    // Last: threads use the other members.
    std::list<std::jthread> m_finishers; ///< their destructor stops them
    TaskQueue m_tasks;
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::ReleaseResult)
