// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/async.h"
#include "core/lock/client_core.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <asio/bind_executor.hpp>
#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/io_context.hpp>
#include <asio/strand.hpp>
#include <asio/thread_pool.hpp>
#include <asio/use_awaitable.hpp>
#include <asio/use_future.hpp>
#include <semaphore>
#include <thread>

namespace lockkeeper::tests::async_test {

using namespace lockkeeper::lock;

namespace {

const Clock& kClock = systemClock();

std::vector<Resource> named(const char* name)
{
    return {Resource(name)};
}

std::int64_t keysLeft(RedisServerFixture& servers)
{
    return countOnAll(servers, {"DBSIZE"});
}

/// What a coroutine saw on its way.
struct Journey {
    bool isTaken = false;
    bool isExtended = false;
    std::size_t votes = 0;
    bool isDone = false;
};

asio::awaitable<void> takeExtendRelease(LockClient& client, Journey& journey)
{
    const auto executor = co_await asio::this_coro::executor;
    auto lease = leaseIn(co_await asyncAcquire(
        client, executor, named("r"), {.ttl = ttl(30s)}, asio::use_awaitable));
    journey.isTaken = lease && lease->isHeld();
    if (lease) {
        journey.isExtended
            = (co_await asyncExtend(*lease, executor, ttl(60s), asio::use_awaitable)).has_value();
        journey.votes = (co_await asyncRelease(*lease, executor, asio::use_awaitable)).size();
    }
    journey.isDone = true;
}

/// A handler that can't be copied.
struct MoveOnly {
    std::unique_ptr<std::optional<Lease>*> target;
    void operator()(Result<AcquireOutcome> outcome) { **target = leaseIn(std::move(outcome)); }
};

/// When and where a client's core was taken apart.
struct TakenApart {
    int times = 0;
    std::thread::id thread;
};

std::shared_ptr<ClientCore> makeCore(
    const RedisServerFixture& servers, asio::io_context& context, TakenApart& takenApart)
{
    auto core
        = ClientCore::create(servers.deployment(), Owner::thisProcess("test"), kClock, &context);
    const auto note = [](TakenApart* that) {
        ++that->times;
        that->thread = std::this_thread::get_id();
    };
    // A timer that never runs, and goes with the core.
    core->loop().schedule(
        SteadyTime::max(), [probe = std::shared_ptr<TakenApart>(&takenApart, note)] {});
    return core;
}

/// A lease, by running the context here.
std::optional<Lease> takeOn(asio::io_context& context, LockClient& client)
{
    std::optional<Lease> lease;
    bool isDecided = false;
    client.startAcquire(named("r"), {.ttl = ttl(30s)}, [&](Result<AcquireOutcome> outcome) {
        lease = leaseIn(std::move(outcome));
        isDecided = true;
    });
    while (!isDecided)
        context.run_one();
    return lease;
}

/// There is a timer that is due, for as long as the loop lives.
void keepBusy(EventLoop& loop)
{
    loop.schedule(kClock.now(), [&loop] { keepBusy(loop); });
}

/// A thread that runs a context.
class Runner {
public:
    explicit Runner(asio::io_context& context)
        : m_context(context)
        , m_thread([&context] { context.run(); })
    { }
    ~Runner()
    {
        m_context.stop();
        if (m_thread.joinable())
            m_thread.join();
    }
    [[nodiscard]] std::thread::id id() const { return m_thread.get_id(); }
    void join() { m_thread.join(); }

private:
    asio::io_context& m_context;
    std::thread m_thread;
};

} // namespace

class AsyncTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void callsBackOnTheExecutorThatWasNamed()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        asio::io_context context;
        std::optional<Lease> lease;
        std::thread::id calledOn;
        asyncAcquire(client, context.get_executor(), named("r"), {.ttl = ttl(30s)},
            [&](Result<AcquireOutcome> outcome) {
                lease = leaseIn(std::move(outcome));
                calledOn = std::this_thread::get_id();
            });
        QVERIFY(context.run() > 0); // kept busy until then
        QVERIFY(lease && lease->isHeld());
        QCOMPARE(calledOn, std::this_thread::get_id());
    }

    void aHandlersOwnExecutorComesFirst()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client = makeClient(servers);
        asio::io_context unused;
        asio::thread_pool pool(2);
        auto strand = asio::make_strand(pool);
        std::optional<Lease> lease;
        std::atomic<bool> isOnStrand = false;
        asyncAcquire(client, unused.get_executor(), named("r"), {.ttl = ttl(30s)},
            asio::bind_executor(strand, [&](Result<AcquireOutcome> outcome) {
                isOnStrand = strand.running_in_this_thread();
                lease = leaseIn(std::move(outcome));
            }));
        pool.join();
        QVERIFY(lease.has_value());
        QVERIFY(isOnStrand);
    }

    void aHandlerNeedNotBeCopied()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client = makeClient(servers);
        asio::io_context context;
        std::optional<Lease> lease;
        asyncAcquire(client, context.get_executor(), named("r"), {.ttl = ttl(30s)},
            MoveOnly{std::make_unique<std::optional<Lease>*>(&lease)});
        context.run();
        QVERIFY(lease.has_value());
    }

    void givesAFuture()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        asio::thread_pool pool(1);
        auto lease = leaseIn(asyncAcquire(
            client, pool.get_executor(), named("r"), {.ttl = ttl(30s)}, asio::use_future)
                                 .get());
        QVERIFY(lease && lease->isHeld());
        auto second = asyncAcquire(
            client, pool.get_executor(), named("r"), {.ttl = ttl(30s)}, asio::use_future)
                          .get();
        QVERIFY(second && std::holds_alternative<Contended>(*second));
        auto extended = asyncExtend(*lease, pool.get_executor(), ttl(60s), asio::use_future).get();
        QVERIFY(extended.has_value());
        auto votes = asyncRelease(*lease, pool.get_executor(), asio::use_future).get();
        QCOMPARE(votes.size(), std::size_t(3));
        QTRY_COMPARE(keysLeft(servers), 0);
        extended = asyncExtend(*lease, pool.get_executor(), ttl(60s), asio::use_future).get();
        QCOMPARE(extended.error().kind, ErrorClass::LeaseLost);
    }

    void aCoroutineOnAForeignContext()
    {
        RedisServerFixture servers({.count = 3});
        // Ends after the client, which waits until its thread has returned from posting to it.
        asio::io_context context;
        LockClient client = makeClient(servers);
        Journey journey;
        asio::co_spawn(context, takeExtendRelease(client, journey), asio::detached);
        context.run();
        QVERIFY(journey.isDone);
        QVERIFY(journey.isTaken);
        QVERIFY(journey.isExtended);
        QCOMPARE(journey.votes, std::size_t(3));
        QTRY_COMPARE(keysLeft(servers), 0);
    }

    void aCoroutineOnTheClientsContext()
    {
        RedisServerFixture servers({.count = 3});
        asio::io_context context(1);
        Journey journey;
        {
            LockClient client(servers.deployment(), Owner::thisProcess("test"), kClock, context);
            asio::co_spawn(context, takeExtendRelease(client, journey), asio::detached);
            while (!journey.isDone)
                context.run_one();
        }
        QVERIFY(journey.isTaken);
        QVERIFY(journey.isExtended);
        QCOMPARE(journey.votes, std::size_t(3));
        context.run(); // nothing of the client keeps it busy
        QTRY_COMPARE(keysLeft(servers), 0);
    }

    void neverCompletesBeforeTheCallHasReturned()
    {
        RedisServerFixture servers({.count = 1});
        asio::io_context context(1);
        LockClient client(servers.deployment(), Owner::thisProcess("test"), kClock, context);
        bool hasReturned = false;
        std::optional<bool> wasReturned;
        asio::post(context, [&] {
            // Refused at once.
            asyncAcquire(client, context.get_executor(), {}, {.ttl = ttl(30s)},
                [&](const Result<AcquireOutcome>& /*outcome*/) { wasReturned = hasReturned; });
            hasReturned = true;
        });
        while (!wasReturned)
            context.run_one();
        QVERIFY(*wasReturned);
    }

    void manyAtOnceOnOneThread()
    {
        RedisServerFixture servers({.count = 3});
        asio::io_context context(1);
        LockClient client(servers.deployment(), Owner::thisProcess("test"), kClock, context);
        std::vector<Lease> leases;
        for (int i = 0; i < 500; ++i)
            asyncAcquire(client, context.get_executor(), {Resource(std::to_string(i))},
                {.ttl = ttl(60s)}, [&](Result<AcquireOutcome> outcome) {
                    if (auto lease = leaseIn(std::move(outcome)))
                        leases.push_back(std::move(*lease));
                });
        for (const SteadyTime end = kClock.now() + 60s; leases.size() < 500 && kClock.now() < end;)
            context.run_one_for(10ms);
        QCOMPARE(leases.size(), std::size_t(500));
    }

    void theLastLeaseMayGoOnAnotherThreadThanTheContexts()
    {
        RedisServerFixture servers({.count = 1});
        asio::io_context context(1);
        TakenApart takenApart;
        auto core = makeCore(servers, context, takenApart);
        const std::weak_ptr<ClientCore> weak = core;
        keepBusy(core->loop());
        std::optional<LockClient> client(std::in_place, std::move(core));
        std::optional<Lease> lease;
        std::binary_semaphore isTaken(0);
        std::binary_semaphore isReleased(0);
        Runner runner(context);
        client->startAcquire(named("r"), {.ttl = ttl(30s)}, [&](Result<AcquireOutcome> outcome) {
            lease = leaseIn(std::move(outcome));
            isTaken.release();
        });
        isTaken.acquire();
        QVERIFY(lease.has_value());
        client.reset();
        lease->startRelease(
            [&](const std::vector<MasterVote>& /*votes*/) { isReleased.release(); });
        isReleased.acquire();
        QTRY_COMPARE(weak.use_count(), 1); // nothing on the context needs it any more
        const auto contextsThread = runner.id();
        lease.reset();
        runner.join();
        QCOMPARE(takenApart.times, 1);
        QCOMPARE(takenApart.thread, contextsThread);
    }

    void whatIsLeftIsTakenApartWhenTheContextRunsAgain()
    {
        RedisServerFixture servers({.count = 1});
        asio::io_context context(1);
        TakenApart takenApart;
        {
            LockClient client(makeCore(servers, context, takenApart));
            const auto lease = takeOn(context, client);
            QVERIFY(lease.has_value());
            context.stop();
        }
        QCOMPARE(takenApart.times, 0);
        context.restart();
        context.run(); // the lease's release, too
        QCOMPARE(takenApart.times, 1);
        QTRY_COMPARE(keysLeft(servers), 0);
    }

    void whatIsLeftIsTakenApartWithItsContext_data()
    {
        const auto row = columns<bool, bool>();
        row("never run", false, false);
        row("run no more", true, false);
        row("stopped", true, true);
    }
    void whatIsLeftIsTakenApartWithItsContext()
    {
        const auto [isRun, isStopped] = fetch<bool, bool>();
        RedisServerFixture servers({.count = 3});
        TakenApart takenApart;
        {
            asio::io_context context(1);
            LockClient client(makeCore(servers, context, takenApart));
            std::optional<Lease> lease;
            if (isRun) {
                lease = takeOn(context, client);
                QVERIFY(lease.has_value());
            }
            // What waits meanwhile is dropped.
            client.startAcquire(named("other"), {.ttl = ttl(30s)}, [](const auto& /*outcome*/) {});
            if (isStopped)
                context.stop();
            lease.reset();
            QCOMPARE(takenApart.times, 0);
        }
        QCOMPARE(takenApart.times, 1);
    }
};

LOCKKEEPER_TEST(AsyncTest)

} // namespace lockkeeper::tests::async_test

#include "async_test.moc"
