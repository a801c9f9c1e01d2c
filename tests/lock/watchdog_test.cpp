// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/acquisition.h"
#include "core/lock/lease_state.h"
#include "core/lock/redlock.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <random>

namespace lockkeeper::tests::watchdog_test {

using namespace lockkeeper::lock;
using Mode = FakeTransport::Mode;

namespace {

const Owner kOwner{"host", 1, "test"};
constexpr auto kEnd = 24h; ///< of whatever could still be going on

/// Takes a lock as a client does, and lets the watchdog run.
std::shared_ptr<LeaseState> take(
    FakeDeployment& masters, AcquireOptions options, const char* resource = "r")
{
    std::shared_ptr<LeaseState> lease;
    acquire(masters.context, kOwner, {Resource(resource)}, std::move(options),
        [&](AcquisitionResult result) {
            if (!result || !std::holds_alternative<HeldClaim>(*result))
                return;
            lease = std::make_shared<LeaseState>(
                masters.context, redlock(), std::get<HeldClaim>(std::move(*result)));
            lease->start();
        });
    masters.clock.advance(60ms);
    return lease;
}

std::size_t commandsSent(const FakeDeployment& masters)
{
    std::size_t count = 0;
    for (const auto& master : masters.masters)
        count += master->log().size();
    return count;
}

std::size_t mastersThatStoreAny(const FakeDeployment& masters, const std::string& key)
{
    std::size_t count = 0;
    for (const auto& master : masters.masters)
        count += master->valueOf(key) ? 1 : 0;
    return count;
}

/// The quorum-th largest TTL: how long the lock is safe if nothing is renewed any more.
std::chrono::milliseconds remaining(const FakeDeployment& masters, const std::string& key)
{
    std::vector<std::chrono::milliseconds> ttls;
    for (const auto& master : masters.masters)
        ttls.push_back(master->ttlOf(key).value_or(0ms));
    std::ranges::sort(ttls, std::ranges::greater());
    return ttls[masters.context.quorum() - 1];
}

} // namespace

/// How the renewals of other libraries have failed, so that this one does not. What is not here is
/// in LeaseStateTest (one failed renewal, renewal after release, the deadline, max_hold), in
/// RedlockTest (repairs are not counted) and in WaitingTest (a raw DEL wakes the waiters: Redisson
/// #3829).
class WatchdogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Redisson #775, #2515, #3194: renewal ends with the first error.

    void anErrorReplyDoesNotEndTheRenewal()
    {
        FakeDeployment masters(3);
        const auto lease = take(masters, {.ttl = ttl(30s)});
        for (int i = 0; i < 20; ++i) {
            for (std::size_t m = 0; m < 3; ++m)
                masters[m].failNextWith({ErrorClass::Busy, "BUSY Redis is busy", MasterId("a")});
            masters.clock.advance(10s);
            QVERIFY(lease->isHeld());
        }
    }

    // Redisson #3712: taken again after a loss, and not renewed any more.

    void aLockTakenAgainAfterItsLossIsRenewedAgain()
    {
        FakeDeployment masters(3);
        const auto first = take(masters, {.ttl = ttl(30s)});
        for (std::size_t m = 0; m < 3; ++m)
            masters[m].remove("r");
        masters.clock.advance(11s);
        QVERIFY(first->lost().stop_requested());
        const auto second = take(masters, {.ttl = ttl(30s)});
        QVERIFY(second != nullptr);
        QVERIFY(second->claim().token() != first->claim().token());
        masters.clock.advance(10min);
        QVERIFY(second->isHeld());
    }

    // Redisson 3.16.3, #7272; RedLock.NET #68: renewal of what nobody holds.

    void aReleaseAtAnyMomentEndsTheRenewal_data()
    {
        QTest::addColumn<int>("deliveries");
        for (int deliveries = 0; deliveries < 6; ++deliveries)
            QTest::addRow("after %d answers", deliveries) << deliveries;
    }
    void aReleaseAtAnyMomentEndsTheRenewal()
    {
        QFETCH(const int, deliveries);
        FakeDeployment masters(3);
        const auto lease = take(masters, {.ttl = ttl(30s)});
        for (std::size_t m = 0; m < 3; ++m)
            masters[m].holdAnswers(true);
        masters.clock.advance(10s); // a renewal is under way
        for (int i = 0; i < deliveries; ++i) {
            FakeTransport& master = masters[static_cast<std::size_t>(i) % 3];
            master.deliver();
            master.holdAnswers(true);
        }
        lease->release([](const RoundResult&) {});
        for (int round = 0; round < 6; ++round) {
            for (std::size_t m = 0; m < 3; ++m)
                masters[m].deliver();
            masters.settle();
        }
        QCOMPARE(mastersThatStoreAny(masters, "r"), std::size_t(0));
        const std::size_t sent = commandsSent(masters);
        masters.clock.advance(kEnd);
        QCOMPARE(commandsSent(masters), sent);
        QCOMPARE(masters.clock.timerCount(), std::size_t(0));
    }

