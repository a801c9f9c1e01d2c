// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/acquisition.h"
#include "core/lock/lease_state.h"
#include "core/lock/lock_client.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <atomic>
#include <random>

namespace lockkeeper::tests::faults_test {

using namespace lockkeeper::lock;

namespace {

const Clock& kClock = systemClock();
const Owner kOwner{"host", 1, "test"};
const Resource kResource("r");

/// Servers, and a client of theirs.
struct Bench {
    explicit Bench(const RedisServerOptions& options)
        : servers(options)
        , client(servers.deployment(), Owner::thisProcess("test"), kClock)
    { }
    explicit Bench(std::size_t masters)
        : Bench(RedisServerOptions{.count = masters})
    { }
    std::optional<Lease> take(AcquireOptions options, const Resource& resource = kResource)
    {
        return leaseIn(client.acquire(resource, std::move(options)));
    }
    std::int64_t keysLeft() { return countOnAll(servers, {"DBSIZE"}); }
    RedisServerFixture servers;
    LockClient client;
};

/// A master as one client sees it: perhaps not at all.
class PartialView final : public redis::Transport {
public:
    PartialView(FakeTransport& master, ManualClock& clock)
        : m_master(master)
        , m_clock(clock)
    { }
    [[nodiscard]] const MasterId& master() const noexcept override { return m_master.master(); }
    [[nodiscard]] redis::LinkStatus status() const override { return m_master.status(); }
    void send(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override
    {
        if (!m_isCut)
            return m_master.send(command, timeout, std::move(handler));
        m_clock.schedule(m_clock.now() + timeout, [this, handler = std::move(handler)] {
            handler(fail(ErrorClass::Timeout, "no reply in time", master()));
        });
    }
    void cut(bool isCut) { m_isCut = isCut; }

private:
    FakeTransport& m_master;
    ManualClock& m_clock;
    bool m_isCut = false;
};

/// One client of masters that others use, too.
struct PartialClient {
    explicit PartialClient(FakeDeployment& masters)
        : context(masters.context)
    {
        context.masters.clear();
        for (const auto& master : masters.masters) {
            views.push_back(std::make_unique<PartialView>(*master, masters.clock));
            context.masters.push_back(views.back().get());
        }
    }
    void start()
    {
        acquire(context, kOwner, {kResource}, {.ttl = ttl(10s)}, [this](AcquisitionResult result) {
            isHolder = result && std::holds_alternative<HeldClaim>(*result);
        });
    }
    std::vector<std::unique_ptr<PartialView>> views;
    LockContext context;
    bool isHolder = false;
};

} // namespace

/// Faults within Redlock's model that no other test brings about: see LockClientTest, BadInputTest,
/// WatchdogTest, RedlockTest and the tests of connections for the rest.
class FaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPartitionNeverLetsTwoIn()
    {
        std::mt19937 random(QRandomGenerator::global()->generate());
        int holders = 0;
        for (int round = 0; round < 300; ++round) {
            FakeDeployment masters(5);
            PartialClient x(masters);
            PartialClient y(masters);
            for (std::size_t m = 0; m < 5; ++m) {
                x.views[m]->cut(random() % 3 == 0);
                y.views[m]->cut(random() % 3 == 0);
            }
            x.start();
            y.start();
            masters.clock.advance(60ms);
            QVERIFY(!x.isHolder || !y.isHolder);
            holders += x.isHolder || y.isHolder ? 1 : 0;
        }
        QVERIFY(holders > 50);
    }

    void theSideOfAPartitionThatHasAQuorumGetsTheLock()
    {
        FakeDeployment masters(5);
        PartialClient x(masters);
        PartialClient y(masters);
        for (std::size_t m = 0; m < 5; ++m)
            (m < 2 ? y : x).views[m]->cut(true);
        x.start();
        y.start();
        masters.clock.advance(60ms);
        QVERIFY(!x.isHolder);
        QVERIFY(y.isHolder);
    }

    void jumpsOfTheWallClockChangeNothing()
    {
        FakeDeployment masters(3);
        std::shared_ptr<LeaseState> lease;
        acquire(
            masters.context, kOwner, {kResource}, {.ttl = ttl(30s)}, [&](AcquisitionResult result) {
                lease = std::make_shared<LeaseState>(
                    masters.context, redlock(), std::get<HeldClaim>(std::move(*result)));
                lease->start();
            });
        masters.settle();
        const WallTime start = masters.clock.wallNow();
        for (int i = 0; i < 600; ++i) {
            masters.clock.setWallNow(start + (i % 2 == 0 ? 1h : -1h) * (1 + i % 7));
            const SteadyTime before = lease->deadline();
            masters.clock.advance(100ms);
            QVERIFY(lease->isHeld());
            QVERIFY(lease->deadline() >= before);
        }
        lease->release([](const RoundResult&) {});
        masters.settle();
        QCOMPARE(masters[0].valueOf("r"), std::nullopt);
    }

