// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/words/problem_words.h"
#include "ui/models/base/roles.h"

#include <QString>
#include <cstdint>

namespace lockkeeper::ui {

/// One row of LockStore: the latest entry of a resource, and what was seen of it earlier.
///
/// It stores no texts: of 100 000 rows only those on the screen need any. What rows are sorted and
/// filtered by is stored, so that a pass over all rows does not have to read their entries.
struct LockRow {
    observe::LockEntryPtr entry;
    std::uint64_t id = 0; ///< no other row of the table has had it; later rows have larger ones
    observe::Judgement judgement; ///< the count of the entry's votes: counted once, sorted by often
    Change change = Change::None;
    SteadyTime changedAt{};
    std::chrono::milliseconds peak{0}; ///< the longest remaining time seen with this token
    std::optional<Fingerprint> token; ///< the last known leading token
    /// Sort key: when the remaining time ends, in milliseconds of the steady clock, but unchanged
    /// by differences of up to 500 ms. "Never" sorts last, "unknown" just before it.
    qint64 order = 0;
    SteadyTime heldSince{}; ///< start of the hold on the steady clock; for the column HeldFor
    /// How urgent its problem is: see words::urgency(). What comes and goes at once changes only
    /// the latest one, so that it moves no rows.
    int urgency = words::kNotUrgent;
    int latestUrgency = words::kNotUrgent;
    SteadyTime urgencyAt{}; ///< when the latest one changed
    std::uint32_t evidenceCount = 0;
    std::uint32_t deadlockCount = 0; ///< evidence that is a deadlock: its holder lives
    bool isEndless = false; ///< no TTL ends it, whether that is evidence or not
    bool isOurs = false;

    [[nodiscard]] bool isGone() const noexcept { return change == Change::Gone; }
    /// There is evidence that somebody should look at it: it is stale, or part of a deadlock.
    [[nodiscard]] bool hasEvidence() const noexcept { return evidenceCount > 0; }
    [[nodiscard]] bool isStale() const noexcept { return evidenceCount > deadlockCount; }
    [[nodiscard]] bool isDeadlocked() const noexcept { return deadlockCount > 0; }
    [[nodiscard]] bool neverExpires() const noexcept { return isEndless; }

    /// Replaces the entry by a newer one of the same resource and updates the other fields from
    /// both. A new leading token resets `peak` and `heldSince`.
    void update(observe::LockEntryPtr next, SteadyTime now, WallTime wallNow);
};

/// True if somebody should look at the lock: there is evidence that it is stale, or its votes are
/// split or a leftover.
[[nodiscard]] bool isProblem(const observe::LockEntry& entry);
/// When the votes of a quorum were last read: the time of the newest reading that completes a
/// quorum.
[[nodiscard]] SteadyTime quorumReadAt(const observe::LockEntry& entry);
/// The time until a held lock loses its quorum, counted from `now`. Nullopt: unknown, or never.
[[nodiscard]] std::optional<std::chrono::milliseconds> remainingAt(
    const LockRow& row, SteadyTime now);
/// The remaining time in words: "24 s", "never", "unknown". Without a remaining time for the
/// quorum, the range of the votes' TTLs: "3.0 s to 9.0 s".
[[nodiscard]] QString remainingWords(const LockRow& row, SteadyTime now);

} // namespace lockkeeper::ui
