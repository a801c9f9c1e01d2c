// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/change_permission.h"
#include "ui/bridge/deed_runners.h"
#include "ui/bridge/deployment_bridge.h"
#include "ui/bridge/journal_reader.h"
#include "ui/bridge/kinds_survey.h"
#include "ui/bridge/lock_actions.h"
#include "ui/models/deployment_list_model.h"
#include "ui/models/journal_model.h"
#include "ui/models/locks/lock_table.h"
#include "ui/models/master_table_model.h"
#include "ui/models/own_lease_model.h"

#include <QTimer>

namespace lockkeeper::ui {

/// One watched deployment: its connections and models.
class Session final : public QObject {
    Q_OBJECT
public:
    struct Options {
        config::Deployment deployment;
        lock::Owner owner;
        std::filesystem::path journalFile; ///< not for a sandbox's acquires
        DeploymentBridge::Recording recording = DeploymentBridge::Recording::Never;
        std::optional<ViaAgent> agent{};
    };

    Session(const Options& options, const Clock& clock, const observe::ProcessProbe& processes,
        QObject* parent = nullptr);

    /// Connect to updated() first.
    void start();

    [[nodiscard]] const config::Deployment& deployment() const { return m_bridge.deployment(); }
    [[nodiscard]] const std::optional<ViaAgent>& agent() const noexcept { return m_bridge.agent(); }
    /// Set: nothing is known of the masters.
    [[nodiscard]] const std::optional<observe::AgentLoss>& agentLoss() const noexcept
    {
        return m_agentLoss;
    }
    [[nodiscard]] const Clock& clock() const noexcept { return m_clock; }
    /// Why Redis-only actions are impossible; empty: possible.
    [[nodiscard]] QString whyNotRedis() const;
    [[nodiscard]] ChangePermission& changePermission() noexcept { return m_changePermission; }
    [[nodiscard]] LockActions& actions() noexcept { return m_actions; }
    [[nodiscard]] ReleaseRunner& releases() noexcept { return m_releases; }
    [[nodiscard]] NoteRunner& notes() noexcept { return m_notes; }
    [[nodiscard]] JournalReader& journalReader() noexcept { return m_journalReader; }

    [[nodiscard]] const HistoryRecorder* recorder() const noexcept { return m_bridge.recorder(); }
    /// See history::TimelineReader::setRecordedAt().
    [[nodiscard]] std::optional<WallTime> recordedAt() const;
    void setRecorded(bool isRecorded) { m_bridge.setRecorded(isRecorded); }

    [[nodiscard]] DeploymentCounts counts() const;

    [[nodiscard]] LockStore& locks() noexcept { return m_locks; }
    [[nodiscard]] LockTable& filteredLocks() noexcept { return m_filteredLocks; }
    [[nodiscard]] MasterTableModel& masters() noexcept { return m_masters; }
    [[nodiscard]] OwnLeaseModel& leases() noexcept { return m_leases; }
    [[nodiscard]] JournalModel& journal() noexcept { return m_journal; }

public Q_SLOTS:
    void refresh() { m_bridge.refresh(); }
    void applyHint(const lockkeeper::ui::HintSettled& settled);
    /// To its first TTL. Ignores unknown ids.
    void extendLease(int leaseId);

Q_SIGNALS:
    /// The models have applied `update`. Never null.
    void updated(const lockkeeper::ui::BoardUpdatePtr& update);
    /// Four times a second, after the models.
    void ticked();
    void leaseLost(const lockkeeper::Resource& resource, int leaseId);
    void leaseAsked(const lockkeeper::Resource& resource, const QString& who);

private:
    void connectLeases();
    void apply(const BoardUpdatePtr& update);
    void tick();
    void markLost(int leaseId);
    void markAsked(int leaseId, const lock::Ask& ask);
    void markReleased(int leaseId);

    const Clock& m_clock;
    LockStore m_locks;
    LockTable m_filteredLocks;
    MasterTableModel m_masters;
    OwnLeaseModel m_leases;
    JournalModel m_journal;
    std::optional<observe::AgentLoss> m_agentLoss;
    DeploymentCounts m_masterCounts;
    QTimer m_ticker;
    ChangePermission m_changePermission;
    // Last: their threads end before the models.
    LockActions m_actions;
    ReleaseRunner m_releases;
    NoteRunner m_notes;
    JournalReader m_journalReader;
    DeploymentBridge m_bridge;
};

} // namespace lockkeeper::ui
