// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/observe/board/votes/verdict.h"
#include "core/observe/formats/certainty.h"
#include "core/text/fingerprint.h"
#include "core/types.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::history {

/// The holder as stored in the history. Text is as the other program wrote it: pass it through
/// displaySafe() before showing it.
struct HolderRecord {
    std::optional<std::string> app;
    std::optional<std::string> host;
    std::optional<std::int64_t> pid;
    std::optional<std::string> thread;
    std::optional<std::string> detail;

    friend bool operator==(const HolderRecord&, const HolderRecord&) = default;
};

/// How an ownership ended, as far as it was seen. Stored by number.
enum class End {
    Released, ///< gone before its TTL had passed
    Expired, ///< gone after its TTL had passed
    /// Another token was found, before the TTL had passed. Whether the lock was free in between was
    /// not seen: a quick release looks like an overwritten lock.
    NextHolder,
    Unknown, ///< not seen: nobody was watching, or the masters did not answer
    Revoked, ///< a tombstone was found in its place
    Lost, ///< masters lost it, before its TTL had passed: see Loss
};
constexpr auto enumNames(End /*of*/) noexcept
{
    return std::array{
        "released-or-deleted", "expired", "next-holder", "unknown", "revoked", "lost"};
}

/// The state of one resource at one time. Complete, so that the next sighting makes up for a lost
/// one.
struct Sighting {
    Resource resource;
    observe::Verdict verdict = observe::Verdict::Free; ///< Free: the resource is gone
    std::optional<Fingerprint> token{}; ///< the token with the most votes
    std::string format{};
    observe::Certainty certainty = observe::Certainty::Certain; ///< that it is a lock
    HolderRecord holder{};
    std::optional<WallTime> since{}; ///< time of acquisition, if the token contains it
    SteadyTime firstSeen{}; ///< when this token was first seen
    SteadyTime seenAt{};
    std::optional<SteadyTime> expiresAt{}; ///< (Held) when the majority expires
    unsigned renewals = 0; ///< since firstSeen
    bool isLost = false; ///< (Free) masters lost it, see observe::Loss
    /// (Held) When masters lost the token of another holder, whose lease still runs.
    std::optional<SteadyTime> lostBefore{};
    bool mayPredateWatch = false; ///< it may have existed before watching began
};

/// Sightings that are made when they are recorded, on the store's thread. What they are made of
/// takes a tenth of their memory, and there may be 100 000 at a time.
struct LazySightings {
    std::size_t count = 0;
    std::function<Sighting(std::size_t)> make{}; ///< called once for each number below `count`
};

/// A change of a master's state.
struct MasterSighting {
    MasterId master;
    std::string state; ///< a stable name: "up", "down" ...
    std::string error{}; ///< the reason, if any
};

/// Somebody who announces to wait for locks.
struct WaitSighting {
    std::string id; ///< tells the waiters of all processes apart
    std::vector<Resource> resources; ///< waited for, together
    HolderRecord waiter{};
    WallTime since{}; ///< by the waiter's clock
    SteadyTime firstSeen{};
    bool mayPredateWatch = false; ///< it may have been announced before watching began
};

/// The sightings of one moment. A value.
struct Batch {
    SteadyTime at{};
    WallTime wallAt{}; ///< the same moment
    std::uint64_t generation = 0; ///< HistoryStore::generation() when the batch was made
    bool isWatched = false; ///< enough masters for a quorum answer
    LazySightings lazy{}; ///< before the others
    std::vector<Sighting> sightings{};
    std::vector<MasterSighting> masters{};
    /// All who wait; nullopt: the same as before. A wait that is not among them is over.
    std::optional<std::vector<WaitSighting>> waits{};
    /// How many locks are stale, if that should be recorded: see StaleTally.
    std::optional<std::size_t> stale{};

    [[nodiscard]] std::size_t size() const noexcept
    {
        return lazy.count + sightings.size() + masters.size() + (waits ? waits->size() : 0);
    }
    /// Converts a steady time to wall time.
    [[nodiscard]] WallTime wall(SteadyTime t) const noexcept
    {
        return wallAt - std::chrono::duration_cast<WallTime::duration>(at - t);
    }
};

/// An ownership: one token held a resource for some time.
struct Interval {
    Resource resource;
    Fingerprint token;
    std::string format{};
    std::optional<observe::Certainty> certainty{}; ///< that it is a lock; older files don't tell
    HolderRecord holder{};
    std::optional<WallTime> since{}; ///< from the token, by the holder's clock
    WallTime firstSeen{};
    WallTime lastSeen{};
    std::optional<WallTime> endedAt{}; ///< nullopt: still held when it was last seen
    std::optional<End> end{};
    /// (Lost) When its lease would have run out: until then its holder may have gone on.
    std::optional<WallTime> leaseUntil{};
    std::string freedBy{}; ///< the operator who ended it, if a journal tells; not stored
    bool isStartSeen = false; ///< it was acquired during watching; never a tombstone
    bool isHandOver = false; ///< that of another token ended at most a second earlier
    std::chrono::milliseconds held{0}; ///< until its end, or until it was last seen
    bool isHeldExact = false; ///< both ends were seen; else a minimum
    unsigned renewals = 0;
    std::optional<std::chrono::milliseconds> renewalInterval{}; ///< average
    std::optional<WallTime> lastRenewed{};
};

/// A wait for a lock, from when it was announced until it was over.
struct WaitRecord {
    Resource resource;
    HolderRecord waiter; ///< without a thread and a detail
    WallTime from{}; ///< by the waiter's clock, as far as that can be right
    WallTime lastSeen{};
    std::optional<WallTime> endedAt{}; ///< nullopt: it went on when it was last seen

    friend bool operator==(const WaitRecord&, const WaitRecord&) = default;
};

/// How many locks were stale at a time.
struct StaleCount {
    WallTime at{};
    std::size_t locks = 0;
};

struct VerdictChange {
    Resource resource;
    std::optional<observe::Verdict> from; ///< nullopt: unknown
    observe::Verdict to = observe::Verdict::Free;
    WallTime at{};
};

struct MasterChange {
    MasterId master;
    std::string state;
    std::string error; ///< in the words of the server or the system
    WallTime at{};
};

} // namespace lockkeeper::history
