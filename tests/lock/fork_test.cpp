// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/lock/lock_mutex.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <asio/io_context.hpp>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace lockkeeper::tests::fork_test {

using namespace lockkeeper::lock;

namespace {

/// Makes a child by fork(), which ends with what `work` returns. Returns that exit code.
int inChild(const std::function<int()>& work)
{
    const pid_t child = fork();
    if (child == 0) {
        ::alarm(60); // for a call that waits for a thread that is not there
        _exit(work());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool isRefused(const Error& error)
{
    return error.kind == ErrorClass::InvalidArgument
        && error.text == "the lock client was made before fork(): make one in the child";
}

template <class T> bool isRefused(const Result<T>& result)
{
    return !result && isRefused(result.error());
}

/// True if another client finds the lock taken.
bool isTaken(const RedisServerFixture& servers, const char* name)
{
    LockClient other = makeClient(servers);
    const auto outcome = other.acquire(Resource(name), {.ttl = ttl(30s)});
    return outcome && std::holds_alternative<Contended>(*outcome);
}

/// A client, and a lock that it holds by a lease, and one by a mutex.
struct Locks {
    explicit Locks(const RedisServerFixture& servers)
        : client(makeClient(servers))
        , lease(leaseIn(client.acquire(Resource("lease"), {.ttl = ttl(1h)})))
        , mutex(client, Resource("mutex"), {.ttl = ttl(1h)})
    {
        mutex.lock();
    }
    LockClient client;
    std::optional<Lease> lease;
    LockMutex mutex;
};

} // namespace

/// What a child made by fork() does with the copies of its parent's clients.
class ForkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
#ifdef LOCKKEEPER_HAS_TSAN
        QSKIP("ThreadSanitizer does not support threads in a child that was forked");
#endif
    }

    void aChildThatDestroysItsCopiesLeavesTheLocks()
    {
        RedisServerFixture servers({.count = 3});
        auto locks = std::make_unique<Locks>(servers);
        QVERIFY(locks->lease);
        QCOMPARE(inChild([&] {
            Lease moved = std::move(*locks->lease);
            moved = Lease(std::move(moved));
            locks.reset();
            return 0;
        }),
            0);
        QVERIFY(locks->lease->isHeld());
        QVERIFY(isTaken(servers, "lease"));
        QVERIFY(isTaken(servers, "mutex"));
        QVERIFY(locks->lease->extend(ttl(1h)).has_value());
        QCOMPARE(locks->lease->release().size(), std::size_t(3));
        QVERIFY(locks->mutex.release().has_value());
        QVERIFY(!isTaken(servers, "lease"));
    }

    void everyCallOfAChildIsRefused()
    {
        RedisServerFixture servers({.count = 3});
        Locks locks(servers);
        LockClient& client = locks.client;
        const AcquireOptions options{.ttl = ttl(30s), .isReentrant = true};
        QVERIFY(!client.isInherited());
        const int failed = inChild([&] {
            if (!client.isInherited() || client.unanswered() != 0)
                return 1;
            if (!isRefused(client.acquire(Resource("lease"), options)))
                return 2;
            if (!isRefused(client.holder(Resource("lease"))))
                return 3;
            bool isCalled = false;
            client.startAcquire({Resource("r")}, options,
                [&](const Result<AcquireOutcome>& outcome) { isCalled = isRefused(outcome); });
            return isCalled ? 0 : 4;
        });
        QCOMPARE(failed, 0);
        QVERIFY(locks.lease->isHeld());
        QVERIFY(client.holder(Resource("lease")).value().has_value());
    }

