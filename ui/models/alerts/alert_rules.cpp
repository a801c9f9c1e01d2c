// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/alerts/alert_rules.h"

#include "core/observe/alerts/alert_states.h"
#include "core/observe/waits/deadlock_evidence.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/master_words.h"
#include "ui/models/words/words.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace lockkeeper::ui {

namespace {

bool isSameMoment(SteadyTime a, SteadyTime b)
{
    constexpr std::chrono::seconds kTolerance{1};
    return (a > b ? a - b : b - a) < kTolerance;
}

/// The alert has the master's name.
QString reasonOf(const observe::MasterStatus& master)
{
    if (!master.trouble())
        return {};
    Error why = *master.trouble();
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
    if (found->isStale || found->isHeldTwice)
        states.push_back({AlertKind::Stale, row.token, row.entry});
    else if (found->isDeadlocked)
        states.push_back({AlertKind::Deadlock, row.token, row.entry});
    if (found->isSplit)
        states.push_back({AlertKind::Split, {}, row.entry});
    m_states.see(resource, std::move(states), row.entry->asOf);
}

/// False if already reported, even if it came and went since.
bool DeploymentAlerts::isNews(const States::Change& change)
{
    if (change.isOver)
        return false;
    Told& told = m_told[change.subject];
    if (change.state.kind == AlertKind::Split)
        return !std::exchange(told.isSplit, true);
    const bool isDeadlock = change.state.kind == AlertKind::Deadlock;
    auto& token = isDeadlock ? told.deadlocked : told.token;
    const bool isKnown = std::exchange(isDeadlock ? told.isDeadlocked : told.isStale, true)
        && token == change.state.token;
    token = change.state.token;
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
        return;
    if (alert.kind != AlertKind::Split && alert.count == 0)
        alert.detail = toQt(words::shortEvidenceText(change.state.facts->stale));
    ++alert.count;
    if (alert.locks.size() < Alert::kRemembered)
        alert.locks.push_back(change.subject);
}

void DeploymentAlerts::seeAgent(const std::optional<observe::AgentLoss>& loss)
{
    const bool wasLost = std::exchange(m_isAgentLost, loss.has_value());
    if (!loss) {
        m_waiting.erase(AlertKind::AgentLost);
        return;
    }
    if (!wasLost)
        m_waiting[AlertKind::AgentLost]
            = {.kind = AlertKind::AgentLost, .detail = safeText(trData(loss->why.text))};
}

void DeploymentAlerts::seeMasters(
    const std::vector<observe::MasterStatus>& masters, std::size_t quorum)
{
    Alert lost{.kind = AlertKind::MasterDown};
    for (const observe::MasterStatus& master : masters) {
        seeRestart(master);
        seeLoss(master);
        if (master.link.state == redis::LinkState::Connecting)
            continue;
        const bool isNew = m_seen.insert(master.id).second;
        const bool isChange = observe::noteDown(m_down, master);
        if (!isChange || (isNew && !m_isStartTold))
            continue;
        const QString why = reasonOf(master);
        if (lost.masters.empty())
            lost.detail = why;
        else if (lost.detail != why)
            lost.detail.clear();
        lost.masters.push_back(master.id);
    }
    const bool isQuorumLost
        = !masters.empty() && observe::isQuorumDown(masters.size(), m_down.size(), quorum);
    const bool isLostNow = isQuorumLost && !m_isQuorumLost && !lost.masters.empty();
    m_isQuorumLost = isQuorumLost;
    // Once the quorum is lost, more masters are no news.
    if (lost.masters.empty() || (isQuorumLost && !isLostNow))
        return;
    if (isLostNow) {
        lost.kind = AlertKind::QuorumLost;
        lost.masters.assign(m_down.begin(), m_down.end());
        lost.detail.clear(); // some may have been down before
        m_waiting.erase(AlertKind::MasterDown);
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
    alert.detail = toQt(words::lossCauseText(loss->cause));
}

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

namespace {

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

/// 0: too short to warn.
std::chrono::milliseconds warning(const LeaseInfo& lease)
{
    constexpr std::chrono::milliseconds kLongest = 1min;
    constexpr std::chrono::milliseconds kShortest = 5s; // time to act
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
            alert.isDeadlock = !row.isStale();
            alert.detail = toQt(words::shortEvidenceText(row.entry->stale));
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
