// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/ctl/talking_clients.h"
#include "tests/support/cluster_fixture.h"
#include "tests/support/test_class.h"

#include <csignal>

namespace lockkeeper::tests::ctl_whois_test {

namespace {

const std::string kKey = "orders:42";
const std::string kToken = "wOFy0vTqMkYFf36Ktgtx4t3k";
const QString kName = u"orders:42"_s;
const QString kJson = u"--json"_s;

qsizetype monitorsOf(RedisServerFixture& servers, std::size_t server)
{
    const std::string clients = servers.command(server, {"CLIENT", "LIST"}).text;
    return QByteArray::fromStdString(clients).count("cmd=monitor");
}

bool isMonitored(RedisServerFixture& servers, std::size_t server = 0)
{
    return monitorsOf(servers, server) != 0;
}

} // namespace

class CtlWhoisTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void isCertainOfAHolderThatRenews()
    {
        RedisServerFixture servers({.hasTcp = true});
        servers.command({"SET", kKey, kToken, "PX", "60000"});
        servers.command({"PING"}); // not the command of somebody who takes locks
        const Repeater both(servers.tcpUrls()[0],
            {{"billing",
                 {"EVAL", "return redis.call('PEXPIRE', KEYS[1], ARGV[2])", "1", kKey, kToken,
                     "60000"}},
                {"waiter", {"SET", kKey, "another-token-of-a-waiter", "NX", "PX", "60000"}}});
        const CtlResult result
            = whois(servers, {kJson, u"--monitor"_s, u"5"_s, u"--lines"_s, u"200"_s});
        QCOMPARE(result.exitCode, 0);
        const QJsonArray clients = result.json()["clients"_L1].toArray();
        QCOMPARE(clients.size(), 2);
        QCOMPARE(clients[0]["certainty"_L1].toString(), u"certain"_s);
        QCOMPARE(clients[0]["name"_L1].toString(), u"billing"_s);
        QVERIFY(clients[0]["address"_L1].toString().startsWith(u"127.0.0.1:"_s));
        QCOMPARE(clients[1]["name"_L1].toString(), u"waiter"_s);
        QCOMPARE(clients[1]["certainty"_L1].toString(), u"possible"_s);
    }

    void endsAtTheLimitOfLinesAndSaysSo()
    {
        RedisServerFixture servers({.hasTcp = true});
        const Repeater busy(servers.tcpUrls()[0], {{{}, {"PING"}}});
        const CtlResult result
            = whois(servers, {kJson, u"--monitor"_s, u"10"_s, u"--lines"_s, u"50"_s});
        const QJsonObject monitor = result.json()["masters"_L1][0]["monitor"_L1].toObject();
        QCOMPARE(monitor["lines"_L1].toInt(), 50);
        QVERIFY(monitor["full"_L1].toBool());
        QVERIFY(result.errors.contains("listening ended after 50 commands"));
        QTRY_VERIFY(!isMonitored(servers));
    }

