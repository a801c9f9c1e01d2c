// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/formats/holder_name.h"
#include "core/observe/formats/plain_value.h"
#include "core/observe/formats/value_scope.h"
#include "core/observe/formats/written_time.h"
#include "core/text/display_safe.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::plain_value_test {

using namespace lockkeeper::observe;

namespace {

constexpr WallTime kNow{1'795'466'900s};

} // namespace

/// What the values of locks of people's own making tell of their holders.
class PlainValueTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valueNamesItsHolder_data();
    void valueNamesItsHolder();
    void credentialsNameNobody();
    void anOwnerMayBeAnObject();
    void aNameWithANumberIsNoProcess();
    void aValueThatRepeatsTheNameNamesNobody();
    void aValueTellsAcquisitions_data();
    void aValueTellsAcquisitions();
    void aValueThatIsInTheNameTellsNoAcquisitions();
    void aStatedEndIsTheExpiry_data();
    void aThreadOrAMemberNamesItsHolder_data();
    void aThreadOrAMemberNamesItsHolder();
    void aStatedEndIsTheExpiry();
    void valueMayHaveTheFormOfAnOwner_data();
    void valueMayHaveTheFormOfAnOwner();
    void timesAreWrittenInManyWays_data();
    void timesAreWrittenInManyWays();
    void whatIsNearlyATimeIsNone_data();
    void whatIsNearlyATimeIsNone();
    void hostAndPidMayHaveLabels();
};

