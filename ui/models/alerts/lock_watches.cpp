// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/alerts/lock_watches.h"

#include "core/observe/alerts/alert_states.h"
#include "ui/models/words/words.h"

#include <algorithm>

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

} // namespace lockkeeper::ui
