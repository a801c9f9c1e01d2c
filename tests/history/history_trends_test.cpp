// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/stale_tally.h"
#include "core/history/trends.h"
#include "tests/support/history_test.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::history_trends_test {

using namespace lockkeeper::history;

namespace {

/// The full hour after the start of a test's history.
constexpr std::chrono::milliseconds kFullHour{3200s};
static_assert((kHistoryWall + kFullHour).time_since_epoch() % 1h == 0s);

} // namespace

/// The trends of a real history.
class HistoryTrendsTest : public HistoryTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addHistoryPlaces(); }
    void init() { beginHistory(); }
    void cleanup() { m_store.reset(); }

    void anEmptyHistoryHasNone()
    {
        QVERIFY(trends().steps.empty());
        QVERIFY(!trends().handOvers);
        QVERIFY(trends().longestWaits.empty());
    }

    void acquisitionsAreCountedByTheHour()
    {
        hold("r", "a", kFullHour - 10min, kFullHour - 9min);
        hold("r", "b", kFullHour + 1min, kFullHour + 2min);
        hold("s", "c", kFullHour + 3min, kFullHour + 4min);
        watchUntil(kFullHour + 30min);
        const auto hours = trends().steps;
        QCOMPARE(hours.size(), std::size_t(2));
        QCOMPARE(hours[0].from, kHistoryWall + kFullHour - 1h);
        QCOMPARE(hours[0].acquisitions, std::size_t(1));
        QCOMPARE(hours[0].acquisitionsPerMinute, 0.1); // of ten minutes
        QCOMPARE(hours[1].acquisitions, std::size_t(2));
        QVERIFY(std::abs(hours[1].acquisitionsPerMinute - 2 / 30.0) < 0.001);
        QVERIFY(!hours[1].usual);
    }

    void anHourWithoutAnythingIsAnHour()
    {
        hold("r", "a", kFullHour, kFullHour + 1min);
        hold("r", "b", kFullHour + 2h, kFullHour + 2h + 1min);
        watchUntil(kFullHour + 3h - 1ms);
        QCOMPARE(trends().steps.size(), std::size_t(3));
        QCOMPARE(trends().steps[1].acquisitions, std::size_t(0));
    }

    void whatIsUsualIsTheAverageOfOtherDays()
    {
        // In the second hour of three days: 1, 3 and 7 times.
        hold("r", "first", kFullHour, kFullHour + 1s);
        const int counts[] = {1, 3, 7};
        for (int day = 0; day < 3; ++day) {
            for (int i = 0; i < counts[day]; ++i) {
                const auto from = kFullHour + day * 24h + 1h + i * 1min;
                hold("r", std::to_string(day) + "-" + std::to_string(i), from, from + 1s);
            }
        }
        watchUntil(kFullHour + 2 * 24h + 5h);
        const WallTime hour = kHistoryWall + kFullHour + 2 * 24h + 1h;
        const auto hours = trends({hour, hour + 1h}).steps;
        QCOMPARE(hours.size(), std::size_t(1));
        QCOMPARE(hours[0].acquisitions, std::size_t(7));
        QVERIFY(hours[0].usual);
        QCOMPARE(hours[0].usual->acquisitions, 2.0);
    }

    void whatExpiredIsCountedWhenItEnded()
    {
        recordIn(*m_store, batchAt(kFullHour - 1min, {heldUntil("r", "a", kFullHour + 1min)}));
        recordIn(*m_store, batchAt(kFullHour + 2min, {goneFrom("r")}));
        watchUntil(kFullHour + 3min);
        QCOMPARE(trends().steps.at(0).expired, std::size_t(0));
        QCOMPARE(trends().steps.at(1).expired, std::size_t(1));
    }

    void handOversTellHowLongTheLockWasFree()
    {
        std::chrono::milliseconds at = kFullHour;
        hold("r", "0", at, at + 1s);
        at += 1s;
        for (int i = 1; i <= 100; ++i) {
            at += i * 5ms; // 5 to 500 ms
            hold("r", std::to_string(i), at, at + 1s);
            at += 1s;
        }
        hold("r", "later", at + 1h, at + 2h); // no hand-over
        watchUntil(at + 2h);
        const auto times = trends().handOvers;
        QVERIFY(times);
        QCOMPARE(times->samples, std::size_t(100));
        QCOMPARE(times->median, 250ms);
        QCOMPARE(times->p99, 495ms);
    }

    void heldIsHowManyWereHeldOnAverage()
    {
        hold("r", "a", kFullHour - 30min, kFullHour + 15min);
        hold("s", "b", kFullHour + 45min, kFullHour + 2h + 30min);
        watchUntil(kFullHour + 3h - 1ms);
        const auto hours = trends().steps;
        QCOMPARE(hours.size(), std::size_t(4));
        QCOMPARE(hours[0].held, 1.0); // of the half hour that was recorded
        QCOMPARE(hours[1].held, 0.5);
        QCOMPARE(hours[2].held, 1.0);
        QCOMPARE(hours[3].held, 0.5);
    }

    void whatIsRevokedIsHeldByNobody()
    {
        recordIn(*m_store, batchAt(kFullHour, {heldBy("r", "a")}));
        Sighting tombstone = heldBy("r", "b");
        tombstone.format = "lk1-revoked";
        tombstone.firstSeen = batchAt(kFullHour + 15min, {}).at;
        recordIn(*m_store, batchAt(kFullHour + 15min, {tombstone}));
        watchUntil(kFullHour + 30min - 1ms);
        QCOMPARE(trends().steps.back().held, 0.5); // of half an hour
        QCOMPARE(trends().steps.back().expired, std::size_t(0));
    }

    void whatIsStillHeldCountsUntilItWasSeen()
    {
        recordIn(*m_store, batchAt(kFullHour, {heldBy("r", "a")}));
        watchUntil(kFullHour + 30min);
        QCOMPARE(trends().steps.at(0).held, 1.0);
    }

    void waitingIsHowManyWaitedOnAverage()
    {
        hold("r", "a", kFullHour, kFullHour + 1min);
        recordIn(*m_store, waitingAt(kFullHour + 10min, {waitFor("w", "r", kFullHour + 10min)}));
        recordIn(*m_store, waitingAt(kFullHour + 40min, {}));
        watchUntil(kFullHour + 1h - 1ms);
        QCOMPARE(trends().steps.at(0).waiting, 0.5);
    }

    void shorterStepsTellMore()
    {
        hold("r", "a", kFullHour, kFullHour + 90s);
        watchUntil(kFullHour + 3min - 1ms);
        const auto minutes = readTrends(m_place, {}, 1min).value_or(Trends());
        QCOMPARE(minutes.steps.size(), std::size_t(3));
        QCOMPARE(minutes.steps[0].held, 1.0);
        QCOMPARE(minutes.steps[1].held, 0.5);
        QCOMPARE(minutes.steps[2].held, 0.0);
        QCOMPARE(minutes.steps[0].acquisitions, std::size_t(1));
        QCOMPARE(minutes.steps[0].acquisitionsPerMinute, 1.0);
    }

    void whatIsUsualIsScaledToTheStep()
    {
        for (int day = 0; day < 3; ++day) {
            for (int i = 0; i < 30; ++i) {
                const auto from = kFullHour + day * 24h + 1h + i * 2min;
                hold("r", std::to_string(day) + "-" + std::to_string(i), from, from + 1min);
            }
        }
        watchUntil(kFullHour + 2 * 24h + 5h);
        const WallTime hour = kHistoryWall + kFullHour + 1h + 24h;
        const auto minutes = readTrends(m_place, {hour, hour + 2min}, 1min).value_or(Trends());
        QCOMPARE(minutes.steps.size(), std::size_t(2));
        QVERIFY(minutes.steps[0].usual);
        QCOMPARE(minutes.steps[0].usual->acquisitions, 0.5);
        QCOMPARE(minutes.steps[0].usual->held, 0.5);
    }

    void eachStepHasItsHandOvers()
    {
        hold("r", "a", kFullHour + 1min, kFullHour + 2min);
        hold("r", "b", kFullHour + 2min + 200ms, kFullHour + 1h + 5min);
        hold("r", "c", kFullHour + 1h + 5min + 700ms, kFullHour + 1h + 6min);
        watchUntil(kFullHour + 2h + 1min);
        const auto hours = trends().steps;
        QCOMPARE(hours.size(), std::size_t(3));
        QVERIFY(hours[0].handOvers && hours[1].handOvers && !hours[2].handOvers);
        QCOMPARE(hours[0].handOvers->median, 200ms);
        QCOMPARE(hours[1].handOvers->p99, 700ms);
    }

    void theMostStaleLocksOfAStepCount()
    {
        hold("r", "a", kFullHour, kFullHour + 1s);
        stale(kFullHour + 1min, 3);
        stale(kFullHour + 2min, 1);
        stale(kFullHour + 59min, 2); // until 1:04, as nothing follows
        watchUntil(kFullHour + 3h - 1ms);
        const auto hours = trends().steps;
        QCOMPARE(hours.size(), std::size_t(3));
        QCOMPARE(hours[0].stale, std::optional<std::size_t>(3));
        QCOMPARE(hours[1].stale, std::optional<std::size_t>(2));
        QVERIFY(!hours[2].stale);
    }

    void aNumberOfStaleLocksIsToldOnChangeAndNowAndThen()
    {
        StaleTally tally;
        observe::LockEntry entry{.resource = Resource("r")};
        const SteadyTime start{1h};
        QCOMPARE(tally.takeDue(start), std::optional<std::size_t>(0));
        QVERIFY(!tally.takeDue(start + StaleTally::kShortest));
        entry.stale.push_back({.kind = observe::EvidenceKind::NeverExpires});
        tally.note(entry);
        tally.note(entry);
        QVERIFY(!tally.takeDue(start + 500ms));
        tally.remove(entry.resource);
        // It was stale for a moment only: that is told once, and then that it is over.
        QCOMPARE(tally.takeDue(start + 2s), std::optional<std::size_t>(1));
        QVERIFY(!tally.takeDue(start + 5s));
        QCOMPARE(tally.takeDue(start + 12s), std::optional<std::size_t>(0));
        QVERIFY(!tally.takeDue(start + 1min));
        QCOMPARE(tally.takeDue(start + 12s + StaleTally::kLongest), std::optional<std::size_t>(0));
    }

    void staleLocksThatAreFreedAreNotCountedAnyMore()
    {
        StaleTally tally;
        observe::LockEntry entry{.resource = Resource("r")};
        const SteadyTime start{1h};
        entry.stale.push_back({.kind = observe::EvidenceKind::NeverExpires});
        tally.note(entry);
        QCOMPARE(tally.takeDue(start), std::optional<std::size_t>(1));
        tally.note(entry); // it is read again
        QVERIFY(!tally.takeDue(start + 20s));
        tally.remove(entry.resource);
        QCOMPARE(tally.takeDue(start + 21s), std::optional<std::size_t>(0));
    }

    void aDeadlockIsNotCountedAsStale()
    {
        StaleTally tally;
        observe::LockEntry entry{.resource = Resource("r")};
        entry.stale.push_back({.kind = observe::EvidenceKind::Deadlock, .votes = 2});
        tally.note(entry);
        QCOMPARE(tally.takeDue(SteadyTime{1h}), std::optional<std::size_t>(0));
        entry.stale.push_back({.kind = observe::EvidenceKind::NeverExpires});
        tally.note(entry);
        QCOMPARE(tally.takeDue(SteadyTime{2h}), std::optional<std::size_t>(1));
    }

    void aWaitThatBeganEarlierIsNoEarlierRecording()
    {
        recordIn(*m_store, batchAt(kFullHour + 2h, {heldBy("r", "a")}));
        recordIn(*m_store, waitingAt(kFullHour + 2h, {waitFor("w", "r", kFullHour)}));
        watchUntil(kFullHour + 3h - 1ms);
        const auto hours = trends().steps;
        QCOMPARE(hours.size(), std::size_t(1));
    }

    void theLongestWaitsComeFirst()
    {
        for (int i = 1; i <= 3; ++i) {
            const auto from = kFullHour + i * 10min;
            recordIn(*m_store, waitingAt(from, {waitFor(std::to_string(i), "r", from)}));
            recordIn(*m_store, waitingAt(from + i * 1min, {}));
        }
        watchUntil(kFullHour + 50min);
        const Trends all = trends();
        QCOMPARE(all.longestWaits.size(), std::size_t(3));
        QCOMPARE(all.longestWaits[0].from, kHistoryWall + kFullHour + 30min);
        QCOMPARE(all.steps.at(0).waits, std::size_t(3));
        QCOMPARE(all.steps.at(0).longestWait, std::optional<std::chrono::milliseconds>(3min));
    }

private:
    void stale(std::chrono::milliseconds at, std::size_t locks)
    {
        Batch batch = batchAt(at, {});
        batch.stale = locks;
        recordIn(*m_store, std::move(batch));
    }
    /// Writes everything. Somebody watches until then.
    void watchUntil(std::chrono::milliseconds after)
    {
        m_clock->setWallNow(kHistoryWall + after);
        recordIn(*m_store, batchAt(after, {}));
        QVERIFY(m_store->flush());
    }
    [[nodiscard]] Trends trends(Window window = {}) const
    {
        return readTrends(m_place, window).value_or(Trends());
    }
};

LOCKKEEPER_TEST(HistoryTrendsTest)

} // namespace lockkeeper::tests::history_trends_test

#include "history_trends_test.moc"
