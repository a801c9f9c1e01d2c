// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/formats/format_set.h"
#include "core/observe/formats/lock_object.h"
#include "core/observe/formats/tombstone.h"
#include "tests/support/format_samples.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::formats_test {

using namespace lockkeeper::observe;

namespace {

const WallTime kNow{1'750'000'000s}; // 2025-06-15
const std::string kUuid = "8743c9c0-0795-4907-87fd-6c719a6b4586";
const std::string kRandom = "0123456789abcdef0123456789abcdef01234567";
/// uuid.uuid1().hex of 2025-06-15 14:59:40.123 UTC on node 02:42:ac:11:00:02.
const std::string kUuid1 = "5ccedab049f911f08f3a0242ac110002";

/// As most locks are: under a name that says so, with a TTL.
KeyReading string(std::string value, std::string key = "lock:orders:42")
{
    return {
        .key = std::move(key), .type = ValueType::String, .value = std::move(value), .ttl = 30s};
}

KeyReading withoutTtl(KeyReading reading)
{
    reading.ttl.reset();
    return reading;
}

KeyReading hash(HashFields fields, std::string key = "orders:42")
{
    return {.key = std::move(key), .type = ValueType::Hash, .fields = std::move(fields)};
}

std::optional<DecodedLock> recogniseBuiltin(const KeyReading& reading)
{
    return FormatSet(test::libraryFormats()).recognise(reading, kNow);
}

/// The name of the format, or "" for no lock.
std::string formatOf(const KeyReading& reading)
{
    const auto lock = recogniseBuiltin(reading);
    return lock ? lock->format : std::string();
}

void row(const char* name, const KeyReading& reading, const char* format)
{
    QTest::newRow(name) << reading << std::string(format);
}

} // namespace

class FormatsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valueTellsItsLibrary_data();
    void valueTellsItsLibrary();
    void nearMissesAreNoLocks_data();
    void nearMissesAreNoLocks();
    void lk1TellsHostPidAppAndTime();
    void lk1WithoutHostAndAppClaimsNone();
    void lk1OfAnImplausibleTimeClaimsNone();
    void tombstoneTellsWhoRevokedWhenAndWhy();
    void tombstoneIsWhatWasWritten();
    void tombstoneWithoutReasonIsOne();
    void redisPyTellsItsNodeAndNotSinceWhen();
    void redisPyIsDefinite();
    void hexOfAnImplausibleUuid1MayStillBeRedisPy();
    void redissonTellsThreadAndClient();
    void redissonIsWokenOnItsChannel_data();
    void redissonIsWokenOnItsChannel();
    void readWriteLocksAreViewOnly();
    void aWriterThatAlsoReadsIsOneHolder();
    void severalReadersHaveNoSingleHolder();
    void timestampTellsItsExpiry_data();
    void timestampTellsItsExpiry();
    void pastTimeBesideATtlTellsWhenItWasTaken();
    void aThreadOrJobInAnObjectIsNoHost();
    void longStringIsNoLock();
};

void FormatsTest::valueTellsItsLibrary_data()
{
    columns<KeyReading, std::string>();
    row("lk1", string("lk1:web-1:7:app:1750000000123:" + kRandom), "lk1");
    row("tombstone", string("lk1-revoked:ada:1750000000123:stuck"), "lk1-revoked");
    row("redis-py", string(kUuid1), "redis-py");
    row("redis-py just after 2010", string("9ab0c000f66811de8f3a0242ac110002"), "redis-py");
    row("node-redlock", string("d41d8cd98f00b204e9800998ecf8427e"), "node-redlock");
    row("uuid1 before 2010", string("9ab098f0f66811de8f3a0242ac110002"), "node-redlock");
    row("uuid1 far ahead", string("5ccedab049f91fff8f3a0242ac110002"), "node-redlock");
    row("uuid1 but for its variant", string("5ccedab049f911f0cf3a0242ac110002"), "node-redlock");
    row("uuid4 without dashes", string("8743c9c00795490787fd6c719a6b4586"), "node-redlock");
    row("redisson", hash({{kUuid + ":1", "1"}}), "redisson");
    row("redisson, reentered", hash({{kUuid + ":93", "12"}}), "redisson");
    row("redisson, in a transaction",
        hash({{kUuid + ":12:8743c9c00795490787fd6c719a6b4586", "1"}}, "account:transaction_lock"),
        "redisson");
    row("redisson, reactive", hash({{kUuid + ":-4372918264501993", "1"}}), "redisson");
    row("redisson reader", hash({{"mode", "read"}, {kUuid + ":1", "1"}}), "redisson-rw");
    row("redisson writer", hash({{"mode", "write"}, {kUuid + ":1:write", "1"}}), "redisson-rw");
    row("seconds", string("1750000030"), "setnx-timestamp");
    row("milliseconds", string("1750000030123"), "setnx-timestamp");
    row("redis-py without a TTL", withoutTtl(string(kUuid1)), "redis-py");
    row("celery-once, whatever its task is about", string(kUuid1, "qo_refresh_token_user-1"),
        "redis-py");
    row("symfony 5.1", string("q2Xb+3kz/PPQ0d1rZkUv5mNAq2Xb+3kz/PPQ0d1rZkU=", "pdf-invoice"),
        "Symfony-string");
    row("lock", string("1", "lock:orders"), "setnx-expire");
    row("capitals", string("1", "ORDERS_LOCK"), "setnx-expire");
    row("mutex", string("1", "orders.mutex"), "setnx-expire");
    row("lease", string("1", "myLease"), "setnx-expire");
    row("semaphore", string("1", "semaphore:3"), "setnx-expire");
    row("word ending in b before lock", string("1", "joblock"), "setnx-expire");
    row("a clock's lock", string("1", "clock:lock"), "setnx-expire");
}

