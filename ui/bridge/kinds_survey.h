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

struct KindsFound {
    observe::KindList list;
    bool isComplete = false;
    std::vector<Error> failures; ///< of incompletely read masters
    std::optional<Error> error; ///< why nothing was read
};

struct KindsLearnt {
    observe::Learnt learnt;
    std::optional<Error> error;
};

struct HintSettled {
    observe::HintPlan plan;
    std::filesystem::path file;
    std::vector<config::FormatHint> hints;
    std::optional<Error> error; ///< why the file is unchanged
};

/// Counts keys by kind, and writes the user's hints into the deployments file, in the background.
/// Only reads from masters.
class KindsSurvey final : public QObject {
    Q_OBJECT
public:
    KindsSurvey(config::Deployment deployment, std::filesystem::path file, const Clock& clock,
        QObject* parent = nullptr);
    /// Waits for a running read (see observe::sweepOnce()). Ends listening.
    ~KindsSurvey() override;

    [[nodiscard]] const config::Deployment& deployment() const noexcept { return m_deployment; }
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }

    /// Reads all keys of all masters. False: busy.
    bool start();
    /// Cost: see observe::learnKinds().
    bool learn(std::chrono::milliseconds time);
    bool settle(const observe::HintPlan& plan, observe::KindAnswer answer);

Q_SIGNALS:
    void finished(const std::shared_ptr<const lockkeeper::ui::KindsFound>& found);
    void learnt(const std::shared_ptr<const lockkeeper::ui::KindsLearnt>& learnt);
    void settled(const lockkeeper::ui::HintSettled& settled);

private:
    void finish(const HintSettled& outcome);

    config::Deployment m_deployment;
    const std::filesystem::path m_file;
    const Clock& m_clock;
    const observe::LocalProcessProbe m_processes;
    bool m_isRunning = false;
    std::atomic<bool> m_isEnding{false};
    TaskQueue m_tasks;
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(std::shared_ptr<const lockkeeper::ui::KindsFound>)
