// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/formats/format_set.h"
#include "tests/support/format_samples.h"
#include "tests/support/test_class.h"

#include <set>

namespace lockkeeper::tests::formats_libraries_test {

using namespace lockkeeper::observe;
using namespace std::string_literals;
using test::kSamplesTaken;

namespace {

const std::string kUuid = "8743c9c0-0795-4907-87fd-6c719a6b4586";
const WallTime kTaken{1'795'262'266'123ms};

KeyReading string(std::string key, std::string value)
{
    return {
        .key = std::move(key), .type = ValueType::String, .value = std::move(value), .ttl = 30s};
}

KeyReading fields(ValueType type, std::string key, HashFields fields)
{
    return {.key = std::move(key), .type = type, .fields = std::move(fields), .ttl = 30s};
}

std::optional<DecodedLock> tell(const KeyReading& reading)
{
    return FormatSet(test::libraryFormats()).recognise(reading, kSamplesTaken);
}

/// What is made of a sample of formatSamples().
DecodedLock sampled(std::string_view name)
{
    for (const test::FormatSample& sample : test::formatSamples()) {
        if (sample.name == name)
            return tell(sample.reading).value_or(DecodedLock{.scope = ValueScope::Acquisition});
    }
    return DecodedLock{.scope = ValueScope::Shared};
}

/// Adds rows that are nearly what redilock, ioredfour, redisrwlock and node-redisson write.
template <class Row> void addAlmostOfSomeLibraries(const Row& row)
{
    row("redilock's token of another key",
        string("orders", "_LOCK:others:79027b28a211d2ee8a9c76c61363df29"));
    row("redilock's token with a shorter end",
        string("orders", "_LOCK:orders:79027b28a211d2ee8a9c76c61363df2"));
    row("redilock's token in capitals",
        string("orders", "_LOCK:orders:79027B28A211D2EE8A9C76C61363DF29"));
    row("index under a name that says nothing",
        fields(ValueType::Hash, "orders", {{"index", "17"}}));
    row("index and more",
        fields(ValueType::Hash, "lock:orders", {{"index", "17"}, {"cursor", "3"}}));
    row("index that no counter gives", fields(ValueType::Hash, "lock:orders", {{"index", "0"}}));
    row("grants and something else",
        fields(ValueType::Set, "rsrc:orders", {{"R:web-1/4711", ""}, {"X:web-1/4711", ""}}));
    row("grant without a pid", fields(ValueType::Set, "rsrc:orders", {{"R:web-1", ""}}));
    row("grants elsewhere", fields(ValueType::Set, "orders", {{"R:web-1/4711", ""}}));
    row("grant of no mode", string("lock:orders:X:web-1/4711", "1:1795262266.123456"));
    row("grant without a count", string("lock:orders:W:web-1/4711", "0:1795262266.123456"));
    row("grant without a time", string("lock:orders:W:web-1/4711", "1:17.5"));
    row("two ids and no count",
        fields(ValueType::Hash, "lock:orders", {{kUuid + ":" + kUuid, "0"}}));
    row("two ids and more",
        fields(ValueType::Hash, "lock:orders", {{kUuid + ":" + kUuid + "1", "1"}}));
    row("leader without a pid", string("resque_scheduler_leader_lock", "vm:"));
    row("LOCK of another name", string("was:bc6da4dc34ea754fe570443576975c11", "LOCK"));
    row("LOCK of a short digest", string("as:bc6da4dc34ea754f", "LOCK"));
    row("owner without a fence", string("{orders}:h", "3e5d05111148411d9ba81c18eaeb5943:0"));
    row("owner elsewhere", string("orders}:h", "3e5d05111148411d9ba81c18eaeb5943:17"));
}

} // namespace

class FormatsLibrariesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void holderIsToldAsFarAsStored_data()
    {
        const auto row = columns<std::string, Holder>();
        row.named("ShedLock", {.host = "web-1", .since = kTaken});
        row.named(
            "ShedLock before 2025-05", {.host = "web-1", .since = WallTime(1'745'236'666'123ms)});
        row.named("ShedLock without a host", {.since = kTaken});
        row.named("DistributedLock", {.host = "WEB-1", .pid = 4711});
        row.named("DistributedLock, writer", {.host = "WEB-1", .pid = 4711});
        row.named("DistributedLock, waiting writer",
            {.host = "WEB-1", .pid = 4711, .detail = "waits for the readers to leave"});
        row.named("resque-scheduler", {.host = "web-1.example.org", .pid = 4711});
        row.named("by node-resque 9.7.1", {.host = "vm", .pid = 31250});
        row.named("by django-cacheops 7.2", {});
        row.named("by redis-fifo-lock 0.3.2", {.detail = "fencing number 17"});
        row.named("by phpredis 5.3.7", {.host = "vm", .pid = 26178});
        row.named("by bullmq 6.7.0", {.detail = "worker 5258fb6f-ba3e-4981-98bc-b561c8ed3a5c"});
        row.named("by redis-semaphore 5.8.0, Mutex", {});
        row.named("by redis-semaphore 5.8.0, Mutex with suffix", {.detail = "web-1"});
        row.named("by redis-py 4.3.4", {.detail = "node 02fc00000001"});
        row.named(
            "sidekiq-unique-jobs 8", {.since = kTaken, .detail = "job 3a1f0c7c2f5d4b8e9a6d7c10"});
        row.named("sidekiq-unique-jobs 9",
            {.app = "SyncJob", .since = kTaken, .detail = "job 3a1f0c7c2f5d4b8e9a6d7c10"});
        row.named("by redis-semaphore 0.2.2 (Python), one permit",
            {.since = WallTime(1'795'262'266s), .detail = "permit 1"});
        row.named("by symfony/lock 5.4.53, exclusive", {.detail = "expired"});
        row.named("by redisrwlock 0.1.2, a grant",
            {.host = "web-1", .pid = 4711, .since = WallTime(1'795'262'266s)});
        row.named("by ioredfour 1.4.3", {.detail = "fencing number 17"});
        row.named("by node-redisson 1.0.4",
            {.thread = "51d46a3e-14dc-4bd0-9e4a-9f5b1f3c7a10", .detail = "client " + kUuid});
        row.named("by python-redilock 0.6.0", {});
        row.named("rueidislock", {});
        row.named("redlock-rb", {});
    }
    void holderIsToldAsFarAsStored()
    {
        const auto [sample, holder] = fetch<std::string, Holder>();
        const DecodedLock lock = sampled(sample);
        QCOMPARE(lock.holder.host, holder.host);
        QCOMPARE(lock.holder.pid, holder.pid);
        QCOMPARE(lock.holder.app, holder.app);
        QCOMPARE(lock.holder.detail, holder.detail);
        QVERIFY(lock.holder == holder);
    }

    void sharedLocksTellModeAndHolders_data()
    {
        QTest::addColumn<std::string>("sample");
        QTest::addColumn<LockMode>("mode");
        QTest::addColumn<std::size_t>("holders");
        QTest::addColumn<std::string>("detail");
        const auto row = [](const char* sample, LockMode mode, std::size_t holders,
                             const char* detail) {
            QTest::newRow(sample) << std::string(sample) << mode << holders << std::string(detail);
        };
        row("redisson, two readers", LockMode::Read, 2, "2 readers");
        row("redisson, writer", LockMode::Write, 1, ("client " + kUuid).c_str());
        row("redisson, faster multi-lock", LockMode::Exclusive, 2, "2 holders of different parts");
        row("redisson, permits", LockMode::Semaphore, 2, "2 permits");
        row("DistributedLock, readers", LockMode::Read, 2, "2 readers");
        row("DistributedLock, writer", LockMode::Write, 0, "");
        row("DistributedLock, semaphore", LockMode::Semaphore, 2, "2 permits");
        row("by redis-semaphore 5.8.0, Semaphore", LockMode::Semaphore, 2, "2 permits");
        row("by redis-semaphore 5.8.0, MultiSemaphore", LockMode::Semaphore, 2, "2 permits");
        row("by redis-semaphore 0.2.2 (Python)", LockMode::Semaphore, 2, "2 permits");
        row("by redis-semaphore 0.2.2 (Python), one permit", LockMode::Semaphore, 1, "permit 1");
        row("by symfony/lock 5.4.53, exclusive", LockMode::Exclusive, 1, "expired");
        row("by symfony/lock 5.4.53, shared", LockMode::Read, 2, "2 readers, 2 expired");
        row("by redisrwlock 0.1.2", LockMode::Read, 2, "2 readers");
        row("by redisrwlock 0.1.2, a grant", LockMode::Write, 0, "");
        row("Nextcloud, shared", LockMode::Read, 0, "2 readers");
        row("Nextcloud, exclusive", LockMode::Exclusive, 0, "");
        row("redisson", LockMode::Exclusive, 0, ("client " + kUuid).c_str());
    }
    void sharedLocksTellModeAndHolders()
    {
        QFETCH(std::string, sample);
        const DecodedLock lock = sampled(sample);
        QTEST(lock.mode, "mode");
        QTEST(lock.holders.size(), "holders");
        QTEST(lock.holder.detail.value_or(""), "detail");
    }

    void readersOfRedissonAreAllNamed()
    {
        const DecodedLock lock = sampled("redisson, two readers");
        const std::vector<Holder> expected{{.thread = "1",
                                               .detail = "client " + kUuid,
                                               .member = Fingerprint::ofString(kUuid + ":1")},
            {.thread = "2",
                .detail = "client " + kUuid,
                .member = Fingerprint::ofString(kUuid + ":2")}};
        QVERIFY(lock.holders == expected);
    }

    void holdersKeepWhatTheyHaveInCommon()
    {
        const auto lock = tell(fields(ValueType::Set, "report.readers",
            {{"web_1_00000000000000000000000000000001", ""},
                {"web_2_00000000000000000000000000000002", ""}}));
        const Holder expected{.host = "web", .detail = "2 readers"};
        QVERIFY(lock && lock->holder == expected);
        QCOMPARE(lock->holders.at(1).pid, 2);
    }

    void fairLockTellsItsQueue()
    {
        KeyReading reading = fields(ValueType::Hash, "orders", {{kUuid + ":1", "1"}});
        const auto queue = FormatSet(builtinFormats()).queueOf(reading, WallTime());
        QVERIFY(queue.has_value());
        QCOMPARE(queue->list, "redisson_lock_queue:{orders}"s);
        QCOMPARE(queue->times, "redisson_lock_timeout:{orders}"s);
        QVERIFY(tell(reading)->wakeUp->queue == queue);
        // So is its tombstone's.
        const auto tombstone = tell(
            fields(ValueType::Hash, "orders", {{"lk1-revoked:ada:1795262266123:stuck", "1"}}));
        QVERIFY(tombstone && tombstone->wakeUp->queue == queue);
        const FormatSet all(builtinFormats());
        for (const char* const name : {"orders", "a{b}c", "{a}b", "a}"}) {
            const auto list = all.queueOf({.key = name}, WallTime())->list;
            QCOMPARE(all.lockOfQueue(list), std::optional<std::string>(name));
        }
        QVERIFY(!all.lockOfQueue("redisson_lock_timeout:{orders}"));
        QVERIFY(!all.lockOfQueue("orders"));
        const WaitSigns& signs = builtinFormat("redisson")->waits;
        QCOMPARE(signs.channel("orders"), "redisson_lock__channel:{orders}"s);
        QCOMPARE(signs.channel("{a}b"), "redisson_lock__channel:{a}b"s);
        const auto waiter = signs.queued(kUuid + ":7");
        QVERIFY(
            waiter && waiter->holder.thread == "7" && waiter->holder.detail == "client " + kUuid);
        // As the hash of a lock that this thread holds, however often it has taken it.
        QVERIFY(waiter->token == Fingerprint::ofHash({{kUuid + ":7", "3"}}));
        QVERIFY(!signs.queued("somebody"));
        QCOMPARE(
            builtinFormat("redisson-rw")->waits.channel("orders"), "redisson_rwlock:{orders}"s);
        const auto channelOf = [](const char* format, const char* key) {
            return builtinFormat(format)->waits.channel(key);
        };
        QCOMPARE(channelOf("redisson-multi", "orders"), "redisson_lock__channel:{orders}"s);
        QCOMPARE(channelOf("redisson-semaphore", "pool"), "redisson_sc:{pool}"s);
        QCOMPARE(channelOf("redisson-permits", "{pool}:timeout"), "redisson_sc:{pool}"s);
        QCOMPARE(
            channelOf("redisson-latch", "start"), "redisson_countdownlatch__channel__{start}"s);
        QVERIFY(builtinFormat("python-redis-lock")->waits.areBlocked);
        QVERIFY(builtinFormat("cacheops")->waits.areBlocked);
        QVERIFY(builtinFormat("redis-py")->waits.isEmpty());
    }

    void multiLockTellsItsLastExpiry()
    {
        QVERIFY(sampled("redisson, faster multi-lock").expiresAt == WallTime(1'795'262'430'000ms));
    }

    void severalJobsOfALimitShareTheLock()
    {
        const auto lock = tell(fields(ValueType::Hash, "uniquejobs:e739:RUN:LOCKED",
            {{"3a1f0c7c2f5d4b8e9a6d7c10", "1795262266"},
                {"4a1f0c7c2f5d4b8e9a6d7c10", "1795262267"}}));
        QVERIFY(lock.has_value());
        QCOMPARE(lock->mode, LockMode::Semaphore);
        QCOMPARE(lock->holder.detail, "2 jobs"s);
        QVERIFY(!lock->holder.since.has_value());
        QVERIFY(lock->holders.at(0).since == WallTime(1'795'262'266s));
    }

    void ambiguousValuesNameTheirLibraries_data()
    {
        QTest::addColumn<std::string>("sample");
        QTest::addColumn<std::vector<std::string>>("alternatives");
        const auto row = [](const char* sample, const std::vector<std::string>& alternatives) {
            QTest::newRow(sample) << std::string(sample) << alternatives;
        };
        row("by go-zero 1.10.3", {"go-zero"});
        row("by laravel 8.83.26", {});
        row("RedLock.net", {"pottery"});
        row("redlock-rb", {"aioredlock", "Spring"});
        row("by redis-semaphore 5.8.0, Mutex", {});
        row("GitLab", {});
        row("redsync", {});
    }
    void ambiguousValuesNameTheirLibraries()
    {
        QFETCH(std::string, sample);
        QTEST(sampled(sample).alternatives, "alternatives");
    }

    void onlyWhatIsSafeIsReleasable_data()
    {
        const auto row = columns<std::string, bool>();
        for (const test::FormatSample& sample : test::formatSamples()) {
            // All strings but those that are not the whole lock, the hashes that are one holder's,
            // and the tombstone in their place.
            const bool isCount
                = sample.format == "gocraft/work" || sample.format == "redisrwlock-grant";
            const bool isExpected = (sample.reading.type == ValueType::String && !isCount)
                || sample.format == "redisson" || sample.format == "redisson-queue"
                || sample.format == "ioredfour" || sample.format == "lk1-revoked-hash";
            row(sample.name.c_str(), sample.name, isExpected);
        }
    }
    void onlyWhatIsSafeIsReleasable()
    {
        const auto [sample, isReleasable] = fetch<std::string, bool>();
        QCOMPARE(sampled(sample).isReleasable, isReleasable);
    }

    void whatIsNotReleasedIsFreedInPartsOrSaysWhyNot()
    {
        for (const test::FormatSample& sample : test::formatSamples()) {
            const DecodedLock lock = sampled(sample.name);
            const auto format = observe::builtinFormat(sample.format);
            QVERIFY2(lock.isReleasable || lock.part.has_value() != !format->viewOnly.empty(),
                sample.name.c_str());
            if (!lock.part || lock.part->isCount())
                continue;
            QVERIFY2(!lock.holders.empty() && !lock.holder.member, sample.name.c_str());
            for (const Holder& holder : lock.holders)
                QVERIFY2(holder.member.has_value(), sample.name.c_str());
        }
    }

    /// As its library stores them: sixteen bytes, and without a lease in a far year.
    void permitsOfRedissonMayHaveNoLease()
    {
        const std::string bytes(
            "\x00\xff\x9f\x86\xd0\x81\x88\x4c\x7d\x65\x9a\x2f\xea\xa0\xc5\x5a", 16);
        const auto lock
            = tell(fields(ValueType::SortedSet, "{pool}:timeout", {{bytes, "922337203685477"}}));
        QVERIFY(lock && lock->format == "redisson-permits" && !lock->expiresAt);
        QVERIFY(lock->holders.at(0).member == Fingerprint::ofString(bytes));
        QVERIFY(!tell(
            fields(ValueType::SortedSet, "{pool}:timeout", {{bytes + "x", "922337203685477"}})));
    }

    /// Constants, counts, pids, hosts, times in seconds, and the ids of processes.
    void whatTheNextHolderMayStoreTooIsRepeatable()
    {
        const std::set<std::string> repeatable{"Bull", "Cm_RedisSession", "JuiceFS", "Nextcloud",
            "RQ", "RQ-cleaning", "arq", "cacheops", "celery-once", "gocraft/work", "huey",
            "node-resque", "phpredis", "redisrwlock", "redlock-rb", "resque-lonely_job",
            "resque-scheduler", "setnx-expire", "Symfony-string", "walrus"};
        const std::set<std::string> mixed{
            "Laravel-jobs", "node-redlock", "setnx-timestamp"}; // it depends on the value
        std::set<std::string> tried;
        for (const test::FormatSample& sample : test::formatSamples()) {
            const FormatPtr format = builtinFormat(sample.format);
            const auto lock = format->recognise(sample.reading, kSamplesTaken);
            QVERIFY2(lock.has_value(), sample.name.c_str());
            tried.insert(sample.format);
            if (!mixed.contains(sample.format))
                QVERIFY2(lock->isValueShared() == repeatable.contains(sample.format),
                    sample.name.c_str());
        }
        for (const std::string& name : repeatable)
            QVERIFY2(tried.contains(name), name.c_str());
    }

    void cautionTellsWhatAReleaseBrings_data()
    {
        const auto row = columns<std::string, std::string>();
        row.named("RedLock.net", "keepalive");
        row.named("redsync", "WithSetNXOnExtend");
        row.named("by bullmq 6.7.0", "run again");
        row.named("rueidislock", "release two");
        row.named("ShedLock", "lockAtLeastFor");
        row.named("ShedLock", "safeUpdate");
        row.named("by rq 3.0.0", "again");
        row.named("redlock-rb", "Spring");
        row.named("redisson", "unlock()");
        row.named("by redis-fifo-lock 0.3.2", "30 seconds");
        row.named("by django-cacheops 7.2", "the next one");
        row.named("milliseconds", "the next one");
        row.named("one", "the next one");
    }
    void cautionTellsWhatAReleaseBrings()
    {
        const auto [sample, word] = fetch<std::string, std::string>();
        QVERIFY(sampled(sample).caution.find(word) != std::string::npos);
    }

    void keysBesideLocksAreNoLocks_data()
    {
        QTest::addColumn<KeyReading>("reading");
        const auto row = [](const char* name, KeyReading reading) {
            QTest::newRow(name) << reading;
            reading.ttl.reset();
            QTest::newRow((name + ", without TTL"s).c_str()) << reading;
        };
        const std::string jid = "3a1f0c7c2f5d4b8e9a6d7c10";
        row("redisson, waiters",
            fields(ValueType::List, "redisson_lock_queue:{x}", {{kUuid + ":1", ""}}));
        row("redisson, deadlines of waiters",
            fields(ValueType::SortedSet, "redisson_lock_timeout:{x}",
                {{kUuid + ":1", "1795262430000"}}));
        row("redisson, fencing counter", string("redisson_lock_token:{x}", "1"));
        row("redisson, unlock latch",
            string("redisson_unlock_latch:{x}:9f86d081884c7d659a2feaa0c55ad015", "1"));
        row("redisson, reader's timeout", string("{lock}:" + kUuid + ":1:rwlock_timeout:1", "1"));
        row("JetCache, an entry",
            string("cache:orders:42",
                std::string("\x4A\x95\x3A\x80\xAC\xED\x00\x05", 8)
                    + "sr#com.alicp.jetcache.CacheValueHolder xp t$" + kUuid));
        row("redisson, permits' counter", string("pool", "3"));
        row("huey, of another application",
            fields(ValueType::Hash, "huey.results.other", {{"my-app.lock.nightly", "1"}}));
        row("pottery, counter", string("nextid:lock", "1"));
        row("ioredfour, counter", string("lockindex", "17"));
        row("ioredfour, counter in a Cluster", string("lock:{ior4_6b3a55e0261b}:index", "17"));
        row("redisrwlock, who holds",
            fields(ValueType::Set, "owner:web-1/4711", {{"R:orders", ""}}));
        row("redisrwlock, who waits",
            fields(ValueType::Set, "wait:web-1/4711", {{"web-2/17", ""}}));
        row("python-redis-lock, signal", fields(ValueType::List, "lock-signal:x", {{"1", ""}}));
        row("walrus, event", fields(ValueType::List, "lock.event:x", {{"1", ""}}));
        row("cacheops, what is cached",
            string("as:bc6da4dc34ea754fe570443576975c11", "\x80\x05]\x94."));
        row("cacheops, signal",
            fields(ValueType::List, "as:bc6da4dc34ea754fe570443576975c11:signal", {{"1", ""}}));
        row("redis-fifo-lock, fencing counter", string("{orders}:fence", "17"));
        row("BullMQ, stalled jobs", fields(ValueType::Set, "bull:lock:stalled", {{"1", ""}}));
        row("BullMQ, stalled check", string("bull:locks:stalled-check", "1795262266562"));
        row("BullMQ, job",
            fields(ValueType::Hash, "bull:mail:1", {{"name", "send"}, {"data", "{}"}}));
        row("sidekiq, digest", string("uniquejobs:e739", jid));
        row("sidekiq, queued", fields(ValueType::List, "uniquejobs:e739:QUEUED", {{jid, ""}}));
        row("sidekiq, primed", fields(ValueType::List, "uniquejobs:e739:PRIMED", {{jid, ""}}));
        row("sidekiq, info", string("uniquejobs:e739:INFO", "{\"worker\":\"SyncJob\"}"));
        row("sidekiq, digests",
            fields(
                ValueType::SortedSet, "uniquejobs:digests", {{"uniquejobs:e739", "1795262266.1"}}));
        row("Symfony, probe", string("symfony_check_support_time", "1"));
        row("Laravel, cached value",
            string("laravel_database_laravel_cache:greeting", "s:16:\"0123456789ABCdef\";"));
    }
    void keysBesideLocksAreNoLocks()
    {
        QFETCH(KeyReading, reading);
        const auto lock = tell(reading);
        QCOMPARE(lock ? lock->format : "", ""s);
    }

    void commonValuesNeedATellingKeyOrATtl_data()
    {
        QTest::addColumn<std::string>("value");
        QTest::newRow("redis-plus-plus") << "wOFy0vTqMkYFf36Ktgtx"s;
        QTest::newRow("redlock-cpp") << "0123456789ABCDEF0123456789ABCDEF01234567"s;
        QTest::newRow("redsync") << "Wz11AHYUc72XT79NaXLTSw=="s;
        QTest::newRow("redlock-rb") << kUuid;
        QTest::newRow("DistributedLock") << "w_1_0f8fad5bd9cb469fa16570867728950e"s;
        QTest::newRow("node-redlock") << "79027b28a211d2ee8a9c76c61363df29"s;
    }
    void commonValuesNeedATellingKeyOrATtl()
    {
        QFETCH(std::string, value);
        QVERIFY(tell(string("orders:42", value)));
        QVERIFY(tell(string("cache:lock:42", value)));
        for (const char* key :
            {"session:42", "spring:Session:42", "cache:42", "csrf-token", "nonce:1"})
            QVERIFY(!tell(string(key, value)));
        KeyReading withoutTtl = string("orders:42", value);
        withoutTtl.ttl.reset();
        QVERIFY(!tell(withoutTtl));
        withoutTtl.key = "orders:42:lock";
        QVERIFY(tell(withoutTtl));
    }

    void almostMatchesAreNoLocks_data()
    {
        const auto row = columns<KeyReading>();
        addAlmostOfSomeLibraries(row);
        row("20 letters of one case", string("x", "internationalization"));
        row("20 digits", string("lock:x", "20261121120000000000"));
        row("20 characters, one a NUL", string("x", "wOFy0vTqMk\0Ff36Ktgtx"s));
        row("21 alphanumerics", string("x", "wOFy0vTqMkYFf36Ktgtx1"));
        row("40 small hex digits", string("x", "0123456789abcdef0123456789abcdef01234567"));
        row("22 digits that no 16 bytes give", string("x", "Wz11AHYUc72XT79NaXLTSx=="));
        row("24 characters, one a dash", string("lock:x", "q2Xb-3kz/PPQ0d1rZkUv5mNA"));
        row("24 base64 digits elsewhere", string("blob:x", "q2Xb+3kz/PPQ0d1rZkUv5mNA"));
        row("24 bytes elsewhere", string("rueidislock:x:0", std::string(24, '\x80')));
        row("20 bytes", string("lock:x", std::string(20, '\x80')));
        row("16 alphanumerics elsewhere", string("orders", "ZH9p83TuK7ZtBrFY"));
        row("uuid in capitals", string("lock:x", "8743C9C0-0795-4907-87FD-6C719A6B4586"));
        row("uuid and a newline", string("lock:x", kUuid + "\n"));
        row("uuid with an empty suffix", string("mutex:x", kUuid + "-"));
        row("job that is not locked", string("bull:mail:1:token", kUuid + ":0"));
        row("worker without a counter", string("bull:mail:1:lock", kUuid + ":"));
        row("machine without a name", string("x", "_12_0f8fad5bd9cb469fa16570867728950e"));
        row("machine with a space", string("x", "a b_12_0f8fad5bd9cb469fa16570867728950e"));
        row("pid that is none", string("x", "a_0_0f8fad5bd9cb469fa16570867728950e"));
        row("pid beyond any", string("x", "a_99999999999_0f8fad5bd9cb469fa16570867728950e"));
        row("one reader that is none",
            fields(ValueType::Set, "x.readers",
                {{"a_1_0f8fad5bd9cb469fa16570867728950e", ""}, {"b", ""}}));
        row("ADDED without a host", string("x", "ADDED:2026-11-21T11:57:46.123Z@"));
        row("ADDED on no day", string("x", "ADDED:2026-02-30T11:57:46.123Z@web"));
        row("ADDED at no hour", string("x", "ADDED:2026-11-21T24:57:46.123Z@web"));
        row("ADDED with more than a time", string("x", "ADDED:2026-11-21T11:57:46.123+01:00@web"));
        row("ADDED on a short date", string("x", "ADDED:2026-11-2T11:57:46.123Z@webserver-1"));
        row("ADDED on a date alone", string("x", "ADDED:2026-11-21@a-long-name-of-a-host"));
        row("session without a lock", string("PHPREDIS_SESSION:x", "vm|26178"));
        row("scheduler without a pid", string("resque_scheduler_master_lock", "web-1:"));
        row("exclusive without quotes",
            string("files/d41d8cd98f00b204e9800998ecf8427e", "exclusive"));
        row("file's name that is no md5", string("files/d41d8cd98f00b204e9800998ecf8427g", "1"));
        row("writer alone", fields(ValueType::SortedSet, "x", {{"__write__", "1795262327461"}}));
        row("permit that takes no braces",
            fields(ValueType::SortedSet, "pool:timeout",
                {{"9f86d081884c7d659a2feaa0c55ad015", "1795262430000"}}));
        row("leaderboard of uuids", fields(ValueType::SortedSet, "semaphore:x", {{kUuid, "12"}}));
        row("LOCKED with another's values",
            fields(ValueType::Hash, "x:LOCKED", {{"3a1f0c7c2f5d4b8e9a6d7c10", "yes"}}));
        row("LOCKED with a time of 1970",
            fields(ValueType::Hash, "x:LOCKED", {{"3a1f0c7c2f5d4b8e9a6d7c10", "1795262"}}));
        row("LOCKED with a time beyond any",
            fields(ValueType::Hash, "x:LOCKED", {{"3a1f0c7c2f5d4b8e9a6d7c10", "1e300"}}));
        row("LOCKED with broken JSON",
            fields(ValueType::Hash, "x:LOCKED", {{"3a1f0c7c2f5d4b8e9a6d7c10", "{\"worker\":"}}));
        row("LOCKED with deep JSON",
            fields(ValueType::Hash, "x:LOCKED",
                {{"3a1f0c7c2f5d4b8e9a6d7c10", "{\"a\":" + std::string(4000, '[')}}));
        row("LOCKED with JSON of too many levels",
            fields(ValueType::Hash, "x:LOCKED",
                {{"3a1f0c7c2f5d4b8e9a6d7c10",
                    R"({"worker":"SyncJob","a":)" + std::string(64, '[') + std::string(64, ']')
                        + "}"}}));
    }
    void almostMatchesAreNoLocks()
    {
        const auto [reading] = fetch<KeyReading>();
        const auto lock = tell(reading);
        QCOMPARE(lock ? lock->format : "", ""s);
    }
};

LOCKKEEPER_TEST(FormatsLibrariesTest)

} // namespace lockkeeper::tests::formats_libraries_test

#include "formats_libraries_test.moc"
