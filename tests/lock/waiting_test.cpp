// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/acquisition.h"
#include "core/lock/lock_client.h"
#include "core/lock/scripts.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/fake_key_watch.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <atomic>

namespace lockkeeper::tests::waiting_test {

using namespace lockkeeper::lock;

namespace {

const Owner kOwner{"host", 1, "test"};
const Clock& kClock = systemClock();
const Resource kResource("r");

/// Only a wake-up can end this wait before a test is over: nothing else is due for an hour.
AcquireOptions patient(std::chrono::milliseconds retryDelay = 1h)
{
    return {
        .ttl = Ttl::from(30s).value(), .wait = 2h, .retryDelay = retryDelay, .retryJitter = 0ms};
}

AcquireOptions stoppable(const std::stop_source& source)
{
    AcquireOptions options = patient();
    options.stop = source.get_token();
    return options;
}

/// A waiter on fake masters, that can be woken by hand.
struct FakeWait {
    explicit FakeWait(std::size_t size)
        : masters(size)
    {
        masters.context.watch = &watch;
    }
    void holdByAnother()
    {
        for (const auto& master : masters.masters)
            master->put("r", "theirs");
    }
    void free()
    {
        for (const auto& master : masters.masters)
            master->remove("r");
    }
    void start(AcquireOptions options = patient(), std::vector<Resource> wanted = {kResource})
    {
        acquire(masters.context, kOwner, std::move(wanted), std::move(options),
            [this](AcquisitionResult reported) { result = std::move(reported); });
        masters.settle();
    }
    [[nodiscard]] bool isWon() const
    {
        return result && *result && std::holds_alternative<HeldClaim>(**result);
    }
    FakeKeyWatch watch;
    FakeDeployment masters;
    std::optional<AcquisitionResult> result;
};

/// A client that waits for a resource, without a thread.
struct RealWait {
    explicit RealWait(const config::Deployment& deployment, AcquireOptions options = patient(),
        std::vector<Resource> wanted = {kResource})
        : client(deployment, kOwner, kClock)
    {
        client.startAcquire(
            std::move(wanted), std::move(options), [this](Result<AcquireOutcome> outcome) {
                isWon = outcome && std::holds_alternative<Lease>(*outcome);
                isOver = true;
            });
    }
    std::atomic<bool> isOver{false};
    std::atomic<bool> isWon{false};
    LockClient client;
};

using Deed = std::function<void(RedisServerFixture&)>;

/// True once `count` connections listen for invalidations on each of the servers, and the resource
/// is watched for one of them.
bool isListening(RedisServerFixture& servers)
{
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const std::string stats = servers.command(i, {"INFO", "stats"}).text;
        if (stats.find("tracking_total_keys:0") != std::string::npos
            || stats.find("tracking_total_keys:") == std::string::npos)
            return false;
    }
    return true;
}

} // namespace

class WaitingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTouchOnAQuorumWakesAtOnce()
    {
        FakeWait wait(3);
        wait.holdByAnother();
        wait.start();
        QCOMPARE(wait.watch.listeners(), std::size_t(1));
        QCOMPARE(wait.watch.preparedReads(), 3);
        wait.free();
        wait.watch.touch(kResource, 0);
        wait.masters.settle();
        QVERIFY(!wait.isWon());
        wait.watch.touch(kResource, 1);
        wait.masters.settle();
        QVERIFY(wait.isWon());
    }

    void aTouchOnOneMasterWakesAMomentLater()
    {
        FakeWait wait(3);
        wait.holdByAnother();
        wait.start();
        wait.free();
        wait.watch.touch(kResource, 2);
        wait.masters.clock.advance(10ms);
        QVERIFY(wait.isWon());
    }

    void aMasterThatIsTouchedTwiceIsOneMaster()
    {
        FakeWait wait(3);
        wait.holdByAnother();
        wait.start();
        const std::size_t sent = wait.masters[0].log().size();
        wait.watch.touch(kResource, 2);
        wait.watch.touch(kResource, 2);
        wait.masters.settle();
        QCOMPARE(wait.masters[0].log().size(), sent);
        wait.watch.touch(kResource, 1); // in vain
        wait.masters.settle();
        const std::size_t sentAgain = wait.masters[0].log().size();
        QVERIFY(sentAgain > sent);
        wait.watch.touch(kResource, 0);
        wait.masters.settle();
        QCOMPARE(wait.masters[0].log().size(), sentAgain);
    }

    void aMinorityThatIsTouchedAllTheTimeIsNotTriedAllTheTime()
    {
        FakeWait wait(3);
        wait.holdByAnother();
        wait.masters[2].remove("r"); // each try takes it there, and gives it back
        wait.start();
        for (int i = 0; i < 1000; ++i) {
            wait.watch.touch(kResource, 2);
            wait.masters.clock.advance(1ms);
        }
        const auto& sent = wait.masters[2].log();
        QVERIFY2(std::ranges::count(sent, "SET") <= 12, std::to_string(sent.size()).c_str());
        wait.free();
        wait.watch.touch(kResource, 0);
        wait.watch.touch(kResource, 2);
        wait.masters.settle();
        QVERIFY(wait.isWon());
    }

    void aQuorumThatIsTouchedMakesAMinorityWorthwhileAgain()
    {
        FakeWait wait(3);
        wait.holdByAnother();
        wait.start();
        for (int i = 0; i < 100; ++i) {
            wait.watch.touch(kResource, 2);
            wait.masters.clock.advance(5ms);
        }
        wait.watch.touch(kResource, 0);
        wait.watch.touch(kResource, 1); // taken over by another, say
        wait.masters.settle();
        wait.free();
        wait.watch.touch(kResource, 2);
        wait.masters.clock.advance(10ms);
        QVERIFY(wait.isWon());
    }

    void whoTellsTheHolderDoesNotWaitForAStoppedMaster()
    {
        FakeWait wait(5);
        wait.masters.context.timeout = 1s;
        wait.holdByAnother();
        wait.masters[4].setMode(FakeTransport::Mode::Stopped);
        wait.start({.ttl = Ttl::from(30s).value()});
        wait.masters.clock.advance(39ms);
        QVERIFY(!wait.result);
        wait.masters.clock.advance(1ms);
        QVERIFY(wait.result && *wait.result);
        const auto& holder = std::get<Contended>(**wait.result).holder;
        QVERIFY(holder.has_value());
        QCOMPARE(holder->masters, std::size_t(4));
        wait.masters.clock.advance(2s); // what comes later is of no interest
    }

    void theTimeoutThatWasAskedForHoldsForReadingAsWell()
    {
        FakeWait wait(3);
        wait.masters.context.timeout = 1s;
        wait.holdByAnother();
        for (std::size_t i = 1; i < 3; ++i)
            wait.masters[i].holdAnswers(true);
        wait.start({.ttl = Ttl::from(30s).value(), .timeout = 60ms});
        wait.masters.clock.advance(10ms);
        for (std::size_t i = 1; i < 3; ++i) {
            wait.masters[i].setMode(FakeTransport::Mode::Stopped);
            wait.masters[i].deliver();
        }
        wait.masters.clock.advance(60ms);
        QVERIFY(wait.result && *wait.result);
        QVERIFY(std::holds_alternative<Contended>(**wait.result));
    }

    void theEndOfALockIsSeenAlthoughAMasterIsStopped()
    {
        FakeWait wait(3);
        wait.masters.context.timeout = 10s;
        for (std::size_t m = 0; m < 3; ++m)
            wait.masters[m].send({"SET", "r", "theirs", "NX", "PX", "500"}, 1s, [](const auto&) {});
        wait.masters[2].setMode(FakeTransport::Mode::Stopped);
        wait.start();
        wait.masters.clock.advance(510ms);
        QVERIFY(wait.isWon());
    }

    void whoIsWokenForNothingWaitsOnAndCanBeWokenAgain()
    {
        FakeWait wait(1);
        wait.holdByAnother();
        wait.start();
        for (int i = 0; i < 5; ++i) {
            wait.watch.touch(kResource, 0); // renewed, say
            wait.masters.settle();
            QVERIFY(!wait.result);
        }
        QCOMPARE(wait.watch.preparedReads(), 6);
        QCOMPARE(wait.watch.listeners(), std::size_t(1));
        wait.free();
        wait.watch.touch(kResource, 0);
        wait.masters.settle();
        QVERIFY(wait.isWon());
    }

    void expiryWakesWithoutATouch()
    {
        FakeWait wait(3);
        for (std::size_t m = 0; m < 3; ++m)
            wait.masters[m].send(
                {"SET", "r", "theirs", "NX", "PX", "3000"}, 1s, [](const auto&) {});
        wait.start();
        wait.masters.clock.advance(2990ms);
        QVERIFY(!wait.result);
        wait.masters.clock.advance(20ms);
        QVERIFY(wait.isWon());
    }

    void theLongestWaitIsNotOverAtOnce()
    {
        FakeWait wait(1);
        wait.holdByAnother();
        AcquireOptions options = patient(1s);
        options.wait = std::chrono::milliseconds::max();
        wait.start(options);
        wait.masters.clock.advance(10min);
        QVERIFY(!wait.result);
        wait.free();
        wait.masters.clock.advance(2s);
        QVERIFY(wait.isWon());
    }

    void anyOfSeveralResourcesWakes()
    {
        FakeWait wait(1);
        wait.masters[0].put("b", "theirs");
        wait.start(patient(), {Resource("a"), Resource("b")});
        QVERIFY(!wait.result);
        wait.masters[0].remove("b");
        wait.watch.touch(Resource("b"), 0);
        wait.masters.settle();
        QVERIFY(wait.isWon());
    }

    void nobodyListensAnyMoreWhenTheWaitIsOver()
    {
        FakeWait won(1);
        won.holdByAnother();
        won.start();
        won.free();
        won.watch.touch(kResource, 0);
        won.masters.settle();
        QVERIFY(won.isWon());
        QCOMPARE(won.watch.listeners(), std::size_t(0));
        QCOMPARE(won.masters.clock.timerCount(), std::size_t(0));

        FakeWait inVain(1);
        inVain.holdByAnother();
        inVain.start();
        inVain.masters.clock.advance(3h);
        QVERIFY(inVain.result && !inVain.isWon());
        QCOMPARE(inVain.watch.listeners(), std::size_t(0));
        QCOMPARE(inVain.masters.clock.timerCount(), std::size_t(0));
    }

    void whoeverDoesNotWaitDoesNotListen()
    {
        FakeWait wait(3);
        wait.holdByAnother();
        wait.start({.ttl = Ttl::from(30s).value()});
        QVERIFY(wait.result && !wait.isWon());
        QCOMPARE(wait.watch.preparedReads(), 0);
        QCOMPARE(wait.watch.listeners(), std::size_t(0));
    }

    void aWaitEndsWhenItIsStopped()
    {
        FakeWait wait(3);
        wait.holdByAnother();
        std::stop_source source;
        wait.start(stoppable(source));
        QVERIFY(!wait.result);
        source.request_stop();
        wait.masters.settle();
        QVERIFY(wait.result && *wait.result);
        const auto& contended = std::get<Contended>(**wait.result);
        QCOMPARE(contended.votes.size(), std::size_t(3));
        QCOMPARE(contended.holder->masters, std::size_t(3));
        QCOMPARE(wait.watch.listeners(), std::size_t(0));
        QCOMPARE(wait.masters.clock.timerCount(), std::size_t(0));
    }

    void aWaitForMastersEndsWhenItIsStopped()
    {
        FakeWait wait(1);
        wait.masters[0].setMode(FakeTransport::Mode::Down);
        std::stop_source source;
        wait.start(stoppable(source));
        QVERIFY(!wait.result);
        source.request_stop();
        wait.masters.settle();
        QVERIFY(wait.result && *wait.result);
        QVERIFY(std::holds_alternative<NoQuorum>(**wait.result));
    }

    void theTryThatIsUnderWayWhenItIsStoppedMayWin()
    {
        FakeWait wait(1);
        wait.masters[0].holdAnswers(true);
        std::stop_source source;
        wait.start(stoppable(source));
        source.request_stop();
        wait.masters.settle();
        QVERIFY(!wait.result);
        wait.masters[0].deliver();
        QVERIFY(wait.isWon());
    }

    void theTryThatIsUnderWayWhenItIsStoppedIsTheLast()
    {
        FakeWait wait(1);
        wait.holdByAnother();
        wait.masters[0].holdAnswers(true);
        std::stop_source source;
        wait.start(stoppable(source));
        source.request_stop();
        wait.masters[0].deliver();
        wait.masters.settle();
        QVERIFY(wait.result && *wait.result);
        QVERIFY(std::holds_alternative<Contended>(**wait.result));
        QCOMPARE(std::ranges::count(wait.masters[0].log(), "SET"), 1);
    }

    void aStopThatComesTooLateChangesNothing()
    {
        FakeWait wait(1);
        wait.holdByAnother();
        std::stop_source source;
        wait.start(stoppable(source));
        wait.free();
        wait.watch.touch(kResource, 0);
        wait.masters.settle();
        QVERIFY(wait.isWon());
        source.request_stop();
        wait.masters.settle();
        QVERIFY(wait.isWon());
    }

    // Real servers: by whatever the lock is freed

    void anotherThreadStopsAWait()
    {
        RedisServerFixture servers(3, {"SET", "r", "theirs"});
        std::stop_source source;
        RealWait wait(servers.deployment(), stoppable(source));
        QTRY_VERIFY(isListening(servers));
        QVERIFY(!wait.isOver);
        source.request_stop();
        QTRY_VERIFY(wait.isOver);
        QVERIFY(!wait.isWon);
    }

    void aClientThatGoesEndsItsWaits()
    {
        RedisServerFixture servers(1, {"SET", "r", "theirs"});
        std::stop_source source;
        const auto isDenied = std::make_shared<std::atomic<bool>>(false);
        {
            LockClient client(servers.deployment(), kOwner, kClock);
            client.startAcquire(
                {kResource}, stoppable(source), [isDenied](Result<AcquireOutcome> outcome) {
                    *isDenied = outcome && std::holds_alternative<Contended>(*outcome);
                });
            QTRY_VERIFY(isListening(servers));
            QVERIFY(!*isDenied);
        }
        QTRY_VERIFY(*isDenied);
        QVERIFY(source.request_stop()); // touches nothing that is gone
    }

    void isWokenByARelease()
    {
        RedisServerFixture servers({.count = 3});
        LockClient holder(servers.deployment(), kOwner, kClock);
        auto outcome = holder.acquire(kResource, {.ttl = Ttl::from(1h).value()});
        QVERIFY(outcome && std::holds_alternative<Lease>(*outcome));
        RealWait wait(servers.deployment());
        QTRY_VERIFY(isListening(servers));
        std::get<Lease>(*outcome).release();
        QTRY_VERIFY(wait.isWon);
    }

    void isWokenWithinOneClient()
    {
        RedisServerFixture servers({.count = 3});
        RealWait wait(servers.deployment(), {.ttl = Ttl::from(30s).value()}); // takes it
        QTRY_VERIFY(wait.isOver);
        auto outcome = wait.client.acquire(kResource, {.ttl = Ttl::from(1h).value()});
        QVERIFY(outcome.has_value());
        std::atomic<bool> isWon = false;
        wait.client.startAcquire({kResource}, patient(), [&](Result<AcquireOutcome> second) {
            isWon = second && std::holds_alternative<Lease>(*second);
        });
        outcome = fail(ErrorClass::System, "dropped");
        QTRY_VERIFY(isWon);
    }

    void isWokenHoweverTheLockGoes_data()
    {
        const auto row = columns<int, Deed>();
        // Redisson #3829: waiters that a raw DEL never wakes.
        row("an operator's delete", 3, [](auto& servers) { servers.commandAll({"DEL", "r"}); });
        row("a flush", 1, [](auto& servers) { servers.command({"FLUSHALL"}); });
        row("a delete while nobody listens", 1, [](auto& servers) {
            servers.command({"CLIENT", "KILL", "TYPE", "pubsub"});
            servers.command({"DEL", "r"});
        });
        row("a delete although a minority is gone", 3, [](auto& servers) {
            servers.kill(0);
            for (std::size_t i = 1; i < 3; ++i)
                servers.command(i, {"DEL", "r"});
        });
    }
    void isWokenHoweverTheLockGoes()
    {
        const auto [masters, deed] = fetch<int, Deed>();
        RedisServerFixture servers(static_cast<std::size_t>(masters), {"SET", "r", "theirs"});
        RealWait wait(servers.deployment());
        QTRY_VERIFY(isListening(servers));
        deed(servers);
        QTRY_VERIFY(wait.isWon);
    }

    void isWokenByAnExpiryThatNobodyTells()
    {
        RedisServerFixture servers({.count = 3});
        // No key is removed before somebody looks at it.
        servers.commandAll({"DEBUG", "SET-ACTIVE-EXPIRE", "0"});
        servers.commandAll({"SET", "r", "theirs", "PX", "400"});
        RealWait wait(servers.deployment());
        QTRY_VERIFY(wait.isWon);
    }

    void isWokenByAnotherLibrarysRelease()
    {
        RedisServerFixture servers(1, {"SET", "r", "0123456789abcdef", "PX", "3600000"});
        RealWait wait(servers.deployment());
        QTRY_VERIFY(isListening(servers));
        // As redis-py, redsync and node-redlock do it.
        const char* const script = "if redis.call('get', KEYS[1]) == ARGV[1] then "
                                   "return redis.call('del', KEYS[1]) else return 0 end";
        const redis::Reply released
            = servers.command({"EVAL", script, "1", "r", "0123456789abcdef"});
        QCOMPARE(released.integer, 1);
        QTRY_VERIFY(wait.isWon);
    }

    void aRenewalDoesNotEndTheWait()
    {
        RedisServerFixture servers(1, {"SET", "r", "theirs", "PX", "3600000"});
        RealWait wait(servers.deployment());
        for (int i = 0; i < 20; ++i) {
            QTRY_VERIFY(isListening(servers)); // watched anew after each
            servers.command({"PEXPIRE", "r", "3600000"});
        }
        QVERIFY(!wait.isOver);
        servers.command({"DEL", "r"});
        QTRY_VERIFY(wait.isWon);
    }

    // Real servers: when they can't be listened to

    void pollsWhereTrackingIsRefused()
    {
        RedisServerFixture servers(1, {"SET", "r", "theirs"});
        servers.command({"ACL", "SETUSER", "default", "-client|tracking", "-subscribe"});
        RealWait wait(servers.deployment(), patient(20ms));
        QTRY_VERIFY(servers.command({"INFO", "commandstats"}).text.find("cmdstat_set:calls=4")
            != std::string::npos);
        QVERIFY(!wait.isOver);
        servers.command({"DEL", "r"});
        QTRY_VERIFY(wait.isWon);
    }

    void listensAgainAfterItsConnectionWasKilled()
    {
        RedisServerFixture servers(1, {"SET", "r", "theirs"});
        RealWait wait(servers.deployment());
        QTRY_VERIFY(isListening(servers));
        QCOMPARE(servers.command({"CLIENT", "KILL", "TYPE", "pubsub"}).integer, 1);
        QTRY_VERIFY(servers.command({"CLIENT", "LIST", "TYPE", "pubsub"}).text.find(" sub=")
            != std::string::npos);
        servers.command({"DEL", "r"});
        QTRY_VERIFY(wait.isWon);
    }

    void manyWaitersAllGetIt()
    {
        RedisServerFixture servers(3, {"SET", "r", "theirs"});
        LockClient client(servers.deployment(), kOwner, kClock);
        std::atomic<int> won = 0;
        for (int i = 0; i < 20; ++i)
            client.startAcquire({kResource}, patient(), [&](Result<AcquireOutcome> outcome) {
                if (outcome && std::holds_alternative<Lease>(*outcome))
                    ++won; // and dropped here: the next one's turn
            });
        QTRY_VERIFY(isListening(servers));
        servers.commandAll({"DEL", "r"});
        QTRY_COMPARE_WITH_TIMEOUT(won.load(), 20, 30'000);
    }
};

LOCKKEEPER_TEST(WaitingTest)

} // namespace lockkeeper::tests::waiting_test

#include "waiting_test.moc"