void PlainValueTest::valueNamesItsHolder_data()
{
    const auto row = columns<Holder>();
    row("web-3:4711", {.host = "web-3", .pid = 4711});
    row("web-3:4711:9f2c81aa", {.host = "web-3", .pid = 4711});
    row("4711@web-3", {.host = "web-3", .pid = 4711});
    row("web-3", {.host = "web-3"});
    row("api-7d4b9c6f5-x2x9k", {.host = "api-7d4b9c6f5-x2x9k"});
    row("api-7f9c6d5b8-tcq9p:21008:86b353bb", {.host = "api-7f9c6d5b8-tcq9p", .pid = 21008});
    row("alice", {.detail = "alice"});
    row("oauth2Client", {.host = "oauth2Client"});
    // Random tokens name nobody, and are not to be shown.
    row("0.eilvyzt0uqo", {});
    row("Yig34r7U", {});
    row("tok_hG7sK2", {});
    row("api_key-Zz19ab", {});
    row("worker-8f14e45fceea167a", {});
    row(R"({"owner":"01KDTEEBP61WX122JXVBCVCPDV"})", {.detail = "01KDTEEBP61WX122JXVBCVCPDV"});
    row("sk-web-1", {.host = "sk-web-1"});
    row("driver_12", {.detail = "driver_12"}); // hosts have no underscores
    row("thread-7", {.thread = "thread-7"});
    row("job-42", {.detail = "job-42"});
    row("01KDTEEBP61WX122JXVBCVCPDV", {});
    row("locked", {});
    // A time is no pid, and no part of a name.
    row("web-3:1795466886", {.host = "web-3", .since = WallTime(1'795'466'886s)});
    row("web-3-1795466886342", {.host = "web-3", .since = WallTime(1'795'466'886'342ms)});
    row("web-3-1795466886342157695", {.host = "web-3", .since = WallTime(1'795'466'886'342ms)});
    // Nor is a token: its time may be that of the process's start.
    row("web-3:4711:1795466886342:koz55n08wsl", {.host = "web-3", .pid = 4711});
    row("web-3-1795466886342-koz55n", {.host = "web-3"});
    row("api-7d4b9c6f5-x2x9k-1795466886342-0.83764512", {.host = "api-7d4b9c6f5-x2x9k"});
    row("redis_1795466886342_0.83764512", {});
    row("user-7-1795466886342-koz55n", {});
    row("1795466886342-koz55n08wsl", {});
    row("web-3:1795466880:1795466886", {.since = WallTime(1'795'466'886s)});
    row("web-3-1795466-koz55n", {.host = "web-3-1795466-koz55n"}); // no time
    row("4711:1795466886342", {.since = WallTime(1'795'466'886'342ms)});
    row("web-3:4294967295", {});
    for (const char* const time :
        {"2026-11-23T20:48:06Z", "2026-11-23T20:48:06.5+00:00", "2026-11-23T22:48:06+02:00",
            "1795466886", "1795466886000157", "1795466886000157695", "1795466886.25"})
        row(time, {.since = WallTime(1'795'466'886s)});
    row("2026-11-23 20:48:06", {.detail = "2026-11-23 20:48:06"}); // who knows in which zone
    row("worker-3 2026-11-23 20:48:06", {.host = "worker-3"});
    row("2030-01-01T10:52:32Z", {}); // a deadline
    row("2026-11-23", {});
    row("app-1:8080", {.host = "app-1"}); // a port
    row("10.0.3.17:2660", {.host = "10.0.3.17"});
    row("celery@worker-4", {.host = "worker-4", .detail = "celery"});
    row("worker-3 2026-11-23T20:48:06Z", {.host = "worker-3", .since = WallTime(1'795'466'886s)});
    row("core-01|13272|2026-11-23T20:48:06.000Z",
        {.host = "core-01", .pid = 13272, .since = WallTime(1'795'466'886s)});
    row(R"({"host":"etl-2","started":"2026-11-23T20:48:06Z"})",
        {.host = "etl-2", .since = WallTime(1'795'466'886s)});
    row("engaged", {});
    row(R"({"owner":"alice","thread":"worker-1","released":null})",
        {.thread = "worker-1", .detail = "alice"});
    row(R"({"pid":7.5,"since":"2026-11-23T20:48:06Z"})", {.since = WallTime(1'795'466'886s)});
    row("locked:host=web-3:pid=20:random=9f3a:time=1795466886", {.host = "web-3", .pid = 20});
    row(R"({"host":"web-3","pid":7,"acquiredAt":1795466886})",
        {.host = "web-3", .pid = 7, .since = WallTime(1'795'466'886s)});
}

void PlainValueTest::valueNamesItsHolder()
{
    const auto [holder] = fetch<Holder>();
    const Holder found = holderIn(QTest::currentDataTag(), kNow);
    QCOMPARE(found.host, holder.host);
    QCOMPARE(found.pid, holder.pid);
    QCOMPARE(found.thread, holder.thread);
    QCOMPARE(found.detail, holder.detail);
    QVERIFY(found.since == holder.since);
}

void PlainValueTest::aThreadOrAMemberNamesItsHolder_data()
{
    const auto row = columns<Holder>();
    row("http-nio-8080-exec-3", {.thread = "http-nio-8080-exec-3"});
    row("pool-1-thread-2", {.thread = "pool-1-thread-2"});
    row(R"({"ownerName":"10.0.0.7","ownerSystemTimestamp":"1795466886342"})",
        {.since = WallTime(1'795'466'886'342ms), .detail = "10.0.0.7"});
    row(R"({"podName":"api-7d4b9c6f5-x2x9k","ip":"10.0.0.7"})", {.host = "api-7d4b9c6f5-x2x9k"});
    row(R"({"leaderName":"web-3"})", {.detail = "web-3"});
}

void PlainValueTest::aThreadOrAMemberNamesItsHolder()
{
    valueNamesItsHolder();
}

void PlainValueTest::credentialsNameNobody()
{
    for (const char* const credential : {"ghp_abcdefghijklmnop", "sk_live_testtesttest",
             "xoxb-worker-worker", "AKIAEXAMPLEEXAMPLE", "glpat-aaaaaaaaaaaa",
             R"({"owner":"ghp_abcdefghijklmnop"})", R"({"owner":"Zx81kPq2LmN4vB7tR5"})"})
        QVERIFY2(holderIn(credential, kNow) == Holder{}, credential);
}

void PlainValueTest::anOwnerMayBeAnObject()
{
    const std::string owner = R"({"host":"web-3","pid":7,"user":{"id":1}})";
    const Holder process{.host = "web-3", .pid = 7};
    QVERIFY(holderIn(R"({"owner":)" + owner + R"(,"data":{"host":"web-4"}})", kNow) == process);
    QVERIFY(holderIn(R"({"lock":{"lockedBy":)" + owner + "}}", kNow) == process);
    QVERIFY((holderIn(R"({"holder":{"id":"alice","password":"x1"}})", kNow)
        == Holder{.detail = "alice"}));
    QVERIFY(holderIn(R"({"owner":{"id":"ghp_abcdefghijklmnop"},"cart":{"host":"web-3"}})", kNow)
        == Holder());
    const KeyReading hash{
        .key = "lock:1", .type = ValueType::Hash, .fields = {{"owner", owner}}, .ttl = 30s};
    const auto lock = unknownHashFormat().recognise(hash, kNow);
    QVERIFY(lock && lock->holder == process);
}

void PlainValueTest::aNameWithANumberIsNoProcess()
{
    for (const char* const thing : {"room:5:12", "passed", "portrait"})
        QVERIFY2(holderIn(thing, kNow) == Holder(), thing);
    // It may be anything's, and is shown as it is.
    for (const char* const thing : {"user:42", "owner:854", "seller:4711", "thread:12",
             "tenant-7:3312", "v1:42", "us-east-1:4711", "europe-west4:4711", "web:4711"})
        QVERIFY2(holderIn(thing, kNow) == Holder{.detail = thing}, thing);
    QVERIFY((holderIn("owner:854:9f2c81aa", kNow) == Holder{.host = "owner", .pid = 854}));
}

void PlainValueTest::aValueThatRepeatsTheNameNamesNobody()
{
    const KeyReading reading{
        .key = "Report:7402:Lock", .type = ValueType::String, .value = "Report:7402", .ttl = 30s};
    const auto lock = unknownFormat().recognise(reading, kNow);
    QVERIFY(lock);
    QVERIFY(lock->holder == Holder{});
}

void PlainValueTest::aValueTellsAcquisitions_data()
{
    const auto row = columns<QByteArray, ValueScope>();
    using namespace std::string_literals;
    const auto rows = [&row](std::initializer_list<std::string> values, ValueScope scope) {
        for (const std::string& value : values)
            row(displaySafe(value).c_str(), QByteArray::fromStdString(value), scope);
    };
    // What the next holder, or the same one at its next turn, may store again.
    rows({"1"s, "0"s, "locked"s, "OK"s, "web-3"s, "alice"s, "4711"s, "import worker 12"s,
             "worker-a.example.org"s, R"({"locked":true})"s, "web-3:4711"s, "4711@web-3"s,
             "192.168.1.14:http-nio-8080-exec-7"s, "Thread[http-nio-8080-exec-3,5,main]"s,
             "billing-6f8d9c7b5-x7k2p"s, "i-0abcd1234ef567890"s, "9f2c81aa0b1c"s,
             "https://shop/job/7"s, "1733000000"s, "order-20260101001"s, R"(["java.lang.Long",1])"s,
             "02:42:ac:11:00:02"s, "OrderServiceImpl2"s, "f47ac10b58cc4372a5670e02b2c3d479-47"s,
             "f47ac10b-58cc-4372-a567-0e02b2c3d479:12"s, "getCurrentUserLockService"s,
             "order-42-x"s, "web-3:4711:1794566886"s, "eyJob3N0Ijoid2ViMSIsInBpZCI6ODgxMn0="s,
             "\xac\xed\0\5sr\0\x11java.lang.Integer\x12\xe2\xa0\xa4\xf7\x81\x87\x38\0\0\0\1"s,
             "\xac\xed\0\5t\0\x09web1:8812"s, "\x82\xa5owner\xa4web1\xa3pid\xcd\x22\x6c"s,
             "\x8f\x12\xd4\x99\xb1\x07\xee\x31\xc5\x6a\xf0\x02\x9d\x77\xa8\x1b\x44\xe9\x5c\x80"s,
             "\x80\x05\x95\x08\0\0\0\0\0\0\0\x8c\x04true\x94."s,
             // Times: perhaps of the process' start.
             "1795466886"s, "1795466886.342157"s, "2026-11-23T20:48:06Z"s, "web-3-1795466886342"s,
             "core-01|13272|2026-11-23T20:48:06.000Z"s,
             R"({"host":"web-3","acquiredAt":1795466886})"s,
             R"({"host":"web-3","pid":12,"startedAt":1795466886342})"s},
        ValueScope::Shared);
    rows({"f47ac10b-58cc-4372-a567-0e02b2c3d479"s, "F47AC10B-58CC-4372-A567-0E02B2C3D479"s,
             "f47ac10b58cc4372a5670e02b2c3d479"s, "F47AC10B58CC4372A5670E02B2C3D479"s,
             "web-3:4711:f47ac10b-58cc-4372-a567-0e02b2c3d479"s,
             "worker:f47ac10b-58cc-4372-a567-0e02b2c3d479"s,
             "2026/11/23/[$LATEST]8f12d499b107ee31c56af0029d77a81b"s,
             "8f12d499b107ee31c56af0029d77a81b44e95c808f12d499b107ee31c56af002"s,
             "arn:aws:ecs:eu-west-1:42:task/shop/8f12d499b107ee31c56af0029d77a81b"s,
             "8f12d499b107ee31c56af0029d77a81b"s, "wOFy0vTqMkYFfKtgtx"s,
             "kJ+/3dR5tq0Zx9Lw2mB7Yg=="s, "Prod-Cluster-7-Node-12-AZ2"s, "ec2AMAZ1B2C3D4E5F6"s},
        ValueScope::Unclear);
}

void PlainValueTest::aValueTellsAcquisitions()
{
    const auto [value, scope] = fetch<QByteArray, ValueScope>();
    const KeyReading reading{.key = "lock:of:order-42-x1",
        .type = ValueType::String,
        .value = value.toStdString(),
        .ttl = 30s};
    const auto lock = unknownFormat().recognise(reading, kNow);
    QVERIFY(lock);
    QCOMPARE(lock->scope, scope);
}

void PlainValueTest::aValueThatIsInTheNameTellsNoAcquisitions()
{
    const std::string id = "wOFy0vTqMkYFfKtgtx";
    const auto scopeOf = [](const std::string& key, const std::string& value) {
        return scopeOfValue({.key = key, .type = ValueType::String, .value = value, .ttl = 30s});
    };
    QCOMPARE(scopeOf("lock:order:" + id, id), ValueScope::Shared);
    QCOMPARE(scopeOf("lock:order:" + id, "order " + id), ValueScope::Shared);
    QCOMPARE(scopeOf("lock:order:1795466886342", "1795466886342"), ValueScope::Shared);
    QCOMPARE(scopeOf("lock:order:42", id), ValueScope::Unclear);
}

void PlainValueTest::aStatedEndIsTheExpiry_data()
{
    columns<bool, qint64>();
    const auto row = [](const QByteArray& value, bool hasTtl, qint64 seconds) {
        QTest::addRow("%s%s", value.constData(), hasTtl ? " with a TTL" : "") << hasTtl << seconds;
    };
    const auto at = [](qint64 seconds) {
        return QByteArray::number(
            static_cast<qlonglong>(sinceEpoch(kNow).count() / 1000 + seconds));
    };
    row(at(60) + ".9655232", false, 60);
    row(at(-60) + ".9655232", false, -60);
    row(at(-60) + ".9655232", true, 0);
    row(R"({"owner":"web-3","expiresAt":)" + at(60) + "000}", false, 60);
    row(R"({"owner":"web-3","expires_at":")" + at(60) + R"("})", true, 60);
    row(R"({"owner":"web-3","createdAt":)" + at(60) + "}", false, 0);
    row("web-3|" + at(60), false, 60);
    row("web-3:4711:" + at(30), true, 30);
    row("web-3|" + at(3), true, 0); // its clock is ahead
    row("web-3|" + at(-60), false, 0);
    row("0.9655232154", false, 0);
    row("web-3", false, 0);
}

void PlainValueTest::aStatedEndIsTheExpiry()
{
    // seconds: from now; 0: none is stated
    const auto [hasTtl, seconds] = fetch<bool, qint64>();
    QByteArray value = QTest::currentDataTag();
    value.replace(" with a TTL", "");
    KeyReading reading{.key = "lock:x", .type = ValueType::String, .value = value.toStdString()};
    if (hasTtl)
        reading.ttl = 30s;
    const auto lock = unknownFormat().recognise(reading, kNow);
    QVERIFY(lock);
    QCOMPARE(lock->expiresAt.has_value(), seconds != 0);
    if (seconds != 0)
        QCOMPARE(
            std::chrono::floor<std::chrono::seconds>(*lock->expiresAt - kNow).count(), seconds);
}

void PlainValueTest::valueMayHaveTheFormOfAnOwner_data()
{
    using Form = std::optional<OwnerForm>;
    QTest::addColumn<Form>("form");
    QTest::newRow("web-3:4711:9f2c81aa") << Form(OwnerForm::Process);
    QTest::newRow("web-3-4711-9f2c81aa") << Form(OwnerForm::Instance);
    QTest::newRow("worker:9f2c81aa") << Form(OwnerForm::Instance);
    QTest::newRow("web-3:4711") << Form(OwnerForm::Instance);
    QTest::newRow("4711@web-3") << Form(OwnerForm::Instance);
    QTest::newRow("10.1.1.12@4711") << Form(OwnerForm::Instance);
    QTest::newRow("web-3#4711@1795466886") << Form(OwnerForm::Process);
    QTest::newRow("web-3/4711/ThreadId(7)") << Form(OwnerForm::Process);
    QTest::newRow(R"({"pid":4711,"host":"web-3","startedAt":1795466886342})") << Form();
    QTest::newRow("import-a:4711:1795466886") << Form(); // named after its host
    QTest::newRow("user:4711") << Form();
    QTest::newRow("web-3:4711:default") << Form();
    QTest::newRow("10.0.3.7:8080") << Form();
    QTest::newRow("9f2c81aa") << Form();
    QTest::newRow("order-20261123") << Form();
}

void PlainValueTest::valueMayHaveTheFormOfAnOwner()
{
    QFETCH(const std::optional<OwnerForm>, form);
    const KeyReading reading{
        .key = "import-a", .type = ValueType::String, .value = QTest::currentDataTag(), .ttl = 30s};
    QVERIFY(ownerFormOf(reading) == form);
}

void PlainValueTest::timesAreWrittenInManyWays_data()
{
    const auto row = columns<QString>();
    row("2026-11-24", "");
    row("2026-11-24T10:51Z", "2026-11-24T10:51:00Z");
    row("2026-11-24 10:51:18", ""); // in which zone?
    row("2026-11-24 10:51:18,5Z", "2026-11-24T10:51:18Z");
    row("2026-11-24T10:51:18.123456789Z", "2026-11-24T10:51:18Z");
    row("2026-11-24T10:51:18.", "");
    row("2026-11-24T10:51:18+02:00", "2026-11-24T08:51:18Z");
    row("2026-11-24T10:51:18.5-0230", "2026-11-24T13:21:18Z");
    row("2026-11-24 10:51+02", "2026-11-24T08:51:00Z");
    row("2024-02-29T00:00Z", "2024-02-29T00:00:00Z");
}

void PlainValueTest::timesAreWrittenInManyWays()
{
    const auto [utc] = fetch<QString>();
    const auto time = writtenTime(QTest::currentDataTag());
    QVERIFY(time.has_value());
    QCOMPARE(time->at.has_value(), !utc.isEmpty());
    QCOMPARE(time->isDay, qstrlen(QTest::currentDataTag()) == 10);
    if (time->at) {
        const auto expected = QDateTime::fromString(utc, Qt::ISODate).toSecsSinceEpoch();
        QCOMPARE(sinceEpoch(*time->at) / 1s, expected);
    }
}

void PlainValueTest::whatIsNearlyATimeIsNone_data()
{
    QTest::addColumn<bool>("isOdd");
    for (const char* const text : {"", "2026", "2026-11", "2026-1a-24", "2026/11-24", "2026-11/24",
             "2026-02-30", "2026-13-01", "2026-11-24_10:51", "2026-11-24T1x:51", "2026-11-24T10:5",
             "2026-11-24T10.51", "2026-11-24T10:51 UTC", "2026-11-24T10:51+x", "2026-11-24T10:51:x",
             "2026-11-24T10:51:18.00000000000000000000Z"})
        QTest::newRow(text) << true;
}

void PlainValueTest::whatIsNearlyATimeIsNone()
{
    QVERIFY(!writtenTime(QTest::currentDataTag()));
}

void PlainValueTest::hostAndPidMayHaveLabels()
{
    const auto named = [](const char* text) {
        const auto holder = hostAndPid(text);
        return holder ? *holder->host + " " + std::to_string(*holder->pid) : std::string();
    };
    QCOMPARE(named("locked:host=web-3:pid=20"), std::string("web-3 20"));
    QCOMPARE(named("myhost=db host=web-3 pid=20"), std::string("web-3 20"));
    QCOMPARE(named("pid=20&host=web-3"), std::string("web-3 20"));
    QCOMPARE(named("myhost=web-3 pid=20"), std::string());
    QCOMPARE(named("host=web-3 pid=x"), std::string());
    QCOMPARE(named("host=web-3 pid=4194305"), std::string());
    QCOMPARE(named("host=2 pid=20"), std::string());
    QCOMPARE(named("20@web-3:7"), std::string("web-3 20"));
    QCOMPARE(named("x@web-3"), std::string());
    QCOMPARE(named("web-3|20"), std::string("web-3 20"));
    QCOMPARE(named("Order:20"), std::string());
    QCOMPARE(named("web-3:4194305"), std::string());
}

LOCKKEEPER_TEST(PlainValueTest)

} // namespace lockkeeper::tests::plain_value_test

#include "plain_value_test.moc"
