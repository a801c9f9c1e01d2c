// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/master_words.h"
#include "tests/support/test_class.h"
#include "ui/models/plots/plot.h"

#include <cmath>

namespace lockkeeper::tests::plot_words_test {

using ui::Plot;
using ui::PlotUnit;

namespace {

constexpr WallTime kStart{std::chrono::seconds(1'764'000'000)}; // 2025-11-24 16:00 UTC

Plot plotOf(PlotUnit unit, const std::vector<double>& values)
{
    Plot plot{.title = u"Plot"_s, .unit = unit, .window = {kStart, kStart + 10min}};
    plot.series.push_back({.name = u"held"_s});
    for (const double value : values) {
        const auto minute = static_cast<int>(plot.series[0].points.size());
        plot.series[0].points.push_back({kStart + minute * 1min, value});
    }
    return plot;
}

QStringList labelsOf(const ui::ValueAxis& axis)
{
    QStringList labels;
    for (const ui::ValueAxis::Tick& tick : axis.ticks)
        labels << tick.label;
    return labels;
}

} // namespace

class PlotWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theAxisHasRoundSteps_data()
    {
        columns<int, double, QString, QStringList>();
        const auto row = [](const char* name, PlotUnit unit, double largest, const QString& axis,
                             const QStringList& labels) {
            QTest::newRow(name) << static_cast<int>(unit) << largest << axis << labels;
        };
        row("nothing", PlotUnit::Count, 0, u""_s, {u"0"_s, u"1"_s});
        row("one lock", PlotUnit::Count, 1, u""_s, {u"0"_s, u"1"_s});
        row("an average", PlotUnit::Count, 0.5, u""_s, {u"0"_s, u"1"_s});
        row("a rate", PlotUnit::PerMinute, 0.5, u"a minute"_s,
            {u"0.0"_s, u"0.2"_s, u"0.4"_s, u"0.6"_s});
        row("two locks", PlotUnit::Count, 1.5, u""_s, {u"0"_s, u"1"_s, u"2"_s});
        row("locks", PlotUnit::Count, 13, u""_s, {u"0"_s, u"5"_s, u"10"_s, u"15"_s});
        row("a minute", PlotUnit::PerMinute, 300, u"a minute"_s,
            {u"0"_s, u"100"_s, u"200"_s, u"300"_s});
        row("ms", PlotUnit::Duration, 450, u"ms"_s, {u"0"_s, u"200"_s, u"400"_s, u"600"_s});
        row("a latency", PlotUnit::Latency, 0.4, u"ms"_s, {u"0"_s, u"1"_s});
        row("s", PlotUnit::Duration, 30'000, u"s"_s, {u"0"_s, u"10"_s, u"20"_s, u"30"_s});
        row("minutes", PlotUnit::Duration, 600'000, u"minutes"_s, {u"0"_s, u"5"_s, u"10"_s});
    }
    void theAxisHasRoundSteps()
    {
        const auto [unit, largest, axisUnit, labels] = fetch<int, double, QString, QStringList>();
        const ui::ValueAxis axis
            = ui::valueAxis(plotOf(static_cast<PlotUnit>(unit), {0, largest, 0}), 3);
        QCOMPARE(axis.unit, axisUnit);
        QCOMPARE(labelsOf(axis), labels);
        QVERIFY(axis.top >= largest);
    }

    void aValueIsSaidWithItsUnit()
    {
        QCOMPARE(ui::plotValueText(3.24, PlotUnit::Count), u"3.2"_s);
        QCOMPARE(ui::plotValueText(4, PlotUnit::Count), u"4"_s);
        QCOMPARE(ui::plotValueText(1.98, PlotUnit::Count), u"2"_s);
        QCOMPARE(ui::plotValueText(0.5, PlotUnit::PerMinute), u"0.50 a minute"_s);
        QCOMPARE(ui::plotValueText(12, PlotUnit::PerSecond), u"12 a second"_s);
        QCOMPARE(ui::plotValueText(0.4, PlotUnit::Duration), u"0.40 ms"_s);
        QCOMPARE(ui::plotValueText(0.4, PlotUnit::Latency),
            QString::fromStdString(words::latencyText(400us))); // as elsewhere
        QCOMPARE(ui::plotValueText(6.6, PlotUnit::Latency), u"7 ms"_s);
        QCOMPARE(ui::plotValueText(24'000, PlotUnit::Duration), u"24 s"_s);
    }

    void aStepIsValidUntilTheNextOne()
    {
        const Plot plot = plotOf(PlotUnit::Count, {2, 5, 5});
        QCOMPARE(ui::plotWordsAt(plot, kStart + 59s, QTimeZone::utc()),
            u"2025-11-24 16:00:59: held 2"_s);
        QCOMPARE(ui::plotWordsAt(plot, kStart + 60s, QTimeZone::utc()),
            u"2025-11-24 16:01:00: held 5"_s);
    }

    void aSlopeHasValuesInBetween()
    {
        Plot plot = plotOf(PlotUnit::Duration, {30'000, 10'000});
        plot.series[0].isStepped = false;
        QCOMPARE(ui::plotWordsAt(plot, kStart + 30s, QTimeZone::utc()),
            u"2025-11-24 16:00:30: held 20 s"_s);
    }

    void outsideAndInGapsNothingIsKnown()
    {
        const Plot plot = plotOf(PlotUnit::Count, {2, std::nan(""), 5});
        QVERIFY(ui::plotWordsAt(plot, kStart - 1s, QTimeZone::utc()).isEmpty());
        QVERIFY(ui::plotWordsAt(plot, kStart + 90s, QTimeZone::utc()).isEmpty());
        QVERIFY(ui::plotWordsAt(plot, kStart + 3min, QTimeZone::utc()).isEmpty());
        QVERIFY(!ui::plotWordsAt(plot, kStart + 2min, QTimeZone::utc()).isEmpty());
    }

    void plotsOfUnknownValuesAreEmpty()
    {
        QVERIFY(Plot().isEmpty());
        QVERIFY(plotOf(PlotUnit::Count, {std::nan(""), std::nan("")}).isEmpty());
        QVERIFY(!plotOf(PlotUnit::Count, {std::nan(""), 0}).isEmpty());
        // So that what has not changed is not drawn again.
        QVERIFY(plotOf(PlotUnit::Count, {std::nan("")}) == plotOf(PlotUnit::Count, {std::nan("")}));
    }
};

LOCKKEEPER_TEST(PlotWordsTest)

} // namespace lockkeeper::tests::plot_words_test

#include "plot_words_test.moc"
