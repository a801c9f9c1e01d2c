// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QtTest>

namespace lockkeeper::ctl_formats_test {

using tests::CtlResult;
using tests::RedisServerFixture;

namespace {

constexpr const char* kClient = "8743c9c0-0795-4907-87fd-6c719a6b4586";
constexpr const char* kReader = "web-1_4711_0f8fad5bd9cb469fa16570867728950e";
constexpr const char* kOtherReader = "web-1_4712_7c9e6679742540de944be07fc1f90ae7";
const QString kList = QStringLiteral("list");
const QString kJson = QStringLiteral("--json");

std::string owner(const char* thread)
{
    return std::string(kClient).append(":").append(thread);
}

} // namespace

/// Locks of other libraries, as lockctl tells them.
class CtlFormatsTest : public tests::CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void tellsAllHoldersOfASharedLock()
    {
        RedisServerFixture servers;
        servers.command({"SADD", "report.readers", kReader, kOtherReader});
        const QJsonObject lock = list(servers).lock(QStringLiteral("report.readers"));
        QCOMPARE(lock[QLatin1String("format")].toString(),
            QStringLiteral("DistributedLock.NET-readers"));
        QCOMPARE(lock[QLatin1String("type")].toString(), QStringLiteral("set"));
        QCOMPARE(lock[QLatin1String("mode")].toString(), QStringLiteral("read"));
        const QJsonArray holders = lock[QLatin1String("holders")].toArray();
        QCOMPARE(holders.size(), 2);
        QCOMPARE(holders[0][QLatin1String("host")].toString(), QStringLiteral("web-1"));
        QVERIFY(holders[0][QLatin1String("pid")] != holders[1][QLatin1String("pid")]);
    }

    void tellsHowManyWait()
    {
        RedisServerFixture servers;
        servers.command({"HSET", "orders", owner("1"), "1"});
        servers.command({"RPUSH", "redisson_lock_queue:{orders}", owner("2"), owner("3")});
        const CtlResult result = list(servers);
        const QJsonObject lock = result.lock(QStringLiteral("orders"));
        QCOMPARE(lock[QLatin1String("waiting")].toInt(), 0);
        QCOMPARE(lock[QLatin1String("gone")].toInt(), 2);
        QCOMPARE(result.json()[QLatin1String("other_keys")].toInt(), 0);
        QVERIFY(table(servers).contains(
            "thread 1, client 8743c9c0-0795-4907-87fd-6c719a6b4586, 2 gone from its queue"));
        const QJsonObject shown
            = lockctlFor(servers)
                  .run({QStringLiteral("show"), QStringLiteral("orders"), kJson})
                  .json()[QLatin1String("lock")]
                  .toObject();
        QCOMPARE(shown[QLatin1String("gone")].toInt(), 2);
        QCOMPARE(shown[QLatin1String("waiters")].toArray().size(), 2);
    }

    void saysNothingOfSharingWhereThereIsNone()
    {
        RedisServerFixture servers;
        servers.command({"SET", "mutex:orders", kClient, "PX", "60000"});
        const QJsonObject lock = list(servers).lock(QStringLiteral("mutex:orders"));
        QCOMPARE(lock[QLatin1String("format")].toString(), QStringLiteral("redis-semaphore-mutex"));
        for (const char* name : {"mode", "holders", "waiting"})
            QVERIFY(!lock.contains(QLatin1String(name)));
    }

    void tellsSharingInTheTable()
    {
        RedisServerFixture servers;
        servers.command({"SADD", "report.readers", kReader, kOtherReader});
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
        RedisServerFixture servers;
        servers.command({"SET", "redlock:orders", kClient, "PX", "60000"});
        const QString token = list(servers)
                                  .lock(QStringLiteral("redlock:orders"))[QLatin1String("token")]
                                  .toString();
        const CtlResult result = lockctlFor(servers).run({QStringLiteral("release"),
            QStringLiteral("redlock:orders"), QStringLiteral("--token"), token,
            QStringLiteral("--reason"), QStringLiteral("stuck"), QStringLiteral("--dry-run")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.contains("keepalive takes the lock again"), result.output);
    }

private:
    [[nodiscard]] CtlResult list(const RedisServerFixture& servers) const
    {
        return lockctlFor(servers).run({kList, kJson});
    }
    [[nodiscard]] QByteArray table(const RedisServerFixture& servers) const
    {
        return lockctlFor(servers).run({kList}).output;
    }
};

LOCKKEEPER_TEST(CtlFormatsTest)

} // namespace lockkeeper::ctl_formats_test

#include "ctl_formats_test.moc"
