// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/alerts/event_watch.h"

#include "core/observe/alerts/alert_states.h"
#include "core/observe/board/lost_leases.h"

#include <algorithm>
#include <unordered_set>

namespace lockkeeper::observe {
namespace {

/// The token of a shared lock changes with each holder that comes or goes.
bool isHandedOver(const LockEntry& before, const LockEntry& now)
{
    return excludeEachOther(before.packedLock, now.packedLock)
        && !areOfOneHolder(before.packedLock, now.packedLock);
}

} // namespace

void EventWatch::see(const BoardUpdate& update)
{
    seeMasters(update);
    for (const LockEntryPtr& entry : update.changed)
        seeLock(entry, update.asOf);
    seeGone(update);
    seeWaits(update);
    const bool areSettled
        = !update.masters.empty() && std::ranges::all_of(update.masters, &MasterStatus::isSettled);
    const auto swept = std::ranges::count_if(update.masters, &MasterStatus::isSweepComplete);
    m_mastersStart.see(areSettled, update.asOf);
    m_locksStart.see(areSettled && static_cast<std::size_t>(swept) >= update.quorum, update.asOf);
}

void EventWatch::seeMasters(const BoardUpdate& update)
{
    std::vector<MasterStatus> down;
    for (const MasterStatus& master : update.masters) {
        const bool isMissing = master.isMissing();
        noteDown(m_down, master);
        if (m_down.contains(master.id))
            down.push_back(master);
        if (!wants(EventKind::Master) || (!isMissing && m_down.contains(master.id)))
            continue; // it connects again
        std::vector<States::State> states;
        if (isMissing)
            states.push_back({.kind = EventKind::Master, .facts = {.masters = {master}}});
        m_masters.see(Resource(master.id.value()), std::move(states), update.asOf);
    }
    if (!wants(EventKind::Quorum) || update.masters.empty())
        return;
    std::vector<States::State> states;
    if (isQuorumDown(update.masters.size(), m_down.size(), update.quorum))
        states.push_back({.kind = EventKind::Quorum,
            .facts = {.masters = std::move(down),
                .allMasters = update.masters.size(),
                .quorum = update.quorum}});
    m_masters.see(Resource(), std::move(states), update.asOf);
}

void EventWatch::seeLock(const LockEntryPtr& entry, SteadyTime now)
{
    const bool areHoldersWanted = wants(EventKind::Lost) || wants(EventKind::Freed);
    const Judgement judgement = entry->countVotes();
    const auto found = statesOf(*entry, judgement.verdict);
    if (!found)
        return;
    std::vector<States::State> states;
    const auto add = [&](EventKind kind, bool isSo, const std::optional<Fingerprint>& token) {
        if (isSo && wants(kind))
            states.push_back({.kind = kind, .token = token, .facts = {.entry = entry}});
    };
    if (found->isStale || found->isHeldTwice) {
        const auto token = describedToken(entry->votes);
        add(EventKind::Stale, found->isStale, token);
        add(EventKind::TwoHolders, found->isHeldTwice, token);
    }
    add(EventKind::Split, found->isSplit, {});
    m_locks.see(entry->resource, std::move(states), now);
    if (areHoldersWanted)
        seeHolder(entry, judgement, now);
}

void EventWatch::seeHolder(const LockEntryPtr& entry, const Judgement& judgement, SteadyTime now)
{
    const auto found = m_held.find(entry->resource);
    if (found != m_held.end()) {
        const LockEntry& before = *found->second.entry;
        const bool isHeld = judgement.verdict == Verdict::Held;
        const bool isNobodys
            = judgement.verdict == Verdict::Minority || judgement.verdict == Verdict::Split;
        const bool isLost = isQuorumLost(entry->votes, found->second.token);
        const bool isOver = hasPassed(judgement, found->second.token);
        if ((isOver && (!isHeld || isLost || isHandedOver(before, *entry)))
            || (isNobodys && isLost)) {
            happen(isLost ? EventKind::Lost : EventKind::Freed, found->second, now);
            m_held.erase(found);
        }
    }
    if (judgement.verdict != Verdict::Held || !judgement.token || entry->packedLock.isTombstone())
        return;
    takeBack(entry->resource, *judgement.token);
    m_held.insert_or_assign(entry->resource, Held{entry, *judgement.token});
}

void EventWatch::seeGone(const BoardUpdate& update)
{
    const std::unordered_set<Resource> lost(update.lost.begin(), update.lost.end());
    for (const Resource& resource : update.gone) {
        m_locks.see(resource, {}, update.asOf);
        const auto held = m_held.find(resource);
        if (held == m_held.end())
            continue;
        happen(lost.contains(resource) ? EventKind::Lost : EventKind::Freed, held->second,
            update.asOf);
        m_held.erase(held);
    }
}

void EventWatch::seeWaits(const BoardUpdate& update)
{
    if (!wants(EventKind::Deadlock) || m_waits == update.waits)
        return;
    m_waits = update.waits;
    std::set<Resource> circles;
    for (const observe::Deadlock& deadlock : m_waits->deadlocks()) {
        const observe::Deadlock::Link& first = deadlock.links.front();
        circles.insert(first.resource);
        m_deadlocks.see(first.resource,
            {{.kind = EventKind::Deadlock,
                .token = first.token,
                .facts = {.waits = m_waits, .deadlock = deadlock}}},
            update.asOf);
    }
    for (const Resource& before : m_circles) {
        if (!circles.contains(before))
            m_deadlocks.see(before, {}, update.asOf);
    }
    m_circles = std::move(circles);
}

void EventWatch::happen(EventKind kind, const Held& held, SteadyTime now)
{
    if (!wants(kind))
        return;
    if (m_waiting >= kMostWaiting) {
        ++m_leftOut;
        return;
    }
    ++m_waiting;
    m_happened[held.entry->resource].push_back({.kind = kind,
        .since = now,
        .at = now,
        .subject = held.entry->resource,
        .token = held.token,
        .entry = held.entry});
}

/// The hold has not ended after all.
void EventWatch::takeBack(const Resource& resource, const Fingerprint& token)
{
    const auto found = m_happened.find(resource);
    if (found == m_happened.end())
        return;
    m_waiting
        -= std::erase_if(found->second, [&](const Event& event) { return event.token == token; });
    if (found->second.empty())
        m_happened.erase(found);
}

std::vector<Event> EventWatch::take(SteadyTime now)
{
    std::vector<Event> due;
    for (States* const states : {&m_masters, &m_deadlocks, &m_locks}) {
        const Start& start = states == &m_masters ? m_mastersStart : m_locksStart;
        for (auto& change : states->take(now, [](EventKind) { return true; })) {
            Event event = std::move(change.state.facts);
            event.kind = change.state.kind;
            event.isOver = change.isOver;
            event.isFromStart = change.since <= start.at;
            event.since = change.since;
            event.at = change.at;
            event.token = change.state.token;
            event.subject = event.deadlock
                ? event.deadlock->links[event.deadlock->proposed].resource
                : std::move(change.subject);
            due.push_back(std::move(event));
        }
    }
    for (auto& [resource, events] : m_happened) {
        m_waiting -= std::erase_if(events, [&](Event& event) {
            const bool isDue = now >= event.at + kCalm;
            if (isDue)
                due.push_back(std::move(event));
            return isDue;
        });
    }
    std::erase_if(m_happened, [](const auto& one) { return one.second.empty(); });
    std::ranges::stable_sort(due, {}, &Event::at);
    return due;
}

} // namespace lockkeeper::observe
