// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"
#include "ui/models/roles.h"

#include <QString>

namespace lockkeeper::ui {

/// One row of LockTableModel: an entry, and what is known of its past.
struct LockRow {
    observe::LockEntryPtr entry;
    Change change = Change::None;
    SteadyTime changedAt{};
    std::chrono::milliseconds peak{0}; ///< the longest remaining time seen of this token
    std::optional<Fingerprint> token; ///< the last one known
    SteadyTime readAt{}; ///< when a quorum of its masters was last read
    qint64 order = 0; ///< see remainingOrder(); does not follow small differences between readings
    bool isShownOld = false;
    SteadyTime heldSince{}; ///< its start, on the steady clock; for HeldFor and its order
    bool isOurs = false;
    QString resource; ///< safe to show
    QString holder;
    QString library;

    [[nodiscard]] bool isGone() const noexcept { return change == Change::Gone; }
    [[nodiscard]] bool isStale() const noexcept { return !entry->stale.empty(); }
    [[nodiscard]] bool neverExpires() const noexcept;

    /// Takes over a newer entry of the same resource, keeping what it tells of the past.
    void update(observe::LockEntryPtr next, SteadyTime now, WallTime wallNow);
};

/// What is left of a held lock's quorum at `now`; nullopt: not known or never lost.
[[nodiscard]] std::optional<std::chrono::milliseconds> remainingAt(
    const observe::LockEntry& entry, SteadyTime now);
/// "24 s", "never", "3-9 s" (a lock without verdict: the votes' TTLs), "unknown".
[[nodiscard]] QString remainingWords(const observe::LockEntry& entry, SteadyTime now);
/// When the row's remaining time ends, for sorting: never is later than any, unknown in between.
[[nodiscard]] qint64 remainingOrder(const observe::LockEntry& entry);

} // namespace lockkeeper::ui
