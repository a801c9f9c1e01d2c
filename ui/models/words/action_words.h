// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/release/plan.h"

#include <QString>

namespace lockkeeper::ui {

struct Standing {
    bool isReadOnly = false;
    bool isGone = false; ///< no master stores the lock
    bool isOurs = false; ///< this window holds it
    bool isHidden = false; ///< it has no row in the table
    QString refusal{}; ///< (isReadOnly) ChangePermission::refusal()
};

enum class FreeWay {
    Whole,
    Holder, ///< one of several holders
    Count, ///< sets the number that its holders share
};
[[nodiscard]] FreeWay freeWayOf(const observe::LockEntry& entry);

/// With the cure; empty: possible. Safe to show.
[[nodiscard]] QString whyDisabled(
    release::Action action, const observe::LockEntry& entry, const Standing& standing);

} // namespace lockkeeper::ui
