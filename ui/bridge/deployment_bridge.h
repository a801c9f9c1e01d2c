// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/usual_hold_table.h"
#include "core/observe/watcher.h"
#include "ui/bridge/history_recorder.h"
#include "ui/bridge/update_source.h"

#include <QObject>
#include <QThreadPool>
#include <memory>
#include <set>

namespace lockkeeper::ui {

using BoardUpdatePtr = std::shared_ptr<const observe::BoardUpdate>;

/// Watches one deployment, publishes its updates on the GUI thread, and records them.
///
/// `clock` and `processes` must outlive the bridge. GUI thread only.
class DeploymentBridge final : public QObject {
    Q_OBJECT
public:
    /// Whether the deployment may be recorded: see recorder().
    enum class Recording { Never, Possible };

    /// `agent`: who sends the updates, because the masters are out of reach; nullopt: the masters
    /// are watched.
    DeploymentBridge(config::Deployment deployment, const Clock& clock,
        const observe::ProcessProbe& processes, Recording recording = Recording::Never,
        std::optional<ViaAgent> agent = {});
    /// Stops watching. Updates that were not published yet are dropped. Blocks until the watcher's
    /// thread has ended, until a reading of the history that is under way has ended, and until
    /// everything is recorded.
    ~DeploymentBridge() override;

    [[nodiscard]] const config::Deployment& deployment() const noexcept { return m_deployment; }
    /// nullopt: the masters are watched themselves.
    [[nodiscard]] const std::optional<ViaAgent>& agent() const noexcept { return m_agent; }

    /// Records into the history of the deployment; off at first. Null if that is not possible.
    [[nodiscard]] const HistoryRecorder* recorder() const noexcept { return m_recorder.get(); }
    /// Begins or ends the recording, if it is possible. Never blocks.
    void setRecorded(bool isRecorded);

    /// Watches with other hints from now on. `shown`: the resources that were published; those that
    /// are no locks any more are reported as gone once all masters that answer were swept. Blocks
    /// until the watcher's thread has ended.
    void setFormatHints(std::vector<config::FormatHint> hints, const std::vector<Resource>& shown);

public Q_SLOTS:
    /// Starts watching. Connect to updated() first. A second call does nothing.
    void start();
    /// Sweeps again as soon as possible. Does nothing before start(). Never blocks.
    void refresh();

Q_SIGNALS:
    /// Emitted on the GUI thread, in order, at most ten times a second. Updates that arrive while
    /// the GUI thread is busy are merged into one. `update` is never null.
    void updated(const lockkeeper::ui::BoardUpdatePtr& update);

private:
    void publishUpdate();

    config::Deployment m_deployment;
    const Clock& m_clock;
    const observe::ProcessProbe& m_processes;
    history::UsualHoldTable m_usualHolds;
    observe::UpdateInbox m_inbox;
    const std::shared_ptr<QThreadPool> m_freeing; ///< one thread, that frees published updates
    std::set<Resource> m_unconfirmed; ///< shown before the hints changed, not seen since
    std::unique_ptr<HistoryRecorder> m_recorder; ///< outlives the watcher's thread
    const std::optional<ViaAgent> m_agent;
    std::unique_ptr<observe::Watcher> m_watcher;
    std::unique_ptr<UpdateSource> m_source; ///< instead of the watcher
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::BoardUpdatePtr)
