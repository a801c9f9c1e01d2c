// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"

namespace lockkeeper::tests::soak_test {

namespace {

constexpr int kTimeout = 100'000;

/// A run of `lockkeeper-bench soak`.
struct Soak {
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;
    QJsonObject report;
};

/// Runs a soak with a random seed. The soak's output names the seed, so a failing test shows it.
Soak soak(const QStringList& arguments)
{
    const QString seed = QString::number(QRandomGenerator::global()->generate());
    QProcess process;
    process.start(QStringLiteral(LOCKKEEPER_BENCH_PATH),
        QStringList{
            QStringLiteral("soak"), QStringLiteral("--json"), QStringLiteral("--seed"), seed}
            + arguments);
    if (!process.waitForFinished(kTimeout))
        return {-1, {}, "the soak did not end in time", {}};
    Soak soak{process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError(), {}};
    soak.report = QJsonDocument::fromJson(soak.output).object();
    return soak;
}

qint64 number(const Soak& soak, const char* name)
{
    return soak.report[QLatin1String(name)].toInteger(-1);
}

} // namespace

class SoakTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nobodySharesALockWhileMastersAndNetworksFail()
    {
        const Soak run
            = soak({QStringLiteral("--proxies"), QStringLiteral("--seconds"), QStringLiteral("5")});
        QVERIFY2(run.exitCode == 0, run.errors + run.output);
        QCOMPARE(number(run, "overlaps"), 0);
        QCOMPARE(number(run, "fence_faults"), 0);
        QVERIFY2(number(run, "acquired") > 0, run.output);
        const QJsonObject faults = run.report[QLatin1String("faults")].toObject();
        QVERIFY2(faults[QLatin1String("masters_stopped")].toInt()
                    + faults[QLatin1String("masters_killed")].toInt()
                > 0,
            run.output);
        QVERIFY2(faults[QLatin1String("network")].toInt() > 0, run.output);
    }

    void noticesAMistakeMadeOnPurpose_data()
    {
        QTest::addColumn<QString>("variant");
        QTest::addRow("release that compares no token") << QStringLiteral("no-compare-release");
        QTest::addRow("release by a bare DEL") << QStringLiteral("del-release");
        QTest::addRow("one vote less than a quorum") << QStringLiteral("half-quorum");
        QTest::addRow("extension after the deadline") << QStringLiteral("late-extend");
    }

    /// These runs end soon after the first overlap.
    void noticesAMistakeMadeOnPurpose()
    {
        QFETCH(const QString, variant);
        const Soak run = soak({QStringLiteral("--variant"), variant, QStringLiteral("--seconds"),
            QStringLiteral("60")});
        QVERIFY2(run.exitCode == 1, run.errors + run.output);
        QVERIFY2(number(run, "overlaps") > 0, run.output);
        QVERIFY(!run.report[QLatin1String("clean")].toBool(true));
    }

    void aDishonestDeadlineIsNoticedEvenIfNobodyElseCameIn()
    {
        const Soak run = soak({QStringLiteral("--variant"), QStringLiteral("late-extend"),
            QStringLiteral("--seconds"), QStringLiteral("2"), QStringLiteral("--processes"),
            QStringLiteral("1"), QStringLiteral("--threads"), QStringLiteral("1")});
        QVERIFY2(run.exitCode == 1, run.errors + run.output);
        QCOMPARE(number(run, "overlaps"), 0);
        QVERIFY2(number(run, "held_too_long") > 0, run.output);
    }

    void aMasterThatForgetsLetsNoOtherIn()
    {
        const Soak run = soak({QStringLiteral("--forgetful"), QStringLiteral("--masters"),
            QStringLiteral("3"), QStringLiteral("--resources"), QStringLiteral("6"),
            QStringLiteral("--seconds"), QStringLiteral("7")});
        QVERIFY2(run.exitCode == 0, run.errors + run.output);
        const auto faults = run.report[QLatin1String("faults")].toObject();
        QVERIFY2(faults[QLatin1String("masters_restarted")].toInt() > 0, run.output);
    }

    void noDeadlockIsClaimedWhereLocksAreTakenInOrder()
    {
        const Soak run = soak({QStringLiteral("--ordered"), QStringLiteral("--masters"),
            QStringLiteral("3"), QStringLiteral("--resources"), QStringLiteral("6"),
            QStringLiteral("--seconds"), QStringLiteral("5")});
        QVERIFY2(run.exitCode == 0, run.errors + run.output);
        QVERIFY2(number(run, "most_waiters") > 0, run.output);
        QCOMPARE(number(run, "deadlocked"), 0);
        QVERIFY(run.report[QLatin1String("circles")].toArray().isEmpty());
    }

    void deadlocksOfLocksTakenInAnyOrderAreNoticed()
    {
        const Soak run = soak(
            {QStringLiteral("--ordered"), QStringLiteral("--variant"), QStringLiteral("any-order"),
                QStringLiteral("--masters"), QStringLiteral("3"), QStringLiteral("--resources"),
                QStringLiteral("6"), QStringLiteral("--seconds"), QStringLiteral("60")});
        QVERIFY2(run.exitCode == 1, run.errors + run.output);
        QVERIFY2(number(run, "deadlocked") > 0, run.output);
        QVERIFY2(!run.report[QLatin1String("circles")].toArray().isEmpty(), run.output);
    }

    void refusesWrongOptions_data()
    {
        columns<QString, QByteArray>();
        const auto row = [](const char* arguments, const char* error) {
            QTest::addRow("%s", arguments) << QString::fromLatin1(arguments) << QByteArray(error);
        };
        row("--variant flawless", "--variant: flawless not in {none,");
        row("--variant any-order", "--variant any-order requires --ordered");
        row("--variant no-quarantine", "--variant no-quarantine requires --forgetful");
        row("--seconds 0", "--seconds: Value 0 not in range 1 to 1000000");
        row("--masters 65", "--masters: Value 65 not in range 1 to 64");
        row("--processes 251", "--processes: Value 251 not in range 1 to 250");
        row("--threads -1", "--threads: Value -1 not in range 1 to 250");
        row("--resources 0", "--resources: Value 0 not in range 1 to 250");
    }

    void refusesWrongOptions()
    {
        const auto [arguments, error] = fetch<QString, QByteArray>();
        const Soak run = soak(arguments.split(QLatin1Char(' ')));
        QCOMPARE(run.exitCode, 64);
        QVERIFY2(run.errors.startsWith(error), run.errors);
    }
};

LOCKKEEPER_TEST(SoakTest)

} // namespace lockkeeper::tests::soak_test

#include "soak_test.moc"
