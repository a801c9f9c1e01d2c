// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/forecast.h"
#include "core/release/plan.h"
#include "core/release/safety.h"

#include <string>
#include <vector>

// What helps to decide on a release: see time_words.h.
namespace lockkeeper::words {

enum class Seen {
    Once, ///< one look, which shows no renewals
    Watched,
};

/// "SAFE TO FREE", "ALIVE", "PROCESS ENDED", "NOT KNOWN".
[[nodiscard]] const char* safetyWord(const release::SafetyVerdict& verdict) noexcept;
/// "its process 9098 has ended (checked 0.2 s ago)"; "renewed 3.0 s ago, 41 times".
[[nodiscard]] std::string safetyReason(const release::SafetyVerdict& verdict, Seen seen);

/// The clauses of that reason, one at least.
[[nodiscard]] std::vector<std::string> safetyClauses(
    const release::SafetyVerdict& verdict, Seen seen);

[[nodiscard]] std::string safetySentence(const release::SafetyVerdict& verdict, Seen seen);
/// In English, for the journal.
[[nodiscard]] release::ShownSafety shownSafety(const release::SafetyVerdict& verdict, Seen seen);

/// Translates a verdict from the journal, as far as possible. Raw: pass it through displaySafe().
[[nodiscard]] std::string storedSafetyText(const std::string& english);

/// "we hold it, and nobody gets in between. ...".
[[nodiscard]] std::string stolenText(
    const release::Plan& plan, const release::Forecast& forecast, release::Safety safety);

/// "d, e do not answer: a leftover there until 03:07"; empty: none. `end`: "until 03:07", for a
/// leftover.
[[nodiscard]] std::string silentText(const release::Forecast& forecast, const std::string& end);

} // namespace lockkeeper::words
