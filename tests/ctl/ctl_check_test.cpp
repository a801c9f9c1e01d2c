// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_check_test {

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

class CtlCheckTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void isFineWithoutProblems()
    {
        RedisServerFixture servers(3, {"SET", "a", kRedisPy, "PX", "60000"});
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.errors.isEmpty());
        QCOMPARE(result.outputLines().size(), 1);
        QVERIFY2(result.output.startsWith("LOCKS OK - 1 lock on 3 masters"), result.output);
        QCOMPARE(numbersOf(result).value("locks"), QByteArray("1;;;0"));
        QCOMPARE(numbersOf(result).value("masters"), QByteArray("3;;;0;3"));
        QCOMPARE(numbersOf(result).value("stale"), QByteArray("0;0;;0"));
    }

    void warnsOfAStaleLock()
    {
        RedisServerFixture servers(1, {"SET", "stuck", kRedisPy});
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith("LOCKS WARNING - 1 stale: stuck (no TTL"), result.output);
    }

    void takesThresholds()
    {
        RedisServerFixture servers(1, {"SET", "stuck", kRedisPy});
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
        RedisServerFixture servers(1, {"SET", "old", kLk1, "PX", "60000"});
        QCOMPARE(check(servers).exitCode, 0);
        QCOMPARE(check(servers, {"--warn-held", "1h"}).exitCode, 1);
        const CtlResult result = check(servers, {"--warn-held", "1h", "--crit-held", "24h"});
        QVERIFY2(result.says(2, "old is held for"), result.told());
        QVERIFY(numbersOf(result).value("longest_held").endsWith("s;3600;86400;0"));
        QCOMPARE(check(servers, {"--warn-held", "1"}).exitCode, 64);
    }

    void warnsOfMastersThatMayLoseLocks()
    {
        RedisServerFixture servers(1, {"CONFIG", "SET", "maxmemory", "100mb"});
        servers.command({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
        const CtlResult result = check(servers);
        QVERIFY2(result.says(1, "1 risk: a: maxmemory-policy is allkeys-lru"), result.told());
        QCOMPARE(numbersOf(result).value("risks"), QByteArray("1;0;;0"));
        QCOMPARE(check(servers, {"--warn-risks", "1"}).exitCode, 0);
    }

    void warnsOfASplit()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "r", kRedisPy, "PX", "60000"});
        servers.command(1, {"SET", "r", "5ccedab149f911f08f3a0242ac110002", "PX", "60000"});
        const CtlResult result = check(servers, {"--warn-stale", "9"});
        QVERIFY2(result.says(1, "1 split: r"), result.told());
    }

    void warnsOfAMasterThatIsDown()
    {
        RedisServerFixture servers({.count = 3});
        servers.kill(1);
        const CtlResult result = check(servers);
        QVERIFY2(result.says(1, "only 2 of 3 masters answered (b: "), result.told());
    }

    void warnsOfKeysThatMayNotBeRead()
    {
        RedisServerFixture servers(1, {"SET", "fine", kFresh, "PX", "60000"});
        servers.command({"HSET", "hidden", "a", "b"});
        servers.command({"ACL", "SETUSER", "default", "-type"});
        const CtlResult result = check(servers);
        QVERIFY2(result.says(1, "ACL SETUSER default +type |"), result.told());
    }

    void isCriticalWithoutAQuorum()
    {
        RedisServerFixture servers({.count = 3});
        servers.kill(0);
        servers.kill(1);
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.output.startsWith("LOCKS CRITICAL - no quorum: 1 of 3 masters answered"),
            result.output);
    }

    void isCriticalWhereTooFewVote()
    {
        RedisServerFixture servers;
        const QString file = m_home.filePath(u"quarantine.toml"_s);
        writeDeployment(file, servers, "restart_quarantine = \"always\"\nlongest_ttl = \"1h\"\n");
        const CtlResult result = Lockctl(m_home.path()).run({u"--config"_s, file, u"check"_s});
        QVERIFY2(result.says(2, "LOCKS CRITICAL - no lock can be taken: 0 of 1 have a vote"),
            result.told());
    }

    void isCriticalWhenNobodyIsThere()
    {
        const Lockctl lockctl(m_home.path(), {u"redis://127.0.0.1:1"_s});
        const CtlResult result = lockctl.run("check");
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(numbersOf(result).size(), 1); // what nobody saw is not zero
        QCOMPARE(numbersOf(result).value("masters"), QByteArray("0;;;0;1"));
    }

    void isUnknownWhenThereAreTooManyKeys()
    {
        RedisServerFixture servers(
            1, {"EVAL", "for i = 1, 100001 do redis.call('SET', 'k' .. i, 'x') end", "0"});
        const CtlResult result = check(servers);
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.output.startsWith("LOCKS UNKNOWN - "), result.output);
        QCOMPARE(check(servers, {"--json"}).json()["exit_code"_L1].toInt(), 3);
    }

    void isUnknownWhenTheSandboxCantStart()
    {
        const CtlResult result
            = Lockctl(m_home.path())
                  .runInShell(u"PATH=/nonexistent \"$(type -p lockctl)\" --sandbox check"_s);
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.output.startsWith("LOCKS UNKNOWN - "), result.output);
    }

    void isUnknownWithoutItsDeployment()
    {
        const CtlResult result = Lockctl(m_home.path()).run("check --deployment gone");
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.output.startsWith("LOCKS UNKNOWN - "), result.output);
    }

    void isUnknownWhenItIsUsedWrongly()
    {
        const CtlResult result = Lockctl(m_home.path()).run("check");
        QCOMPARE(result.exitCode, 64);
        QVERIFY(result.output.startsWith("LOCKS UNKNOWN - "));
    }

    void isUnknownInJsonToo()
    {
        const CtlResult result = Lockctl(m_home.path()).run("check --json");
        QCOMPARE(result.exitCode, 64);
        QCOMPARE(result.json()["status"_L1].toString(), u"UNKNOWN"_s);
        QCOMPARE(result.json()["exit_code"_L1].toInt(), 64);
        QCOMPARE(result.json()["problems"_L1].toArray().size(), 1);
    }

    void keepsHostileNamesOutOfTheNumbers()
    {
        RedisServerFixture servers(1, {"SET", "x|locks=0\nLOCKS OK", kRedisPy});
        const CtlResult result = check(servers);
        QCOMPARE(result.outputLines().size(), 1);
        QCOMPARE(result.output.count('|'), 1);
        QCOMPARE(numbersOf(result).value("locks"), QByteArray("1;;;0"));
    }

    void printsJson()
    {
        RedisServerFixture servers(1, {"SET", "stuck", kRedisPy});
        servers.command({"SET", "other", kFresh});
        const CtlResult result = check(servers, {"--json"});
        QCOMPARE(result.exitCode, 1);
        const QJsonObject object = result.json();
        QCOMPARE(object["status"_L1].toString(), u"WARNING"_s);
        QCOMPARE(object["exit_code"_L1].toInt(), 1);
        QCOMPARE(object["stale"_L1].toInt(), 1);
        QCOMPARE(object["problems"_L1].toArray().size(), 1);
    }

private:
    CtlResult check(
        const RedisServerFixture& servers, std::initializer_list<const char*> more = {}) const
    {
        QStringList arguments{u"check"_s};
        for (const char* argument : more)
            arguments += QString::fromLatin1(argument);
        return lockctlFor(servers).run(arguments);
    }
};

LOCKKEEPER_TEST(CtlCheckTest)

} // namespace lockkeeper::tests::ctl_check_test

#include "ctl_check_test.moc"
