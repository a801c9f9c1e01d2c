// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/support/zookeeper_fixture.h"
#include "tests/zookeeper/client.h"

namespace lockkeeper::tests::zookeeper_client_test {

using namespace zookeeper;
using redis::LinkState;

namespace {

ClientOptions writingTo(const ZooKeeperFixture& server)
{
    return {.servers = {server.server()}, .master = MasterId("a"), .access = redis::Access::Full};
}

Result<std::string> create(
    ZooKeeperClient& client, const std::string& path, CreateMode mode = CreateMode::Persistent)
{
    return client.ask<std::string>([&](Client& asked, Client::Handler<std::string> handler) {
        asked.create(path, "data", mode, passing(std::move(handler)));
    });
}

Result<std::optional<NodeData>> dataOf(ZooKeeperClient& client, const std::string& path)
{
    return client.ask<std::optional<NodeData>>(
        [&](Client& asked, Client::Handler<std::optional<NodeData>> handler) {
            asked.getData(path, std::move(handler));
        });
}

Result<std::optional<Stat>> setData(
    ZooKeeperClient& client, const std::string& path, std::int32_t version)
{
    return client.ask<std::optional<Stat>>(
        [&](Client& asked, Client::Handler<std::optional<Stat>> handler) {
            asked.setData(path, "more", version, std::move(handler));
        });
}

Result<bool> remove(ZooKeeperClient& client, const std::string& path, std::int32_t version)
{
    return client.ask<bool>([&](Client& asked, Client::Handler<bool> handler) {
        asked.remove(path, version, std::move(handler));
    });
}

Result<void> watch(ZooKeeperClient& client, const std::string& path)
{
    return client.ask<void>([&](Client& asked, Client::Handler<void> handler) {
        asked.addWatch(path, std::move(handler));
    });
}

} // namespace

/// The client against a real server.
class ZooKeeperClientTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!isZooKeeperInstalled())
            QSKIP(kNoZooKeeper);
    }

    void aNodeIsCreatedReadChangedAndDeleted()
    {
        ZooKeeperFixture server;
        ZooKeeperClient client(writingTo(server));
        QVERIFY(client.reaches(LinkState::Up));
        QCOMPARE(create(client, "/a").value(), std::string("/a"));
        const auto node = dataOf(client, "/a");
        QCOMPARE((*node)->data, std::string("data"));
        QCOMPARE((*node)->stat.ephemeralOwner, 0);
        const auto changed = setData(client, "/a", 0);
        QCOMPARE((*changed)->version, 1);
        QCOMPARE((*changed)->czxid, (*node)->stat.czxid);
        QCOMPARE(remove(client, "/a", 0).error().kind, ErrorClass::HolderChanged);
        QCOMPARE(remove(client, "/a", 1).value(), true);
        QVERIFY(!dataOf(client, "/a")->has_value());
        QCOMPARE(remove(client, "/a", 1).value(), false);
        QVERIFY(!setData(client, "/a", 1)->has_value());
    }

    void aTransactionDoesAllOrNothing()
    {
        ZooKeeperFixture server;
        ZooKeeperClient client(writingTo(server));
        QVERIFY(client.reaches(LinkState::Up));
        using Codes = std::vector<std::int32_t>;
        const auto multi = [&client](const std::vector<Operation>& operations) {
            return client
                .ask<Codes>([&](Client& asked, Client::Handler<Codes> handler) {
                    asked.multi(operations, std::move(handler));
                })
                .value();
        };
        const std::vector<Operation> remove{{Opcode::Check, "/first"}, {Opcode::Delete, "/second"}};
        QVERIFY(create(client, "/second").has_value());
        QCOMPARE(multi(remove).at(0), kNoNode);
        QVERIFY(dataOf(client, "/second")->has_value());
        QVERIFY(create(client, "/first").has_value());
        QCOMPARE(multi(remove), (Codes{0, 0}));
        QVERIFY(!dataOf(client, "/second")->has_value());
        QVERIFY(dataOf(client, "/first")->has_value());
        QCOMPARE(multi(remove), (Codes{0, kNoNode}));
        // A node is there for the operations behind it.
        QVERIFY(create(client, "/p").has_value());
        QCOMPARE(
            multi({{Opcode::Create, "/p/n-"}, {Opcode::Delete, "/p/n-0000000000"}}), (Codes{0, 0}));
        QCOMPARE(
            multi({{Opcode::Create, "/p/n-"}, {Opcode::Delete, "/p/n-0000000000"}}).at(1), kNoNode);
        const auto parent = dataOf(client, "/p");
        QCOMPARE((*parent)->stat.creations(), 1);
        QCOMPARE((*parent)->stat.numChildren, 0);
    }

    void whoWaitsForASessionGetsItOrTheReason()
    {
        ZooKeeperFixture server;
        const auto whenReady = [](ZooKeeperClient& client) {
            return client.ask<void>([](Client& asked, Client::Handler<void> handler) {
                asked.whenReady(std::move(handler));
            });
        };
        ZooKeeperClient client(writingTo(server));
        QVERIFY(whenReady(client).has_value());
        QVERIFY(whenReady(client).has_value());
        server.kill();
        ZooKeeperClient other(writingTo(server));
        QCOMPARE(whenReady(other).error().kind, ErrorClass::Unreachable);
    }

    void anEphemeralNodeIsOfItsSessionAndGoesWithIt()
    {
        ZooKeeperFixture server;
        ZooKeeperClient reader(writingTo(server));
        QVERIFY(reader.reaches(LinkState::Up));
        std::string path;
        {
            ZooKeeperClient holder(writingTo(server));
            QVERIFY(holder.reaches(LinkState::Up));
            path = create(holder, "/lock-", CreateMode::EphemeralSequential).value();
            QCOMPARE(path, std::string("/lock-0000000000"));
            QCOMPARE((*dataOf(reader, path))->stat.ephemeralOwner, holder.sessionId());
        }
        // Its end closes the session: nobody waits for a timeout.
        QTRY_VERIFY_WITH_TIMEOUT(!dataOf(reader, path)->has_value(), 3000);
    }

    void onePersistentWatchReportsEverythingBelow()
    {
        ZooKeeperFixture server;
        ZooKeeperClient client(writingTo(server));
        QVERIFY(client.reaches(LinkState::Up));
        QVERIFY(watch(client, "/").has_value());
        QVERIFY(create(client, "/a").has_value());
        QVERIFY(create(client, "/a/b").has_value());
        QVERIFY(remove(client, "/a/b", -1).has_value());
        const std::vector<Event> expected{
            {EventType::Created, "/a"}, {EventType::Created, "/a/b"}, {EventType::Deleted, "/a/b"}};
        QTRY_COMPARE_WITH_TIMEOUT(client.events(), expected, 10'000);
    }

    void aRestartedServerKeepsTheSession()
    {
        ZooKeeperFixture server;
        ClientOptions options = writingTo(server);
        options.sessionTimeout = 20'000ms;
        ZooKeeperClient client(std::move(options));
        QVERIFY(client.reaches(LinkState::Up));
        const std::int64_t session = client.sessionId();
        server.restart();
        QTRY_COMPARE_WITH_TIMEOUT(client.sessions(), 2, 30'000);
        QCOMPARE(client.sessionId(), session);
    }

    void aStoppedServerIsNoticed()
    {
        ZooKeeperFixture server;
        ClientOptions options = writingTo(server);
        options.timeout = 300ms;
        ZooKeeperClient client(std::move(options));
        QVERIFY(client.reaches(LinkState::Up));
        server.suspend();
        const auto node = dataOf(client, "/");
        QVERIFY(!node.has_value());
        QCOMPARE(node.error().kind, ErrorClass::Timeout);
        QVERIFY(client.status().state != LinkState::Up);
        server.resume();
        QVERIFY(client.reaches(LinkState::Up));
    }
};

LOCKKEEPER_TEST(ZooKeeperClientTest)

} // namespace lockkeeper::tests::zookeeper_client_test

#include "zookeeper_client_test.moc"
