// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/observe/watcher.h"
#include "core/redis/cluster/key_slot.h"
#include "tests/support/cluster_fixture.h"
#include "tests/support/latest_update.h"
#include "tests/support/test_class.h"

#include <functional>
#include <map>

namespace lockkeeper::tests::cluster_test {

using observe::Verdict;
using redis::LinkState;
using redis::Reply;

namespace {

/// Until a node that was started anew is one of the Cluster again.
constexpr int kComeback = 20'000;
const std::string kToken = "lk1:web-3:812:api:1750000000000:" + std::string(40, 'a');

/// A Cluster as the one voter of a deployment.
class Voter {
public:
    explicit Voter(
        const config::Deployment& deployment, masters::MastersUse use = masters::MastersUse::Vote)
        : m_masters(
            std::make_unique<masters::Masters>(m_loop, deployment, std::string("lk:test"), use))
    { }
    ~Voter() { m_loop.stop(); }

    Result<Reply> ask(const redis::Command& command, std::chrono::milliseconds timeout = 5s)
    {
        return m_loop.await<Result<Reply>>(
            [&](auto handler) { transport().send(command, timeout, std::move(handler)); });
    }
    /// Asks, and calls `then` once the command is on its way.
    Result<Reply> askAnd(const redis::Command& command, const std::function<void()>& then)
    {
        return m_loop.await<Result<Reply>>([&](auto handler) {
            transport().send(command, 5s, std::move(handler));
            m_loop.post(then);
        });
    }
    redis::LinkStatus status()
    {
        return m_loop.call([this] { return transport().status(); });
    }
    std::size_t shards()
    {
        return m_loop.call([this] { return m_masters->cluster(0)->shards().size(); });
    }

private:
    redis::Transport& transport() { return *m_masters->transports().front(); }
    EventLoop m_loop;
    std::unique_ptr<masters::Masters> m_masters;
};

/// A Cluster as the only voter of a deployment that is watched.
class Watched {
public:
    explicit Watched(const ClusterFixture& cluster)
        : m_watcher(deploymentOf(cluster), systemClock(), m_processes, m_latest.handler())
    { }

    /// On that shard's key.
    Verdict verdict(std::size_t shard)
    {
        const auto entry = find(m_latest.get(), ClusterFixture::keyOf(shard).c_str());
        return entry ? entry->countVotes().verdict : Verdict::Free;
    }
    observe::MasterStatus master() { return m_latest.master(0); }

private:
    static config::Deployment deploymentOf(const ClusterFixture& cluster)
    {
        config::Deployment deployment = cluster.deployment({0, 1, 2});
        deployment.interval = 100ms;
        return deployment;
    }

