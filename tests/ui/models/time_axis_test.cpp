// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/models/timeline/time_axis.h"

namespace lockkeeper::tests::time_axis_test {

using namespace lockkeeper::ui;

namespace {

const QTimeZone kBerlin("Europe/Berlin");

WallTime at(const QString& iso, const QTimeZone& zone = kBerlin)
{
    QDateTime time = QDateTime::fromString(iso, Qt::ISODate);
    time.setTimeZone(zone);
    return WallTime(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
}

QStringList labels(WallTime from, WallTime to)
{
    TimeScale scale;
    scale.setWidth(800);
    scale.show({from, to});
    QStringList labels;
    for (const AxisTick& tick : axisTicks(scale, kBerlin, 86))
        labels << tick.label;
    return labels;
}

} // namespace

class TimeAxisTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesAreAtRoundTimes()
    {
        QCOMPARE(labels(at(u"2026-11-24T03:02:11"_s), at(u"2026-11-24T04:01:00"_s)),
            (QStringList{u"03:10"_s, u"03:20"_s, u"03:30"_s, u"03:40"_s, u"03:50"_s, u"04:00"_s}));
        QCOMPARE(labels(at(u"2026-11-24T03:02:11"_s), at(u"2026-11-24T03:02:12"_s)).value(1),
            u"03:02:11.2"_s);
        QCOMPARE(labels(at(u"2026-11-24T03:02:11"_s), at(u"2026-11-24T03:02:51"_s)).value(0),
            u"03:02:15"_s);
    }

    void aDayBeginsWithItsDate()
    {
        const auto shown = labels(at(u"2026-11-24T12:30:00"_s), at(u"2026-11-25T12:00:00"_s));
        QVERIFY(shown.contains(u"Wed 25 Nov"_s));
        const auto month = labels(at(u"2026-10-20T12:00:00"_s), at(u"2026-11-19T12:00:00"_s));
        QVERIFY(month.size() >= 3 && month.size() <= 9);
        QVERIFY(month.front().contains(u"Oct"_s));
    }

    void linesStayRoundWhereClocksAreChanged()
    {
        // At 03:00 summer time it becomes 02:00 again.
        TimeScale scale;
        scale.setWidth(800);
        scale.show({at(u"2026-10-24T22:30:00"_s), at(u"2026-10-25T08:30:00"_s)});
        const auto ticks = axisTicks(scale, kBerlin, 60);
        QVERIFY(ticks.size() >= 9);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            QVERIFY(ticks[i].isDay || ticks[i].label.endsWith(u":00"_s));
            QVERIFY(i == 0 || ticks[i].at > ticks[i - 1].at);
        }
    }

    void theZoneIsNamed()
    {
        QCOMPARE(zoneText(QTimeZone::utc(), at(u"2026-11-24T03:00:00"_s)), u"UTC"_s);
        QCOMPARE(zoneText(kBerlin, at(u"2026-11-24T03:00:00"_s)), u"UTC+01:00 (CET)"_s);
        QCOMPARE(zoneText(kBerlin, at(u"2026-07-24T03:00:00"_s)), u"UTC+02:00 (CEST)"_s);
    }

    void aTypedTimeIsTheLatestOne_data()
    {
        const auto row = columns<QString, QString>();
        row("today", "03:02", "2026-11-24T03:02:00");
        row("one digit", "3:02", "2026-11-24T03:02:00");
        row("yesterday", "23:50", "2026-11-23T23:50:00");
        row("seconds", " 03:02:05 ", "2026-11-24T03:02:05");
        row("date", "2026-11-20 03:02", "2026-11-20T03:02:00");
        row("whole day", "2026-11-20", "2026-11-20T00:00:00");
        row("no year", "12-24 03:02", "2025-12-24T03:02:00");
    }
    void aTypedTimeIsTheLatestOne()
    {
        const auto [typed, meant] = fetch<QString, QString>();
        const WallTime now = at(u"2026-11-24T09:00:00"_s);
        QCOMPARE(typedTime(typed, now, kBerlin), std::optional(at(meant)));
    }

    void whatIsNoTimeIsNone()
    {
        const WallTime now = at(u"2026-11-24T09:00:00"_s);
        for (const QString& typed : {u""_s, u"25:00"_s, u"noon"_s, u"2026-13-01 03:02"_s, u"3"_s})
            QVERIFY(!typedTime(typed, now, kBerlin));
    }

    void zoomKeepsTheTimeUnderThePointer()
    {
        TimeScale scale;
        scale.setWidth(1000);
        scale.show({at(u"2026-11-24T03:00:00"_s), at(u"2026-11-24T04:00:00"_s)});
        const WallTime fixed = scale.timeAt(250);
        scale.zoom(0.5, 250);
        QCOMPARE(scale.span(), WallTime::duration(30min));
        QVERIFY(std::abs(scale.xOf(fixed) - 250) < 0.01);
        scale.zoom(1e-9, 250);
        QCOMPARE(scale.span(), WallTime::duration(1s));
        scale.zoom(1e12, 250);
        QCOMPARE(scale.span(), WallTime::duration(24h * 30));
    }

    void timesFarAwayAreFarAway()
    {
        TimeScale scale;
        scale.setWidth(1000);
        scale.show({at(u"2026-11-24T03:00:00"_s), at(u"2026-11-24T04:00:00"_s)});
        QVERIFY(scale.xOf(WallTime::min()) < 0);
        QVERIFY(scale.xOf(WallTime::max()) > 1000);
    }
};

LOCKKEEPER_TEST(TimeAxisTest)

} // namespace lockkeeper::tests::time_axis_test

#include "time_axis_test.moc"
