// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/kinds/kind_hint.h"
#include "core/observe/kinds/learn.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <atomic>
#include <filesystem>

namespace lockkeeper::ui {

/// What a look at the keyspace has found.
struct KindsFound {
    observe::KindList list;
    bool isComplete = false; ///< every master was read, and all keys were counted
    std::vector<Error> failures; ///< of masters that were not read completely
    std::optional<Error> error; ///< why nothing was read
};

/// What was learnt by listening.
struct KindsLearnt {
    observe::Learnt learnt;
    std::optional<Error> error; ///< why nothing was learnt
};

/// What became of an answer.
struct HintSettled {
    observe::HintPlan plan;
    std::filesystem::path file; ///< where the hint is written; empty: nowhere
    std::vector<config::FormatHint> hints; ///< all hints of the deployment from now on
    std::optional<Error> error; ///< why the file could not be written; then nothing has changed
};

/// Counts the keys of a deployment by kind, and writes what the user says of a kind into the
/// deployments file. Works in the background; only reads from the masters.
///
/// `clock` must outlive this object. GUI thread only.
class KindsSurvey final : public QObject {
    Q_OBJECT
public:
    /// `file`: the deployments file that the deployment comes from; empty: there is none.
    KindsSurvey(config::Deployment deployment, std::filesystem::path file, const Clock& clock,
        QObject* parent = nullptr);
    /// Blocks until a look that is under way has ended, see observe::sweepOnce(). Ends listening.
    ~KindsSurvey() override;

    [[nodiscard]] const config::Deployment& deployment() const noexcept { return m_deployment; }
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }

    /// Reads all keys of the deployment once, on all masters. finished() reports the result.
    /// Returns false and does nothing while something is under way. Never blocks.
    bool start();
    /// Listens to the masters for so long, and learns which keys are used as locks: see
    /// observe::learnKinds() for what that costs. learnt() reports the result. As start()
    /// otherwise.
    bool learn(std::chrono::milliseconds time);
    /// Writes the hint of `plan` into the deployments file, if there is one. settled() reports the
    /// outcome. As start() otherwise.
    bool settle(const observe::HintPlan& plan, observe::KindAnswer answer);

Q_SIGNALS:
    void finished(const std::shared_ptr<const lockkeeper::ui::KindsFound>& found);
    void learnt(const std::shared_ptr<const lockkeeper::ui::KindsLearnt>& learnt);
    /// Looks from now on use the new hints.
    void settled(const lockkeeper::ui::HintSettled& settled);

private:
    void finish(const HintSettled& outcome);

    config::Deployment m_deployment;
    const std::filesystem::path m_file;
    const Clock& m_clock;
    const observe::LocalProcessProbe m_processes;
    bool m_isRunning = false;
    std::atomic<bool> m_isEnding{false};
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(std::shared_ptr<const lockkeeper::ui::KindsFound>)
