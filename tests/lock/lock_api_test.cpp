// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/classic.h"
#include "core/lock/client_core.h"
#include "core/lock/lock_client.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <array>
#include <asio/io_context.hpp>
#include <atomic>
#include <future>
#include <thread>

namespace lockkeeper::tests::lock_api_test {

using namespace lockkeeper::lock;

namespace {

const Clock& kClock = systemClock();

std::vector<Resource> resources(std::initializer_list<const char*> names)
{
    std::vector<Resource> all;
    for (const char* name : names)
        all.emplace_back(name);
    return all;
}

std::optional<Lease> takeLease(
    LockClient& client, std::vector<Resource> wanted, AcquireOptions options)
{
    return leaseIn(client.acquire(std::move(wanted), std::move(options)));
}

std::int64_t keysLeft(RedisServerFixture& servers)
{
    return countOnAll(servers, {"DBSIZE"});
}

/// Runs `work` on a thread that waits for nobody, and gives its result.
template <class F> auto onAnotherThread(F work)
{
    return std::async(std::launch::async, std::move(work)).get();
}

} // namespace

class LockApiTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Several resources

    void takesSeveralResourcesTogether()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        auto lease = takeLease(client, resources({"c", "a", "b", "a"}), {.ttl = ttl(30s)});
        QVERIFY(lease.has_value());
        QCOMPARE(lease->resources(), resources({"a", "b", "c"}));
        QTRY_COMPARE(keysLeft(servers), 9);
        QVERIFY(lease->extend(ttl(60s)).has_value());
        lease->release();
        QTRY_COMPARE(keysLeft(servers), 0);
    }

    void takesNoneIfOneIsHeld()
    {
        RedisServerFixture servers(3, {"SET", "b", "theirs"});
        LockClient client = makeClient(servers);
        auto outcome = client.acquire(resources({"a", "b", "c"}), {.ttl = ttl(30s)});
        QVERIFY(outcome && std::holds_alternative<Contended>(*outcome));
        const auto& contended = std::get<Contended>(*outcome);
        QVERIFY(contended.holder.has_value());
        QCOMPARE(contended.holder->resource, Resource("b"));
        QCOMPARE(keysLeft(servers), 3);
    }

    void leavesNothingWhenTheMastersDisagree()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "a", "theirs"});
        servers.command(1, {"SET", "c", "theirs"});
        LockClient client = makeClient(servers);
        QVERIFY(!takeLease(client, resources({"a", "b", "c"}), {.ttl = ttl(30s)}).has_value());
        QTRY_COMPARE(keysLeft(servers), 2);
        QCOMPARE(servers.command(2, {"DBSIZE"}).integer, 0);
    }

    void twoWhoWantTheSameInOppositeOrdersBothGetIt()
    {
        RedisServerFixture servers({.count = 3});
        std::atomic<int> inside = 0;
        std::atomic<int> taken = 0;
        std::atomic<bool> hasOverlapped = false;
        const auto work = [&](const std::vector<Resource>& wanted) {
            LockClient client = makeClient(servers);
            for (int i = 0; i < 25; ++i) {
                const auto lease = takeLease(client, wanted, {.ttl = ttl(60s), .wait = 60s});
                hasOverlapped = hasOverlapped || ++inside != 1;
                taken += lease ? 1 : 0;
                --inside;
            }
        };
        std::thread other(work, resources({"B", "A"}));
        work(resources({"A", "B"}));
        other.join();
        QVERIFY(!hasOverlapped);
        QCOMPARE(taken.load(), 50);
        QTRY_COMPARE(keysLeft(servers), 0);
    }

    void severalResourcesOverlapIfTheyShareOne()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        const auto ab = takeLease(client, resources({"a", "b"}), {.ttl = ttl(30s)});
        QVERIFY(ab.has_value());
        QVERIFY(!takeLease(client, resources({"b", "c"}), {.ttl = ttl(30s)}).has_value());
        QVERIFY(takeLease(client, resources({"c", "d"}), {.ttl = ttl(30s)}).has_value());
    }

    // Reentrancy

    void aThreadEntersAgainAndTheLockIsFreeAfterTheLastRelease()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        const AcquireOptions again{.ttl = ttl(30s), .isReentrant = true};
        auto outer = takeLease(client, resources({"r"}), again);
        auto inner = takeLease(client, resources({"r"}), again);
        QVERIFY(outer && inner);
        QCOMPARE(inner->fingerprint(), outer->fingerprint());
        QTRY_COMPARE(keysLeft(servers), 3);
        outer->release();
        QVERIFY(inner->isHeld());
        QCOMPARE(keysLeft(servers), 3);
        inner->release();
        QTRY_COMPARE(keysLeft(servers), 0);
    }

    void anotherThreadIsTurnedAway()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        const AcquireOptions again{.ttl = ttl(30s), .isReentrant = true};
        const auto lease = takeLease(client, resources({"r"}), again);
        QVERIFY(lease.has_value());
        QVERIFY(!onAnotherThread(
            [&] { return takeLease(client, resources({"r"}), again).has_value(); }));
    }

    void aThreadThatDidNotAskToIsTurnedAwayFromItsOwnLock()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        const auto lease
            = takeLease(client, resources({"r"}), {.ttl = ttl(30s), .isReentrant = true});
        QVERIFY(lease.has_value());
        QVERIFY(!takeLease(client, resources({"r"}), {.ttl = ttl(30s)}).has_value());
    }

    void whatAThreadLeftBehindDoesNotPassToTheNextOne()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client = makeClient(servers);
        const AcquireOptions again{.ttl = ttl(30s), .isReentrant = true};
        std::optional<Lease> left;
        std::thread([&] { left = takeLease(client, resources({"r"}), again); }).join();
        QVERIFY(left.has_value());
        // The system gives the ids of ended threads to new ones.
        for (int i = 0; i < 20; ++i) {
            bool isTaken = true;
            std::thread([&] {
                isTaken = takeLease(client, resources({"r"}), again).has_value();
            }).join();
            QVERIFY(!isTaken);
        }
    }

    void aLostLockIsTakenAnewWithAnotherTokenAndRenewed()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        const AcquireOptions again{.ttl = ttl(900ms), .isReentrant = true};
        const auto lost = takeLease(client, resources({"r"}), again);
        QVERIFY(lost.has_value());
        const Fingerprint before = lost->fingerprint();
        servers.commandAll({"DEL", "r"});
        QTRY_VERIFY(lost->lost().stop_requested());
        std::optional<Lease> fresh; // a renewal may have repaired what was deleted last
        QTRY_VERIFY((fresh = takeLease(client, resources({"r"}), again)).has_value());
        QVERIFY(fresh->fingerprint() != before);
        const SteadyTime first = fresh->deadline();
        QTRY_VERIFY(fresh->deadline() > first + 2s);
        QVERIFY(fresh->isHeld());
    }

    void eachOfAThreadsLeasesIsToldOfTheLoss()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client = makeClient(servers);
        AcquireOptions again{.ttl = ttl(600ms), .isReentrant = true};
        const auto outer = takeLease(client, resources({"r"}), again);
        std::atomic<int> losses = 0;
        again.onLost = [&] { ++losses; };
        const auto inner = takeLease(client, resources({"r"}), again);
        QVERIFY(outer && inner);
        servers.command({"DEL", "r"});
        QTRY_VERIFY(inner->lost().stop_requested());
        QTRY_COMPARE(losses.load(), 1);
    }

    void aThreadDoesNotEnterAgainByAnotherScheme()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client = makeClient(servers);
        const auto outer
            = takeLease(client, resources({"r"}), {.ttl = ttl(30s), .isReentrant = true});
        QVERIFY(outer.has_value());
        const auto refused = client.acquire(
            Resource("r"), {.ttl = ttl(30s), .isReentrant = true, .scheme = redisPy()});
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorClass::Unsupported);
        QVERIFY(outer->isHeld());
        QCOMPARE(keysLeft(servers), 1);
    }

    // Who holds it

    void tellsWhoHoldsALockAndForHowLong()
    {
        RedisServerFixture servers({.count = 3});
        LockClient holder(servers.deployment(), {"box", 42, "billing"}, kClock);
        const auto lease = takeLease(holder, resources({"r"}), {.ttl = ttl(30s)});
        QVERIFY(lease.has_value());
        LockClient client = makeClient(servers);
        QTRY_COMPARE(keysLeft(servers), 3);
        auto outcome = client.acquire(resources({"r"}), {.ttl = ttl(30s)});
        QVERIFY(outcome && std::holds_alternative<Contended>(*outcome));
        const auto& contended = std::get<Contended>(*outcome);
        QCOMPARE(contended.votes.size(), std::size_t(3));
        QVERIFY(
            std::ranges::count(contended.votes, MasterVote::State::No, &MasterVote::state) >= 2);
        QVERIFY(contended.holder && contended.holder->parts);
        QCOMPARE(contended.holder->parts->owner.app, std::string("billing"));
        QCOMPARE(contended.holder->parts->owner.pid, 42);
        QCOMPARE(contended.holder->masters, std::size_t(3));
        QCOMPARE(contended.holder->fingerprint, std::optional(lease->fingerprint()));
        QVERIFY(contended.holder->remaining > 10s && contended.holder->remaining <= 30s);
        QCOMPARE(client.holder(Resource("r")).value()->fingerprint, lease->fingerprint());
    }

    void nobodyHoldsWhatOnlyAMinorityStores()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        QVERIFY(!client.holder(Resource("r")).value().has_value());
        servers.command(0, {"SET", "r", "leftover"});
        QVERIFY(!client.holder(Resource("r")).value().has_value());
        servers.command(1, {"SET", "r", "leftover"});
        QCOMPARE(client.holder(Resource("r")).value()->masters, std::size_t(2));
    }

    void nobodyGuessesWhatMissingMastersStore()
    {
        RedisServerFixture servers({.count = 5});
        for (std::size_t i = 0; i < 2; ++i)
            servers.command(i, {"SET", "r", "theirs"});
        servers.kill(4);
        LockClient client = makeClient(servers);
        QCOMPARE(client.holder(Resource("r")).error().kind, ErrorClass::NoQuorum);
        servers.command(2, {"SET", "r", "theirs"});
        QCOMPARE(client.holder(Resource("r")).value()->masters, std::size_t(3));
        QCOMPARE(client.holder(Resource()).error().kind, ErrorClass::InvalidArgument);
    }

    // Leases

    void aLossIsToldOnce()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        std::atomic<int> losses = 0;
        auto lease
            = takeLease(client, resources({"r"}), {.ttl = ttl(900ms), .onLost = [&] { ++losses; }});
        QVERIFY(lease.has_value());
        std::atomic<int> stops = 0;
        const std::stop_callback callback(lease->lost(), [&] { ++stops; });
        for (std::size_t i = 0; i < 3; ++i)
            servers.kill(i);
        QTRY_COMPARE(losses.load(), 1);
        QCOMPARE(stops.load(), 1);
        QVERIFY(!lease->isHeld());
        QCOMPARE(lease->extend(ttl(1s)).error().kind, ErrorClass::LeaseLost);
    }

    void aMovedFromLeaseHoldsNothing()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client = makeClient(servers);
        auto first = takeLease(client, resources({"r"}), {.ttl = ttl(30s)});
        QVERIFY(first.has_value());
        Lease second = std::move(*first);
        QVERIFY(second.isHeld());
        QVERIFY(!first->isHeld());
        QVERIFY(first->resource().isEmpty());
        QVERIFY(first->resources().empty());
        QVERIFY(!first->fencingToken().has_value());
        QVERIFY(!first->lost().stop_possible());
        QCOMPARE(first->deadline(), SteadyTime{});
        QCOMPARE(first->extend(ttl(1s)).error().kind, ErrorClass::LeaseLost);
        QCOMPARE(first->extendBy(1s).error().kind, ErrorClass::LeaseLost);
        QVERIFY(first->release().empty());
        QVERIFY(!first->isRevoked());
        QCOMPARE(first->margin().masters, std::size_t(0));
        first->leaveToExpire();
        int answers = 0;
        first->startExtend(ttl(1s), [&](const Result<void>& result) {
            answers += result.error().kind == ErrorClass::LeaseLost ? 1 : 0;
        });
        first->startRelease([&](const auto& votes) { answers += votes.empty() ? 1 : 0; });
        QCOMPARE(answers, 2); // at once: there is no loop
        first.reset();
        QVERIFY(second.isHeld());
        QCOMPARE(keysLeft(servers), 1);
    }

    void assigningALeaseReleasesWhatWasThere()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client = makeClient(servers);
        auto first = takeLease(client, resources({"a"}), {.ttl = ttl(30s)});
        auto second = takeLease(client, resources({"b"}), {.ttl = ttl(30s)});
        QVERIFY(first && second);
        *first = std::move(*second);
        QCOMPARE(first->resource(), Resource("b"));
        QCOMPARE(servers.command({"EXISTS", "a"}).integer, 0);
        Lease& same = *first;
        *first = std::move(same);
        QVERIFY(first->isHeld());
    }

    void releasingTwiceDoesNoHarm()
    {
        static_assert(noexcept(std::declval<Lease&>().release()));
        static_assert(std::is_nothrow_destructible_v<Lease>);
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        auto lease = takeLease(client, resources({"r"}), {.ttl = ttl(30s)});
        QVERIFY(lease.has_value());
        const auto votes = lease->release();
        QVERIFY(std::ranges::count(votes, MasterVote::State::Yes, &MasterVote::state) >= 2);
        servers.commandAll({"SET", "r", "theirs"});
        QVERIFY(lease->release().empty());
        lease->leaveToExpire();
        lease.reset();
        QCOMPARE(keysLeft(servers), 3);
    }

    void extendByMovesTheDeadline()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        auto lease = takeLease(client, resources({"r"}), {.ttl = ttl(30s), .isRenewed = false});
        QVERIFY(lease.has_value());
        const SteadyTime first = lease->deadline();
        QVERIFY(lease->extendBy(10s).has_value());
        QVERIFY(lease->deadline() >= first + 10s);
        QVERIFY(lease->deadline() < first + 11s);
        QVERIFY(lease->extendBy(-20s).has_value());
        QVERIFY(lease->deadline() < first - 9s);
        QCOMPARE(lease->extendBy(-1h).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(lease->extendBy(std::chrono::milliseconds::max()).error().kind,
            ErrorClass::InvalidArgument);
        QCOMPARE(lease->extendBy(std::chrono::milliseconds::min()).error().kind,
            ErrorClass::InvalidArgument);
        QVERIFY(lease->isHeld());
    }

    // Threads

    void blockingCallsAreRefusedOnTheLoopsThread()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client = makeClient(servers);
        auto held = takeLease(client, resources({"held"}), {.ttl = ttl(30s)});
        QVERIFY(held.has_value());
        std::promise<std::array<ErrorClass, 4>> refused;
        client.startAcquire(
            resources({"r"}), {.ttl = ttl(30s)}, [&](Result<AcquireOutcome> /*outcome*/) {
                refused.set_value({client.acquire(Resource("s"), {.ttl = ttl(1s)}).error().kind,
                    client.holder(Resource("s")).error().kind, held->extend(ttl(1s)).error().kind,
                    held->extendBy(1s).error().kind});
            });
        for (const ErrorClass kind : refused.get_future().get())
            QCOMPARE(kind, ErrorClass::InvalidArgument);
        QVERIFY(held->isHeld());
    }

    void aLeaseDroppedOnTheLoopsThreadIsReleased()
    {
        RedisServerFixture servers({.count = 3});
        std::promise<bool> isTaken;
        auto client = std::make_optional<LockClient>(
            servers.deployment(), Owner::thisProcess("test"), kClock);
        client->startAcquire(
            resources({"r"}), {.ttl = ttl(30s)}, [&](Result<AcquireOutcome> outcome) {
                isTaken.set_value(outcome && std::holds_alternative<Lease>(*outcome));
            });
        QVERIFY(isTaken.get_future().get());
        QTRY_COMPARE(keysLeft(servers), 0);
    }

    void theLastLeaseMayGoInAHandlerAfterItsClient()
    {
        RedisServerFixture servers({.count = 3});
        std::promise<void> done;
        std::optional<Lease> last;
        {
            LockClient client = makeClient(servers);
            QVERIFY(takeLease(client, resources({"r"}), {.ttl = ttl(30s)}).has_value());
            last = takeLease(client, resources({"r"}), {.ttl = ttl(30s), .wait = 30s});
        }
        QVERIFY(last.has_value());
        // A release takes two round trips now: more than a quorum's answers have to come.
        servers.commandAll({"SCRIPT", "FLUSH"});
        last->startExtend(ttl(30s), [&](const Result<void>&) {
            last.reset();
            done.set_value();
        });
        done.get_future().get();
        QTRY_COMPARE(keysLeft(servers), 0);
    }

    void aReleaseReachesASlowMasterAlthoughItsClientIsGone()
    {
        RedisServerFixture servers({.count = 3});
        {
            LockClient client = makeClient(servers);
            QVERIFY(takeLease(client, resources({"r"}), {.ttl = ttl(30s)}).has_value());
            QTRY_COMPARE(keysLeft(servers), 0);
            const auto lease = takeLease(client, resources({"r"}), {.ttl = ttl(30s)});
            QTRY_COMPARE(keysLeft(servers), 3);
            servers.command(2, {"SCRIPT", "FLUSH"}); // a release takes two round trips there
            servers.suspend(2);
        }
        servers.resume(2);
        QTRY_COMPARE(keysLeft(servers), 0);
    }

    void blockingCallsAreRefusedOnACallersContext()
    {
        RedisServerFixture servers({.count = 1});
        asio::io_context context(1);
        LockClient client(servers.deployment(), Owner::thisProcess("test"), kClock, context);
        std::optional<Lease> lease;
        client.startAcquire(resources({"r"}), {.ttl = ttl(30s)},
            [&](Result<AcquireOutcome> outcome) { lease = std::move(std::get<Lease>(*outcome)); });
        while (!lease)
            context.run_one();
        QCOMPARE(client.acquire(Resource("s"), {.ttl = ttl(1s)}).error().kind,
            ErrorClass::InvalidArgument);
        QCOMPARE(client.holder(Resource("s")).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(lease->extend(ttl(1s)).error().kind, ErrorClass::InvalidArgument);
        lease.reset(); // without waiting
        for (const SteadyTime end = kClock.now() + 10s;
             servers.command({"EXISTS", "r"}).integer != 0 && kClock.now() < end;)
            context.run_one_for(10ms);
        QCOMPARE(servers.command({"EXISTS", "r"}).integer, 0);
    }

    void aContextThatEndsLeavesNothingOfWhatWasUnderWay()
    {
        RedisServerFixture servers({.count = 1});
        const auto kept = std::make_shared<int>();
        {
            asio::io_context context(1);
            LockClient client(servers.deployment(), Owner::thisProcess("test"), kClock, context);
            std::optional<Lease> lease;
            client.startAcquire(resources({"r"}), {.ttl = ttl(30s), .onLost = [kept] {}},
                [&](Result<AcquireOutcome> outcome) {
                    lease = std::move(std::get<Lease>(*outcome));
                });
            while (!lease)
                context.run_one();
            servers.suspend(0);
            lease->startRelease([kept](const std::vector<MasterVote>&) {});
            context.poll();
            lease.reset();
        }
        QCOMPARE(kept.use_count(), 1);
        servers.resume(0);
    }

    void oneThreadReleasesWhatOthersRead()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client = makeClient(servers);
        for (int i = 0; i < 200; ++i) {
            auto lease = takeLease(client, resources({"r"}), {.ttl = ttl(30s)});
            QVERIFY(lease.has_value());
            std::atomic<bool> isOver = false;
            const auto read = [&] {
                while (!isOver || lease->isHeld()) {
                    (void)lease->deadline();
                    (void)lease->lost();
                    (void)lease->resources();
                    (void)lease->fingerprint();
                    (void)lease->extend(ttl(30s));
                }
            };
            std::atomic<int> released = 0;
            const auto release = [&] { released += lease->release().empty() ? 0 : 1; };
            std::array threads{
                std::thread(read), std::thread(read), std::thread(release), std::thread(release)};
            threads[2].join();
            threads[3].join();
            isOver = true;
            threads[0].join();
            threads[1].join();
            QCOMPARE(released.load(), 1);
            QCOMPARE(keysLeft(servers), 0);
        }
    }

    void aThousandLeasesFromSixteenThreads()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        std::vector<std::vector<Lease>> leases(16);
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < leases.size(); ++t)
            threads.emplace_back([&, t] {
                for (std::size_t i = 0; i < 64; ++i) {
                    auto lease = takeLease(client,
                        {Resource(std::to_string(t) + ":" + std::to_string(i))}, {.ttl = ttl(60s)});
                    if (lease)
                        leases[t].push_back(std::move(*lease));
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        std::size_t held = 0;
        for (const auto& some : leases)
            held += static_cast<std::size_t>(std::ranges::count_if(some, &Lease::isHeld));
        QCOMPARE(held, std::size_t(1024));
        QTRY_COMPARE(keysLeft(servers), 3072);
        threads.clear();
        for (auto& some : leases)
            threads.emplace_back([&some] { some.clear(); });
        for (std::thread& thread : threads)
            thread.join();
        QTRY_COMPARE(keysLeft(servers), 0);
    }
};

LOCKKEEPER_TEST(LockApiTest)

} // namespace lockkeeper::tests::lock_api_test

#include "lock_api_test.moc"
