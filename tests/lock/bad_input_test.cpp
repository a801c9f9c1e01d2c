// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/classic.h"
#include "core/lock/lock_mutex.h"
#include "core/redis/info.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockkeeper::tests::bad_input_test {

using namespace lockkeeper::lock;
using std::chrono::milliseconds;

namespace {

const Clock& kClock = systemClock();

/// An offset of SETRANGE.
const char* const kHuge = "67108864";

std::int64_t stat(RedisServerFixture& servers, std::size_t server, std::string_view name)
{
    const std::string stats = servers.command(server, {"INFO", "stats"}).text;
    return std::stoll(std::string(redis::infoField(stats, name).value()));
}

/// By one of the servers, to all clients, since it runs.
std::int64_t bytesSent(RedisServerFixture& servers, std::size_t server)
{
    return stat(servers, server, "total_net_output_bytes");
}

/// Servers, and a client of theirs.
struct Bench {
    explicit Bench(std::size_t masters, milliseconds timeout = 1s)
        : servers({.count = masters})
        , client(within(timeout, servers.deployment()), Owner::thisProcess("test"), kClock)
    { }
    static config::Deployment within(milliseconds timeout, config::Deployment deployment)
    {
        deployment.timeout = timeout;
        return deployment;
    }
    std::optional<Lease> take(const Resource& resource, AcquireOptions options)
    {
        return leaseIn(client.acquire(resource, std::move(options)));
    }
    /// The class of error that an acquire is refused with; none if it is not.
    std::optional<ErrorClass> refusal(const Resource& resource, AcquireOptions options)
    {
        const auto outcome = client.acquire(resource, std::move(options));
        return outcome ? std::nullopt : std::optional(outcome.error().kind);
    }
    std::int64_t keysLeft() { return countOnAll(servers, {"DBSIZE"}); }
    RedisServerFixture servers;
    LockClient client;
};

/// `name` holds whatever a QByteArray literal can't.
std::string bytes(const QByteArray& name)
{
    return name.toStdString();
}

} // namespace

class BadInputTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTtlIsOneMillisecondToTwoToThe53()
    {
        QCOMPARE(Ttl::from(0ms).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(Ttl::from(-1ms).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(Ttl::from(milliseconds::min()).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(
            Ttl::from(milliseconds((1LL << 53) + 1)).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(Ttl::from(milliseconds::max()).error().kind, ErrorClass::InvalidArgument);
        QVERIFY(Ttl::from(1ms).has_value());
        QVERIFY(Ttl::from(milliseconds(1LL << 53)).has_value());
    }

    void theLongestTtlCanBeTakenExtendedAndReleased()
    {
        Bench bench(3);
        const Ttl longest = ttl(milliseconds(1LL << 53));
        auto lease = bench.take(Resource("r"), {.ttl = longest});
        QVERIFY(lease && lease->isHeld());
        QCOMPARE(lease->deadline(), SteadyTime::max());
        QTRY_VERIFY(bench.servers.command({"PTTL", "r"}).integer > (1LL << 52));
        QVERIFY(lease->extend(longest).has_value());
        QVERIFY(lease->extend(ttl(30s)).has_value());
        lease->release();
        QTRY_COMPARE(bench.keysLeft(), 0);
    }

    void theShortestTtlWinsNothingAndLeavesNothing()
    {
        Bench bench(3);
        // The drift alone is longer.
        const auto outcome = bench.client.acquire(Resource("r"), {.ttl = ttl(1ms)});
        QVERIFY(outcome && std::holds_alternative<NoQuorum>(*outcome));
        const auto& noQuorum = std::get<NoQuorum>(*outcome);
        QCOMPARE(noQuorum.reason, NoQuorum::Reason::TooLate);
        QCOMPARE(noQuorum.votes.size(), std::size_t(3));
        const auto hasLatency = [](const auto& vote) { return vote.latency.has_value(); };
        QVERIFY(std::ranges::count_if(noQuorum.votes, hasLatency) >= 2);
        QTRY_COMPARE(bench.keysLeft(), 0);
    }

    void optionsThatMakeNoSenseAreRefusedUnsent()
    {
        Bench bench(1);
        const Resource resource("r");
        const Ttl usual = ttl(30s);
        for (const double factor : {-0.01, 1.0, 7.0, std::nan(""), double(INFINITY)})
            QCOMPARE(bench.refusal(resource, {.ttl = usual, .driftFactor = factor}),
                ErrorClass::InvalidArgument);
        for (const milliseconds timeout : {0ms, -1ms, milliseconds::max()})
            QCOMPARE(bench.refusal(resource, {.ttl = usual, .timeout = timeout}),
                ErrorClass::InvalidArgument);
        QCOMPARE(bench.refusal(resource, {.ttl = usual, .tries = 0}), ErrorClass::InvalidArgument);
        for (const milliseconds negative : {-1ms, milliseconds::min()}) {
            for (const AcquireOptions& options : {AcquireOptions{.ttl = usual, .wait = negative},
                     AcquireOptions{.ttl = usual, .wait = 1s, .retryDelay = negative},
                     AcquireOptions{.ttl = usual, .wait = 1s, .retryJitter = negative},
                     AcquireOptions{.ttl = usual, .maxHold = negative}})
                QCOMPARE(bench.refusal(resource, options), ErrorClass::InvalidArgument);
        }
        QCOMPARE(
            bench.refusal(resource, {.ttl = usual, .maxHold = 0ms}), ErrorClass::InvalidArgument);
        QCOMPARE(bench.refusal(Resource(), {.ttl = usual}), ErrorClass::InvalidArgument);
        QCOMPARE(bench.client.acquire(std::vector<Resource>(), {.ttl = usual}).error().kind,
            ErrorClass::InvalidArgument);
        QCOMPARE(bench.client.acquire({Resource("a"), Resource()}, {.ttl = usual}).error().kind,
            ErrorClass::InvalidArgument);
        QCOMPARE(bench.refusal(resource, {.ttl = Ttl::none()}), ErrorClass::Unsupported);
        QCOMPARE(bench.client
                     .acquire({Resource("a"), Resource("b")}, {.ttl = usual, .scheme = redisPy()})
                     .error()
                     .kind,
            ErrorClass::Unsupported);
        QCOMPARE(bench.keysLeft(), 0);
    }

    void aTimeoutOutOfRangeIsToldBothLimits()
    {
        Bench bench(1);
        const auto outcome = bench.client.acquire(
            Resource("r"), {.ttl = ttl(30s), .timeout = milliseconds::max()});
        QCOMPARE(outcome.error().text, "the timeout must be from 1 ms to 100 years");
    }

    void theLimitsOfOptionsAreAllowed()
    {
        Bench bench(1);
        const Resource resource("r");
        constexpr milliseconds kCentury = std::chrono::hours(24 * 365 * 100);
        for (const AcquireOptions& options :
            {AcquireOptions{.ttl = ttl(30s), .tries = 1, .retryDelay = 0ms, .retryJitter = 0ms},
                AcquireOptions{.ttl = ttl(30s), .wait = milliseconds::max()},
                AcquireOptions{.ttl = ttl(30s), .timeout = kCentury},
                AcquireOptions{.ttl = ttl(30s), .maxHold = 1ms},
                AcquireOptions{.ttl = ttl(30s), .maxHold = milliseconds::max()}}) {
            const auto lease = bench.take(resource, options);
            QVERIFY(lease && lease->isHeld());
        }
    }

    void aNameIsKeptByteForByte_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("NUL") << QByteArray("a\0b\0", 4);
        QTest::newRow("only NUL") << QByteArray("\0", 1);
        QTest::newRow("space") << QByteArray(" a b ");
        QTest::newRow("line ends") << QByteArray("a\r\nDEL b\r\n");
        QTest::newRow("glob") << QByteArray("lock:[*?]\\");
        QTest::newRow("no UTF-8") << QByteArray("\xff\xfe\x80");
        QTest::newRow("braces") << QByteArray("{a}{b}");
        QTest::newRow("longest") << QByteArray(65536, 'x');
    }
    void aNameIsKeptByteForByte()
    {
        QFETCH(const QByteArray, name);
        Bench bench(3, 5s);
        const std::string key = bytes(name);
        auto lease = bench.take(Resource(key), {.ttl = ttl(60s), .isFenced = true});
        QVERIFY(lease && lease->isHeld());
        QCOMPARE(lease->resource().value(), key);
        QTRY_COMPARE(bench.servers.command({"EXISTS", key}).integer, 1);
        QVERIFY(bench.client.holder(Resource(key)).value().has_value());
        QVERIFY(lease->extend(ttl(60s)).has_value());
        QVERIFY(!bench.take(Resource(key), {.ttl = ttl(60s)}).has_value());
        lease->release();
        for (std::size_t i = 0; i < 3; ++i)
            QTRY_COMPARE(bench.servers.command(i, {"EXISTS", key}).integer, 0);
    }

    /// A huge request would hold up the renewals of all other leases of its client.
    void namesThatAreTooLongAreRefusedBeforeTheyAreSent()
    {
        Bench bench(1);
        const auto refusal = [](const auto& result) {
            return result ? ErrorClass::ServerError : result.error().kind;
        };
        const std::string half(32768, 'x');
        QVERIFY(bench.client.acquire({half, half.substr(1) + 'y'}, {.ttl = 30s}).has_value());
        const std::int64_t before = stat(bench.servers, 0, "total_net_input_bytes");
        QCOMPARE(refusal(bench.client.acquire({half + 'y', half}, {.ttl = 30s})),
            ErrorClass::InvalidArgument);
        for (const std::size_t size : {std::size_t{65537}, std::size_t{64} << 20}) {
            const std::string name(size, 'x');
            QCOMPARE(
                refusal(bench.client.acquire(name, {.ttl = 30s})), ErrorClass::InvalidArgument);
            QCOMPARE(refusal(bench.client.holder(name)), ErrorClass::InvalidArgument);
            LockMutex mutex(bench.client, name, {.ttl = 30s});
            QCOMPARE(refusal(mutex.acquire()), ErrorClass::InvalidArgument);
        }
        QVERIFY(stat(bench.servers, 0, "total_net_input_bytes") - before < 10'000);
    }

    void aGlobLocksNothingButItself()
    {
        Bench bench(1);
        const auto all = bench.take(Resource("*"), {.ttl = ttl(30s)});
        QVERIFY(all.has_value());
        QVERIFY(bench.take(Resource("a"), {.ttl = ttl(30s)}).has_value());
    }

    void whatIsNoLockIsContendedAndStays_data()
    {
        const auto row = columns<QByteArray, bool>();
        row("list", "redis.call('rpush', KEYS[1], '1')", false);
        row("hash", "redis.call('hset', KEYS[1], 'f', '1')", false);
        row("set", "redis.call('sadd', KEYS[1], '1')", false);
        row("sorted set", "redis.call('zadd', KEYS[1], 1, 'm')", false);
        row("stream", "redis.call('xadd', KEYS[1], '*', 'f', '1')", false);
        row("text", "redis.call('set', KEYS[1], 'no token')", true);
        row("number", "redis.call('set', KEYS[1], '17')", true);
        row("empty text", "redis.call('set', KEYS[1], '')", false);
        row("longest text", "redis.call('setrange', KEYS[1], 4095, '1')", true);
        row("longer text", "redis.call('setrange', KEYS[1], 4096, '1')", false);
    }
    void whatIsNoLockIsContendedAndStays()
    {
        const auto [script, hasFingerprint] = fetch<QByteArray, bool>();
        Bench bench(3);
        bench.servers.commandAll({"EVAL", script.toStdString(), "1", "r"});
        QCOMPARE(bench.keysLeft(), 3);
        const std::string before = bench.servers.command({"DUMP", "r"}).text;
        for (const bool isFenced : {false, true}) {
            auto outcome
                = bench.client.acquire(Resource("r"), {.ttl = ttl(30s), .isFenced = isFenced});
            QVERIFY(outcome && std::holds_alternative<Contended>(*outcome));
            const auto& holder = std::get<Contended>(*outcome).holder;
            QVERIFY(holder.has_value());
            QCOMPARE(holder->fingerprint.has_value(), hasFingerprint);
            QVERIFY(!holder->parts.has_value());
            QVERIFY(!holder->remaining.has_value());
        }
        auto several = bench.client.acquire({Resource("q"), Resource("r")}, {.ttl = ttl(30s)});
        QVERIFY(several && std::holds_alternative<Contended>(*several));
        QCOMPARE(bench.servers.command({"DUMP", "r"}).text, before);
        QTRY_COMPARE(bench.keysLeft(), 3);
    }

    void aHugeTextIsContendedAndIsNotFetched()
    {
        Bench bench(3);
        bench.servers.commandAll({"SETRANGE", "r", kHuge, "1"});
        auto outcome = bench.client.acquire(
            Resource("r"), {.ttl = ttl(30s), .tries = 3, .retryDelay = 1ms, .retryJitter = 0ms});
        QVERIFY(outcome && std::holds_alternative<Contended>(*outcome));
        const auto& holder = std::get<Contended>(*outcome).holder;
        QVERIFY(holder.has_value());
        QVERIFY(!holder->fingerprint.has_value());
        QVERIFY(holder->masters >= 2);
        QVERIFY(bench.client.holder(Resource("r")).value().has_value());
        QVERIFY(bench.take(Resource("another"), {.ttl = ttl(30s)}).has_value());
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY2(bytesSent(bench.servers, i) < 1'000'000, "of 64 MiB");
        QCOMPARE(bench.servers.command({"STRLEN", "r"}).integer, std::stoll(kHuge) + 1);
    }

    void aClassicSchemeDoesNotFetchAHugeText_data()
    {
        QTest::addColumn<std::string>("scheme");
        QTest::newRow("when it acquires") << std::string("setnx-timestamp");
        QTest::newRow("when it releases") << std::string("set-nx-px-token-get-del");
        QTest::newRow("when it extends") << std::string("redis-py");
    }
    void aClassicSchemeDoesNotFetchAHugeText()
    {
        QFETCH(const std::string, scheme);
        Bench bench(1);
        const AcquireOptions options{
            .ttl = ttl(30s), .isRenewed = false, .scheme = findScheme(scheme).value()};
        auto lease = bench.take(Resource("r"), options);
        QVERIFY(lease.has_value());
        bench.servers.command({"SETRANGE", "r", kHuge, "1"});
        if (&options.scheme.get() == &redisPy())
            QCOMPARE(lease->extend(ttl(30s)).error().kind, ErrorClass::LeaseLost);
        else if (&options.scheme.get() == &setNxPxTokenGetDel())
            QCOMPARE(lease->release().front().state, MasterVote::State::No);
        else
            QVERIFY(!bench.take(Resource("r"), options).has_value());
        QVERIFY2(bytesSent(bench.servers, 0) < 1'000'000, "of 64 MiB");
        // Nor does a script: the server would do nothing else meanwhile.
        const std::string stats = bench.servers.command({"INFO", "commandstats"}).text;
        QVERIFY2(stats.find("cmdstat_get:") == std::string::npos, stats.c_str());
        QCOMPARE(bench.servers.command({"STRLEN", "r"}).integer, std::stoll(kHuge) + 1);
    }

    void aResourceThatBecomesAnotherTypeIsLostAndStays()
    {
        Bench bench(3);
        auto lease = bench.take(Resource("r"), {.ttl = ttl(30s), .isRenewed = false});
        QVERIFY(lease.has_value());
        QTRY_COMPARE(bench.keysLeft(), 3);
        bench.servers.commandAll({"DEL", "r"});
        bench.servers.commandAll({"RPUSH", "r", "1"});
        const auto extended = lease->extend(ttl(30s));
        QCOMPARE(extended.error().kind, ErrorClass::LeaseLost);
        lease->release();
        lease.reset();
        QCOMPARE(bench.keysLeft(), 3);
        QCOMPARE(bench.servers.command({"TYPE", "r"}).text, std::string("list"));
    }

    void aReleaseOfSeveralPassesOverOneThatBecameAnotherType()
    {
        Bench bench(3);
        auto outcome = bench.client.acquire(
            {Resource("a"), Resource("b")}, {.ttl = ttl(1h), .isRenewed = false});
        auto lease = std::get<Lease>(std::move(outcome).value());
        QTRY_COMPARE(bench.keysLeft(), 6);
        bench.servers.commandAll({"DEL", "a"});
        bench.servers.commandAll({"RPUSH", "a", "1"});
        lease.release();
        QTRY_COMPARE(bench.keysLeft(), 3);
        QCOMPARE(bench.servers.command({"TYPE", "a"}).text, std::string("list"));
    }

    // Nothing stays locked on a minority

    void mastersThatComeBackDoNotKeepAFailedTry()
    {
        Bench bench(5);
        QVERIFY(bench.take(Resource("warm"), {.ttl = ttl(30s)}).has_value()); // all connected
        QTRY_COMPARE(bench.keysLeft(), 0);
        for (std::size_t i = 0; i < 3; ++i)
            bench.servers.suspend(i);
        const auto outcome = bench.client.acquire(Resource("r"), {.ttl = ttl(1h)});
        QVERIFY(outcome && std::holds_alternative<NoQuorum>(*outcome));
        for (std::size_t i = 0; i < 3; ++i)
            bench.servers.resume(i); // and executes what it was sent
        // Whatever is asked now was asked behind that.
        QTRY_COMPARE(bench.keysLeft(), 0);
        QTRY_VERIFY(bench.take(Resource("r"), {.ttl = ttl(30s)}).has_value());
    }

    void mastersOfALostQuorumKeepNothing()
    {
        Bench bench(5);
        for (std::size_t i = 0; i < 3; ++i)
            bench.servers.kill(i);
        const auto outcome = bench.client.acquire(Resource("r"), {.ttl = ttl(1h)});
        QVERIFY(outcome && std::holds_alternative<NoQuorum>(*outcome));
        for (std::size_t i = 3; i < 5; ++i)
            QTRY_COMPARE(bench.servers.command(i, {"DBSIZE"}).integer, 0);
    }

    void aTryThatIsContendedKeepsNothingEvenIfItsClientGoes()
    {
        RedisServerFixture servers({.count = 5});
        for (std::size_t i = 0; i < 3; ++i)
            servers.command(i, {"SET", "r", "theirs"});
        {
            LockClient client(servers.deployment(), Owner::thisProcess("test"), kClock);
            const auto outcome = client.acquire(Resource("r"), {.ttl = ttl(1h)});
            QVERIFY(outcome && std::holds_alternative<Contended>(*outcome));
        }
        for (std::size_t i = 3; i < 5; ++i)
            QTRY_COMPARE(servers.command(i, {"DBSIZE"}).integer, 0);
    }

    // Nothing throws

    void leasesAndClientsGoQuietlyWhenAllMastersAreDead()
    {
        static_assert(std::is_nothrow_destructible_v<LockClient>);
        static_assert(std::is_nothrow_destructible_v<Lease>);
        Bench bench(3);
        auto lease = bench.take(Resource("r"), {.ttl = ttl(30s)});
        auto other = bench.take(Resource("s"), {.ttl = ttl(30s)});
        QVERIFY(lease && other);
        for (std::size_t i = 0; i < 3; ++i)
            bench.servers.kill(i);
        const auto votes = lease->release();
        QCOMPARE(votes.size(), std::size_t(3));
        QVERIFY(std::ranges::count(votes, MasterVote::State::Failed, &MasterVote::state) >= 2);
        other.reset();
        QVERIFY(!bench.take(Resource("t"), {.ttl = ttl(30s)}).has_value());
    }

    void leasesGoQuietlyWhenAllMastersAreStopped()
    {
        Bench bench(3);
        auto lease = bench.take(Resource("r"), {.ttl = ttl(30s)});
        QVERIFY(lease.has_value());
        for (std::size_t i = 0; i < 3; ++i)
            bench.servers.suspend(i);
        lease.reset();
        for (std::size_t i = 0; i < 3; ++i)
            bench.servers.resume(i);
        QTRY_COMPARE(bench.keysLeft(), 0);
    }
};

LOCKKEEPER_TEST(BadInputTest)

} // namespace lockkeeper::tests::bad_input_test

#include "bad_input_test.moc"
