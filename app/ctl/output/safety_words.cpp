// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/safety_words.h"

#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/safety_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {

std::string safetyText(const release::SafetyVerdict& verdict)
{
    return words::safetySentence(verdict, words::Seen::Once);
}

void writeSafety(output::JsonWriter& out, const std::optional<release::SafetyVerdict>& verdict)
{
    out.key("safety");
    verdict ? out.object("verdict", verdict->safety, "text", safetyText(*verdict))
            : out.value(nullptr);
}

std::string cautionText(const observe::DecodedLock& lock)
{
    constexpr std::size_t kNoLimit = 4096;
    return displaySafe(trData(lock.caution), kNoLimit);
}

std::string forecastText(const release::Forecast& forecast)
{
    using std::chrono::milliseconds;
    const std::string end = absl::Substitute(
        tr("for up to $0"), words::durationText(forecast.leftover.value_or(milliseconds(0))));
    std::string text = absl::Substitute(tr("$0 of $1", "masters that are reached"),
        forecast.reached, words::countText(forecast.masters, "master"));
    if (const std::string silent = words::silentText(forecast, end); !silent.empty())
        addClause(text, silent);
    return text;
}

} // namespace lockkeeper::ctl
