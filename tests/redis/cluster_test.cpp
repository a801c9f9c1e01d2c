// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/masters.h"
#include "core/event_loop.h"
#include "core/lock/lock_client.h"
#include "core/observe/watcher.h"
#include "core/redis/key_slot.h"
#include "tests/support/cluster_fixture.h"

#include <QtTest>

using namespace lockkeeper;
using namespace std::chrono_literals;
using redis::LinkState;
using redis::Reply;
using tests::ClusterFixture;

namespace {

/// A Cluster as the one voter of a deployment.
class Voter {
public:
    explicit Voter(const config::Deployment& deployment)
        : m_masters(std::make_unique<config::Masters>(
            m_loop, deployment, std::string("lk:test"), config::MastersUse::Vote))
    { }
    ~Voter() { m_loop.stop(); }

    Result<Reply> ask(const redis::Command& command)
    {
        return m_loop.await<Result<Reply>>(
            [&](auto handler) { transport().send(command, 5s, std::move(handler)); });
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
    std::unique_ptr<config::Masters> m_masters;
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
        QVERIFY(!voter.ask({"GET", ClusterFixture::keyOf(2)}).has_value());
        QVERIFY(!voter.ask({"PING"}).has_value());
        QVERIFY(voter.ask({"GET", ClusterFixture::keyOf(0)}).has_value());
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
    }

    void saysThatAServerIsNoCluster()
    {
        tests::RedisServerFixture server({.hasTcp = true});
        config::Deployment deployment = m_cluster->deployment();
        deployment.masters[0].clusterSeeds = {redis::Url::parse(server.tcpUrls()[0]).value()};
        Voter voter(deployment);
        const std::string error = refusal(voter.ask({"GET", "k"}));
        QVERIFY2(error.find("cluster support disabled") != std::string::npos, error.c_str());
        QCOMPARE(voter.status().state, LinkState::Down);
    }

private:
    std::unique_ptr<ClusterFixture> m_cluster;
};

QTEST_GUILESS_MAIN(ClusterTest)
#include "cluster_test.moc"
