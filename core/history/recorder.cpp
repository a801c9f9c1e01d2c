// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/recorder.h"

#include "core/observe/board/failover.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <unordered_set>

namespace lockkeeper::history {
namespace {

/// A new store gets known entries again for so long; a watcher publishes all within it.
constexpr std::chrono::minutes kRetelling{15};
/// Longer names are of no usable lock.
constexpr std::size_t kNameLimit = 4096;
constexpr std::size_t kMostInABatch = 10'000;

HolderRecord holderOf(const observe::LockEntry& entry)
{
    const observe::Holder holder = entry.packedLock.holder();
    return {.app = holder.app,
        .host = holder.host,
        .pid = holder.pid,
        .thread = holder.thread,
        .detail = holder.detail};
}

Sighting sightingOf(const observe::LockEntry& entry)
{
    const observe::Judgement judgement = entry.countVotes();
    Sighting sighting{.resource = entry.resource, .verdict = judgement.verdict};
    sighting.token = judgement.token;
    sighting.format = entry.packedLock.formatName();
    sighting.certainty = entry.packedLock.certainty().level;
    sighting.holder = holderOf(entry);
    sighting.since = entry.packedLock.since();
    sighting.firstSeen = entry.firstSeen;
    sighting.seenAt = entry.asOf;
    if (judgement.remaining && !judgement.neverExpires)
        sighting.expiresAt = entry.asOf + *judgement.remaining;
    sighting.renewals = entry.renewals.count;
    sighting.votes = entry.votes;
    return sighting;
}

/// It may only be changing hands; else the entry comes again.
bool isPassing(const observe::LockEntry& entry)
{
    if (entry.isSettled)
        return false;
    const observe::Verdict verdict = entry.countVotes().verdict;
    return verdict == observe::Verdict::Minority || verdict == observe::Verdict::Split;
}

std::string failoverText(const observe::MasterStatus& master, SteadyTime now)
{
    const auto failover = observe::latestFailover(master, now);
    if (!failover)
        return {};
    return absl::Substitute(trNoop("failover of group '$0': now $1, was $2", "data"),
        failover->group, failover->to, failover->from);
}

bool isQuorumRead(const observe::BoardUpdate& update)
{
    const auto read
        = std::ranges::count_if(update.masters, &observe::MasterStatus::isSweepComplete);
    return update.quorum > 0 && static_cast<std::size_t>(read) >= update.quorum;
}

} // namespace

bool Recorder::record(const observe::BoardUpdate& update)
{
    Batch batch{.at = m_clock.now(), .wallAt = m_clock.wallNow()};
    batch.generation = m_store.generation();
    const bool isNewStore = std::exchange(m_generation, batch.generation) != batch.generation;
    const bool isRetold = isNewStore && startAnew(batch.at);
    batch.isWatched = isQuorumRead(update);
    recordEntries(update, batch);
    const std::unordered_set<Resource> lost(update.lost.begin(), update.lost.end());
    for (const Resource& resource : update.gone) {
        m_stale.remove(resource);
        batch.sightings.push_back(
            {.resource = resource, .seenAt = batch.at, .isLost = lost.contains(resource)});
    }
    if (batch.isWatched)
        batch.stale = m_stale.takeDue(batch.at);
    addMasters(update, batch);
    addWaits(update, batch);
    // Entries read by now may be published later.
    if (batch.isWatched && std::exchange(m_isFirstLook, false))
        m_begunAt = batch.at;
    m_store.record(std::move(batch));
    return isRetold;
}

void Recorder::recordEntries(const observe::BoardUpdate& update, const Batch& moment)
{
    std::vector<observe::LockEntryPtr> entries;
    std::uint64_t highest = m_revision;
    const SteadyTime begunAt = m_isFirstLook ? SteadyTime::max() : m_begunAt;
    const auto record = [&] {
        Batch batch = moment;
        batch.lazy.count = entries.size();
        batch.lazy.make = [entries = std::exchange(entries, {}), begunAt, anewAt = m_anewAt](
                              std::size_t number) {
            Sighting sighting = sightingOf(*entries[number]);
            sighting.mayPredateWatch = sighting.firstSeen < begunAt;
            // The watcher may have known it before the recording.
            sighting.firstSeen = std::max(sighting.firstSeen, anewAt);
            return sighting;
        };
        m_store.record(std::move(batch));
    };
    for (const observe::LockEntryPtr& entry : update.changed) {
        m_stale.note(*entry);
        if (entry->resource.value().size() > kNameLimit || !isNew(entry->revision, moment.at))
            continue;
        highest = std::max(highest, entry->revision);
        if (isPassing(*entry))
            continue;
        entries.push_back(entry);
        if (entries.size() == kMostInABatch)
            record();
    }
    if (!entries.empty())
        record();
    m_revision = highest;
}

bool Recorder::isNew(std::uint64_t revision, SteadyTime now) const noexcept
{
    return revision > m_revision || now < m_retellUntil;
}

bool Recorder::startAnew(SteadyTime now)
{
    const bool isWantedAgain = m_revision > 0;
    // At first everything is new, unless updates came before.
    if (isWantedAgain || m_isBegunLater) {
        m_retellUntil = now + kRetelling;
        m_anewAt = now;
    }
    m_begunAt = now;
    m_isFirstLook = true;
    m_masters.clear();
    m_stale.startAnew();
    m_waits.reset();
    return isWantedAgain;
}

void Recorder::addMasters(const observe::BoardUpdate& update, Batch& batch)
{
    m_masters.resize(update.masters.size());
    m_failovers.resize(update.masters.size());
    for (std::size_t i = 0; i < update.masters.size(); ++i) {
        const observe::MasterStatus& master = update.masters[i];
        const char* const state = nameOf(master.link.state);
        const bool isKnown = m_masters[i].master == master.id;
        const std::uint64_t failovers = observe::failoverCount(master);
        // An older failover's time is unknown.
        const bool isNews = std::exchange(m_failovers[i], failovers) != failovers && isKnown;
        if (isKnown && !isNews && m_masters[i].state == state)
            continue;
        m_masters[i] = {master.id, state, master.link.error ? master.link.error->text : ""};
        if (isNews)
            m_masters[i].error = failoverText(master, batch.at);
        batch.masters.push_back(m_masters[i]);
    }
}

namespace {

/// A queue holds only its name.
HolderRecord waiterOf(const observe::Waiter& waiter)
{
    if (waiter.queued)
        return {.app = waiter.announced.id};
    const lock::Owner& owner = waiter.announced.owner;
    return {.app = owner.app, .host = owner.host, .pid = owner.pid};
}

} // namespace

void Recorder::addWaits(const observe::BoardUpdate& update, Batch& batch)
{
    if (std::exchange(m_waits, update.waits) == update.waits)
        return;
    batch.waits.emplace();
    for (const observe::Waiter& waiter : update.waits->waiters()) {
        if (waiter.isGone())
            continue;
        const lock::WaitAnnouncement& announced = waiter.announced;
        WaitSighting wait{.id = announced.id, .resources = announced.resources};
        std::erase_if(wait.resources,
            [](const Resource& resource) { return resource.value().size() > kNameLimit; });
        wait.waiter = waiterOf(waiter);
        wait.since = announced.since;
        wait.firstSeen = waiter.from;
        wait.mayPredateWatch = m_isFirstLook || waiter.from < m_begunAt;
        batch.waits->push_back(std::move(wait));
    }
}

} // namespace lockkeeper::history
