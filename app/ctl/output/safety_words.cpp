// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/safety_words.h"

#include "core/words/master_words.h"
#include "core/words/safety_words.h"
#include "core/words/time_words.h"

namespace lockkeeper::ctl {

std::string safetyText(const release::SafetyVerdict& verdict)
{
    return words::safetySentence(verdict, words::Seen::Once);
}

Json safetyJson(const release::SafetyVerdict& verdict)
{
    return {{"verdict", release::safetyName(verdict.safety)}, {"text", safetyText(verdict)}};
}

std::string forecastText(const release::Forecast& forecast)
{
    using std::chrono::milliseconds;
    const std::string end
        = "for up to " + words::durationText(forecast.leftover.value_or(milliseconds(0)));
    const std::string silent = words::silentText(forecast, end);
    return std::to_string(forecast.reached) + " of " + words::countText(forecast.masters, "master")
        + (silent.empty() ? "" : "; " + silent);
}

} // namespace lockkeeper::ctl
