// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hostile_names.h"
#include "tests/support/test_class.h"
#include "ui/models/trends.h"

#include <cmath>

namespace lockkeeper::tests::trend_plots_test {

using namespace lockkeeper::ui;

namespace {

constexpr WallTime kStart{1'764'000'000s};

TrendReport threeHours()
{
    TrendReport report{.span = TrendSpan::Week, .window = {kStart - 20min, kStart + 2h + 30min}};
    report.trends.step = 1h;
    report.trends.steps
        = {{.from = kStart - 1h, .acquisitions = 60, .acquisitionsPerMinute = 1, .held = 2},
            {.from = kStart, .acquisitions = 300, .acquisitionsPerMinute = 5, .held = 4},
            {.from = kStart + 1h, .acquisitions = 180, .acquisitionsPerMinute = 3, .held = 3}};
    return report;
}

} // namespace

class TrendPlotsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLastStepReachesItsEnd()
    {
        const Plot plot = trendPlot(TrendPlot::Held, threeHours());
        const auto& points = plot.series.front().points;
        QCOMPARE(points.size(), std::size_t(4));
        QCOMPARE(points.front().at, kStart - 20min); // the plot begins there
        QCOMPARE(points.back().at, kStart + 2h);
        QCOMPARE(points.back().value, 3.0);
    }

    void aSentenceSaysWhatIsShown()
    {
        TrendReport report = threeHours();
        QCOMPARE(trendPlot(TrendPlot::Held, report).summary, u"between 2 and 4, 3 at the end"_s);
        QCOMPARE(trendPlot(TrendPlot::Waiting, report).summary, u"0 all the time"_s);
        report.trends.steps.back().usual = history::UsualTrend{.acquisitions = 120, .held = 2.5};
        QCOMPARE(trendPlot(TrendPlot::Held, report).summary,
            u"between 2 and 4, 3 at the end; usual at this hour: 2.5"_s);
        QCOMPARE(trendPlot(TrendPlot::Acquisitions, report).summary,
            u"between 1 a minute and 5 a minute, 3 a minute at the end; usual at this hour: 2 a minute"_s);
    }

    void whatIsUsualIsAQuietLine()
    {
        TrendReport report = threeHours();
        QVERIFY(!trendPlot(TrendPlot::Held, report).series.back().hasValues());
        report.trends.steps[1].usual = history::UsualTrend{.held = 2.5};
        const Plot plot = trendPlot(TrendPlot::Held, report);
        QCOMPARE(plot.series.back().line, PlotSeries::Line::Usual);
        QVERIFY(std::isnan(plot.series.back().points.at(0).value));
        QCOMPARE(plot.series.back().points.at(1).value, 2.5);
    }

    void handOversAreTimes()
    {
        TrendReport report = threeHours();
        Plot plot = trendPlot(TrendPlot::HandOvers, report);
        QVERIFY(plot.isEmpty());
        QVERIFY(plot.emptyText.startsWith(u"No lock went"_s));
        report.trends.handOvers = report.trends.steps[1].handOvers
            = history::HandOverTimes{.samples = 8, .median = 20ms, .p99 = 700ms};
        plot = trendPlot(TrendPlot::HandOvers, report);
        QCOMPARE(plot.summary, u"half of 8 hand-overs within 20 ms, 99 % within 700 ms"_s);
        QCOMPARE(plot.series.front().points.at(1).value, 20.0);
        QCOMPARE(plot.series.back().points.at(1).value, 700.0);
    }

    void staleLocksAreWholeNumbersAndMayBeUnknown()
    {
        TrendReport report = threeHours();
        QVERIFY(trendPlot(TrendPlot::Stale, report).isEmpty());
        QVERIFY(trendPlot(TrendPlot::Stale, report).emptyText.contains(u"--record"_s));
        report.trends.steps[2].stale = 3;
        const Plot plot = trendPlot(TrendPlot::Stale, report);
        QCOMPARE(plot.unit, PlotUnit::Count);
        QCOMPARE(plot.summary, u"3 all the time"_s);
    }

    void withoutStepsEachPlotSaysSo()
    {
        const TrendReport nothing{.window = {kStart, kStart + 1h}};
        for (int i = 0; i < kTrendPlots; ++i) {
            const Plot plot = trendPlot(static_cast<TrendPlot>(i), nothing);
            QVERIFY(plot.isEmpty());
            QVERIFY(!plot.emptyText.isEmpty() && !plot.title.isEmpty());
        }
    }

    void contendedResourcesKeepTheirRows()
    {
        ContentionModel model;
        const QAbstractItemModelTester tester(&model);
        std::vector<history::Traffic> traffic;
        for (const std::string& name : hostileNames(20))
            traffic.push_back({.resource = Resource(name), .acquisitions = 1234, .handOvers = 3});
        model.setTraffic(traffic);
        const QPersistentModelIndex first = model.index(0, 0);
        std::ranges::reverse(traffic);
        traffic.front().handOversPerMinute = 1.5;
        model.setTraffic(traffic);
        QCOMPARE(first.row(), 19);
        QCOMPARE(model.index(0, ContentionModel::PerMinute).data().toString(), u"1.50"_s);
        for (int row = 0; row < model.rowCount(); ++row) {
            const QString name = model.index(row, 0).data().toString();
            QVERIFY(!name.contains(u'\n') && !name.contains(u'\x1b') && !name.contains(u'\u202e'));
        }
    }
};

LOCKKEEPER_TEST(TrendPlotsTest)

} // namespace lockkeeper::tests::trend_plots_test

#include "trend_plots_test.moc"
