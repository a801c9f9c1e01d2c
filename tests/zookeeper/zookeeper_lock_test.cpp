// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/frame_proxy.h"
#include "core/lock/async.h"
#include "core/lock/node_names.h"
#include "core/lock/zookeeper_client.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "tests/support/zookeeper_fixture.h"
#include "tests/zookeeper/byte_relay.h"
#include "tests/zookeeper/client.h"

#include <asio/io_context.hpp>
#include <asio/use_future.hpp>
#include <future>
#include <sys/wait.h>
#include <unistd.h>

namespace lockkeeper::tests::zookeeper_lock_test {

using namespace lockkeeper::lock;
using lab::FrameProxy;
using zookeeper::Opcode;

namespace {

constexpr const char* kOrders = "/locks/orders";

config::Deployment deploymentAt(std::uint16_t port, const std::string& path = {})
{
    return config::deploymentFromUrls("test", {"zk://127.0.0.1:" + std::to_string(port) + path})
        .value();
}

Owner owner()
{
    return Owner::thisProcess("test");
}

/// The lease of an outcome; fails the test without one.
std::optional<Lease> leaseOf(Result<AcquireOutcome> outcome)
{
    if (!outcome) {
        QTest::qFail(outcome.error().text.c_str(), __FILE__, __LINE__);
        return std::nullopt;
    }
    if (auto* lease = std::get_if<Lease>(&*outcome))
        return std::move(*lease);
    QTest::qFail(std::holds_alternative<Contended>(*outcome) ? "contended" : "no quorum", __FILE__,
        __LINE__);
    return std::nullopt;
}

/// An acquire under way.
class Acquiring {
public:
    Acquiring(lock::ZooKeeperClient& client, const char* name, std::chrono::milliseconds wait)
        : m_outcome(m_promise->get_future())
    {
        client.startAcquire(Resource(name), {.wait = wait, .stop = m_stop.get_token()},
            [promise = m_promise](
                Result<AcquireOutcome> outcome) { promise->set_value(std::move(outcome)); });
    }

    void stop() { m_stop.request_stop(); }
    [[nodiscard]] bool isOver() const
    {
        return m_outcome.wait_for(0s) == std::future_status::ready;
    }
    [[nodiscard]] Result<AcquireOutcome> take() { return m_outcome.get(); }

private:
    std::shared_ptr<std::promise<Result<AcquireOutcome>>> m_promise
        = std::make_shared<std::promise<Result<AcquireOutcome>>>();
    std::future<Result<AcquireOutcome>> m_outcome;
    std::stop_source m_stop;
};

/// An ensemble of three, of which the third reaches the others only through relays. It answers
/// pings of its clients for some seconds after it was cut off, while the others end their sessions.
class EnsembleWithOutpost {
public:
    EnsembleWithOutpost()
    {
        for (std::size_t i = 0; i < 2; ++i)
            m_relays.push_back(std::make_unique<ByteRelay>(m_quorumPorts[i]));
        for (int id = 1; id <= 3; ++id) {
            m_servers.push_back(std::make_unique<ZooKeeperFixture>(settingsOf(id), id));
            if (id == 2) // these two elect their leader
                std::ranges::for_each(m_servers, [](const auto& server) { server->await(); });
        }
        m_servers.back()->await();
    }

    [[nodiscard]] std::uint16_t outpost() const { return m_servers[2]->port(); }
    [[nodiscard]] std::uint16_t home() const { return m_servers[0]->port(); }
    void cutOff()
    {
        for (const auto& relay : m_relays)
            relay->fallSilent();
    }

private:
    std::vector<std::string> settingsOf(int id)
    {
        std::vector<std::string> lines{"initLimit=20", "syncLimit=10"};
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint16_t port = id == 3 && i < 2 ? m_relays[i]->port() : m_quorumPorts[i];
            lines.push_back("server." + std::to_string(i + 1) + "=127.0.0.1:" + std::to_string(port)
                + ":" + std::to_string(m_electionPorts[i]));
        }
        return lines;
    }

