// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/formats/format_set.h"
#include "tests/support/format_samples.h"
#include "tests/support/test_class.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::tests::format_set_test {

using namespace lockkeeper::observe;
using namespace std::string_literals;
using config::UserFormat;
using test::kSamplesTaken;

namespace {

const std::string kUuid = "8743c9c0-0795-4907-87fd-6c719a6b4586";

KeyReading string(std::string key, std::string value)
{
    return {
        .key = std::move(key), .type = ValueType::String, .value = std::move(value), .ttl = 30s};
}

Result<FormatSet> formatSet(std::vector<config::FormatHint> hints, std::vector<UserFormat> own)
{
    config::Deployment deployment;
    deployment.formatHints = std::move(hints);
    deployment.formats = std::move(own);
    return FormatSet::of(deployment);
}

DecodedLock told(const Result<FormatSet>& formats, const KeyReading& reading)
{
    if (!formats)
        return DecodedLock{.scope = ValueScope::Shared};
    return formats->recognise(reading, kSamplesTaken)
        .value_or(DecodedLock{.scope = ValueScope::Acquisition});
}

DecodedLock hinted(std::string format, const KeyReading& reading)
{
    return told(formatSet({{reading.key, std::move(format)}}, {}), reading);
}

UserFormat ownFormat(UserFormat::Type type = UserFormat::Type::String)
{
    return {.name = "ours",
        .keys = "jobs:*",
        .type = type,
        .value = "(?<host>[^/]+)/(?<pid>[^/]*)/(?<since>.*)",
        .sinceUnit = UserFormat::SinceUnit::Seconds};
}

} // namespace

class FormatSetTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutAnythingItIsTheBuiltInFormats()
    {
        QVERIFY(formatSet({}, {}).value().formats() == builtinFormats());
    }

    void hintSettlesAnAmbiguity()
    {
        const auto lock = hinted("pottery", string("redlock:orders", kUuid));
        QCOMPARE(lock.format, "pottery"s);
        QVERIFY(lock.alternatives.empty());
        QVERIFY(hinted("RedLock.net", string("redlock:orders", kUuid)).alternatives.empty());
        // An alternative that depends on the value.
        QVERIFY(hinted("node-redlock", string("x", "5ccedab049f91fff8f3a0242ac110002"))
                    .alternatives.empty());
    }

    void hintTakesKeysThatWouldSayLittle()
    {
        KeyReading reading = string("session:42", kUuid);
        reading.ttl.reset();
        QCOMPARE(hinted("redlock-rb", reading).format, "redlock-rb"s);
    }

    void hintLeavesOtherKeysAlone()
    {
        const auto formats = formatSet({{"a:*", "pottery"}}, {});
        QCOMPARE(told(formats, string("a:lock", kUuid)).format, "pottery"s);
        QCOMPARE(told(formats, string("b:lock", kUuid)).format, "redlock-rb"s);
    }

    void hintLeavesOtherValuesToTheRest()
    {
        QCOMPARE(hinted("pottery", string("lock:x", "1")).format, "setnx-expire"s);
    }

    void firstHintCounts()
    {
        const auto formats = formatSet({{"a:b:*", "pottery"}, {"a:*", "aioredlock"}}, {});
        QCOMPARE(told(formats, string("a:b:c", kUuid)).format, "pottery"s);
        QCOMPARE(told(formats, string("a:c", kUuid)).format, "aioredlock"s);
    }

    void hintLeadsToFormatsThatAreNeverGuessed_data()
    {
        QTest::addColumn<std::string>("format");
        QTest::addColumn<std::string>("value");
        QTest::addColumn<std::string>("detail");
        const auto row = [](const char* format, const std::string& value, const char* detail) {
            QTest::newRow(format) << std::string(format) << value << std::string(detail);
        };
        row("pottery", kUuid, "");
        row("aioredlock", kUuid, "");
        row("Spring", kUuid, ("registry " + kUuid).c_str());
        row("bsm/redislock", "sQpko01-xYz_AbCdEfGhIjmy-data", "my-data");
        row("rslock", "\x00\xff\x10 a\nb\x80"s + std::string(12, 'x'), "");
        row("redisson-semaphore", "0", "0 permits free");
        row("redisson-latch", "3", "3 awaited");
    }
    void hintLeadsToFormatsThatAreNeverGuessed()
    {
        QFETCH(std::string, format);
        QFETCH(std::string, value);
        const auto lock = hinted(format, string("x", value));
        QCOMPARE(lock.format, format);
        QTEST(lock.holder.detail.value_or(""), "detail");
        QVERIFY(hinted(format, string("x", "?")).format.empty());
    }

    void formatsThatAreNeverGuessedAreNot()
    {
        for (const char* value : {"sQpko01-xYz_AbCdEfGhIjmy-data", "0", "3"})
            QVERIFY(
                told(FormatSet(test::libraryFormats()), string("lock:x", value)).format.empty());
    }

    void springWakesItsWaiters()
    {
        const auto lock = hinted("Spring", string("registry:orders:42", kUuid));
        const WakeUp expected{.channel = "registry-channel:registry:orders:42",
            .formerChannel = "registry-channel",
            .message = "registry:orders:42"};
        QVERIFY(lock.wakeUp == expected);
        QVERIFY(lock.isReleasable);
    }

    void ownFormatTellsItsFields()
    {
        const auto lock
            = told(formatSet({}, {ownFormat()}), string("jobs:7", "web-1/4711/1795262266"));
        const Holder expected{.host = "web-1", .pid = 4711, .since = WallTime(1'795'262'266s)};
        QCOMPARE(lock.format, "ours"s);
        QVERIFY(lock.holder == expected);
        QVERIFY(lock.isReleasable);
    }

    void ownFormatIgnoresFieldsThatMakeNoSense()
    {
        for (const char* value : {"web/0x1/yesterday", "web/-1/9223372036854775807", "web//12"}) {
            const auto lock = told(formatSet({}, {ownFormat()}), string("jobs:7", value));
            QVERIFY(lock.holder == Holder{.host = "web"});
        }
    }

    void ownFormatComesBeforeTheBuiltInOnes()
    {
        UserFormat own = ownFormat();
        own.value.clear();
        QCOMPARE(told(formatSet({}, {own}), string("jobs:lock", kUuid)).format, "ours"s);
    }

    void ownFormatOfASetTellsAllThatMatch()
    {
        const KeyReading reading{.key = "jobs:7",
            .type = ValueType::Set,
            .fields = {{"web-1/1/1795262266", ""}, {"other", ""}, {"web-1/2/1795262266", ""}}};
        const auto lock = told(formatSet({}, {ownFormat(UserFormat::Type::Set)}), reading);
        QCOMPARE(lock.holders.size(), 2U);
        QCOMPARE(lock.holder.host, "web-1"s);
        QVERIFY(!lock.isReleasable);
    }

    void ownFormatWithoutPatternTakesAnyValue()
    {
        UserFormat own = ownFormat();
        own.value.clear();
        QCOMPARE(told(formatSet({}, {own}), string("jobs:7", "")).format, "ours"s);
    }

    void ownFormatIsOnlyForItsKeysAndType()
    {
        const auto formats = formatSet({}, {ownFormat()});
        KeyReading reading = string("jobs:7", "a/1/1");
        QCOMPARE(told(formats, reading).format, "ours"s);
        reading.isTooLong = true;
        QVERIFY(told(formats, reading).format.empty());
        QVERIFY(told(formats, string("job:7", "a/1/1")).format.empty());
        QVERIFY(told(formats, string("jobs:7", "a/1")).format.empty());
        reading = {.key = "jobs:7", .type = ValueType::Hash, .fields = {{"a/1/1", "a/1/1"}}};
        QVERIFY(told(formats, reading).format.empty());
    }

    void ownFormatNeverSeesHugeMembers()
    {
        UserFormat own = ownFormat(UserFormat::Type::List);
        own.value = "x+|short";
        const KeyReading reading{.key = "jobs:7",
            .type = ValueType::List,
            .fields = {{std::string(100'000, 'x'), ""}, {"short", ""}}};
        QCOMPARE(told(formatSet({}, {own}), reading).holders.size(), 1U);
    }

    void hintCanNameAnOwnFormat()
    {
        const auto formats = formatSet({{"tasks:*", "ours"}}, {ownFormat()});
        QCOMPARE(told(formats, string("tasks:7", "a/1/1")).format, "ours"s);
        QCOMPARE(told(formats, string("jobs:7", "a/1/1")).format, "ours"s);
    }

    void countersOfLocksAreHardlyLocks()
    {
        const FormatSet formats(builtinFormats());
        const auto reason = [&](KeyReading reading, bool hasTtl) {
            reading.ttl = hasTtl ? reading.ttl : std::nullopt;
            const Assessment assessed = formats.assess(reading, kSamplesTaken);
            const bool isShown
                = assessed.match && assessed.match->lock.certainty.level >= Certainty::Likely;
            return isShown ? CertaintyReason::NameSaysLock : assessed.reason;
        };
        using enum CertaintyReason;
        for (const bool hasTtl : {false, true}) {
            QCOMPARE(reason(string("{lock:gone}:seq", "1"), hasTtl), BesideLock);
            QCOMPARE(reason(string("{lock:gone}:rel:1", "1"), hasTtl), BesideLock);
            QCOMPARE(reason(string("lock:switch:counter:write_switch:W1", "1"), hasTtl), Counter);
            QCOMPARE(reason(string("lock:switch:counter:write_switch:W1", "web-3:4711"), hasTtl),
                NameSaysLock);
            QVERIFY(reason(string("lock:orders:counter", "1"), hasTtl) != NameSaysLock);
            QCOMPARE(reason(string("lock:orders", "1"), hasTtl), NameSaysLock);
        }
    }

    void patternOfTheUserBeatsACommonWord()
    {
        KeyReading reading = string("{x}:count", "web-3:4711");
        const auto certaintyUnder = [&reading](const char* pattern) {
            config::Deployment deployment;
            deployment.patterns = {pattern};
            const auto found = FormatSet::of(deployment).value().match(reading, kSamplesTaken);
            return found ? std::string(nameOf(found->lock.certainty.reason)) : std::string();
        };
        QCOMPARE(certaintyUnder("*"), ""s);
        QCOMPARE(certaintyUnder("{x}:count"), "named"s);
        // What a library keeps beside a lock stays none.
        reading.key = "nextid:x";
        QCOMPARE(certaintyUnder("nextid:*"), ""s);
    }

    void valueOfItsNameAndSomethingRandomIsALock_data()
    {
        const auto row = columns<KeyReading, bool>();
        const std::string random = "9f86d081884c7d65";
        row("behind the name", string("stock:7", "stock:7:" + random), true);
        row("a uuid", string("stock:7", "held/stock:7/" + kUuid), true);
        row("another name", string("stock:7", "stock:8:" + random), false);
        row("a longer name", string("stock:7", "mystock:7:" + random), false);
        row("nothing between", string("stock:7", "stock:7" + random), false);
        row("a number", string("stock:7", "stock:7:1234567890123456"), false);
        row("too little at random", string("stock:7", "stock:7:9f86d0818"), false);
        row("a token by its name", string("token:7", "token:7:" + random), false);
        KeyReading forever = string("stock:7", "stock:7:" + random);
        forever.ttl.reset();
        row("without a TTL", forever, false);
    }
    void valueOfItsNameAndSomethingRandomIsALock()
    {
        const auto [reading, isLock] = fetch<KeyReading, bool>();
        const auto lock = FormatSet(builtinFormats()).recognise(reading, kSamplesTaken);
        QCOMPARE(lock && lock->certainty.level == Certainty::Likely, isLock);
    }

    void passwordsAreHiddenWhateverDecodesThem_data()
    {
        const auto row = columns<KeyReading, std::string>();
        const auto json = [&row](const char* name, const char* text, std::string shown) {
            row(text,
                string("lock:a", absl::Substitute(R"({"$0":"$1","since":1795980000})", name, text)),
                std::move(shown));
        };
        json("owner", "https://user:swordfish@h/x", "");
        json("owner", "https://swordfish@h/x", "");
        json("owner", "https://h:443/x", "https://h:443/x");
        json("owner", "https://h/x?access_token=swordfish", "https://h/x");
        json("owner", "amqp://svc:swordfish@mq", "");
        json("owner", "svc:swordfish@mq", "svc");
        json("owner", "job --password=swordfish", "job");
        json("owner", "mysql -u root -pswordfish", "mysql");
        json("owner", "job DB_PASSWORD=swordfish", "job");
        json("owner", "password: swordfish", "");
        json("owner", "alice:swordfish", "alice");
        json("owner", "see ghp_abcdefghijklmnop", "see");
        json("host", "redis://:swordfish@h:6379", "");
        json("app", "postgres://u:p4ss@db/x", "");
        json("thread", "alice:swordfish", "alice");
        // No passwords.
        for (const char* const text : {"web-3:4711", "4711@web-3:main", "job:42", "2001:db8::1",
                 "Ann Doe (night: on call)", "main:pool-2-thread-4", "nightly-import",
                 "web-3:8743c9c0-0795-4907-87fd-6c719a6b4586", "run 10:30 to 12:00",
                 "worker:import", "sync-worker-2:nightly:eu", "Job7:mail"})
            json("owner", text, text);
        json("owner", "worker:hG7sK2xQ9z", "");
        const auto hash = [&row](const char* name, const char* text, std::string shown) {
            KeyReading reading{.key = "lock:a",
                .type = ValueType::Hash,
                .fields = {{name, text}, {"since", "1795980000"}},
                .ttl = 30s};
            row(text, std::move(reading), std::move(shown));
        };
        hash("owner", "https://u:swordfish@h", "");
        hash("holder", "alice:swordfish", "alice");
        row("plain", string("lock:a", "alice:hunter2"), ""s);
        row("ShedLock",
            string("job-lock:default:a", "ADDED:2026-11-29T15:06:40.123Z@https://u:swordfish@h"),
            ""s);
        row("sidekiq",
            KeyReading{.key = "uniquejobs:a:LOCKED",
                .type = ValueType::Hash,
                .fields = {{"7", R"({"worker":"svc:swordfish@mq"})"}},
                .ttl = 30s},
            "svc job 7"s);
    }
    void passwordsAreHiddenWhateverDecodesThem()
    {
        const auto [reading, shown] = fetch<KeyReading, std::string>();
        const auto lock = FormatSet(builtinFormats()).recognise(reading, kSamplesTaken);
        QVERIFY(lock);
        std::string told;
        for (const auto& text :
            {lock->holder.host, lock->holder.thread, lock->holder.app, lock->holder.detail})
            told += text && !told.empty() ? " " + *text : text.value_or("");
        QCOMPARE(told, shown);
    }

    void ownFormatHidesPasswords()
    {
        UserFormat format = ownFormat(UserFormat::Type::Set);
        format.value = "(?<app>.*)";
        const auto lock = told(formatSet({}, {format}),
            {.key = "jobs:a",
                .type = ValueType::Set,
                .fields = {{"alice:swordfish", ""}, {"svc:swordfish@mq", ""}},
                .ttl = 30s});
        QCOMPARE(lock.holders.size(), 2U);
        QCOMPARE(lock.holders[0].app.value_or(""), "alice"s);
        QCOMPARE(lock.holders[1].app.value_or(""), "svc"s);
    }

    void mistakesAreRefused_data()
    {
        const auto row = columns<Result<FormatSet>, std::string>();
        const auto own = [](auto change) {
            UserFormat format = ownFormat();
            change(format);
            return formatSet({}, {format});
        };
        row("unknown format", formatSet({{"a", "redis\npy"}}, {}),
            "there is no lock format of the name 'redis\\npy'"s);
        row("hint without keys", formatSet({{"", "redis-py"}}, {}),
            "the hint for 'redis-py' names no keys"s);
        row("built-in name", own([](UserFormat& format) { format.name = "Spring"; }),
            "there are two lock formats of the name 'Spring'"s);
        row("name twice", formatSet({}, {ownFormat(), ownFormat()}),
            "there are two lock formats of the name 'ours'"s);
        row("no name", own([](UserFormat& format) { format.name.clear(); }),
            "a lock format needs a name and its keys"s);
        row("no pattern", own([](UserFormat& format) { format.value = "(?<hots>a)"; }),
            "the group 'hots' means nothing; there are host, "
            "pid, thread, app and since"s);
        row("no keys", own([](UserFormat& format) { format.keys.clear(); }),
            "a lock format needs a name and its keys"s);
    }
    void mistakesAreRefused()
    {
        const auto [formats, text] = fetch<Result<FormatSet>, std::string>();
        QVERIFY(!formats);
        QCOMPARE(formats.error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(formats.error().text, text);
    }
};

LOCKKEEPER_TEST(FormatSetTest)

} // namespace lockkeeper::tests::format_set_test

#include "format_set_test.moc"
