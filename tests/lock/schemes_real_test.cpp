// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/lock/scheme.h"
#include "core/observe/formats/format_set.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <future>

namespace lockkeeper::tests::schemes_real_test {

using namespace lockkeeper::lock;
using redis::Reply;

namespace {

const Clock& kClock = systemClock();
const char* const kKey = "lock:orders:42";

/// What Redisson's RedissonLock runs: tryLockInnerAsync, unlockInnerAsync, renewExpirationAsync.
const char* const kRedissonLock
    = "if ((redis.call('exists', KEYS[1]) == 0) or (redis.call('hexists', KEYS[1], ARGV[2]) == 1)) "
      "then redis.call('hincrby', KEYS[1], ARGV[2], 1); redis.call('pexpire', KEYS[1], ARGV[1]); "
      "return nil; end; return redis.call('pttl', KEYS[1]);";
const char* const kRedissonUnlock
    = "if (redis.call('hexists', KEYS[1], ARGV[3]) == 0) then return nil; end; "
      "local counter = redis.call('hincrby', KEYS[1], ARGV[3], -1); "
      "if (counter > 0) then redis.call('pexpire', KEYS[1], ARGV[2]); return 0; "
      "else redis.call('del', KEYS[1]); redis.call('publish', KEYS[2], ARGV[1]); return 1; end;";
const char* const kRedissonRenew
    = "if (redis.call('hexists', KEYS[1], ARGV[2]) == 1) then "
      "redis.call('pexpire', KEYS[1], ARGV[1]); return 1; end; return 0;";
const char* const kRedissonField = "8743c9c0-0795-4907-87fd-6c719a6b4586:1";
const char* const kRedissonChannel = "redisson_lock__channel:{lock:orders:42}";

Ttl seconds(int count)
{
    return Ttl::from(std::chrono::seconds(count)).value();
}

/// One server, and a client that works by one scheme.
struct Bench {
    explicit Bench(const std::string& name)
        : scheme(findScheme(name).value())
        , client(server.deployment(), Owner::thisProcess("test"), kClock)
    { }

    [[nodiscard]] AcquireOptions options(Ttl ttl = seconds(30)) const
    {
        return {.ttl = ttl, .isRenewed = false, .scheme = scheme};
    }
    std::optional<Lease> take(Ttl ttl = seconds(30))
    {
        return leaseIn(client.acquire(Resource(kKey), options(ttl)));
    }
    [[nodiscard]] bool isContended()
    {
        const auto outcome = client.acquire(Resource(kKey), options());
        return outcome && std::holds_alternative<Contended>(*outcome);
    }
    [[nodiscard]] std::int64_t number(std::initializer_list<std::string_view> command)
    {
        return server.command(command).integer;
    }
    [[nodiscard]] bool isThere() { return number({"EXISTS", kKey}) == 1; }

    RedisServerFixture server;
    const Scheme& scheme;
    LockClient client;
};

void addSchemes()
{
    QTest::addColumn<std::string>("name");
    for (const Scheme& scheme : allSchemes())
        QTest::newRow(scheme.name().data()) << std::string(scheme.name());
}

observe::KeyReading readKey(RedisServerFixture& server)
{
    observe::KeyReading reading{.key = kKey};
    const std::string type = server.command({"TYPE", kKey}).text;
    if (type == "string") {
        reading.type = observe::ValueType::String;
        reading.value = server.command({"GET", kKey}).text;
    } else if (type == "hash") {
        reading.type = observe::ValueType::Hash;
        const Reply all = server.command({"HGETALL", kKey});
        for (std::size_t i = 0; i + 1 < all.elements.size(); i += 2)
            reading.fields.emplace_back(all.elements[i].text, all.elements[i + 1].text);
    }
    const auto ttl = server.command({"PTTL", kKey}).integer;
    if (ttl >= 0)
        reading.ttl = std::chrono::milliseconds(ttl);
    return reading;
}

} // namespace

class SchemesRealTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesContendsAndReleases_data() { addSchemes(); }
    void takesContendsAndReleases()
    {
        QFETCH(const std::string, name);
        Bench bench(name);
        auto lease = bench.take();
        QVERIFY(lease.has_value());
        QVERIFY(lease->isHeld());
        QVERIFY(lease->deadline() > kClock.now() + 20s);
        QVERIFY(bench.isContended());
        const auto votes = lease->release();
        QCOMPARE(votes.size(), std::size_t(1));
        QCOMPARE(votes.front().state, MasterVote::State::Yes);
        QVERIFY(!bench.isThere());
        QVERIFY(bench.take().has_value());
    }

