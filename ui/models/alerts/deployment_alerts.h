// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"
#include "ui/models/base/alert.h"
#include "ui/models/locks/lock_row.h"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace lockkeeper::ui {

/// Decides which alerts of a deployment fire, and when. Has no clock and no I/O. Not thread-safe.
/// - A lock fires once per token when it becomes stale, and once when it becomes split.
/// - A master fires when it stops answering, restarts, or loses locks without a restart.
/// - A lost quorum or agent fires instead of its masters.
/// - Problems found at the start fire only if wanted.
/// - Alerts of one kind wait kGap after the last; ended problems drop out.
/// - Alerts on locks wait kGather: a lock being taken looks like a leftover.
class DeploymentAlerts {
public:
    static constexpr std::chrono::seconds kGap{10};
    static constexpr std::chrono::seconds kGather{2};

    explicit DeploymentAlerts(bool isStartTold = false)
        : m_isStartTold(isStartTold)
    { }

    /// Call it for each row that was added, changed, or is gone.
    void seeLock(const LockRow& row);
    void seeAgent(const std::optional<observe::AgentLoss>& loss);
    /// Call it for each update without an AgentLoss.
    void seeMasters(const std::vector<observe::MasterStatus>& masters, std::size_t quorum);
    /// From now on, new problems fire.
    void endStart() { m_isStart = false; }

    /// Removes and returns due alerts.
    [[nodiscard]] std::vector<Alert> take(SteadyTime now);

private:
    struct Told {
        std::optional<Fingerprint> token;
        bool isStale = false;
        bool isSplit = false;
    };
    void fire(AlertKind kind, const LockRow& row, const QString& detail);
    [[nodiscard]] bool takeBack(AlertKind kind, const Resource& resource);
    void seeRestart(const observe::MasterStatus& master);
    void seeLoss(const observe::MasterStatus& master);
    Alert& fireMaster(AlertKind kind, const MasterId& master);
    [[nodiscard]] bool isSilent() const noexcept { return m_isStart && !m_isStartTold; }

    bool m_isStartTold;
    bool m_isStart = true;
    std::unordered_map<Resource, Told> m_told;
    std::set<MasterId> m_seen; ///< masters that answered, or were down at the start
    std::set<MasterId> m_down;
    std::map<MasterId, SteadyTime> m_restarts; ///< the latest of each master
    std::map<MasterId, std::optional<observe::Loss>> m_losses; ///< the latest of each master
    bool m_isQuorumLost = false;
    bool m_isAgentLost = false;
    std::map<AlertKind, Alert> m_waiting;
    std::map<AlertKind, SteadyTime> m_due; ///< when they have gathered for kGather
    std::map<AlertKind, SteadyTime> m_latest;
};

} // namespace lockkeeper::ui
