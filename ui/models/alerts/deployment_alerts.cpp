// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/alerts/deployment_alerts.h"

#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "ui/models/words/words.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::ui {
namespace {

/// An agent's times vary a little.
bool isSameMoment(SteadyTime a, SteadyTime b)
{
    constexpr std::chrono::seconds kTolerance{1};
    return (a > b ? a - b : b - a) < kTolerance;
}

bool isDown(const observe::MasterStatus& master)
{
    return master.link.state != redis::LinkState::Up
        && master.link.state != redis::LinkState::Connecting;
}

/// Split votes have an alert of their own.
bool isOnlySplit(const LockRow& row)
{
    const observe::EvidenceList& found = row.entry->stale;
    return found.size() == 1 && found.has(observe::EvidenceKind::SplitVotes);
}

/// Without the master's name.
QString reasonOf(const observe::MasterStatus& master)
{
    if (!master.link.error)
        return {};
    Error why = *master.link.error;
    why.master = {};
    return errorText(why);
}

} // namespace

void DeploymentAlerts::seeLock(const LockRow& row)
{
    const Resource& resource = row.entry->resource;
    const auto found = m_told.find(resource);
    if (found != m_told.end() && (row.isGone() || !row.hasEvidence())
        && takeBack(AlertKind::Stale, resource))
        found->second.isStale = false;
    const bool isSplitOver = row.isGone() || row.judgement.verdict != observe::Verdict::Split;
    if (found != m_told.end() && isSplitOver && takeBack(AlertKind::Split, resource))
        found->second.isSplit = false;
    if (row.isGone()) {
        if (found != m_told.end())
            m_told.erase(found);
        return;
    }
    // A lock that changes hands looks split until masters are read again.
    const bool isSplit = row.judgement.verdict == observe::Verdict::Split && row.entry->isSettled;
    const bool isStale = row.hasEvidence() && !isOnlySplit(row);
    if (!isStale && !isSplit)
        return;
    Told& told = found == m_told.end() ? m_told[resource] : found->second;
    if (isStale && (!told.isStale || told.token != row.token))
        fire(AlertKind::Stale, row, shortEvidenceText(row.entry->stale));
    if (isSplit && !told.isSplit)
        fire(AlertKind::Split, row, {});
    told.isStale = isStale || (told.isStale && told.token == row.token);
    told.isSplit = told.isSplit || isSplit;
    told.token = row.token;
}

void DeploymentAlerts::fire(AlertKind kind, const LockRow& row, const QString& detail)
{
    if (isSilent())
        return;
    if (!m_waiting.contains(kind))
        m_due[kind] = row.entry->asOf + kGather;
    Alert& alert = m_waiting[kind];
    alert.kind = kind;
    if (std::ranges::find(alert.locks, row.entry->resource) != alert.locks.end())
        return; // already in it, with another token
    if (alert.count++ == 0)
        alert.detail = detail;
    if (kind == AlertKind::Stale)
        (row.isStale() ? alert.hasStale : alert.hasDeadlock) = true;
    if (alert.locks.size() < Alert::kRemembered)
        alert.locks.push_back(row.entry->resource);
}

/// False: the lock is not in the waiting alert.
bool DeploymentAlerts::takeBack(AlertKind kind, const Resource& resource)
{
    const auto waiting = m_waiting.find(kind);
    if (waiting == m_waiting.end())
        return false;
    Alert& alert = waiting->second;
    const auto found = std::ranges::find(alert.locks, resource);
    if (found == alert.locks.end())
        return false;
    if (found == alert.locks.begin())
        alert.detail.clear(); // it was about this lock
    alert.locks.erase(found);
    if (--alert.count == 0)
        m_waiting.erase(waiting);
    return true;
}

void DeploymentAlerts::seeAgent(const std::optional<observe::AgentLoss>& loss)
{
    const bool wasLost = std::exchange(m_isAgentLost, loss.has_value());
    if (!loss) {
        m_waiting.erase(AlertKind::AgentLost); // over before it was reported
        return;
    }
    if (!wasLost)
        m_waiting[AlertKind::AgentLost]
            = {.kind = AlertKind::AgentLost, .detail = safeText(trData(loss->why.text))};
}

