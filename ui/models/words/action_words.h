// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/release/plan.h"

#include <QString>

namespace lockkeeper::ui {

/// How this window stands to a lock.
struct Standing {
    bool isReadOnly = false; ///< the deployment may not be changed now
    bool isGone = false; ///< no master stores the lock any more
    bool isOurs = false; ///< this window holds it
    bool isHidden = false; ///< it has no row in the table
    QString refusal{}; ///< (isReadOnly) ChangePermission::refusal()
};

/// What *Release* does to a lock.
enum class FreeWay {
    Whole,
    Holder, ///< one of several holders is freed
    Count, ///< the number that its holders share is set
};
[[nodiscard]] FreeWay freeWayOf(const observe::LockEntry& entry);

/// Why this can't be done to the lock, and what to do about it. Empty: it can. Plain text, safe to
/// show.
[[nodiscard]] QString whyDisabled(
    release::Action action, const observe::LockEntry& entry, const Standing& standing);

} // namespace lockkeeper::ui
