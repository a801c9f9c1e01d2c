// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/fault_proxy.h"
#include "tests/support/table.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <csignal>

namespace lockkeeper::tests::ctl_acquire_test {

namespace {

const QString kAcquire = u"acquire"_s;
const QString kOrders = u"orders:42"_s;
const QString kTtl = u"--ttl"_s;

void interrupt(const QProcess& process, int signal)
{
    ::kill(static_cast<pid_t>(process.processId()), signal);
}

int setCalls(RedisServerFixture& servers)
{
    const QString stats = QString::fromStdString(servers.command({"INFO", "commandstats"}).text);
    return QRegularExpression(u"cmdstat_set:calls=(\\d+)"_s).match(stats).captured(1).toInt();
}

} // namespace

class CtlAcquireTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesTheLockToItsTtl()
    {
        RedisServerFixture servers({.count = 3});
        const CtlResult result = lockctlFor(servers).run("acquire orders:42 --ttl 60s --json");
        QCOMPARE(result.exitCode, 0);
        const QJsonObject object = result.json();
        QCOMPARE(object["acquired"_L1].toBool(), true);
        QCOMPARE(object["resource"_L1].toString(), kOrders);
        const int remaining = object["remaining_ms"_L1].toInt();
        QVERIFY(remaining > 0 && remaining <= 60000);
        const auto value = servers.command(0, {"GET", "orders:42"}).text;
        QCOMPARE(
            object["token"_L1].toString().toStdString(), Fingerprint::ofString(value).shortHex());
        QVERIFY(servers.command(0, {"PTTL", "orders:42"}).integer > 0);
    }

    void namesTheCallerAsTheHolder()
    {
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        QCOMPARE(lockctl.run("acquire orders:42 --ttl 60s").exitCode, 0);
        const CtlResult list = lockctl.run("list --json");
        const QJsonObject lock = list.lock(kOrders);
        QCOMPARE(lock["holder"_L1]["pid"_L1].toInteger(), QCoreApplication::applicationPid());
        QVERIFY(lock["stale"_L1].toArray().isEmpty());
    }

