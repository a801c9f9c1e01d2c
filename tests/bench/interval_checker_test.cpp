// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/interval_checker.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::interval_checker_test {

using namespace lockkeeper::bench;

namespace {

SteadyTime at(int milliseconds)
{
    return SteadyTime(std::chrono::milliseconds(milliseconds));
}

Interval interval(int start, int end, std::uint16_t resource = 0)
{
    return {.start = at(start), .end = at(end), .resource = resource};
}

Interval fenced(int start, int end, std::uint64_t fence)
{
    return {.start = at(start), .end = at(end), .fence = fence};
}

IntervalChecker judged(const std::vector<Interval>& intervals)
{
    IntervalChecker checker(2);
    for (const Interval& each : intervals)
        checker.add(each);
    checker.judgeBefore(SteadyTime::max());
    return checker;
}

} // namespace

class IntervalCheckerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsOverlapsAndFaultsOfFencing_data()
    {
        const auto row = columns<std::vector<Interval>, std::size_t, std::size_t>();
        row("one after the other", {interval(0, 10), interval(11, 20), interval(30, 40)}, 0, 0);
        row("two that touch", {interval(0, 10), interval(10, 20)}, 0, 0);
        row("two that begin together", {interval(5, 10), interval(5, 6)}, 1, 0);
        row("one inside another", {interval(0, 100), interval(10, 20)}, 1, 0);
        row("in any order", {interval(30, 40), interval(0, 31), interval(50, 60)}, 1, 0);
        row("of other resources", {interval(0, 10, 0), interval(5, 15, 1)}, 0, 0);
        row("ended when it began", {interval(0, 10), interval(5, 5), interval(6, 4)}, 0, 0);
        row("one thread",
            {{.start = at(0), .end = at(10), .thread = 3},
                {.start = at(5), .end = at(15), .thread = 3}},
            1, 0);
        row("tokens grow", {fenced(0, 10, 3), interval(10, 20), fenced(20, 30, 4)}, 0, 0);
        row("a token given twice", {fenced(0, 10, 3), fenced(10, 20, 3)}, 0, 1);
    }
    void countsOverlapsAndFaultsOfFencing()
    {
        const auto [intervals, overlaps, fenceFaults]
            = fetch<std::vector<Interval>, std::size_t, std::size_t>();
        const auto checker = judged(intervals);
        QCOMPARE(checker.overlaps(), overlaps);
        QCOMPARE(checker.fenceFaults(), fenceFaults);
    }

    void twoThatShareSomeTimeOverlap()
    {
        const auto checker = judged({interval(0, 10), interval(9, 20)});
        QCOMPARE(checker.overlaps(), std::size_t{1});
        QCOMPARE(checker.firstOverlaps().front().earlier.start, at(0));
        QCOMPARE(checker.firstOverlaps().front().later.start, at(9));
    }

    void aLongOneIsRememberedBehindShortOnes()
    {
        const auto checker
            = judged({interval(0, 100), interval(10, 20), interval(30, 40), interval(99, 120)});
        QCOMPARE(checker.overlaps(), std::size_t{3});
        QCOMPARE(checker.firstOverlaps().back().earlier.start, at(0));
    }

    void judgesInPartsWhatMayStillOverlap()
    {
        IntervalChecker checker(1);
        checker.add(interval(0, 100));
        checker.judgeBefore(at(50));
        checker.add(interval(60, 70));
        checker.judgeBefore(at(60));
        QCOMPARE(checker.overlaps(), std::size_t{0});
        checker.judgeBefore(at(61));
        QCOMPARE(checker.overlaps(), std::size_t{1});
    }

    void waitsForThoseThatBeganEarlier()
    {
        IntervalChecker checker(1);
        checker.add(interval(20, 30));
        checker.judgeBefore(at(10));
        checker.add(interval(15, 25));
        checker.judgeBefore(SteadyTime::max());
        QCOMPARE(checker.overlaps(), std::size_t{1});
        QCOMPARE(checker.firstOverlaps().front().earlier.start, at(15));
    }

    void keepsTheFirstFewOverlapsOnly()
    {
        std::vector<Interval> many(100, interval(0, 10));
        const auto checker = judged(many);
        QCOMPARE(checker.overlaps(), std::size_t{99});
        QVERIFY(checker.firstOverlaps().size() < 10);
    }

    void aFencingTokenMustExceedAllEarlierOnes()
    {
        const auto checker = judged({fenced(0, 10, 7), fenced(10, 20, 5), fenced(20, 30, 6)});
        QCOMPARE(checker.fenceFaults(), std::size_t{2});
        QCOMPARE(checker.firstFenceFaults().back().earlier.fence, std::uint64_t{7});
    }

    void findsTheLongestTimeWithoutAnAcquisition()
    {
        IntervalChecker checker(2);
        checker.add(interval(0, 1));
        checker.add(interval(40, 41, 1));
        checker.judgeBefore(at(50));
        checker.add(interval(100, 101));
        checker.add(interval(110, 111, 1));
        checker.judgeBefore(SteadyTime::max());
        QCOMPARE(checker.longestGap(), SteadyTime::duration(60ms));
    }
};

LOCKKEEPER_TEST(IntervalCheckerTest)

} // namespace lockkeeper::tests::interval_checker_test

#include "interval_checker_test.moc"
