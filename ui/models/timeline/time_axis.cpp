// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timeline/time_axis.h"

#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QDateTime>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockkeeper::ui {

using Span = WallTime::duration;

namespace {
constexpr int kFarSpans = 16;
} // namespace

void TimeScale::setWidth(int pixels) noexcept
{
    m_width = std::max(pixels, 1);
}

double TimeScale::xOf(WallTime time) const noexcept
{
    // Far outside, the difference could overflow.
    const WallTime near
        = std::clamp(time, m_from - kFarSpans * m_span, m_from + kFarSpans * m_span);
    return static_cast<double>((near - m_from).count()) / static_cast<double>(m_span.count())
        * m_width;
}

WallTime TimeScale::timeAt(double x) const noexcept
{
    return m_from + Span(static_cast<Span::rep>(static_cast<double>(m_span.count()) * x / m_width));
}

void TimeScale::show(history::Window window) noexcept
{
    m_span = std::clamp<Span>(window.to - window.from, kShortest, kLongest);
    m_from = window.to - m_span;
}

void TimeScale::zoom(double factor, double x) noexcept
{
    const WallTime fixed = timeAt(x);
    const double wanted = static_cast<double>(m_span.count()) * factor;
    m_span = Span(
        static_cast<Span::rep>(std::clamp(wanted, static_cast<double>(Span(kShortest).count()),
            static_cast<double>(Span(kLongest).count()))));
    m_from
        = fixed - Span(static_cast<Span::rep>(static_cast<double>(m_span.count()) * x / m_width));
}

void TimeScale::pan(double pixels) noexcept
{
    m_from = timeAt(pixels);
}

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kDay = 24h;
constexpr std::array<milliseconds, 24> kSteps{100ms, 200ms, 500ms, 1s, 2s, 5s, 10s, 15s, 30s, 1min,
    2min, 5min, 10min, 15min, 30min, 1h, 2h, 3h, 6h, 12h, kDay, 2 * kDay, 5 * kDay, 10 * kDay};

QDateTime localTime(WallTime time, const QTimeZone& zone)
{
    return QDateTime::fromMSecsSinceEpoch(sinceEpoch(time).count(), zone);
}

WallTime wallTime(const QDateTime& time)
{
    return WallTime(milliseconds(time.toMSecsSinceEpoch()));
}

QString dayText(QDate day)
{
    return textLocale().toString(day, Words::tr("ddd d MMM", "format of a date"));
}

QString labelOf(const QDateTime& local, milliseconds step)
{
    if (local.time() == QTime(0, 0) && step >= 1min)
        return dayText(local.date());
    if (step < 1s)
        return local.toString(u"hh:mm:ss.z"_s).left(10);
    return local.toString(step < 1min ? u"hh:mm:ss"_s : u"hh:mm"_s);
}

/// Days vary in length where clocks change.
std::vector<AxisTick> dayTicks(const TimeScale& scale, const QTimeZone& zone, milliseconds step)
{
    std::vector<AxisTick> ticks;
    const auto [from, to] = scale.window();
    const qint64 days = step / kDay;
    QDate day = localTime(from, zone).date();
    day = day.addDays(-(day.toJulianDay() % days));
    for (; wallTime(day.startOfDay(zone)) < to; day = day.addDays(days)) {
        const WallTime at = wallTime(day.startOfDay(zone));
        if (at >= from)
            ticks.push_back({at, dayText(day), true});
    }
    return ticks;
}

} // namespace

