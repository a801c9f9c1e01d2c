// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"

#include <QString>

// Sentences about one lock, for the detail pane and the dialogs. Plain text, safe to show.
namespace lockkeeper::ui {

/// "held: one token on 5 of 5 masters (quorum 3)".
[[nodiscard]] QString verdictSentence(const observe::LockEntry& entry);
/// "6 d 04 h, since 2024-05-01 10:00:00 by the holder's clock"; "at least 00:00:21: since first
/// seen".
[[nodiscard]] QString heldForSentence(
    const observe::LockEntry& entry, SteadyTime now, WallTime wallNow);
/// "3 seen"; "none seen".
[[nodiscard]] QString renewalsSentence(const observe::LockEntry& entry);
/// The first eight digits of the leading token's fingerprint.
[[nodiscard]] QString tokenText(const observe::LockEntry& entry);
/// The evidence in a few words each: "no TTL, holder's process gone". Empty without any.
[[nodiscard]] QString shortEvidence(const std::vector<observe::Evidence>& evidence);
/// True if something proves that the holder does not count on this lock any more.
[[nodiscard]] bool isHolderKnownGone(const observe::LockEntry& entry);

} // namespace lockkeeper::ui
