// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/classic.h"
#include "core/lock/lock_mutex.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <atomic>
#include <cmath>
#include <functional>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>

namespace lockkeeper::tests::lock_mutex_test {

using namespace lockkeeper::lock;

namespace {

const Clock& kClock = systemClock();
const Resource kResource("r");

/// Servers, and a client of theirs.
struct Bench {
    explicit Bench(std::size_t masters = 3)
        : servers({.count = masters})
        , client(servers.deployment(), Owner::thisProcess("test"), kClock)
    { }
    [[nodiscard]] std::int64_t ttlLeft() { return servers.command({"PTTL", "r"}).integer; }
    [[nodiscard]] std::int64_t mastersWithTheKey() { return countOnAll(servers, {"EXISTS", "r"}); }
    RedisServerFixture servers;
    LockClient client;
};

LockMutexOptions likeRedisPy(Ttl timeout)
{
    return {.ttl = timeout, .isRenewed = false, .scheme = redisPy()};
}

template <class F> auto onAnotherThread(F work)
{
    return std::async(std::launch::async, std::move(work)).get();
}

template <class F> std::error_code codeThrownBy(F work)
{
    try {
        work();
    } catch (const std::system_error& error) {
        return error.code();
    }
    return {};
}

} // namespace

class LockMutexTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // As a standard mutex

