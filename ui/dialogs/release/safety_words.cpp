// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/safety_words.h"

#include "core/words/safety_words.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/models/words/words_context.h"

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
QString safetyWord(release::Safety safety)
{
    return QString::fromUtf8(words::safetyWord(safety));
}

QString safetyReason(const release::SafetyVerdict& verdict)
{
    return QString::fromStdString(words::safetyReason(verdict, words::Seen::Watched));
}

release::ShownSafety shownSafety(const release::SafetyVerdict& verdict)
{
    return words::shownSafety(verdict, words::Seen::Watched);
}

QString forecastSentence(const release::Forecast& forecast, WallTime wallNow)
{
    using std::chrono::milliseconds;
    // Votes count no more than 34 years, so that nothing is known of such an end.
    constexpr std::chrono::years kFar{30};
    const milliseconds left = forecast.leftover.value_or(milliseconds(0));
    const QString end = left > kFar ? Words::tr("for %1").arg(durationText(left))
                                    : Words::tr("until %1").arg(endTimeText(wallNow, left));
    const std::string silent = words::silentText(forecast, end.toStdString());
    const QString reached
        = Words::tr("%1 of %2 masters now").arg(forecast.reached).arg(forecast.masters);
    return silent.empty() ? reached : clausesText({reached, QString::fromStdString(silent)});
}

} // namespace lockkeeper::ui
