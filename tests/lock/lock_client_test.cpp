// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <atomic>
#include <thread>

namespace lockkeeper::tests::lock_client_test {

using namespace lockkeeper::lock;

namespace {

std::optional<Lease> takeLease(LockClient& client, const char* resource, AcquireOptions options)
{
    return leaseIn(client.acquire(Resource(resource), std::move(options)));
}

std::int64_t mastersWith(RedisServerFixture& servers, const char* resource)
{
    return countOnAll(servers, {"EXISTS", resource});
}

} // namespace

class LockClientTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesAndReleasesALock()
    {
        RedisServerFixture servers({.count = 5});
        LockClient client = makeClient(servers);
        {
            const auto lease = takeLease(client, "orders:42", {.ttl = ttl(30s)});
            QVERIFY(lease.has_value());
            QVERIFY(lease->isHeld());
            QTRY_COMPARE(mastersWith(servers, "orders:42"), 5);
            const redis::Reply value = servers.command(0, {"GET", "orders:42"});
            QVERIFY(parseToken(value.text).has_value());
            QCOMPARE(lease->fingerprint(), Fingerprint::ofString(value.text));
        }
        QTRY_COMPARE(mastersWith(servers, "orders:42"), 0);
    }

    void onlyOneOfManyThreadsHoldsTheLock()
    {
        RedisServerFixture servers({.count = 5});
        std::atomic<int> inside = 0;
        std::atomic<int> taken = 0;
        std::atomic<bool> hasOverlapped = false;
        const auto work = [&] {
            LockClient client = makeClient(servers);
            for (int i = 0; i < 5; ++i) {
                auto lease = takeLease(client, "shared",
                    {.ttl = ttl(30s), .wait = 30s, .retryDelay = 5ms, .retryJitter = 5ms});
                if (!lease)
                    continue;
                if (++inside != 1)
                    hasOverlapped = true;
                ++taken;
                --inside;
            }
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back(work);
        for (std::thread& thread : threads)
            thread.join();
        QVERIFY(!hasOverlapped);
        QCOMPARE(taken.load(), 20);
    }

    void saysWhoSaidNo()
    {
        RedisServerFixture servers(3, {"SET", "r", "somebody"});
        LockClient client = makeClient(servers);
        const auto outcome = client.acquire(Resource("r"), {.ttl = ttl(1s)});
        QVERIFY(outcome.has_value());
        QVERIFY(std::holds_alternative<Contended>(*outcome));
        const auto& votes = std::get<Contended>(*outcome).votes;
        // Decided by two of three; the third may be pending.
        QVERIFY(std::ranges::count(votes, MasterVote::State::No, &MasterVote::state) >= 2);
        QCOMPARE(servers.command({"GET", "r"}).text, std::string("somebody"));
    }

    void goesOnWithoutAMinority()
    {
        RedisServerFixture servers({.count = 5});
        servers.kill(0);
        servers.suspend(1);
        LockClient client = makeClient(servers);
        QVERIFY(takeLease(client, "r", {.ttl = ttl(30s)}).has_value());
        servers.resume(1);
    }

    void namesTheMastersThatAQuorumLacks()
    {
        RedisServerFixture servers({.count = 3});
        servers.kill(0);
        servers.kill(1);
        LockClient client = makeClient(servers);
        const auto outcome = client.acquire(Resource("r"), {.ttl = ttl(30s)});
        QVERIFY(outcome.has_value());
        QVERIFY(std::holds_alternative<NoQuorum>(*outcome));
        const auto& votes = std::get<NoQuorum>(*outcome).votes;
        QCOMPARE(votes[0].state, MasterVote::State::Failed);
        QCOMPARE(votes[0].error->kind, ErrorClass::Unreachable);
        QTRY_COMPARE(servers.command(2, {"EXISTS", "r"}).integer, 0);
    }

    void tellsTheLossWhenAnOperatorReleasesTheLock()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        const auto lease = takeLease(client, "r", {.ttl = ttl(900ms)});
        QVERIFY(lease.has_value());
        servers.commandAll({"DEL", "r"});
        QTRY_VERIFY(lease->lost().stop_requested());
        QVERIFY(!lease->isHeld());
        // A renewal may have come between two of the deletes; what it repaired is given up too.
        QTRY_COMPARE(mastersWith(servers, "r"), 0);
    }

    void aLeaseOutlivesItsClient()
    {
        RedisServerFixture servers({.count = 3});
        std::optional<Lease> lease;
        {
            LockClient client = makeClient(servers);
            lease = takeLease(client, "r", {.ttl = ttl(30s)});
        }
        QVERIFY(lease && lease->isHeld());
        QVERIFY(lease->extend(ttl(60s)).has_value());
        lease.reset();
        QTRY_COMPARE(mastersWith(servers, "r"), 0);
    }

    void aPatientWaiterDoesNotKeepAnEagerOneWaitingWhereMastersDoNotTell()
    {
        RedisServerFixture servers(1, {"SET", "r", "theirs"});
        servers.command({"ACL", "SETUSER", "default", "-client|id", "-subscribe"});
        LockClient client = makeClient(servers);
        std::atomic<int> won = 0;
        const auto wait = [&](std::chrono::milliseconds retryDelay) {
            client.startAcquire({Resource("r")},
                {.ttl = ttl(30s), .wait = 2h, .retryDelay = retryDelay, .retryJitter = 0ms},
                [&](Result<AcquireOutcome> outcome) {
                    if (outcome && std::holds_alternative<Lease>(*outcome))
                        ++won; // and dropped here: the next one's turn
                });
        };
        const auto hasStats = [&](const char* text) {
            return servers.command({"INFO", "commandstats"}).text.find(text) != std::string::npos;
        };
        wait(1h);
        QTRY_VERIFY(hasStats("cmdstat_pttl:calls=1,")); // has tried, and pauses
        wait(20ms);
        servers.command({"DEL", "r"});
        QTRY_COMPARE(won.load(), 2);
    }
};

LOCKKEEPER_TEST(LockClientTest)

} // namespace lockkeeper::tests::lock_client_test

#include "lock_client_test.moc"