std::vector<AxisTick> axisTicks(const TimeScale& scale, const QTimeZone& zone, int room)
{
    const auto least = scale.pixel() * room;
    const auto found = std::find_if(
        kSteps.begin(), kSteps.end(), [&](milliseconds step) { return step >= least; });
    const milliseconds step = found == kSteps.end() ? kSteps.back() : *found;
    if (step >= kDay)
        return dayTicks(scale, zone, step);
    std::vector<AxisTick> ticks;
    const auto [from, to] = scale.window();
    WallTime at = from;
    while (true) {
        // Round in local time; its offset may change inside the window.
        const milliseconds offset = std::chrono::seconds(zone.offsetFromUtc(localTime(at, zone)));
        const milliseconds local = sinceEpoch(at) + offset;
        WallTime next = WallTime(local - local % step - offset);
        if (next < at)
            next += step;
        if (next >= to)
            return ticks;
        const QDateTime there = localTime(next, zone);
        ticks.push_back({next, labelOf(there, step), there.time() == QTime(0, 0) && step >= 1min});
        at = next + 1ms;
    }
}

QString zoneText(const QTimeZone& zone, WallTime at)
{
    const QDateTime local = localTime(at, zone);
    const int minutes = local.offsetFromUtc() / 60;
    const QString name = zone.abbreviation(local);
    if (minutes == 0)
        return u"UTC"_s;
    const QString offset = u"UTC%1%2:%3"_s.arg(minutes < 0 ? u"\u2212"_s : u"+"_s)
                               .arg(std::abs(minutes) / 60, 2, 10, QChar(u'0'))
                               .arg(std::abs(minutes) % 60, 2, 10, QChar(u'0'));
    const bool isNamed = !name.isEmpty() && name.front().isLetter() && !name.startsWith(u"UTC"_s);
    return isNamed ? u"%1 (%2)"_s.arg(offset, name) : offset;
}

QString dateText(WallTime time, const QTimeZone& zone)
{
    return textLocale().toString(
        localTime(time, zone).date(), Words::tr("ddd d MMM yyyy", "format of a date"));
}

QString momentText(WallTime time, const QTimeZone& zone)
{
    const QDateTime local = localTime(time, zone);
    const int tenths = local.time().msec() / 100;
    const QString text = local.toString(u"yyyy-MM-dd hh:mm:ss"_s);
    return tenths == 0 ? text : text + u'.' + QString::number(tenths);
}

QString rangeText(WallTime from, WallTime to, const QTimeZone& zone)
{
    QString end = momentText(to, zone);
    if (localTime(from, zone).date() == localTime(to, zone).date())
        end = end.section(u' ', 1);
    return momentText(from, zone) + u" \u2013 "_s + end;
}

std::optional<WallTime> typedTime(const QString& text, WallTime now, const QTimeZone& zone)
{
    const QString typed = text.simplified();
    const QDate today = localTime(now, zone).date();
    for (const QString& format : {u"hh:mm"_s, u"h:mm"_s, u"hh:mm:ss"_s, u"h:mm:ss"_s}) {
        const QTime time = QTime::fromString(typed, format);
        if (!time.isValid())
            continue;
        const WallTime at = wallTime(QDateTime(today, time, zone));
        return at <= now ? at : wallTime(QDateTime(today.addDays(-1), time, zone));
    }
    for (const QString& format :
        {u"yyyy-MM-dd hh:mm:ss"_s, u"yyyy-MM-dd hh:mm"_s, u"yyyy-MM-dd h:mm"_s,
            u"yyyy-MM-ddThh:mm:ss"_s, u"yyyy-MM-ddThh:mm"_s, u"yyyy-MM-dd"_s}) {
        const QDateTime time = QDateTime::fromString(typed, format);
        if (time.isValid())
            return wallTime(QDateTime(time.date(), time.time(), zone));
    }
    const QDateTime noYear
        = QDateTime::fromString(u"%1-"_s.arg(today.year()) + typed, u"yyyy-MM-dd hh:mm"_s);
    if (!noYear.isValid())
        return std::nullopt;
    const WallTime at = wallTime(QDateTime(noYear.date(), noYear.time(), zone));
    return at <= now ? at : wallTime(QDateTime(noYear.date().addYears(-1), noYear.time(), zone));
}

} // namespace lockkeeper::ui