void FormatsTest::valueTellsItsLibrary()
{
    const auto [reading, format] = fetch<KeyReading, std::string>();
    QCOMPARE(formatOf(reading), format);
}

void FormatsTest::nearMissesAreNoLocks_data()
{
    columns<KeyReading, std::string>();
    const auto miss = [](const char* name, const KeyReading& reading) { row(name, reading, ""); };
    miss("no key", {.key = "lock:x"});
    miss("list", {.key = "lock:x", .type = ValueType::Other});
    miss("empty string", string({}, "lock:x"));
    miss("empty hash", hash({}, "lock:x"));
    miss("lk1 with a short random part", string("lk1:h:7:a:1:0123"));
    miss("tombstone without time", string("lk1-revoked:ada::stuck"));
    miss("tombstone without name", string("lk1-revoked::1750000000123:stuck"));
    miss("tombstone cut short", string("lk1-revoked:ada:1750000000123"));
    miss("31 hex digits", string(kUuid1.substr(1)));
    miss("33 hex digits", string(kUuid1 + "0"));
    miss("hex in capitals", string("D41D8CD98F00B204E9800998ECF8427E"));
    miss("32 characters, one not hex", string("g41d8cd98f00b204e9800998ecf8427e"));
    miss("hex with a newline", string(kUuid1 + "\n"));
    miss("hash of a session", hash({{"user", "7"}}));
    miss("redisson count zero", hash({{kUuid + ":1", "0"}}));
    miss("redisson count negative", hash({{kUuid + ":1", "-1"}}));
    miss("redisson count not a number", hash({{kUuid + ":1", "1x"}}));
    miss("redisson without thread", hash({{kUuid + ":", "1"}}));
    miss("redisson thread and more", hash({{kUuid + ":12:8743", "1"}}));
    miss("redisson thread not a number", hash({{kUuid + ":main", "1"}}));
    miss("redisson uuid too short", hash({{kUuid.substr(1) + ":1", "1"}}));
    miss("redisson uuid in capitals", hash({{"8743C9C0-0795-4907-87FD-6C719A6B4586:1", "1"}}));
    miss("redisson uuid of no version", hash({{"8743c9c0-0795-0907-87fd-6c719a6b4586:1", "1"}}));
    miss("two owners, no mode", hash({{kUuid + ":1", "1"}, {kUuid + ":2", "1"}}));
    miss("writer, no mode", hash({{kUuid + ":1:write", "1"}}));
    miss("mode alone", hash({{"mode", "read"}}));
    miss("mode twice", hash({{"mode", "read"}, {"mode", "read"}}));
    miss("another mode", hash({{"mode", "dark"}, {kUuid + ":1", "1"}}));
    miss("mode and something else", hash({{"mode", "read"}, {kUuid + ":1", "1"}, {"x", "1"}}));
    miss("seconds before 2010", string("1262303999"));
    miss("seconds in over ten years", string("2065700000"));
    miss("milliseconds before 2010", string("1262303999999"));
    miss("milliseconds in over ten years", string("2065700000000"));
    miss("time that is not a lock's", string("1750000030", "user:7:last_seen"));
    miss("digest without a TTL",
        withoutTtl(string("d41d8cd98f00b204e9800998ecf8427e", "file:7:md5")));
    miss("microseconds", string("1750000030123456"));
    miss("seconds with a fraction", string("1750000030.1"));
    miss("seconds with a sign", string("+175000030"));
    miss("seconds with a space", string("1750000030 "));
    miss("two of a lock", string("2", "lock:x"));
    miss("one of anything else", string("1", "counter:x"));
    miss("one of a blocked user", string("1", "user:blocked:7"));
    miss("one of a clock", string("1", "Clock:7"));
    miss("one of a release", string("1", "release:2025-06"));
    miss("redisson's fencing counter", string("1", "redisson_lock_token:{x}"));
    miss("redisson's reader timeout", string("1", "{x}:" + kUuid + ":1:rwlock_timeout:1"));
}

