// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "tests/support/cluster_fixture.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::masters_access_test {

using masters::MastersUse;
using redis::Command;
using redis::Reply;

namespace {

config::Deployment readOnly(config::Deployment deployment)
{
    deployment.isReadOnly = true;
    return deployment;
}

/// The first master of a deployment, asked from the test's thread.
class FirstMaster {
public:
    FirstMaster(const config::Deployment& deployment, MastersUse use)
        : m_masters(
            std::make_unique<masters::Masters>(m_loop, deployment, std::string("lk:test"), use))
        , m_second(m_masters->connectSecond(0, {}))
    { }
    ~FirstMaster() { m_loop.stop(); }

    Result<Reply> ask(const Command& command)
    {
        return m_loop.await<Result<Reply>>([&](auto handler) {
            m_masters->transports().front()->send(command, 5s, std::move(handler));
        });
    }
    Result<Reply> undo(const Command& command)
    {
        return m_loop.await<Result<Reply>>([&](auto handler) {
            m_masters->transports().front()->sendUndo(command, 5s, std::move(handler));
        });
    }
    Result<Reply> askTogether(const Command& first, const Command& second)
    {
        redis::Pipeline pipeline;
        for (const Command& command : {first, second}) {
            const auto arguments = command.arguments();
            pipeline.add({arguments.at(0), arguments.at(1)});
        }
        return m_loop.await<Result<Reply>>([&](auto handler) {
            auto missing = std::make_shared<int>(2);
            m_masters->transports().front()->sendAll(
                pipeline, 5s, [handler, missing](Result<Reply> reply) {
                    if (--*missing == 0)
                        handler(std::move(reply));
                });
        });
    }
    Result<Reply> askOnTheSecond(const Command& command)
    {
        return m_loop.await<Result<Reply>>(
            [&](auto handler) { m_second->send(command, 5s, std::move(handler)); });
    }

private:
    EventLoop m_loop;
    std::unique_ptr<masters::Masters> m_masters;
    std::unique_ptr<redis::Connection> m_second;
};

/// True if the command was refused before it was sent.
bool isRefused(const Result<Reply>& reply)
{
    return !reply && reply.error().kind == ErrorClass::ReadOnlyDeployment;
}

} // namespace

/// What the connections of a deployment may send.
class MastersAccessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aReadOnlyDeploymentIsOnlyRead_data()
    {
        QTest::addColumn<MastersUse>("use");
        QTest::newRow("watch") << MastersUse::Watch;
        QTest::newRow("release") << MastersUse::Release;
        QTest::newRow("vote") << MastersUse::Vote;
    }
    void aReadOnlyDeploymentIsOnlyRead()
    {
        QFETCH(MastersUse, use);
        RedisServerFixture servers(1, {"SET", "key", "value"});
        FirstMaster master(readOnly(servers.deployment()), use);
        QCOMPARE(master.ask({"GET", "key"}).value().text, std::string("value"));
        QVERIFY(isRefused(master.ask({"DEL", "key"})));
        QVERIFY(isRefused(master.undo({"DEL", "key"})));
        QVERIFY(isRefused(master.askTogether({"GET", "key"}, {"DEL", "key"})));
        QVERIFY(isRefused(master.askOnTheSecond({"EVAL", "return 1", "0"})));
        QCOMPARE(servers.command({"GET", "key"}).text, std::string("value"));
    }

    void watchingNeverChangesAnything()
    {
        RedisServerFixture servers;
        FirstMaster master(servers.deployment(), MastersUse::Watch);
        QVERIFY(isRefused(master.ask({"SET", "key", "value"})));
        QVERIFY(isRefused(master.askOnTheSecond({"SET", "key", "value"})));
        QCOMPARE(servers.command({"EXISTS", "key"}).integer, 0);
    }

    void aWritableDeploymentIsWrittenTo()
    {
        RedisServerFixture servers;
        for (const MastersUse use : {MastersUse::Release, MastersUse::Vote}) {
            FirstMaster master(servers.deployment(), use);
            QVERIFY(master.ask({"SET", "key", "value"}).value().isOk());
            QCOMPARE(master.askOnTheSecond({"DEL", "key"}).value().integer, 1);
        }
    }

    void theShardsOfAClusterAreOnlyReadToo()
    {
        ClusterFixture cluster;
        FirstMaster master(readOnly(cluster.deployment()), MastersUse::Vote);
        QVERIFY(master.ask({"GET", "key"}).has_value());
        QVERIFY(isRefused(master.ask({"SET", "key", "value"})));
    }

    void noLockIsTakenThere()
    {
        RedisServerFixture servers({.count = 3});
        lock::LockClient client(
            readOnly(servers.deployment()), lock::Owner::thisProcess("test"), systemClock());
        const auto outcome
            = client.acquire(Resource("orders:42"), {.ttl = lock::Ttl::from(30s).value()});
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().kind, ErrorClass::ReadOnlyDeployment);
        QVERIFY2(outcome.error().text.find("read-only") != std::string::npos,
            outcome.error().text.c_str());
        QVERIFY(!client.holder(Resource("orders:42")).value());
        for (const Reply& reply : servers.commandAll({"DBSIZE"}))
            QCOMPARE(reply.integer, 0);
    }
};

LOCKKEEPER_TEST(MastersAccessTest)

} // namespace lockkeeper::tests::masters_access_test

#include "masters_access_test.moc"
