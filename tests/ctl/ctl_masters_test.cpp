// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_masters_test {

class CtlMastersTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatMattersForLocksAndWhatMendsIt()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(1, {"CONFIG", "SET", "maxmemory", "100mb"});
        servers.command(1, {"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
        const CtlResult result = masters(servers);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.errors.isEmpty());
        for (const char* text : {"\n  clock        fine       its clock ",
                 "\n  eviction     warning    maxmemory-policy is allkeys-lru: ",
                 "cure: CONFIG SET maxmemory-policy noeviction\n",
                 "\n  persistence  advice     no append-only file",
                 "why: Locks that are not on disk", "\n  restarts     fine       running for "})
            QVERIFY2(result.output.contains(text), result.output);
        QCOMPARE(result.output.count("allkeys-lru"), 1);
    }

    void theSameAsJson()
    {
        RedisServerFixture servers({.count = 2});
        servers.kill(1);
        const CtlResult result = masters(servers, {u"--json"_s});
        QCOMPARE(result.exitCode, 2);
        const QJsonArray all = result.json()["masters"_L1].toArray();
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0]["state"_L1].toString(), u"up"_s);
        QVERIFY(all[0]["clock_ahead_ms"_L1].isDouble());
        const QJsonArray facts = all[0]["facts"_L1].toArray();
        QStringList topics;
        for (const auto fact : facts)
            topics.append(fact["topic"_L1].toString());
        QCOMPARE(topics,
            (QStringList{u"clock"_s, u"restarts"_s, u"eviction"_s, u"memory"_s, u"persistence"_s}));
        QCOMPARE(facts[4]["state"_L1].toString(), u"advice"_s);
        QVERIFY(!facts[4]["why"_L1].toString().isEmpty());
        QCOMPARE(facts[4]["cure"_L1].toString(), u"CONFIG SET appendonly yes appendfsync always"_s);
        QVERIFY(facts[0]["cure"_L1].isNull());
        QVERIFY(all[1]["state"_L1].toString() != u"up"_s);
        QCOMPARE(all[1]["facts"_L1][2]["state"_L1].toString(), u"unknown"_s);
    }

    void theServerIsNamedWithItsVersion()
    {
        RedisServerFixture servers;
        const QString info = QString::fromStdString(servers.command({"INFO", "server"}).text);
        const auto valueOf = [&](const QString& field) {
            return info.section(u"\r\n"_s + field + u':', 1).section(u"\r\n"_s, 0, 0);
        };
        const bool isValkey = info.contains(u"valkey_version:"_s);
        const QString name = isValkey ? u"Valkey"_s : u"Redis"_s;
        const QString version = valueOf(isValkey ? u"valkey_version"_s : u"redis_version"_s);
        const QJsonValue server
            = masters(servers, {u"--json"_s}).json()["masters"_L1][0]["server"_L1];
        QCOMPARE(server["name"_L1].toString(), name);
        QCOMPARE(server["version"_L1].toString(), version);
        const QByteArray first = masters(servers).output.split('\n')[0];
        QVERIFY2(first.endsWith((u"  "_s + name + u' ' + version).toUtf8()), first);
    }

    void aUserWithoutInfoGetsTheAclLine()
    {
        RedisServerFixture servers(1, {"ACL", "SETUSER", "default", "-info", "-time"});
        const CtlResult result = masters(servers);
        QVERIFY2(result.says(0, "not permitted: the user lacks +info"), result.told());
        QVERIFY(result.output.contains("cure: ACL SETUSER default +time"));
    }

    void noKeyIsRead()
    {
        RedisServerFixture servers;
        (void)masters(servers);
        const QByteArray stats
            = QByteArray::fromStdString(servers.command({"INFO", "commandstats"}).text);
        QVERIFY(stats.contains("cmdstat_time"));
        QVERIFY2(!stats.contains("cmdstat_scan"), stats);
    }

private:
    [[nodiscard]] CtlResult masters(
        const RedisServerFixture& servers, const QStringList& options = {}) const
    {
        return lockctlFor(servers).run(QStringList{u"masters"_s} + options);
    }
};

LOCKKEEPER_TEST(CtlMastersTest)

} // namespace lockkeeper::tests::ctl_masters_test

#include "ctl_masters_test.moc"
