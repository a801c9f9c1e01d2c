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

/// Why this can't be done to the lock, and what to do about it. Empty: it can. Plain text, safe to
/// show.
[[nodiscard]] QString whyDisabled(
    release::Action action, const observe::LockEntry& entry, const Standing& standing);
/// The same of freeing one of its holders.
[[nodiscard]] QString whyNoHolder(const observe::LockEntry& entry, const Standing& standing);

} // namespace lockkeeper::ui
