// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/usual_hold_table.h"
#include "tests/support/history_test.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::history_reader_test {

using namespace lockkeeper::history;
using observe::Verdict;

namespace {

constexpr std::size_t kAll = 1000;

} // namespace

class HistoryReaderTest : public HistoryTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addHistoryPlaces(); }
    void init() { beginHistory(1h); }
    void cleanup() { m_store.reset(); }

    void aTimelineHasWhatOverlapsItsWindow()
    {
        hold("r", "a", 0s, 10s);
        hold("r", "b", 20s, 30s);
        hold("r", "c", 40s, 50s);
        hold("other", "x", 20s, 30s);
        const auto tokensIn = [&](std::chrono::seconds from, std::chrono::seconds to) {
            const auto timeline
                = reader().timeline(Resource("r"), {kHistoryWall + from, kHistoryWall + to}, kAll);
            std::vector<Fingerprint> tokens;
            for (const Interval& interval : timeline->intervals)
                tokens.push_back(interval.token);
            return tokens;
        };
        const auto a = Fingerprint::ofString("a");
        const auto b = Fingerprint::ofString("b");
        const auto c = Fingerprint::ofString("c");
        QCOMPARE(tokensIn(0s, 60s), (std::vector{a, b, c}));
        QCOMPARE(tokensIn(25s, 40s), std::vector{b});
        QCOMPARE(tokensIn(5s, 21s), (std::vector{a, b}));
        QCOMPARE(tokensIn(51s, 99s), std::vector<Fingerprint>{});
    }

    void aTimelineTellsVerdictsAndMasters()
    {
        recordIn(*m_store, batchAt(0s, {heldBy("r", "a")}));
        Batch outage = batchAt(1s, {seenAs("r", Verdict::Unknown, "a")});
        outage.masters = {{MasterId("b"), "down", "connection refused"}};
        recordIn(*m_store, std::move(outage));
        const auto timeline = reader().timeline(Resource("r"), {}, kAll);
        QCOMPARE(timeline->verdicts.size(), std::size_t(1));
        QCOMPARE(timeline->verdicts[0].from, std::optional(Verdict::Held));
        QCOMPARE(timeline->verdicts[0].to, Verdict::Unknown);
        QCOMPARE(timeline->masters.size(), std::size_t(1));
        QCOMPARE(timeline->masters[0].state, std::string("down"));
        QCOMPARE(timeline->masters[0].error, std::string("connection refused"));
        QCOMPARE(timeline->masters[0].at, kHistoryWall + 1s);
    }

    void aLongTimelineIsCutAtItsOldEnd()
    {
        for (int i = 0; i < 5; ++i)
            hold("r", std::to_string(i), i * 10s, i * 10s + 1s);
        const auto timeline = reader().timeline(Resource("r"), {}, 2);
        QVERIFY(timeline->isCut);
        QCOMPARE(timeline->intervals.size(), std::size_t(2));
        QCOMPARE(timeline->intervals[0].token, Fingerprint::ofString("3"));
        QVERIFY(!reader().timeline(Resource("r"), {}, 5)->isCut);
    }

    void aUsualHoldIsKnownFromFiveSamplesOn()
    {
        const auto usual = [this] {
            (void)m_store->flush();
            return readUsualHolds(m_place)(Resource("r"));
        };
        for (int i = 0; i < 4; ++i)
            hold("r", std::to_string(i), i * 10s, i * 10s + 1s);
        QVERIFY(!usual());
        hold("r", "4", 40s, 47s);
        QCOMPARE(usual(), std::optional<std::chrono::milliseconds>(1s));

        const UsualHoldTable table({m_file.string() + ".none", m_place});
        const auto lookUp = table.lookUp(1);
        QTRY_COMPARE(lookUp(Resource("r")), std::optional<std::chrono::milliseconds>(1s));
        QVERIFY(!lookUp(Resource("another")));
    }

    void withoutAHistoryNothingIsUsual()
    {
        QVERIFY(!readUsualHolds(m_file.string() + ".none"));
        const UsualHoldTable table({m_file.string() + ".none"});
        QVERIFY(!table.lookUp()(Resource("r")));
    }

    void whatIsStillHeldLastsUntilItWasLastSeen()
    {
        recordIn(*m_store, batchAt(0s, {heldBy("r", "a")}));
        const auto timeline = reader().timeline(Resource("r"), {}, kAll);
        QVERIFY(!timeline->intervals[0].endedAt);
        QCOMPARE(timeline->intervals[0].lastSeen, kHistoryWall + 1h);
        QCOMPARE(timeline->intervals[0].held, 3'600'000ms);
        QVERIFY(!timeline->intervals[0].isHeldExact);
    }

    void aTokenThatTellsItsBirthMakesTheLengthLonger()
    {
        Sighting sighting = heldBy("r", "a");
        sighting.since = kHistoryWall - 24h;
        sighting.mayPredateWatch = true;
        recordIn(*m_store, batchAt(0s, {sighting}));
        recordIn(*m_store, batchAt(10s, {goneFrom("r")}));
        const auto longest = reader().longestHeld({}, kAll);
        QCOMPARE(longest->at(0).held, std::chrono::milliseconds(24h + 10s));
    }

    void ranksTheBusiest()
    {
        for (int i = 0; i < 5; ++i)
            hold("busy", std::to_string(i), i * 10s, i * 10s + 1s);
        hold("quiet", "a", 0s, 1s);
        const auto busiest = reader().busiest({}, kAll);
        QCOMPARE(busiest->size(), std::size_t(2));
        QCOMPARE(busiest->at(0).resource, Resource("busy"));
        QCOMPARE(busiest->at(0).acquisitions, std::size_t(5));
        QCOMPARE(busiest->at(0).handOvers, std::size_t(0));
        QCOMPARE(reader().busiest({kHistoryWall + 35s}, kAll)->at(0).acquisitions, std::size_t(1));
        QCOMPARE(reader().busiest({}, 1)->size(), std::size_t(1));
    }

    void countsHandOversPerMinute()
    {
        for (int i = 0; i <= 120; ++i)
            recordIn(*m_store, batchAt(i * 1s, {heldUntil("r", std::to_string(i), 300s)}));
        hold("alone", "a", 0s, 100s);
        const auto contended = reader().mostContended({.to = kHistoryWall + 121s}, kAll);
        QCOMPARE(contended->size(), std::size_t(1));
        QCOMPARE(contended->at(0).resource, Resource("r"));
        QCOMPARE(contended->at(0).handOvers, std::size_t(120));
        QCOMPARE(qRound(contended->at(0).handOversPerMinute * 10), qRound(120 / (121 / 60.0) * 10));
    }

    void ranksTheLongestHeld()
    {
        hold("short", "a", 0s, 1s);
        hold("long", "a", 0s, 100s);
        hold("middle", "a", 0s, 10s);
        const auto longest = reader().longestHeld({}, 2);
        QCOMPARE(longest->size(), std::size_t(2));
        QCOMPARE(longest->at(0).resource, Resource("long"));
        QCOMPARE(longest->at(1).resource, Resource("middle"));
    }

    void knowsTheUsualHold()
    {
        for (int i = 1; i <= 100; ++i)
            hold("r", std::to_string(i), i * 200s, i * 200s + i * 1s);
        hold("rare", "a", 0s, 7s);
        recordIn(*m_store, batchAt(99h, {heldBy("held", "a")}));
        const auto usual = reader().usualHold(Resource("r"));
        QCOMPARE((*usual)->samples, std::size_t(100));
        QCOMPARE((*usual)->median, 50'000ms);
        QCOMPARE((*usual)->p95, 95'000ms);
        QCOMPARE((*usual)->p99, 99'000ms);
        QCOMPARE((*reader().usualHold(Resource("rare")))->p95, 7000ms);
        QVERIFY(!*reader().usualHold(Resource("held")));
        QVERIFY(!*reader().usualHold(Resource("never seen")));
    }

    void knowsTheLatestOwnersAndHandOvers()
    {
        hold("r", "a", 0s, 10s);
        hold("r", "b", 10s, 20s);
        hold("r", "c", 21s, 30s);
        hold("r", "d", 90s, 95s);
        hold("other", "e", 30s, 31s);
        const auto owners = reader().owners(Resource("r"), 3);
        QCOMPARE(owners->size(), std::size_t(3));
        QCOMPARE(owners->front().token, Fingerprint::ofString("b"));
        QCOMPARE(owners->back().token, Fingerprint::ofString("d"));
        const auto handOvers = *reader().handOvers(Resource("r"));
        QCOMPARE(handOvers->samples, std::size_t(2));
        QCOMPARE(handOvers->median, 0ms);
        QCOMPARE(handOvers->p99, 1000ms);
        QVERIFY(!*reader().handOvers(Resource("other")));
        QVERIFY(reader().owners(Resource("never seen"), 3)->empty());
    }

    void knowsTheUsualHoldOfAllAtOnce()
    {
        for (int i = 1; i <= 20; ++i) {
            hold("r", std::to_string(i), i * 200s, i * 200s + i * 1s);
            hold("s", std::to_string(i), i * 200s, i * 200s + 3s);
        }
        hold("rare", "a", 0s, 7s);
        const auto usual = reader().usualHolds(10);
        QCOMPARE(usual->size(), std::size_t(2));
        QCOMPARE(usual->at(Resource("r")).median, 10'000ms);
        QCOMPARE(usual->at(Resource("r")).p95, 19'000ms);
        QCOMPARE(usual->at(Resource("s")).p95, 3000ms);
        QCOMPARE(usual->at(Resource("s")).samples, std::size_t(20));
    }

private:
    void hold(const std::string& resource, const std::string& token, std::chrono::seconds from,
        std::chrono::seconds to)
    {
        recordIn(*m_store, batchAt(from, {heldUntil(resource, token, to + 1h)}));
        recordIn(*m_store, batchAt(to, {goneFrom(resource)}));
    }
    HistoryReader reader() const
    {
        (void)m_store->flush();
        return std::move(*HistoryReader::open(m_place));
    }
};

LOCKKEEPER_TEST(HistoryReaderTest)

} // namespace lockkeeper::tests::history_reader_test

#include "history_reader_test.moc"