    void anAcquireThatFailedRenewsNothing()
    {
        FakeDeployment masters(3);
        for (std::size_t m = 0; m < 2; ++m)
            masters[m].setMode(Mode::LosingAnswers);
        QVERIFY(take(masters, {.ttl = ttl(30s)}) == nullptr);
        masters.clock.advance(30s);
        const std::size_t sent = commandsSent(masters);
        masters.clock.advance(kEnd);
        QCOMPARE(commandsSent(masters), sent);
        QCOMPARE(mastersThatStoreAny(masters, "r"), std::size_t(0));
    }

    void aLeaseThatNobodyHasIsNotRenewed()
    {
        FakeDeployment masters(3);
        auto lease = take(masters, {.ttl = ttl(30s)});
        lease.reset(); // without a release
        masters.clock.advance(kEnd);
        QCOMPARE(mastersThatStoreAny(masters, "r"), std::size_t(0));
    }

    // RedLock.NET #48: renewal after another has taken the lock.

    void anothersLockIsNeverRenewed()
    {
        FakeDeployment masters(3);
        const auto lease = take(masters, {.ttl = ttl(30s)});
        for (std::size_t m = 0; m < 3; ++m) {
            masters[m].remove("r");
            masters[m].send({"SET", "r", "theirs", "NX", "PX", "40000"}, 1s, [](const auto&) {});
        }
        masters.clock.advance(41s);
        QVERIFY(lease->lost().stop_requested());
        QCOMPARE(mastersThatStoreAny(masters, "r"), std::size_t(0));
        const std::size_t sent = commandsSent(masters);
        masters.clock.advance(kEnd);
        QCOMPARE(commandsSent(masters), sent);
    }

    // redlock-rb #36: an extension brings an expired lock back.

    void anExtensionBringsNoLockBack()
    {
        FakeDeployment masters(5);
        const auto lease = take(masters, {.ttl = ttl(30s), .isRenewed = false});
        for (std::size_t m = 0; m < 5; ++m)
            masters[m].remove("r");
        std::optional<Result<void>> extended;
        lease->extend(ttl(30s), [&](const Result<void>& result) { extended = result; });
        masters.settle();
        QCOMPARE(extended->error().kind, ErrorClass::LeaseLost);
        masters.clock.advance(1s);
        QCOMPARE(mastersThatStoreAny(masters, "r"), std::size_t(0));
    }

    // Redisson #5697: now and then no renewal for longer than the TTL.

    void aMasterThatFlapsNeverDelaysARenewal()
    {
        FakeDeployment masters(5);
        const auto lease = take(masters, {.ttl = ttl(30s)});
        std::mt19937 random(1);
        constexpr Mode kModes[] = {Mode::Down, Mode::Stopped, Mode::LosingAnswers};
        for (int second = 0; second < 3600; ++second) {
            for (std::size_t m = 0; m < 5; ++m)
                masters[m].resume();
            masters[random() % 5].setMode(kModes[random() % 3]);
            masters.clock.advance(1s);
            QVERIFY(lease->isHeld());
            QVERIFY2(remaining(masters, "r") > 19s, "late");
        }
    }

    // Redisson 3.24.3: "invalid expire time" from a TTL that came to nothing.

