// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/watcher.h"
#include "core/release/lock_snapshot.h"
#include "tests/support/latest_update.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"
#include "tests/support/zookeeper_fixture.h"
#include "tests/zookeeper/locker.h"

namespace lockkeeper::tests::node_watch_test {

using namespace observe;
using redis::LinkState;

namespace {

const SystemClock kClock;
const test::NoProcesses kProcesses;
constexpr int kPatience = 20'000;

/// The name that the holder of the lock has given itself; empty: there is no such lock.
std::string holderIn(LatestUpdate& latest, const char* lock)
{
    const BoardUpdate update = latest.get();
    const LockEntryPtr entry = find(update, lock);
    return entry && entry->countVotes().verdict == Verdict::Held
        ? entry->unpackLock().holder.app.value_or("?")
        : std::string();
}

} // namespace

/// Locks of a real server, as a watcher shows them.
class NodeWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!isZooKeeperInstalled())
            QSKIP(kNoZooKeeper);
    }

    void oneLookShowsKazoosLocks()
    {
        if (!isKazooInstalled())
            QSKIP(kNoKazoo);
        ZooKeeperFixture server;
        KazooActor lock(server, {"lock", "/locks/orders", "w-1", "w-2", "w-3"});
        KazooActor semaphore(server, {"semaphore", "/locks/permits", "s-1", "s-2", "s-3"});
        KazooActor readers(server, {"read", "/locks/report", "r-1", "r-2"});
        const BoardUpdate update = sweepOnce(deploymentOf(server.url()), kClock, kProcesses);
        QVERIFY(update.isComplete);
        QCOMPARE(update.changed.size(), std::size_t{3});
        const LockEntryPtr orders = find(update, "/locks/orders");
        QVERIFY(orders != nullptr);
        QCOMPARE(orders->countVotes().verdict, Verdict::Held);
        QCOMPARE(orders->packedLock.formatName(), std::string("kazoo-lock"));
        QCOMPARE(*orders->unpackLock().holder.app, std::string("w-1"));
        QCOMPARE(orders->packedLock.waiting().least, std::size_t{2});
        QVERIFY(!orders->countVotes().neverExpires);
        QVERIFY(orders->stale.empty());
        const auto& waiting = update.waits->waitersFor(Resource("/locks/orders"));
        QCOMPARE(*update.waits->waiters()[waiting.at(0)].queued->holder.app, std::string("w-2"));
        QCOMPARE(*update.waits->waiters()[waiting.at(1)].queued->holder.app, std::string("w-3"));
        const LockEntryPtr permits = find(update, "/locks/permits");
        QVERIFY(permits != nullptr);
        QCOMPARE(permits->unpackLock().holders.size(), std::size_t{2});
        QCOMPARE(permits->packedLock.waiting().least, std::size_t{1});
        QCOMPARE(find(update, "/locks/report")->packedLock.mode(), LockMode::Read);
    }

    /// Whoever may create nodes can make them as deep as a path is long.
    void nodesBelowManyOthersAreToldOfAndNotRead()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        std::string path;
        for (int depth = 0; depth < 110; ++depth)
            locker.make(path += "/d");
        locker.make("/l");
        locker.take("/l");
        const BoardUpdate update = sweepOnce(deploymentOf(server.url()), kClock, kProcesses);
        QVERIFY(update.isComplete);
        QVERIFY(find(update, "/l") != nullptr);
        QCOMPARE(update.masters[0].unreadKeys, std::size_t{1});
        QVERIFY(update.masters[0].readError.has_value());
    }

    void whatChangesIsPushed()
    {
        ZooKeeperFixture server;
        LatestUpdate latest;
        Watcher watcher(deploymentOf(server.url()), kClock, kProcesses, latest.handler());
        QTRY_VERIFY_WITH_TIMEOUT(latest.master(0).isPushed, kPatience);
        QVERIFY(latest.master(0).freshness.until > kClock.now()); // else all looks old
        Locker locker(server);
        locker.make("/l");
        const std::string first = locker.take("/l", "w-1");
        const std::string second = locker.take("/l", "w-2");
        QTRY_COMPARE_WITH_TIMEOUT(holderIn(latest, "/l"), std::string("w-1"), kPatience);
        const auto token = find(latest.get(), "/l")->countVotes().token;
        QTRY_COMPARE_WITH_TIMEOUT(
            latest.get().waits->countFor(Resource("/l")).least, std::size_t{1}, kPatience);
        locker.remove(first);
        QTRY_COMPARE_WITH_TIMEOUT(holderIn(latest, "/l"), std::string("w-2"), kPatience);
        QVERIFY(find(latest.get(), "/l")->countVotes().token != token);
        QTRY_VERIFY_WITH_TIMEOUT(latest.get().waits->countFor(Resource("/l")).isNone(), kPatience);
        locker.remove(second);
        QTRY_VERIFY_WITH_TIMEOUT(find(latest.get(), "/l") == nullptr, kPatience);
    }

    void aServerThatDoesNotAnswerLeavesItsLocksUnknown()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        locker.make("/l");
        const std::string node = locker.take("/l");
        LatestUpdate latest;
        config::Deployment deployment = deploymentOf(server.url());
        deployment.timeout = 300ms;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_COMPARE_WITH_TIMEOUT(holderIn(latest, "/l"), std::string("w-1"), kPatience);
        server.suspend();
        const auto verdict = [&] {
            const LockEntryPtr entry = find(latest.get(), "/l");
            return entry ? entry->countVotes().verdict : Verdict::Free;
        };
        QTRY_COMPARE_WITH_TIMEOUT(verdict(), Verdict::Unknown, kPatience);
        QVERIFY(!latest.master(0).isPushed);
        server.resume();
        QTRY_COMPARE_WITH_TIMEOUT(verdict(), Verdict::Held, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(latest.master(0).isPushed, kPatience);
    }

    void whatHappensWhileTheServerIsAwayIsSeenAfterwards()
    {
        ZooKeeperFixture server;
        LatestUpdate latest;
        std::string lasting;
        {
            Locker locker(server);
            locker.make("/l");
            lasting = locker.make(
                std::string("/l/") + kKazooNode, zookeeper::CreateMode::PersistentSequential);
            Watcher watcher(deploymentOf(server.url()), kClock, kProcesses, latest.handler());
            QTRY_COMPARE_WITH_TIMEOUT(holderIn(latest, "/l"), std::string("w-1"), kPatience);
            // Nothing frees a node that is of no session.
            const LockEntryPtr entry = find(latest.get(), "/l");
            QVERIFY(entry->stale.has(EvidenceKind::NeverExpires));
            QVERIFY(entry->stale.front().isOfNode);
            server.restart();
            QTRY_VERIFY_WITH_TIMEOUT(latest.master(0).isPushed, kPatience);
            QTRY_COMPARE_WITH_TIMEOUT(holderIn(latest, "/l"), std::string("w-1"), kPatience);
            Locker another(server);
            another.remove(lasting);
            QTRY_VERIFY_WITH_TIMEOUT(find(latest.get(), "/l") == nullptr, kPatience);
        }
    }

    void whatAnEnsembleWithoutItsDataHadIsLost()
    {
        ZooKeeperFixture server;
        LatestUpdate latest;
        std::atomic<std::size_t> lost{0};
        Locker locker(server);
        for (const char* const path : {"/a", "/b", "/c", "/d", "/e", "/f", "/l"})
            locker.make(path);
        locker.make(std::string("/l/") + kKazooNode, zookeeper::CreateMode::PersistentSequential);
        Watcher watcher(deploymentOf(server.url()), kClock, kProcesses,
            [&, take = latest.handler()](const BoardUpdate& update) {
                lost += update.lost.size();
                take(update);
            });
        QTRY_COMPARE_WITH_TIMEOUT(holderIn(latest, "/l"), std::string("w-1"), kPatience);
        server.restartEmpty();
        QTRY_VERIFY_WITH_TIMEOUT(find(latest.get(), "/l") == nullptr, 3 * kPatience);
        QCOMPARE(lost.load(), std::size_t(1));
        QVERIFY(latest.master(0).loss);
        QCOMPARE(latest.master(0).loss->cause, LossCause::Restart);
    }

    void onlyWhatThePatternsNameIsRead()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        for (const char* const path : {"/a", "/a/l", "/a/m", "/b", "/b/l"})
            locker.make(path);
        for (const char* const lock : {"/a/l", "/a/m", "/b/l"})
            locker.take(lock);
        config::Deployment deployment = deploymentOf(server.url());
        deployment.patterns = {"/a/l*"};
        const BoardUpdate update = sweepOnce(deployment, kClock, kProcesses);
        QVERIFY(update.isComplete);
        QCOMPARE(update.changed.size(), std::size_t{1});
        QVERIFY(find(update, "/a/l") != nullptr);
        QVERIFY(update.masters[0].keysRead <= 5); // /a and what is below it
        const BoardUpdate below = sweepOnce(deploymentOf(server.url() + "/b"), kClock, kProcesses);
        QCOMPARE(below.changed.size(), std::size_t{1});
        QVERIFY(find(below, "/b/l") != nullptr);
    }

    void oneLockIsReadByItself()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        locker.make("/l");
        locker.take("/l", "w-1");
        locker.take("/l", "w-2");
        const auto deployment = deploymentOf(server.url());
        const auto look = release::readLock(deployment, Resource("/l"), kClock, kProcesses);
        QVERIFY(look.has_value());
        QVERIFY(look->entry != nullptr);
        QCOMPARE(*look->entry->unpackLock().holder.app, std::string("w-1"));
        QCOMPARE(look->waits->countFor(Resource("/l")).least, std::size_t{1});
        const auto none = release::readLock(deployment, Resource("/none"), kClock, kProcesses);
        QVERIFY(none.has_value() && none->isFree(deployment));
    }

    void sessionsThatWaitForEachOtherAreTold()
    {
        ZooKeeperFixture server;
        Locker one(server);
        Locker other(server);
        one.make("/a");
        one.make("/b");
        one.take("/a", "w-1");
        other.take("/b", "w-2");
        LatestUpdate latest;
        std::atomic<bool> isToldAtOnce{false};
        Watcher watcher(deploymentOf(server.url()), kClock, kProcesses,
            [&, take = latest.handler(), isFirst = true](const BoardUpdate& update) mutable {
                if (update.waits->countAll().least == 2 && std::exchange(isFirst, false))
                    isToldAtOnce = !update.waits->deadlocks().empty();
                take(update);
            });
        QTRY_COMPARE_WITH_TIMEOUT(holderIn(latest, "/b"), std::string("w-2"), kPatience);
        one.take("/b", "w-1");
        QTRY_COMPARE_WITH_TIMEOUT(
            latest.get().waits->countFor(Resource("/b")).least, std::size_t{1}, kPatience);
        QVERIFY(latest.get().waits->deadlocks().empty());
        other.take("/a", "w-2");
        QTRY_COMPARE_WITH_TIMEOUT(
            latest.get().waits->deadlocks().size(), std::size_t{1}, kPatience);
        QVERIFY(!isToldAtOnce); // busy programs form circles that end by themselves
        QTRY_VERIFY_WITH_TIMEOUT(
            find(latest.get(), "/a")->stale.has(EvidenceKind::LikelyDeadlock), kPatience);
        QVERIFY(find(latest.get(), "/b")->stale.has(EvidenceKind::LikelyDeadlock));
    }

    /// Threads of one program often wait for what another one of them holds.
    void aSessionThatWaitsForWhatItHoldsIsNoDeadlock()
    {
        ZooKeeperFixture server;
        Locker program(server);
        Locker other(server);
        program.make("/a");
        program.make("/b");
        program.make("/c");
        program.take("/a");
        program.take("/c");
        program.take("/c");
        program.take("/a");
        program.take("/a");
        other.take("/b");
        program.take("/b");
        const auto deployment = deploymentOf(server.url());
        const BoardUpdate update = sweepOnce(deployment, kClock, kProcesses);
        QCOMPARE(update.waits->countAll().least, std::size_t{4});
        QVERIFY(update.waits->deadlocks().empty());
        // Whichever of its waiters comes first, that for the other lock closes the circle.
        other.take("/a");
        QCOMPARE(
            sweepOnce(deployment, kClock, kProcesses).waits->deadlocks().size(), std::size_t{1});
    }

    /// Its thread began to wait before its session had anything.
    void whoQueuedBeforeItsSessionTookALockHoldsNothing()
    {
        ZooKeeperFixture server;
        Locker program(server);
        Locker other(server);
        program.make("/a");
        program.make("/b");
        other.take("/b");
        program.take("/b");
        program.take("/a");
        other.take("/a");
        const BoardUpdate update = sweepOnce(deploymentOf(server.url()), kClock, kProcesses);
        QCOMPARE(update.waits->countAll().least, std::size_t{2});
        QVERIFY(update.waits->deadlocks().empty());
    }

    /// Each leads one, and would lead the other: all work on.
    void whoStandsForElectionIsInNoDeadlock()
    {
        ZooKeeperFixture server;
        Locker one(server);
        Locker other(server);
        one.make("/a");
        one.make("/election-b");
        const auto stand = [](Locker& locker, const std::string& path, const char* node) {
            locker.make(path + node, zookeeper::CreateMode::EphemeralSequential);
        };
        constexpr const char* kLatch = "/_c_ccc69b20-a4c5-4f54-a0ca-b9088c6cb8e3-latch-";
        stand(one, "/a", kLatch);
        other.take("/election-b");
        one.take("/election-b");
        stand(other, "/a", kLatch);
        const BoardUpdate update = sweepOnce(deploymentOf(server.url()), kClock, kProcesses);
        QCOMPARE(update.waits->countAll().least, std::size_t{2});
        QVERIFY(update.waits->deadlocks().empty());
    }

    void aLockIsHeldSinceItWasPassedOn()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        locker.make("/l");
        const std::string first = locker.take("/l", "w-1");
        LatestUpdate latest;
        config::Deployment deployment = deploymentOf(server.url());
        deployment.thresholds.timesUsual = 2;
        WatchOptions options;
        options.usualHold = [](const Resource& /*resource*/) { return 1ms; };
        Watcher watcher(deployment, kClock, kProcesses, latest.handler(), options);
        QTRY_COMPARE_WITH_TIMEOUT(holderIn(latest, "/l"), std::string("w-1"), kPatience);
        // It was there before.
        QVERIFY(!find(latest.get(), "/l")->isHeldSinceExact());
        QVERIFY(find(latest.get(), "/l")->unpackLock().holder.session->queuedAt > WallTime());
        locker.take("/l", "w-2");
        const WallTime passed = kClock.wallNow() - 1ms;
        locker.remove(first);
        QTRY_COMPARE_WITH_TIMEOUT(holderIn(latest, "/l"), std::string("w-2"), kPatience);
        QVERIFY(find(latest.get(), "/l")->packedLock.since() >= passed);
        QTRY_VERIFY_WITH_TIMEOUT(
            find(latest.get(), "/l")->stale.has(EvidenceKind::HeldUnusuallyLong), kPatience);
    }

    void aLockWhoseEndHasPassedLeavesByItself()
    {
        ZooKeeperFixture server;
        LatestUpdate latest;
        Watcher watcher(deploymentOf(server.url()), kClock, kProcesses, latest.handler());
        QTRY_VERIFY_WITH_TIMEOUT(latest.master(0).isPushed, kPatience);
        Locker locker(server);
        locker.make("/shedlock");
        const QDateTime end = QDateTime::currentDateTimeUtc().addSecs(3);
        locker.make("/shedlock/job", zookeeper::CreateMode::Persistent,
            end.toString(Qt::ISODateWithMs).toLatin1().constData());
        const auto isThere = [&] { return find(latest.get(), "/shedlock/job") != nullptr; };
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!isThere(), kPatience);
    }

    void aServerThatIsNotThereIsAFailure()
    {
        const BoardUpdate update = sweepOnce(deploymentOf("zk://127.0.0.1:1"), kClock, kProcesses);
        QVERIFY(!update.isComplete);
        QVERIFY(update.changed.empty());
        QCOMPARE(update.masters[0].link.state, LinkState::Down);
        QCOMPARE(update.masters[0].link.error->kind, ErrorClass::Unreachable);
    }
};

LOCKKEEPER_TEST(NodeWatchTest)

} // namespace lockkeeper::tests::node_watch_test

#include "node_watch_test.moc"
