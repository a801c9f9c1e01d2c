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

/// Raw: pass it through displaySafe() before showing it.
struct HolderRecord {
    std::optional<std::string> app;
    std::optional<std::string> host;
    std::optional<std::int64_t> pid;
    std::optional<std::string> thread;
    std::optional<std::string> detail;

    friend bool operator==(const HolderRecord&, const HolderRecord&) = default;
};

/// Stored by number: only append.
enum class End {
    Released, ///< gone before its TTL ended
    Expired, ///< gone after its TTL ended
    /// Another token before the TTL ended. A quick release looks like an overwritten lock.
    NextHolder,
    Unknown, ///< not seen: nobody watched, or masters did not answer
    Revoked, ///< a tombstone replaced it
    Lost, ///< masters lost it before its TTL ended: see Loss
};
constexpr auto enumNames(End /*of*/) noexcept
{
    return std::array{
        "released-or-deleted", "expired", "next-holder", "unknown", "revoked", "lost"};
}

/// A resource at one time. Complete, so that the next one replaces a lost one.
struct Sighting {
    Resource resource;
    observe::Verdict verdict = observe::Verdict::Free; ///< Free, without votes: it is gone
    std::optional<Fingerprint> token{}; ///< the one with most votes
    std::string format{};
    observe::Certainty certainty = observe::Certainty::Certain; ///< that it is a lock
    HolderRecord holder{};
    std::optional<WallTime> since{}; ///< acquisition time, if the token contains it
    SteadyTime firstSeen{}; ///< of this token
    SteadyTime seenAt{};
    std::optional<SteadyTime> expiresAt{}; ///< (Held) when the majority expires
    unsigned renewals = 0; ///< since firstSeen
    bool isLost = false; ///< (gone) masters lost it, see observe::Loss
    observe::Votes votes{}; ///< (not gone) tell whose quorum masters lost: see isQuorumLost()
    bool mayPredateWatch = false; ///< may be older than the watching
};

/// Made on the store's thread: their sources take a tenth of the memory.
struct LazySightings {
    std::size_t count = 0;
    std::function<Sighting(std::size_t)> make{}; ///< called once for each number below `count`
};

struct MasterSighting {
    MasterId master;
    std::string state; ///< stable: "up", "down" ...
    std::string error{}; ///< empty: none
};

struct WaitSighting {
    std::string id; ///< unique among the waiters of all processes
    std::vector<Resource> resources; ///< waited for together
    HolderRecord waiter{};
    WallTime since{}; ///< by the waiter's clock
    SteadyTime firstSeen{};
    bool mayPredateWatch = false; ///< may be older than the watching
};

struct Batch {
    SteadyTime at{};
    WallTime wallAt{}; ///< equals `at`
    std::uint64_t generation = 0; ///< HistoryStore::generation() when made
    bool isWatched = false; ///< a quorum of masters answers
    LazySightings lazy{}; ///< come first
    std::vector<Sighting> sightings{};
    std::vector<MasterSighting> masters{};
    /// All current ones; nullopt: unchanged. A missing one is over.
    std::optional<std::vector<WaitSighting>> waits{};
    /// Stale locks, if due: see StaleTally.
    std::optional<std::size_t> stale{};

    [[nodiscard]] std::size_t size() const noexcept
    {
        return lazy.count + sightings.size() + masters.size() + (waits ? waits->size() : 0);
    }
    [[nodiscard]] WallTime wall(SteadyTime t) const noexcept
    {
        return wallAt - std::chrono::duration_cast<WallTime::duration>(at - t);
    }
};

/// An ownership: one token holds a resource for some time.
struct Interval {
    Resource resource;
    Fingerprint token;
    std::string format{};
    std::optional<observe::Certainty> certainty{}; ///< nullopt in older files
    HolderRecord holder{};
    std::optional<WallTime> since{}; ///< from the token, by the holder's clock
    WallTime firstSeen{};
    WallTime lastSeen{};
    std::optional<WallTime> endedAt{}; ///< nullopt: still held when last seen
    std::optional<End> end{};
    /// (Lost) Its holder may work until then.
    std::optional<WallTime> leaseUntil{};
    std::string freedBy{}; ///< operator, according to a journal; not stored
    bool isStartSeen = false; ///< acquired while watched; never a tombstone
    bool isHandOver = false; ///< another token ended at most a second earlier
    std::chrono::milliseconds held{0}; ///< until its end or last sighting
    bool isHeldExact = false; ///< both ends were seen; else a minimum
    unsigned renewals = 0;
    std::optional<std::chrono::milliseconds> renewalInterval{}; ///< average
    std::optional<WallTime> lastRenewed{};
};

struct WaitRecord {
    Resource resource;
    HolderRecord waiter; ///< without thread and detail
    WallTime from{}; ///< by the waiter's clock, within what is possible
    WallTime lastSeen{};
    std::optional<WallTime> endedAt{}; ///< nullopt: still waiting when last seen

    friend bool operator==(const WaitRecord&, const WaitRecord&) = default;
};

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
    std::string error; ///< in the server's or system's words
    WallTime at{};
};

} // namespace lockkeeper::history