    void lockHasTheTtlThatWasAskedFor_data() { addSchemes(); }
    void lockHasTheTtlThatWasAskedFor()
    {
        QFETCH(const std::string, name);
        Bench bench(name);
        const auto lease = bench.take(seconds(1000));
        QVERIFY(lease.has_value());
        const auto ttl = bench.number({"PTTL", kKey});
        if (name == "setnx-timestamp")
            QCOMPARE(ttl, -1);
        else
            QVERIFY(ttl > 900'000 && ttl <= 1'000'000);
    }

    void waiterGetsTheLockWhenItIsReleased_data() { addSchemes(); }
    void waiterGetsTheLockWhenItIsReleased()
    {
        QFETCH(const std::string, name);
        Bench bench(name);
        auto lease = bench.take();
        QVERIFY(lease.has_value());
        AcquireOptions options = bench.options();
        options.wait = 60s;
        options.retryDelay = 20ms;
        options.retryJitter = 5ms;
        std::promise<bool> taken;
        bench.client.startAcquire({Resource(kKey)}, options, [&](const auto& outcome) {
            taken.set_value(outcome && std::holds_alternative<Lease>(*outcome));
        });
        lease->release();
        QVERIFY(taken.get_future().get());
    }

    // A second holder is let in while the first one still works, as if the TTL had run out: the
    // first one's release is where the schemes differ.
    void releaseOfAnExpiredLock_data()
    {
        const auto row = columns<std::string, bool>();
        row("redlock", "redlock", false);
        row("setnx-expire", "setnx-expire", true);
        row("setnx-timestamp", "setnx-timestamp", true);
        row("lua-setnx-expire", "lua-setnx-expire", true);
        row("set-nx-px", "set-nx-px", true);
        row("get-del", "set-nx-px-token-get-del", false);
        row("set-nx-px-token", "set-nx-px-token", false);
        row("redisson", "redisson", false);
        row("redis-py", "redis-py", false);
    }
    void releaseOfAnExpiredLock()
    {
        const auto [name, freesTheSecondOne] = fetch<std::string, bool>();
        Bench bench(name);
        auto first = bench.take();
        QVERIFY(first.has_value());
        QCOMPARE(bench.number({"DEL", kKey}), 1);
        const auto second = bench.take();
        QVERIFY(second.has_value());
        first->release();
        QCOMPARE(!bench.isThere(), freesTheSecondOne);
    }

    void observerRecognisesWhatTheSchemeWrites_data()
    {
        const auto row = columns<std::string, std::string>();
        for (const Scheme& scheme : allSchemes()) {
            const std::string name(scheme.name());
            const bool isOfItsOwn
                = name == "redisson" || name == "redis-py" || name == "setnx-timestamp";
            row(name.c_str(), name, (isOfItsOwn ? name : std::string("lk1")));
        }
    }
    void observerRecognisesWhatTheSchemeWrites()
    {
        const auto [name, format] = fetch<std::string, std::string>();
        Bench bench(name);
        const auto lease = bench.take();
        QVERIFY(lease.has_value());
        const auto lock = observe::FormatSet(observe::builtinFormats())
                              .recognise(readKey(bench.server), kClock.wallNow());
        QVERIFY(lock.has_value());
        QCOMPARE(lock->format, format);
        if (format == "lk1")
            QCOMPARE(lock->holder.pid, std::int64_t(QCoreApplication::applicationPid()));
        else if (format == "redisson")
            QCOMPARE(lock->holder.thread, std::to_string(QCoreApplication::applicationPid()));
        else if (format == "redis-py")
            QVERIFY(lock->holder.detail.has_value());
        else
            QVERIFY(lock->expiresAt.has_value());
    }

    void keyOfAnotherTypeIsSomebodyElses_data() { addSchemes(); }
    void keyOfAnotherTypeIsSomebodyElses()
    {
        QFETCH(const std::string, name);
        Bench bench(name);
        QCOMPARE(bench.number({"RPUSH", kKey, "job"}), 1);
        QVERIFY(bench.isContended());
        QCOMPARE(bench.number({"LLEN", kKey}), 1);
        (void)bench.number({"DEL", kKey});
        QVERIFY(bench.server.command({"SET", kKey, "somebody"}).isOk());
        QVERIFY(bench.isContended());
        QCOMPARE(bench.server.command({"GET", kKey}).text, std::string("somebody"));
    }

    void extensionRenewsTheTtlOrIsRefused_data() { addSchemes(); }
    void extensionRenewsTheTtlOrIsRefused()
    {
        QFETCH(const std::string, name);
        Bench bench(name);
        auto lease = bench.take();
        QVERIFY(lease.has_value());
        const auto extended = lease->extend(seconds(1000));
        if (bench.scheme.abilities().isExtendable) {
            QVERIFY(extended.has_value());
            QVERIFY(bench.number({"PTTL", kKey}) > 900'000);
            QVERIFY(lease->deadline() > kClock.now() + 900s);
        } else {
            QCOMPARE(extended.error().kind, ErrorClass::Unsupported);
        }
        QVERIFY(lease->isHeld());
    }

    void extensionDoesNotTouchAnothersLock_data() { addSchemes(); }
    void extensionDoesNotTouchAnothersLock()
    {
        QFETCH(const std::string, name);
        Bench bench(name);
        if (!bench.scheme.abilities().isExtendable)
            return;
        auto first = bench.take();
        QVERIFY(first.has_value());
        QCOMPARE(bench.number({"DEL", kKey}), 1);
        const auto second = bench.take();
        QVERIFY(second.has_value());
        QCOMPARE(first->extend(seconds(1000)).error().kind, ErrorClass::LeaseLost);
        QVERIFY(!first->isHeld());
        QVERIFY(bench.number({"PTTL", kKey}) <= 30'000);
    }

    void setnxTimestampTakesOverWhatACrashLeft()
    {
        for (const char* left : {"1600000000", "1600000000.123", "1600000000123.5"}) {
            Bench bench("setnx-timestamp");
            QVERIFY(bench.server.command({"SET", kKey, left}).isOk());
            const auto lease = bench.take();
            QVERIFY(lease.has_value());
            const std::string stored = bench.server.command({"GET", kKey}).text;
            QCOMPARE(lease->fingerprint(), Fingerprint::ofString(stored));
        }
        for (const char* other : {"9223372036854775807.9", "1600000000.1e3", "1600000000."}) {
            Bench bench("setnx-timestamp");
            QVERIFY(bench.server.command({"SET", kKey, other}).isOk());
            QVERIFY(bench.isContended());
        }
    }

    void redisPyLocksForEverWithoutATimeout()
    {
        Bench bench("redis-py");
        auto lease = bench.take(Ttl::none());
        QVERIFY(lease.has_value());
        QCOMPARE(bench.number({"PTTL", kKey}), -1);
        QVERIFY(lease->isHeld());
        QCOMPARE(lease->deadline(), SteadyTime::max());
        QVERIFY(bench.isContended());
        lease->release();
        QVERIFY(!bench.isThere());
    }

    void redisPyLeaseCanBeMadeToLastForEver()
    {
        Bench bench("redis-py");
        auto lease = bench.take();
        QVERIFY(lease.has_value());
        QVERIFY(lease->extend(Ttl::none()).has_value());
        QCOMPARE(bench.number({"PTTL", kKey}), -1);
        QCOMPARE(lease->deadline(), SteadyTime::max());
    }

    void onlyRedisPyLocksForEver()
    {
        for (const Scheme& scheme : allSchemes()) {
            Bench bench(std::string(scheme.name()));
            const bool isTaken = bench.take(Ttl::none()).has_value();
            QCOMPARE(isTaken, scheme.name() == "redis-py");
        }
    }

    // Redisson, by what its own scripts do.

    void redissonAndOursKeepEachOtherOut()
    {
        Bench bench("redisson");
        auto lease = bench.take();
        QVERIFY(lease.has_value());
        // To Redisson, a number says how long to wait; nil that it has the lock.
        const Reply refused = lock(bench);
        QVERIFY(refused.isInteger() && refused.integer > 0);
        lease->release();
        QVERIFY(lock(bench).isNil());
        QVERIFY(bench.isContended());
        QCOMPARE(unlock(bench).integer, 1);
        QVERIFY(bench.take().has_value());
    }

    void redissonDoesNotUnlockOrRenewOurs()
    {
        Bench bench("redisson");
        const auto lease = bench.take();
        QVERIFY(lease.has_value());
        QVERIFY(unlock(bench).isNil());
        QCOMPARE(bench.number({"EVAL", kRedissonRenew, "1", kKey, "1000000", kRedissonField}), 0);
        QVERIFY(bench.isThere());
        QVERIFY(bench.number({"PTTL", kKey}) <= 30'000);
    }

    void redissonsScriptsWorkOnOurField()
    {
        Bench bench("redisson");
        auto lease = bench.take();
        QVERIFY(lease.has_value());
        const std::string field = bench.server.command({"HKEYS", kKey}).elements.at(0).text;
        QVERIFY(bench.server.command({"EVAL", kRedissonLock, "1", kKey, "40000", field}).isNil());
        QCOMPARE(bench.server.command({"HGET", kKey, field}).text, std::string("2"));
        QCOMPARE(bench.number({"EVAL", kRedissonRenew, "1", kKey, "50000", field}), 1);
        // Ours is one of two holds now: the lock stays.
        lease->release();
        QCOMPARE(bench.server.command({"HGET", kKey, field}).text, std::string("1"));
        QVERIFY(bench.number({"PTTL", kKey}) <= 30'000);
        QCOMPARE(bench.number(
                     {"EVAL", kRedissonUnlock, "2", kKey, kRedissonChannel, "0", "30000", field}),
            1);
        QVERIFY(!bench.isThere());
    }

    void releaseWakesRedissonsWaiters()
    {
        Bench bench("redisson");
        auto url = redis::Url::parse(bench.server.urls().front());
        QVERIFY(url.has_value());
        auto waiter = sandbox::BlockingClient::connect(*url, 10s);
        QVERIFY(waiter.has_value());
        QVERIFY(waiter->call({"SUBSCRIBE", kRedissonChannel}).has_value());
        auto lease = bench.take();
        QVERIFY(lease.has_value());
        lease->release();
        // What was published came before the answer to this.
        const auto message = waiter->call({"PING"});
        QVERIFY(message.has_value());
        const Reply expected = Reply::array(
            {Reply::string("message"), Reply::string(kRedissonChannel), Reply::string("0")});
        QCOMPARE(*message, expected);
    }

    void redissonIsRenewedByTheWatchdogAtAThirdOfItsTtl()
    {
        Bench bench("redisson");
        AcquireOptions options = bench.options(seconds(3));
        options.isRenewed = true;
        auto outcome = bench.client.acquire(Resource(kKey), options);
        QVERIFY(outcome && std::holds_alternative<Lease>(*outcome));
        const auto& lease = std::get<Lease>(*outcome);
        const SteadyTime first = lease.deadline();
        QTRY_VERIFY(lease.deadline() > first);
        QVERIFY(bench.isThere());
    }

private:
    static Reply lock(Bench& bench)
    {
        return bench.server.command({"EVAL", kRedissonLock, "1", kKey, "30000", kRedissonField});
    }
    static Reply unlock(Bench& bench)
    {
        return bench.server.command(
            {"EVAL", kRedissonUnlock, "2", kKey, kRedissonChannel, "0", "30000", kRedissonField});
    }
};

LOCKKEEPER_TEST(SchemesRealTest)

} // namespace lockkeeper::tests::schemes_real_test

#include "schemes_real_test.moc"
