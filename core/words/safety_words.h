// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/forecast.h"
#include "core/release/plan.h"
#include "core/release/safety.h"

#include <string>
#include <vector>

// Helps to decide on a release: see time_words.h.
namespace lockkeeper::words {

enum class Seen {
    Once, ///< one look shows no renewals
    Watched,
};

/// "SAFE TO FREE".
[[nodiscard]] const char* safetyWord(const release::SafetyVerdict& verdict) noexcept;
/// "its process 9098 has ended (checked 0.2 s ago)".
[[nodiscard]] std::string safetyReason(const release::SafetyVerdict& verdict, Seen seen);

[[nodiscard]] std::vector<std::string> safetyClauses(
    const release::SafetyVerdict& verdict, Seen seen);

[[nodiscard]] std::string safetySentence(const release::SafetyVerdict& verdict, Seen seen);
/// In English, for the journal.
[[nodiscard]] release::ShownSafety shownSafety(const release::SafetyVerdict& verdict, Seen seen);

/// Translates a journal's verdict, as far as possible. Raw: use displaySafe().
[[nodiscard]] std::string storedSafetyText(const std::string& english);

[[nodiscard]] std::string stolenText(
    const release::Plan& plan, const release::Forecast& forecast, release::Safety safety);

/// "d, e do not answer: a leftover there until 03:07", or empty. `end`: "until 03:07".
[[nodiscard]] std::string silentText(const release::Forecast& forecast, const std::string& end);

} // namespace lockkeeper::words