    LatestUpdate m_latest;
    const observe::LocalProcessProbe m_processes;
    observe::Watcher m_watcher;
};

std::string textOf(const Result<Reply>& reply)
{
    return reply ? reply->text : reply.error().text;
}

std::string refusal(const Result<Reply>& reply)
{
    return reply ? "no error" : reply.error().text;
}

} // namespace

class ClusterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_cluster = std::make_unique<ClusterFixture>(); }

    void aKeyGoesToItsShard()
    {
        Voter voter(m_cluster->deployment());
        for (int i = 0; i < 60; ++i)
            QCOMPARE(
                textOf(voter.ask({"SET", "lock:" + std::to_string(i), "v"})), std::string("OK"));
        for (std::size_t i = 0; i < ClusterFixture::kShards; ++i)
            QVERIFY(m_cluster->shard(i).command({"DBSIZE"}).integer > 0);
        QCOMPARE(voter.ask({"DBSIZE"})->integer, std::int64_t(60));
        QCOMPARE(textOf(voter.ask({"GET", "lock:17"})), std::string("v"));
        QCOMPARE(voter.status().state, LinkState::Up);
        QCOMPARE(voter.shards(), ClusterFixture::kShards);
    }

    void oneNodeAsAMasterIsRefused()
    {
        const auto deployment = config::deploymentFromUrls("one node", {m_cluster->url(0)});
        QVERIFY(deployment.has_value());
        const observe::BoardUpdate update
            = observe::sweepOnce(*deployment, systemClock(), observe::LocalProcessProbe());
        QCOMPARE(update.masters.at(0).link.state, LinkState::Refused);
        QVERIFY(
            update.masters[0].link.error->text.find("[[deployment.cluster]]") != std::string::npos);
    }

    void aSweepSeesTheLocksOfAllShards()
    {
        const auto deployment = m_cluster->deployment();
        lock::LockClient client(deployment, lock::Owner::thisProcess("test"), systemClock());
        std::vector<lock::Lease> leases;
        for (std::size_t i = 0; i <= ClusterFixture::kShards; ++i) {
            const std::string key
                = i < ClusterFixture::kShards ? ClusterFixture::keyOf(i) : "lock:{orders}:1";
            auto outcome = client.acquire(
                Resource(key), {.ttl = lock::Ttl::from(30s).value(), .isFenced = true});
            QVERIFY(outcome && std::holds_alternative<lock::Lease>(*outcome));
            leases.push_back(std::get<lock::Lease>(std::move(*outcome)));
            QVERIFY(leases.back().fencingToken().has_value());
        }
        const auto board
            = observe::sweepOnce(deployment, systemClock(), observe::LocalProcessProbe());
        QVERIFY(board.isComplete);
        std::size_t held = 0;
        for (const auto& entry : board.changed)
            held += entry->resource.value().starts_with("lock:") ? 1 : 0;
        QCOMPARE(held, ClusterFixture::kShards + 1);
    }

    void followsASlotThatMoves()
    {
        const std::string key = ClusterFixture::keyOf(0);
        const ClusterFixture::Migration migration{redis::slotOf(key), 0, 2};
        Voter voter(m_cluster->deployment());
        QVERIFY(voter.ask({"GET", key}).has_value());
        // Half way: the old shard says ASK for what it does not have any more.
        m_cluster->beginMigration(migration);
        QCOMPARE(textOf(voter.ask({"SET", key, "v"})), std::string("OK"));
        QCOMPARE(textOf(voter.ask({"GET", key})), std::string("v"));
        QVERIFY(m_cluster->shard(0).command({"GET", key}).text.starts_with("ASK "));
        QCOMPARE(m_cluster->shard(2).command({"DBSIZE"}).integer, std::int64_t(1));
        // Done: it says MOVED.
        m_cluster->endMigration(migration);
        QVERIFY(m_cluster->shard(0).command({"GET", key}).text.starts_with("MOVED "));
        QCOMPARE(textOf(voter.ask({"GET", key})), std::string("v"));
        QCOMPARE(textOf(voter.ask({"EVAL", "return redis.call('get', KEYS[1])", "1", key})),
            std::string("v"));
    }

    void aNodeThatNobodyNamedIsFound()
    {
        const std::string key = ClusterFixture::keyOf(2);
        Voter voter(m_cluster->deployment({1}));
        QCOMPARE(textOf(voter.ask({"SET", key, "v"})), std::string("OK"));
        QCOMPARE(m_cluster->shard(2).command({"GET", key}).text, std::string("v"));
    }

    void aDeadSeedIsNoReasonToWait()
    {
        m_cluster->shard(0).kill(0);
        Voter voter(m_cluster->deployment({0, 1}));
        const std::string key = ClusterFixture::keyOf(1);
        QCOMPARE(textOf(voter.ask({"SET", key, "v"})), std::string("OK"));
    }

    void aDeadShardTakesItsOwnKeysAlong()
    {
        Voter voter(m_cluster->deployment({0, 1, 2}));
        QTRY_COMPARE(voter.status().state, LinkState::Up);
        m_cluster->shard(2).kill(0);
        QTRY_VERIFY(voter.status().state != LinkState::Up);
        const std::string place = "shard " + m_cluster->url(2).substr(8);
        QVERIFY2(voter.status().error->text.starts_with(place), voter.status().error->text.c_str());
        const std::string refused = refusal(voter.ask({"GET", ClusterFixture::keyOf(2)}));
        QVERIFY2(refused.starts_with(place), refused.c_str());
        QVERIFY(!voter.ask({"PING"}).has_value());
        QVERIFY(voter.ask({"GET", ClusterFixture::keyOf(0)}).has_value());
    }

    void aShardThatDiesWithACommandIsNamed()
    {
        const std::string key = ClusterFixture::keyOf(1);
        Voter voter(m_cluster->deployment());
        QVERIFY(voter.ask({"SET", key, "v"}).has_value());
        m_cluster->shard(1).suspend(0);
        const auto reply = voter.askAnd({"GET", key}, [this] { m_cluster->shard(1).kill(0); });
        QCOMPARE(reply.error().kind, ErrorClass::ConnectionLost);
        QVERIFY(reply.error().text.starts_with("shard " + m_cluster->url(1).substr(8)));
    }

    void aCommandDoesNotWaitLongerForTheShardsThanItMay()
    {
        m_cluster->shard(0).suspend(0);
        Voter voter(m_cluster->deployment());
        QCOMPARE(voter.status().state, LinkState::Connecting);
        QCOMPARE(voter.shards(), std::size_t(0));
        const std::string key = ClusterFixture::keyOf(1);
        const auto late = voter.ask({"SET", key, "late"}, 20ms);
        QCOMPARE(late.error().kind, ErrorClass::Unreachable);
        QCOMPARE(late.error().text, std::string("the Cluster's shards are not known yet"));
        m_cluster->shard(0).resume(0);
        QTRY_VERIFY_WITH_TIMEOUT(voter.ask({"GET", key}).has_value(), kComeback);
        QVERIFY(voter.ask({"GET", key})->isNil()); // nor was it sent later
    }

    void ofSeveralDeadShardsOneIsNamedAndTheOthersAreCounted()
    {
        lockAllShards();
        Watched watched(*m_cluster);
        QTRY_VERIFY(watched.master().isSweepComplete);
        m_cluster->shard(1).kill(0);
        m_cluster->shard(2).kill(0);
        QTRY_VERIFY(watched.master().link.outage.has_value()
            && watched.master().link.outage->text.ends_with(" (1 more)"));
        QCOMPARE(watched.master().link.state, LinkState::Up);
        QCOMPARE(watched.verdict(0), Verdict::Held);
    }

    /// The keys of a shard that was left out must not look as if they were gone.
    void aScanThatLeftOutAShardForAMomentDoesNotEndAsWhole()
    {
        Voter watcher(m_cluster->deployment(), masters::MastersUse::Watch);
        QTRY_VERIFY(watcher.status().state == LinkState::Up && !watcher.status().outage);
        const std::size_t second = secondByPort();
        m_cluster->shard(second).kill(0);
        QTRY_VERIFY(watcher.status().outage.has_value());
        std::string cursor = "0";
        const auto next = [&] {
            const auto reply = watcher.ask({"SCAN", cursor});
            cursor = reply ? reply->elements[0].text : refusal(reply);
            return reply.has_value();
        };
        do {
            QVERIFY(next() && cursor != "0");
        } while (!cursor.ends_with('!'));
        const std::string place = cursor;
        while (cursor != "0")
            QVERIFY(next()); // whoever watches knows of the outage
        m_cluster->shard(second).restart(0);
        QTRY_VERIFY_WITH_TIMEOUT(
            watcher.status().state == LinkState::Up && !watcher.status().outage, kComeback);
        cursor = place;
        while (next())
            QVERIFY(cursor != "0");
        QCOMPARE(cursor,
            std::string("a shard of the Cluster did not answer during a SCAN; "
                        "begin again"));
    }

    void aWatchedDeadShardTakesOnlyItsOwnKeysAlong()
    {
        lockAllShards();
        Watched watched(*m_cluster);
        QTRY_VERIFY(watched.master().isSweepComplete);
        QTRY_COMPARE(watched.verdict(2), Verdict::Held);
        m_cluster->shard(1).kill(0);
        QTRY_COMPARE(watched.verdict(1), Verdict::Unknown);
        const std::string place = "shard " + m_cluster->url(1).substr(8) + ": ";
        // Until it is known to be down, another shard may name what it lacks.
        QTRY_VERIFY(watched.master().sweepError.has_value()
            && watched.master().sweepError->text.starts_with(place));
        QVERIFY(!watched.master().isSweepComplete);
        QCOMPARE(watched.master().link.state, LinkState::Up);
        QCOMPARE(watched.verdict(0), Verdict::Held);
        QCOMPARE(watched.verdict(2), Verdict::Held);
        // The others go on.
        m_cluster->shard(0).command({"DEL", ClusterFixture::keyOf(0)});
        QTRY_COMPARE(watched.verdict(0), Verdict::Free);
        QCOMPARE(watched.verdict(1), Verdict::Unknown);
        lock(0);
        QTRY_COMPARE(watched.verdict(0), Verdict::Held);
        // It comes back without what it stored.
        m_cluster->shard(1).restart(0);
        QTRY_VERIFY_WITH_TIMEOUT(watched.master().isSweepComplete, kComeback);
        QTRY_COMPARE(watched.verdict(1), Verdict::Free);
        QCOMPARE(watched.verdict(2), Verdict::Held);
        QVERIFY(!watched.master().sweepError.has_value());
    }

    void whatAStoppedShardStoresIsHeldAgainWhenItGoesOn()
    {
        lockAllShards();
        Watched watched(*m_cluster);
        QTRY_COMPARE(watched.verdict(0), Verdict::Held);
        m_cluster->shard(0).suspend(0);
        QTRY_COMPARE(watched.verdict(0), Verdict::Unknown);
        QTRY_VERIFY(watched.master().sweepError.has_value());
        QCOMPARE(watched.verdict(1), Verdict::Held);
        m_cluster->shard(0).resume(0);
        QTRY_VERIFY_WITH_TIMEOUT(watched.master().isSweepComplete, kComeback);
        QTRY_COMPARE(watched.verdict(0), Verdict::Held);
    }

    void nothingIsFreeThatWasNotSeenSinceAllShardsWereDown()
    {
        lockAllShards();
        Watched watched(*m_cluster);
        QTRY_VERIFY(watched.master().isSweepComplete);
        for (std::size_t i = 0; i < ClusterFixture::kShards; ++i)
            m_cluster->shard(i).kill(0);
        for (std::size_t i = 0; i < ClusterFixture::kShards; ++i)
            QTRY_COMPARE(watched.verdict(i), Verdict::Unknown);
        m_cluster->shard(0).restart(0);
        m_cluster->shard(2).restart(0);
        QTRY_COMPARE_WITH_TIMEOUT(watched.master().link.state, LinkState::Up, kComeback);
        QTRY_VERIFY(watched.master().sweepError.has_value());
        QCOMPARE(watched.verdict(1), Verdict::Unknown);
        m_cluster->shard(1).restart(0);
        QTRY_VERIFY_WITH_TIMEOUT(watched.master().isSweepComplete, kComeback);
        for (std::size_t i = 0; i < ClusterFixture::kShards; ++i)
            QTRY_COMPARE(watched.verdict(i), Verdict::Free);
    }

    void asOneOfSeveralVotersItLacksNoShard()
    {
        RedisServerFixture server;
        config::Deployment deployment = m_cluster->deployment({0, 1, 2});
        deployment.masters.push_back(server.deployment().masters.front());
        deployment.masters.back().id = MasterId("b");
        m_cluster->shard(1).kill(0);
        const auto board
            = observe::sweepOnce(deployment, systemClock(), observe::LocalProcessProbe());
        QVERIFY(board.masters.at(0).link.state != LinkState::Up);
        QVERIFY(!board.masters.at(0).isSweepComplete);
        QVERIFY(board.masters.at(1).isSweepComplete);
    }

    void aLookSeesTheShardsThatAnswer()
    {
        lockAllShards();
        m_cluster->shard(0).kill(0);
        const auto board = observe::sweepOnce(
            m_cluster->deployment({0, 1, 2}), systemClock(), observe::LocalProcessProbe());
        QVERIFY(!board.isComplete);
        QVERIFY(board.masters.at(0).sweepError.has_value());
        QCOMPARE(board.changed.size(), ClusterFixture::kShards - 1);
    }

    void givesUpOnNodesThatSendItInCircles()
    {
        const std::string key = ClusterFixture::keyOf(0);
        Voter voter(m_cluster->deployment());
        QVERIFY(voter.ask({"GET", key}).has_value());
        m_cluster->assign(1, redis::slotOf(key), 0);
        m_cluster->assign(0, redis::slotOf(key), 1);
        const std::string error = refusal(voter.ask({"GET", key}));
        QVERIFY2(error.starts_with("redirected more than five times"), error.c_str());
    }

    void keysOfTwoSlotsAreRefused()
    {
        Voter voter(m_cluster->deployment());
        const std::string error = refusal(voter.ask(
            {"EVAL", "return 1", "2", ClusterFixture::keyOf(0), ClusterFixture::keyOf(1)}));
        QVERIFY2(error.starts_with("CROSSSLOT"), error.c_str());
        QVERIFY2(refusal(voter.ask({"CLIENT", "LIST"})).find("whole Cluster") != std::string::npos,
            "one shard's answer would pass for all");
        QVERIFY(refusal(voter.ask({"SCAN"})).find("whole Cluster") != std::string::npos);
        const std::string moved = refusal(voter.ask({"SCAN", "7@10.0.0.9:1"}));
        QVERIFY2(moved.ends_with("shards changed during a SCAN; begin again"), moved.c_str());
    }

    void saysThatAServerIsNoCluster()
    {
        RedisServerFixture server({.hasTcp = true});
        config::Deployment deployment = m_cluster->deployment();
        deployment.masters[0].clusterSeeds = {redis::Url::parse(server.tcpUrls()[0]).value()};
        Voter voter(deployment);
        const std::string error = refusal(voter.ask({"GET", "k"}));
        QVERIFY2(error.find("cluster support disabled") != std::string::npos, error.c_str());
        QCOMPARE(voter.status().state, LinkState::Down);
    }

private:
    void lock(std::size_t shard)
    {
        m_cluster->shard(shard).command(
            {"SET", ClusterFixture::keyOf(shard), kToken, "PX", "600000"});
    }
    /// Shards are scanned in the order of their ports.
    [[nodiscard]] std::size_t secondByPort() const
    {
        std::map<unsigned long, std::size_t> shards;
        for (std::size_t i = 0; i < ClusterFixture::kShards; ++i)
            shards[std::stoul(m_cluster->url(i).substr(m_cluster->url(i).rfind(':') + 1))] = i;
        return std::next(shards.begin())->second;
    }
    void lockAllShards()
    {
        for (std::size_t i = 0; i < ClusterFixture::kShards; ++i)
            lock(i);
    }

    std::unique_ptr<ClusterFixture> m_cluster;
};

LOCKKEEPER_TEST(ClusterTest)

} // namespace lockkeeper::tests::cluster_test

#include "cluster_test.moc"
