// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"
#include "ui/models/roles.h"

#include <QString>

namespace lockkeeper::ui {

/// One row of LockTableModel: the latest entry of a resource, and what was seen of it earlier.
struct LockRow {
    observe::LockEntryPtr entry;
    observe::Judgement judgement; ///< the count of the entry's votes: counted once, sorted by often
    Change change = Change::None;
    SteadyTime changedAt{};
    std::chrono::milliseconds peak{0}; ///< the longest remaining time seen with this token
    std::optional<Fingerprint> token; ///< the last known leading token
    SteadyTime readAt{}; ///< when the votes of a quorum of masters were last read
    /// Sort key: when the remaining time ends, in milliseconds of the steady clock, but unchanged
    /// by differences of up to 500 ms. "Never" sorts last, "unknown" just before it.
    qint64 order = 0;
    bool isShownOld = false;
    SteadyTime heldSince{}; ///< start of the hold on the steady clock; for the column HeldFor
    bool isOurs = false;
    QString resource; ///< safe to show
    QString holder;
    QString library;

    [[nodiscard]] bool isGone() const noexcept { return change == Change::Gone; }
    [[nodiscard]] bool isStale() const noexcept { return !entry->stale.empty(); }
    /// True if the quorum never expires, or if there is such evidence.
    [[nodiscard]] bool neverExpires() const noexcept;

    /// Replaces the entry by a newer one of the same resource and updates the other fields from
    /// both. A new leading token resets `peak` and `heldSince`.
    void update(observe::LockEntryPtr next, SteadyTime now, WallTime wallNow);
};

/// The time until a held lock loses its quorum, counted from `now`. Nullopt: unknown, or never.
[[nodiscard]] std::optional<std::chrono::milliseconds> remainingAt(
    const LockRow& row, SteadyTime now);
/// The remaining time in words: "24 s", "never", "unknown". Without a remaining time for the
/// quorum, the range of the votes' TTLs: "3-9 s".
[[nodiscard]] QString remainingWords(const LockRow& row, SteadyTime now);

} // namespace lockkeeper::ui
