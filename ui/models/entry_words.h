// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"

#include <QString>

// Translated sentences about one lock, for the detail pane and the dialogs. The results are plain
// text and safe to show.
namespace lockkeeper::ui {

/// The verdict with its votes: "held: one token on 5 of 5 masters (quorum 3)".
[[nodiscard]] QString verdictSentence(const observe::LockEntry& entry);
/// How long the lock is held: "6 d 04 h, since 2024-05-01 10:00:00 by the holder's clock" if its
/// value has an exact start time, else "at least 00:00:21: since it was first seen here".
[[nodiscard]] QString heldForSentence(
    const observe::LockEntry& entry, SteadyTime now, WallTime wallNow);
/// The number of renewals that were seen: "3 seen", "none seen".
[[nodiscard]] QString renewalsSentence(const observe::LockEntry& entry);
/// The first eight digits of the leading token's fingerprint; "none" without a leading token.
[[nodiscard]] QString tokenText(const observe::LockEntry& entry);
/// The evidence, a few words for each: "no TTL, holder's process gone". Empty without evidence.
[[nodiscard]] QString shortEvidence(const std::vector<observe::Evidence>& evidence);
/// True if the evidence proves that the holder does not rely on this lock any more: its process is
/// gone, the lock's own timestamp has passed, or only a minority of masters still stores it.
[[nodiscard]] bool isHolderKnownGone(const observe::LockEntry& entry);

} // namespace lockkeeper::ui