    std::array<std::uint16_t, 3> m_quorumPorts{freePort(), freePort(), freePort()};
    std::array<std::uint16_t, 3> m_electionPorts{freePort(), freePort(), freePort()};
    std::vector<std::unique_ptr<ByteRelay>> m_relays;
    std::vector<std::unique_ptr<ZooKeeperFixture>> m_servers;
};

} // namespace

/// Locks in a real ensemble.
class ZookeeperLockTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!isZooKeeperInstalled())
            QSKIP(kNoZooKeeper);
        m_server = std::make_unique<ZooKeeperFixture>();
        m_onlooker = std::make_unique<ZooKeeperClient>(zookeeper::ClientOptions{
            .servers = {m_server->server()}, .access = redis::Access::Full});
        QVERIFY(m_onlooker->reaches(redis::LinkState::Up));
    }
    void cleanupTestCase()
    {
        m_onlooker.reset();
        m_server.reset();
    }

    void anAsioProgramTakesAndFreesIt()
    {
        asio::io_context context;
        const auto client = makeClient();
        auto outcome = asyncAcquire(*client, context.get_executor(), Resource(kOrders),
            QueueOptions{.wait = 10s}, asio::use_future);
        context.run(); // until the outcome
        auto lease = leaseOf(outcome.get());
        QVERIFY(lease && lease->isHeld());
        context.restart();
        auto votes = asyncRelease(*lease, context.get_executor(), asio::use_future);
        context.run();
        QCOMPARE(votes.get().at(0).state, MasterVote::State::Yes);
    }

    void aLeaseIsHeldByANodeThatTellsItsOwner()
    {
        const auto client = makeClient();
        auto lease = leaseOf(client->acquire(kOrders));
        QVERIFY(lease && lease->isHeld());
        QCOMPARE(lease->resource().value(), std::string(kOrders));
        QVERIFY(lease->deadline() > BootClock::now());
        QVERIFY(lease->deadline() < BootClock::now() + 10s);
        QCOMPARE(lease->margin().spare(), std::ptrdiff_t{0});
        QCOMPARE(children().size(), std::size_t{1});
        const auto node = dataOf(kOrders + ("/" + children().front()));
        QCOMPARE(readPlaceText(node.data)->owner, owner());
        QCOMPARE(lease->fencingToken()->value, static_cast<std::uint64_t>(node.stat.czxid));
        QCOMPARE(lease->fingerprint(), fingerprintOfNode(children().front(), node.stat.czxid));
        const auto votes = lease->release();
        QCOMPARE(votes.size(), std::size_t{1});
        QCOMPARE(votes.front().state, MasterVote::State::Yes);
        QVERIFY(!lease->isHeld());
        QVERIFY(children().empty());
    }

    void waitersGetItInTheirOrder()
    {
        const auto holder = makeClient();
        const auto first = makeClient();
        const auto second = makeClient();
        auto held = leaseOf(holder->acquire(kOrders));
        Acquiring one(*first, kOrders, 30s);
        QTRY_COMPARE(children().size(), std::size_t{2});
        Acquiring two(*second, kOrders, 30s);
        QTRY_COMPARE(children().size(), std::size_t{3});
        const auto fence = held->fencingToken();
        held->release();
        auto next = leaseOf(one.take());
        QVERIFY(next->isHeld());
        QVERIFY(next->fencingToken() > fence);
        QVERIFY(!two.isOver());
        next->release();
        QVERIFY(leaseOf(two.take())->isHeld());
    }

    void waitersOfOneClientGetItInTheirOrder()
    {
        const auto client = makeClient();
        auto held = leaseOf(client->acquire(kOrders));
        std::vector<int> order;
        std::mutex mutex;
        std::vector<std::promise<void>> done(3);
        for (int i = 0; i < 3; ++i)
            client->startAcquire(Resource(kOrders), {.wait = 30s}, [&, i](auto outcome) {
                if (outcome && std::holds_alternative<Lease>(*outcome)) {
                    const std::scoped_lock lock(mutex);
                    order.push_back(i);
                }
                done[static_cast<std::size_t>(i)].set_value();
            });
        QTRY_COMPARE(children().size(), std::size_t{4});
        held->release();
        for (auto& one : done)
            one.get_future().wait();
        QCOMPARE(order, (std::vector{0, 1, 2}));
    }

    void whoeverComesTooLateIsToldWhoHasIt()
    {
        const auto holder = makeClient();
        const auto other = makeClient();
        auto held = leaseOf(holder->acquire(kOrders));
        for (const auto wait : {0ms, 50ms}) {
            const auto outcome = other->acquire(kOrders, {.wait = wait});
            const auto* const contended = std::get_if<Contended>(&outcome.value());
            QVERIFY(contended != nullptr && contended->holder);
            QCOMPARE(contended->votes.front().state, MasterVote::State::No);
            QCOMPARE(contended->holder->parts->owner, owner());
            QCOMPARE(contended->holder->fingerprint, std::optional(held->fingerprint()));
            QCOMPARE(children().size(), std::size_t{1});
        }
    }

    void aWaitThatIsStoppedLeavesNoNode()
    {
        const auto holder = makeClient();
        const auto other = makeClient();
        auto held = leaseOf(holder->acquire(kOrders));
        Acquiring waiting(*other, kOrders, 60s);
        QTRY_COMPARE(children().size(), std::size_t{2});
        waiting.stop();
        QVERIFY(std::holds_alternative<Contended>(waiting.take().value()));
        QCOMPARE(children().size(), std::size_t{1});
    }

    void aClientThatEndsLeavesNoNode()
    {
        const auto holder = makeClient();
        auto other = makeClient();
        auto held = leaseOf(holder->acquire(kOrders));
        Acquiring waiting(*other, kOrders, 60s);
        QTRY_COMPARE(children().size(), std::size_t{2});
        other.reset();
        QVERIFY(std::holds_alternative<Contended>(waiting.take().value()));
        QTRY_COMPARE(children().size(), std::size_t{1});
    }

    void aWaiterWhoseNodeIsDeletedQueuesAgain()
    {
        const auto holder = makeClient();
        const auto other = makeClient();
        auto held = leaseOf(holder->acquire(kOrders));
        Acquiring waiting(*other, kOrders, 60s);
        QTRY_COMPARE(children().size(), std::size_t{2});
        QVERIFY(remove(kOrders + ("/" + placesIn(children()).back())).has_value());
        held->release();
        QVERIFY(leaseOf(waiting.take())->isHeld());
    }

    void aDeletedNodeEndsTheLease()
    {
        const auto client = makeClient();
        auto lease = leaseOf(client->acquire(kOrders));
        std::promise<void> lost;
        const std::stop_callback onLost(lease->lost(), [&] { lost.set_value(); });
        QVERIFY(lease->extend(1s).has_value());
        QVERIFY(remove(kOrders + ("/" + children().front())).has_value());
        lost.get_future().wait();
        QVERIFY(!lease->isHeld());
        QCOMPARE(lease->failedVotes().front().error->kind, ErrorClass::LeaseLost);
        QCOMPARE(lease->extend(1s).error().kind, ErrorClass::LeaseLost);
    }

    void aLeaseLastsAsLongAsItsSession()
    {
        const auto client = makeClient();
        auto lease = leaseOf(client->acquire(kOrders));
        QCOMPARE(lease->extend(1h).error().kind, ErrorClass::Unsupported);
        QCOMPARE(lease->extend(Ttl::none()).error().kind, ErrorClass::Unsupported);
        QCOMPARE(lease->extendBy(1s).error().kind, ErrorClass::Unsupported);
        QVERIFY(lease->isHeld());
        const SteadyTime deadline = lease->deadline();
        QTRY_VERIFY_WITH_TIMEOUT(lease->deadline() > deadline, 10'000); // it is renewed
    }

    void aLossIsToldBeforeTheDeadline()
    {
        ZooKeeperFixture server;
        const auto client = makeClient(server.port(), {.timeout = 2s});
        std::promise<SteadyTime> lostAt;
        auto outcome
            = client->acquire(kOrders, {.onLost = [&] { lostAt.set_value(BootClock::now()); }});
        auto lease = leaseOf(std::move(outcome));
        server.suspend();
        const SteadyTime suspendedAt = BootClock::now();
        const SteadyTime told = lostAt.get_future().get();
        QVERIFY(told <= lease->deadline());
        QVERIFY(told < suspendedAt + 2s); // the server can't have ended the session
        QVERIFY(!lease->isHeld());
        QVERIFY(!lease->failedVotes().empty());
        server.resume();
        // The session may live: what nobody holds any more is deleted all the same.
        const auto other = makeClient(server.port());
        QVERIFY(leaseOf(other->acquire(kOrders, {.wait = 20s}))->isHeld());
        QVERIFY(!lease->isHeld());
    }

    void theAnswersOfAServerThatIsCutOffProlongNothing()
    {
        EnsembleWithOutpost ensemble;
        const auto client = makeClient(ensemble.outpost(), {.timeout = 3s});
        std::promise<SteadyTime> lostAt;
        auto lease = leaseOf(client->acquire(
            kOrders, {.wait = 10s, .onLost = [&] { lostAt.set_value(BootClock::now()); }}));
        const auto other = makeClient(ensemble.home(), {.timeout = 3s});
        std::promise<SteadyTime> gotAt;
        other->startAcquire(Resource(kOrders), {.wait = 60s}, [&](auto outcome) {
            const bool isHeld = outcome && std::holds_alternative<Lease>(*outcome);
            gotAt.set_value(isHeld ? BootClock::now() : SteadyTime{});
        });
        ensemble.cutOff();
        const SteadyTime lost = lostAt.get_future().get();
        const SteadyTime got = gotAt.get_future().get();
        QVERIFY(got != SteadyTime{});
        QVERIFY(lost < got);
        QVERIFY(lease->deadline() < got);
    }

    void aRestartedServerEndsNothing()
    {
        ZooKeeperFixture server;
        const auto client = makeClient(server.port(), {.timeout = 10s});
        auto lease = leaseOf(client->acquire(kOrders));
        const SteadyTime deadline = lease->deadline();
        server.restart();
        QTRY_VERIFY_WITH_TIMEOUT(lease->deadline() > deadline + 1s, 20'000);
        QVERIFY(lease->isHeld());
        QVERIFY(lease->extend(1s).has_value());
    }

    void anExpiredSessionEndsItsLeases()
    {
        FrameProxy proxy(m_server->port());
        const auto client = makeClient(proxy.port(), {.timeout = 1s});
        auto lease = leaseOf(client->acquire(kOrders));
        proxy.refuse(true);
        QTRY_VERIFY_WITH_TIMEOUT(!lease->isHeld(), 10'000);
        QVERIFY(lease->lost().stop_requested());
        QTRY_VERIFY_WITH_TIMEOUT(children().empty(), 10'000);
        proxy.refuse(false);
        // It begins anew, and what it held before is another's.
        auto next = leaseOf(client->acquire(kOrders, {.wait = 10s}));
        QVERIFY(next->isHeld());
        QVERIFY(!lease->isHeld());
        lease.reset();
        QVERIFY(next->isHeld());
        QCOMPARE(children().size(), std::size_t{1});
    }

    void aNodeWhoseCreationHadNoReplyIsFoundAgain_data()
    {
        QTest::addColumn<int>("wait");
        QTest::newRow("with patience") << 20'000;
        QTest::newRow("without") << 0;
    }
    void aNodeWhoseCreationHadNoReplyIsFoundAgain()
    {
        QFETCH(int, wait);
        FrameProxy proxy(m_server->port());
        const auto client = makeClient(proxy.port());
        leaseOf(client->acquire(kOrders)); // creates the nodes above
        proxy.cutReplyTo(Opcode::Create);
        auto lease = leaseOf(client->acquire(kOrders, {.wait = std::chrono::milliseconds(wait)}));
        QCOMPARE(proxy.cuts(), 1);
        QVERIFY(lease->isHeld());
        QCOMPARE(children().size(), std::size_t{1});
    }

    void aPlaceIsKeptOverALostConnection()
    {
        FrameProxy proxy(m_server->port());
        const auto holder = makeClient();
        const auto first = makeClient(proxy.port());
        const auto second = makeClient();
        auto held = leaseOf(holder->acquire(kOrders));
        Acquiring one(*first, kOrders, 60s);
        QTRY_COMPARE(children().size(), std::size_t{2});
        Acquiring two(*second, kOrders, 60s);
        QTRY_COMPARE(children().size(), std::size_t{3});
        proxy.refuse(true);
        held->release(); // whose event nobody hears
        proxy.refuse(false);
        auto next = leaseOf(one.take());
        QVERIFY(!two.isOver());
        next->release();
        QVERIFY(leaseOf(two.take())->isHeld());
    }

    void aPlaceOfAnExpiredSessionIsTakenForNobodys()
    {
        FrameProxy proxy(m_server->port());
        const auto holder = makeClient();
        const auto waiter = makeClient(proxy.port(), {.timeout = 1s});
        auto held = leaseOf(holder->acquire(kOrders));
        Acquiring waiting(*waiter, kOrders, 60s);
        QTRY_COMPARE(children().size(), std::size_t{2});
        proxy.refuse(true);
        QTRY_COMPARE_WITH_TIMEOUT(children().size(), std::size_t{1}, 10'000);
        proxy.refuse(false);
        QTRY_COMPARE_WITH_TIMEOUT(children().size(), std::size_t{2}, 10'000);
        QVERIFY(!waiting.isOver());
        held->release();
        QVERIFY(leaseOf(waiting.take())->isHeld());
    }

    void aReleaseWithoutAReplyIsMadeAgain()
    {
        FrameProxy proxy(m_server->port());
        const auto client = makeClient(proxy.port());
        auto lease = leaseOf(client->acquire(kOrders));
        proxy.refuse(true);
        QCOMPARE(lease->release().front().state, MasterVote::State::Failed);
        proxy.refuse(false);
        QTRY_VERIFY_WITH_TIMEOUT(children().empty(), 10'000);
    }

    void aLeaseThatIsLeftEndsAfterItsClient()
    {
        auto client = makeClient(m_server->port(), {.timeout = 1s});
        auto lease = leaseOf(client->acquire(kOrders));
        lease->leaveToExpire();
        QVERIFY(!lease->isHeld());
        lease.reset();
        client.reset();
        QCOMPARE(children().size(), std::size_t{1});
        QTRY_VERIFY_WITH_TIMEOUT(children().empty(), 10'000);
    }

    void aRevokerOfCuratorAsks()
    {
        const auto client = makeClient();
        auto lease = leaseOf(client->acquire(kOrders));
        QVERIFY(!lease->askedToRelease());
        std::promise<void> asked;
        const std::stop_callback onAsked(lease->asked(), [&] { asked.set_value(); });
        const auto told = m_onlooker->ask<std::optional<zookeeper::Stat>>(
            [path = kOrders + ("/" + children().front())](zookeeper::Client& onlooker,
                auto handler) { onlooker.setData(path, "__REVOKE__", -1, std::move(handler)); });
        QVERIFY(told.has_value());
        asked.get_future().wait();
        QVERIFY(lease->isHeld());
    }

    void withoutAServerThereIsNoQuorum()
    {
        const auto client = makeClient(freePort());
        const auto outcome = client->acquire(kOrders);
        const auto* const failed = std::get_if<NoQuorum>(&outcome.value());
        QVERIFY(failed != nullptr);
        QCOMPARE(failed->votes.front().error->kind, ErrorClass::Unreachable);
    }

    void aRootThatIsNotThereIsNotCreated()
    {
        ZooKeeperClient& onlooker = *m_onlooker;
        const auto client = std::make_unique<lock::ZooKeeperClient>(
            deploymentAt(m_server->port(), "/misspelt"), owner());
        const auto outcome = client->acquire("/orders", {.wait = 10s});
        const auto* const failed = std::get_if<NoQuorum>(&outcome.value());
        QVERIFY(failed != nullptr);
        QVERIFY(failed->votes.front().error->text.find("/misspelt") != std::string::npos);
        const auto root = onlooker.ask<std::optional<zookeeper::Stat>>(
            [](zookeeper::Client& asked, auto handler) {
                asked.exists("/misspelt", std::move(handler));
            });
        QVERIFY(!root->has_value());
    }

    void aRootGoesInFrontOfTheName()
    {
        QVERIFY(create("/app").has_value());
        lock::ZooKeeperClient client(deploymentAt(m_server->port(), "/app"), owner());
        auto lease = leaseOf(client.acquire("/orders"));
        QCOMPARE(lease->resource().value(), std::string("/app/orders"));
        QVERIFY(std::holds_alternative<Contended>(client.acquire("/app/orders").value()));
    }

    void whatMakesNoSenseIsRefused()
    {
        config::Deployment deployment = deploymentAt(m_server->port());
        QCOMPARE(errorOf(deployment, "/a//b"), ErrorClass::InvalidArgument);
        QCOMPARE(errorOf(deployment, "/a", {.wait = -1ms}), ErrorClass::InvalidArgument);
        deployment.isReadOnly = true;
        QCOMPARE(errorOf(deployment, "/a"), ErrorClass::ReadOnlyDeployment);
        const auto redis = config::deploymentFromUrls("test", {"redis://127.0.0.1:1"}).value();
        QCOMPARE(errorOf(redis, "/a"), ErrorClass::InvalidArgument);
    }

    void aCallersContextIsEnough()
    {
        asio::io_context context;
        {
            lock::ZooKeeperClient client(
                deploymentAt(m_server->port()), owner(), {}, systemClock(), context);
            QCOMPARE(client.acquire(kOrders).error().kind, ErrorClass::InvalidArgument);
            bool isHeld = false;
            client.startAcquire(Resource(kOrders), {}, [&](Result<AcquireOutcome> outcome) {
                auto lease = leaseOf(std::move(outcome));
                isHeld = lease && lease->isHeld();
                if (lease)
                    lease->startRelease([&](const auto&) { context.stop(); });
            });
            context.run();
            QVERIFY(isHeld);
            QVERIFY(children().empty());
        }
    }

    void aChildMadeByForkHoldsNothing()
    {
        const auto client = makeClient();
        auto lease = leaseOf(client->acquire(kOrders));
        const pid_t child = fork();
        if (child == 0) {
            ::alarm(30);
            const bool isRefused = !client->acquire("/other").has_value() && !lease->isHeld()
                && lease->release().empty();
            lease.reset();
            _exit(isRefused ? 0 : 1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        QCOMPARE(status, 0);
        QVERIFY(lease->isHeld());
        QVERIFY(lease->extend(1s).has_value());
    }

private:
    std::unique_ptr<lock::ZooKeeperClient> makeClient()
    {
        return makeClient(m_server->port(), {.timeout = 8s});
    }
    static std::unique_ptr<lock::ZooKeeperClient> makeClient(
        std::uint16_t port, SessionOptions options = {.timeout = 8s})
    {
        return std::make_unique<lock::ZooKeeperClient>(deploymentAt(port), owner(), options);
    }
    static ErrorClass errorOf(
        const config::Deployment& deployment, const char* name, QueueOptions options = {})
    {
        lock::ZooKeeperClient client(deployment, owner());
        const auto outcome = client.acquire(name, std::move(options));
        return outcome ? ErrorClass::ServerError : outcome.error().kind;
    }

    std::vector<std::string> children()
    {
        const auto seen = m_onlooker->ask<std::optional<zookeeper::NodeChildren>>(
            [](zookeeper::Client& asked, auto handler) {
                asked.getChildren(kOrders, std::move(handler));
            });
        return seen && *seen ? (*seen)->names : std::vector<std::string>();
    }
    zookeeper::NodeData dataOf(const std::string& path)
    {
        const auto node = m_onlooker->ask<std::optional<zookeeper::NodeData>>(
            [&](zookeeper::Client& asked, auto handler) {
                asked.getData(path, std::move(handler));
            });
        return node.value().value();
    }
    Result<bool> remove(const std::string& path)
    {
        return m_onlooker->ask<bool>([&](zookeeper::Client& asked, auto handler) {
            asked.remove(path, -1, std::move(handler));
        });
    }
    Result<std::string> create(const std::string& path)
    {
        return m_onlooker->ask<std::string>([&](zookeeper::Client& asked, auto handler) {
            asked.create(path, "", zookeeper::CreateMode::Persistent, passing(std::move(handler)));
        });
    }

    std::unique_ptr<ZooKeeperFixture> m_server;
    std::unique_ptr<ZooKeeperClient> m_onlooker;
};

LOCKKEEPER_TEST(ZookeeperLockTest)

} // namespace lockkeeper::tests::zookeeper_lock_test

#include "zookeeper_lock_test.moc"
