// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/alerts/alert.h"
#include "ui/models/base/lease_info.h"

#include <map>

namespace lockkeeper::ui {

/// Decides when to report that a lease of this window, which nobody renews, ends soon or has ended.
class LeaseEnds {
public:
    /// Ignores leases that are renewed.
    void add(const LeaseInfo& lease);
    /// Ignores unknown ids.
    void setDeadline(int id, SteadyTime deadline);
    /// It was released, or lost before its end.
    void forget(int id) { m_leases.erase(id); }

    /// An alert is returned once; an extended lease ends anew.
    [[nodiscard]] std::vector<Alert> take(SteadyTime now);

private:
    struct Ending {
        LeaseInfo lease;
        bool isTold = false;
    };
    std::map<int, Ending> m_leases;
};

} // namespace lockkeeper::ui
