// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/ctl/talking_clients.h"
#include "tests/support/cluster_fixture.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QtTest>
#include <csignal>

namespace lockkeeper::ctl_whois_test {

using namespace std::chrono_literals;
using tests::clientOf;
using tests::CtlResult;
using tests::Lockctl;
using tests::RedisServerFixture;
using tests::Repeater;
using tests::tcpUrlsOf;

namespace {

const std::string kKey = "orders:42";
const std::string kToken = "wOFy0vTqMkYFf36Ktgtx4t3k";
const QString kName = QStringLiteral("orders:42");
const QString kJson = QStringLiteral("--json");

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

class CtlWhoisTest : public tests::CtlTest {
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
        const CtlResult result = whois(servers,
            {kJson, QStringLiteral("--monitor"), QStringLiteral("5"), QStringLiteral("--lines"),
                QStringLiteral("200")});
        QCOMPARE(result.exitCode, 0);
        const QJsonArray clients = result.json()[QLatin1String("clients")].toArray();
        QCOMPARE(clients.size(), 2);
        QCOMPARE(clients[0][QLatin1String("certainty")].toString(), QStringLiteral("certain"));
        QCOMPARE(clients[0][QLatin1String("name")].toString(), QStringLiteral("billing"));
        QVERIFY(clients[0][QLatin1String("address")].toString().startsWith(
            QStringLiteral("127.0.0.1:")));
        QCOMPARE(clients[1][QLatin1String("name")].toString(), QStringLiteral("waiter"));
        QCOMPARE(clients[1][QLatin1String("certainty")].toString(), QStringLiteral("possible"));
    }

    void endsAtTheLimitOfLinesAndSaysSo()
    {
        RedisServerFixture servers({.hasTcp = true});
        const Repeater busy(servers.tcpUrls()[0], {{{}, {"PING"}}});
        const CtlResult result = whois(servers,
            {kJson, QStringLiteral("--monitor"), QStringLiteral("10"), QStringLiteral("--lines"),
                QStringLiteral("50")});
        const QJsonObject monitor
            = result.json()[QLatin1String("masters")][0][QLatin1String("monitor")].toObject();
        QCOMPARE(monitor[QLatin1String("lines")].toInt(), 50);
        QVERIFY(monitor[QLatin1String("full")].toBool());
        QVERIFY(result.errors.contains("listening ended after 50 commands"));
        QTRY_VERIFY(!isMonitored(servers));
    }

    void statesTheCostBeforeItListens()
    {
        RedisServerFixture servers({.count = 3, .hasTcp = true});
        const CtlResult result
            = whois(servers, {QStringLiteral("--monitor"), QStringLiteral("100ms")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errorLines().value(0).startsWith(
                     "lockctl: warning: MONITOR on 3 masters, for 0.1 s or 100000 commands"),
            result.errors.constData());
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
        const QStringList listen{QStringLiteral("whois"), kName, QStringLiteral("--monitor"),
            QStringLiteral("10"), kJson};
        // Whoever gets no signal goes on for longer, although it began before.
        const auto other = lockctlFor(servers).start(listen);
        QTRY_VERIFY(isMonitored(servers, 0) && isMonitored(servers, 1));
        const auto process = lockctlFor(servers).start(listen);
        QTRY_VERIFY(monitorsOf(servers, 0) == 2 && monitorsOf(servers, 1) == 2);
        auto holder = clientOf(servers.tcpUrls()[0], "billing");
        holder.call({"SET", kKey, kToken, "PX", "60000"}).value();
        ::kill(static_cast<pid_t>(process->processId()), number);
        QCOMPARE(tests::waitForExit(*process), 0);
        QVERIFY(process->readAllStandardOutput().contains("\"certain\""));
        QCOMPARE(other->state(), QProcess::Running);
        QVERIFY(monitorsOf(servers, 0) == 1 && monitorsOf(servers, 1) == 1);
    }

    void leavesNoMonitorBehindWhenKilled()
    {
        RedisServerFixture servers({.hasTcp = true});
        const auto process = lockctlFor(servers).start(
            {QStringLiteral("whois"), kName, QStringLiteral("--monitor"), QStringLiteral("10")});
        QTRY_VERIFY(isMonitored(servers));
        process->kill();
        QCOMPARE(tests::waitForExit(*process), 128 + SIGKILL);
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
            const CtlResult result = lockctlFor(servers).run(
                QStringList{QStringLiteral("whois"), kName, QStringLiteral("--monitor"),
                    QStringLiteral("5"), QStringLiteral("--lines"), QStringLiteral("100")}
                + form);
            QCOMPARE(result.exitCode, 0);
            QVERIFY(!result.output.contains("canary") && !result.errors.contains("canary"));
            QVERIFY(!result.output.contains(QByteArray::fromStdString(kToken)));
            QVERIFY(!result.errors.contains(QByteArray::fromStdString(kToken)));
        }
    }

    void findsTheOwnerOfOurTokensWithoutListening()
    {
        RedisServerFixture servers({.hasTcp = true});
        const auto process = lockctlFor(servers).start({QStringLiteral("acquire"), kName,
            QStringLiteral("--ttl"), QStringLiteral("30s"), QStringLiteral("--hold")});
        QTRY_VERIFY(!servers.command({"GET", kKey}).isNil());
        const CtlResult result = whois(servers, {});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(
            result.output.contains("the token names this connection"), result.output.constData());
        const QByteArray ended
            = "its process " + QByteArray::number(process->processId()) + " has ended";
        process->kill();
        QCOMPARE(tests::waitForExit(*process), 128 + SIGKILL);
        QTRY_COMPARE(whois(servers, {}).exitCode, 1);
        QVERIFY(whois(servers, {kJson}).json()[QLatin1String("connection_gone")].toBool());
        const CtlResult after = whois(servers, {});
        QVERIFY2(after.output.contains(ended), after.output.constData());
    }

