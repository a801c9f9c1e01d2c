// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/masters/quarantine.h"

#include "tests/support/test_class.h"

namespace lockkeeper::tests::quarantine_test {

using masters::Quarantine;
using Mode = config::RestartQuarantine;

namespace {

const SteadyTime kThen{100h};
using Times = std::vector<std::optional<SteadyTime>>;

} // namespace

/// See also QuarantinedVotesTest, for what it prevents.
class QuarantineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lastsForTheLongestTtlByTheSlowestClock()
    {
        const Quarantine quarantine(Mode::Auto, 10s);
        const Times forgot{std::nullopt, kThen, kThen - 1h};
        const auto end = quarantine.endOf(1, forgot, kThen + 1s);
        QVERIFY(end);
        QVERIFY(*end >= kThen + 10s + 100ms);
        QVERIFY(quarantine.endOf(1, forgot, *end - 1ms));
        QVERIFY(!quarantine.endOf(1, forgot, *end));
        QVERIFY(!quarantine.endOf(0, forgot, kThen));
        QVERIFY(!quarantine.endOf(2, forgot, kThen));
    }

    void aLongerTtlProlongsIt()
    {
        Quarantine quarantine(Mode::Auto, 10s);
        const Times forgot{std::nullopt, kThen, std::nullopt};
        QVERIFY(!quarantine.endOf(1, forgot, kThen + 30s));
        quarantine.allow(1min);
        QVERIFY(quarantine.endOf(1, forgot, kThen + 30s));
        quarantine.allow(1s);
        QVERIFY(quarantine.endOf(1, forgot, kThen + 30s));
        // A century is the longest TTL that there is.
        quarantine.allow(24h * 365 * 100);
        QVERIFY(quarantine.endOf(1, forgot, kThen + 24h * 365 * 99));
    }

    void mastersThatRestartOneByOneAreEachOthersVoters()
    {
        Quarantine quarantine(Mode::Auto, 10s);
        const Times oneByOne{std::nullopt, kThen, kThen + 10s};
        // With the TTL of the deployment, the first has its vote again.
        QVERIFY(!quarantine.endOf(1, oneByOne, kThen + 11s));
        QVERIFY(quarantine.endOf(2, oneByOne, kThen + 11s));
        // A client that uses a longer one must not count both as forgetful, and let them vote.
        quarantine.allow(1min);
        QVERIFY(quarantine.endOf(1, oneByOne, kThen + 11s));
        QVERIFY(quarantine.endOf(2, oneByOne, kThen + 11s));
        const Times atOnce{std::nullopt, kThen, kThen + 9s};
        QVERIFY(!quarantine.endOf(1, atOnce, kThen + 11s));
        QVERIFY(!quarantine.endOf(2, atOnce, kThen + 11s));
    }

    void ends_data()
    {
        columns<int, int, int, bool>();
        const auto row = [](const char* name, Mode mode, int masters, int forgetful,
                             bool isRefused) {
            QTest::newRow(name) << static_cast<int>(mode) << masters << forgetful << isRefused;
        };
        row("one of three", Mode::Auto, 3, 1, true);
        row("two of three are no quorum without them", Mode::Auto, 3, 2, false);
        row("two of five", Mode::Auto, 5, 2, true);
        row("three of five", Mode::Auto, 5, 3, false);
        row("one of two", Mode::Auto, 2, 1, false);
        row("one of four", Mode::Auto, 4, 1, true);
        row("two of four", Mode::Auto, 4, 2, false);
        row("the only one", Mode::Auto, 1, 1, false);
        row("the only one, always", Mode::Always, 1, 1, true);
        row("all, always", Mode::Always, 3, 3, true);
        row("one of three, off", Mode::Off, 3, 1, false);
    }
    void ends()
    {
        const auto [mode, masters, forgetful, isRefused] = fetch<int, int, int, bool>();
        const Quarantine quarantine(static_cast<Mode>(mode), 10s);
        Times forgot(static_cast<std::size_t>(masters));
        for (int i = 0; i < forgetful; ++i)
            forgot[static_cast<std::size_t>(i)] = kThen;
        QCOMPARE(quarantine.endOf(0, forgot, kThen).has_value(), isRefused);
    }
};

LOCKKEEPER_TEST(QuarantineTest)

} // namespace lockkeeper::tests::quarantine_test

#include "quarantine_test.moc"
