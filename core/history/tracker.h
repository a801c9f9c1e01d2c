// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"

#include <deque>
#include <map>
#include <unordered_map>

namespace lockkeeper::history {

/// The part of an interval that never changes.
struct IntervalStart {
    std::int64_t id = 0;
    Resource resource;
    Fingerprint token;
    std::string format;
    observe::Certainty certainty = observe::Certainty::Certain;
    HolderRecord holder;
    std::optional<WallTime> since;
    WallTime firstSeen{};
    bool isStartSeen = false;
    bool isHandOver = false;
};

/// The part of an interval that changes; only the latest state counts.
struct IntervalState {
    /// The start by a clock that was set back since; never a later one.
    std::optional<WallTime> firstSeen{};
    WallTime lastSeen{};
    std::optional<WallTime> endedAt;
    std::optional<End> end;
    std::optional<WallTime> leaseUntil; ///< see Interval
    std::optional<std::chrono::milliseconds> held; ///< if both ends were seen
    unsigned renewals = 0;
    std::optional<std::chrono::milliseconds> renewalInterval;
    std::optional<WallTime> lastRenewed;
};

/// The part of a wait for one lock that never changes.
struct WaitStart {
    std::int64_t id = 0;
    Resource resource;
    std::string waitId;
    HolderRecord waiter;
    WallTime from{};
    WallTime lastSeen{};
    bool isStartSeen = false;
};

/// The end of a wait.
struct WaitEnd {
    std::int64_t id = 0;
    WallTime lastSeen{};
    bool isSeen = false; ///< false: it may have gone on, where nobody could see it
};

/// Changes to be written.
struct Changes {
    std::vector<IntervalStart> starts;
    std::map<std::int64_t, IntervalState> states;
    std::vector<VerdictChange> verdicts;
    std::vector<MasterChange> masters;
    std::vector<WaitStart> waitStarts;
    std::vector<WaitEnd> waitEnds;
    std::vector<StaleCount> stale;

    [[nodiscard]] std::size_t size() const noexcept
    {
        return starts.size() + states.size() + verdicts.size() + masters.size() + waitStarts.size()
            + waitEnds.size() + stale.size();
    }
};

/// Derives intervals and changes from sightings. Remembers the last sighting of each resource.
/// Measures durations with the steady clock. Independent of the database. Not thread-safe.
class Tracker {
public:
    /// Most waits that are followed at a time. Further ones are not recorded.
    static constexpr std::size_t kMostWaits = 10'000;

    /// New intervals and waits get ids from these upwards.
    explicit Tracker(std::int64_t firstId = 1, std::int64_t firstWaitId = 1)
        : m_nextId(firstId)
        , m_nextWaitId(firstWaitId)
    { }

    /// Between batches, the wall clock may be set. What goes on then is dated by the clock as it is
    /// now, so that nothing ends before it began; what has ended keeps its times.
    void apply(const Batch& batch);

    /// The changes since clearChanges(). They remain until then, so that a failed write can be
    /// repeated.
    [[nodiscard]] const Changes& changes() const noexcept { return m_changes; }
    void clearChanges() { m_changes = {}; }

private:
    /// An ownership that has not certainly ended.
    struct Open {
        std::int64_t id;
        Fingerprint token;
        SteadyTime firstSeen;
        bool isStartSeen;
        std::optional<SteadyTime> expiresAt{};
        std::optional<SteadyTime> lostAt{}; ///< has lost its quorum, but is not gone
        std::optional<End> lostBy{};
        std::optional<SteadyTime> doubtedAt{}; ///< since when too few masters have told
        unsigned renewalsBefore = 0; ///< counted before this interval began
        unsigned renewals = 0;
        unsigned renewalsAtFirst = 0; ///< value at the first renewal that was seen
        SteadyTime firstRenewed{};
        SteadyTime lastRenewed{};
    };
    struct Known {
        observe::Verdict verdict = observe::Verdict::Free;
        std::optional<Open> open;
        std::optional<SteadyTime> endedAt; ///< of the last interval
        std::optional<Fingerprint> endedToken; ///< its token
    };

    void followClock(const Batch& batch);
    void take(const Sighting& sighting, const Batch& batch);
    void takeHeld(Known& known, const Sighting& sighting, const Batch& batch);
    void takeFree(Known& known, const Sighting& sighting, const Batch& batch);
    void begin(Known& known, const Sighting& sighting, const Batch& batch);
    static void renew(Open& open, const Sighting& sighting);
    void lose(Known& known, SteadyTime at, End end, const Batch& batch);
    void noteVerdict(const Known& known, const Sighting& sighting, bool isNew, const Batch& batch);
    void noteState(const Open& open, SteadyTime seenAt, const Batch& batch);
    void dropExpiredHandOvers(SteadyTime now);
    void takeWaits(const std::vector<WaitSighting>& waits, const Batch& batch);
    [[nodiscard]] std::int64_t beginWait(
        const WaitSighting& wait, const Resource& resource, const Batch& batch);

    std::unordered_map<Resource, Known> m_known;
    /// Kept for a while to detect hand-overs.
    std::deque<std::pair<SteadyTime, Resource>> m_departed;
    /// The ids of the waits that go on.
    using WaitKey = std::pair<std::string, Resource>;
    std::map<WaitKey, std::int64_t> m_waits;
    std::optional<WallTime> m_wallAtBoot; ///< the wall time at which the steady clock began
    std::int64_t m_nextId;
    std::int64_t m_nextWaitId;
    Changes m_changes;
};

} // namespace lockkeeper::history
