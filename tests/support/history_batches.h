// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/history_reader.h"
#include "core/history/history_store.h"

namespace lockkeeper::tests {

// The start of a test's history, by both clocks.
inline constexpr SteadyTime kHistorySteady{std::chrono::hours(1)};
inline constexpr WallTime kHistoryWall{std::chrono::seconds(1'750'000'000)};

/// A batch of sightings that a quorum of masters confirms, `after` the start.
inline history::Batch batchAt(
    std::chrono::milliseconds after, std::vector<history::Sighting> sightings)
{
    history::Batch batch{.at = kHistorySteady + after, .wallAt = kHistoryWall + after};
    batch.isWatched = true;
    for (history::Sighting& sighting : sightings) {
        sighting.seenAt = batch.at;
        if (sighting.firstSeen == SteadyTime{})
            sighting.firstSeen = batch.at;
        batch.sightings.push_back(std::move(sighting));
    }
    return batch;
}

inline history::Sighting heldBy(const std::string& resource, const std::string& token)
{
    return {.resource = Resource(resource),
        .verdict = observe::Verdict::Held,
        .token = Fingerprint::ofString(token),
        .format = "lk1"};
}

/// A sighting of heldBy() that expires `after` the start.
inline history::Sighting heldUntil(
    const std::string& resource, const std::string& token, std::chrono::milliseconds after)
{
    history::Sighting sighting = heldBy(resource, token);
    sighting.expiresAt = kHistorySteady + after;
    return sighting;
}

/// Votes of one master, which lost another token before.
inline observe::Votes heldAfterLoss(const std::string& token)
{
    observe::Votes votes{{MasterId("a"), observe::VoteState::Held, Fingerprint::ofString(token)}};
    votes.setLost(0, true);
    return votes;
}

inline history::Sighting goneFrom(const std::string& resource)
{
    return {.resource = Resource(resource)};
}

inline history::Sighting seenAs(
    const std::string& resource, observe::Verdict verdict, const std::string& token)
{
    history::Sighting sighting = heldBy(resource, token);
    sighting.verdict = verdict;
    return sighting;
}

/// Somebody who has announced to wait since `after` the start, and was seen at once.
inline history::WaitSighting waitFor(
    const std::string& id, const std::string& resource, std::chrono::milliseconds after = {})
{
    return {.id = id,
        .resources = {Resource(resource)},
        .waiter = {.app = "api", .host = "web-3", .pid = 812},
        .since = kHistoryWall + after,
        .firstSeen = kHistorySteady + after};
}

/// A batch that tells of all who wait.
inline history::Batch waitingAt(
    std::chrono::milliseconds after, std::vector<history::WaitSighting> waits)
{
    history::Batch batch = batchAt(after, {});
    batch.waits = std::move(waits);
    return batch;
}

/// Records a batch with the store's present generation.
inline void recordIn(history::HistoryStore& store, history::Batch batch)
{
    batch.generation = store.generation();
    store.record(std::move(batch));
}

} // namespace lockkeeper::tests