    void aReleaseThatAMasterRefusedForNowIsRepeated_data()
    {
        QTest::addColumn<ErrorClass>("kind");
        QTest::newRow("disk error") << ErrorClass::Misconfigured;
        QTest::newRow("busy with a script") << ErrorClass::Busy;
        QTest::newRow("reading its data") << ErrorClass::Loading;
        QTest::newRow("without its replicas") << ErrorClass::TooFewReplicas;
    }
    void aReleaseThatAMasterRefusedForNowIsRepeated()
    {
        QFETCH(const ErrorClass, kind);
        FakeDeployment masters(3);
        std::optional<Claim> claim;
        acquire(masters.context, kOwner, {kResource}, {.ttl = ttl(30s)},
            [&](AcquisitionResult result) { claim = std::get<HeldClaim>(*result).claim; });
        masters.settle();
        masters[0].failNextWith({kind, "not now", MasterId("a")});
        redlock().release(
            masters.context, *claim, masters.clock.now() + 30s, [](const RoundResult&) {});
        masters.settle();
        QVERIFY(masters[0].valueOf("r").has_value());
        masters.clock.advance(1s);
        QVERIFY(!masters[0].valueOf("r").has_value());
    }

    void aScriptThatAMasterDidNotKnowLeavesNothing_data()
    {
        QTest::addColumn<bool>("isFenced");
        QTest::newRow("several resources") << false;
        QTest::newRow("fenced") << true;
    }
    void aScriptThatAMasterDidNotKnowLeavesNothing()
    {
        QFETCH(const bool, isFenced);
        FakeDeployment masters(3);
        masters[0].put("a", "theirs");
        masters[1].put("a", "theirs");
        masters[2].holdAnswers(true);
        std::optional<RoundResult> result;
        redlock().tryAcquire(masters.context,
            {.claim = {{Resource("a"), Resource("b")}, Token("ours")},
                .validity = {ttl(30s)},
                .isFenced = isFenced},
            [&](RoundResult reported) { result = std::move(reported); });
        masters.settle();
        QVERIFY(result && result->outcome == RoundResult::Outcome::Denied);
        masters[2].deliver();
        masters.clock.advance(60ms);
        QVERIFY(!masters[2].valueOf("a").has_value());
        QVERIFY(!masters[2].valueOf("b").has_value());
    }

    void aReleasedClaimIsNotTakenLate()
    {
        FakeDeployment masters(3);
        masters[2].holdAnswers(true);
        const Claim claim{{Resource("a"), Resource("b")}, Token("ours")};
        std::optional<RoundResult> result;
        redlock().tryAcquire(masters.context, {.claim = claim, .validity = {ttl(30s)}},
            [&](RoundResult reported) { result = std::move(reported); });
        masters.settle();
        QVERIFY(result && result->outcome == RoundResult::Outcome::Won);
        redlock().release(
            masters.context, claim, masters.clock.now() + 30s, [](const RoundResult&) {});
        masters.settle();
        masters[2].deliver();
        masters.clock.advance(60ms);
        QCOMPARE(masters.mastersThatStore("a", "ours"), std::size_t(0));
        QCOMPARE(masters.mastersThatStore("b", "ours"), std::size_t(0));
    }

    // Real servers

    void aLeaseIsKeptWhileAMinorityIsKilled()
    {
        Bench bench(5);
        const auto lease = bench.take({.ttl = ttl(2s)});
        QVERIFY(lease.has_value());
        bench.servers.kill(0);
        bench.servers.kill(3);
        const SteadyTime first = lease->deadline();
        QTRY_VERIFY(lease->deadline() > first + 2s);
        QVERIFY(lease->isHeld());
    }

    void aLeaseSurvivesMastersThatRestartEmptyOneByOne()
    {
        Bench bench(3);
        const auto lease = bench.take({.ttl = ttl(3s)});
        QVERIFY(lease.has_value());
        for (std::size_t i = 0; i < 3; ++i) {
            bench.servers.restart(i);
            QTRY_COMPARE(bench.servers.command(i, {"EXISTS", "r"}).integer, 1); // repaired
        }
        QVERIFY(lease->isHeld());
    }

