// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/plots/plot.h"

#include "core/words/master_words.h"
#include "ui/models/timeline/time_axis.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr double kMillisecond = 1000;
constexpr double kSecond = 1000;
constexpr double kMinute = 60 * kSecond;
constexpr double kHour = 60 * kMinute;

struct Scale {
    double divisor = 1;
    QString unit;
};

Scale scaleOf(PlotUnit unit, double largest)
{
    switch (unit) {
    case PlotUnit::Count:
        return {};
    case PlotUnit::PerMinute:
        return {1, Words::tr("a minute")};
    case PlotUnit::PerSecond:
        return {1, Words::tr("a second")};
    case PlotUnit::Duration:
    case PlotUnit::Latency:
        break;
    }
    if (largest < kSecond)
        return {1, Words::tr("ms")};
    if (largest < 3 * kMinute)
        return {kSecond, Words::tr("s")};
    return largest < 3 * kHour ? Scale{kMinute, Words::tr("minutes")}
                               : Scale{kHour, Words::tr("hours")};
}

/// Of 1, 2, 5, 10, 20 ...
double roundStep(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * 0.999)
            return factor * power;
    }
    return 10 * power;
}

QString numberText(double value)
{
    const int digits = value >= 100 ? 0 : value >= 1 ? 1 : 2;
    const double factor = std::pow(10, digits);
    const double rounded = std::round(value * factor) / factor;
    return QLocale::c().toString(rounded, 'f', rounded == std::floor(rounded) ? 0 : digits);
}

} // namespace

double plotValueAt(const PlotSeries& series, WallTime time)
{
    const auto next
        = std::ranges::upper_bound(series.points, time, std::ranges::less(), &PlotPoint::at);
    if (next == series.points.begin() || (next == series.points.end() && next[-1].at != time))
        return std::nan("");
    const PlotPoint& before = next[-1];
    if (series.isStepped || next == series.points.end() || std::isnan(next->value))
        return before.value;
    const auto share = static_cast<double>((time - before.at).count())
        / static_cast<double>((next->at - before.at).count());
    return before.value + (next->value - before.value) * share;
}

bool PlotSeries::hasValues() const
{
    return std::ranges::any_of(
        points, [](const PlotPoint& point) { return !std::isnan(point.value); });
}

bool Plot::isEmpty() const
{
    return std::ranges::none_of(series, &PlotSeries::hasValues);
}

ValueAxis valueAxis(const Plot& plot, int most)
{
    double largest = 0;
    for (const PlotSeries& one : plot.series) {
        for (const PlotPoint& point : one.points)
            largest = std::isnan(point.value) ? largest : std::max(largest, point.value);
    }
    const Scale scale = scaleOf(plot.unit, largest);
    const double shown = largest <= 0 ? 1 : largest / scale.divisor;
    const bool isWhole = plot.unit == PlotUnit::Count || plot.unit == PlotUnit::Latency;
    const double step = std::max(roundStep(shown / std::max(most, 1)), isWhole ? 1.0 : 0.0);
    const int digits = step >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(step) - 0.001));
    ValueAxis axis{.unit = scale.unit};
    const int count = std::max(1, static_cast<int>(std::ceil(shown / step - 0.001)));
    for (int i = 0; i <= count; ++i)
        axis.ticks.push_back(
            {i * step * scale.divisor, QLocale::c().toString(i * step, 'f', digits)});
    axis.top = axis.ticks.back().value;
    return axis;
}

QString plotValueText(double value, PlotUnit unit)
{
    switch (unit) {
    case PlotUnit::Count:
        return numberText(value);
    case PlotUnit::PerMinute:
        return Words::tr("%1 a minute").arg(numberText(value));
    case PlotUnit::PerSecond:
        return Words::tr("%1 a second").arg(numberText(value));
    case PlotUnit::Latency:
        return toQt(
            words::latencyText(std::chrono::microseconds(std::llround(value * kMillisecond))));
    case PlotUnit::Duration:
        break;
    }
    return value < kSecond
        ? Words::tr("%1 ms").arg(numberText(value))
        : durationText(std::chrono::milliseconds(static_cast<std::int64_t>(value)));
}

QString plotWordsAt(const Plot& plot, WallTime time, const QTimeZone& zone)
{
    QStringList parts;
    for (const PlotSeries& one : plot.series) {
        const double value = plotValueAt(one, time);
        if (!std::isnan(value))
            parts << Words::tr("%1 %2", "a line of a plot, its value")
                         .arg(one.name, plotValueText(value, plot.unit));
    }
    if (parts.isEmpty())
        return {};
    const WallTime second = std::chrono::floor<std::chrono::seconds>(time);
    return namedText(momentText(second, zone), partsText(parts));
}

} // namespace lockkeeper::ui
