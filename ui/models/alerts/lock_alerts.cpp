// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/alerts/lock_alerts.h"

#include "core/observe/alerts/alert_states.h"
#include "ui/models/words/words.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace lockkeeper::ui {
namespace {

/// Free, or held with another token.
bool hasPassed(const LockRow& row, const std::optional<Fingerprint>& token)
{
    return row.isGone() || observe::hasPassed(row.judgement, token);
}

bool isFiring(const LockRow& row, AlertKind what, const std::optional<Fingerprint>& token)
{
    const bool isHeld = !row.isGone() && row.judgement.verdict == observe::Verdict::Held;
    if (what == AlertKind::Stuck)
        return !row.isGone() && row.hasEvidence();
    if (what == AlertKind::Taken)
        return isHeld && row.judgement.token != token;
    return token && hasPassed(row, token);
}

/// How long before its end. A short lease is only reported when it has ended.
std::chrono::milliseconds warning(const LeaseInfo& lease)
{
    constexpr std::chrono::milliseconds kLongest = 1min;
    constexpr std::chrono::milliseconds kShortest = 5s; // time to read it, and to act
    const auto ahead = std::min(kLongest, lease.ttl / 4);
    return ahead < kShortest ? 0ms : ahead;
}

} // namespace

void LockWatches::add(
    const Resource& resource, AlertKind what, const std::optional<Fingerprint>& token)
{
    remove(resource, what);
    m_watches[resource].push_back({what, token});
}

void LockWatches::remove(const Resource& resource, AlertKind what)
{
    const auto found = m_watches.find(resource);
    if (found == m_watches.end())
        return;
    std::erase_if(found->second, [what](const Watch& watch) { return watch.what == what; });
    if (found->second.empty())
        m_watches.erase(found);
}

bool LockWatches::isWatched(const Resource& resource, AlertKind what) const
{
    const auto found = m_watches.find(resource);
    return found != m_watches.end()
        && std::ranges::any_of(
            found->second, [what](const Watch& watch) { return watch.what == what; });
}

std::vector<Alert> LockWatches::seeLock(const LockRow& row)
{
    std::vector<Alert> alerts;
    const auto found = m_watches.find(row.entry->resource);
    if (found == m_watches.end())
        return alerts;
    const bool isHeld = !row.isGone() && row.judgement.verdict == observe::Verdict::Held;
    for (const Watch& watch : found->second) {
        if (!isFiring(row, watch.what, watch.token))
            continue;
        Alert alert{.kind = watch.what, .locks = {row.entry->resource}, .count = 1};
        if (watch.what == AlertKind::Stuck) {
            (row.isStale() ? alert.hasStale : alert.hasDeadlock) = true;
            alert.detail = shortEvidenceText(row.entry->stale);
        } else if (isHeld) {
            alert.detail = holderText(row.entry->unpackLock());
        }
        alerts.push_back(std::move(alert));
    }
    for (const Alert& alert : alerts)
        std::erase_if(found->second, [&](const Watch& watch) { return watch.what == alert.kind; });
    if (found->second.empty())
        m_watches.erase(found);
    return alerts;
}

std::vector<Alert> LeaseEnds::take(const std::vector<OwnLeaseRow>& own, SteadyTime now)
{
    std::vector<Alert> alerts;
    for (const OwnLeaseRow& row : own) {
        const bool isOver = row.state == LeaseStatus::Lost || row.state == LeaseStatus::Released;
        if (!row.lease.isRenewed && !isOver)
            see(row.lease, now, alerts);
    }
    for (const LeaseInfo& lease : m_left)
        see(lease, now, alerts);
    std::erase_if(m_left, [now](const LeaseInfo& lease) { return now >= lease.deadline; });
    return alerts;
}

void LeaseEnds::see(const LeaseInfo& lease, SteadyTime now, std::vector<Alert>& alerts)
{
    Told& told = m_told[lease.id];
    if (told.deadline != lease.deadline)
        told = {lease.deadline};
    const bool isEnded = now >= lease.deadline;
    if (now < lease.deadline - warning(lease)
        || std::exchange(isEnded ? told.isEnded : told.isEnding, true))
        return;
    alerts.push_back({.kind = isEnded ? AlertKind::LeaseEnded : AlertKind::LeaseEnding,
        .locks = {lease.resource},
        .count = 1,
        .detail = isEnded
            ? QString()
            : durationText(std::chrono::ceil<std::chrono::seconds>(lease.deadline - now))});
}

} // namespace lockkeeper::ui
