// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/evidence.h"
#include "core/observe/board/packed_lock.h"
#include "core/observe/board/value_mark.h"
#include "core/observe/board/verdict.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lockkeeper::observe {

/// The renewals of one token that were seen: its TTL jumping up.
struct Renewals {
    std::uint32_t count = 0;
    std::chrono::duration<std::uint32_t, std::milli> interval{0}; ///< between the last two
    SteadyTime last{}; ///< (count > 0)
    friend bool operator==(const Renewals&, const Renewals&) = default;
};

/// One resource as the board sees it: all votes and what follows from them. Published as an
/// immutable value; safe to share between threads. There may be a million: what can be computed is
/// not stored.
struct LockEntry {
    static constexpr std::chrono::milliseconds::rep kNoTtl = -1;

    Resource resource;
    PackedLock packedLock; ///< see lock()
    Votes votes; ///< one per master, in the deployment's order
    EvidenceList stale;
    SteadyTime asOf{}; ///< when the votes were added up
    SteadyTime firstSeen{}; ///< of this token
    std::uint64_t revision = 0; ///< grows when anything but the passing of time changed the entry
    Renewals renewals;
    std::chrono::milliseconds peakTtl{kNoTtl}; ///< see longestTtl()
    ValueType type = ValueType::None;
    /// False while masters disagree and that was not confirmed by reading all of them once more: a
    /// lock that is just changing hands looks so.
    bool isSettled = true;
    ValueMark mark{}; ///< of the value that the votes' first token is the fingerprint of, if known

    /// The longest TTL seen of this token: the best estimate of what it was acquired with. nullopt:
    /// it never had one.
    [[nodiscard]] std::optional<std::chrono::milliseconds> longestTtl() const
    {
        return peakTtl.count() == kNoTtl ? std::nullopt : std::optional(peakTtl);
    }
    /// Format and holder, from the token that leads the votes.
    [[nodiscard]] Recognised lock() const { return packedLock.unpack(resource.value()); }
    /// What the votes added up to, as of `asOf`.
    [[nodiscard]] Judgement judgement() const { return judge(votes, asOf); }
    /// The token itself tells since when it is held; else it is only known since `firstSeen`.
    [[nodiscard]] bool isHeldSinceExact() const { return packedLock.since().has_value(); }
};

/// Nothing but time has passed between the two.
[[nodiscard]] inline bool isSameButForTime(const LockEntry& a, const LockEntry& b)
{
    return a.votes.isSameButForTime(b.votes) && a.renewals == b.renewals
        && a.packedLock == b.packedLock && a.stale == b.stale && a.isSettled == b.isSettled;
}

using LockEntryPtr = std::shared_ptr<const LockEntry>;

} // namespace lockkeeper::observe
