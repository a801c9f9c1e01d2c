// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/words/problem_words.h"
#include "ui/models/base/roles.h"

#include <QString>
#include <cstdint>

namespace lockkeeper::ui {

/// A resource's latest entry. Has sort and filter keys, no texts: a pass over 100 000 rows must not
/// read entries.
struct LockRow {
    observe::LockEntryPtr entry;
    std::uint64_t id = 0; ///< unique, ascending
    observe::Judgement judgement;
    Change change = Change::None;
    SteadyTime changedAt{};
    std::chrono::milliseconds peak{0}; ///< longest remaining time with this token
    std::optional<Fingerprint> token;
    /// Sort key of Remaining: deadline in milliseconds, stable within 500 ms; "unknown" and "never"
    /// last.
    qint64 order = 0;
    SteadyTime heldSince{};
    /// See words::urgency(). Brief changes affect only latestUrgency: they move no rows.
    int urgency = words::kNotUrgent;
    int latestUrgency = words::kNotUrgent;
    SteadyTime urgencyAt{};
    std::uint32_t evidenceCount = 0;
    std::uint32_t deadlockCount = 0; ///< of a deadlock, whose holder lives
    bool isEndless = false; ///< no TTL ends it
    bool isOurs = false;

    [[nodiscard]] bool isGone() const noexcept { return change == Change::Gone; }
    [[nodiscard]] bool hasEvidence() const noexcept { return evidenceCount > 0; }
    [[nodiscard]] bool isStale() const noexcept { return evidenceCount > deadlockCount; }
    [[nodiscard]] bool isDeadlocked() const noexcept { return deadlockCount > 0; }
    [[nodiscard]] bool neverExpires() const noexcept { return isEndless; }

    /// A new leading token resets `peak` and `heldSince`.
    void update(observe::LockEntryPtr next, SteadyTime now, WallTime wallNow);
};

[[nodiscard]] SteadyTime quorumReadAt(const observe::LockEntry& entry);
[[nodiscard]] std::optional<std::chrono::milliseconds> remainingAt(
    const LockRow& row, SteadyTime now);

} // namespace lockkeeper::ui
