// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"

#include <QString>

namespace lockkeeper::ui {

[[nodiscard]] QString verdictSentence(const observe::LockEntry& entry);
/// A tombstone is drawn as free.
[[nodiscard]] observe::Verdict drawnVerdict(
    const observe::LockEntry& entry, observe::Verdict verdict) noexcept;
/// "12:03:11"; with the date if far away.
[[nodiscard]] QString endTimeText(WallTime wallNow, std::chrono::milliseconds left);
/// "revoked, free at 12:03:11"; else empty.
[[nodiscard]] QString revokedText(
    const observe::LockEntry& entry, SteadyTime now, WallTime wallNow);
/// "6 d 04 h, since 2024-05-01 10:00:00 UTC by the holder's clock"; without a start time "at least
/// 21 s, since it was first seen".
[[nodiscard]] QString heldForSentence(
    const observe::LockEntry& entry, SteadyTime now, WallTime wallNow);
[[nodiscard]] QString renewalsSentence(const observe::LockEntry& entry, SteadyTime now);
/// Eight digits of the leading token; or "none".
[[nodiscard]] QString tokenText(const observe::LockEntry& entry);
[[nodiscard]] QString memberText(const observe::Holder& holder);

} // namespace lockkeeper::ui
