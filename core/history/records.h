// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/board/verdict.h"
#include "core/text/fingerprint.h"
#include "core/types.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::history {

/// What the history keeps of a holder. Text is as the other program wrote it: pass it through
/// displaySafe() before showing it.
struct HolderRecord {
    std::optional<std::string> app;
    std::optional<std::string> host;
    std::optional<std::int64_t> pid;
    std::optional<std::string> thread;
    std::optional<std::string> detail;

    friend bool operator==(const HolderRecord&, const HolderRecord&) = default;
};

/// How an ownership ended, as far as it was seen.
enum class End {
    Released, ///< gone before its TTL ran out
    Expired, ///< gone when its TTL had run out
    TakenOver, ///< another token held the resource at the next look, before the TTL ran out
    Unknown, ///< not seen: nobody watched, or the masters did not answer
};

/// "released", "expired", "taken-over", "unknown": for programs.
[[nodiscard]] const char* endName(End end) noexcept;

/// One resource as it is now. Says everything, so that a lost one is made good by the next.
struct Sighting {
    Resource resource;
    observe::Verdict verdict = observe::Verdict::Free; ///< Free: it is gone
    std::optional<Fingerprint> token{}; ///< the one that leads the votes
    std::string format{};
    HolderRecord holder{};
    std::optional<WallTime> since{}; ///< when it was acquired, if the token tells
    SteadyTime firstSeen{}; ///< of the token
    SteadyTime seenAt{};
    std::optional<SteadyTime> expiresAt{}; ///< (Held) when the majority will be lost
    unsigned renewals = 0; ///< since firstSeen
    bool wasThere = false; ///< it may have been there before anybody watched
};

/// A master that is in another state than before.
struct MasterSighting {
    MasterId master;
    std::string state; ///< a name that never changes: "up", "down" ...
    std::string error{}; ///< why, if there is a reason
};

/// What was seen at one time. A plain value.
struct Batch {
    SteadyTime at{};
    WallTime wallAt{}; ///< the same moment
    std::uint64_t generation = 0; ///< HistoryStore::generation() when it was made
    bool isWatched = false; ///< enough masters answer for a quorum
    std::vector<Sighting> sightings{};
    std::vector<MasterSighting> masters{};

    [[nodiscard]] std::size_t size() const noexcept { return sightings.size() + masters.size(); }
    /// A moment of the steady clock on the wall clock.
    [[nodiscard]] WallTime wall(SteadyTime t) const noexcept
    {
        return wallAt - std::chrono::duration_cast<WallTime::duration>(at - t);
    }
};

/// A resource was held by one token.
struct Interval {
    Resource resource;
    Fingerprint token;
    std::string format{};
    HolderRecord holder{};
    std::optional<WallTime> since{}; ///< as the token tells, by the holder's clock
    WallTime firstSeen{};
    WallTime lastSeen{};
    std::optional<WallTime> endedAt{}; ///< nullopt: still held when it was last seen
    std::optional<End> end{};
    bool isStartSeen = false; ///< it was acquired while somebody watched
    bool isHandOver = false; ///< another token held the resource until at most a second before
    std::chrono::milliseconds held{0}; ///< up to the end, or to when it was last seen
    bool isHeldExact = false; ///< both ends were seen; else it was held for at least that long
    unsigned renewals = 0;
    std::optional<std::chrono::milliseconds> renewalInterval{}; ///< on average
    std::optional<WallTime> lastRenewed{};
};

struct VerdictChange {
    Resource resource;
    std::optional<observe::Verdict> from; ///< nullopt: not known
    observe::Verdict to = observe::Verdict::Free;
    WallTime at{};
};

struct MasterChange {
    MasterId master;
    std::string state;
    std::string error; ///< as the server or the system worded it
    WallTime at{};
};

} // namespace lockkeeper::history