    void statesTheCostBeforeItListens()
    {
        RedisServerFixture servers({.count = 3, .hasTcp = true});
        const CtlResult result = whois(servers, {u"--monitor"_s, u"100ms"_s});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errorLines().value(0).startsWith(
                     "lockctl: warning: MONITOR on 3 masters, for 0.1 s or 100000 commands"),
            result.errors);
        QVERIFY(!isMonitored(servers));
    }

    void doesNotListenUnasked()
    {
        RedisServerFixture servers({.hasTcp = true});
        servers.command({"SET", kKey, kToken});
        (void)whois(servers, {});
        const auto stats = servers.command({"INFO", "commandstats"}).text;
        QVERIFY(stats.find("cmdstat_client|list") != std::string::npos);
        QVERIFY(stats.find("cmdstat_monitor") == std::string::npos);
    }

    void endsOnASignalAndAnswersWithWhatItKnows_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("Ctrl-C") << SIGINT;
        QTest::newRow("Ctrl-Z") << SIGTSTP;
        QTest::newRow("terminate") << SIGTERM;
    }
    void endsOnASignalAndAnswersWithWhatItKnows()
    {
        QFETCH(int, number);
        RedisServerFixture servers({.count = 2, .hasTcp = true});
        servers.commandAll({"SET", kKey, kToken});
        const QStringList listen{u"whois"_s, kName, u"--monitor"_s, u"10"_s, kJson};
        // Whoever gets no signal goes on for longer, although it began before.
        const auto other = lockctlFor(servers).start(listen);
        QTRY_VERIFY(isMonitored(servers, 0) && isMonitored(servers, 1));
        const auto process = lockctlFor(servers).start(listen);
        QTRY_VERIFY(monitorsOf(servers, 0) == 2 && monitorsOf(servers, 1) == 2);
        auto holder = clientOf(servers.tcpUrls()[0], "billing");
        holder.call({"SET", kKey, kToken, "PX", "60000"}).value();
        ::kill(static_cast<pid_t>(process->processId()), number);
        QCOMPARE(waitForExit(*process), 0);
        QVERIFY(process->readAllStandardOutput().contains("\"certain\""));
        QCOMPARE(other->state(), QProcess::Running);
        QVERIFY(monitorsOf(servers, 0) == 1 && monitorsOf(servers, 1) == 1);
    }

    void leavesNoMonitorBehindWhenKilled()
    {
        RedisServerFixture servers({.hasTcp = true});
        const auto process
            = lockctlFor(servers).start({u"whois"_s, kName, u"--monitor"_s, u"10"_s});
        QTRY_VERIFY(isMonitored(servers));
        process->kill();
        QCOMPARE(waitForExit(*process), 128 + SIGKILL);
        QTRY_VERIFY(!isMonitored(servers));
    }

    void printsNoTokensAndNoPasswords()
    {
        RedisServerFixture servers({.hasTcp = true, .password = "canary-password"});
        servers.command({"SET", kKey, kToken});
        const Repeater both(servers.tcpUrls()[0],
            {{"billing", {"SET", kKey, kToken, "PX", "60000"}},
                {{}, {"AUTH", "default", "canary-password"}}});
        for (const QStringList& form : {QStringList{}, QStringList{kJson}}) {
            const CtlResult result
                = lockctlFor(servers).run(words("whois orders:42 --monitor 5 --lines 100") + form);
            QCOMPARE(result.exitCode, 0);
            QVERIFY(!result.output.contains("canary") && !result.errors.contains("canary"));
            QVERIFY(!result.output.contains(QByteArray::fromStdString(kToken)));
            QVERIFY(!result.errors.contains(QByteArray::fromStdString(kToken)));
        }
    }

    void findsTheOwnerOfOurTokensWithoutListening()
    {
        RedisServerFixture servers({.hasTcp = true});
        const auto process = lockctlFor(servers).start("acquire orders:42 --ttl 30s --hold");
        QTRY_VERIFY(!servers.command({"GET", kKey}).isNil());
        const CtlResult result = whois(servers, {});
        QVERIFY2(result.says(0, "the token names this connection"), result.told());
        const QByteArray ended
            = "its process " + QByteArray::number(process->processId()) + " has ended";
        process->kill();
        QCOMPARE(waitForExit(*process), 128 + SIGKILL);
        QTRY_COMPARE(whois(servers, {}).exitCode, 1);
        QVERIFY(whois(servers, {kJson}).json()["connection_gone"_L1].toBool());
        const CtlResult after = whois(servers, {});
        QVERIFY2(after.output.contains(ended), after.output);
    }

    void saysWhatToTryWhenNobodyIsFound()
    {
        RedisServerFixture servers({.hasTcp = true});
        servers.command({"SET", kKey, kToken});
        servers.command({"PING"});
        const CtlResult result = whois(servers, {});
        QVERIFY2(result.says(1, "no client is known to hold it"), result.told());
        QVERIFY(result.output.contains("by listening: --monitor 10"));
        const CtlResult heard = whois(servers, {u"--monitor"_s, u"100ms"_s});
        QVERIFY2(heard.output.contains("by listening longer: --monitor 10"), heard.output);
    }

    void exitsWith1WhenItIsFree()
    {
        RedisServerFixture servers({.count = 3, .hasTcp = true});
        const CtlResult result = whois(servers, {});
        QVERIFY2(result.says(1, "it is not held now"), result.told());
    }

    void saysWhatIsLostWithoutClientListAndMonitor()
    {
        RedisServerFixture servers({.hasTcp = true});
        servers.command({"SET", kKey, kToken});
        servers.command({"ACL", "SETUSER", "ro", "on", ">pw", "~*", "+@read", "+ping", "+role"});
        QString url = QString::fromStdString(servers.tcpUrls()[0]);
        url.replace(u"redis://"_s, u"redis://ro:pw@"_s);
        const CtlResult result = Lockctl(m_home.path(), {url}).run("whois orders:42 --monitor 1");
        QVERIFY2(result.says(77, "held"), result.told());
        QVERIFY2(result.errors.contains("ACL SETUSER ro +client|list\n"), result.errors);
        QVERIFY2(result.errors.contains("ACL SETUSER ro +monitor\n"), result.errors);
    }

    void findsByMonitorAloneWhereClientListIsRefused()
    {
        RedisServerFixture servers({.hasTcp = true});
        servers.command({"SET", kKey, kToken});
        servers.command({"ACL", "SETUSER", "ro", "on", ">pw", "~*", "+@read", "+monitor"});
        const Repeater holder(
            servers.tcpUrls()[0], {{"billing", {"SET", kKey, kToken, "PX", "60000"}}});
        QString url = QString::fromStdString(servers.tcpUrls()[0]);
        url.replace(u"redis://"_s, u"redis://ro:pw@"_s);
        const CtlResult result
            = Lockctl(m_home.path(), {url}).run("whois orders:42 --json --monitor 5 --lines 20");
        QCOMPARE(result.exitCode, 0);
        const QJsonObject client = result.json()["clients"_L1][0].toObject();
        QCOMPARE(client["certainty"_L1].toString(), u"certain"_s);
        QVERIFY(client["name"_L1].isNull());
    }

    void answersWithoutAQuorumIfTheHolderIsFound()
    {
        RedisServerFixture servers({.count = 3, .hasTcp = true});
        servers.command(0, {"SET", kKey, kToken});
        servers.kill(1);
        servers.kill(2);
        QCOMPARE(whois(servers, {}).exitCode, 2);
        const Repeater holder(
            servers.tcpUrls()[0], {{"billing", {"SET", kKey, kToken, "PX", "60000"}}});
        const CtlResult result = whois(servers, {u"--monitor"_s, u"5"_s, u"--lines"_s, u"20"_s});
        QVERIFY2(result.says(0, "billing"), result.told());
        QCOMPARE(result.errorLines().size(), 4); // the cost, the limit, two masters
    }

    void keepsAHostileClientNameHarmless()
    {
        RedisServerFixture servers({.hasTcp = true});
        const std::string key = "a\nb\x1b[2J";
        servers.command({"SET", key, kToken, "PX", "60000"});
        const Repeater holder(
            servers.tcpUrls()[0], {{"<b>%s\\n</b>", {"SET", key, kToken, "PX", "60000"}}});
        const CtlResult result = lockctlFor(servers).run({u"whois"_s, QString::fromStdString(key),
            u"--monitor"_s, u"5"_s, u"--lines"_s, u"20"_s});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.output.contains('\x1b'));
        QVERIFY(result.output.contains("<b>%s\\\\n</b>"));
        QVERIFY(result.output.startsWith("resource  a\\nb\\x1b[2J\n"));
    }

    void asksTheShardOfACluster()
    {
        ClusterFixture cluster;
        const std::string key = ClusterFixture::keyOf(2);
        cluster.shard(2).command({"SET", key, kToken});
        const Repeater holder(cluster.url(2), {{"billing", {"SET", key, kToken, "PX", "60000"}}});
        const QString config = m_home.filePath(u"deployments.toml"_s);
        writeClusterFile(config, cluster.url(0));
        const CtlResult result
            = Lockctl(m_home.path())
                  .run({u"--config"_s, config, u"whois"_s, QString::fromStdString(key), kJson,
                      u"--monitor"_s, u"5"_s, u"--lines"_s, u"20"_s});
        QCOMPARE(result.exitCode, 0);
        const QJsonObject client = result.json()["clients"_L1][0].toObject();
        QCOMPARE(client["name"_L1].toString(), u"billing"_s);
    }

private:
    Lockctl lockctlFor(const RedisServerFixture& servers) const
    {
        return Lockctl(m_home.path(), tcpUrlsOf(servers));
    }
    CtlResult whois(const RedisServerFixture& servers, const QStringList& more) const
    {
        return lockctlFor(servers).run(QStringList{u"whois"_s, kName} + more);
    }
    static void writeClusterFile(const QString& path, const std::string& seed)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(("[[deployment]]\nname = \"cluster\"\n[deployment.cluster]\nseeds = [\"" + seed
            + "\"]\n")
                       .c_str());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
};

LOCKKEEPER_TEST(CtlWhoisTest)

} // namespace lockkeeper::tests::ctl_whois_test

#include "ctl_whois_test.moc"
