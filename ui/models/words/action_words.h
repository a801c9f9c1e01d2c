// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/release/plan.h"

#include <QString>

namespace lockkeeper::ui {

struct Standing {
    bool isReadOnly = false;
    bool isGone = false;
    bool isOurs = false;
    bool isHidden = false;
    QString refusal{}; ///< (isReadOnly) ChangePermission::refusal()
};

enum class FreeWay {
    Whole,
    Holder,
    Count, ///< the number that holders share
};
[[nodiscard]] FreeWay freeWayOf(const observe::LockEntry& entry);

/// With the cure; empty: possible. Safe to show.
[[nodiscard]] QString whyDisabled(
    release::Action action, const observe::LockEntry& entry, const Standing& standing);

} // namespace lockkeeper::ui
