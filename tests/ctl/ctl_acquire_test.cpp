// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <csignal>

namespace lockkeeper::ctl_acquire_test {

using tests::CtlResult;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

const QString kAcquire = QStringLiteral("acquire");
const QString kOrders = QStringLiteral("orders:42");
const QString kTtl = QStringLiteral("--ttl");
const QString kJson = QStringLiteral("--json");

void interrupt(const QProcess& process, int signal)
{
    ::kill(static_cast<pid_t>(process.processId()), signal);
}

int setCalls(RedisServerFixture& servers)
{
    const QString stats = QString::fromStdString(servers.command({"INFO", "commandstats"}).text);
    return QRegularExpression(QStringLiteral("cmdstat_set:calls=(\\d+)"))
        .match(stats)
        .captured(1)
        .toInt();
}

} // namespace

class CtlAcquireTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesTheLockToItsTtl()
    {
        RedisServerFixture servers({.count = 3});
        const CtlResult result
            = lockctlFor(servers).run({kAcquire, kOrders, kTtl, QStringLiteral("60s"), kJson});
        QCOMPARE(result.exitCode, 0);
        const QJsonObject object = result.json();
        QCOMPARE(object[QLatin1String("acquired")].toBool(), true);
        QCOMPARE(object[QLatin1String("resource")].toString(), kOrders);
        const int remaining = object[QLatin1String("remaining_ms")].toInt();
        QVERIFY(remaining > 0 && remaining <= 60000);
        const auto value = servers.command(0, {"GET", "orders:42"}).text;
        QCOMPARE(object[QLatin1String("token")].toString().toStdString(),
            Fingerprint::ofString(value).shortHex());
        QVERIFY(servers.command(0, {"PTTL", "orders:42"}).integer > 0);
    }

    void namesTheCallerAsTheHolder()
    {
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        QCOMPARE(lockctl.run({kAcquire, kOrders, kTtl, QStringLiteral("60s")}).exitCode, 0);
        const CtlResult list = lockctl.run({QStringLiteral("list"), kJson});
        const QJsonObject lock = list.lock(kOrders);
        QCOMPARE(lock[QLatin1String("holder")][QLatin1String("pid")].toInteger(),
            QCoreApplication::applicationPid());
        QVERIFY(lock[QLatin1String("stale")].toArray().isEmpty());
    }

    void exitsWith1WhenAnotherHoldsIt()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", "another"});
        const CtlResult result
            = lockctlFor(servers).run({kAcquire, kOrders, kTtl, QStringLiteral("60s"), kJson});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.json()[QLatin1String("acquired")].toBool(true), false);
        QVERIFY(result.json()[QLatin1String("token")].isNull());
        QCOMPARE(result.json()[QLatin1String("votes")].toArray().size(), 3);
        QCOMPARE(result.errorLines().size(), 1);
        QCOMPARE(servers.command(0, {"GET", "orders:42"}).text, std::string("another"));
    }

    void waitsForTheHolderToGo()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", "another", "PX", "700"});
        const CtlResult result = lockctlFor(servers).run({kAcquire, kOrders, kTtl,
            QStringLiteral("60s"), QStringLiteral("--wait"), QStringLiteral("20s")});
        QCOMPARE(result.exitCode, 0);
    }

    void exitsWith2WithoutAQuorum()
    {
        RedisServerFixture servers({.count = 3});
        servers.kill(0);
        servers.kill(1);
        const CtlResult result
            = lockctlFor(servers).run({kAcquire, kOrders, kTtl, QStringLiteral("60s")});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("master a"), result.errors.constData());
        QTRY_COMPARE(servers.command(2, {"EXISTS", "orders:42"}).integer, 0);
    }

    void leavesNothingBehindWhereAMasterAnswered()
    {
        RedisServerFixture servers({.count = 5});
        for (std::size_t i = 0; i < 3; ++i)
            servers.suspend(i);
        const CtlResult result
            = lockctlFor(servers).run({kAcquire, kOrders, kTtl, QStringLiteral("60s")});
        QCOMPARE(result.exitCode, 2);
        // It is no more: whatever it had to say was said.
        QCOMPARE(servers.command(3, {"EXISTS", "orders:42"}).integer, 0);
        QCOMPARE(servers.command(4, {"EXISTS", "orders:42"}).integer, 0);
        for (std::size_t i = 0; i < 3; ++i) {
            servers.resume(i);
            QTRY_COMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 0);
        }
    }

    void exitsWith77WhenAllMastersRefuse()
    {
        RedisServerFixture servers;
        servers.command({"ACL", "SETUSER", "default", "-set", "-eval", "-evalsha"});
        const CtlResult result
            = lockctlFor(servers).run({kAcquire, kOrders, kTtl, QStringLiteral("60s")});
        QCOMPARE(result.exitCode, 77);
    }

    void holdsAndRenewsUntilInterrupted()
    {
        RedisServerFixture servers({.count = 3});
        const auto process = lockctlFor(servers).start(
            {kAcquire, kOrders, kTtl, QStringLiteral("3s"), QStringLiteral("--hold")});
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        QTRY_COMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
        // A TTL that grows again was renewed.
        std::int64_t least = 3000;
        const auto isRenewed = [&] {
            const std::int64_t ttl = servers.command({"PTTL", "orders:42"}).integer;
            least = std::min(least, ttl);
            return ttl > least + 300;
        };
        QTRY_VERIFY(isRenewed());
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 0);
        // A release is over at quorum; the other masters follow.
        for (std::size_t i = 0; i < servers.size(); ++i)
            QTRY_COMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 0);
    }

    void aSignalEndsItThoughNobodyReadsItsOutput()
    {
        RedisServerFixture servers({.count = 3});
        QTemporaryDir folder;
        // The pipe is full before it begins.
        const QString script
            = QStringLiteral(
                "cd '%1'; mkfifo full; exec 3<>full; "
                "timeout 1 dd if=/dev/zero of=full bs=4096 2>dd; "
                "lockctl acquire orders:42 --ttl 60s --hold >full & "
                "until redis-cli -s '%2' exists orders:42 | grep -q 1; do sleep 0.1; done; "
                "kill $!; wait $!")
                  .arg(folder.path(),
                      QString::fromStdString(servers.deployment().masters[0].url.path));
        QCOMPARE(lockctlFor(servers).runInShell(script).exitCode, 0);
        for (std::size_t i = 0; i < servers.size(); ++i)
            QTRY_COMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 0);
    }

    void theEndOfTheLeaseEndsItThoughNobodyReadsItsOutput_data()
    {
        QTest::addColumn<QString>("arguments");
        const auto row = [](const char* arguments) {
            QTest::newRow(arguments) << QString::fromLatin1(arguments);
        };
        row("acquire orders:42 --ttl 1s --hold --no-renew");
        row("acquire orders:42 --ttl 1s");
        row("acquire orders:42 --ttl 1s --json");
        row("steal stuck --token TOKEN --reason x --yes --ttl 1s");
        row("steal stuck --token TOKEN --reason x --yes --ttl 1s --json");
    }
    void theEndOfTheLeaseEndsItThoughNobodyReadsItsOutput()
    {
        constexpr const char* kStuck = "5ccedab049f911f08f3a0242ac110002";
        QFETCH(QString, arguments);
        arguments.replace(QStringLiteral("TOKEN"),
            QString::fromStdString(Fingerprint::ofString(kStuck).shortHex()));
        RedisServerFixture servers;
        servers.command({"SET", "stuck", kStuck, "PX", "600000"});
        QTemporaryDir folder;
        const CtlResult result = lockctlFor(servers).runInShell(
            QStringLiteral("cd '%1'; mkfifo full; exec 3<>full; "
                           "timeout 1 dd if=/dev/zero of=full bs=4096 2>dd; "
                           "timeout 20 lockctl %2 >full")
                .arg(folder.path(), arguments));
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("the lease was lost"), result.errors.constData());
    }

    void aHeldLockThatIsTakenEndsItThoughNobodyReadsItsOutput()
    {
        RedisServerFixture servers;
        QTemporaryDir folder;
        const QString script
            = QStringLiteral(
                "cd '%1'; mkfifo full; exec 3<>full; "
                "timeout 1 dd if=/dev/zero of=full bs=4096 2>dd; "
                "timeout 30 lockctl acquire orders:42 --ttl 3s --hold >full & "
                "until redis-cli -s '%2' exists orders:42 | grep -q 1; do sleep 0.1; done; "
                "redis-cli -s '%2' set orders:42 theirs >out; wait $!")
                  .arg(folder.path(),
                      QString::fromStdString(servers.deployment().masters[0].url.path));
        const CtlResult result = lockctlFor(servers).runInShell(script);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("the lease was lost"), result.errors.constData());
    }

    void saysAtItsEndThatTheLockWasTaken()
    {
        RedisServerFixture servers({.count = 3});
        const auto process = lockctlFor(servers).start(
            {kAcquire, kOrders, kTtl, QStringLiteral("60s"), QStringLiteral("--hold")});
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        for (std::size_t i = 0; i < servers.size(); ++i)
            QTRY_COMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 1);
        for (const std::size_t taken : {0U, 1U})
            servers.command(taken, {"SET", "orders:42", "theirs"});
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 1);
        QVERIFY(process->readAllStandardError().contains("lease was lost"));
    }

    void saysWhyTheLockIsNotReleased()
    {
        RedisServerFixture servers;
        const auto process = lockctlFor(servers).start(
            {kAcquire, kOrders, kTtl, QStringLiteral("60s"), QStringLiteral("--hold")});
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        servers.command({"ACL", "SETUSER", "default", "-eval", "-evalsha"});
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 77);
        const QByteArray errors = process->readAllStandardError();
        QVERIFY2(errors.contains("NOPERM") || errors.contains("no permissions"), errors);
        QVERIFY2(errors.contains("orders:42: not released: the lock stays until"), errors);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void aMinorityThatRefusesTheReleaseIsNoFailure()
    {
        RedisServerFixture servers({.count = 3});
        const auto process = lockctlFor(servers).start(
            {kAcquire, kOrders, kTtl, QStringLiteral("60s"), QStringLiteral("--hold")});
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        servers.command(1, {"ACL", "SETUSER", "default", "-eval", "-evalsha"});
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 0);
    }

    void saysWhyTheLeaseWasLost()
    {
        RedisServerFixture servers;
        const auto process = lockctlFor(servers).start(
            {kAcquire, kOrders, kTtl, QStringLiteral("900ms"), QStringLiteral("--hold")});
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        servers.command({"ACL", "SETUSER", "default", "-eval", "-evalsha"});
        QCOMPARE(tests::waitForExit(*process), 1);
        const QByteArray errors = process->readAllStandardError();
        QVERIFY2(errors.contains("lease was lost"), errors);
        QVERIFY2(errors.contains("NOPERM") || errors.contains("no permissions"), errors);
    }

    void tellsWhenAnUnrenewedLeaseEnds()
    {
        RedisServerFixture servers;
        const CtlResult result = lockctlFor(servers).run({kAcquire, kOrders, kTtl,
            QStringLiteral("300ms"), QStringLiteral("--hold"), QStringLiteral("--no-renew")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("lease was lost"), result.errors.constData());
    }

    void itsHintIsShortWithManyMasters()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", "another"});
        const CtlResult result
            = lockctlFor(servers).run({kAcquire, kOrders, kTtl, QStringLiteral("60s")});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(!result.errors.contains("unix://"), result.errors.constData());
        const QByteArray look = "look at it: with the same 3 masters, ";
        const qsizetype line = result.errors.indexOf(look);
        QVERIFY2(line >= 0, result.errors.constData());
        const CtlResult shown = lockctlFor(servers).runInShell(
            QString::fromUtf8(result.errors.mid(line + look.size())));
        QVERIFY2(shown.output.startsWith("orders:42 is a key"), shown.errors.constData());
    }

    void namesTheMastersThatFailed()
    {
        RedisServerFixture servers({.count = 3});
        servers.kill(0);
        servers.kill(2);
        const CtlResult result
            = lockctlFor(servers).run({kAcquire, kOrders, kTtl, QStringLiteral("60s")});
        QCOMPARE(result.exitCode, 2);
        // The third one has just started: it may know by then that its vote does not count yet.
        const bool isNamed
            = result.errors.endsWith("orders:42: not acquired: 2 of 3 masters failed (a, c)\n")
            || result.errors.endsWith("orders:42: not acquired: 3 of 3 masters failed (a, b, c)\n");
        QVERIFY2(isNamed, result.errors.constData());
    }

    void canBeInterruptedWhileItWaits()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", "another"});
        const auto process = lockctlFor(servers).start({kAcquire, kOrders, kTtl,
            QStringLiteral("60s"), QStringLiteral("--wait"), QStringLiteral("1h")});
        QTRY_VERIFY(setCalls(servers) > 1);
        interrupt(*process, SIGTERM);
        QCOMPARE(tests::waitForExit(*process), 128 + SIGTERM);
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string("another"));
    }

    void outlivesAnOutageWhileItWaits()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", "another"});
        const auto process = lockctlFor(servers).start({kAcquire, kOrders, kTtl,
            QStringLiteral("60s"), QStringLiteral("--wait"), QStringLiteral("1h")});
        // The first try looks whether there is anybody; it waits from the second on.
        QTRY_VERIFY(setCalls(servers) > 2);
        servers.kill(0);
        QVERIFY(!process->waitForFinished(1500));
        servers.restart(0); // without the other's lock
        QCOMPARE(tests::waitForExit(*process), 0);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void waitsForTheEndOfAQuarantine()
    {
        RedisServerFixture servers({.count = 3});
        const QString file = m_home.filePath(QStringLiteral("quarantine.toml"));
        tests::writeDeployment(file, servers,
            "restart_quarantine = \"always\"\nlongest_ttl = \"5s\"\nread_only = false\n");
        QStringList arguments{
            QStringLiteral("--config"), file, kAcquire, kOrders, kTtl, QStringLiteral("2s")};
        // The servers have just started.
        servers.restart(0);
        servers.restart(1);
        const CtlResult refused = Lockctl(m_home.path(), {}).run(arguments);
        QVERIFY2(refused.exitCode == 2, refused.errors.constData());
        arguments << QStringLiteral("--wait") << QStringLiteral("30s");
        QCOMPARE(Lockctl(m_home.path(), {}).run(arguments).exitCode, 0);
    }

private:
    Lockctl lockctlFor(const RedisServerFixture& servers) const
    {
        return Lockctl(m_home.path(), tests::urlsOf(servers));
    }

    QTemporaryDir m_home;
};

LOCKKEEPER_TEST(CtlAcquireTest)

} // namespace lockkeeper::ctl_acquire_test

#include "ctl_acquire_test.moc"
