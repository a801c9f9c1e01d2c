// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "ui/bridge/deployment_bridge.h"
#include "ui/models/locks/lock_table.h"

namespace lockkeeper::tests::deployment_bridge_test {

using namespace lockkeeper::ui;

namespace {

const observe::LocalProcessProbe kProcesses;
const std::string kToken = "lk1:elsewhere:812:api:1750000000000:" + std::string(40, 'a');

config::Deployment quick(const RedisServerFixture& servers)
{
    config::Deployment deployment = servers.deployment();
    deployment.interval = 100ms;
    return deployment;
}

} // namespace

class DeploymentBridgeTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsWatchedBeforeTheStart()
    {
        const RedisServerFixture servers;
        DeploymentBridge bridge(quick(servers), kClock, kProcesses);
        bridge.refresh();
        QCOMPARE(bridge.deployment().masters.size(), 1U);
    }

    void updatesArriveOnTheReceiversThread()
    {
        RedisServerFixture servers{{.count = 3}};
        servers.commandAll({"SET", "orders:42", kToken, "PX", "60000"});
        DeploymentBridge bridge(quick(servers), kClock, kProcesses);
        const QThread* thread = nullptr;
        BoardUpdatePtr latest;
        connect(&bridge, &DeploymentBridge::updated, this, [&](const BoardUpdatePtr& update) {
            thread = QThread::currentThread();
            latest = update;
        });
        bridge.start();
        QTRY_VERIFY(latest && !latest->changed.empty());
        QCOMPARE(thread, QThread::currentThread());
        QCOMPARE(latest->changed.front()->resource, Resource("orders:42"));
    }

    void tableFollowsTheMasters()
    {
        RedisServerFixture servers{{.count = 3}};
        DeploymentBridge bridge(quick(servers), kClock, kProcesses);
        LockStore model(kClock);
        LockTable table(model);
        const QAbstractItemModelTester tester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        connect(&bridge, &DeploymentBridge::updated, &model,
            [&model](const BoardUpdatePtr& update) { model.apply(*update); });
        bridge.start();
        servers.commandAll({"SET", "orders:42", kToken, "PX", "60000"});
        QTRY_COMPARE(model.lockCount(), 1);
        servers.commandAll({"DEL", "orders:42"});
        QTRY_COMPARE(model.lockCount(), 0);
        QCOMPARE(static_cast<Change>(table.index(0, 0).data(ChangeRole).toInt()), Change::Gone);
    }

    void refreshSweepsAtOnce()
    {
        RedisServerFixture servers;
        config::Deployment deployment = servers.deployment();
        deployment.interval = 1h;
        DeploymentBridge bridge(deployment, kClock, kProcesses);
        bool hasSeen = false;
        connect(&bridge, &DeploymentBridge::updated, this,
            [&](const BoardUpdatePtr& update) { hasSeen = hasSeen || !update->changed.empty(); });
        QSignalSpy updates(&bridge, &DeploymentBridge::updated);
        bridge.start();
        QTRY_VERIFY(updates.count() >= 1);
        servers.command({"SET", "orders:42", kToken, "PX", "60000"});
        bridge.refresh();
        QTRY_VERIFY(hasSeen);
    }

    void aNewHintCountsAtOnce()
    {
        RedisServerFixture servers{{.count = 3}};
        servers.commandAll({"SET", "orders:42", kToken, "PX", "60000"});
        servers.commandAll({"SET", "orders:43:lock", "1", "PX", "60000"});
        servers.kill(2); // a master that does not answer holds up nothing
        DeploymentBridge bridge(quick(servers), kClock, kProcesses);
        LockStore model(kClock);
        connect(&bridge, &DeploymentBridge::updated, &model,
            [&model](const BoardUpdatePtr& update) { model.apply(*update); });
        bridge.start();
        QTRY_COMPARE(model.lockCount(), 2);
        bridge.setFormatHints(
            {{"orders:*:lock", "none"}}, {Resource("orders:42"), Resource("orders:43:lock")});
        QTRY_COMPARE(model.lockCount(), 1);
        QVERIFY(model.presentEntry(Resource("orders:42")));
    }
};

LOCKKEEPER_TEST(DeploymentBridgeTest)

} // namespace lockkeeper::tests::deployment_bridge_test

#include "deployment_bridge_test.moc"
