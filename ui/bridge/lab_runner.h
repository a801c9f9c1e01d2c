// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/run.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <memory>
#include <stop_token>

namespace lockkeeper::ui {

/// What came of a run.
struct LabResult {
    std::optional<lab::Played> played{};
    std::optional<Error> error{}; ///< why nothing is ruled
};

/// Plays experiments in the background, one at a time. GUI thread only.
class LabRunner final : public QObject {
    Q_OBJECT
public:
    explicit LabRunner(lab::Player player, QObject* parent = nullptr);
    /// Ends the run that goes on, with all that it has started. Blocks for a moment.
    ~LabRunner() override;

    /// False: nothing can be played here.
    [[nodiscard]] bool canPlay() const noexcept { return static_cast<bool>(m_player); }
    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }
    /// Returns false and does nothing while one runs. Never blocks.
    bool play(const lab::Experiment& experiment, const lab::Variant& variant, lab::Speed speed);
    /// Ends the run: finished() follows, with an error.
    void stop() { m_stop.request_stop(); }

Q_SIGNALS:
    /// What was seen so far.
    void seen(const std::shared_ptr<const lockkeeper::lab::Recording>& recording);
    void finished(const std::shared_ptr<const lockkeeper::ui::LabResult>& result);

private:
    lab::Player m_player;
    bool m_isRunning = false;
    std::stop_source m_stop;
    TaskQueue m_queue; ///< last: its tasks use the others
};

} // namespace lockkeeper::ui