    void exitsWith1WhenAnotherHoldsIt()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", "another"});
        const CtlResult result = lockctlFor(servers).run("acquire orders:42 --ttl 60s --json");
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.json()["acquired"_L1].toBool(true), false);
        QVERIFY(result.json()["token"_L1].isNull());
        QCOMPARE(result.json()["votes"_L1].toArray().size(), 3);
        QCOMPARE(result.errorLines().size(), 1);
        QCOMPARE(servers.command(0, {"GET", "orders:42"}).text, std::string("another"));
    }

    void waitsForTheHolderToGo()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", "another", "PX", "700"});
        const CtlResult result = lockctlFor(servers).run("acquire orders:42 --ttl 60s --wait 20s");
        QCOMPARE(result.exitCode, 0);
    }

    void exitsWith2WithoutAQuorum()
    {
        RedisServerFixture servers({.count = 3});
        servers.kill(0);
        servers.kill(1);
        const CtlResult result = lockctlFor(servers).run("acquire orders:42 --ttl 60s");
        QVERIFY2(result.fails(2, "master a"), result.told());
        QTRY_COMPARE(servers.command(2, {"EXISTS", "orders:42"}).integer, 0);
    }

    void leavesNothingBehindWhereAMasterAnswered()
    {
        RedisServerFixture servers({.count = 5});
        for (std::size_t i = 0; i < 3; ++i)
            servers.suspend(i);
        const CtlResult result = lockctlFor(servers).run("acquire orders:42 --ttl 60s");
        QCOMPARE(result.exitCode, 2);
        // It is no more: whatever it had to say was said.
        QCOMPARE(servers.command(3, {"EXISTS", "orders:42"}).integer, 0);
        QCOMPARE(servers.command(4, {"EXISTS", "orders:42"}).integer, 0);
        for (std::size_t i = 0; i < 3; ++i) {
            servers.resume(i);
            QTRY_COMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 0);
        }
    }

    void takesBackWhatAMasterStoredWhoseConnectionBroke()
    {
        RedisServerFixture servers({.count = 3});
        FaultNetwork network(servers.urls());
        for (std::size_t i = 0; i < 2; ++i)
            network[i].strike(Fault::CutReply, "SET");
        QStringList urls;
        for (const std::string& url : network.urls())
            urls << QString::fromStdString(url);
        const CtlResult result = Lockctl(m_home.path(), urls).run("acquire orders:42 --ttl 1h");
        QVERIFY2(result.exitCode == 2, result.errors);
        QCOMPARE(network[0].struck() + network[1].struck(), 2U);
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 0);
    }

    void exitsWith77WhenAllMastersRefuse_data()
    {
        const auto row = columns<int>();
        row("one", 1);
        row("three, of which the last need not answer", 3);
    }
    void exitsWith77WhenAllMastersRefuse()
    {
        const auto [count] = fetch<int>();
        RedisServerFixture servers(static_cast<std::size_t>(count),
            {"ACL", "SETUSER", "default", "-set", "-eval", "-evalsha"});
        const CtlResult result = lockctlFor(servers).run("acquire orders:42 --ttl 60s");
        QCOMPARE(result.exitCode, 77);
    }

    void holdsAndRenewsUntilInterrupted()
    {
        RedisServerFixture servers({.count = 3});
        const auto process
            = lockctlFor(servers).start({kAcquire, kOrders, kTtl, u"3s"_s, u"--hold"_s});
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
        QCOMPARE(waitForExit(*process), 0);
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
            = u"cd '%1'; mkfifo full; exec 3<>full; "
              u"timeout 1 dd if=/dev/zero of=full bs=4096 2>dd; "
              u"lockctl acquire orders:42 --ttl 60s --hold >full & "
              u"until redis-cli -s '%2' exists orders:42 | grep -q 1; do sleep 0.1; done; "
              u"kill $!; wait $!"_s.arg(
                  folder.path(), QString::fromStdString(servers.deployment().masters[0].url.path));
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
        arguments.replace(
            u"TOKEN"_s, QString::fromStdString(Fingerprint::ofString(kStuck).shortHex()));
        RedisServerFixture servers(1, {"SET", "stuck", kStuck, "PX", "600000"});
        QTemporaryDir folder;
        const CtlResult result = lockctlFor(servers).runInShell(
            u"cd '%1'; mkfifo full; exec 3<>full; "
            u"timeout 1 dd if=/dev/zero of=full bs=4096 2>dd; "
            u"timeout 20 lockctl %2 >full"_s.arg(folder.path(), arguments));
        QVERIFY2(result.fails(1, "the lease was lost"), result.told());
    }

    void aHeldLockThatIsTakenEndsItThoughNobodyReadsItsOutput()
    {
        RedisServerFixture servers;
        QTemporaryDir folder;
        const QString script
            = u"cd '%1'; mkfifo full; exec 3<>full; "
              u"timeout 1 dd if=/dev/zero of=full bs=4096 2>dd; "
              u"timeout 30 lockctl acquire orders:42 --ttl 3s --hold >full & "
              u"until redis-cli -s '%2' exists orders:42 | grep -q 1; do sleep 0.1; done; "
              u"redis-cli -s '%2' set orders:42 theirs >out; wait $!"_s.arg(
                  folder.path(), QString::fromStdString(servers.deployment().masters[0].url.path));
        const CtlResult result = lockctlFor(servers).runInShell(script);
        QVERIFY2(result.fails(1, "the lease was lost"), result.told());
    }

    void saysAtItsEndThatTheLockWasTaken()
    {
        RedisServerFixture servers({.count = 3});
        const auto process
            = lockctlFor(servers).start({kAcquire, kOrders, kTtl, u"60s"_s, u"--hold"_s});
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        for (std::size_t i = 0; i < servers.size(); ++i)
            QTRY_COMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 1);
        for (const std::size_t taken : {0U, 1U})
            servers.command(taken, {"SET", "orders:42", "theirs"});
        interrupt(*process, SIGINT);
        QCOMPARE(waitForExit(*process), 1);
        QVERIFY(process->readAllStandardError().contains("lease was lost"));
    }

    void saysWhyTheLockIsNotReleased()
    {
        RedisServerFixture servers;
        const auto process
            = lockctlFor(servers).start({kAcquire, kOrders, kTtl, u"60s"_s, u"--hold"_s});
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        servers.command({"ACL", "SETUSER", "default", "-eval", "-evalsha"});
        interrupt(*process, SIGINT);
        QCOMPARE(waitForExit(*process), 77);
        const QByteArray errors = process->readAllStandardError();
        QVERIFY2(errors.contains("NOPERM") || errors.contains("no permissions"), errors);
        QVERIFY2(errors.contains("orders:42: not released: the lock stays until"), errors);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void aMinorityThatRefusesTheReleaseIsNoFailure()
    {
        RedisServerFixture servers({.count = 3});
        const auto process
            = lockctlFor(servers).start({kAcquire, kOrders, kTtl, u"60s"_s, u"--hold"_s});
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        servers.command(1, {"ACL", "SETUSER", "default", "-eval", "-evalsha"});
        interrupt(*process, SIGINT);
        QCOMPARE(waitForExit(*process), 0);
    }

    void saysWhyTheLeaseWasLost()
    {
        RedisServerFixture servers;
        const auto process
            = lockctlFor(servers).start({kAcquire, kOrders, kTtl, u"900ms"_s, u"--hold"_s});
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        servers.command({"ACL", "SETUSER", "default", "-eval", "-evalsha"});
        QCOMPARE(waitForExit(*process), 1);
        const QByteArray errors = process->readAllStandardError();
        QVERIFY2(errors.contains("lease was lost"), errors);
        QVERIFY2(errors.contains("NOPERM") || errors.contains("no permissions"), errors);
    }

    void tellsWhenAnUnrenewedLeaseEnds()
    {
        RedisServerFixture servers;
        const CtlResult result
            = lockctlFor(servers).run("acquire orders:42 --ttl 300ms --hold --no-renew");
        QVERIFY2(result.fails(1, "lease was lost"), result.told());
    }

    void itsHintIsShortWithManyMasters()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", "another"});
        const CtlResult result = lockctlFor(servers).run("acquire orders:42 --ttl 60s");
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(!result.errors.contains("unix://"), result.errors);
        const QByteArray look = "look at it: with the same 3 masters, ";
        const qsizetype line = result.errors.indexOf(look);
        QVERIFY2(line >= 0, result.errors);
        const CtlResult shown = lockctlFor(servers).runInShell(
            QString::fromUtf8(result.errors.mid(line + look.size())));
        QVERIFY2(shown.output.startsWith("orders:42 is a key"), shown.errors);
    }

    void namesTheMastersThatFailed()
    {
        RedisServerFixture servers({.count = 3});
        servers.kill(0);
        servers.kill(2);
        const CtlResult result = lockctlFor(servers).run("acquire orders:42 --ttl 60s");
        QCOMPARE(result.exitCode, 2);
        // The third one has just started: it may know by then that its vote does not count yet.
        const bool isNamed
            = result.errors.endsWith("orders:42: not acquired: 2 of 3 masters failed (a, c)\n")
            || result.errors.endsWith("orders:42: not acquired: 3 of 3 masters failed (a, b, c)\n");
        QVERIFY2(isNamed, result.errors);
    }

    void canBeInterruptedWhileItWaits()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", "another"});
        const auto process = lockctlFor(servers).start("acquire orders:42 --ttl 60s --wait 1h");
        QTRY_VERIFY(setCalls(servers) > 1);
        interrupt(*process, SIGTERM);
        QCOMPARE(waitForExit(*process), 128 + SIGTERM);
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string("another"));
    }

    void outlivesAnOutageWhileItWaits()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", "another"});
        const auto process = lockctlFor(servers).start("acquire orders:42 --ttl 60s --wait 1h");
        // The first try looks whether there is anybody; it waits from the second on.
        QTRY_VERIFY(setCalls(servers) > 2);
        servers.kill(0);
        QVERIFY(!process->waitForFinished(1500));
        servers.restart(0); // without the other's lock
        QCOMPARE(waitForExit(*process), 0);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void waitsForTheEndOfAQuarantine()
    {
        RedisServerFixture servers({.count = 3});
        const QString file = m_home.filePath(u"quarantine.toml"_s);
        writeDeployment(file, servers,
            "restart_quarantine = \"always\"\nlongest_ttl = \"5s\"\nread_only = false\n");
        QStringList arguments{u"--config"_s, file, kAcquire, kOrders, kTtl, u"2s"_s};
        // The servers have just started.
        servers.restart(0);
        servers.restart(1);
        const CtlResult refused = Lockctl(m_home.path(), {}).run(arguments);
        QVERIFY2(refused.exitCode == 2, refused.errors);
        arguments << u"--wait"_s << u"30s"_s;
        QCOMPARE(Lockctl(m_home.path(), {}).run(arguments).exitCode, 0);
    }

    void warnsOfATtlThatOthersDoNotWaitFor()
    {
        const RedisServerFixture servers({.count = 3});
        const QString file = m_home.filePath(u"longest.toml"_s);
        writeDeployment(file, servers, "longest_ttl = \"5s\"\nread_only = false\n");
        const auto acquire = [&](const QString& name, const QString& ttl) {
            return Lockctl(m_home.path(), {}).run({u"--config"_s, file, kAcquire, name, kTtl, ttl});
        };
        QVERIFY2(acquire(u"short"_s, u"5s"_s).errors.isEmpty(), "a TTL that all know");
        const CtlResult longer = acquire(u"long"_s, u"6s"_s);
        QCOMPARE(longer.exitCode, 0);
        QVERIFY2(longer.errors.contains("longer than longest_ttl = \"5s\""), longer.errors);
    }

private:
    Lockctl lockctlFor(const RedisServerFixture& servers) const
    {
        return Lockctl(m_home.path(), urlsOf(servers));
    }

    QTemporaryDir m_home;
};

LOCKKEEPER_TEST(CtlAcquireTest)

} // namespace lockkeeper::tests::ctl_acquire_test

#include "ctl_acquire_test.moc"
