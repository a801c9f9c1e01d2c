// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sql.h"
#include "core/history/tracker.h"
#include "tests/support/history_test.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::history_waits_test {

using namespace lockkeeper::history;

/// Who has waited for a lock, in a real history.
class HistoryWaitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addHistoryPlaces(); }
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(m_directory->isValid());
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "d.sqlite";
        m_place = newHistoryPlace(m_file);
        m_clock = std::make_unique<ManualClock>();
        m_clock->setWallNow(kHistoryWall);
        m_store = open();
    }
    void cleanup() { m_store.reset(); }

    void aWaitThatIsNoLongerAnnouncedHasEnded()
    {
        record(waitingAt(1s, {waitFor("w1", "r", 1s)}));
        record(waitingAt(5s, {}));
        const WaitRecord expected{.resource = Resource("r"),
            .waiter = {.app = "api", .host = "web-3", .pid = 812},
            .from = kHistoryWall + 1s,
            .lastSeen = kHistoryWall + 5s,
            .endedAt = kHistoryWall + 5s};
        QVERIFY(waitsFor("r") == std::vector{expected});
    }

    void aWaitGoesOnWhileItIsAnnounced()
    {
        record(waitingAt(1s, {waitFor("w1", "r", 1s)}));
        record(waitingAt(2s, {waitFor("w1", "r", 1s), waitFor("w2", "r", 2s)}));
        record(batchAt(3s, {heldBy("r", "a")})); // tells nothing of waits
        m_clock->setWallNow(kHistoryWall + 9s);
        record(waitingAt(9s, {waitFor("w1", "r", 1s)}));
        const auto waits = waitsFor("r");
        QCOMPARE(waits.size(), std::size_t(2));
        QVERIFY(!waits[0].endedAt);
        QCOMPARE(waits[0].lastSeen, kHistoryWall + 9s);
        QCOMPARE(waits[1].endedAt, std::optional(kHistoryWall + 9s));
    }

    void aWaitForSeveralLocksIsOneForEach()
    {
        WaitSighting both = waitFor("w1", "a", 1s);
        both.resources.emplace_back("b");
        record(waitingAt(1s, {both}));
        QCOMPARE(waitsFor("a").size(), std::size_t(1));
        QCOMPARE(waitsFor("b").size(), std::size_t(1));
    }

    void theEndOfWatchingIsNoEnd()
    {
        record(waitingAt(1s, {waitFor("w1", "r", 1s)}));
        m_clock->setWallNow(kHistoryWall + 20s);
        m_store.reset();
        m_clock->setWallNow(kHistoryWall + 60s);
        m_store = open();
        record(waitingAt(60s, {}));
        const auto waits = waitsFor("r");
        QCOMPARE(waits.size(), std::size_t(1));
        QVERIFY(!waits[0].endedAt);
        QVERIFY2(waits[0].lastSeen <= kHistoryWall + 20s, "nobody looked later");
    }

    void aWaitGoesOnAfterAPause()
    {
        record(waitingAt(1s, {waitFor("w1", "r", 1s)}));
        m_store.reset();
        m_store = open();
        WaitSighting again = waitFor("w1", "r", 1s);
        again.mayPredateWatch = true;
        record(waitingAt(60s, {again}));
        record(waitingAt(70s, {}));
        const auto waits = waitsFor("r");
        QCOMPARE(waits.size(), std::size_t(1));
        QCOMPARE(waits[0].from, kHistoryWall + 1s);
        QCOMPARE(waits[0].endedAt, std::optional(kHistoryWall + 70s));
    }

    void whatTooFewMastersTellIsNoEnd()
    {
        record(waitingAt(1s, {waitFor("w1", "r", 1s)}));
        Batch blind = waitingAt(5s, {});
        blind.isWatched = false;
        record(std::move(blind));
        QVERIFY(!waitsFor("r").at(0).endedAt);
    }

    void aClockThatIsWrongMakesNoLongWait()
    {
        WaitSighting early = waitFor("w1", "r", 60s);
        early.since = kHistoryWall - 24h;
        WaitSighting late = waitFor("w2", "r", 60s);
        late.since = kHistoryWall + 24h;
        record(waitingAt(60s, {early, late}));
        const auto waits = waitsFor("r");
        QCOMPARE(waits.at(0).from, kHistoryWall + 57s);
        QCOMPARE(waits.at(1).from, kHistoryWall + 60s);
    }

    void aWaitFromBeforeTheWatchHasTheWaitersTime()
    {
        WaitSighting early = waitFor("w1", "r", 60s);
        early.since = kHistoryWall - 1h;
        early.mayPredateWatch = true;
        record(waitingAt(60s, {early}));
        QCOMPARE(waitsFor("r").at(0).from, kHistoryWall - 1h);
    }

    void noMoreThanTenThousandAreFollowed()
    {
        Tracker tracker;
        std::vector<WaitSighting> waits;
        for (std::size_t i = 0; i < Tracker::kMostWaits + 5; ++i)
            waits.push_back(waitFor("w" + std::to_string(i), "r"));
        tracker.apply(waitingAt(1s, waits));
        QCOMPARE(tracker.changes().waitStarts.size(), Tracker::kMostWaits);
        tracker.apply(waitingAt(2s, {}));
        QCOMPARE(tracker.changes().waitEnds.size(), Tracker::kMostWaits);
    }

    void waitsOfAllLocksAreTheNewestOfAWindow()
    {
        for (int i = 0; i < 5; ++i) {
            record(waitingAt(i * 10s, {waitFor("w" + std::to_string(i), "r", i * 10s)}));
            record(waitingAt(i * 10s + 5s, {}));
        }
        const auto from = [&](Window window, std::size_t most) {
            const auto waits = reader().waits(window, most);
            std::vector<WallTime> times;
            for (const WaitRecord& wait : waits.value_or(std::vector<WaitRecord>()))
                times.push_back(wait.from);
            return times;
        };
        QCOMPARE(from({}, 2), (std::vector{kHistoryWall + 30s, kHistoryWall + 40s}));
        QCOMPARE(from({kHistoryWall + 12s, kHistoryWall + 21s}, 10),
            (std::vector{kHistoryWall + 10s, kHistoryWall + 20s}));
        QCOMPARE(from({kHistoryWall + 16s, kHistoryWall + 20s}, 10), std::vector<WallTime>());
    }

    void oldWaitsAreDeletedWithTheirNames()
    {
        record(waitingAt(1s, {waitFor("w1", "r", 1s)}));
        record(waitingAt(2s, {waitFor("w2", "still", 2s)}));
        m_store.reset();
        m_clock->setWallNow(kHistoryWall + 31 * 24h);
        m_store = open();
        WaitSighting still = waitFor("w2", "still", 2s);
        still.mayPredateWatch = true;
        record(waitingAt(31 * 24h, {still}));
        const auto waits = reader().waits({}, 10);
        QVERIFY(waits);
        QCOMPARE(waits->size(), std::size_t(1));
        QCOMPARE(waits->front().resource, Resource("still"));
        const auto sql = openSql(m_place, SqlAccess::Read);
        QCOMPARE(Statement(*sql, "SELECT count(*) FROM resources").firstNumber(),
            std::optional<std::int64_t>(1));
    }

private:
    [[nodiscard]] std::unique_ptr<HistoryStore> open() const
    {
        auto store = HistoryStore::open({.place = m_place, .interval = 1h}, *m_clock);
        if (!store)
            qFatal("%s", store.error().text.c_str());
        return std::move(*store);
    }
    void record(Batch batch)
    {
        recordIn(*m_store, std::move(batch));
        QVERIFY(m_store->flush());
    }
    [[nodiscard]] HistoryReader reader() const { return std::move(*HistoryReader::open(m_place)); }
    [[nodiscard]] std::vector<WaitRecord> waitsFor(const std::string& resource) const
    {
        return reader().timeline(Resource(resource), {}, 1000).value_or(Timeline()).waits;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
    history::Place m_place;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<HistoryStore> m_store;
};

LOCKKEEPER_TEST(HistoryWaitsTest)

} // namespace lockkeeper::tests::history_waits_test

#include "history_waits_test.moc"