    void mastersThatKeepTheirDataKeepTheLock()
    {
        const RedisServerOptions durable{
            .extraArguments = {"--appendonly", "yes", "--appendfsync", "always"}};
        RedisServerFixture a(durable);
        RedisServerFixture b(durable);
        RedisServerFixture c(durable);
        const auto deployment
            = config::deploymentFromUrls("test", {a.urls()[0], b.urls()[0], c.urls()[0]}).value();
        LockClient client(deployment, kOwner, kClock);
        auto outcome = client.acquire(kResource, {.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(outcome && std::holds_alternative<Lease>(*outcome));
        QTRY_COMPARE(c.command({"EXISTS", "r"}).integer, 1);
        for (RedisServerFixture* server : {&a, &b, &c})
            server->restart(0);
        LockClient other(deployment, kOwner, kClock);
        std::optional<Result<AcquireOutcome>> second;
        QTRY_VERIFY(std::holds_alternative<Contended>(
            **(second = other.acquire(kResource, {.ttl = ttl(1s)}))));
        auto& lease = std::get<Lease>(*outcome);
        QTRY_VERIFY(lease.extend(ttl(60s)).has_value());
        lease.release();
        QTRY_COMPARE(c.command({"EXISTS", "r"}).integer, 0);
    }

    void aMajorityThatIsStoppedForAWhileCostsNoLease()
    {
        Bench bench(3);
        const auto lease = bench.take({.ttl = ttl(5s)});
        QVERIFY(lease.has_value());
        bench.servers.suspend(0);
        bench.servers.suspend(1);
        const SteadyTime first = lease->deadline();
        // A renewal is under way, and two don't answer.
        QTRY_VERIFY(bench.servers.command(2, {"INFO", "commandstats"}).text.find("cmdstat_pexpire")
            != std::string::npos);
        bench.servers.resume(0);
        bench.servers.resume(1);
        QTRY_VERIFY(lease->deadline() > first);
        QVERIFY(lease->isHeld());
    }

    void aStormOfContendersIsWorkedOff()
    {
        RedisServerFixture servers({.count = 5});
        std::atomic<int> inside = 0;
        std::atomic<int> won = 0;
        std::atomic<bool> hasOverlapped = false;
        std::vector<std::unique_ptr<LockClient>> clients;
        for (int i = 0; i < 10; ++i)
            clients.push_back(std::make_unique<LockClient>(servers.deployment(), kOwner, kClock));
        for (int i = 0; i < 100; ++i)
            clients[static_cast<std::size_t>(i % 10)]->startAcquire(
                {kResource}, {.ttl = ttl(60s), .wait = 60s}, [&](Result<AcquireOutcome> outcome) {
                    hasOverlapped = hasOverlapped || ++inside != 1;
                    won += outcome && std::holds_alternative<Lease>(*outcome) ? 1 : 0;
                    --inside;
                });
        QTRY_COMPARE_WITH_TIMEOUT(won.load(), 100, 60'000);
        QVERIFY(!hasOverlapped);
    }

    void outOfMemoryRefusesNewLocksButNotOldOnes()
    {
        Bench bench(3);
        auto lease = bench.take({.ttl = ttl(30s)});
        QVERIFY(lease && lease->extend(ttl(30s)));
        bench.servers.commandAll({"CONFIG", "SET", "maxmemory", "1"});
        const auto outcome = bench.client.acquire(Resource("s"), {.ttl = ttl(30s)});
        QVERIFY(outcome && std::holds_alternative<NoQuorum>(*outcome));
        const auto& votes = std::get<NoQuorum>(*outcome).votes;
        QVERIFY(std::ranges::any_of(votes, [](const MasterVote& vote) {
            return vote.error && vote.error->kind == ErrorClass::OutOfMemory;
        }));
        QVERIFY(lease->extend(ttl(60s)).has_value());
        lease->release();
        QTRY_COMPARE(bench.keysLeft(), 0);
    }

    void forgottenScriptsAreSentAgain()
    {
        Bench bench(3);
        auto lease = bench.take({.ttl = ttl(30s)});
        QVERIFY(lease && lease->extend(ttl(30s)));
        for (int i = 0; i < 3; ++i) {
            bench.servers.commandAll({"SCRIPT", "FLUSH"});
            QVERIFY(lease->extend(ttl(30s)).has_value());
        }
        bench.servers.commandAll({"SCRIPT", "FLUSH"});
        const auto votes = lease->release();
        QVERIFY(std::ranges::count(votes, MasterVote::State::Yes, &MasterVote::state) >= 2);
        QTRY_COMPARE(bench.keysLeft(), 0);
    }

    void aKilledConnectionCostsNoLease()
    {
        Bench bench(3);
        auto lease = bench.take({.ttl = ttl(2s)});
        QVERIFY(lease.has_value());
        for (int i = 0; i < 3; ++i) {
            bench.servers.commandAll(
                {"CLIENT", "KILL", "TYPE", "normal"}); // all but the one asking
            const SteadyTime before = lease->deadline();
            QTRY_VERIFY(lease->deadline() > before);
        }
        QVERIFY(lease->isHeld());
        lease->release();
        QTRY_COMPARE(bench.keysLeft(), 0);
    }
};

LOCKKEEPER_TEST(FaultsTest)

} // namespace lockkeeper::tests::faults_test

#include "faults_test.moc"
