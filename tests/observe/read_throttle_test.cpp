// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/reading/read_throttle.h"
#include "tests/support/test_class.h"

#include <QtTest>

using namespace lockkeeper;
using namespace std::chrono_literals;
using observe::ReadThrottle;

namespace {

/// Commands that are spent in ten seconds, by who looks ten times a second.
std::size_t spentInTenSeconds(ReadThrottle pace, double share)
{
    SteadyTime now{1h};
    std::size_t spent = 0;
    for (int i = 0; i < 100; ++i, now += 100ms) {
        const std::size_t commands = 2 * pace.keys(now, share);
        pace.spend(commands);
        spent += commands;
    }
    return spent;
}

} // namespace

class TouchPaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void spendsWhatTheMasterMayBeAsked()
    {
        const std::size_t all = spentInTenSeconds(ReadThrottle(200), 1);
        QVERIFY2(all > 1900 && all <= 2002, qPrintable(QString::number(all)));
        const std::size_t half = spentInTenSeconds(ReadThrottle(200), 0.5);
        QVERIFY2(half > 900 && half <= 1002, qPrintable(QString::number(half)));
    }

    void reads500KeysAtOnceWithoutALimit()
    {
        ReadThrottle pace(0);
        pace.spend(1'000'000);
        QCOMPARE(pace.keys(SteadyTime{1h}, 1), std::size_t(500));
    }

    void readsFewerAtOnceOfASlowMaster()
    {
        ReadThrottle pace(0);
        pace.note(500, 101ms);
        QCOMPARE(pace.keys(SteadyTime{1h}, 1), std::size_t(250));
        pace.note(3, 1s);
        QCOMPARE(pace.keys(SteadyTime{1h}, 1), std::size_t(16));
        pace.note(16, 1ms);
        QCOMPARE(pace.keys(SteadyTime{1h}, 1), std::size_t(32));
    }
};

LOCKKEEPER_TEST(TouchPaceTest)
#include "read_throttle_test.moc"
