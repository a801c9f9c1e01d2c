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

/// Raw: use displaySafe() to show it.
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
    /// Another token held it before the TTL ended.
    NextHolder,
    Unknown, ///< nobody watched, or masters did not answer
    Revoked, ///< a tombstone replaced it
    Lost, ///< masters lost it: see Loss
};
constexpr auto enumNames(End /*of*/) noexcept
{
    return std::array{
        "released-or-deleted", "expired", "next-holder", "unknown", "revoked", "lost"};
}

/// A resource at one time. Complete: it replaces lost ones.
struct Sighting {
    Resource resource;
    observe::Verdict verdict = observe::Verdict::Free; ///< Free, without votes: gone
    std::optional<Fingerprint> token{}; ///< with most votes
    std::string format{};
    observe::Certainty certainty = observe::Certainty::Certain;
    HolderRecord holder{};
    std::optional<WallTime> since{}; ///< from the token
    SteadyTime firstSeen{};
    SteadyTime seenAt{};
    std::optional<SteadyTime> expiresAt{}; ///< (Held) when the majority expires
    unsigned renewals = 0; ///< since firstSeen
    bool isLost = false; ///< (gone) see observe::Loss
    observe::Votes votes{}; ///< (not gone) for isQuorumLost()
    bool mayPredateWatch = false;
};

/// Made on the store's thread: their sources take a tenth of the memory.
struct LazySightings {
    std::size_t count = 0;
    std::function<Sighting(std::size_t)> make{}; ///< called once per number below `count`
};

struct MasterSighting {
    MasterId master;
    std::string state; ///< stable: "up", "down" ...
    std::string error{};
};

struct WaitSighting {
    std::string id; ///< unique over all processes
    std::vector<Resource> resources; ///< waited for together
    HolderRecord waiter{};
    WallTime since{}; ///< by the waiter's clock
    SteadyTime firstSeen{};
    bool mayPredateWatch = false;
};

struct Batch {
    SteadyTime at{};
    WallTime wallAt{}; ///< the same as `at`
    std::uint64_t generation = 0; ///< HistoryStore::generation() when made
    bool isWatched = false; ///< a quorum of masters answers
    LazySightings lazy{};
    std::vector<Sighting> sightings{};
    std::vector<MasterSighting> masters{};
    /// All current ones: a missing one is over. nullopt: unchanged.
    std::optional<std::vector<WaitSighting>> waits{};
    /// If due.
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

/// An ownership: one token's hold of a resource.
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
    /// (Lost) The holder may work until then.
    std::optional<WallTime> leaseUntil{};
    std::string freedBy{}; ///< operator, by a journal; not stored
    bool isStartSeen = false; ///< acquired while watched; never a tombstone's
    bool isHandOver = false; ///< another token ended at most a second before
    std::chrono::milliseconds held{0}; ///< until end or last sighting
    bool isHeldExact = false; ///< both ends were seen; else a minimum
    unsigned renewals = 0;
    std::optional<std::chrono::milliseconds> renewalInterval{}; ///< average
    std::optional<WallTime> lastRenewed{};
};

struct WaitRecord {
    Resource resource;
    HolderRecord waiter; ///< without thread and detail
    WallTime from{}; ///< by the waiter's clock, if plausible
    WallTime lastSeen{};
    std::optional<WallTime> endedAt{};

    friend bool operator==(const WaitRecord&, const WaitRecord&) = default;
};

struct StaleCount {
    WallTime at{};
    std::size_t locks = 0;
};

struct VerdictChange {
    Resource resource;
    std::optional<observe::Verdict> from;
    observe::Verdict to = observe::Verdict::Free;
    WallTime at{};
};

struct MasterChange {
    MasterId master;
    std::string state;
    std::string error;
    WallTime at{};
};

} // namespace lockkeeper::history
