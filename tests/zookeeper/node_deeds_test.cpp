// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/formats/matchers.h"
#include "core/observe/zookeeper/recipes.h"
#include "core/release/execute.h"
#include "core/release/lock_snapshot.h"
#include "core/release/store_deeds.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"
#include "tests/zookeeper/locker.h"

#include <barrier>
#include <random>
#include <thread>

namespace lockkeeper::tests::node_deeds_test {

using namespace release;
using zookeeper::CreateMode;

namespace {

const SystemClock kClock;
const test::NoProcesses kProcesses;
constexpr int kPatience = 20'000;
/// What Curator would call the nodes of a mutex.
constexpr const char* kCuratorNode = "_c_6f05ef0b-9d0c-4a67-a24f-3c35b0a5fd8c-lock-";
/// The disk is not what is tried.
const std::vector<std::string> kFast{"forceSync=no"};

/// LOCKKEEPER_RACES=10000 makes a long run of it, with QTEST_FUNCTION_TIMEOUT=7200000.
int races()
{
    const QByteArray given = qgetenv("LOCKKEEPER_RACES");
    return given.isEmpty() ? 500 : given.toInt();
}

LockSnapshot lookAt(const ZooKeeperFixture& server, const char* lock)
{
    return readLock(deploymentOf(server.url()), Resource(lock), kClock, kProcesses).value();
}

/// The plan to free the only holder.
Plan planFor(const ZooKeeperFixture& server, const char* lock)
{
    const LockSnapshot look = lookAt(server, lock);
    const auto token = look.entry->countVotes().token.value();
    return planRelease(deploymentOf(server.url()), *look.entry, token).value();
}

/// A plan for a node, as if it had been seen.
Plan planOf(const std::string& path, std::int64_t czxid)
{
    Plan plan{.resource = Resource(path),
        .type = observe::ValueType::Node,
        .token = observe::fingerprintOfPart(path)};
    plan.store = "zk";
    plan.node = PlannedNode{.id = {path, czxid, 0}};
    return plan;
}

/// Lets two threads meet at random distances from each other.
class Meeting {
public:
    /// Returns after a pause of up to `most`, once the other has called it.
    void arrive(std::mt19937& random, std::chrono::microseconds most)
    {
        m_barrier.arrive_and_wait();
        const auto end = std::chrono::steady_clock::now()
            + std::chrono::microseconds(
                std::uniform_int_distribution<>(0, static_cast<int>(most.count()))(random));
        while (std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
    }

private:
    std::barrier<> m_barrier{2};
};

/// What became of the next holder of a name in a race with a release of the former one.
struct Races {
    int deleted = 0; ///< its node was deleted: the wrong one
    int overwritten = 0; ///< its node has the data of the former one
    int freed = 0; ///< the former one was freed by the release
    int late = 0; ///< the release came after the change
};

/// Each race: A holds /leader and gives it up, B takes it; meanwhile `release(czxid of A)`.
template <class Release> Races raceForName(const ZooKeeperFixture& server, Release release)
{
    Locker locker(server);
    Races told;
    Meeting meeting;
    std::int64_t seen = 0;
    bool isReleased = false;
    std::barrier<> end(2);
    std::jthread operatorThread([&] {
        std::mt19937 random(1);
        for (int race = 0; race < races(); ++race) {
            meeting.arrive(random, 200us);
            isReleased = release(seen);
            end.arrive_and_wait();
        }
    });
    std::mt19937 random(2);
    for (int race = 0; race < races(); ++race) {
        locker.make("/leader", CreateMode::Ephemeral, "A");
        seen = locker.read("/leader")->stat.czxid;
        meeting.arrive(random, 5000us); // a release asks five times
        locker.tryRemove("/leader");
        locker.make("/leader", CreateMode::Ephemeral, "B");
        end.arrive_and_wait();
        const auto left = locker.read("/leader");
        told.freed += isReleased && left ? 1 : 0;
        told.late += isReleased ? 0 : 1;
        told.deleted += left ? 0 : 1;
        told.overwritten += left && left->data != "B" ? 1 : 0;
        if (left)
            locker.remove("/leader");
    }
    return told;
}

} // namespace

/// Frees locks in real ensembles.
class NodeDeedsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!isZooKeeperInstalled())
            QSKIP(kNoZooKeeper);
    }

    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_journal = Journal::open(
            std::filesystem::path(m_directory->path().toStdString()) / "journal.jsonl", kClock)
                        .value();
    }

    void theHolderOfKazooIsFreedAndTheNextGetsIt()
    {
        if (!isKazooInstalled())
            QSKIP(kNoKazoo);
        ZooKeeperFixture server;
        KazooActor lock(server, {"lock", "/locks/orders", "w-1", "w-2"});
        const Plan plan = planFor(server, "/locks/orders");
        QCOMPARE(*plan.holder.app, std::string("w-1"));
        const auto report
            = execute(deploymentOf(server.url()), plan, "its pod is gone", *m_journal, kClock);
        QCOMPARE(report->outcomes.front().result, MasterResult::Released);
        QVERIFY(report->isQuorumFreed);
        QTRY_VERIFY_WITH_TIMEOUT(
            lookAt(server, "/locks/orders").entry->unpackLock().holder.app == "w-2", kPatience);
        // What was freed once is not the next holder's.
        const auto again = execute(deploymentOf(server.url()), plan, "again", *m_journal, kClock);
        QCOMPARE(again->outcomes.front().result, MasterResult::AlreadyGone);
        QCOMPARE(
            *lookAt(server, "/locks/orders").entry->unpackLock().holder.app, std::string("w-2"));
    }

    /// Its name is that of the next holder's node, too, and so is its version.
    void theNextHolderOfANameIsLeftAlone()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        locker.make("/app");
        locker.make("/app/lock", CreateMode::Ephemeral, "A");
        const Plan plan = planFor(server, "/app/lock");
        locker.remove("/app/lock");
        locker.make("/app/lock", CreateMode::Ephemeral, "B");
        const auto report = execute(deploymentOf(server.url()), plan, "stuck", *m_journal, kClock);
        QVERIFY(report->hasHolderChanged);
        QCOMPARE(report->outcomes.front().result, MasterResult::AnotherHolder);
        QCOMPARE(locker.read("/app/lock")->data, std::string("B"));
        QCOMPARE(locker.read("/app/lock")->stat.version, 0);
        const auto freed = execute(
            deploymentOf(server.url()), planFor(server, "/app/lock"), "stuck", *m_journal, kClock);
        QCOMPARE(freed->outcomes.front().result, MasterResult::Released);
        QVERIFY(!locker.read("/app/lock"));
    }

    void oneOfSeveralHoldersIsFreed()
    {
        if (!isKazooInstalled())
            QSKIP(kNoKazoo);
        ZooKeeperFixture server;
        KazooActor readers(server, {"read", "/locks/report", "r-1", "r-2"});
        const LockSnapshot look = lookAt(server, "/locks/report");
        const auto token = look.entry->countVotes().token.value();
        const auto deployment = deploymentOf(server.url());
        QCOMPARE(planRelease(deployment, *look.entry, token).error().kind, ErrorClass::Unsupported);
        const auto holders = look.entry->members();
        QCOMPARE(holders.size(), std::size_t{2});
        const auto plan = planHolder(deployment, *look.entry, *holders.front().member);
        const auto report = execute(deployment, *plan, "gone", *m_journal, kClock);
        QCOMPARE(report->outcomes.front().result, MasterResult::Released);
        const auto left = lookAt(server, "/locks/report").entry->unpackLock().holders;
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(*left.front().app, *holders.back().app);
    }

    void whoWaitsIsDroppedAndWhoHasTheLockIsNot()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        locker.make("/l");
        const std::string first = locker.take("/l", "w-1");
        const std::string second = locker.take("/l", "w-2");
        const std::string third = locker.take("/l", "w-3");
        const auto planToDrop = [&](const char* name) {
            const LockSnapshot look = lookAt(server, "/l");
            for (const observe::Waiter& waiter : look.waits->waiters()) {
                if (*waiter.queued->holder.app == name)
                    return planWaiter(deploymentOf(server.url()), *look.entry, *look.waits, waiter)
                        .value();
            }
            qFatal("nobody waits");
        };
        const Plan dropThird = planToDrop("w-3");
        QCOMPARE(dropThird.node->behind, second);
        const Plan dropSecond = planToDrop("w-2");
        QCOMPARE(dropSecond.node->behind, first);
        const auto done = [&](const Plan& plan) {
            return execute(deploymentOf(server.url()), plan, "stuck", *m_journal, kClock)
                ->outcomes.front()
                .result;
        };
        QCOMPARE(done(dropThird), MasterResult::Released);
        QVERIFY(!locker.read(third));
        locker.remove(first); // now it holds
        QCOMPARE(done(dropSecond), MasterResult::AnotherHolder);
        QVERIFY(locker.read(second));
    }

    /// The first in the queue of a semaphore looks for a place already.
    void whoComesNextToASemaphoreIsNotDropped()
    {
        if (!isKazooInstalled())
            QSKIP(kNoKazoo);
        ZooKeeperFixture server;
        KazooActor semaphore(server, {"semaphore", "/permits", "s-1", "s-2", "s-3", "s-4"});
        const LockSnapshot look = lookAt(server, "/permits");
        const auto& waiting = look.waits->waitersFor(Resource("/permits"));
        QCOMPARE(waiting.size(), std::size_t{2});
        const auto planToDrop = [&](std::size_t index) {
            return planWaiter(deploymentOf(server.url()), *look.entry, *look.waits,
                look.waits->waiters()[waiting[index]]);
        };
        QCOMPARE(planToDrop(0).error().kind, ErrorClass::Unsupported);
        QVERIFY(planToDrop(1).has_value());
    }

    /// Their library never deletes the node, and takes the lock by writing its version.
    void aLockOfShedLockGetsATimeThatIsOver()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        locker.make("/shedlock");
        locker.make("/shedlock/nightly", CreateMode::Persistent, "2126-11-29T12:00:00Z");
        const auto deployment = deploymentOf(server.url());
        const Plan plan = planFor(server, "/shedlock/nightly");
        // Meanwhile the next one has taken it.
        locker.write("/shedlock/nightly", "2127-11-29T12:00:00Z");
        const auto late = execute(deployment, plan, "stuck", *m_journal, kClock);
        QCOMPARE(late->outcomes.front().result, MasterResult::AnotherHolder);
        QCOMPARE(locker.read("/shedlock/nightly")->data, std::string("2127-11-29T12:00:00Z"));
        const auto report = execute(
            deployment, planFor(server, "/shedlock/nightly"), "stuck", *m_journal, kClock);
        QCOMPARE(report->outcomes.front().result, MasterResult::Released);
        QCOMPARE(locker.read("/shedlock/nightly")->data, std::string(observe::kPast));
        QVERIFY(lookAt(server, "/shedlock/nightly").isFree(deployment));
    }

    void aLeaseOfKazooIsFreed()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        locker.make("/hourly");
        locker.make("/hourly/lease_holder", CreateMode::Persistent,
            R"({"version": 1, "holder": "web-3", "end": "2126-11-29T12:00:00"})");
        const auto report = execute(deploymentOf(server.url()),
            planFor(server, "/hourly/lease_holder"), "stuck", *m_journal, kClock);
        QCOMPARE(report->outcomes.front().result, MasterResult::Released);
        QVERIFY(!locker.read("/hourly/lease_holder"));
    }

    void curatorIsAskedByItsOwnWord()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        locker.make("/l");
        const std::string node
            = locker.make(std::string("/l/") + kCuratorNode, CreateMode::EphemeralSequential, "");
        const LockSnapshot look = lookAt(server, "/l");
        const auto plan = planAsk(deploymentOf(server.url()), *look.entry,
            look.entry->countVotes().token.value(), {.by = "me"});
        const auto ask = [&] {
            return execute(deploymentOf(server.url()), *plan, "", *m_journal, kClock)
                ->outcomes.front()
                .result;
        };
        QCOMPARE(ask(), MasterResult::Asked);
        QCOMPARE(locker.read(node)->data, std::string(zookeeper::kCuratorAsk));
        QCOMPARE(ask(), MasterResult::AskedAlready);
        // One with data would not hear.
        locker.make("/m");
        locker.make(std::string("/m/") + kCuratorNode, CreateMode::EphemeralSequential, "10.1.1.2");
        const LockSnapshot deaf = lookAt(server, "/m");
        QCOMPARE(planAsk(deploymentOf(server.url()), *deaf.entry,
                     deaf.entry->countVotes().token.value(), {.by = "me"})
                     .error()
                     .kind,
            ErrorClass::Unsupported);
    }

    void aHolderOfOursIsAskedAndKeepsItsName()
    {
        const std::string own = "lk1:web-3:4711:billing:1750000000000:p0123-77:k:";
        ZooKeeperFixture server;
        Locker locker(server);
        locker.make("/l");
        const std::string node = locker.make(
            std::string("/l/") + kCuratorNode, CreateMode::EphemeralSequential, own.c_str());
        const LockSnapshot look = lookAt(server, "/l");
        const auto plan = planAsk(deploymentOf(server.url()), *look.entry,
            look.entry->countVotes().token.value(), {.by = "me"});
        QCOMPARE(execute(deploymentOf(server.url()), *plan, "", *m_journal, kClock)
                     ->outcomes.front()
                     .result,
            MasterResult::Asked);
        QCOMPARE(locker.read(node)->data, "__REVOKE__" + own);
        const observe::Holder holder = lookAt(server, "/l").entry->unpackLock().holder;
        QCOMPARE(holder.host.value(), std::string("web-3"));
        QVERIFY(holder.hearsAsks);
    }

    void aServerThatIsGoneLeavesTheOutcomeOpenAndFinishEndsIt()
    {
        ZooKeeperFixture server;
        auto holder = std::make_unique<Locker>(server);
        holder->make("/l");
        holder->take("/l", "w-1");
        const auto deployment = deploymentOf(server.url());
        const Plan plan = planFor(server, "/l");
        server.suspend();
        const auto report = execute(deployment, plan, "stuck", *m_journal, kClock);
        QCOMPARE(report->outcomes.front().result, MasterResult::Unreachable);
        QVERIFY(!report->isQuorumFreed);
        server.resume();
        const auto finished = finish(deployment, plan, *report, "stuck", *m_journal, kClock);
        QVERIFY(finished->isQuorumFreed);
        QVERIFY(lookAt(server, "/l").isFree(deployment));
    }

    void aReadOnlyDeploymentIsLeftAlone()
    {
        ZooKeeperFixture server;
        Locker locker(server);
        locker.make("/l");
        const std::string node = locker.take("/l");
        auto deployment = deploymentOf(server.url());
        const Plan plan = planFor(server, "/l");
        deployment.isReadOnly = true;
        QCOMPARE(execute(deployment, plan, "stuck", *m_journal, kClock).error().kind,
            ErrorClass::InvalidArgument);
        QVERIFY(locker.read(node));
    }

    void noReleaseHitsTheNextHolderOfAName()
    {
        ZooKeeperFixture server(kFast);
        EventLoop loop;
        const auto deeds = storeKind("zk")->open(loop, deploymentOf(server.url()), {});
        const Races told = raceForName(server, [&](std::int64_t czxid) {
            return deeds->carryOut(planOf("/leader", czxid)).result == MasterResult::Released;
        });
        qInfo("%d races: %d freed the one meant, %d came too late, %d hit the next holder's node, "
              "%d left it with the former one's data",
            races(), told.freed, told.late, told.deleted, told.overwritten);
        QCOMPARE(told.deleted, 0);
        QCOMPARE(told.overwritten, 0);
        QVERIFY(told.freed > 0);
        QVERIFY(told.late > 0);
    }

    /// Why the races above are no formality.
    void theVersionAloneDoesNotTellTheNextHolder()
    {
        ZooKeeperFixture server(kFast);
        ZooKeeperClient client(
            {.servers = {server.server()}, .master = MasterId("a"), .access = redis::Access::Full});
        QVERIFY(client.reaches(redis::LinkState::Up));
        Locker locker(server);
        locker.make("/leader", CreateMode::Ephemeral, "A");
        const int seen = locker.read("/leader")->stat.version;
        locker.remove("/leader");
        locker.make("/leader", CreateMode::Ephemeral, "B");
        const auto removed = client.ask<bool>([seen](zookeeper::Client& asked, auto handler) {
            asked.remove("/leader", seen, std::move(handler));
        });
        QVERIFY(removed.has_value() && *removed);
    }

    /// Who waits and gets the lock in the same moment keeps it.
    void noDropHitsWhoHasGotTheLock()
    {
        ZooKeeperFixture server(kFast);
        EventLoop loop;
        const auto deeds = storeKind("zk")->open(loop, deploymentOf(server.url()), {});
        Locker locker(server);
        locker.make("/l");
        Meeting meeting;
        Plan plan = planOf("/l", 0);
        MasterResult result{};
        std::barrier<> end(2);
        std::jthread operatorThread([&] {
            std::mt19937 random(1);
            for (int race = 0; race < races(); ++race) {
                meeting.arrive(random, 200us);
                result = deeds->carryOut(plan).result;
                end.arrive_and_wait();
            }
        });
        std::mt19937 random(2);
        int dropped = 0;
        int kept = 0;
        int wrong = 0;
        for (int race = 0; race < races(); ++race) {
            const std::string first = locker.take("/l");
            const std::string second = locker.take("/l");
            plan.node = PlannedNode{.id = {second, locker.read(second)->stat.czxid, 0},
                .behind = first,
                .isWaiting = true};
            meeting.arrive(random, 3000us);
            locker.remove(first);
            const bool isThere = locker.read(second).has_value();
            end.arrive_and_wait();
            const bool isLeft = locker.read(second).has_value();
            dropped += result == MasterResult::Released ? 1 : 0;
            kept += result == MasterResult::AnotherHolder ? 1 : 0;
            // Once it was first it stays.
            wrong += isThere != isLeft || isLeft == (result == MasterResult::Released) ? 1 : 0;
            if (isLeft)
                locker.remove(second);
        }
        qInfo("%d races: %d dropped while they waited, %d kept what they had got", races(), dropped,
            kept);
        QCOMPARE(wrong, 0);
        QVERIFY(dropped > 0);
        QVERIFY(kept > 0);
    }

private:
    std::unique_ptr<QTemporaryDir> m_directory;
    std::optional<Journal> m_journal;
};

LOCKKEEPER_TEST(NodeDeedsTest)

} // namespace lockkeeper::tests::node_deeds_test

#include "node_deeds_test.moc"
