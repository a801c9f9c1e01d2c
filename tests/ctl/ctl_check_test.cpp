// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QtTest>

namespace lockkeeper::ctl_check_test {

using tests::CtlResult;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

constexpr const char* kLk1
    = "lk1:web-3:812:api:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr const char* kFresh = "Wz11AHYUc72XT79N";
constexpr const char* kRedisPy = "5ccedab049f911f08f3a0242ac110002";

/// The numbers behind the bar, by their labels.
QMap<QByteArray, QByteArray> numbersOf(const CtlResult& result)
{
    QMap<QByteArray, QByteArray> numbers;
    const QByteArray line = result.outputLines().value(0);
    const QList<QByteArray> words = line.mid(line.indexOf('|') + 1).trimmed().split(' ');
    for (const QByteArray& word : words)
        numbers.insert(word.left(word.indexOf('=')), word.mid(word.indexOf('=') + 1));
    return numbers;
}

} // namespace

class CtlCheckTest : public tests::CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void isFineWithoutProblems()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "a", kRedisPy, "PX", "60000"});
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.errors.isEmpty());
        QCOMPARE(result.outputLines().size(), 1);
        QVERIFY2(
            result.output.startsWith("LOCKS OK - 1 lock on 3 masters"), result.output.constData());
        QCOMPARE(numbersOf(result).value("locks"), QByteArray("1;;;0"));
        QCOMPARE(numbersOf(result).value("masters"), QByteArray("3;;;0;3"));
        QCOMPARE(numbersOf(result).value("stale"), QByteArray("0;0;;0"));
    }

    void warnsOfAStaleLock()
    {
        RedisServerFixture servers;
        servers.command({"SET", "stuck", kRedisPy});
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith("LOCKS WARNING - 1 stale: stuck (no TTL"),
            result.output.constData());
    }

    void takesThresholds()
    {
        RedisServerFixture servers;
        servers.command({"SET", "stuck", kRedisPy});
        servers.command({"SET", "too", kRedisPy});
        QCOMPARE(check(servers, {"--warn-stale", "2"}).exitCode, 0);
        QCOMPARE(check(servers, {"--crit-stale", "2"}).exitCode, 1);
        const CtlResult result = check(servers, {"--warn-stale", "0", "--crit-stale", "1"});
        QCOMPARE(result.exitCode, 2);
        QVERIFY(result.output.startsWith("LOCKS CRITICAL - 2 stale"));
        QCOMPARE(numbersOf(result).value("stale"), QByteArray("2;0;1;0"));
    }

    void measuresHowLongALockIsHeld()
    {
        RedisServerFixture servers;
        servers.command({"SET", "old", kLk1, "PX", "60000"});
        QCOMPARE(check(servers).exitCode, 0);
        QCOMPARE(check(servers, {"--warn-held", "1h"}).exitCode, 1);
        const CtlResult result = check(servers, {"--warn-held", "1h", "--crit-held", "24h"});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.output.contains("old is held for"), result.output.constData());
        QVERIFY(numbersOf(result).value("longest_held").endsWith("s;3600;86400;0"));
        QCOMPARE(check(servers, {"--warn-held", "1"}).exitCode, 64);
    }

    void warnsOfMastersThatMayLoseLocks()
    {
        RedisServerFixture servers;
        servers.command({"CONFIG", "SET", "maxmemory", "100mb"});
        servers.command({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.contains("1 risk: a: maxmemory-policy is allkeys-lru"),
            result.output.constData());
        QCOMPARE(numbersOf(result).value("risks"), QByteArray("1;0;;0"));
        QCOMPARE(check(servers, {"--warn-risks", "1"}).exitCode, 0);
    }

    void warnsOfASplit()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "r", kRedisPy, "PX", "60000"});
        servers.command(1, {"SET", "r", "5ccedab149f911f08f3a0242ac110002", "PX", "60000"});
        const CtlResult result = check(servers, {"--warn-stale", "9"});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.contains("1 split: r"), result.output.constData());
    }

    void warnsOfAMasterThatIsDown()
    {
        RedisServerFixture servers({.count = 3});
        servers.kill(1);
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(
            result.output.contains("only 2 of 3 masters answered (b: "), result.output.constData());
    }

    void warnsOfKeysThatMayNotBeRead()
    {
        RedisServerFixture servers;
        servers.command({"SET", "fine", kFresh, "PX", "60000"});
        servers.command({"HSET", "hidden", "a", "b"});
        servers.command({"ACL", "SETUSER", "default", "-type"});
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.contains("ACL SETUSER default +type |"), result.output.constData());
    }

    void isCriticalWithoutAQuorum()
    {
        RedisServerFixture servers({.count = 3});
        servers.kill(0);
        servers.kill(1);
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.output.startsWith("LOCKS CRITICAL - no quorum: 1 of 3 masters answered"),
            result.output.constData());
    }

    void isCriticalWhenNobodyIsThere()
    {
        const Lockctl lockctl(m_home.path(), {QStringLiteral("redis://127.0.0.1:1")});
        const CtlResult result = lockctl.run({QStringLiteral("check")});
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(numbersOf(result).size(), 1); // what nobody saw is not zero
        QCOMPARE(numbersOf(result).value("masters"), QByteArray("0;;;0;1"));
    }

    void isUnknownWhenThereAreTooManyKeys()
    {
        RedisServerFixture servers;
        servers.command({"EVAL", "for i = 1, 100001 do redis.call('SET', 'k' .. i, 'x') end", "0"});
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.output.startsWith("LOCKS UNKNOWN - "), result.output.constData());
        QCOMPARE(check(servers, {"--json"}).json()[QLatin1String("exit_code")].toInt(), 3);
    }

    void isUnknownWhenTheSandboxCantStart()
    {
        const CtlResult result
            = Lockctl(m_home.path())
                  .runInShell(
                      QStringLiteral("PATH=/nonexistent \"$(type -p lockctl)\" --sandbox check"));
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.output.startsWith("LOCKS UNKNOWN - "), result.output.constData());
    }

    void isUnknownWithoutItsDeployment()
    {
        const CtlResult result = Lockctl(m_home.path())
                                     .run({QStringLiteral("check"), QStringLiteral("--deployment"),
                                         QStringLiteral("gone")});
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.output.startsWith("LOCKS UNKNOWN - "), result.output.constData());
    }

    void isUnknownWhenItIsUsedWrongly()
    {
        const CtlResult result = Lockctl(m_home.path()).run({QStringLiteral("check")});
        QCOMPARE(result.exitCode, 64);
        QVERIFY(result.output.startsWith("LOCKS UNKNOWN - "));
    }

    void isUnknownInJsonToo()
    {
        const CtlResult result
            = Lockctl(m_home.path()).run({QStringLiteral("check"), QStringLiteral("--json")});
        QCOMPARE(result.exitCode, 64);
        QCOMPARE(result.json()[QLatin1String("status")].toString(), QStringLiteral("UNKNOWN"));
        QCOMPARE(result.json()[QLatin1String("exit_code")].toInt(), 64);
        QCOMPARE(result.json()[QLatin1String("problems")].toArray().size(), 1);
    }

    void keepsHostileNamesOutOfTheNumbers()
    {
        RedisServerFixture servers;
        servers.command({"SET", "x|locks=0\nLOCKS OK", kRedisPy});
        const CtlResult result = check(servers);
        QCOMPARE(result.outputLines().size(), 1);
        QCOMPARE(result.output.count('|'), 1);
        QCOMPARE(numbersOf(result).value("locks"), QByteArray("1;;;0"));
    }

    void printsJson()
    {
        RedisServerFixture servers;
        servers.command({"SET", "stuck", kRedisPy});
        servers.command({"SET", "other", kFresh});
        const CtlResult result = check(servers, {"--json"});
        QCOMPARE(result.exitCode, 1);
        const QJsonObject object = result.json();
        QCOMPARE(object[QLatin1String("status")].toString(), QStringLiteral("WARNING"));
        QCOMPARE(object[QLatin1String("exit_code")].toInt(), 1);
        QCOMPARE(object[QLatin1String("stale")].toInt(), 1);
        QCOMPARE(object[QLatin1String("problems")].toArray().size(), 1);
    }

private:
    CtlResult check(
        const RedisServerFixture& servers, std::initializer_list<const char*> more = {}) const
    {
        QStringList arguments{QStringLiteral("check")};
        for (const char* argument : more)
            arguments += QString::fromLatin1(argument);
        return lockctlFor(servers).run(arguments);
    }
};

LOCKKEEPER_TEST(CtlCheckTest)

} // namespace lockkeeper::ctl_check_test

#include "ctl_check_test.moc"
