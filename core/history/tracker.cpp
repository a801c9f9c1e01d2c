// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/tracker.h"

#include "core/observe/formats/tombstone.h"

#include <algorithm>

namespace lockkeeper::history {
namespace {

using observe::Verdict;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr milliseconds kHandOver{1000};
/// TTLs are whole milliseconds; masters expire at different instants.
constexpr milliseconds kExpiryTolerance{50};
/// A release reaches the last master within this time.
constexpr milliseconds kSlowRelease{5000};
/// Waits are announced after 0.25 s and read each second: none is older unseen.
constexpr milliseconds kUnseenWait{3000};
/// A larger loss is a setback, not an adjustment.
constexpr milliseconds kClockStep{1000};
/// Foreign text is stored for weeks.
constexpr std::size_t kTextLimit = 1024;

std::string bounded(const std::string& text)
{
    return text.substr(0, kTextLimit);
}

std::optional<std::string> bounded(const std::optional<std::string>& text)
{
    return text ? std::optional(bounded(*text)) : std::nullopt;
}

HolderRecord bounded(const HolderRecord& holder)
{
    return {bounded(holder.app), bounded(holder.host), holder.pid, bounded(holder.thread),
        bounded(holder.detail)};
}

// Intervals record the other changes.
bool isPushed(Verdict from, Verdict to)
{
    const auto isPlain = [](Verdict v) {
        return v == Verdict::Held || v == Verdict::Free || v == Verdict::Queued;
    };
    return from != to && !(isPlain(from) && isPlain(to));
}

} // namespace

void Tracker::apply(const Batch& batch)
{
    dropExpiredHandOvers(batch.at);
    followClock(batch);
    for (std::size_t i = 0; i < batch.lazy.count; ++i)
        take(batch.lazy.make(i), batch);
    for (const Sighting& sighting : batch.sightings)
        take(sighting, batch);
    if (batch.waits)
        takeWaits(*batch.waits, batch);
    for (const MasterSighting& master : batch.masters) {
        m_changes.masters.push_back(
            {master.master, master.state, bounded(master.error), batch.wallAt});
    }
    if (batch.stale)
        m_changes.stale.push_back({batch.wallAt, *batch.stale});
}

void Tracker::followClock(const Batch& batch)
{
    const WallTime atBoot = batch.wall(SteadyTime());
    const auto before = std::exchange(m_wallAtBoot, atBoot);
    if (!before || atBoot > *before - kClockStep)
        return;
    for (const auto& [resource, known] : m_known) {
        if (!known.open || known.open->lostAt)
            continue;
        noteState(*known.open, known.open->firstSeen, batch);
        m_changes.states[known.open->id].firstSeen = batch.wall(known.open->firstSeen);
    }
}

void Tracker::take(const Sighting& sighting, const Batch& batch)
{
    const auto [place, isNew] = m_known.try_emplace(sighting.resource);
    if (isNew && sighting.verdict == Verdict::Free) {
        m_known.erase(place);
        return;
    }
    Known& known = place->second;
    noteVerdict(known, sighting, isNew, batch);
    switch (sighting.verdict) {
    case Verdict::Held:
        if (sighting.token)
            takeHeld(known, sighting, batch);
        break;
    case Verdict::Unknown:
        // The holder may have changed.
        if (known.open && known.verdict == Verdict::Held)
            known.open->doubtedAt = sighting.seenAt;
        break;
    case Verdict::Minority:
    case Verdict::Split:
        if (known.open)
            lose(known, sighting.seenAt, isLost(*known.open, sighting) ? End::Lost : End::Unknown,
                batch);
        break;
    case Verdict::Free:
    case Verdict::Queued:
        takeFree(known, sighting, batch);
        break;
    }
    known.verdict = sighting.verdict;
}

bool Tracker::isLost(const Open& open, const Sighting& sighting)
{
    // Later failures of masters hide the votes that proved it.
    return sighting.isLost || open.lostBy == End::Lost || isQuorumLost(sighting.votes, open.token);
}

void Tracker::takeFree(Known& known, const Sighting& sighting, const Batch& batch)
{
    if (known.open) {
        const auto lostAt = known.open->lostAt;
        const bool isSeen
            = known.verdict != Verdict::Unknown && (!lostAt || batch.at - *lostAt <= kSlowRelease);
        const End end = isSeen ? End::Released : End::Unknown;
        lose(known, batch.at, isLost(*known.open, sighting) ? End::Lost : end, batch);
    }
    known.open.reset();
    if (sighting.verdict == Verdict::Free)
        m_departed.emplace_back(batch.at, sighting.resource);
}

void Tracker::takeHeld(Known& known, const Sighting& sighting, const Batch& batch)
{
    if (known.open && known.open->token != *sighting.token) {
        const bool isSeen = known.verdict != Verdict::Unknown;
        const End end = observe::isTombstone(sighting.format) ? End::Revoked : End::NextHolder;
        lose(known, sighting.firstSeen,
            isLost(*known.open, sighting) ? End::Lost
                : isSeen                  ? end
                                          : End::Unknown,
            batch);
        known.open.reset();
    }
    const auto lostAt = known.open ? known.open->lostAt : std::nullopt;
    // Free for so long: another hold, even with the same value.
    const bool isAnew = lostAt && sighting.seenAt - *lostAt > kSlowRelease;
    const bool isNew = !known.open || isAnew;
    if (isAnew) {
        Sighting anew = sighting;
        anew.firstSeen = sighting.seenAt;
        anew.mayPredateWatch = false;
        begin(known, anew, batch);
        known.open->renewalsBefore = sighting.renewals;
    } else if (isNew) {
        begin(known, sighting, batch);
    }
    Open& open = *known.open;
    const bool isBack = lostAt.has_value();
    const bool isRenewed = sighting.renewals > open.renewalsBefore + open.renewals;
    open.lostAt.reset();
    open.lostBy.reset();
    open.doubtedAt.reset();
    open.expiresAt = sighting.expiresAt;
    if (isRenewed)
        renew(open, sighting);
    if (isNew || isBack || isRenewed)
        noteState(open, sighting.seenAt, batch);
}

void Tracker::begin(Known& known, const Sighting& sighting, const Batch& batch)
{
    // Nobody works under a tombstone.
    const bool isStartSeen = !sighting.mayPredateWatch && known.verdict != Verdict::Unknown
        && !observe::isTombstone(sighting.format);
    const bool isHandOver = isStartSeen && known.endedAt && known.endedToken != sighting.token
        && sighting.firstSeen - *known.endedAt <= kHandOver;
    known.open = Open{m_nextId++, *sighting.token, sighting.firstSeen, isStartSeen};
    // The database may have counted older renewals.
    known.open->renewalsBefore = sighting.mayPredateWatch ? sighting.renewals : 0;
    m_changes.starts.push_back({known.open->id, sighting.resource, *sighting.token,
        bounded(sighting.format), sighting.certainty, bounded(sighting.holder), sighting.since,
        batch.wall(sighting.firstSeen), isStartSeen, isHandOver});
}

void Tracker::renew(Open& open, const Sighting& sighting)
{
    const bool isFirst = open.renewals == 0;
    open.renewals = sighting.renewals - open.renewalsBefore;
    open.lastRenewed = sighting.seenAt;
    if (isFirst) {
        open.firstRenewed = sighting.seenAt;
        open.renewalsAtFirst = open.renewals;
    }
}

/// The end is provisional while the token exists.
void Tracker::lose(Known& known, SteadyTime at, End end, const Batch& batch)
{
    Open& open = *known.open;
    if (!open.lostAt) {
        open.lostAt = open.doubtedAt.value_or(at);
        const bool hasRunOut = open.expiresAt && *open.expiresAt <= at + kExpiryTolerance;
        if (hasRunOut && known.verdict != Verdict::Unknown) {
            open.lostAt = std::max(std::min(at, *open.expiresAt), open.firstSeen);
            open.lostBy = End::Expired;
        }
    }
    if (open.lostBy != End::Expired)
        open.lostBy = end;
    known.endedAt = open.lostAt;
    known.endedToken = open.token;
    noteState(open, *open.lostAt, batch);
}

void Tracker::noteVerdict(
    const Known& known, const Sighting& sighting, bool isNew, const Batch& batch)
{
    if (!isPushed(known.verdict, sighting.verdict))
        return;
    const bool isFromKnown = !isNew || !sighting.mayPredateWatch;
    m_changes.verdicts.push_back({sighting.resource,
        isFromKnown ? std::optional(known.verdict) : std::nullopt, sighting.verdict,
        batch.wall(sighting.verdict == Verdict::Free ? batch.at : sighting.seenAt)});
}

void Tracker::noteState(const Open& open, SteadyTime seenAt, const Batch& batch)
{
    IntervalState& state = m_changes.states[open.id];
    state = {.firstSeen = state.firstSeen};
    state.lastSeen = batch.wall(seenAt);
    if (open.lostAt) {
        state.endedAt = batch.wall(*open.lostAt);
        state.end = open.lostBy;
        if (open.lostBy == End::Lost && open.expiresAt > open.lostAt)
            state.leaseUntil = batch.wall(*open.expiresAt);
        // A lost lock's time is no usual hold.
        const bool isMeasured = open.lostBy != End::Unknown && open.lostBy != End::Lost;
        if (open.isStartSeen && isMeasured)
            state.held = duration_cast<milliseconds>(*open.lostAt - open.firstSeen);
    }
    state.renewals = open.renewals;
    if (open.renewals > 0)
        state.lastRenewed = batch.wall(open.lastRenewed);
    if (const unsigned seen = open.renewals - open.renewalsAtFirst; seen > 0) {
        state.renewalInterval
            = duration_cast<milliseconds>(open.lastRenewed - open.firstRenewed) / seen;
    }
}

void Tracker::dropExpiredHandOvers(SteadyTime now)
{
    while (!m_departed.empty() && now - m_departed.front().first > kHandOver) {
        const auto known = m_known.find(m_departed.front().second);
        // It may have been held since.
        if (known != m_known.end() && known->second.verdict == Verdict::Free
            && now - known->second.endedAt.value_or(SteadyTime()) > kHandOver)
            m_known.erase(known);
        m_departed.pop_front();
    }
}

void Tracker::takeWaits(const std::vector<WaitSighting>& waits, const Batch& batch)
{
    std::map<WaitKey, std::int64_t> going;
    for (const WaitSighting& wait : waits) {
        for (const Resource& resource : wait.resources) {
            if (going.size() >= kMostWaits)
                break;
            WaitKey key(bounded(wait.id), resource);
            if (going.contains(key))
                continue;
            const auto known = m_waits.extract(key);
            const std::int64_t id = known ? known.mapped() : beginWait(wait, resource, batch);
            going.emplace(std::move(key), id);
        }
    }
    for (const auto& [key, id] : m_waits)
        m_changes.waitEnds.push_back({id, batch.wallAt, batch.isWatched});
    m_waits = std::move(going);
}

std::int64_t Tracker::beginWait(
    const WaitSighting& wait, const Resource& resource, const Batch& batch)
{
    const WallTime seen = batch.wall(wait.firstSeen);
    const WallTime earliest = wait.mayPredateWatch ? WallTime() : seen - kUnseenWait;
    m_changes.waitStarts.push_back({m_nextWaitId, resource, bounded(wait.id), bounded(wait.waiter),
        std::clamp(wait.since, earliest, seen), batch.wallAt, !wait.mayPredateWatch});
    return m_nextWaitId++;
}

} // namespace lockkeeper::history
