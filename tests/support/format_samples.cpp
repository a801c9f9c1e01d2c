// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/format_samples.h"

namespace lockkeeper::test {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using observe::KeyReading;
using observe::ValueType;

const std::string kUuid = "8743c9c0-0795-4907-87fd-6c719a6b4586";
const std::string kHex40 = "0123456789abcdef0123456789abcdef01234567";
const std::string kLockId = "WEB-1_4711_0f8fad5bd9cb469fa16570867728950e";
const std::string kOtherLockId = "web_2_17_7c9e6679742540de944be07fc1f90ae7";

KeyReading string(std::string key, std::string value)
{
    return {
        .key = std::move(key), .type = ValueType::String, .value = std::move(value), .ttl = 30s};
}

KeyReading forever(KeyReading reading)
{
    reading.ttl.reset();
    return reading;
}

KeyReading fields(ValueType type, std::string key, HashFields fields)
{
    return {.key = std::move(key), .type = type, .fields = std::move(fields), .ttl = 30s};
}

KeyReading hash(std::string key, HashFields content)
{
    return fields(ValueType::Hash, std::move(key), std::move(content));
}

KeyReading zset(std::string key, HashFields content)
{
    return fields(ValueType::SortedSet, std::move(key), std::move(content));
}

using Samples = std::vector<FormatSample>;

void addOurs(Samples& samples)
{
    samples.push_back(
        {"lk1", "lk1", string("orders:42", "lk1:web-1:7:app:1795262266123:" + kHex40)});
    samples.push_back({"lk1, revoked", "lk1-revoked",
        string("orders:42", "lk1-revoked:ada:1795262266123:stuck")});
    samples.push_back({"lk1, revoked hash", "lk1-revoked-hash",
        hash("orders:42", {{"lk1-revoked:ada:1795262266123:stuck", "1"}})});
    samples.push_back({"seconds", "setnx-timestamp", forever(string("lock.orders", "1795262300"))});
    samples.push_back({"milliseconds", "setnx-timestamp", string("lock.orders", "1795262300123")});
    samples.push_back({"one", "setnx-expire", string("orders_lock", "1")});
}

void addRedisson(Samples& samples)
{
    const std::string part = "JNvAuEAnPX2ngGDD8a2eRg";
    const std::string other = "0sRUrQZ0dEkFMmXgtvJbcw";
    samples.push_back({"redisson", "redisson", hash("orders", {{kUuid + ":93", "2"}})});
    KeyReading queue = hash("orders", {{kUuid + ":93", "1795262466123"}});
    queue.type = ValueType::Queue;
    samples.push_back({"by node-redisson 1.0.4", "redisson",
        hash("lock:orders", {{kUuid + ":51d46a3e-14dc-4bd0-9e4a-9f5b1f3c7a10", "1"}})});
    samples.push_back({"redisson, first in a queue", "redisson-queue", std::move(queue)});
    samples.push_back({"redisson, two readers", "redisson-rw",
        hash("orders", {{"mode", "read"}, {kUuid + ":1", "1"}, {kUuid + ":2", "1"}})});
    samples.push_back({"redisson, writer", "redisson-rw",
        hash("orders", {{"mode", "write"}, {kUuid + ":1:write", "1"}})});
    samples.push_back({"redisson, faster multi-lock", "redisson-multi",
        hash("class_100",
            {{part, kUuid + ":1"}, {part + ":" + kUuid + ":1:expire_time", "1795262430000"},
                {part + ":" + kUuid + ":1:lock_count", "1"}, {other, kUuid + ":2"},
                {other + ":" + kUuid + ":2:expire_time", "1795262420000"},
                {other + ":" + kUuid + ":2:lock_count", "1"}})});
    samples.push_back({"redisson, permits", "redisson-permits",
        zset("{pool}:timeout",
            {{"9f86d081884c7d659a2feaa0c55ad015", "1795262430000"},
                {"60303ae22b998861bce3b28f33eec1be", "1795262440000"}})});
    samples.push_back({"by redisson 3.50.0, permits", "redisson-permits",
        forever(zset("{pool}:timeout",
            {{"^\xc4\xf3wSAN\xf4(\xdb\"\xf2\xc3\xab\xe3?", "1795908900469"},
                {"\x93\x0e&\xe6\x1d\x8c"
                 "8\xe2\xff"
                 "9u6\xc5\xf0\xab=",
                    "922337203685477"}}))});
    samples.push_back({"by redisson 4.7.0, permits", "redisson-permits",
        zset("{mySemaphore}:timeout",
            {{std::string("\000>\344\355E3\002\245&\037K\r\277r\357\353", 16), "1795262440000"}})});
}

void addSets(Samples& samples)
{
    samples.push_back({"sidekiq-unique-jobs 8", "sidekiq-unique-jobs",
        hash("uniquejobs:e739dadc23533773b920936336341d01:LOCKED",
            {{"3a1f0c7c2f5d4b8e9a6d7c10", "1795262266.1234567"}})});
    samples.push_back({"sidekiq-unique-jobs 9", "sidekiq-unique-jobs",
        hash("uniquejobs:e739dadc23533773b920936336341d01:LOCKED",
            {{"3a1f0c7c2f5d4b8e9a6d7c10",
                R"({"worker":"SyncJob","queue":"default","limit":1,"ttl":null,)"
                R"("type":"until_executed","lock_args":[42],"time":1795262266.123})"}})});
    samples.push_back({"DistributedLock, readers", "DistributedLock.NET-readers",
        fields(ValueType::Set, "report.readers", {{kLockId, ""}, {kOtherLockId, ""}})});
    samples.push_back({"DistributedLock, semaphore", "DistributedLock.NET-semaphore",
        zset("pool", {{kLockId, "1795262430000"}, {kOtherLockId, "1795262420000"}})});
    samples.push_back({"by redis-semaphore 5.8.0, Semaphore", "redis-semaphore",
        zset("semaphore:pool",
            {{"91d22d86-4df7-472d-99c0-f047d9522f6a", "1795262266514"},
                {"4a25822f-78fb-4d5f-ab03-7d2da9e73da2", "1795262266515"}})});
    samples.push_back({"by redis-semaphore 5.8.0, MultiSemaphore", "redis-semaphore",
        zset("semaphore:multi",
            {{"2dd0fa16-48dd-4b10-92d5-75c329edead4_0", "1795262266515"},
                {"2dd0fa16-48dd-4b10-92d5-75c329edead4_1", "1795262266515"}})});
    samples.push_back({"by redis-semaphore 0.2.2 (Python)", "redis-semaphore-hash",
        forever(hash("SEMAPHORE:GRABBED", {{"0", "1795262266.51427"}, {"2", "1795262260.3"}}))});
    samples.push_back({"by redis-semaphore 0.2.2 (Python), one permit", "redis-semaphore-hash",
        forever(hash("db:semaphore:GRABBED", {{"1", "1795262266.51427"}}))});
    samples.push_back({"by symfony/lock 5.4.53, exclusive", "Symfony",
        zset("invoice",
            {{"UNAbT1i++oljevAdNUB8EhZnrQhPAYB0s8/jfj86bmc=", "1795262327461"},
                {"__write__", "1795262327461"}})});
    samples.push_back({"by symfony/semaphore 5.4.53", "Symfony-semaphore",
        zset("{invoice}:time", {{"FGrmSllYlFSLkVYV+RbM4gMwO+L+3j1yUq59ctpf8GE=", "1795262327"}})});
    samples.push_back({"by symfony/lock 5.4.53, shared", "Symfony",
        zset("report",
            {{"UcSewVsQN8cDIoqi6MAbpZeuTrh7FmIX+bs67D3Dmh4=", "1795262327461"},
                {"hxfQDDeGAAbvJZMCORIVCfcPZAHtsN6K1CoVpli9Nvc=", "1795262327461"}})});
}

void addTellingStrings(Samples& samples)
{
    samples.push_back({"ShedLock", "ShedLock",
        string("job-lock:default:cleanup", "ADDED:2026-11-21T11:57:46.123Z@web-1:" + kUuid)});
    samples.push_back({"ShedLock without a host", "ShedLock",
        string("job-lock:default:cleanup", "ADDED:2026-11-21T11:57:46.123Z@unknown:" + kUuid)});
    samples.push_back({"ShedLock before 2025-05", "ShedLock",
        string("job-lock:default:cleanup", "ADDED:2025-04-21T11:57:46.123@web-1")});
    samples.push_back({"by jetcache 2.7.8", "JetCache",
        string("lock:orders:42",
            std::string("J\225:\200\254\355\000\005sr\000#com.alicp.jetcache."
                        "CacheValueHolder\221W\222\206\275\237Tm\002\000\003J\000\012accessTimeJ"
                        "\000\012expireTimeL\000\005valuet\000\022Ljava/lang/"
                        "Object;xp\000\000\001\242$^\236\221\000\000\001\242$_\023\301t\000$"
                        "4d002de8-25ce-4a5b-81a0-dbd1de7febdd",
                170))});
    samples.push_back({"DistributedLock", "DistributedLock.NET", string("orders", kLockId)});
    samples.push_back({"DistributedLock, writer", "DistributedLock.NET-writer",
        string("report.writer", kLockId), {"DistributedLock.NET"}});
    samples.push_back({"DistributedLock, waiting writer", "DistributedLock.NET-writer",
        string("report.writer", kLockId + "_WRITERWAITING")});
    samples.push_back({"resque-scheduler", "resque-scheduler",
        string("resque:resque_scheduler_master_lock", "web-1.example.org:4711")});
    samples.push_back({"by node-resque 9.7.1", "node-resque",
        string("resque:resque_scheduler_leader_lock", "vm:31250")});
    samples.push_back({"by phpredis 5.3.7", "phpredis",
        string("PHPREDIS_SESSION:vc5ucqta0lq4s08dtv51mh78k0_LOCK", "vm|26178")});
    samples.push_back({"Nextcloud, shared", "Nextcloud",
        string("9d2f/lockfiles/d41d8cd98f00b204e9800998ecf8427e", "2")});
    samples.push_back({"Nextcloud, exclusive", "Nextcloud",
        string("9d2f/lockfiles/d41d8cd98f00b204e9800998ecf8427e", "\"exclusive\"")});
    samples.push_back({"by bullmq 6.7.0", "BullMQ",
        string("bull:mail:1:lock", "5258fb6f-ba3e-4981-98bc-b561c8ed3a5c:0")});
    samples.push_back({"by bull 4.16.5", "Bull",
        string("bull:video transcoding:7:lock", "80213181-d715-4aba-b48f-e9ec99e1c922"),
        {"redlock-rb"}});
    samples.push_back({"by rq 1.13.0", "RQ", string("rq:scheduler-lock:default", "8993")});
    samples.push_back({"by rq 3.0.0", "RQ",
        string("rq:scheduler-lock:default", "a93e2539365a4295908931edb5a9c225"), {"node-redlock"}});
    samples.push_back({"by simple-redis-mutex 3.0.0", "simple-redis-mutex",
        string("@simple-redis-mutex:lock-resource-name", "0.7064975019257376")});
    samples.push_back({"by node-redis-warlock 1.0.2", "node-redis-warlock",
        string("test-lock:lock", "fcss0MbVEfCmoAL8AAAAAQ=="), {"redsync"}});
}

void addQueueLocks(Samples& samples)
{
    samples.push_back({"asynq", "asynq", string("asynq:{low}:unique:email:351b5130006e75ad", kUuid),
        {"redlock-rb"}});
    samples.push_back({"activejob-uniqueness", "activejob-uniqueness",
        string("activejob_uniqueness:my_job:162ecba1c8c3433950c5f450a6665900", kUuid),
        {"redlock-rb"}});
    samples.push_back({"celery-singleton", "celery-singleton",
        forever(string("SINGLETONLOCK_c753adb8859f8c66ca1982918d97fc2d", kUuid)), {"redlock-rb"}});
    samples.push_back(
        {"celery-once before 3", "celery-once", string("qo_report_month-5", "1795262300")});
    samples.push_back({"JuiceFS, of a file", "JuiceFS",
        hash("lockf10482", {{"12_7F3A9C001D20", "R"}, {"4_9A1C", "R"}})});
    samples.push_back(
        {"JuiceFS, of ranges", "JuiceFS", hash("{3}lockp99", {{"7_44", std::string(48, '\1')}})});
    samples.push_back({"Cloudtasker", "Cloudtasker",
        string(
            "cloudtasker/unique_job/job/8e99f73f289509dddc3ebffc5ccd8099ee02cab83bb43e45", kUuid),
        {"redlock-rb"}});
    samples.push_back({"resque-lonely_job", "resque-lonely_job",
        string("resque:lonely_job:sync_user", "anystring")});
    samples.push_back({"by django-cacheops 7.2", "cacheops",
        string("as:bc6da4dc34ea754fe570443576975c11", "LOCK")});
    samples.push_back({"by redis-fifo-lock 0.3.2", "redis-fifo-lock",
        string("{orders}:h", "3e5d05111148411d9ba81c18eaeb5943:17")});
    samples.push_back({"by redis-semaphore 5.8.0, Mutex", "redis-semaphore-mutex",
        string("mutex:orders", "8d81a1af-a875-4de4-8e16-819a5350f397"), {"redlock-rb"}});
    samples.push_back({"by redis-semaphore 5.8.0, Mutex with suffix", "redis-semaphore-mutex",
        string("mutex:orders2", "2dbe51a3-1935-49aa-8487-9e6813e0e168-web-1")});
    samples.push_back(
        {"RedLock.net", "RedLock.net", string("redlock:orders", kUuid), {"redlock-rb"}});
    samples.push_back({"GitLab", "GitLab",
        string("gitlab:exclusive_lease:project_housekeeping:7", kUuid), {"redlock-rb"}});
    samples.push_back({"rueidislock", "rueidislock",
        string("rueidislock:2:orders",
            "\x00\xff\x10 a\nb\x80"
            "89abcdefghijklmn"s)});
}

void addJobs(Samples& samples)
{
    samples.push_back({"RQ, cleaning", "RQ-cleaning", string("rq:clean_registries:default", "1")});
    samples.push_back(
        {"arq", "arq", string("arq:in-progress:b549d63238bb4159b66d9760c5e710ba", "1")});
    samples.push_back(
        {"gocraft/work", "gocraft/work", forever(string("work:jobs:export_csv:lock", "2"))});
    samples.push_back({"huey", "huey",
        forever(hash(
            "huey.results.app", {{"app.lock.nightly", "1"}, {"0b2f-task", "\x80\x04K\x07."}}))});
    samples.push_back({"by huey 3.5.4", "huey",
        forever(hash("huey.results.myapp", {{"my-app.lock.reports-lock", "\x80\x05K\x01."}}))});
    samples.push_back({"by redisrwlock 0.1.2", "redisrwlock",
        forever(
            fields(ValueType::Set, "rsrc:orders", {{"R:web-1/4711", ""}, {"R:web-2/17", ""}}))});
    samples.push_back({"by redisrwlock 0.1.2, a grant", "redisrwlock-grant",
        forever(string("lock:orders:W:web-1/4711", "1:1795262266.123456"))});
    samples.push_back({"by ioredfour 1.4.3", "ioredfour", hash("lock:orders", {{"index", "17"}})});
    samples.push_back({"by ioredfour 1.4.3, in a Cluster", "ioredfour",
        hash("jobs:{ior4_6b3a55e0261b}:orders", {{"index", "18"}})});
    samples.push_back({"Cm_RedisSession", "Cm_RedisSession",
        hash("sess_q1v8n3kd0e6t2u5b7h9c4m1a",
            {{"data", "_session|a:0:{}"}, {"lock", "1"}, {"pid", "web-3|4711"}, {"wait", "0"},
                {"writes", "7"}})});
}

void addRandomStrings(Samples& samples)
{
    samples.push_back({"by laravel 8.83.26", "Laravel",
        string("laravel_database_laravel_cache:orders", "ZH9p83TuK7ZtBrFY")});
    samples.push_back({"by go-zero 1.10.3", "Laravel", string("orders:lock", "PsSKXGh4QwKKU5Un")});
    samples.push_back({"by laravel 8.83.26, unique job", "Laravel-jobs",
        forever(string("laravel_database_laravel_cache:laravel_unique_job:App\\Jobs\\Sync42",
            "1TOsyxMDTAUpy6oc")),
        {"Laravel"}});
    samples.push_back({"laravel, packed by phpredis", "Laravel",
        string("laravel_database_laravel_cache:laravel-queue-overlap:App\\Jobs\\Sync42",
            "s:16:\"1TOsyxMDTAUpy6oc\";")});
    samples.push_back({"laravel's scheduler, packed by phpredis", "Laravel-jobs",
        string("laravel_database_laravel_cache:framework/schedule-" + kHex40,
            "s:16:\"1TOsyxMDTAUpy6oc\";")});
    samples.push_back({"python-redis-lock", "python-redis-lock",
        forever(string("lock:orders", "q2Xb+3kz/PPQ0d1rZkUv5mNA"))});
    samples.push_back({"walrus", "walrus", string("lock:reports", std::string(31, '\x9a') + "a")});
    samples.push_back({"by python-redilock 0.6.0", "python-redilock",
        string("orders", "_LOCK:orders:79027b28a211d2ee8a9c76c61363df29")});
    samples.push_back(
        {"by redis-py 4.3.4", "redis-py", string("redispy:a", "c4b4a98ee5a211f19ba802fc00000001")});
    samples.push_back({"by redlock 5.0.0-beta.2", "node-redlock",
        string("node-redlock:a", "79027b28a211d2ee8a9c76c61363df29")});
    samples.push_back({"redsync", "redsync", string("orders_lock", "Wz11AHYUc72XT79NaXLTSw==")});
    samples.push_back({"symfony 5.1", "Symfony-string",
        string("lock.pdf-invoice", "q2Xb+3kz/PPQ0d1rZkUv5mNAq2Xb+3kz/PPQ0d1rZkU=")});
    samples.push_back({"redlock-cpp", "redlock-cpp",
        string("orders_lock", "0123456789ABCDEF0123456789ABCDEF01234567")});
    samples.push_back(
        {"redis-plus-plus", "redis-plus-plus", string("orders_lock", "wOFy0vTqMkYFf36Ktgtx")});
    samples.push_back({"redlock-rb", "redlock-rb", string("orders_lock", kUuid)});
}

} // namespace

observe::Formats libraryFormats()
{
    observe::Formats formats = observe::builtinFormats();
    std::erase_if(formats,
        [](const observe::FormatPtr& format) { return format->name == observe::kUnknownFormat; });
    return formats;
}

std::vector<FormatSample> formatSamples()
{
    Samples samples;
    addOurs(samples);
    addRedisson(samples);
    addSets(samples);
    addTellingStrings(samples);
    addQueueLocks(samples);
    addJobs(samples);
    addRandomStrings(samples);
    return samples;
}

} // namespace lockkeeper::test