    void theShortestTtlsAreRenewedInTimeAndNotWithoutPause()
    {
        FakeDeployment masters(3);
        const auto lease = take(masters, {.ttl = ttl(70ms)});
        const std::size_t sent = commandsSent(masters);
        masters.clock.advance(10s);
        QVERIFY(lease->isHeld());
        // EVALSHA and EVAL on three masters, at least 15 ms apart.
        QVERIFY(commandsSent(masters) - sent <= 6 * 10'000 / 15);
    }

    // Redisson 4.2.0: too many locks for the stack.

    void aThousandLeasesAreAllRenewed()
    {
        FakeDeployment masters(3);
        std::vector<std::shared_ptr<LeaseState>> leases;
        for (int i = 0; i < 1000; ++i)
            leases.push_back(take(masters, {.ttl = ttl(30min)}, std::to_string(i).c_str()));
        masters.clock.advance(2h);
        for (const auto& lease : leases)
            QVERIFY(lease && lease->isHeld());
    }

    // Redisson 3.19.2: the TTL of the acquire before.

    void eachAcquireHasItsOwnTtl()
    {
        FakeDeployment masters(3);
        const auto first = take(masters, {.ttl = ttl(10s)});
        first->release([](const RoundResult&) {});
        masters.settle();
        const auto second = take(masters, {.ttl = ttl(10min)});
        masters.clock.advance(5min);
        QVERIFY(second->isHeld());
        QVERIFY(remaining(masters, "r") > 5min);
        QVERIFY(remaining(masters, "r") <= 10min);
    }

    // Redisson 3.11.1: options at the edge of what they may be let two in.

    void noOptionLetsASecondOneIn_data()
    {
        using std::chrono::milliseconds;
        const auto row = columns<milliseconds, unsigned, milliseconds, milliseconds>();
        row("no wait", milliseconds(0), 3U, milliseconds(200), milliseconds(100));
        row("no delay", milliseconds(50), 9U, milliseconds(0), milliseconds(0));
        row("jitter beyond the delay", milliseconds(50), 9U, milliseconds(1), milliseconds(1000));
        row("longest wait", milliseconds::max(), 2U, milliseconds(1), milliseconds(0));
        row("longest delay", milliseconds(50), 2U, milliseconds::max(), milliseconds::max());
    }
    void noOptionLetsASecondOneIn()
    {
        using std::chrono::milliseconds;
        const auto [wait, tries, retryDelay, retryJitter]
            = fetch<milliseconds, unsigned, milliseconds, milliseconds>();
        FakeDeployment masters(3);
        const auto first = take(masters, {.ttl = ttl(30s)});
        std::optional<AcquisitionResult> second;
        acquire(masters.context, kOwner, {Resource("r")},
            {.ttl = ttl(30s),
                .wait = wait,
                .tries = tries,
                .retryDelay = retryDelay,
                .retryJitter = retryJitter},
            [&](AcquisitionResult result) { second = std::move(result); });
        masters.clock.advance(100s);
        QVERIFY(second && second->has_value());
        QVERIFY(std::holds_alternative<Contended>(**second));
        QVERIFY(first->isHeld());
    }

    // redsync #186: masters that restart one by one take the quorum away.

    void aQuorumDoesNotErodeWhenMastersLoseTheirDataOneByOne()
    {
        FakeDeployment masters(5);
        const auto lease = take(masters, {.ttl = ttl(30s)});
        for (std::size_t i = 0; i < 20; ++i) {
            masters[i % 5].remove("r");
            masters.clock.advance(10s + 60ms);
            QVERIFY(lease->isHeld());
        }
        QCOMPARE(masters.mastersThatStore("r", lease->claim().token().value()), std::size_t(5));
    }

    // An extension by hand and the renewal.

    void anExtensionToAShorterTtlIsRenewedBeforeThatEnds()
    {
        FakeDeployment masters(3);
        const auto lease = take(masters, {.ttl = ttl(1h)});
        lease->extend(ttl(30s), [](const Result<void>&) {});
        masters.clock.advance(10min);
        QVERIFY(lease->isHeld());
    }

    void aShorterTtlThatNobodyConfirmedIsRenewedBeforeItEnds()
    {
        FakeDeployment masters(3);
        const auto lease = take(masters, {.ttl = ttl(1h)});
        for (std::size_t m = 0; m < 3; ++m)
            masters[m].setMode(Mode::LosingAnswers);
        lease->extend(ttl(30s), [](const Result<void>&) {});
        masters.clock.advance(100ms);
        for (std::size_t m = 0; m < 3; ++m)
            masters[m].resume();
        masters.clock.advance(10min);
        QVERIFY(lease->isHeld());
    }

    void theEndOfAShorterTtlIsTold()
    {
        FakeDeployment masters(3);
        const auto lease = take(masters, {.ttl = ttl(1h), .isRenewed = false});
        lease->extend(ttl(1s), [](const Result<void>&) {});
        masters.clock.advance(1s);
        QVERIFY(lease->lost().stop_requested());
    }

    void anExtensionByHandPutsNoSecondRenewalBesideTheFirst()
    {
        FakeDeployment masters(3);
        const auto lease = take(masters, {.ttl = ttl(30s)});
        for (int i = 0; i < 100; ++i) {
            lease->extend(ttl(30s), [](const Result<void>&) {});
            masters.settle();
        }
        QCOMPARE(masters.clock.timerCount(), std::size_t(1));
    }
};

LOCKKEEPER_TEST(WatchdogTest)

} // namespace lockkeeper::tests::watchdog_test

#include "watchdog_test.moc"
