// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/acquisition.h"
#include "core/lock/classic.h"
#include "core/lock/lock_client.h"
#include "core/lock/redlock.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <random>

namespace lockkeeper::tests::fencing_test {

using namespace lockkeeper::lock;
using Mode = FakeTransport::Mode;

namespace {

const Owner kOwner{"host", 1, "test"};
const Clock& kClock = systemClock();
const Resource kResource("r");

AcquireOptions fenced()
{
    return {.ttl = Ttl::from(30s).value(), .isRenewed = false, .isFenced = true};
}

std::optional<HeldClaim> take(FakeDeployment& masters,
    std::vector<Resource> resources = {kResource}, AcquireOptions options = fenced())
{
    std::optional<HeldClaim> held;
    acquire(masters.context, kOwner, std::move(resources), std::move(options),
        [&](AcquisitionResult result) {
            if (result && std::holds_alternative<HeldClaim>(*result))
                held = std::get<HeldClaim>(std::move(*result));
        });
    masters.clock.advance(110ms); // two rounds
    return held;
}

void release(FakeDeployment& masters, const HeldClaim& held)
{
    redlock().release(
        masters.context, held.claim, masters.clock.now() + 30s, [](const RoundResult&) {});
    masters.clock.advance(60ms);
}

/// Up to `most` masters answer late, or not at all.
void disturb(FakeDeployment& masters, std::size_t most, std::minstd_rand& random)
{
    for (const auto& master : masters.masters)
        master->resume();
    constexpr Mode kModes[] = {Mode::Down, Mode::Stopped, Mode::LosingAnswers};
    for (std::size_t i = 0; i < most; ++i)
        masters[random() % masters.masters.size()].setMode(kModes[random() % 3]);
}

std::optional<Lease> takeLease(LockClient& client, AcquireOptions options)
{
    return leaseIn(client.acquire(kResource, std::move(options)));
}

} // namespace

class FencingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tokensGrowWithEachHolderWhateverMinorityFails_data()
    {
        QTest::addColumn<std::size_t>("masters");
        QTest::newRow("one master") << std::size_t(1);
        QTest::newRow("three masters") << std::size_t(3);
        QTest::newRow("five masters") << std::size_t(5);
    }
    void tokensGrowWithEachHolderWhateverMinorityFails()
    {
        QFETCH(const std::size_t, masters);
        const auto seed = QRandomGenerator::global()->generate();
        std::minstd_rand random(seed);
        FakeDeployment deployment(masters);
        std::uint64_t last = 0;
        int holders = 0;
        for (int round = 0; round < 200; ++round) {
            disturb(deployment, (masters - 1) / 2, random);
            const auto held = take(deployment);
            if (!held) {
                deployment.clock.advance(31s); // what a stopped master took late has expired
                continue;
            }
            ++holders;
            QVERIFY2(held->fence && held->fence->value > last, qPrintable(QString::number(seed)));
            last = held->fence->value;
            if (random() % 4 == 0)
                deployment.clock.advance(31s); // it expires
            else
                release(deployment, *held);
        }
        QVERIFY(holders > 100);
    }

    void theLargestCounterIsWrittenBackToAQuorum()
    {
        FakeDeployment masters(5);
        const std::string counter = fenceCounterOf(kResource).value();
        masters[0].put(counter, "41");
        const auto held = take(masters);
        QVERIFY(held.has_value());
        QCOMPARE(held->fence->value, std::uint64_t(42));
        QVERIFY(masters.mastersThatStore(counter, "42") >= 3);
    }

    void aTryThatLosesTheResourceBetweenItsRoundsIsNotWon()
    {
        FakeDeployment masters(3);
        for (std::size_t m = 0; m < 3; ++m)
            masters[m].holdAnswers(true);
        std::optional<AcquisitionResult> result;
        acquire(masters.context, kOwner, {kResource}, fenced(),
            [&](AcquisitionResult reported) { result = std::move(reported); });
        for (std::size_t m = 0; m < 3; ++m) { // NOSCRIPT, then the script's own answer
            masters[m].deliver();
            masters[m].holdAnswers(true);
        }
        for (std::size_t m = 0; m < 3; ++m)
            masters[m].remove("r");
        for (std::size_t m = 0; m < 3; ++m)
            masters[m].deliver();
        masters.clock.advance(100ms);
        QVERIFY(result.has_value());
        QVERIFY(!*result || !std::holds_alternative<HeldClaim>(**result));
    }

    void countersOutliveTheLocksButNotForEver()
    {
        FakeDeployment masters(3);
        const auto held = take(masters);
        QVERIFY(held.has_value());
        for (std::size_t m = 0; m < 3; ++m) {
            const auto left = masters[m].ttlOf(fenceCounterOf(kResource).value());
            QVERIFY(left.has_value());
            QVERIFY(*left > 24h * 30);
        }
    }

