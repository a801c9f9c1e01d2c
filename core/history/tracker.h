// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"

#include <deque>
#include <map>
#include <unordered_map>

namespace lockkeeper::history {

/// What is never changed again of an interval.
struct IntervalStart {
    std::int64_t id = 0;
    Resource resource;
    Fingerprint token;
    std::string format;
    HolderRecord holder;
    std::optional<WallTime> since;
    WallTime firstSeen{};
    bool isStartSeen = false;
    bool isHandOver = false;
};

/// What changes of an interval; the latest state is the one that counts.
struct IntervalState {
    WallTime lastSeen{};
    std::optional<WallTime> endedAt;
    std::optional<End> end;
    std::optional<std::chrono::milliseconds> held; ///< if both ends were seen
    unsigned renewals = 0;
    std::optional<std::chrono::milliseconds> renewalInterval;
    std::optional<WallTime> lastRenewed;
};

/// What is to be written down.
struct Changes {
    std::vector<IntervalStart> starts;
    std::map<std::int64_t, IntervalState> states;
    std::vector<VerdictChange> verdicts;
    std::vector<MasterChange> masters;

    [[nodiscard]] std::size_t size() const noexcept
    {
        return starts.size() + states.size() + verdicts.size() + masters.size();
    }
};

/// Makes intervals and changes of sightings: keeps for each resource what was seen of it last.
/// Durations come from the steady clock. Knows no database. Not thread-safe.
class Tracker {
public:
    /// The ids of new intervals count up from `firstId`.
    explicit Tracker(std::int64_t firstId = 1)
        : m_nextId(firstId)
    { }

    void apply(const Batch& batch);

    /// What was not taken yet. Stays until clearChanges(), so that a failed write can be repeated.
    [[nodiscard]] const Changes& changes() const noexcept { return m_changes; }
    void clearChanges() { m_changes = {}; }

private:
    /// Somebody's ownership that has not ended for certain.
    struct Open {
        std::int64_t id;
        Fingerprint token;
        SteadyTime firstSeen;
        bool isStartSeen;
        std::optional<SteadyTime> expiresAt{};
        std::optional<SteadyTime> lostAt{}; ///< it has lost its quorum, but is not gone
        std::optional<End> lostBy{};
        unsigned renewalsBefore = 0; ///< those that were counted before this interval was begun
        unsigned renewals = 0;
        unsigned renewalsAtFirst = 0; ///< with the first one that was seen here
        SteadyTime firstRenewed{};
        SteadyTime lastRenewed{};
    };
    struct Known {
        observe::Verdict verdict = observe::Verdict::Free;
        std::optional<Open> open;
        std::optional<SteadyTime> endedAt; ///< of the last interval
    };

    void take(const Sighting& sighting, const Batch& batch);
    void takeHeld(Known& known, const Sighting& sighting, const Batch& batch);
    void begin(Known& known, const Sighting& sighting, const Batch& batch);
    void renew(Open& open, const Sighting& sighting) const;
    void lose(Known& known, SteadyTime at, End end, const Batch& batch);
    void noteVerdict(const Known& known, const Sighting& sighting, bool isNew, const Batch& batch);
    void noteState(const Open& open, SteadyTime seenAt, const Batch& batch);
    void forgetDeparted(SteadyTime now);

    std::unordered_map<Resource, Known> m_known;
    std::deque<std::pair<SteadyTime, Resource>> m_departed; ///< still known for hand-overs
    std::int64_t m_nextId;
    Changes m_changes;
};

} // namespace lockkeeper::history
