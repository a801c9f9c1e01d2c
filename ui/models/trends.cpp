// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trends.h"

#include "ui/models/plots/plot.h"
#include "ui/models/words/words.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <functional>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockkeeper::ui {

namespace {

using history::TrendStep;
using Line = PlotSeries::Line;

struct TrendPlots {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::TrendPlots)
};

using ValueOf = std::function<std::optional<double>(const TrendStep&)>;

PlotSeries seriesOf(
    const QString& name, Line line, const TrendReport& report, const ValueOf& valueOf)
{
    PlotSeries series{.name = name, .line = line};
    for (const TrendStep& step : report.trends.steps)
        series.points.push_back({step.from, valueOf(step).value_or(std::nan(""))});
    if (series.points.empty())
        return series;
    // The first and last steps are partly recorded.
    series.points.front().at = std::max(series.points.front().at, report.window.from);
    const PlotPoint last = series.points.back();
    series.points.push_back(
        {std::max(last.at, std::min(last.at + report.trends.step, report.window.to)), last.value});
    return series;
}

ValueOf usual(double history::UsualTrend::*member, double factor = 1)
{
    return [member, factor](const TrendStep& step) {
        return step.usual ? std::optional(*step.usual.*member * factor) : std::nullopt;
    };
}

double inMilliseconds(std::chrono::milliseconds time)
{
    return static_cast<double>(time.count());
}

QString summaryOf(const Plot& plot)
{
    double least = std::nan("");
    double most = std::nan("");
    double last = std::nan("");
    for (const PlotPoint& point : plot.series.front().points) {
        if (std::isnan(point.value))
            continue;
        least = std::fmin(least, point.value);
        most = std::fmax(most, point.value);
        last = point.value;
    }
    if (std::isnan(last))
        return {};
    const auto text = [&](double value) { return plotValueText(value, plot.unit); };
    const QString range = least == most ? TrendPlots::tr("%1 all the time").arg(text(least))
                                        : TrendPlots::tr("between %1 and %2, %3 at the end")
                                              .arg(text(least), text(most), text(last));
    const auto found = std::ranges::find(plot.series, Line::Usual, &PlotSeries::line);
    if (found == plot.series.end() || !found->hasValues() || std::isnan(found->points.back().value))
        return range;
    return TrendPlots::tr("%1; usual at this hour: %2")
        .arg(range, text(found->points.back().value));
}

Plot countPlot(const QString& title, double TrendStep::*value, double history::UsualTrend::*usually,
    const TrendReport& report)
{
    Plot plot{.title = title, .window = report.window};
    plot.series.push_back(seriesOf(TrendPlots::tr("average"), Line::Main, report,
        [value](const TrendStep& step) { return std::optional(step.*value); }));
    plot.series.push_back(seriesOf(TrendPlots::tr("usual"), Line::Usual, report, usual(usually)));
    return plot;
}

Plot acquisitionsPlot(const TrendReport& report)
{
    Plot plot{.title = TrendPlots::tr("Acquisitions"),
        .unit = PlotUnit::PerMinute,
        .window = report.window};
    const double minutes = inMilliseconds(report.trends.step) / 60'000;
    plot.series.push_back(seriesOf(TrendPlots::tr("taken"), Line::Main, report,
        [](const TrendStep& step) { return std::optional(step.acquisitionsPerMinute); }));
    plot.series.push_back(seriesOf(TrendPlots::tr("usual"), Line::Usual, report,
        usual(&history::UsualTrend::acquisitions, minutes > 0 ? 1 / minutes : 0)));
    return plot;
}

Plot handOversPlot(const TrendReport& report)
{
    Plot plot{.title = TrendPlots::tr("Free between two holders"),
        .unit = PlotUnit::Duration,
        .window = report.window,
        .emptyText
        = TrendPlots::tr("No lock went from one holder to the next within a second in this time.")};
    const auto timeOf = [](std::chrono::milliseconds history::HandOverTimes::*member) -> ValueOf {
        return [member](const TrendStep& step) {
            return step.handOvers ? std::optional(inMilliseconds(*step.handOvers.*member))
                                  : std::nullopt;
        };
    };
    plot.series.push_back(seriesOf(TrendPlots::tr("half within"), Line::Main, report,
        timeOf(&history::HandOverTimes::median)));
    plot.series.push_back(seriesOf(
        TrendPlots::tr("99 % within"), Line::Second, report, timeOf(&history::HandOverTimes::p99)));
    return plot;
}

