// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"

#include <QString>

// Translated sentences about one lock, for the detail pane and the dialogs. The results are plain
// text and safe to show.
namespace lockkeeper::ui {

/// The verdict with its votes: "held: token 3f1c90ab on 5 of 5 masters, the quorum is
/// 3".
[[nodiscard]] QString verdictSentence(const observe::LockEntry& entry);
/// The verdict that a lock is drawn by: a tombstone's is that of a lock that nobody holds.
[[nodiscard]] observe::Verdict drawnVerdict(
    const observe::LockEntry& entry, observe::Verdict verdict) noexcept;
/// The time that is `left` after `wallNow`: "12:03:11"; with its date if that is long.
[[nodiscard]] QString endTimeText(WallTime wallNow, std::chrono::milliseconds left);
/// (A tombstone) "revoked, free at 12:03:11"; "revoked, with no TTL". Empty for any other lock.
[[nodiscard]] QString revokedText(
    const observe::LockEntry& entry, SteadyTime now, WallTime wallNow);
/// How long the lock is held: "6 d 04 h, since 2024-05-01 10:00:00 UTC by the holder's clock" if
/// its value has an exact start time, else "at least 21 s, since it was first seen". "not held" of
/// a free lock.
[[nodiscard]] QString heldForSentence(
    const observe::LockEntry& entry, SteadyTime now, WallTime wallNow);
/// The renewals that were seen: "none seen"; "3 seen, one every 10 s, the last 4.0 s ago".
[[nodiscard]] QString renewalsSentence(const observe::LockEntry& entry, SteadyTime now);
/// The first eight digits of the leading token's fingerprint; "none" without a leading token.
[[nodiscard]] QString tokenText(const observe::LockEntry& entry);
/// One of several holders, and how it is told from the others: it must have a Holder::member.
[[nodiscard]] QString memberText(const observe::Holder& holder);

} // namespace lockkeeper::ui
