// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"

#include <deque>
#include <map>
#include <unordered_map>

namespace lockkeeper::history {

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

/// The variable part; the latest counts.
struct IntervalState {
    /// By the new clock, if that was set back.
    std::optional<WallTime> firstSeen{};
    WallTime lastSeen{};
    std::optional<WallTime> endedAt;
    std::optional<End> end;
    std::optional<WallTime> leaseUntil; ///< see Interval
    std::optional<std::chrono::milliseconds> held;
    unsigned renewals = 0;
    std::optional<std::chrono::milliseconds> renewalInterval;
    std::optional<WallTime> lastRenewed;
};

struct WaitStart {
    std::int64_t id = 0;
    Resource resource;
    std::string waitId;
    HolderRecord waiter;
    WallTime from{};
    WallTime lastSeen{};
    bool isStartSeen = false;
};

struct WaitEnd {
    std::int64_t id = 0;
    WallTime lastSeen{};
    bool isSeen = false; ///< false: it may have gone on unseen
};

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

/// Derives intervals and changes from sightings, by the steady clock. Keeps each resource's last
/// sighting.
class Tracker {
public:
    /// More waits are not recorded.
    static constexpr std::size_t kMostWaits = 10'000;

    explicit Tracker(std::int64_t firstId = 1, std::int64_t firstWaitId = 1)
        : m_nextId(firstId)
        , m_nextWaitId(firstWaitId)
    { }

    /// If the wall clock was set back, dates open intervals by the new time, so that none ends
    /// before it begins.
    void apply(const Batch& batch);

    /// Kept until clearChanges(), to be written again.
    [[nodiscard]] const Changes& changes() const noexcept { return m_changes; }
    void clearChanges() { m_changes = {}; }

private:
    struct Open {
        std::int64_t id;
        Fingerprint token;
        SteadyTime firstSeen;
        bool isStartSeen;
        std::optional<SteadyTime> expiresAt{};
        std::optional<SteadyTime> lostAt{}; ///< it lost its quorum, but is not gone
        std::optional<End> lostBy{};
        std::optional<SteadyTime> doubtedAt{}; ///< since too few masters answer
        unsigned renewalsBefore = 0;
        unsigned renewals = 0;
        unsigned renewalsAtFirst = 0;
        SteadyTime firstRenewed{};
        SteadyTime lastRenewed{};
    };
    struct Known {
        observe::Verdict verdict = observe::Verdict::Free;
        std::optional<Open> open;
        std::optional<SteadyTime> endedAt;
        std::optional<Fingerprint> endedToken;
    };

    void followClock(const Batch& batch);
    void take(const Sighting& sighting, const Batch& batch);
    [[nodiscard]] static bool isLost(const Open& open, const Sighting& sighting);
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
    /// Kept briefly to see hand-overs.
    std::deque<std::pair<SteadyTime, Resource>> m_departed;
    using WaitKey = std::pair<std::string, Resource>;
    std::map<WaitKey, std::int64_t> m_waits;
    std::optional<WallTime> m_wallAtBoot; ///< at the steady clock's zero
    std::int64_t m_nextId;
    std::int64_t m_nextWaitId;
    Changes m_changes;
};

} // namespace lockkeeper::history