Plot stalePlot(const TrendReport& report)
{
    Plot plot{.title = TrendPlots::tr("Stale locks"),
        .window = report.window,
        .emptyText = TrendPlots::tr(
            "How many locks are stale was not recorded in this time. It is while a window or "
            "lockctl watch --record records.")};
    plot.series.push_back(
        seriesOf(TrendPlots::tr("at most"), Line::Main, report, [](const TrendStep& step) {
            return step.stale ? std::optional(static_cast<double>(*step.stale)) : std::nullopt;
        }));
    return plot;
}

QString handOverText(const history::HandOverTimes& times)
{
    const auto text = [](std::chrono::milliseconds time) {
        return plotValueText(inMilliseconds(time), PlotUnit::Duration);
    };
    return TrendPlots::tr("half of %L1 hand-overs within %2, 99 % within %3")
        .arg(times.samples)
        .arg(text(times.median), text(times.p99));
}

Plot plotOf(TrendPlot which, const TrendReport& report)
{
    switch (which) {
    case TrendPlot::Held:
        return countPlot(
            TrendPlots::tr("Held locks"), &TrendStep::held, &history::UsualTrend::held, report);
    case TrendPlot::Waiting:
        return countPlot(
            TrendPlots::tr("Waiting"), &TrendStep::waiting, &history::UsualTrend::waiting, report);
    case TrendPlot::Acquisitions:
        return acquisitionsPlot(report);
    case TrendPlot::HandOvers:
        return handOversPlot(report);
    case TrendPlot::Stale:
        break;
    }
    return stalePlot(report);
}

} // namespace

std::chrono::milliseconds lengthOf(TrendSpan span) noexcept
{
    switch (span) {
    case TrendSpan::Hour:
        return 1h;
    case TrendSpan::Day:
        return 24h;
    case TrendSpan::Week:
        return 7 * 24h;
    case TrendSpan::Month:
        break;
    }
    return 30 * 24h;
}

std::chrono::milliseconds stepOf(TrendSpan span) noexcept
{
    switch (span) {
    case TrendSpan::Hour:
        return 1min;
    case TrendSpan::Day:
        return 15min;
    case TrendSpan::Week:
    case TrendSpan::Month:
        break;
    }
    return 1h;
}

bool TrendReport::hasData() const
{
    return std::ranges::any_of(trends.steps, [](const TrendStep& step) {
        return step.acquisitions > 0 || step.held > 0 || step.waiting > 0
            || step.stale.value_or(0) > 0;
    });
}

Plot trendPlot(TrendPlot which, const TrendReport& report)
{
    Plot plot = plotOf(which, report);
    if (plot.emptyText.isEmpty())
        plot.emptyText = TrendPlots::tr("Nothing was recorded in this time.");
    if (plot.isEmpty())
        return plot;
    plot.summary = which == TrendPlot::HandOvers && report.trends.handOvers
        ? handOverText(*report.trends.handOvers)
        : summaryOf(plot);
    return plot;
}

bool operator==(const ContentionRow& a, const ContentionRow& b)
{
    return a.key() == b.key() && a.traffic.acquisitions == b.traffic.acquisitions
        && a.traffic.handOvers == b.traffic.handOvers
        && a.traffic.handOversPerMinute == b.traffic.handOversPerMinute;
}

void ContentionModel::setTraffic(const std::vector<history::Traffic>& traffic)
{
    std::vector<ContentionRow> rows;
    for (const history::Traffic& one : traffic)
        rows.push_back({one});
    syncRows(std::move(rows));
}

QVariant ContentionModel::cell(int row, int column, int role) const
{
    const history::Traffic& traffic = rows()[static_cast<std::size_t>(row)].traffic;
    return textCell(role, QByteArray::fromStdString(traffic.resource.value()),
        [&] { return text(traffic, column); });
}

QList<TableColumn> ContentionModel::columns() const
{
    return {
        {"resource", tr("Resource"), 120, TableColumn::Narrow | TableColumn::Name},
        {"hand_overs", tr("Hand-overs"), 84, TableColumn::Number},
        {"per_minute", tr("A minute"), 72, TableColumn::Number},
        {"taken", tr("Taken"), 44, TableColumn::Number},
    };
}

QString ContentionModel::text(const history::Traffic& traffic, int column)
{
    switch (column) {
    case ResourceName:
        return safeText(traffic.resource);
    case HandOvers:
        return QLocale().toString(static_cast<qulonglong>(traffic.handOvers));
    case PerMinute:
        return QLocale::c().toString(traffic.handOversPerMinute, 'f', 2);
    case Acquisitions:
        return QLocale().toString(static_cast<qulonglong>(traffic.acquisitions));
    default:
        return {};
    }
}

} // namespace lockkeeper::ui
