// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/recorder.h"
#include "core/history/trends.h"
#include "core/observe/watcher.h"
#include "tests/support/history_test.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::history_recorder_test {

using namespace lockkeeper::history;

namespace {

const std::string kApi = "lk1:web-3:812:api:1750000000000:" + std::string(40, 'a');
const std::string kBatch = "lk1:web-4:33:batch:1750000001000:" + std::string(40, 'b');

} // namespace

/// A watcher on real servers, its recorder and its store.
class HistoryRecorderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addHistoryPlaces(); }
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(m_directory->isValid());
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "d.sqlite";
        m_place = newHistoryPlace(m_file);
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = 3});
    }
    void cleanup()
    {
        stop();
        m_servers.reset();
    }

    void recordsALockFromItsBeginningToItsEnd()
    {
        start();
        m_servers->commandAll({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), std::size_t(1));
        m_servers->commandAll({"DEL", "r"});
        QTRY_VERIFY(intervals("r").at(0).end);
        const Interval interval = intervals("r").at(0);
        QCOMPARE(interval.end, std::optional(End::Released));
        QCOMPARE(interval.holder.host, std::optional<std::string>("web-3"));
        QCOMPARE(interval.holder.pid, std::optional<std::int64_t>(812));
        QCOMPARE(interval.format, std::string("lk1"));
        QCOMPARE(interval.since, std::optional(WallTime(1'750'000'000s)));
        QVERIFY(interval.isHeldExact);
    }

    void tellsAnExpiryFromARelease()
    {
        start();
        m_servers->commandAll({"SET", "r", kApi, "PX", "1500"});
        QTRY_VERIFY(!intervals("r").empty() && intervals("r").at(0).end);
        QCOMPARE(intervals("r").at(0).end, std::optional(End::Expired));
    }

    void recordsHowManyLocksAreStale()
    {
        m_servers->commandAll({"SET", "r", kApi}); // never expires
        start();
        QTRY_COMPARE(mostStale(), std::optional<std::size_t>(1));
    }

    void countsRenewals()
    {
        start();
        m_servers->commandAll({"SET", "r", kApi, "PX", "20000"});
        QTRY_COMPARE(intervals("r").size(), std::size_t(1));
        for (unsigned i = 1; i <= 2; ++i) {
            m_servers->commandAll({"PEXPIRE", "r", std::to_string(20'000 + i * 20'000)});
            QTRY_COMPARE(intervals("r").at(0).renewals, i);
        }
        QCOMPARE(intervals("r").size(), std::size_t(1));
    }

    void doesNotClaimToHaveSeenTheBeginningOfWhatWasThere()
    {
        m_servers->commandAll({"SET", "r", kApi, "PX", "60000"});
        start();
        QTRY_COMPARE(intervals("r").size(), std::size_t(1));
        QVERIFY(!intervals("r").at(0).isStartSeen);
        m_servers->commandAll({"SET", "later", kBatch, "PX", "60000"});
        QTRY_COMPARE(intervals("later").size(), std::size_t(1));
        QVERIFY(intervals("later").at(0).isStartSeen);
    }

    void recordsAHandOver()
    {
        start();
        m_servers->commandAll({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), std::size_t(1));
        m_servers->commandAll({"SET", "r", kBatch, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), std::size_t(2));
        QCOMPARE(intervals("r").at(0).end, std::optional(End::NextHolder));
        QVERIFY(intervals("r").at(1).isHandOver);
    }

    void recordsARevoke()
    {
        start();
        m_servers->commandAll({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), std::size_t(1));
        m_servers->commandAll({"SET", "r", "lk1-revoked:ada:1795262266123:stuck", "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), std::size_t(2));
        QCOMPARE(intervals("r").at(0).end, std::optional(End::Revoked));
    }

    void whatRestartsTogetherLoseIsLost_data() { addStoring(); }
    void whatRestartsTogetherLoseIsLost()
    {
        QFETCH(const std::size_t, storing);
        start();
        store(storing);
        for (std::size_t master = 0; master < 3; ++master)
            m_servers->kill(master);
        QTRY_VERIFY(isLastVerdict(observe::Verdict::Unknown));
        m_servers->restart(2);
        m_servers->restart(0);
        QTRY_VERIFY(isLastVerdict(observe::Verdict::Free)); // one that stored it is still away
        m_servers->restart(1);
        compareLost();
    }

    void whatRestartsOneByOneLoseIsLost_data() { addStoring(); }
    void whatRestartsOneByOneLoseIsLost()
    {
        QFETCH(const std::size_t, storing);
        start();
        store(storing);
        const std::size_t last = storing - 1;
        for (std::size_t master = 0; master < last; ++master) {
            m_servers->restart(master);
            QTRY_COMPARE(m_losses.load(), master + 1);
        }
        QTRY_VERIFY(isLastVerdict(observe::Verdict::Minority));
        m_servers->kill(last);
        QTRY_VERIFY(isLastVerdict(observe::Verdict::Free));
        m_servers->restart(last);
        compareLost();
    }

    void recordsMastersThatGoAndWhatThatMeans()
    {
        start();
        m_servers->commandAll({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), std::size_t(1));
        m_servers->kill(0);
        m_servers->kill(1);
        QTRY_VERIFY(isLastVerdict(observe::Verdict::Unknown));
        const auto masters = timeline("r").masters;
        const auto isDown = [](const MasterChange& change) {
            return change.master == MasterId("a") && change.state == "down";
        };
        QVERIFY(std::ranges::any_of(masters, isDown));
        QVERIFY(!intervals("r").at(0).end);
    }

    void recordsAFailoverOnceWithWhereItLed()
    {
        auto store = HistoryStore::open({.place = m_place}, systemClock());
        QVERIFY(store);
        m_store = std::move(*store);
        Recorder recorder(*m_store, systemClock());
        observe::BoardUpdate update;
        update.masters.push_back({.id = MasterId("a")});
        observe::MasterStatus& master = update.masters.front();
        master.group = "orders";
        master.link.state = redis::LinkState::Up;
        (void)recorder.record(update);
        master.link.move = redis::Move{"redis://h:1", "redis://h:2", systemClock().now()};
        (void)recorder.record(update);
        (void)recorder.record(update);
        const auto masters = timeline("r").masters;
        QCOMPARE(masters.size(), std::size_t(2));
        QCOMPARE(masters[0].error, std::string());
        QCOMPARE(masters[1].state, std::string("up"));
        QCOMPARE(masters[1].error, std::string("failover of group 'orders': now h:2, was h:1"));
    }

    void aDisagreementIsRecordedOnceItIsConfirmed()
    {
        auto store = HistoryStore::open({.place = m_place}, systemClock());
        QVERIFY(store);
        m_store = std::move(*store);
        Recorder recorder(*m_store, systemClock());
        observe::LockEntry entry;
        entry.resource = Resource("r");
        entry.packedLock = observe::PackedLock(
            observe::DecodedLock{.scope = observe::ValueScope::Acquisition, .format = "lk1"});
        entry.votes = {{.state = observe::VoteState::Held, .token = Fingerprint::ofString(kApi)},
            {.state = observe::VoteState::Free}, {.state = observe::VoteState::Free}};
        entry.asOf = entry.firstSeen = systemClock().now();
        entry.isSettled = false;
        entry.revision = 1;
        observe::BoardUpdate update;
        update.changed.push_back(std::make_shared<observe::LockEntry>(entry));
        (void)recorder.record(update);
        QVERIFY(timeline("r").verdicts.empty());
        entry.isSettled = true;
        entry.revision = 2;
        update.changed = {std::make_shared<observe::LockEntry>(entry)};
        (void)recorder.record(update);
        QCOMPARE(timeline("r").verdicts.size(), std::size_t(1));
    }

    void tellsEverythingAnewToAStoreThatAsks()
    {
        start();
        m_servers->commandAll({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), std::size_t(1));
        removeHistory(m_place);
        // All locks are told every ten minutes, or when somebody asks.
        QTRY_VERIFY((m_watcher->refresh(), intervals("r").size() == 1));
        QVERIFY(!intervals("r").at(0).isStartSeen);
        QCOMPARE(intervals("r").at(0).holder.host, std::optional<std::string>("web-3"));
    }

    void goesOnAfterARestartOfTheWatcher()
    {
        start();
        m_servers->commandAll({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), std::size_t(1));
        const WallTime firstSeen = intervals("r").at(0).firstSeen;
        stop();
        start();
        const std::uint64_t written = m_store->status().written;
        QTRY_VERIFY(m_store->flush() && m_store->status().written > written);
        QTRY_VERIFY(!intervals("r").at(0).end);
        QCOMPARE(intervals("r").size(), std::size_t(1));
        QCOMPARE(intervals("r").at(0).firstSeen, firstSeen);
    }

private:
    static void addStoring()
    {
        QTest::addColumn<std::size_t>("storing");
        QTest::newRow("a quorum") << std::size_t(2);
        QTest::newRow("all") << std::size_t(3);
    }
    /// On the first masters.
    void store(std::size_t masters)
    {
        for (std::size_t master = 0; master < masters; ++master)
            m_servers->command(master, {"SET", "r", kApi, "PX", "600000"});
        QTRY_COMPARE(intervals("r").size(), std::size_t(1));
        QTRY_COMPARE(m_votes.load(), masters);
    }
    void compareLost()
    {
        QTRY_COMPARE(m_gone.load(), std::size_t(1));
        const Interval interval = intervals("r").at(0);
        QCOMPARE(interval.end, std::optional(End::Lost));
        QVERIFY(interval.leaseUntil && !interval.isHeldExact);
    }
    [[nodiscard]] bool isLastVerdict(observe::Verdict verdict) const
    {
        const auto timeline = this->timeline("r");
        return !timeline.verdicts.empty() && timeline.verdicts.back().to == verdict;
    }
    [[nodiscard]] std::optional<std::size_t> mostStale() const
    {
        std::optional<std::size_t> most;
        for (const TrendStep& step : readTrends(m_place, {}).value_or(Trends()).steps)
            most = std::max(most, step.stale);
        return most;
    }
    void start()
    {
        auto store = HistoryStore::open({.place = m_place}, systemClock());
        QVERIFY(store);
        m_store = std::move(*store);
        m_recorder = std::make_unique<Recorder>(*m_store, systemClock());
        auto deployment = config::deploymentFromUrls("test", m_servers->urls());
        QVERIFY(deployment);
        deployment->interval = 100ms;
        m_updates = 0;
        m_gone = 0;
        m_losses = 0;
        m_votes = 0;
        m_watcher = std::make_unique<observe::Watcher>(
            *deployment, systemClock(), m_processes, [this](const observe::BoardUpdate& update) {
                (void)m_recorder->record(update);
                count(update);
            });
        QTRY_VERIFY(m_updates > 0);
    }
    /// (watcher's thread)
    void count(const observe::BoardUpdate& update)
    {
        m_updates += update.isComplete ? 1 : 0;
        m_gone += update.gone.size();
        m_losses = static_cast<std::size_t>(std::ranges::count_if(
            update.masters, [](const auto& master) { return master.loss.has_value(); }));
        if (!update.changed.empty())
            m_votes = update.changed.back()->countVotes().tokenVotes;
    }
    void stop()
    {
        m_watcher.reset();
        m_recorder.reset();
        m_store.reset();
    }
    Timeline timeline(const std::string& resource) const
    {
        (void)m_store->flush();
        const auto reader = HistoryReader::open(m_place);
        return reader ? reader->timeline(Resource(resource), {}, 1000).value_or(Timeline())
                      : Timeline();
    }
    std::vector<Interval> intervals(const std::string& resource) const
    {
        return timeline(resource).intervals;
    }

    const observe::LocalProcessProbe m_processes;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
    history::Place m_place;
    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<HistoryStore> m_store;
    std::unique_ptr<Recorder> m_recorder;
    std::atomic<int> m_updates{0};
    std::atomic<std::size_t> m_gone{0};
    std::atomic<std::size_t> m_losses{0}; ///< masters that lost locks
    std::atomic<std::size_t> m_votes{0}; ///< for the lock told last
    std::unique_ptr<observe::Watcher> m_watcher;
};

LOCKKEEPER_TEST(HistoryRecorderTest)

} // namespace lockkeeper::tests::history_recorder_test

#include "history_recorder_test.moc"
