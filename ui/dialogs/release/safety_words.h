// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/forecast.h"
#include "core/release/plan.h"

#include <QString>

// Sentences that help to decide on a release. The results are plain text and safe to
// show.
namespace lockkeeper::ui {

/// "SAFE TO FREE", "ALIVE", "NOT KNOWN".
[[nodiscard]] QString safetyWord(release::Safety safety);
/// What the verdict rests on: "its process 9098 has ended (checked 0.2 s ago)".
[[nodiscard]] QString safetyReason(const release::SafetyVerdict& verdict);
/// Both, as they are shown, for the journal.
[[nodiscard]] release::ShownSafety shownSafety(const release::SafetyVerdict& verdict);
/// What is reached now, and what stays behind: "3 of 5 masters now; d, e are silent: a leftover
/// there until 03:07:00". `wallNow` is the time of the forecast.
[[nodiscard]] QString forecastSentence(const release::Forecast& forecast, WallTime wallNow);

} // namespace lockkeeper::ui
