// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/execute.h"

#include "app/sandbox/workload/blocking_client.h"
#include "core/release/lock_snapshot.h"
#include "tests/support/cluster_fixture.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::release_part_test {

using namespace lockkeeper::release;
using namespace std::string_literals;

namespace {

using Words = std::vector<std::string>;

const std::string kFirst = "123e4567-e89b-42d3-a456-426614174000:7";
const std::string kSecond = "7c9e6679-7425-40de-944b-e07fc1f90ae7:8";
const std::string kPermit = "\x00\xff\x9f\x86\xd0\x81\x88\x4c\x7d\x65\x9a\x2f\xea\xa0\xc5\x5a"s;
const std::string kPermit2 = "60303ae22b998861bce3b28f33eec1be";
const std::string kId = "web-1_4711_0123456789abcdef0123456789abcdef";
const std::string kId2 = "web-2_12_fedcba9876543210fedcba9876543210";
const std::string kUuid = "91d22d86-4df7-472d-99c0-f047d9522f6a";
const std::string kUuid2 = "4a25822f-78fb-4d5f-ab03-7d2da9e73da2";
const std::string kToken = "UcSewVsQN8cDIoqi6MAbpZeuTrh7FmIX+bs67D3Dmh4=";
const std::string kToken2 = "hxfQDDeGAAbvJZMCORIVCfcPZAHtsN6K1CoVpli9Nvc=";
const std::string kValue = "OdjxgHrO+8OZHkSYKdaZ7g"; ///< the name of one in a multi-lock
const std::string kValue2 = "B1pmxHlkmfILXSZFOsChHA";
const std::string kDigest = "uniquejobs:e739dadc23533773b920936336341d01";
const std::string kEndless = "922337203685477";

std::string inMilliseconds(std::chrono::seconds from)
{
    return std::to_string(sinceEpoch(kClock.wallNow() + from).count());
}

std::string inSeconds(std::chrono::seconds from)
{
    return std::to_string(sinceEpoch(kClock.wallNow() + from).count() / 1000);
}

Fingerprint ofField(const std::string& field, const std::string& value)
{
    return Fingerprint::ofString(std::to_string(field.size()) + ":" + field + value);
}

redis::Reply ask(RedisServerFixture& servers, std::size_t server, const Words& words)
{
    auto client = sandbox::BlockingClient::connect(
        redis::Url::parse(servers.urls()[server]).value(), std::chrono::seconds(20));
    auto reply = client.value().call(redis::Command(words));
    return reply ? *reply : redis::Reply::error(reply.error().text);
}

/// All that a reply says, on one line.
std::string textOf(const redis::Reply& reply)
{
    std::string text = reply.isInteger() ? std::to_string(reply.integer) : reply.text;
    for (const redis::Reply& element : reply.elements)
        text.append(text.empty() ? "" : " ").append(textOf(element));
    return text;
}

std::string after(RedisServerFixture& servers, const Words& words)
{
    return textOf(ask(servers, 0, words));
}

config::Deployment deploymentOf(const RedisServerFixture& servers)
{
    config::Deployment deployment = servers.deployment();
    deployment.formatHints = {{"sem", "redisson-semaphore"}, {"{sem}", "redisson-semaphore"},
        {"latch*", "redisson-latch"}};
    return deployment;
}

LockSnapshot look(const RedisServerFixture& servers, const std::string& key)
{
    const observe::LocalProcessProbe processes;
    return readLock(
        deploymentOf(servers), Resource(key), kClock, processes, {.asksForExpiry = true})
        .value();
}

Result<Plan> planFor(
    const RedisServerFixture& servers, const std::string& key, const Fingerprint& member)
{
    const LockSnapshot seen = look(servers, key);
    if (!seen.entry)
        return fail(ErrorClass::InvalidArgument, "no lock");
    auto plan = planHolder(deploymentOf(servers), *seen.entry, member);
    for (std::size_t i = 0; plan && i < seen.expiries.size(); ++i)
        plan->masters[i].expiry = seen.expiries[i];
    return plan;
}

Result<Plan> planToSet(
    const RedisServerFixture& servers, const std::string& key, std::int64_t count)
{
    const LockSnapshot seen = look(servers, key);
    if (!seen.entry)
        return fail(ErrorClass::InvalidArgument, "no lock");
    auto plan
        = planCount(deploymentOf(servers), *seen.entry, *leadingToken(seen.entry->votes), count);
    for (std::size_t i = 0; plan && i < seen.expiries.size(); ++i)
        plan->masters[i].expiry = seen.expiries[i];
    return plan;
}

redis::Reply send(RedisServerFixture& servers, const Plan& plan)
{
    const auto arguments = releaseCommand(plan, plan.masters.front()).arguments();
    return ask(servers, 0, {arguments.begin(), arguments.end()});
}

/// What a library stores, who is freed, and what has to be there then.
struct Story {
    std::string key{};
    std::vector<Words> stored{};
    Fingerprint member = Fingerprint::ofString("");
    std::string channel{}; ///< where a message is due; empty: nowhere
    std::string message{};
    std::vector<std::pair<Words, std::string>> left{};
};

Words hash(const std::string& key, std::initializer_list<std::string> words)
{
    Words all{"HSET", key};
    all.insert(all.end(), words);
    return all;
}

Words zadd(const std::string& key, std::initializer_list<std::string> words)
{
    Words all{"ZADD", key};
    all.insert(all.end(), words);
    return all;
}

Story oneOfTwoReaders()
{
    return {.key = "rw",
        .stored
        = {hash("rw", {"mode", "read", kFirst, "2", kSecond, "1"}), {"PEXPIRE", "rw", "90000"},
            {"SET", "{rw}:" + kFirst + ":rwlock_timeout:1", "1", "PX", "90000"},
            {"SET", "{rw}:" + kFirst + ":rwlock_timeout:2", "1", "PX", "90000"},
            {"SET", "{rw}:" + kSecond + ":rwlock_timeout:1", "1", "PX", "600000"}},
        .member = Fingerprint::ofString(kFirst),
        .left = {{{"HKEYS", "rw"}, "mode " + kSecond}, {{"HGET", "rw", "mode"}, "read"},
            {{"KEYS", "*rwlock_timeout*"}, "{rw}:" + kSecond + ":rwlock_timeout:1"}}};
}

Story theLastReader()
{
    return {.key = "{a}rw",
        .stored = {hash("{a}rw", {"mode", "read", kFirst, "1"}), {"PEXPIRE", "{a}rw", "90000"},
            {"SET", "{a}rw:" + kFirst + ":rwlock_timeout:1", "1", "PX", "90000"}},
        .member = Fingerprint::ofString(kFirst),
        .channel = "redisson_rwlock:{a}rw",
        .message = "0",
        .left = {{{"KEYS", "*"}, ""}}};
}

Story aWriterWhoReads()
{
    return {.key = "rw",
        .stored = {hash("rw", {"mode", "write", kFirst + ":write", "1", kFirst, "1"}),
            {"SET", "{rw}:" + kFirst + ":rwlock_timeout:1", "1", "PX", "90000"}},
        .member = Fingerprint::ofString(kFirst),
        .channel = "redisson_rwlock:{rw}",
        .message = "1",
        .left = {{{"KEYS", "*"}, ""}}};
}

Story aPermit()
{
    return {.key = "{pool}:timeout",
        .stored = {{"SET", "pool", "0"},
            zadd("{pool}:timeout",
                {kEndless, kPermit, inMilliseconds(std::chrono::minutes(1)), kPermit2})},
        .member = Fingerprint::ofString(kPermit),
        .channel = "redisson_sc:{pool}",
        .message = "1",
        .left = {{{"GET", "pool"}, "1"}, {{"ZRANGE", "{pool}:timeout", "0", "-1"}, kPermit2}}};
}

Story theLastPermitOfANameInBraces()
{
    return {.key = "{pool}:timeout",
        .stored = {{"SET", "{pool}", "4"}, {"SET", "pool", "no number"},
            zadd("{pool}:timeout", {kEndless, kPermit2})},
        .member = Fingerprint::ofString(kPermit2),
        .channel = "redisson_sc:{pool}",
        .message = "1",
        .left = {{{"GET", "{pool}"}, "5"}, {{"GET", "pool"}, "no number"},
            {{"EXISTS", "{pool}:timeout"}, "0"}}};
}

Story aPermitWithoutASemaphore()
{
    return {.key = "{pool}:timeout",
        .stored = {zadd("{pool}:timeout", {kEndless, kPermit2})},
        .member = Fingerprint::ofString(kPermit2),
        .left = {{{"KEYS", "*"}, ""}}};
}

Story aValueOfAMultiLock()
{
    return {.key = "group",
        .stored = {hash("group",
            {kValue, kFirst, kValue + ":" + kFirst + ":expire_time",
                inMilliseconds(std::chrono::minutes(1)), kValue + ":" + kFirst + ":lock_count", "1",
                kValue2, kFirst, kValue2 + ":" + kFirst + ":expire_time",
                inMilliseconds(std::chrono::minutes(1)), kValue2 + ":" + kFirst + ":lock_count",
                "1"})},
        .member = ofField(kValue, kFirst),
        .channel = "redisson_lock__channel:{group}",
        .message = "1",
        .left = {{{"HGET", "group", kValue2}, kFirst}, {{"HLEN", "group"}, "3"}}};
}

Story aReaderOfDistributedLock()
{
    return {.key = "report.readers",
        .stored = {{"SADD", "report.readers", kId, kId2}},
        .member = Fingerprint::ofString(kId),
        .left = {{{"SMEMBERS", "report.readers"}, kId2}}};
}

Story aPermitOfDistributedLock()
{
    return {.key = "pool",
        .stored = {zadd("pool",
            {inMilliseconds(std::chrono::minutes(1)), kId, inMilliseconds(std::chrono::minutes(2)),
                kId2})},
        .member = Fingerprint::ofString(kId2),
        .left = {{{"ZRANGE", "pool", "0", "-1"}, kId}}};
}

Story anAcquisitionOfSeveralPermits()
{
    const std::string now = inMilliseconds({});
    return {.key = "semaphore:pool",
        .stored = {zadd("semaphore:pool", {now, kUuid + "_0", now, kUuid + "_1", now, kUuid2})},
        .member = Fingerprint::ofString(kUuid),
        .left = {{{"ZRANGE", "semaphore:pool", "0", "-1"}, kUuid2}}};
}

Story aReaderOfSymfony()
{
    const std::string first = inMilliseconds(std::chrono::minutes(1));
    const std::string last = inMilliseconds(std::chrono::minutes(2));
    return {.key = "report",
        .stored = {zadd("report", {first, kToken, last, kToken2}), {"PEXPIREAT", "report", last}},
        .member = Fingerprint::ofString(kToken2),
        .left = {{{"ZRANGE", "report", "0", "-1"}, kToken}, {{"PEXPIRETIME", "report"}, first}}};
}

Story theWriterOfSymfony()
{
    const std::string end = inMilliseconds(std::chrono::minutes(1));
    return {.key = "report",
        .stored = {zadd("report", {end, kToken, end, "__write__"})},
        .member = Fingerprint::ofString(kToken),
        .left = {{{"KEYS", "*"}, ""}}};
}

Story aPermitOfSymfony()
{
    const std::string end = inSeconds(std::chrono::minutes(1));
    return {.key = "{report}:time",
        .stored = {zadd("{report}:time", {end, kToken, end, kToken2}),
            zadd("{report}:weight", {"2", kToken, "3", kToken2})},
        .member = Fingerprint::ofString(kToken),
        .left = {{{"ZRANGE", "{report}:time", "0", "-1"}, kToken2},
            {{"ZRANGE", "{report}:weight", "0", "-1"}, kToken2}}};
}

const std::string kJob = "3a1f0c7c2f5d4b8e9a6d7c10";
const std::string kJob2 = "4a1f0c7c2f5d4b8e9a6d7c10";

Story theOnlyJob()
{
    const std::string since = inSeconds({}) + ".1234567";
    return {.key = kDigest + ":LOCKED",
        .stored = {hash(kDigest + ":LOCKED", {kJob, since}), {"SET", kDigest, kJob},
            {"SET", kDigest + ":INFO", "{}"}, {"RPUSH", kDigest + ":PRIMED", "x"},
            zadd("uniquejobs:digests", {"1", kDigest, "2", "uniquejobs:other"})},
        .member = ofField(kJob, since),
        .left = {{{"ZRANGE", "uniquejobs:digests", "0", "-1"}, "uniquejobs:other"},
            {{"EXISTS", kDigest, kDigest + ":LOCKED", kDigest + ":INFO", kDigest + ":PRIMED"}, "0"},
            {{"LRANGE", kDigest + ":QUEUED", "0", "-1"}, "1"}}};
}

Story oneOfTwoJobs()
{
    const std::string since = inSeconds({}) + ".1234567";
    return {.key = kDigest + ":LOCKED",
        .stored = {hash(kDigest + ":LOCKED", {kJob, since, kJob2, since}),
            zadd("uniquejobs:digests", {"1", kDigest})},
        .member = ofField(kJob, since),
        .left = {{{"HKEYS", kDigest + ":LOCKED"}, kJob2},
            {{"ZRANGE", "uniquejobs:digests", "0", "-1"}, kDigest}}};
}

Story aJobOfVersionNine()
{
    const std::string job = R"({"worker":"SyncJob","time":)" + inSeconds({}) + "}";
    return {.key = kDigest + ":LOCKED",
        .stored
        = {hash(kDigest + ":LOCKED", {kJob, job}), zadd("uniquejobs:digests", {"1", kDigest})},
        .member = ofField(kJob, job),
        .left = {{{"KEYS", "*"}, ""}}};
}

Story aLockOfHuey()
{
    return {.key = "huey.results.app",
        .stored = {hash(
            "huey.results.app", {"app.lock.nightly", "1", "app.lock.hourly", "1", "task", "\x80"})},
        .member = ofField("app.lock.nightly", "1"),
        .left = {{{"HKEYS", "huey.results.app"}, "app.lock.hourly task"}}};
}

const std::vector<std::pair<const char*, Story>>& stories()
{
    static const std::vector<std::pair<const char*, Story>> all{
        {"one of two readers", oneOfTwoReaders()}, {"the last reader", theLastReader()},
        {"a writer who reads", aWriterWhoReads()}, {"a permit", aPermit()},
        {"the last permit of a name in braces", theLastPermitOfANameInBraces()},
        {"a permit without a semaphore", aPermitWithoutASemaphore()},
        {"a value of a multi-lock", aValueOfAMultiLock()},
        {"a reader of DistributedLock", aReaderOfDistributedLock()},
        {"a permit of DistributedLock", aPermitOfDistributedLock()},
        {"several permits at once", anAcquisitionOfSeveralPermits()},
        {"a reader of Symfony", aReaderOfSymfony()},
        {"the writer of Symfony", theWriterOfSymfony()},
        {"a permit of Symfony", aPermitOfSymfony()}, {"the only job", theOnlyJob()},
        {"one of two jobs", oneOfTwoJobs()}, {"a job of version 9", aJobOfVersionNine()},
        {"a lock of huey", aLockOfHuey()}};
    return all;
}

void addStories()
{
    QTest::addColumn<int>("story");
    for (std::size_t i = 0; i < stories().size(); ++i)
        QTest::newRow(stories()[i].first) << static_cast<int>(i);
}

void store(RedisServerFixture& servers, std::size_t server, const Story& story)
{
    for (const Words& words : story.stored)
        (void)ask(servers, server, words);
}

} // namespace