void DeploymentAlerts::seeMasters(
    const std::vector<observe::MasterStatus>& masters, std::size_t quorum)
{
    const std::set<MasterId> before = m_down;
    Alert lost{.kind = AlertKind::MasterDown};
    for (const observe::MasterStatus& master : masters) {
        seeRestart(master);
        seeLoss(master);
        if (master.link.state == redis::LinkState::Connecting)
            continue;
        const bool isNew = m_seen.insert(master.id).second;
        if (!isDown(master)) {
            m_down.erase(master.id);
            continue;
        }
        const bool isChange = m_down.insert(master.id).second;
        if (!isChange || (isNew && !m_isStartTold))
            continue;
        const QString why = reasonOf(master);
        if (lost.masters.empty())
            lost.detail = why;
        else if (lost.detail != why)
            lost.detail.clear(); // they have no common reason
        lost.masters.push_back(master.id);
    }
    const bool isQuorumLost = !masters.empty() && masters.size() - m_down.size() < quorum;
    const bool isLostNow = isQuorumLost && !m_isQuorumLost && !lost.masters.empty();
    m_isQuorumLost = isQuorumLost;
    // Once the quorum is lost, further masters are no news.
    if (lost.masters.empty() || (isQuorumLost && !isLostNow))
        return;
    if (isLostNow) {
        lost.kind = AlertKind::QuorumLost;
        lost.masters.assign(m_down.begin(), m_down.end());
        lost.detail.clear(); // some may have been down before
    }
    Alert& waiting = m_waiting[lost.kind];
    if (!waiting.masters.empty() && waiting.detail != lost.detail)
        lost.detail.clear();
    for (const MasterId& master : waiting.masters) {
        if (std::ranges::find(lost.masters, master) == lost.masters.end())
            lost.masters.push_back(master);
    }
    waiting = std::move(lost);
}

void DeploymentAlerts::seeRestart(const observe::MasterStatus& master)
{
    const auto& at = master.link.restartedAt;
    if (!at)
        return;
    const auto [known, isFirst] = m_restarts.try_emplace(master.id, *at);
    if (!isFirst && isSameMoment(std::exchange(known->second, *at), *at))
        return;
    fireMaster(AlertKind::MasterRestarted, master.id);
}

void DeploymentAlerts::seeLoss(const observe::MasterStatus& master)
{
    const auto& loss = master.loss;
    if (!loss)
        return;
    const auto before = std::exchange(m_losses[master.id], loss);
    if (before && before->cause == loss->cause && before->locks == loss->locks
        && isSameMoment(before->at, loss->at))
        return;
    if (loss->cause == observe::LossCause::Restart)
        return; // the restart's alert says so
    if (!m_waiting.contains(AlertKind::LocksLost))
        m_due[AlertKind::LocksLost] = loss->at + kGather;
    Alert& alert = fireMaster(AlertKind::LocksLost, master.id);
    // Masters usually store the same locks.
    alert.count = std::max(alert.count, loss->locks);
    alert.detail = QString::fromUtf8(words::lossCauseText(loss->cause));
}

/// Adds the master to the waiting alert.
Alert& DeploymentAlerts::fireMaster(AlertKind kind, const MasterId& master)
{
    Alert& alert = m_waiting[kind];
    alert.kind = kind;
    if (std::ranges::find(alert.masters, master) == alert.masters.end())
        alert.masters.push_back(master);
    return alert;
}

std::vector<Alert> DeploymentAlerts::take(SteadyTime now)
{
    std::vector<Alert> due;
    for (auto at = m_waiting.begin(); at != m_waiting.end();) {
        const auto latest = m_latest.find(at->first);
        const auto gathered = m_due.find(at->first);
        if ((gathered != m_due.end() && now < gathered->second)
            || (latest != m_latest.end() && now - latest->second < kGap)) {
            ++at;
            continue;
        }
        m_latest[at->first] = now;
        due.push_back(std::move(at->second));
        at = m_waiting.erase(at);
    }
    return due;
}

} // namespace lockkeeper::ui
