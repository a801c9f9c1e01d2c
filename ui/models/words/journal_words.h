// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_lines.h"

#include <QString>
#include <vector>

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

/// What is known of an action in one respect.
struct DeedFact {
    QString caption;
    QString value; ///< empty: nothing
};
/// Everything of an action: what came of it, why, when, who, where, on which evidence and votes.
/// The captions are the same for all actions.
[[nodiscard]] std::vector<DeedFact> deedFacts(const release::Deed& deed);
/// The command that was sent, as redis-cli takes it; empty: none was, or it is not known.
[[nodiscard]] QString sentText(const release::JournalIntent& intent);

} // namespace lockkeeper::ui
