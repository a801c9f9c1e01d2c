// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_lines.h"

#include <QString>
#include <vector>

// The journal in translated words. Plain text, safe to show.
namespace lockkeeper::ui {

/// "2026-11-21 03:14:15 UTC"; "unknown".
[[nodiscard]] QString journalTimeText(const std::optional<WallTime>& time);
/// "alice@web-3".
[[nodiscard]] QString actorText(const release::JournalIntent& intent);
/// "no TTL, holder's process gone".
[[nodiscard]] QString evidenceText(const release::JournalIntent& intent);
/// "freed: 3 released"; "unknown result".
[[nodiscard]] QString resultText(const release::Deed& deed);
/// "api@web-4 pid 99, token 3f1c90ab, after 0.4 s"; empty: none seen.
[[nodiscard]] QString nextText(const release::Deed& deed);

struct DeedFact {
    QString caption;
    QString value; ///< may be empty
};
/// Captions are the same for all actions.
[[nodiscard]] std::vector<DeedFact> deedFacts(const release::Deed& deed);
/// As for redis-cli; empty: none, or unknown.
[[nodiscard]] QString sentText(const release::JournalIntent& intent);

} // namespace lockkeeper::ui
