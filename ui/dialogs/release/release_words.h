// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/release/forecast.h"
#include "core/release/report.h"
#include "core/release/safety.h"

#include <QString>
#include <QStringList>

// Translated sentences about a release, before and after it. The results are plain text and safe to
// show.
namespace lockkeeper::ui {

/// What a living holder will notice of the release, and when.
[[nodiscard]] QString holderNoticeText(const release::Plan& plan);
/// What is to be freed: "cron:bill on orders, held by api@web-3 pid 812".
[[nodiscard]] QString subjectText(
    const release::Plan& plan, const QString& deployment, const observe::DecodedLock& lock);
/// What a revoke does, and until when it keeps everybody out. `wallNow` is the time of the
/// forecast.
[[nodiscard]] QString revokeText(
    const release::Plan& plan, const release::Forecast& forecast, WallTime wallNow);
/// Until when a revoke keeps everybody out: "18:40:00 UTC".
[[nodiscard]] QString tombstoneEnd(
    const release::Plan& plan, const release::Forecast& forecast, WallTime wallNow);
/// Who waits for the lock ("api@web-4 pid 99.", "How many wait is not known."), and whether they
/// will be woken. `known`: those who are known to wait; empty: nobody is.
[[nodiscard]] QString waitingText(const release::Plan& plan, const QString& known);
/// What the planned commands do, in one sentence.
[[nodiscard]] QString sentSentence(const release::Plan& plan);

/// The planned commands, as one redis-cli line per master.
[[nodiscard]] QString commandLines(const release::Plan& plan);
/// Commands that only read the lock, as one redis-cli line per master.
[[nodiscard]] QString readCommandLines(
    const config::Deployment& deployment, const observe::LockEntry& entry);
/// The outcome of the release, in one sentence.
[[nodiscard]] QString reportText(const release::Report& report);
/// The result of one master: "released", "refused: nothing was deleted (the server's reason)".
[[nodiscard]] QString outcomeText(const release::MasterOutcome& outcome);
/// What happens, in sentences: "Frees cron:bill on 3 of 5 masters. D, e are silent: a leftover
/// there until 03:07:00. 2 wait for it." `waiting`: who is known to; empty: nobody. `wallNow` is
/// the time of the forecast.
[[nodiscard]] QString deedText(const release::Plan& plan, bool isRevoke,
    const release::Forecast& forecast, const QString& waiting, WallTime wallNow);

} // namespace lockkeeper::ui
