// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/alerts/deployment_alerts.h"

#include "core/observe/alerts/alert_states.h"
#include "core/observe/waits/deadlock_evidence.h"
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

/// Why a master is down. Without its name, which the alert has.
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
    if (row.isGone()) {
        m_states.forget(resource);
        m_told.erase(resource);
        return;
    }
    const auto found = observe::statesOf(*row.entry, row.judgement.verdict);
    if (!found)
        return;
    std::vector<States::State> states;
    if (found->isStale || found->isHeldTwice || found->isDeadlocked)
        states.push_back({AlertKind::Stale, row.token, row.entry});
    if (found->isSplit)
        states.push_back({AlertKind::Split, {}, row.entry});
    m_states.see(resource, std::move(states), row.entry->asOf);
}

/// False if it was told already, however often it has come and gone since.
bool DeploymentAlerts::isNews(const States::Change& change)
{
    if (change.isOver)
        return false;
    Told& told = m_told[change.subject];
    if (change.state.kind == AlertKind::Split)
        return !std::exchange(told.isSplit, true);
    const bool isKnown = told.isStale && told.token == change.state.token;
    told.isStale = true;
    told.token = change.state.token;
    return !isKnown;
}

void DeploymentAlerts::endStart()
{
    if (isSilent()) {
        const auto any = [](AlertKind) { return true; };
        for (const States::Change& change : m_states.take(SteadyTime::max(), any))
            static_cast<void>(isNews(change));
    }
    m_isStart = false;
}

void DeploymentAlerts::fire(const States::Change& change)
{
    Alert& alert = m_waiting[change.state.kind];
    alert.kind = change.state.kind;
    if (std::ranges::find(alert.locks, change.subject) != alert.locks.end())
        return; // taken by another token meanwhile
    const observe::EvidenceList& stale = change.state.facts->stale;
    if (alert.kind == AlertKind::Stale) {
        if (alert.count == 0)
            alert.detail = shortEvidenceText(stale);
        (observe::isStale(stale) ? alert.hasStale : alert.hasDeadlock) = true;
    }
    ++alert.count;
    if (alert.locks.size() < Alert::kRemembered)
        alert.locks.push_back(change.subject);
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
        if (!observe::isDown(master)) {
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
    const bool isQuorumLost
        = !masters.empty() && observe::isQuorumDown(masters.size(), m_down.size(), quorum);
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
    if (loss->cause == observe::LossCause::Restart && master.link.restartedAt)
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

bool DeploymentAlerts::isGapOver(AlertKind kind, SteadyTime now) const
{
    const auto latest = m_latest.find(kind);
    return latest == m_latest.end() || now - latest->second >= kGap;
}

std::vector<Alert> DeploymentAlerts::take(SteadyTime now)
{
    if (!isSilent()) {
        const auto isReady = [&](AlertKind kind) { return isGapOver(kind, now); };
        for (const States::Change& change : m_states.take(now, isReady)) {
            if (isNews(change))
                fire(change);
        }
    }
    std::vector<Alert> due;
    for (auto at = m_waiting.begin(); at != m_waiting.end();) {
        const auto gathered = m_due.find(at->first);
        if ((gathered != m_due.end() && now < gathered->second) || !isGapOver(at->first, now)) {
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