/// One holder of a shared lock is freed, or a number set.
class ReleasePartTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "journal.jsonl";
    }
    void freesOneHolderAsItsLibraryDoes_data() { addStories(); }

    void freesOneHolderAsItsLibraryDoes()
    {
        QFETCH(int, story);
        const Story& told = stories()[static_cast<std::size_t>(story)].second;
        RedisServerFixture servers;
        store(servers, 0, told);
        const auto plan = planFor(servers, told.key, told.member);
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().text.c_str());
        auto waiter = sandbox::BlockingClient::connect(
            redis::Url::parse(servers.urls()[0]).value(), std::chrono::seconds(20));
        const std::string channel = told.channel.empty() ? "nothing" : told.channel;
        QVERIFY(waiter && waiter->call({"PSUBSCRIBE", told.channel.empty() ? "*" : "redisson*"}));
        QCOMPARE(textOf(send(servers, *plan)), std::string("1"));
        const auto heard = waiter->call({"PING"}); // a message came first
        QVERIFY(heard.has_value());
        if (told.channel.empty())
            QCOMPARE(textOf(*heard), std::string("pong "));
        else
            QCOMPARE(textOf(*heard), "pmessage redisson* " + channel + " " + told.message);
        for (const auto& [words, expected] : told.left)
            QCOMPARE(after(servers, words), expected);
        // A second time there is nothing to free.
        QCOMPARE(textOf(send(servers, *plan)), std::string("0"));
        for (const auto& [words, expected] : told.left)
            QCOMPARE(after(servers, words), expected);
    }

    void tellsThoseWhoListenToAShard_data() { addStories(); }

    /// As Redisson does in a Cluster.
    void tellsThoseWhoListenToAShard()
    {
        QFETCH(int, story);
        const Story& told = stories()[static_cast<std::size_t>(story)].second;
        RedisServerFixture servers;
        store(servers, 0, told);
        auto plan = planFor(servers, told.key, told.member);
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().text.c_str());
        plan->masters.front().isCluster = true;
        auto waiter = sandbox::BlockingClient::connect(
            redis::Url::parse(servers.urls()[0]).value(), std::chrono::seconds(20));
        const std::string channel = told.channel.empty() ? "nothing" : told.channel;
        if (!waiter->call({"SSUBSCRIBE", channel}))
            QSKIP("a server without shard channels");
        QCOMPARE(textOf(send(servers, *plan)), std::string("1"));
        const auto heard = waiter->call({"PING"});
        QVERIFY(heard.has_value());
        QCOMPARE(textOf(*heard),
            told.channel.starts_with("redisson") ? "smessage " + channel + " " + told.message
                                                 : std::string("pong "));
    }

    /// python-redis-lock's list for waking is in another slot.
    void freesWhatCantBeWokenInACluster()
    {
        ClusterFixture cluster;
        const config::Deployment deployment = cluster.deployment();
        const std::string key = "lock:order:7";
        auto journal = Journal::open(m_file, kClock);
        const std::size_t shard = ClusterFixture::shardOf(key);
        cluster.shard(shard).command({"SET", key, "kT1UnZ9QmR3uW7xYbEcDfA0G", "PX", "60000"});
        const observe::LocalProcessProbe processes;
        const auto seen = readLock(deployment, Resource(key), kClock, processes, {});
        QVERIFY(seen && seen->entry);
        auto planned = planRelease(deployment, *seen->entry, *leadingToken(seen->entry->votes));
        QVERIFY(planned.has_value());
        QVERIFY(planned->wakeUp.has_value());
        const auto report = execute(deployment, *planned, "stuck", *journal, kClock);
        QVERIFY(report.has_value());
        const auto& error = report->outcomes.front().error;
        QVERIFY2(report->isQuorumFreed, error ? error->text.c_str() : "");
        QVERIFY(report->outcomes.front().error.has_value()); // nobody was woken
        QCOMPARE(cluster.shard(shard).command({"EXISTS", key}).integer, 0);
    }

    /// Redisson's locks as a whole, and numbers beside them. A script may publish only in its own
    /// slot.
    void tellsThoseWhoListenInACluster()
    {
        ClusterFixture cluster;
        config::Deployment deployment = cluster.deployment();
        const std::string key = ClusterFixture::keyOf(1);
        deployment.formatHints = {{"{" + key + "}sem", "redisson-semaphore"}};
        auto journal = Journal::open(m_file, kClock);
        const observe::LocalProcessProbe processes;
        const auto free = [&](const std::string& name, const std::string& channel, auto plan) {
            auto waiter = sandbox::BlockingClient::connect(
                redis::Url::parse(cluster.url(1)).value(), std::chrono::seconds(20));
            if (!waiter->call({"SSUBSCRIBE", channel}))
                return std::string("no shard channels");
            const auto seen
                = readLock(deployment, Resource(name), kClock, processes, {.asksForExpiry = true});
            auto planned = plan(*seen->entry, *leadingToken(seen->entry->votes));
            for (std::size_t i = 0; i < seen->expiries.size(); ++i)
                planned->masters[i].expiry = seen->expiries[i];
            planned->seenFor = kSightNeeded;
            const auto report = execute(deployment, *planned, "stuck", *journal, kClock);
            if (!report)
                return report.error().text;
            if (const auto& error = report->outcomes.front().error)
                return error->text;
            return textOf(waiter->call({"PING"}).value());
        };
        const std::string channel = "redisson_lock__channel:{" + key + "}";
        cluster.shard(1).command({"HSET", key, kFirst, "1"});
        cluster.shard(1).command({"PEXPIRE", key, "60000"});
        const std::string heard = free(key, channel, [&](const auto& entry, const auto& token) {
            return planRelease(deployment, entry, token);
        });
        if (heard == "no shard channels")
            QSKIP("a server without shard channels");
        QCOMPARE(heard, "smessage " + channel + " 0");
        const std::string semaphore = "{" + key + "}sem";
        cluster.shard(1).command({"SET", semaphore, "0"});
        const std::string set = free(
            semaphore, "redisson_sc:" + semaphore, [&](const auto& entry, const auto& token) {
                return planCount(deployment, entry, token, 2);
            });
        QVERIFY2(set == "smessage redisson_sc:" + semaphore + " 2", set.c_str());
    }

    void shortensTheLeaseToThatOfTheOtherReaders()
    {
        RedisServerFixture servers;
        Story story = oneOfTwoReaders();
        store(servers, 0, story);
        servers.command({"PEXPIRE", "{rw}:" + kSecond + ":rwlock_timeout:1", "40000"});
        QCOMPARE(
            textOf(send(servers, planFor(servers, "rw", story.member).value())), std::string("1"));
        const auto left = servers.command({"PTTL", "rw"}).integer;
        QVERIFY2(left > 0 && left <= 40000, std::to_string(left).c_str());
    }

    /// Without their timeouts it is not known until when they hold it: the key lasts as before.
    void leavesReadersWithoutTimeoutsAlone()
    {
        RedisServerFixture servers;
        Story story = oneOfTwoReaders();
        store(servers, 0, story);
        servers.command({"DEL", "{rw}:" + kSecond + ":rwlock_timeout:1"});
        QCOMPARE(
            textOf(send(servers, planFor(servers, "rw", story.member).value())), std::string("1"));
        QCOMPARE(after(servers, {"HKEYS", "rw"}), "mode " + kSecond);
        QVERIFY(servers.command({"PTTL", "rw"}).integer > 40000);
    }

    /// Lua takes these for numbers, too.
    void endsWhateverNumbersAHashHas()
    {
        for (const char* const number : {"inf", "-inf", "nan", "1e300", "1e18", "0x10", ""}) {
            RedisServerFixture servers;
            const Story story = oneOfTwoReaders();
            store(servers, 0, story);
            const auto plan = planFor(servers, "rw", story.member);
            servers.command({"HSET", "rw", kFirst, number, kSecond, number});
            const std::string answer = textOf(send(servers, plan.value()));
            QVERIFY2(answer == "1", (number + (": " + answer)).c_str());
            QCOMPARE(after(servers, {"HKEYS", "rw"}), "mode " + kSecond);
        }
    }

    void findsTheHolderWhateverOthersDoMeanwhile_data() { addStories(); }

    /// Others join, renew and leave, and the holder renews.
    void findsTheHolderWhateverOthersDoMeanwhile()
    {
        QFETCH(int, story);
        const Story& told = stories()[static_cast<std::size_t>(story)].second;
        RedisServerFixture servers;
        store(servers, 0, told);
        const auto plan = planFor(servers, told.key, told.member);
        QVERIFY(plan.has_value());
        const std::string kind = after(servers, {"TYPE", told.key});
        const std::string other = "somebody else";
        if (kind == "zset") {
            for (const redis::Reply& member :
                ask(servers, 0, {"ZRANGE", told.key, "0", "-1"}).elements)
                (void)ask(servers, 0, {"ZINCRBY", told.key, "1000", member.text});
            (void)ask(
                servers, 0, {"ZADD", told.key, inMilliseconds(std::chrono::minutes(1)), other});
        } else if (kind == "set") {
            (void)ask(servers, 0, {"SADD", told.key, other});
        } else {
            (void)ask(servers, 0, {"HSET", told.key, other, "1"});
        }
        if (!plan->isValueShared)
            servers.command({"PEXPIRE", told.key, "60000"});
        QCOMPARE(textOf(send(servers, *plan)), std::string("1"));
        QCOMPARE(textOf(send(servers, *plan)), std::string("0"));
        const auto score = after(servers, {"ZSCORE", told.key, other});
        const auto isMember = after(servers, {"SISMEMBER", told.key, other});
        const auto value = after(servers, {"HGET", told.key, other});
        QVERIFY2(kind == "zset" ? score.starts_with("1")
                : kind == "set" ? isMember == "1"
                                : value == "1",
            (score + isMember + value).c_str());
    }

    void leavesWhatIsAnotherHolderAlone_data()
    {
        const auto row = columns<Words, std::string>();
        row("nothing", Words{"PING"}, "1");
        row("the holder left", Words{"HDEL", "rw", kFirst}, "0");
        row("all left", Words{"DEL", "rw"}, "0");
        row("now it writes", Words{"HSET", "rw", "mode", "write"}, "-1");
        row("another type", Words{"SET", "rw", "x"}, "-1");
        row("another thread of the same number",
            Words{"EVAL",
                "redis.call('HDEL', 'rw', ARGV[1]); return redis.call('HSET', 'rw', ARGV[2], 1)",
                "0", kFirst, "123e4567-e89b-42d3-a456-426614174001:7"},
            "0");
    }

    void leavesWhatIsAnotherHolderAlone()
    {
        const auto [meanwhile, answer] = fetch<Words, std::string>();
        RedisServerFixture servers;
        const Story story = oneOfTwoReaders();
        store(servers, 0, story);
        const auto plan = planFor(servers, "rw", story.member);
        QVERIFY(plan.has_value());
        (void)ask(servers, 0, meanwhile);
        const std::string before = after(servers, {"DUMP", "rw"});
        QCOMPARE(textOf(send(servers, *plan)), answer);
        if (answer != "1")
            QCOMPARE(after(servers, {"DUMP", "rw"}), before);
    }

    void losesNoPermitByHalf_data()
    {
        QTest::addColumn<std::string>("lacking");
        for (const char* const command : {"-zrem", "-incrby", "-get", "-type"})
            QTest::newRow(command) << std::string(command);
    }

    void losesNoPermitByHalf()
    {
        QFETCH(std::string, lacking);
        RedisServerFixture servers;
        const Story story = aPermit();
        store(servers, 0, story);
        const auto plan = planFor(servers, story.key, story.member);
        QVERIFY(plan.has_value());
        servers.command({"ACL", "SETUSER", "default", lacking});
        const auto refused = send(servers, *plan);
        servers.command({"ACL", "SETUSER", "default", "+@all"});
        QCOMPARE(refused.type, redis::Reply::Type::Error);
        QCOMPARE(after(servers, {"GET", "pool"}), std::string("0"));
        QCOMPARE(after(servers, {"ZCARD", story.key}), std::string("2"));
    }

    void refusesTwoSemaphoresWithOneSet()
    {
        RedisServerFixture servers;
        const Story story = aPermit();
        store(servers, 0, story);
        servers.command({"SET", "{pool}", "3"});
        const auto refused = send(servers, planFor(servers, story.key, story.member).value());
        QVERIFY(refused.text.find("two semaphores") != std::string::npos);
        QCOMPARE(after(servers, {"MGET", "pool", "{pool}"}), std::string("0 3"));
        QCOMPARE(after(servers, {"ZCARD", story.key}), std::string("2"));
    }

    void saysThatNobodyWasWoken()
    {
        RedisServerFixture servers;
        const Story story = theLastReader();
        store(servers, 0, story);
        const auto plan = planFor(servers, story.key, story.member).value();
        servers.command({"ACL", "SETUSER", "default", "resetchannels"});
        auto journal = Journal::open(m_file, kClock);
        const auto report = execute(deploymentOf(servers), plan, "test", *journal, kClock);
        servers.command({"ACL", "SETUSER", "default", "allchannels"});
        QCOMPARE(report->outcomes[0].result, MasterResult::Released);
        QVERIFY(report->outcomes[0].error.has_value());
        QVERIFY(report->outcomes[0].error->text.find("redisson_rwlock:*") != std::string::npos);
    }

    /// They expire by themselves: the waiter is woken all the same.
    void freesTheLastReaderWithoutTheKeysBesideIt()
    {
        RedisServerFixture servers;
        const Story story = theLastReader();
        store(servers, 0, story);
        const auto plan = planFor(servers, story.key, story.member).value();
        servers.command({"ACL", "SETUSER", "default", "resetkeys", "~" + story.key});
        auto journal = Journal::open(m_file, kClock);
        auto waiter = sandbox::BlockingClient::connect(
            redis::Url::parse(servers.urls()[0]).value(), std::chrono::seconds(20));
        QVERIFY(waiter && waiter->call({"SUBSCRIBE", story.channel}));
        const auto report = execute(deploymentOf(servers), plan, "test", *journal, kClock);
        servers.command({"ACL", "SETUSER", "default", "allkeys"});
        QCOMPARE(report->outcomes[0].result, MasterResult::Released);
        QVERIFY(report->outcomes[0].error.has_value());
        QVERIFY(report->outcomes[0].error->text.find("~{a}rw:*") != std::string::npos);
        QCOMPARE(after(servers, {"EXISTS", story.key}), std::string("0"));
        QCOMPARE(textOf(waiter->call({"PING"}).value()), "message " + story.channel + " 0");
    }

    void namesTheCommandThatIsMissing()
    {
        RedisServerFixture servers;
        const Story story = aReaderOfDistributedLock();
        store(servers, 0, story);
        const auto plan = planFor(servers, story.key, story.member).value();
        servers.command({"ACL", "SETUSER", "default", "-srem"});
        auto journal = Journal::open(m_file, kClock);
        const auto report = execute(deploymentOf(servers), plan, "test", *journal, kClock);
        QCOMPARE(report->outcomes[0].result, MasterResult::Refused);
        QVERIFY(report->outcomes[0].error->text.find("+srem") != std::string::npos);
        QCOMPARE(after(servers, {"SCARD", story.key}), std::string("2"));
    }

    void sendsNoSecret_data() { addStories(); }

    /// What stands for a holder may be its secret.
    void sendsNoSecret()
    {
        QFETCH(int, story);
        const Story& told = stories()[static_cast<std::size_t>(story)].second;
        RedisServerFixture servers;
        store(servers, 0, told);
        const auto plan = planFor(servers, told.key, told.member);
        QVERIFY(plan.has_value());
        const std::string line = commandText(releaseCommand(*plan, plan->masters.front()));
        for (const std::string& secret : {kPermit, kPermit2, kId, kUuid, kToken, kToken2, kJob})
            QVERIFY2(line.find(secret) == std::string::npos, line.c_str());
    }

    void hasOneOutcomeForEachMaster()
    {
        RedisServerFixture servers({.count = 3});
        const Story story = aReaderOfDistributedLock();
        for (std::size_t i = 0; i < 3; ++i)
            store(servers, i, story);
        servers.command(1, {"SADD", story.key, "web-9_1_00000000000000000000000000000000"});
        servers.command(2, {"SREM", story.key, kId});
        const auto plan = planFor(servers, story.key, story.member);
        QVERIFY(plan.has_value());
        QCOMPARE(plan->votes[0].token, std::optional(story.member));
        QCOMPARE(plan->votes[1].token, std::optional(story.member));
        QVERIFY(plan->votes[2].token != story.member);
        auto journal = Journal::open(m_file, kClock);
        const auto report = execute(deploymentOf(servers), *plan, "test", *journal, kClock);
        QVERIFY(report.has_value());
        QCOMPARE(report->outcomes[0].result, MasterResult::Released);
        QCOMPARE(report->outcomes[1].result, MasterResult::Released);
        QCOMPARE(report->outcomes[2].result, MasterResult::AlreadyGone);
        QVERIFY(report->isQuorumFreed && !report->hasHolderChanged);
        QCOMPARE(servers.command(1, {"SCARD", story.key}).integer, 2);
        QCOMPARE(servers.command(2, {"SCARD", story.key}).integer, 1);
    }

    void writesTheHolderIntoTheJournal()
    {
        RedisServerFixture servers;
        const Story story = aPermit();
        store(servers, 0, story);
        const auto plan = planFor(servers, story.key, story.member).value();
        auto journal = Journal::open(m_file, kClock);
        QVERIFY(execute(deploymentOf(servers), plan, "test", *journal, kClock).has_value());
        QFile file(QString::fromStdString(m_file.string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto entry = parseJournalEntry(file.readLine().trimmed().toStdString());
        const auto* const intent = entry ? std::get_if<JournalIntent>(&*entry) : nullptr;
        QVERIFY(intent != nullptr);
        QCOMPARE(intent->action, std::string("release-holder"));
        QCOMPARE(intent->tokenSha1, story.member.hex());
        QCOMPARE(intent->lockSha1, plan.lockToken().hex());
        QVERIFY(intent->lockSha1 != intent->tokenSha1);
    }

    void setsANumber_data()
    {
        const auto row = columns<Words, int, std::string, std::string>();
        const std::string semaphore = "message redisson_sc:{sem} ";
        const std::string latch = "message redisson_countdownlatch__channel__{latch} 0";
        row("more permits", Words{"SET", "sem", "0"}, 3, semaphore + "3", "3");
        row("fewer permits", Words{"SET", "sem", "5"}, 1, "pong ", "1");
        row("no permits", Words{"SET", "sem", "5"}, 0, "pong ", "0");
        row("a name in braces", Words{"SET", "{sem}", "0"}, 1, semaphore + "1", "1");
        row("fewer are awaited", Words{"SET", "latch", "3"}, 1, "pong ", "1");
        row("nobody is awaited", Words{"SET", "latch", "3"}, 0, latch, "");
        row("fewer share it",
            Words{"SET", "9d2f/lockfiles/d41d8cd98f00b204e9800998ecf8427e", "3", "EX", "3000"}, 2,
            "pong ", "2");
        row("nobody shares it",
            Words{"SET", "9d2f/lockfiles/d41d8cd98f00b204e9800998ecf8427e", "3", "EX", "3000"}, 0,
            "pong ", "");
    }

    void setsANumber()
    {
        const auto [stored, count, heard, left] = fetch<Words, int, std::string, std::string>();
        RedisServerFixture servers;
        (void)ask(servers, 0, stored);
        const auto plan = planToSet(servers, stored[1], count);
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().text.c_str());
        QVERIFY(plan->isValueShared); // many events lead to the same number
        auto waiter = sandbox::BlockingClient::connect(
            redis::Url::parse(servers.urls()[0]).value(), std::chrono::seconds(20));
        QVERIFY(waiter
            && waiter->call({"SUBSCRIBE",
                heard.starts_with("message ") ? heard.substr(8, heard.rfind(' ') - 8)
                                              : "redisson"}));
        QCOMPARE(textOf(send(servers, *plan)), std::string("1"));
        QCOMPARE(textOf(waiter->call({"PING"}).value()), heard);
        QCOMPARE(after(servers, {"GET", stored[1]}), left);
    }

    void keepsTheTtlOfANumber()
    {
        RedisServerFixture servers(1, {"SET", "sem", "0", "PX", "60000"});
        QCOMPARE(textOf(send(servers, planToSet(servers, "sem", 2).value())), std::string("1"));
        const auto left = servers.command({"PTTL", "sem"}).integer;
        QVERIFY(left > 0 && left <= 60000);
    }

    void setsNoNumberThatHasChanged()
    {
        RedisServerFixture servers(1, {"SET", "sem", "0"});
        const auto plan = planToSet(servers, "sem", 2).value();
        servers.command({"INCR", "sem"});
        QCOMPARE(textOf(send(servers, plan)), std::string("-1"));
        QCOMPARE(after(servers, {"GET", "sem"}), std::string("1"));
        servers.command({"SET", "sem", "0", "PX", "60000"}); // the same number, set anew
        QCOMPARE(textOf(send(servers, plan)), std::string("-1"));
    }

    void refusesWhatIsNoPart()
    {
        RedisServerFixture servers;
        store(servers, 0, oneOfTwoReaders());
        servers.command({"SET", "sem", "0"});
        servers.command({"SET", "orders:lock", "5ccedab049f911f08f3a0242ac110002", "PX", "30000"});
        servers.command({"HSET", "lockf10482", "12_7F3A9C001D20", "R"});
        const Fingerprint unknown = Fingerprint::ofString("somebody else");
        QCOMPARE(planFor(servers, "rw", unknown).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(
            planFor(servers, "orders:lock", unknown).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(planToSet(servers, "orders:lock", 1).error().kind, ErrorClass::Unsupported);
        QCOMPARE(planToSet(servers, "rw", 1).error().kind, ErrorClass::Unsupported);
        QCOMPARE(planToSet(servers, "sem", -1).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(
            planToSet(servers, "sem", kMostOfCount + 1).error().kind, ErrorClass::InvalidArgument);
        const auto whole = [&](const char* key) {
            const LockSnapshot seen = look(servers, key);
            return planRelease(deploymentOf(servers), *seen.entry, *leadingToken(seen.entry->votes))
                .error()
                .text;
        };
        QVERIFY(whole("rw").find("free its holders one by one") != std::string::npos);
        QVERIFY(whole("sem").find("set its number") != std::string::npos);
        QVERIFY(whole("lockf10482").find("mounted file system") != std::string::npos);
    }

private:
    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
};

LOCKKEEPER_TEST(ReleasePartTest)

} // namespace lockkeeper::tests::release_part_test

#include "release_part_test.moc"
