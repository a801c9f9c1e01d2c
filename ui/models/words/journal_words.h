// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_lines.h"

#include <QString>

// The journal in translated words. Texts of the journal have passed through displaySafe(); the
// results are plain text.
namespace lockkeeper::ui {

/// "2026-11-21 03:14:15 UTC"; "unknown".
[[nodiscard]] QString journalTimeText(const std::optional<WallTime>& time);
/// "alice@web-3".
[[nodiscard]] QString actorText(const release::JournalIntent& intent);
/// "no TTL, holder's process gone".
[[nodiscard]] QString evidenceText(const release::JournalIntent& intent);
/// What an action came to: "freed: 3 released"; "unknown result".
[[nodiscard]] QString resultText(const release::Deed& deed);
/// Who got the lock next: "api@web-4 pid 99, token 3f1c90ab, after 0.4 s". Empty if nobody was
/// seen.
[[nodiscard]] QString nextText(const release::Deed& deed);

/// Everything of an action, in lines: who, when, where, why, on which evidence and votes, what was
/// sent, and what came of it.
[[nodiscard]] QString deedText(const release::Deed& deed);

} // namespace lockkeeper::ui
