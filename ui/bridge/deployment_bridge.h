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

/// Watches one deployment, publishes updates on the GUI thread, and records them if wanted.
class DeploymentBridge final : public QObject {
    Q_OBJECT
public:
    enum class Recording { Never, Possible };

    DeploymentBridge(config::Deployment deployment, const Clock& clock,
        const observe::ProcessProbe& processes, Recording recording = Recording::Never,
        std::optional<ViaAgent> agent = {});
    /// Drops unpublished updates. Blocks until the watcher's thread and a read of the history have
    /// ended, and all is recorded.
    ~DeploymentBridge() override;

    [[nodiscard]] const config::Deployment& deployment() const noexcept { return m_deployment; }
    [[nodiscard]] const std::optional<ViaAgent>& agent() const noexcept { return m_agent; }

    /// Null: recording is impossible.
    [[nodiscard]] const HistoryRecorder* recorder() const noexcept { return m_recorder.get(); }
    void setRecorded(bool isRecorded);

    /// Watches with other hints. After a sweep of all answering masters, reports `shown` locks that
    /// ceased to be locks as gone. Blocks until the old watcher's thread has ended.
    void setFormatHints(std::vector<config::FormatHint> hints, const std::vector<Resource>& shown);

public Q_SLOTS:
    /// Connect to updated() first.
    void start();
    void refresh();

Q_SIGNALS:
    /// At most ten times a second, in order; merged while the GUI thread is busy. Never null.
    void updated(const lockkeeper::ui::BoardUpdatePtr& update);

private:
    void publishUpdate();

    config::Deployment m_deployment;
    const Clock& m_clock;
    const observe::ProcessProbe& m_processes;
    history::UsualHoldTable m_usualHolds;
    observe::UpdateInbox m_inbox;
    const std::shared_ptr<QThreadPool> m_freeing; ///< frees updates
    std::set<Resource> m_unconfirmed; ///< shown before the hints changed, not seen since
    std::unique_ptr<HistoryRecorder> m_recorder; ///< outlives the watcher's thread
    const std::optional<ViaAgent> m_agent;
    std::unique_ptr<observe::Watcher> m_watcher;
    std::unique_ptr<UpdateSource> m_source;
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::BoardUpdatePtr)
