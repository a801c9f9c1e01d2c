// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The code of docs/library.md, run. A change here goes there by tests/docs/snippets write.
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "tests/support/zookeeper_fixture.h"
#include <lockkeeper/ask.h>
#include <lockkeeper/async.h>
#include <lockkeeper/checks.h>
#include <lockkeeper/classic.h>
#include <lockkeeper/display_safe.h>
#include <lockkeeper/lock_client.h>
#include <lockkeeper/lock_mutex.h>
#include <lockkeeper/zookeeper_client.h>

#include <algorithm>
#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/io_context.hpp>
#include <asio/use_awaitable.hpp>
#include <iostream>
#include <latch>
#include <mutex>
#include <sstream>
#include <thread>

namespace lockkeeper::tests::library_tour_test {

namespace {

const lock::Ttl ttl = 30s; // as the snippets call it

/// What guards the data in the example of fencing.
class Storage {
public:
    //! [storage]
    bool write(const std::string& row, lock::FencingToken fence)
    {
        if (fence < m_newest)
            return false; // from a holder that was paused beyond its deadline
        m_newest = fence;
        m_row = row;
        return true;
    }
    //! [storage]

private:
    lock::FencingToken m_newest{};
    std::string m_row;
};

lock::Lease take(lock::LockClient& client, lock::AcquireOptions options)
{
    auto outcome = client.acquire(Resource("orders:42"), std::move(options));
    if (!outcome || !std::holds_alternative<lock::Lease>(*outcome))
        throw std::runtime_error("not acquired");
    return std::get<lock::Lease>(std::move(*outcome));
}

//! [outcome]
std::string describe(const Result<lock::AcquireOutcome>& outcome)
{
    if (!outcome) // wrong arguments, or no random numbers: nothing was sent
        return displaySafe(outcome.error().text);
    if (std::holds_alternative<lock::Lease>(*outcome))
        return "mine";
    if (const auto* noQuorum = std::get_if<lock::NoQuorum>(&*outcome)) {
        const bool isTooLate = noQuorum->reason == lock::NoQuorum::Reason::TooLate;
        std::string lines
            = isTooLate ? "the masters answered too late for the TTL" : "too few masters answered";
        for (const lock::MasterVote& vote : noQuorum->votes) {
            if (vote.error)
                lines += "\n" + vote.master.value() + ": " + displaySafe(vote.error->text);
        }
        return lines;
    }
    if (const auto* deadlocked = std::get_if<lock::Deadlocked>(&*outcome)) {
        std::string line = "a deadlock:";
        for (const auto& link : deadlocked->circle)
            line += " " + displaySafe(link.holder.app) + " has "
                + displaySafe(link.resource.value());
        return line;
    }
    const auto& contended = std::get<lock::Contended>(*outcome);
    if (!contended.holder || !contended.holder->parts)
        return "another has it";
    const lock::Owner& owner = contended.holder->parts->owner;
    return displaySafe(owner.app) + " has it, on " + displaySafe(owner.host);
}
//! [outcome]

//! [coroutine]
asio::awaitable<void> bill(lock::LockClient& client)
{
    const auto executor = co_await asio::this_coro::executor;
    const std::vector<Resource> resources{Resource("orders:42")};
    const lock::AcquireOptions options{.ttl = 30s, .wait = 10s};
    auto outcome
        = co_await lock::asyncAcquire(client, executor, resources, options, asio::use_awaitable);
    if (!outcome || !std::holds_alternative<lock::Lease>(*outcome))
        co_return;
    auto& lease = std::get<lock::Lease>(*outcome);
    // ... the work ...
    co_await lock::asyncRelease(lease, executor, asio::use_awaitable);
}
//! [coroutine]

} // namespace

class LibraryTourTest : public QObject {
    Q_OBJECT

private:
    RedisServerFixture m_servers{{.count = 3}};
    config::Deployment m_deployment = m_servers.deployment();

private Q_SLOTS:
    void init() { m_servers.commandAll({"FLUSHALL"}); }

    void runsTheFirstProgram()
    {
        QStringList urls;
        for (const std::string& url : m_servers.urls())
            urls.append(QString::fromStdString(url));
        QProcess program;
        program.start(QStringLiteral(LOCKKEEPER_FIRST_LOCK), urls);
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitCode(), 0);
        QCOMPARE(program.readAllStandardOutput(), QByteArray("working on orders:42\n"));
        // It waits for a quorum only.
        const auto free = m_servers.commandAll({"EXISTS", "orders:42"});
        QVERIFY(std::ranges::count(free, 0, &redis::Reply::integer) >= 2);
    }