void FormatsTest::nearMissesAreNoLocks()
{
    const auto [reading, format] = fetch<KeyReading, std::string>();
    QCOMPARE(formatOf(reading), format);
}

void FormatsTest::lk1TellsHostPidAppAndTime()
{
    const auto lock = recogniseBuiltin(string("lk1:web%3A1:7:my%20app:1750000000123:" + kRandom));
    QVERIFY(lock.has_value());
    const Holder expected{
        .host = "web:1", .pid = 7, .app = "my app", .since = WallTime(1'750'000'000'123ms)};
    QVERIFY(lock->holder == expected);
    QVERIFY(lock->isReleasable && !lock->wakeUp && !lock->expiresAt && lock->alternatives.empty());
}

void FormatsTest::lk1WithoutHostAndAppClaimsNone()
{
    const auto lock = recogniseBuiltin(string("lk1::7::1750000000123:" + kRandom));
    QVERIFY(lock.has_value());
    QVERIFY(!lock->holder.host && !lock->holder.app);
}

void FormatsTest::lk1OfAnImplausibleTimeClaimsNone()
{
    for (const char* time : {"1", "9000000000000"}) {
        const auto lock
            = recogniseBuiltin(string(std::string("lk1:h:7:a:") + time + ":" + kRandom));
        QVERIFY(lock.has_value());
        QVERIFY(!lock->holder.since.has_value());
    }
}

void FormatsTest::tombstoneTellsWhoRevokedWhenAndWhy()
{
    const auto lock
        = recogniseBuiltin(string("lk1-revoked:ada%40ops:1750000000123:job%20stuck%3A 42"));
    QVERIFY(lock.has_value());
    QVERIFY(lock->holder.detail == "revoked by ada@ops: job%20stuck%3A 42");
    QVERIFY(lock->holder.since == WallTime(1'750'000'000'123ms));
    QVERIFY(recogniseBuiltin(string("lk1-revoked:ada:1:job%20stuck"))->holder.detail
        == "revoked by ada: job stuck");
}

void FormatsTest::tombstoneIsWhatWasWritten()
{
    const Tombstone written{
        .by = "ada:ops %", .at = WallTime(1'750'000'000'123ms), .reason = "job: stuck\n"};
    const auto lock = recogniseBuiltin(string(tombstoneText(written)));
    QVERIFY(lock.has_value());
    QVERIFY(isTombstone(lock->format));
    QVERIFY(lock->holder.detail == "revoked by ada:ops %: job: stuck\n");
    QVERIFY(lock->holder.since == written.at);
}

void FormatsTest::tombstoneWithoutReasonIsOne()
{
    const auto lock = recogniseBuiltin(string("lk1-revoked:ada:9999999999999999:"));
    QVERIFY(lock.has_value());
    QVERIFY(lock->holder.detail == "revoked by ada");
    QVERIFY(!lock->holder.since.has_value());
}

void FormatsTest::redisPyTellsItsNodeAndNotSinceWhen()
{
    const auto lock = recogniseBuiltin(string(kUuid1));
    QVERIFY(lock.has_value());
    QVERIFY(lock->holder.detail == "node 0242ac110002");
    QVERIFY(!lock->holder.since); // the time is that before it waited
}

void FormatsTest::redisPyIsDefinite()
{
    QVERIFY(recogniseBuiltin(string(kUuid1))->alternatives.empty());
}

void FormatsTest::hexOfAnImplausibleUuid1MayStillBeRedisPy()
{
    const auto ambiguous = recogniseBuiltin(string("5ccedab049f91fff8f3a0242ac110002"));
    const auto definite = recogniseBuiltin(string("d41d8cd98f00b204e9800998ecf8427e"));
    QVERIFY(ambiguous->alternatives == std::vector<std::string>{"redis-py"});
    QVERIFY(definite->alternatives.empty());
}

void FormatsTest::redissonTellsThreadAndClient()
{
    const auto lock = recogniseBuiltin(hash({{kUuid + ":93", "2"}}));
    QVERIFY(lock.has_value());
    const Holder expected{.thread = "93", .detail = "client " + kUuid};
    QVERIFY(lock->holder == expected);
    QVERIFY(lock->isReleasable);
}

