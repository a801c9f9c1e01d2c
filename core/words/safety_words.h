// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/forecast.h"
#include "core/release/plan.h"
#include "core/release/safety.h"

#include <string>

// What helps to decide on a release: see time_words.h.
namespace lockkeeper::words {

/// How the lock was seen.
enum class Seen {
    Once, ///< one look, in which no renewal can be seen
    Watched,
};

/// "SAFE TO FREE", "ALIVE", "NOT KNOWN".
[[nodiscard]] const char* safetyWord(release::Safety safety) noexcept;
/// What the verdict rests on: "its process 9098 has ended (checked 0.2 s ago)"; "renewed 3.0 s ago,
/// 41 times"; "nothing tells whether the holder lives: ...", and what was looked at.
[[nodiscard]] std::string safetyReason(const release::SafetyVerdict& verdict, Seen seen);

/// Both: "SAFE TO FREE: its process 9098 has ended (checked 0.2 s ago)".
[[nodiscard]] std::string safetySentence(const release::SafetyVerdict& verdict, Seen seen);
/// The same, for the journal of what was decided on it: in English.
[[nodiscard]] release::ShownSafety shownSafety(const release::SafetyVerdict& verdict, Seen seen);

/// A sentence of shownSafety() in the chosen language, as far as its texts are known. Bytes of the
/// journal are still in the result: pass it through displaySafe().
[[nodiscard]] std::string storedSafetyText(const std::string& english);

/// What follows of a steal: "we hold it, and nobody gets in between. ...".
[[nodiscard]] std::string stolenText(const release::Plan& plan, const release::Forecast& forecast);

/// What stays behind on silent masters: "d, e are silent: a leftover there until 03:07". Empty if
/// none is silent. `end` says until when, for a forecast with a leftover: "until 03:07".
[[nodiscard]] std::string silentText(const release::Forecast& forecast, const std::string& end);

} // namespace lockkeeper::words