    void waits()
    {
        lock::LockClient client(m_deployment, lock::Owner::thisProcess("billing"), kClock);
        lock::LockClient other(m_deployment, lock::Owner::thisProcess("shipping"), kClock);
        lock::Lease theirs = take(other, {.ttl = ttl});
        std::jthread releases([&] { theirs.release(); });
        //! [waiting]
        auto outcome = client.acquire("orders:42", {.ttl = ttl, .wait = 10s});
        //! [waiting]
        QVERIFY(outcome && std::holds_alternative<lock::Lease>(*outcome));
    }

    void endsAWaitInADeadlock()
    {
        lock::LockClient client(m_deployment, lock::Owner::thisProcess("billing"), kClock);
        lock::Lease orders = take(client, {.ttl = ttl});
        std::latch hasStock(1);
        const std::jthread shipping([&] {
            lock::LockClient other(m_deployment, lock::Owner::thisProcess("shipping"), kClock);
            const auto stock = other.acquire(Resource("stock:7"), {.ttl = ttl});
            hasStock.count_down();
            const auto both = other.acquire(Resource("orders:42"), {.ttl = ttl, .wait = 1h});
        });
        hasStock.wait();
        std::string line;
        //! [deadlock]
        auto outcome = client.acquire(
            "stock:7", {.ttl = ttl, .wait = 10min, .onDeadlock = lock::OnDeadlock::Fail});
        if (outcome && std::holds_alternative<lock::Deadlocked>(*outcome)) {
            orders.release(); // the others get on; begin again
            line = describe(outcome);
        }
        //! [deadlock]
        QCOMPARE(line, std::string("a deadlock: shipping has stock:7 billing has orders:42"));
    }

    void tellsWhoHasItAndWhoFailed()
    {
        lock::LockClient client(m_deployment, lock::Owner::thisProcess("billing"), kClock);
        lock::LockClient other(m_deployment, lock::Owner::thisProcess("shipping"), kClock);
        const lock::Lease theirs = take(other, {.ttl = ttl});
        const std::string contended = describe(client.acquire(Resource("orders:42"), {.ttl = ttl}));
        QVERIFY(contended.starts_with("shipping has it, on "));
        //! [holder]
        const auto holder = client.holder("orders:42");
        if (holder && *holder && (*holder)->remaining)
            std::cout << "ends in " << (*holder)->remaining->count() << " ms unless renewed\n";
        //! [holder]
        QVERIFY(holder && *holder && (*holder)->remaining);

        RedisServerFixture gone({.count = 3});
        for (std::size_t i = 0; i < 2; ++i)
            gone.kill(i);
        lock::LockClient lonely(gone.deployment(), lock::Owner::thisProcess("billing"), kClock);
        const std::string failed = describe(lonely.acquire(Resource("orders:42"), {.ttl = ttl}));
        QVERIFY(failed.starts_with("too few masters answered\n"));
        QVERIFY(failed.find("\na: ") != std::string::npos);
        const lock::Ttl tooShort = 1ms; // the drift alone is longer
        QCOMPARE(describe(client.acquire(Resource("orders:43"), {.ttl = tooShort})),
            "the masters answered too late for the TTL");
    }

    void takesLocksInZooKeeper()
    {
        if (!isZooKeeperInstalled())
            QSKIP(kNoZooKeeper);
        const ZooKeeperFixture server;
        const auto ensemble = config::deploymentFromUrls("shop", {server.url()}).value();
        Storage storage;
        //! [zookeeper]
        lock::ZooKeeperClient client(
            ensemble, lock::Owner::thisProcess("billing"), {.timeout = 20s});
        auto outcome = client.acquire("/locks/orders", {.wait = 10s});
        if (outcome && std::holds_alternative<lock::Lease>(*outcome)) {
            const auto& lease = std::get<lock::Lease>(*outcome);
            storage.write("paid", *lease.fencingToken());
        }
        //! [zookeeper]
        QVERIFY(!storage.write("unpaid", lock::FencingToken{1}));
    }

    void takesSeveralAtOnce()
    {
        lock::LockClient client(m_deployment, lock::Owner::thisProcess("billing"), kClock);
        //! [several]
        auto outcome = client.acquire({"account:1", "account:2"}, {.ttl = ttl, .wait = 10s});
        //! [several]
        QVERIFY(outcome && std::holds_alternative<lock::Lease>(*outcome));
        QCOMPARE(std::get<lock::Lease>(*outcome).resources().size(), std::size_t{2});
    }

    void extends()
    {
        lock::LockClient client(m_deployment, lock::Owner::thisProcess("billing"), kClock);
        //! [no renewal]
        lock::Lease lease = take(client, {.ttl = ttl, .isRenewed = false});
        //! [no renewal]
        const SteadyTime before = lease.deadline();
        //! [extend]
        if (const auto extended = lease.extend(1min); !extended) {
            // LeaseLost: stop working.
            // NoQuorum: too few masters answered, the sooner deadline stands.
            std::cerr << displaySafe(extended.error().text) << '\n';
        }
        //! [extend]
        QVERIFY(lease.deadline() > before);
    }

