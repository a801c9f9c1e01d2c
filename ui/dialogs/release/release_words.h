// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/release/forecast.h"
#include "core/release/report.h"
#include "core/release/safety.h"

#include <QString>
#include <QStringList>

// Sentences about a release. Plain text, safe to show.
namespace lockkeeper::ui {

[[nodiscard]] QString holderNoticeText(const release::Plan& plan);
[[nodiscard]] QString subjectText(
    const release::Plan& plan, const QString& deployment, const observe::DecodedLock& lock);
/// A revoke's effect, and until when it blocks. `wallNow`: time of the forecast.
[[nodiscard]] QString revokeText(
    const release::Plan& plan, const release::Forecast& forecast, WallTime wallNow);
/// "18:40:00 UTC".
[[nodiscard]] QString tombstoneEnd(
    const release::Plan& plan, const release::Forecast& forecast, WallTime wallNow);
/// Who waits ("api@web-4 pid 99."), and whether they wake up.
[[nodiscard]] QString waitingText(const release::Plan& plan, const QString& known);
[[nodiscard]] QString sentSentence(const release::Plan& plan);

[[nodiscard]] QString commandLines(const release::Plan& plan);
[[nodiscard]] QString readCommandLines(
    const config::Deployment& deployment, const observe::LockEntry& entry);
[[nodiscard]] QString reportText(const release::Report& report);
[[nodiscard]] QString outcomeText(const release::MasterOutcome& outcome);
/// "Frees cron:bill on 3 of 5 masters. D, e do not answer: a leftover there until 03:07. 2 wait for
/// it." `waiting` may be empty. `wallNow`: time of the forecast.
[[nodiscard]] QString deedText(const release::Plan& plan, bool isRevoke,
    const release::Forecast& forecast, const QString& waiting, WallTime wallNow);

} // namespace lockkeeper::ui
