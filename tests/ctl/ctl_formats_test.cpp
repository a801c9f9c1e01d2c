// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_formats_test {

namespace {

constexpr const char* kClient = "8743c9c0-0795-4907-87fd-6c719a6b4586";
constexpr const char* kReader = "web-1_4711_0f8fad5bd9cb469fa16570867728950e";
constexpr const char* kOtherReader = "web-1_4712_7c9e6679742540de944be07fc1f90ae7";

std::string owner(const char* thread)
{
    return std::string(kClient).append(":").append(thread);
}

} // namespace

/// Locks of other libraries, as lockctl tells them.
class CtlFormatsTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void tellsAllHoldersOfASharedLock()
    {
        RedisServerFixture servers(1, {"SADD", "report.readers", kReader, kOtherReader});
        const QJsonObject lock = list(servers).lock(u"report.readers"_s);
        QCOMPARE(lock["format"_L1].toString(), u"DistributedLock.NET-readers"_s);
        QCOMPARE(lock["type"_L1].toString(), u"set"_s);
        QCOMPARE(lock["mode"_L1].toString(), u"read"_s);
        const QJsonArray holders = lock["holders"_L1].toArray();
        QCOMPARE(holders.size(), 2);
        QCOMPARE(holders[0]["host"_L1].toString(), u"web-1"_s);
        QVERIFY(holders[0]["pid"_L1] != holders[1]["pid"_L1]);
    }

    void tellsHowManyWait()
    {
        RedisServerFixture servers(1, {"HSET", "orders", owner("1"), "1"});
        servers.command({"RPUSH", "redisson_lock_queue:{orders}", owner("2"), owner("3")});
        const CtlResult result = list(servers);
        const QJsonObject lock = result.lock(u"orders"_s);
        QCOMPARE(lock["waiting"_L1].toInt(), 0);
        QCOMPARE(lock["gone"_L1].toInt(), 2);
        QCOMPARE(result.json()["other_keys"_L1].toInt(), 0);
        QVERIFY(table(servers).contains(
            "thread 1, client 8743c9c0-0795-4907-87fd-6c719a6b4586, 2 gone from its queue"));
        const QJsonObject shown
            = lockctlFor(servers).run("show orders --json").json()["lock"_L1].toObject();
        QCOMPARE(shown["gone"_L1].toInt(), 2);
        QCOMPARE(shown["waiters"_L1].toArray().size(), 2);
    }

    void saysNothingOfSharingWhereThereIsNone()
    {
        RedisServerFixture servers(1, {"SET", "mutex:orders", kClient, "PX", "60000"});
        const QJsonObject lock = list(servers).lock(u"mutex:orders"_s);
        QCOMPARE(lock["format"_L1].toString(), u"redis-semaphore-mutex"_s);
        for (const char* name : {"mode", "holders", "waiting"})
            QVERIFY(!lock.contains(QLatin1String(name)));
    }

    void tellsSharingInTheTable()
    {
        RedisServerFixture servers(1, {"SADD", "report.readers", kReader, kOtherReader});
        servers.command({"SET", "report.writer", kReader, "PX", "60000"});
        servers.command({"HSET", "orders", "mode", "read", owner("1"), "1"});
        servers.command({"ZADD", "pool", "1795262430000", kReader, "1795262430000", kOtherReader});
        const QByteArray output = table(servers);
        QVERIFY(output.contains("web-1, 2 permits"));
        QVERIFY(output.contains("web-1, 2 readers"));
        QVERIFY(output.contains("web-1 pid 4711 (write)"));
        QVERIFY(output.contains("thread 1, client 8743c9c0-0795-4907-87fd-6c719a6b4586 (read)"));
    }

    void warnsOfWhatAReleaseBrings()
    {
        RedisServerFixture servers(1, {"SET", "redlock:orders", kClient, "PX", "60000"});
        const QString token = list(servers).lock(u"redlock:orders"_s)["token"_L1].toString();
        const CtlResult result = lockctlFor(servers).run({u"release"_s, u"redlock:orders"_s,
            u"--token"_s, token, u"--reason"_s, u"stuck"_s, u"--dry-run"_s});
        QVERIFY2(result.says(0, "keepalive takes the lock again"), result.told());
    }

private:
    [[nodiscard]] CtlResult list(const RedisServerFixture& servers) const
    {
        return lockctlFor(servers).run("list --json");
    }
    [[nodiscard]] QByteArray table(const RedisServerFixture& servers) const
    {
        return lockctlFor(servers).run("list").output;
    }
};

LOCKKEEPER_TEST(CtlFormatsTest)

} // namespace lockkeeper::tests::ctl_formats_test

#include "ctl_formats_test.moc"