    void tellsALoss()
    {
        RedisServerFixture servers({.count = 3});
        lock::LockClient client(servers.deployment(), lock::Owner::thisProcess("billing"), kClock);
        int pieces = 0;
        const auto doNextPiece = [&] {
            if (++pieces == 1) {
                servers.kill(0);
                servers.kill(1);
            }
            std::this_thread::yield();
        };
        //! [loss]
        lock::Lease lease = take(client, {.ttl = 2s});
        const std::stop_token lost = lease.lost();
        while (!lost.stop_requested())
            doNextPiece();
        //! [loss]
        QVERIFY(pieces > 0);
        QVERIFY(!lease.isHeld());
    }

    void tellsAnAsk()
    {
        RedisServerFixture servers({.count = 3});
        lock::LockClient client(servers.deployment(), lock::Owner::thisProcess("billing"), kClock);
        int pieces = 0;
        const auto doNextPiece = [&] {
            if (++pieces == 1) {
                std::string stored; // on this master, too, soon after a quorum has it
                while (stored.empty())
                    stored = servers.command({"GET", "orders:42"}).text;
                const std::string key = lock::askKeyOf(Resource("orders:42")).value();
                const std::string ask = lock::askText(Fingerprint::ofString(stored), {.by = "ada"});
                servers.commandAll({"SET", key, ask, "PX", "60000"});
            }
            std::this_thread::yield();
        };
        //! [asked]
        lock::Lease lease = take(client, {.ttl = 2s});
        const std::stop_token asked = lease.asked();
        while (!asked.stop_requested() && lease.isHeld())
            doNextPiece();
        lease.release();
        //! [asked]
        QVERIFY(asked.stop_requested());
        QVERIFY(pieces > 0);
        QVERIFY(!lease.isHeld());
    }

    void fences()
    {
        lock::LockClient client(m_deployment, lock::Owner::thisProcess("billing"), kClock);
        Storage storage;
        std::optional<lock::FencingToken> first;
        for (int round = 0; round < 2; ++round) {
            //! [fencing]
            lock::Lease lease = take(client, {.ttl = ttl, .isFenced = true});
            const bool isWritten = storage.write("paid", lease.fencingToken().value());
            //! [fencing]
            QVERIFY(isWritten);
            if (!first)
                first = lease.fencingToken();
        }
        QVERIFY(!storage.write("too late", *first));
    }

    void isTakenAgainByTheSameThread()
    {
        lock::LockClient client(m_deployment, lock::Owner::thisProcess("billing"), kClock);
        //! [reentrant]
        const lock::AcquireOptions options{.ttl = ttl, .isReentrant = true};
        const lock::Lease outer = take(client, options);
        const lock::Lease inner = take(client, options); // at once; the last of them releases
        //! [reentrant]
        QCOMPARE(inner.fingerprint(), outer.fingerprint());
    }

    void worksLikeAMutex()
    {
        lock::LockClient client(m_deployment, lock::Owner::thisProcess("billing"), kClock);
        //! [mutex]
        lock::LockMutex orders(client, "orders:42", {.ttl = ttl});
        lock::LockMutex stock(client, "stock", {.ttl = ttl});
        {
            const std::scoped_lock both(orders, stock);
            // ... the work; in long work ask orders.isHeld() or watch orders.lost() ...
        }
        if (const auto isMine = orders.acquire({.blockingTimeout = 10s}); isMine && *isMine)
            orders.release();
        //! [mutex]
        const auto isLocked = orders.isLocked();
        QVERIFY(isLocked && !*isLocked);
    }

    void worksOnAsio()
    {
        //! [io context]
        asio::io_context context;
        auto client = std::make_unique<lock::LockClient>(
            m_deployment, lock::Owner::thisProcess("billing"), kClock, context);
        asio::co_spawn(context, bill(*client), [&](const std::exception_ptr&) { client.reset(); });
        context.run(); // returns when the client and its leases are gone
        //! [io context]
        QVERIFY(!client);
    }

    void usesOneSchemeOfMany()
    {
        auto one = m_deployment;
        one.masters.resize(1);
        lock::LockClient client(one, lock::Owner::thisProcess("billing"), kClock);
        //! [scheme]
        lock::Lease lease = take(client, {.ttl = ttl, .scheme = lock::redisPy()});
        //! [scheme]
        QVERIFY(lease.isHeld());
    }

    void warnsOfAnEvenNumber()
    {
        auto deployment = m_deployment;
        deployment.masters.resize(2);
        std::ostringstream log;
        //! [warnings]
        for (const std::string& line : config::warnings(deployment))
            log << line << '\n';
        //! [warnings]
        QVERIFY(!log.str().empty());
    }
};

LOCKKEEPER_TEST(LibraryTourTest)

} // namespace lockkeeper::tests::library_tour_test

#include "library_tour_test.moc"