    void countersOutliveTheLongestLocks_data()
    {
        const auto row = columns<qint64, qint64, qint64>();
        row("a long TTL", qint64(100), qint64(1), qint64(200));
        row("a long hold", qint64(1), qint64(1000), qint64(2000));
        row("held for ever", qint64(1), qint64(100'000'000), qint64(36'500));
    }
    void countersOutliveTheLongestLocks()
    {
        const auto [ttlDays, holdDays, least] = fetch<qint64, qint64, qint64>();
        FakeDeployment masters(3);
        const auto held = take(masters, {kResource},
            {.ttl = Ttl::from(ttlDays * 24h).value(), .maxHold = holdDays * 24h, .isFenced = true});
        QVERIFY(held.has_value());
        for (std::size_t m = 0; m < 3; ++m) {
            const auto left = masters[m].ttlOf(fenceCounterOf(kResource).value());
            QVERIFY(left.has_value());
            QVERIFY(*left > least * 24h - 1h);
        }
    }

    void oneTokenGuardsSeveralResources()
    {
        FakeDeployment masters(3);
        const auto first = take(masters, {Resource("a")});
        const auto second = take(masters, {Resource("b"), Resource("c")});
        QVERIFY(first && second);
        release(masters, *first);
        release(masters, *second);
        const auto all = take(masters, {Resource("a"), Resource("b"), Resource("c")});
        QVERIFY(all.has_value());
        QVERIFY(all->fence > first->fence);
        QVERIFY(all->fence > second->fence);
    }

    void nobodyGetsATokenUnasked()
    {
        FakeDeployment masters(3);
        std::optional<FencingToken> fence{FencingToken{1}};
        acquire(masters.context, kOwner, {kResource}, {.ttl = Ttl::from(1s).value()},
            [&](AcquisitionResult result) { fence = std::get<HeldClaim>(*result).fence; });
        masters.settle();
        QVERIFY(!fence.has_value());
        QVERIFY(!masters[0].valueOf(fenceCounterOf(kResource).value()).has_value());
    }

    void schemesWithoutTokensRefuseThem()
    {
        FakeDeployment one(1);
        std::optional<AcquisitionResult> result;
        AcquireOptions options = fenced();
        options.scheme = redisPy();
        acquire(one.context, kOwner, {kResource}, options,
            [&](AcquisitionResult reported) { result = std::move(reported); });
        QCOMPARE(result->error().kind, ErrorClass::Unsupported);
    }

    // The same on real servers.

    void realServersGiveGrowingTokens_data()
    {
        QTest::addColumn<std::size_t>("masters");
        QTest::newRow("one master") << std::size_t(1);
        QTest::newRow("five masters") << std::size_t(5);
    }
    void realServersGiveGrowingTokens()
    {
        QFETCH(const std::size_t, masters);
        RedisServerFixture servers({.count = masters});
        LockClient client(servers.deployment(), kOwner, kClock);
        std::uint64_t last = 0;
        for (std::size_t i = 0; i < 10; ++i) {
            if (masters > 1)
                servers.suspend(i % masters);
            auto lease = takeLease(client, fenced());
            if (masters > 1)
                servers.resume(i % masters);
            QVERIFY(lease && lease->fencingToken());
            QVERIFY(lease->fencingToken()->value > last);
            last = lease->fencingToken()->value;
            lease->release();
        }
        // One that has hung may still be connected to again.
        const auto counter = fenceCounterOf(kResource).value();
        const auto replies = servers.commandAll({"PTTL", counter});
        QVERIFY(std::ranges::count_if(replies, [](const auto& reply) { return reply.integer > 0; })
            > std::ssize(replies) / 2);
    }

    void aCounterThatCountsNoTokensIsRefused_data()
    {
        QTest::addColumn<QByteArray>("counter");
        QTest::newRow("negative") << QByteArray("-5");
        QTest::newRow("before zero") << QByteArray("-1");
        QTest::newRow("beyond what a script counts exactly") << QByteArray("9007199254740991");
        QTest::newRow("at its end") << QByteArray("9223372036854775807");
        QTest::newRow("no number") << QByteArray("x");
    }
    /// Somebody has set it: no token is given that is not larger than the ones before.
    void aCounterThatCountsNoTokensIsRefused()
    {
        QFETCH(const QByteArray, counter);
        RedisServerFixture servers(
            1, {"SET", fenceCounterOf(kResource).value(), counter.toStdString()});
        LockClient client(servers.deployment(), kOwner, kClock);
        const auto outcome = client.acquire(kResource, fenced());
        QVERIFY(outcome && std::holds_alternative<NoQuorum>(*outcome));
        const auto& error = std::get<NoQuorum>(*outcome).votes[0].error;
        QVERIFY(error.has_value());
        QVERIFY2(!error->text.empty(), error->text.c_str());
        QCOMPARE(servers.command({"EXISTS", kResource.value()}).integer, 0);
        // It does not become good again by being asked.
        QCOMPARE(servers.command({"GET", fenceCounterOf(kResource).value()}).text,
            counter.toStdString());
        servers.command({"SET", fenceCounterOf(kResource).value(), "41"});
        const auto lease = takeLease(client, fenced());
        QVERIFY(lease.has_value());
        QCOMPARE(lease->fencingToken()->value, std::uint64_t(42));
    }

    void enteringAgainKeepsTheToken()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client(servers.deployment(), kOwner, kClock);
        AcquireOptions options = fenced();
        options.isReentrant = true;
        const auto outer = takeLease(client, options);
        const auto inner = takeLease(client, options);
        QVERIFY(outer && inner);
        QVERIFY(outer->fencingToken().has_value());
        QCOMPARE(inner->fencingToken()->value, outer->fencingToken()->value);
    }

    void enteringAgainGivesNoTokenThatIsNotThere()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client(servers.deployment(), kOwner, kClock);
        AcquireOptions options = fenced();
        options.isReentrant = true;
        options.isFenced = false;
        const auto outer = takeLease(client, options);
        QVERIFY(outer.has_value());
        options.isFenced = true;
        const auto refused = client.acquire(kResource, options);
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorClass::Unsupported);
        QVERIFY(outer->isHeld());
    }
};

LOCKKEEPER_TEST(FencingTest)

} // namespace lockkeeper::tests::fencing_test

#include "fencing_test.moc"