    void worksWithTheStandardsGuards()
    {
        Bench bench;
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s)});
        {
            const std::scoped_lock guard(mutex);
            QVERIFY(mutex.isHeld());
            QVERIFY(!onAnotherThread([&] { return mutex.try_lock(); }));
        }
        QVERIFY(!mutex.isHeld());
        QTRY_COMPARE(bench.mastersWithTheKey(), 0);
        std::unique_lock guard(mutex, 10s);
        QVERIFY(guard.owns_lock());
        guard.unlock();
        QVERIFY(guard.try_lock());
        const std::unique_lock other(mutex, std::try_to_lock);
        QVERIFY(!other.owns_lock());
    }

    /// Times that no unit of ours can express.
    void theLongestTimeIsWaitedFor_data()
    {
        using Hours = std::chrono::time_point<std::chrono::system_clock, std::chrono::hours>;
        using Try = std::function<bool(LockMutex&)>;
        QTest::addColumn<Try>("tryLock");
        QTest::newRow("hours") << Try(
            [](LockMutex& mutex) { return mutex.try_lock_for(std::chrono::hours::max()); });
        QTest::newRow("nanoseconds") << Try(
            [](LockMutex& mutex) { return mutex.try_lock_for(std::chrono::nanoseconds::max()); });
        QTest::newRow("floating point") << Try([](LockMutex& mutex) {
            return mutex.try_lock_for(std::chrono::duration<double>(INFINITY));
        });
        QTest::newRow("a time in hours")
            << Try([](LockMutex& mutex) { return mutex.try_lock_until(Hours::max()); });
        QTest::newRow("a steady time") << Try([](LockMutex& mutex) {
            return mutex.try_lock_until(std::chrono::steady_clock::time_point::max());
        });
    }
    void theLongestTimeIsWaitedFor()
    {
        QFETCH(std::function<bool(LockMutex&)>, tryLock);
        Bench bench(1);
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(60s), .sleep = 1ms});
        QVERIFY(mutex.try_lock());
        auto waiter = std::async(std::launch::async, [&] { return tryLock(mutex); });
        // Its first try has failed.
        QTRY_VERIFY(
            bench.servers.command({"INFO", "commandstats"}).text.find("cmdstat_set:calls=1,")
            == std::string::npos);
        mutex.unlock();
        QVERIFY(waiter.get());
    }

    void thePastIsNotWaitedFor()
    {
        using Hours = std::chrono::time_point<std::chrono::system_clock, std::chrono::hours>;
        Bench bench(1);
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(60s)});
        const std::scoped_lock guard(mutex);
        QVERIFY(onAnotherThread([&] {
            return !mutex.try_lock_for(std::chrono::hours::min())
                && !mutex.try_lock_until(Hours::min()) && !mutex.try_lock_for(-0.5s);
        }));
    }

    void twoAtOnceNeverDeadlock()
    {
        Bench bench;
        LockMutex a(bench.client, Resource("a"), {.ttl = ttl(60s)});
        LockMutex b(bench.client, Resource("b"), {.ttl = ttl(60s)});
        std::atomic<int> inside = 0;
        std::atomic<bool> hasOverlapped = false;
        const auto work = [&](LockMutex& first, LockMutex& second) {
            for (int i = 0; i < 20; ++i) {
                const std::scoped_lock guard(first, second);
                hasOverlapped = hasOverlapped || ++inside != 1;
                --inside;
            }
        };
        std::thread other(work, std::ref(b), std::ref(a));
        work(a, b);
        other.join();
        QVERIFY(!hasOverlapped);
    }

    void lockThrowsWhatTheStandardSays()
    {
        Bench bench;
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s), .blockingTimeout = 50ms});
        mutex.lock();
        QVERIFY(codeThrownBy([&] { mutex.lock(); }) == std::errc::resource_deadlock_would_occur);
        QVERIFY(onAnotherThread([&] { return codeThrownBy([&] { mutex.lock(); }); })
            == std::errc::timed_out);
        LockMutex nameless(bench.client, Resource(), {.ttl = ttl(30s)});
        QVERIFY(codeThrownBy([&] { nameless.lock(); }) == std::errc::invalid_argument);
        for (std::size_t i = 0; i < 3; ++i)
            bench.servers.kill(i);
        LockMutex unreachable(
            bench.client, Resource("s"), {.ttl = ttl(30s), .blockingTimeout = 50ms});
        QVERIFY(codeThrownBy([&] { unreachable.lock(); }) == std::errc::timed_out);
        QVERIFY(!unreachable.try_lock());
        QVERIFY(!unreachable.try_lock_until(std::chrono::steady_clock::now() + 20ms));
    }

    void unlockOfWhatIsNotHeldDoesNoHarm()
    {
        static_assert(noexcept(std::declval<LockMutex&>().unlock()));
        Bench bench;
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s)});
        mutex.unlock();
        mutex.lock();
        std::thread([&] { mutex.unlock(); }).join(); // not that thread's
        QVERIFY(mutex.isHeld());
        QVERIFY(mutex.isOwned().value());
        mutex.unlock();
        mutex.unlock();
        bench.servers.commandAll({"SET", "r", "theirs"});
        mutex.unlock();
        QCOMPARE(bench.mastersWithTheKey(), 3);
    }

    void aReleaseOnTheLoopsThreadDoesNotWait()
    {
        Bench bench;
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s), .isPerThread = false});
        mutex.lock();
        std::promise<Result<void>> released;
        bench.client.startAcquire({Resource("other")}, {.ttl = ttl(30s)},
            [&](const Result<AcquireOutcome>&) { released.set_value(mutex.release()); });
        QVERIFY(released.get_future().get().has_value());
        QTRY_COMPARE(bench.mastersWithTheKey(), 0);
    }

    void waitsForAQuorumToComeBack()
    {
        Bench bench;
        bench.servers.kill(0);
        bench.servers.kill(1);
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s), .sleep = 20ms});
        auto isTaken = std::async(std::launch::async, [&] { return mutex.acquire(); });
        QVERIFY(isTaken.wait_for(100ms) == std::future_status::timeout);
        bench.servers.restart(0);
        QVERIFY(isTaken.get().value());
    }

    // As redis-py's Lock

    void acquireTellsWhetherItGotTheLock()
    {
        Bench bench;
        LockMutex first(bench.client, kResource, {.ttl = ttl(30s)});
        LockMutex second(bench.client, kResource, {.ttl = ttl(30s), .isBlocking = false});
        QVERIFY(first.acquire().value());
        QVERIFY(!second.acquire().value());
        QVERIFY(!second.acquire({.isBlocking = true, .blockingTimeout = 30ms}).value());
        QVERIFY(!first.acquire({.isBlocking = false}).value());
        QCOMPARE(first.acquire().error().kind, ErrorClass::InvalidArgument); // for itself
        QVERIFY(first.release().has_value());
        QVERIFY(second.acquire().value());
    }

    void acquireTellsThatMastersAreMissing()
    {
        Bench bench;
        bench.servers.kill(0);
        bench.servers.kill(1);
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s), .isBlocking = false});
        const auto result = mutex.acquire();
        QCOMPARE(result.error().kind, ErrorClass::NoQuorum);
        QVERIFY(!result.error().master.isEmpty());
    }

    void acquireTellsThatTheTtlIsTooShort()
    {
        Bench bench;
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(1ms), .isBlocking = false});
        const auto result = mutex.acquire();
        QCOMPARE(result.error().kind, ErrorClass::NoQuorum);
        QCOMPARE(result.error().text, std::string("the masters answered too late for its TTL"));
    }

    void aThreadDoesNotWaitForItself()
    {
        Bench bench(1);
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s), .blockingTimeout = 1h});
        QVERIFY(mutex.acquire().value());
        QCOMPARE(mutex.acquire().error().text,
            std::string("this thread holds the lock already, and would wait for itself"));
        QVERIFY(mutex.isHeld());
    }

    void aLockThatHasExpiredIsLostWhereverItIsReleased()
    {
        Bench bench(1);
        LockMutexOptions options = likeRedisPy(ttl(100ms));
        options.isPerThread = false;
        LockMutex mutex(bench.client, kResource, options);
        QVERIFY(mutex.acquire().value());
        QTRY_VERIFY(!mutex.isHeld());
        QCOMPARE(mutex.release().error().kind, ErrorClass::LeaseLost);
        QVERIFY(mutex.acquire().value());
        QTRY_VERIFY(!mutex.isHeld());
        std::promise<Result<void>> released;
        bench.client.startAcquire({Resource("other")}, {.ttl = ttl(30s)},
            [&](const Result<AcquireOutcome>&) { released.set_value(mutex.release()); });
        QCOMPARE(released.get_future().get().error().kind, ErrorClass::LeaseLost);
    }

    void aWaitWithoutATimeoutEndsWithTheRelease()
    {
        Bench bench;
        LockMutex first(bench.client, kResource, {.ttl = ttl(30s)});
        LockMutex second(bench.client, kResource, {.ttl = ttl(30s), .sleep = 1h});
        QVERIFY(first.acquire().value());
        auto isTaken = std::async(std::launch::async, [&] { return second.acquire(); });
        QVERIFY(isTaken.wait_for(100ms) == std::future_status::timeout);
        QVERIFY(first.release().has_value());
        QVERIFY(isTaken.get().value());
    }

    void releaseTellsWhatIsNotOurs()
    {
        Bench bench;
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s), .isRenewed = false});
        QCOMPARE(mutex.release().error().kind, ErrorClass::InvalidArgument);
        QVERIFY(mutex.acquire().value());
        bench.servers.commandAll({"SET", "r", "theirs"});
        QCOMPARE(mutex.release().error().kind, ErrorClass::LeaseLost);
        QCOMPARE(bench.mastersWithTheKey(), 3);
        QCOMPARE(mutex.release().error().kind, ErrorClass::InvalidArgument);
        bench.servers.commandAll({"DEL", "r"});
        QVERIFY(mutex.acquire().value());
        for (std::size_t i = 0; i < 3; ++i)
            bench.servers.kill(i);
        QCOMPARE(mutex.release().error().kind, ErrorClass::NoQuorum);
    }

    void releaseSucceedsWithoutAMinority()
    {
        Bench bench(5);
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s), .isRenewed = false});
        QVERIFY(mutex.acquire().value());
        QTRY_COMPARE(bench.mastersWithTheKey(), 5);
        bench.servers.kill(0);
        bench.servers.command(1, {"DEL", "r"});
        QVERIFY(mutex.release().has_value());
    }

    void eachThreadHasATokenOfItsOwn()
    {
        Bench bench;
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s), .isRenewed = false});
        QVERIFY(mutex.acquire().value());
        QCOMPARE(onAnotherThread([&] { return mutex.release(); }).error().kind,
            ErrorClass::InvalidArgument);
        QVERIFY(!onAnotherThread([&] { return mutex.isOwned(); }).value());
        QVERIFY(mutex.isOwned().value());
        // Our lock ends; another thread has it now, and ours does not release it.
        bench.servers.commandAll({"DEL", "r"});
        std::promise<void> isOver;
        std::promise<bool> isTaken;
        std::thread other([&] {
            isTaken.set_value(mutex.acquire().value());
            isOver.get_future().get();
            mutex.unlock();
        });
        QVERIFY(isTaken.get_future().get());
        QCOMPARE(mutex.release().error().kind, ErrorClass::LeaseLost);
        QVERIFY(bench.mastersWithTheKey() >= 2);
        isOver.set_value();
        other.join();
        QTRY_COMPARE(bench.mastersWithTheKey(), 0);
    }

    void aSharedTokenMayBeReleasedElsewhere()
    {
        Bench bench;
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s), .isPerThread = false});
        QVERIFY(onAnotherThread([&] { return mutex.acquire(); }).value());
        QVERIFY(mutex.isOwned().value());
        QVERIFY(mutex.release().has_value());
        QTRY_COMPARE(bench.mastersWithTheKey(), 0);
    }

    void extendAddsOrReplaces()
    {
        Bench bench(1);
        LockMutex mutex(bench.client, kResource, likeRedisPy(ttl(10s)));
        QVERIFY(mutex.acquire().value());
        QVERIFY(bench.ttlLeft() <= 10'000);
        QVERIFY(mutex.extend(100s).has_value());
        QVERIFY(bench.ttlLeft() > 100'000 && bench.ttlLeft() < 115'000);
        QVERIFY(mutex.extend(200s, LockMutex::Extend::Replace).has_value());
        QVERIFY(bench.ttlLeft() > 190'000 && bench.ttlLeft() <= 200'000);
        QCOMPARE(mutex.extend(0ms, LockMutex::Extend::Replace).error().kind,
            ErrorClass::InvalidArgument);
    }

    void aShorterTtlEndsTheHoldAndThenTheLock()
    {
        Bench bench(1);
        LockMutex mutex(bench.client, kResource, likeRedisPy(ttl(1s)));
        QVERIFY(mutex.acquire().value());
        QVERIFY(mutex.extend(100s).has_value());
        QVERIFY(mutex.reset().has_value());
        QVERIFY(bench.ttlLeft() > 90'000); // nothing is shortened on a master
        QTRY_VERIFY(!mutex.isHeld());
        QTRY_COMPARE(bench.mastersWithTheKey(), 0);
    }

    void extendAndResetRefuseWhatIsNotHeld()
    {
        Bench bench(1);
        LockMutex mutex(bench.client, kResource, likeRedisPy(ttl(30s)));
        QCOMPARE(mutex.extend(1s).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(mutex.reset().error().kind, ErrorClass::InvalidArgument);
        QVERIFY(mutex.acquire().value());
        bench.servers.command({"SET", "r", "theirs"});
        QCOMPARE(mutex.extend(1s).error().kind, ErrorClass::LeaseLost);
        QCOMPARE(mutex.reset().error().kind, ErrorClass::LeaseLost);
        QCOMPARE(bench.ttlLeft(), -1);
    }

    void withoutATtlItIsHeldForEver()
    {
        Bench bench(1);
        LockMutex mutex(bench.client, kResource, likeRedisPy(Ttl::none()));
        QVERIFY(mutex.acquire().value());
        QCOMPARE(bench.ttlLeft(), -1);
        QCOMPARE(mutex.extend(1s).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(mutex.reset().error().kind, ErrorClass::InvalidArgument);
        QVERIFY(mutex.release().has_value());
        LockMutex redlock(bench.client, kResource, {.ttl = Ttl::none()});
        QCOMPARE(redlock.acquire().error().kind, ErrorClass::Unsupported);
    }

    void tellsWhetherAnybodyHoldsIt()
    {
        Bench bench;
        LockMutex ours(bench.client, kResource, {.ttl = ttl(30s)});
        LockMutex theirs(bench.client, kResource, {.ttl = ttl(30s)});
        QVERIFY(!ours.isLocked().value());
        QVERIFY(!ours.isOwned().value());
        QVERIFY(theirs.acquire().value());
        QVERIFY(ours.isLocked().value());
        QVERIFY(!ours.isOwned().value());
        QVERIFY(theirs.isOwned().value());
        bench.servers.commandAll({"DEL", "r"});
        QVERIFY(!theirs.isOwned().value());
        bench.servers.commandAll({"SET", "r", "another"});
        QVERIFY(!theirs.isOwned().value());
        QVERIFY(theirs.isLocked().value());
        bench.servers.kill(0);
        bench.servers.kill(1);
        QCOMPARE(ours.isLocked().error().kind, ErrorClass::NoQuorum);
        QCOMPARE(theirs.isOwned().error().kind, ErrorClass::NoQuorum);
    }

    void aKeyOfAnotherTypeIsLockedButNotOurs()
    {
        Bench bench(1);
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s), .isBlocking = false});
        bench.servers.command({"RPUSH", "r", "1"});
        QVERIFY(mutex.isLocked().value());
        QVERIFY(!mutex.acquire().value());
        LockMutex hash(bench.client, kResource, {.ttl = ttl(30s), .scheme = redisson()});
        QCOMPARE(hash.isOwned().error().kind, ErrorClass::Unsupported);
    }

    void tellsALossAndLetsTheThreadLockAgain()
    {
        Bench bench;
        LockMutex mutex(bench.client, kResource, {.ttl = ttl(900ms)});
        QVERIFY(!mutex.lost().stop_possible());
        QVERIFY(mutex.acquire().value());
        const std::stop_token lost = mutex.lost();
        bench.servers.commandAll({"DEL", "r"});
        QTRY_VERIFY(lost.stop_requested());
        QVERIFY(!mutex.isHeld());
        QVERIFY(mutex.acquire().value());
        QVERIFY(mutex.isHeld());
        QVERIFY(!mutex.lost().stop_requested());
    }

    void renewsForAsLongAsTheOptionsSay()
    {
        Bench bench;
        LockMutex forgotten(
            bench.client, kResource, {.ttl = ttl(600ms), .maxHold = std::chrono::milliseconds(1)});
        LockMutex needed(bench.client, Resource("s"), {.ttl = ttl(600ms)});
        QVERIFY(forgotten.acquire().value() && needed.acquire().value());
        QTRY_VERIFY(forgotten.lost().stop_requested());
        QVERIFY(needed.isHeld());
    }

    void asksTheMastersAsTheOptionsSay()
    {
        Bench bench;
        LockMutex hasty(
            bench.client, kResource, {.ttl = ttl(30s), .timeout = std::chrono::milliseconds(0)});
        QCOMPARE(hasty.acquire().error().kind, ErrorClass::InvalidArgument);
        LockMutex drifting(bench.client, kResource, {.ttl = ttl(30s), .driftFactor = 1});
        QCOMPARE(drifting.acquire().error().kind, ErrorClass::InvalidArgument);
        LockMutex fenced(bench.client, kResource, {.ttl = ttl(30s), .isFenced = true});
        QVERIFY(!fenced.fencingToken().has_value());
        QVERIFY(fenced.acquire().value());
        QVERIFY(fenced.fencingToken().has_value());
    }

    void releasesWhatItHoldsWhenItGoes()
    {
        Bench bench;
        {
            LockMutex mutex(bench.client, kResource, {.ttl = ttl(30s)});
            QVERIFY(onAnotherThread([&] { return mutex.acquire(); }).value());
        }
        QTRY_COMPARE(bench.mastersWithTheKey(), 0);
    }
};

LOCKKEEPER_TEST(LockMutexTest)

} // namespace lockkeeper::tests::lock_mutex_test

#include "lock_mutex_test.moc"