void FormatsTest::redissonIsWokenOnItsChannel_data()
{
    const auto row = columns<std::string, std::string>();
    row("no braces", "orders:42", "redisson_lock__channel:{orders:42}");
    row("braces", "{orders}:42", "redisson_lock__channel:{orders}:42");
}

void FormatsTest::redissonIsWokenOnItsChannel()
{
    const auto [key, channel] = fetch<std::string, std::string>();
    const auto lock = recogniseBuiltin(hash({{kUuid + ":1", "1"}}, key));
    QVERIFY(lock.has_value());
    QCOMPARE(lock->wakeUp->channel, channel);
    QCOMPARE(lock->wakeUp->message, std::string("0"));
}

void FormatsTest::readWriteLocksAreViewOnly()
{
    const auto lock = recogniseBuiltin(hash({{"mode", "write"}, {kUuid + ":93:write", "1"}}));
    QVERIFY(lock.has_value());
    QVERIFY(!lock->isReleasable);
    QVERIFY(lock->holder.thread == "93");
}

void FormatsTest::aWriterThatAlsoReadsIsOneHolder()
{
    const auto lock = recogniseBuiltin(
        hash({{kUuid + ":93", "1"}, {"mode", "write"}, {kUuid + ":93:write", "1"}}));
    QVERIFY(lock.has_value());
    QVERIFY(lock->holder.thread == "93");
}

void FormatsTest::severalReadersHaveNoSingleHolder()
{
    const auto lock
        = recogniseBuiltin(hash({{kUuid + ":1", "1"}, {"mode", "read"}, {kUuid + ":2", "1"}}));
    QVERIFY(lock.has_value());
    QVERIFY(!lock->holder.thread.has_value());
    QVERIFY(lock->holder.detail == "2 readers");
}

void FormatsTest::timestampTellsItsExpiry_data()
{
    const auto row = columns<std::string, qint64>();
    row("seconds", "1750000030", qint64(1'750'000'030'000));
    row("milliseconds", "1750000030123", qint64(1'750'000'030'123));
}

void FormatsTest::pastTimeBesideATtlTellsWhenItWasTaken()
{
    const auto taken = recogniseBuiltin(string("1749999990"));
    QVERIFY(taken.has_value());
    QVERIFY(!taken->expiresAt && taken->holder.since == WallTime(1'749'999'990s));
    const auto number = recogniseBuiltin(string("1733000000")); // half a year ago: a user's id
    QVERIFY(!number || !number->holder.since);
    const auto expired = recogniseBuiltin(withoutTtl(string("1262304000")));
    QVERIFY(expired.has_value());
    QVERIFY(expired->expiresAt == WallTime(1'262'304'000s) && !expired->holder.since);
}

void FormatsTest::timestampTellsItsExpiry()
{
    const auto [value, milliseconds] = fetch<std::string, qint64>();
    const auto lock = recogniseBuiltin(string(value));
    QVERIFY(lock.has_value());
    QVERIFY(lock->expiresAt == WallTime(std::chrono::milliseconds(milliseconds)));
    QVERIFY(lock->holder == Holder{});
}

void FormatsTest::aThreadOrJobInAnObjectIsNoHost()
{
    const auto holderOf = [](const char* value) {
        return LockObject::parse(value)->holder(WallTime(std::chrono::seconds(1'795'466'900)));
    };
    for (const char* thread :
        {"thread-3", "MainThread", "pool-1-thread-12", "Thread 7", "http-nio-8080-exec-4"}) {
        const Holder holder
            = holderOf((R"({"instance":")" + std::string(thread) + R"(","pid":7})").c_str());
        QVERIFY2(!holder.host, thread);
        QCOMPARE(holder.thread, std::optional<std::string>(thread));
        QCOMPARE(holder.pid, std::optional<std::int64_t>(7));
    }
    for (const char* job : {"job-42", "job:42", "task_7"}) {
        const Holder holder = holderOf((R"({"node":")" + std::string(job) + R"("})").c_str());
        QVERIFY2(!holder.host, job);
        QCOMPARE(holder.detail, std::optional<std::string>(job));
    }
    QCOMPARE(holderOf(R"({"host":"job-42","owner":"import"})").detail,
        std::optional<std::string>("import"));
    for (const char* host : {"job-runner-3", "worker-3", "web-3", "tasks1", "threadripper-2"})
        QCOMPARE(holderOf((R"({"host":")" + std::string(host) + R"("})").c_str()).host,
            std::optional<std::string>(host));
}

void FormatsTest::longStringIsNoLock()
{
    KeyReading reading = string(kUuid1);
    reading.isTooLong = true;
    QVERIFY(!recogniseBuiltin(reading).has_value());
}

LOCKKEEPER_TEST(FormatsTest)

} // namespace lockkeeper::tests::formats_test

#include "formats_test.moc"
