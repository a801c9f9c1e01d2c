// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"

#include <QString>

namespace lockkeeper::ui {

[[nodiscard]] QString verdictSentence(const observe::LockEntry& entry);
/// "12:03:11"; with the date if far away.
[[nodiscard]] QString endTimeText(WallTime wallNow, std::chrono::milliseconds left);
/// "revoked, free at 12:03:11"; else empty.
[[nodiscard]] QString revokedText(
    const observe::LockEntry& entry, SteadyTime now, WallTime wallNow);
/// See words::heldText(); or "not held".
[[nodiscard]] QString heldForSentence(
    const observe::LockEntry& entry, SteadyTime now, WallTime wallNow);
/// Eight digits of the leading token, or "none".
[[nodiscard]] QString tokenText(const observe::LockEntry& entry);
[[nodiscard]] QString memberText(const observe::Holder& holder);

} // namespace lockkeeper::ui