    void aLeaseHoldsNothingInAChild()
    {
        RedisServerFixture servers({.count = 3});
        Locks locks(servers);
        Lease& lease = *locks.lease;
        const int failed = inChild([&] {
            if (lease.isHeld() || lease.deadline() != SteadyTime{} || lease.margin().stored != 0
                || !lease.resources().empty())
                return 1;
            if (!isRefused(lease.extend(ttl(1h))) || !isRefused(lease.extendBy(1h)))
                return 2;
            int calls = 0;
            lease.startExtend(
                ttl(1h), [&](const Result<void>& result) { calls += isRefused(result) ? 1 : 0; });
            lease.startRelease([&](const auto& votes) { calls += votes.empty() ? 1 : 0; });
            lease.leaveToExpire();
            return calls == 2 && lease.release().empty() ? 0 : 3;
        });
        QCOMPARE(failed, 0);
        QVERIFY(lease.isHeld());
        QVERIFY(isTaken(servers, "lease"));
        QVERIFY(lease.extend(ttl(1h)).has_value());
    }

    void aMutexIsRefusedInAChild()
    {
        RedisServerFixture servers({.count = 3});
        Locks locks(servers);
        LockMutex& mutex = locks.mutex;
        const int failed = inChild([&] {
            if (mutex.isHeld() || mutex.fencingToken() || mutex.lost().stop_possible())
                return 1;
            if (!isRefused(mutex.acquire()) || !isRefused(mutex.release())
                || !isRefused(mutex.extend(1h)) || !isRefused(mutex.reset()))
                return 2;
            if (!isRefused(mutex.isLocked()) || !isRefused(mutex.isOwned()) || mutex.try_lock())
                return 3;
            mutex.unlock();
            try {
                mutex.lock();
            } catch (const std::system_error& thrown) {
                return thrown.code() == std::errc::invalid_argument ? 0 : 4;
            }
            return 5;
        });
        QCOMPARE(failed, 0);
        QVERIFY(mutex.isHeld());
        QVERIFY(mutex.isOwned().value());
        QVERIFY(mutex.release().has_value());
    }

    void aChildHasClientsOfItsOwn()
    {
        RedisServerFixture servers({.count = 3});
        const Locks locks(servers);
        const int failed = inChild([&] {
            LockClient client = makeClient(servers);
            if (leaseIn(client.acquire(Resource("lease"), {.ttl = ttl(30s)})))
                return 1;
            auto own = leaseIn(client.acquire(Resource("own"), {.ttl = ttl(30s)}));
            if (!own || !own->isHeld() || !own->extend(ttl(30s)))
                return 2;
            // Of the child's own children, the same is true.
            if (inChild([&] { return own->isHeld() || !own->release().empty() ? 1 : 0; }) != 0)
                return 3;
            return own->isHeld() && own->release().size() == 3 ? 0 : 4;
        });
        QCOMPARE(failed, 0);
        QVERIFY(locks.lease->isHeld());
    }

    void aChildThatDestroysItsCopyOfAContextLeavesTheLocks()
    {
        RedisServerFixture servers({.count = 3});
        auto context = std::make_unique<asio::io_context>();
        auto client = std::make_unique<LockClient>(
            servers.deployment(), Owner::thisProcess("test"), systemClock(), *context);
        std::optional<Lease> lease;
        client->startAcquire({Resource("lease")}, {.ttl = ttl(1h)},
            [&](Result<AcquireOutcome> outcome) { lease = leaseIn(std::move(outcome)); });
        while (!lease && context->run_one_for(30s) != 0) { }
        QVERIFY(lease);
        QCOMPARE(inChild([&] {
            lease.reset();
            client.reset();
            context.reset();
            return 0;
        }),
            0);
        QVERIFY(isTaken(servers, "lease"));
        std::vector<MasterVote> votes;
        lease->startRelease([&](auto all) { votes = std::move(all); });
        while (votes.empty() && context->run_one_for(30s) != 0) { }
        QCOMPARE(votes.size(), std::size_t(3));
        QVERIFY(!isTaken(servers, "lease"));
    }
};

LOCKKEEPER_TEST(ForkTest)

} // namespace lockkeeper::tests::fork_test

#include "fork_test.moc"
