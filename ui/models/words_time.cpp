// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace lockkeeper::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::Words)
};

struct Parts {
    qint64 days;
    int hours;
    int minutes;
    int seconds;
};

Parts partsOf(milliseconds duration)
{
    const qint64 seconds = std::max<qint64>(0, duration / 1s);
    return {seconds / 86'400, static_cast<int>(seconds / 3600 % 24),
        static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60)};
}

QString twoDigits(int number)
{
    return u"%1"_s.arg(number, 2, 10, QChar(u'0'));
}

QString daysText(const Parts& parts)
{
    return Words::tr("%1 d %2 h").arg(parts.days).arg(twoDigits(parts.hours));
}

QString tenths(double value)
{
    return QLocale().toString(value, 'f', 1);
}

} // namespace

QString durationText(milliseconds duration)
{
    const Parts parts = partsOf(duration);
    if (parts.days > 0)
        return daysText(parts);
    return u"%1:%2:%3"_s.arg(
        twoDigits(parts.hours), twoDigits(parts.minutes), twoDigits(parts.seconds));
}

QString remainingText(milliseconds remaining)
{
    const Parts parts = partsOf(remaining);
    if (remaining < 10s) {
        // Truncated, not rounded: the shown time is never longer than the remaining time.
        return Words::tr("%1 s").arg(
            tenths(static_cast<double>(std::max(remaining, 0ms) / 100ms) / 10));
    }
    if (remaining < 60s)
        return Words::tr("%1 s").arg(parts.seconds);
    if (remaining < 60min)
        return u"%1:%2"_s.arg(twoDigits(parts.minutes), twoDigits(parts.seconds));
    if (parts.days == 0)
        return Words::tr("%1 h %2 min").arg(parts.hours).arg(twoDigits(parts.minutes));
    return daysText(parts);
}

QString neverText()
{
    return Words::tr("never");
}

QString agoText(milliseconds age)
{
    if (age < 10s)
        return Words::tr("%1 s ago")
            .arg(tenths(static_cast<double>(std::max(age, 0ms) / 100ms) / 10));
    if (age < 60s)
        return Words::tr("%1 s ago").arg(age / 1s);
    return Words::tr("%1 ago").arg(durationText(age));
}

QString wallTimeText(WallTime time)
{
    return QDateTime::fromMSecsSinceEpoch(sinceEpoch(time).count())
        .toString(u"yyyy-MM-dd HH:mm:ss"_s);
}

QString latencyText(std::chrono::microseconds latency)
{
    return Words::tr("%1 ms").arg(tenths(static_cast<double>(latency.count()) / 1000));
}

} // namespace lockkeeper::ui
