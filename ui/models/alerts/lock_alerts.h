// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/alerts/alert.h"
#include "ui/models/locks/lock_row.h"
#include "ui/models/own_lease_model.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace lockkeeper::ui {

/// The user's one-time alerts on locks: freed, taken or stuck. A watch survives the lock, and ends
/// when it fires. Not thread-safe.
class LockWatches {
public:
    /// `what`: Freed, Taken or Stuck. `token`: the holder's; nullopt: none.
    void add(const Resource& resource, AlertKind what, const std::optional<Fingerprint>& token);
    void remove(const Resource& resource, AlertKind what);
    [[nodiscard]] bool isWatched(const Resource& resource, AlertKind what) const;

    /// Call it for each row that was added, changed, or is gone.
    [[nodiscard]] std::vector<Alert> seeLock(const LockRow& row);

private:
    struct Watch {
        AlertKind what;
        std::optional<Fingerprint> token; ///< of the holder at the start
    };

    std::unordered_map<Resource, std::vector<Watch>> m_watches;
};

/// Decides when to report that a lease of this window, which nobody renews, ends soon or has ended.
class LeaseEnds {
public:
    /// A lock that was left to its TTL: the window has no lease on it any more.
    void addLeft(const LeaseInfo& lease) { m_left.push_back(lease); }

    /// `own`: the window's leases. An alert is returned once; an extended lease ends anew.
    [[nodiscard]] std::vector<Alert> take(const std::vector<OwnLeaseRow>& own, SteadyTime now);

private:
    struct Told {
        SteadyTime deadline{};
        bool isEnding = false;
        bool isEnded = false;
    };
    void see(const LeaseInfo& lease, SteadyTime now, std::vector<Alert>& alerts);

    std::vector<LeaseInfo> m_left;
    std::map<int, Told> m_told; ///< by the lease's id
};

} // namespace lockkeeper::ui
