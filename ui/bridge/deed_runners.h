// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/apply.h"
#include "core/release/execute.h"
#include "core/release/note_writing.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <deque>
#include <filesystem>
#include <list>
#include <map>
#include <stop_token>
#include <thread>

namespace lockkeeper::ui {

/// Changes a deployment's locks in the background, with a journal.
class DeedRunner : public QObject {
    Q_OBJECT
public:
    DeedRunner(config::Deployment deployment, std::filesystem::path journalFile, const Clock& clock,
        QObject* parent = nullptr);

    void setWritable(bool isWritable) { m_deployment.isReadOnly = !isWritable; }

protected:
    config::Deployment m_deployment;
    std::filesystem::path m_journalFile;
    const Clock& m_clock;
};

/// A result for signals. Deletes operator==, which Qt would use.
struct ReleaseResult : Result<release::Report> {
    ReleaseResult() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a Result by another name
    ReleaseResult(Result<release::Report> result)
        : Result<release::Report>(std::move(result))
    { }
    friend bool operator==(const ReleaseResult&, const ReleaseResult&) = delete;
};

class ReleaseRunner final : public DeedRunner {
    Q_OBJECT
public:
    using DeedRunner::DeedRunner;
    /// Waits until a running release is journalled. Gives up silent masters.
    ~ReleaseRunner() override;

    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }
    [[nodiscard]] std::size_t finishingCount() const noexcept
    {
        return m_finishers.size() + m_queue.size();
    }
    [[nodiscard]] bool hasUnfinished() const noexcept { return !m_unfinished.empty(); }

    /// finished() follows. False: another is running.
    /// - `isFinishWanted`: then waits for silent masters (see release::finish()); finishedLater()
    ///   follows.
    /// - `take`: for a steal, called on another thread.
    bool start(const release::Plan& plan, const QString& reason, bool isFinishWanted = false,
        release::TakeOver take = {});

    /// For a release by others: finish() may follow.
    void remember(const release::AppliedLock::Deed& deed, const QString& reason);

    /// Waits for masters that were silent at the latest release of `resource`, or at all releases.
    void finish(const Resource& resource);
    void finishAll();

Q_SIGNALS:
    void finished(const lockkeeper::ui::ReleaseResult& result);
    void executed(
        const lockkeeper::release::Plan& plan, const lockkeeper::ui::ReleaseResult& result);
    void finishing(
        const lockkeeper::Resource& resource, const std::vector<lockkeeper::MasterId>& masters);
    /// With the masters that were silent at first.
    void finishedLater(
        const lockkeeper::Resource& resource, const lockkeeper::ui::ReleaseResult& result);
    void unfinishedChanged();

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
    void setUnfinished(const Order& order, const release::Report& report);
    void startFinishing();

    bool m_isRunning = false;
    std::map<Resource, Unfinished> m_unfinished;
    std::deque<Unfinished> m_queue; ///< each finisher has its own connections
    // Last: threads use the other members.
    std::list<std::jthread> m_finishers;
    TaskQueue m_tasks;
};

class BulkRunner final : public DeedRunner {
    Q_OBJECT
public:
    using DeedRunner::DeedRunner;
    /// Waits for the lock in progress.
    ~BulkRunner() override;

    /// Call once. Skips locks freed by an earlier run of this plan.
    void start(
        const std::string& planId, std::vector<release::PlannedLock> locks, const QString& reason);
    void stop() { m_stop.request_stop(); }

Q_SIGNALS:
    void lockDone(std::size_t index, const lockkeeper::release::AppliedLock& lock);
    void finished(const std::optional<lockkeeper::Error>& error);

private:
    std::stop_source m_stop;
    TaskQueue m_tasks;
};

/// Writes notes, one by one.
class NoteRunner final : public DeedRunner {
    Q_OBJECT
public:
    using DeedRunner::DeedRunner;

    void write(const Resource& resource, const release::NoteDeed& deed);

Q_SIGNALS:
    void finished(const lockkeeper::Resource& resource, const lockkeeper::release::NoteDeed& deed,
        const lockkeeper::release::NoteReport& report);
    /// Nothing was sent.
    void failed(const lockkeeper::Resource& resource, const lockkeeper::Error& error);

private:
    TaskQueue m_tasks;
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::ReleaseResult)