    void saysWhatToTryWhenNobodyIsFound()
    {
        RedisServerFixture servers({.hasTcp = true});
        servers.command({"SET", kKey, kToken});
        servers.command({"PING"});
        const CtlResult result = whois(servers, {});
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.output.contains("no client is known to hold it"));
        QVERIFY(result.output.contains("by listening: --monitor 10"));
        const CtlResult heard
            = whois(servers, {QStringLiteral("--monitor"), QStringLiteral("100ms")});
        QVERIFY2(
            heard.output.contains("by listening longer: --monitor 10"), heard.output.constData());
    }

    void exitsWith1WhenItIsFree()
    {
        RedisServerFixture servers({.count = 3, .hasTcp = true});
        const CtlResult result = whois(servers, {});
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.output.contains("it is not held now"));
    }

    void saysWhatIsLostWithoutClientListAndMonitor()
    {
        RedisServerFixture servers({.hasTcp = true});
        servers.command({"SET", kKey, kToken});
        servers.command({"ACL", "SETUSER", "ro", "on", ">pw", "~*", "+@read", "+ping", "+role"});
        QString url = QString::fromStdString(servers.tcpUrls()[0]);
        url.replace(QStringLiteral("redis://"), QStringLiteral("redis://ro:pw@"));
        const CtlResult result = Lockctl(m_home.path(), {url})
                                     .run({QStringLiteral("whois"), kName,
                                         QStringLiteral("--monitor"), QStringLiteral("1")});
        QCOMPARE(result.exitCode, 77);
        QVERIFY(result.output.contains("held"));
        QVERIFY2(
            result.errors.contains("ACL SETUSER ro +client|list\n"), result.errors.constData());
        QVERIFY2(result.errors.contains("ACL SETUSER ro +monitor\n"), result.errors.constData());
    }

    void findsByMonitorAloneWhereClientListIsRefused()
    {
        RedisServerFixture servers({.hasTcp = true});
        servers.command({"SET", kKey, kToken});
        servers.command({"ACL", "SETUSER", "ro", "on", ">pw", "~*", "+@read", "+monitor"});
        const Repeater holder(
            servers.tcpUrls()[0], {{"billing", {"SET", kKey, kToken, "PX", "60000"}}});
        QString url = QString::fromStdString(servers.tcpUrls()[0]);
        url.replace(QStringLiteral("redis://"), QStringLiteral("redis://ro:pw@"));
        const CtlResult result
            = Lockctl(m_home.path(), {url})
                  .run({QStringLiteral("whois"), kName, kJson, QStringLiteral("--monitor"),
                      QStringLiteral("5"), QStringLiteral("--lines"), QStringLiteral("20")});
        QCOMPARE(result.exitCode, 0);
        const QJsonObject client = result.json()[QLatin1String("clients")][0].toObject();
        QCOMPARE(client[QLatin1String("certainty")].toString(), QStringLiteral("certain"));
        QVERIFY(client[QLatin1String("name")].isNull());
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
        const CtlResult result = whois(servers,
            {QStringLiteral("--monitor"), QStringLiteral("5"), QStringLiteral("--lines"),
                QStringLiteral("20")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.contains("billing"));
        QCOMPARE(result.errorLines().size(), 4); // the cost, the limit, two masters
    }

    void keepsAHostileClientNameHarmless()
    {
        RedisServerFixture servers({.hasTcp = true});
        const std::string key = "a\nb\x1b[2J";
        servers.command({"SET", key, kToken, "PX", "60000"});
        const Repeater holder(
            servers.tcpUrls()[0], {{"<b>%s\\n</b>", {"SET", key, kToken, "PX", "60000"}}});
        const CtlResult result = lockctlFor(servers).run(
            {QStringLiteral("whois"), QString::fromStdString(key), QStringLiteral("--monitor"),
                QStringLiteral("5"), QStringLiteral("--lines"), QStringLiteral("20")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.output.contains('\x1b'));
        QVERIFY(result.output.contains("<b>%s\\\\n</b>"));
        QVERIFY(result.output.startsWith("resource  a\\nb\\x1b[2J\n"));
    }

    void asksTheShardOfACluster()
    {
        tests::ClusterFixture cluster;
        const std::string key = tests::ClusterFixture::keyOf(2);
        cluster.shard(2).command({"SET", key, kToken});
        const Repeater holder(cluster.url(2), {{"billing", {"SET", key, kToken, "PX", "60000"}}});
        const QString config = m_home.filePath(QStringLiteral("deployments.toml"));
        writeClusterFile(config, cluster.url(0));
        const CtlResult result
            = Lockctl(m_home.path())
                  .run({QStringLiteral("--config"), config, QStringLiteral("whois"),
                      QString::fromStdString(key), kJson, QStringLiteral("--monitor"),
                      QStringLiteral("5"), QStringLiteral("--lines"), QStringLiteral("20")});
        QCOMPARE(result.exitCode, 0);
        const QJsonObject client = result.json()[QLatin1String("clients")][0].toObject();
        QCOMPARE(client[QLatin1String("name")].toString(), QStringLiteral("billing"));
    }

private:
    Lockctl lockctlFor(const RedisServerFixture& servers) const
    {
        return Lockctl(m_home.path(), tcpUrlsOf(servers));
    }
    CtlResult whois(const RedisServerFixture& servers, const QStringList& more) const
    {
        return lockctlFor(servers).run(QStringList{QStringLiteral("whois"), kName} + more);
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

} // namespace lockkeeper::ctl_whois_test

#include "ctl_whois_test.moc"
