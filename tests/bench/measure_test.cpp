// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::measure_test {

using namespace lockkeeper::bench;

namespace {

constexpr int kMissed = 2;
constexpr int kNotJudged = 3;

/// A figure with the limit 2.
std::vector<Figure> figures(double ours, bool isTimed)
{
    Figure figure;
    figure.name = "figure";
    figure.ours = ours;
    figure.limit = 2;
    figure.isTimed = isTimed;
    return {figure};
}

} // namespace

class MeasureTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBusyMachineIsNotJudgedByTimes_data()
    {
        const auto row = columns<double, bool, double, int>();
        row("quiet, within", 1.0, true, 0.1, 0);
        row("quiet, beyond", 3.0, true, 0.1, kMissed);
        row("busy, within", 1.0, true, 0.5, kNotJudged);
        row("busy, beyond", 3.0, true, 0.5, kNotJudged);
        row("busy, a count within", 1.0, false, 0.5, kNotJudged);
        row("busy, a count beyond", 3.0, false, 0.5, kMissed);
    }

    void aBusyMachineIsNotJudgedByTimes()
    {
        const auto [ours, isTimed, coresOfOthers, exitCode] = fetch<double, bool, double, int>();
        for (const bool isJson : {false, true})
            QCOMPARE(report(figures(ours, isTimed), isJson, coresOfOthers), exitCode);
    }

    void theFirstReasonsOfFailuresAreKept()
    {
        Failures failures;
        for (int i = 0; i < 30; ++i)
            failures.add(std::to_string(i));
        Failures all;
        all.add(failures);
        all.add(failures);
        QCOMPARE(all.count, std::size_t{60});
        QCOMPARE(all.reasons.size(), std::size_t{20});
        QCOMPARE(all.reasons.front(), std::string("0"));
    }
};

LOCKKEEPER_TEST(MeasureTest)

} // namespace lockkeeper::tests::measure_test

#include "measure_test.moc"
