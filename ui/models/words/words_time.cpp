// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/time_words.h"

#include "core/words/master_words.h"
#include "ui/models/words/words.h"

namespace lockkeeper::ui {

QDateTime utcTime(WallTime time)
{
    return QDateTime::fromMSecsSinceEpoch(sinceEpoch(time).count(), Qt::UTC);
}

QString durationText(std::chrono::milliseconds duration)
{
    return QString::fromStdString(words::durationText(duration));
}

QString agoText(std::chrono::milliseconds age)
{
    return QString::fromStdString(words::agoText(age));
}

QString latencyText(std::chrono::microseconds latency)
{
    return QString::fromStdString(words::latencyText(latency));
}

} // namespace lockkeeper::ui
