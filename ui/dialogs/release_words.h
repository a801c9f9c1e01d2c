// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/report.h"

#include <QString>
#include <QStringList>

// Sentences about a release, before and after it. Plain text, safe to show.
namespace lockkeeper::ui {

/// What the holder will notice, and when.
[[nodiscard]] QString holderNoticeText(const release::Plan& plan);
/// Whether those that wait for the lock will be woken.
[[nodiscard]] QString waitersText(const release::Plan& plan);
/// What the commands do, in one sentence.
[[nodiscard]] QString sentSentence(const release::Plan& plan);

/// One redis-cli line per master.
[[nodiscard]] QString commandLines(const release::Plan& plan);
/// One redis-cli line per master that only reads the lock.
[[nodiscard]] QString readCommandLines(
    const config::Deployment& deployment, const observe::LockEntry& entry);
/// What it came to, in one or two sentences.
[[nodiscard]] QString reportText(const release::Report& report);
/// "a" and "released", for each master.
[[nodiscard]] QString outcomeText(const release::MasterOutcome& outcome);

} // namespace lockkeeper::ui
