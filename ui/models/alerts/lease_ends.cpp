// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/alerts/lease_ends.h"

#include "ui/models/words/words.h"

#include <algorithm>

namespace lockkeeper::ui {
namespace {

using namespace std::chrono_literals;

/// How long before its end. A short lease is only reported when it has ended.
std::chrono::milliseconds warning(const LeaseInfo& lease)
{
    constexpr std::chrono::milliseconds kLongest = 1min;
    constexpr std::chrono::milliseconds kShortest = 5s; // time to read it, and to act
    const auto ahead = std::min(kLongest, lease.ttl / 4);
    return ahead < kShortest ? 0ms : ahead;
}

} // namespace

void LeaseEnds::add(const LeaseInfo& lease)
{
    if (!lease.isRenewed)
        m_leases[lease.id] = {lease};
}

void LeaseEnds::setDeadline(int id, SteadyTime deadline)
{
    const auto found = m_leases.find(id);
    if (found == m_leases.end())
        return;
    found->second.lease.deadline = deadline;
    found->second.isTold = false;
}

std::vector<Alert> LeaseEnds::take(SteadyTime now)
{
    std::vector<Alert> alerts;
    for (auto at = m_leases.begin(); at != m_leases.end();) {
        auto& [lease, isTold] = at->second;
        if (now >= lease.deadline) {
            alerts.push_back(
                {.kind = AlertKind::LeaseEnded, .locks = {lease.resource}, .count = 1});
            at = m_leases.erase(at);
            continue;
        }
        if (!isTold && now >= lease.deadline - warning(lease)) {
            isTold = true;
            const auto left = std::chrono::ceil<std::chrono::seconds>(lease.deadline - now);
            alerts.push_back({.kind = AlertKind::LeaseEnding,
                .locks = {lease.resource},
                .count = 1,
                .detail = durationText(left)});
        }
        ++at;
    }
    return alerts;
}

} // namespace lockkeeper::ui
