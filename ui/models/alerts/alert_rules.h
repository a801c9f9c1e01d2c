// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/alerts/calm_states.h"
#include "core/observe/board/board_update.h"
#include "ui/models/alerts/alert.h"
#include "ui/models/locks/lock_row.h"
#include "ui/models/own_lease_model.h"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace lockkeeper::ui {

/// Decides when a deployment's alerts fire. No clock, no I/O. Not thread-safe.
///
/// - A lock fires once per token when it becomes stale, and once when it becomes split.
/// - A master fires when it ceases to answer, again only after an answer; and when it restarted or
///   lost locks.
/// - A lost quorum replaces its masters; a silent agent replaces all.
/// - Problems at the start do not fire, unless wanted.
/// - Alerts of one kind come at most every kGap; later events join the next one, unless over by
///   then. Those of locks wait kGather for more locks, or their end.
class DeploymentAlerts {
public:
    static constexpr std::chrono::seconds kGap{10};
    static constexpr std::chrono::seconds kGather = observe::kCalm;

    explicit DeploymentAlerts(bool isStartTold = false)
        : m_isStartTold(isStartTold)
    { }

    /// For each row added, changed or gone.
    void seeLock(const LockRow& row);
    void seeAgent(const std::optional<observe::AgentLoss>& loss);
    /// For each update without an AgentLoss.
    void seeMasters(const std::vector<observe::MasterStatus>& masters, std::size_t quorum);
    /// From now on, everything fires.
    void endStart();

    [[nodiscard]] std::vector<Alert> take(SteadyTime now);

private:
    struct Told {
        std::optional<Fingerprint> token;
        std::optional<Fingerprint> deadlocked;
        bool isStale = false;
        bool isDeadlocked = false;
        bool isSplit = false;
    };
    using States = observe::CalmStates<AlertKind, observe::LockEntryPtr>;
    [[nodiscard]] bool isNews(const States::Change& change);
    [[nodiscard]] bool isGapOver(AlertKind kind, SteadyTime now) const;
    void fire(const States::Change& change);
    void seeRestart(const observe::MasterStatus& master);
    void seeLoss(const observe::MasterStatus& master);
    Alert& fireMaster(AlertKind kind, const MasterId& master);
    [[nodiscard]] bool isSilent() const noexcept { return m_isStart && !m_isStartTold; }

    bool m_isStartTold;
    bool m_isStart = true;
    States m_states;
    std::unordered_map<Resource, Told> m_told;
    std::set<MasterId> m_seen; ///< answered, or down at the start
    std::set<MasterId> m_down;
    std::map<MasterId, SteadyTime> m_restarts;
    std::map<MasterId, std::optional<observe::Loss>> m_losses;
    bool m_isQuorumLost = false;
    bool m_isAgentLost = false;
    std::map<AlertKind, Alert> m_waiting;
    std::map<AlertKind, SteadyTime> m_due; ///< when they have gathered for kGather
    std::map<AlertKind, SteadyTime> m_latest;
};

/// The user's alerts on locks: freed, taken or stuck. A watch survives the lock; firing ends it.
/// Not thread-safe.
class LockWatches {
public:
    /// `what`: Freed, Taken or Stuck. `token`: the holder's.
    void add(const Resource& resource, AlertKind what, const std::optional<Fingerprint>& token);
    void remove(const Resource& resource, AlertKind what);
    [[nodiscard]] bool isWatched(const Resource& resource, AlertKind what) const;

    [[nodiscard]] std::vector<Alert> seeLock(const LockRow& row);

private:
    struct Watch {
        AlertKind what;
        std::optional<Fingerprint> token;
    };

    std::unordered_map<Resource, std::vector<Watch>> m_watches;
};

/// Reports when a lease of this window that nobody renews ends soon, or has ended.
class LeaseEnds {
public:
    void addLeft(const LeaseInfo& lease) { m_left.push_back(lease); }

    /// `own`: the window's leases. Returns each alert once; an extended lease ends anew.
    [[nodiscard]] std::vector<Alert> take(const std::vector<OwnLeaseRow>& own, SteadyTime now);

private:
    struct Told {
        SteadyTime deadline{};
        bool isEnding = false;
        bool isEnded = false;
    };
    void see(const LeaseInfo& lease, SteadyTime now, std::vector<Alert>& alerts);

    std::vector<LeaseInfo> m_left;
    std::map<int, Told> m_told;
};

} // namespace lockkeeper::ui
