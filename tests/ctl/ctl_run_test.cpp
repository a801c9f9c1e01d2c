// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/locking.h"
#include "tests/support/processes.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

namespace lockkeeper::ctl_run_test {

using tests::CtlResult;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

const QString kOrders = QStringLiteral("orders:42");

QStringList runArguments(const QString& script, const QString& ttl = QStringLiteral("60s"))
{
    return {QStringLiteral("run"), kOrders, QStringLiteral("--ttl"), ttl, QStringLiteral("--"),
        QStringLiteral("/bin/sh"), QStringLiteral("-c"), script};
}

void interrupt(const QProcess& process, int signal)
{
    ::kill(static_cast<pid_t>(process.processId()), signal);
}

bool isStopped(pid_t pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    return stat.open(QIODevice::ReadOnly)
        && QString::fromLatin1(stat.readAll())
               .section(QLatin1Char(')'), -1)
               .trimmed()
               .startsWith(QLatin1Char('T'));
}

} // namespace

class CtlRunTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exitsAsItsCommandDoes_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("code");
        QTest::newRow("well") << QStringLiteral("exit 0") << 0;
        QTest::newRow("badly") << QStringLiteral("exit 7") << 7;
        QTest::newRow("by a signal") << QStringLiteral("kill -KILL $$") << 128 + SIGKILL;
    }
    void exitsAsItsCommandDoes()
    {
        QFETCH(QString, script);
        QFETCH(int, code);
        RedisServerFixture servers;
        QCOMPARE(lockctlFor(servers).run(runArguments(script)).exitCode, code);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void saysWhoRevokedTheLockAndWhy()
    {
        RedisServerFixture servers({.count = 3});
        const Lockctl lockctl = lockctlFor(servers);
        const auto run
            = lockctl.start(runArguments(QStringLiteral("exec sleep 60"), QStringLiteral("1s")));
        QString token;
        QTRY_VERIFY_WITH_TIMEOUT(
            !(token = lockctl.run({QStringLiteral("list"), QStringLiteral("--json")})
                          .lock(kOrders)[QLatin1String("token")]
                          .toString())
                 .isEmpty(),
            20'000);
        QCOMPARE(
            lockctl
                .run({QStringLiteral("revoke"), kOrders, QStringLiteral("--token"), token,
                    QStringLiteral("--reason"), QStringLiteral("stuck"), QStringLiteral("--yes")})
                .exitCode,
            0);
        QCOMPARE(tests::waitForExit(*run), 1);
        const QByteArray errors = run->readAllStandardError();
        QVERIFY2(errors.contains("the lease was revoked while the command ran"), errors);
        QVERIFY2(errors.contains("orders:42: revoked by "), errors);
        QVERIFY2(errors.contains(": stuck\n"), errors);
    }

    void saysAtItsEndThatTheLockWasTaken()
    {
        RedisServerFixture servers({.count = 3});
        QString script;
        for (const int taken : {0, 1}) {
            QString socket = tests::urlsOf(servers)[taken];
            socket.remove(QStringLiteral("unix://"));
            script += QStringLiteral("redis-cli -s %1 SET orders:42 theirs PX 60000; ").arg(socket);
        }
        const CtlResult result = lockctlFor(servers).run(runArguments(script));
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("the lease was lost while the command ran: another"),
            result.errors.constData());
        QCOMPARE(servers.command(2, {"EXISTS", "orders:42"}).integer, 0);
        QCOMPARE(servers.command(0, {"GET", "orders:42"}).text, std::string("theirs"));
    }

    void saysWhyTheLockIsNotReleasedAndExitsAsItsCommandDoes()
    {
        RedisServerFixture servers;
        QString socket = tests::urlsOf(servers).first();
        socket.remove(QStringLiteral("unix://"));
        const CtlResult result = lockctlFor(servers).run(runArguments(
            QStringLiteral("redis-cli -s %1 ACL SETUSER default -eval -evalsha; exit 3")
                .arg(socket)));
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.errors.contains("orders:42: not released: the lock stays until"),
            result.errors.constData());
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void exitsAsShellsDoWhenTheCommandCanNotBeRun()
    {
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        const QString run = QStringLiteral("run");
        const QString end = QStringLiteral("--");
        CtlResult result = lockctl.run({run, kOrders, end, QStringLiteral("/nowhere/nothing")});
        QCOMPARE(result.exitCode, 127);
        QCOMPARE(result.errorLines().size(), 1);
        result = lockctl.run({run, kOrders, end, QStringLiteral("/etc/passwd")});
        QCOMPARE(result.exitCode, 126);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void passesArgumentsOnAsTheyAre()
    {
        RedisServerFixture servers;
        const CtlResult result
            = lockctlFor(servers).run({QStringLiteral("run"), kOrders, QStringLiteral("--"),
                QStringLiteral("/bin/echo"), QStringLiteral("--json"), QStringLiteral("[a,b]"),
                QStringLiteral("--"), QStringLiteral("list"), QStringLiteral("")});
        QCOMPARE(result.output, QByteArray("--json [a,b] -- list \n"));
    }

    void holdsTheLockWhileTheCommandRuns()
    {
        RedisServerFixture servers({.count = 3});
        const auto process
            = lockctlFor(servers).start(runArguments(QStringLiteral("echo in; read x")));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        QTRY_COMPARE(servers.command(0, {"EXISTS", "orders:42"}).integer, 1);
        process->write("\n");
        QCOMPARE(tests::waitForExit(*process), 0);
        // A release is over at quorum; the other masters follow.
        for (std::size_t i = 0; i < servers.size(); ++i)
            QTRY_COMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 0);
    }

    /// A server forgets what it has not read of a connection that is closed.
    void releasesOnAMasterThatAnswersLate()
    {
        RedisServerFixture servers({.count = 3});
        QString socket = tests::urlsOf(servers)[0];
        socket.remove(QStringLiteral("unix://"));
        const QString script
            = QStringLiteral("redis-cli -s %1 CLIENT PAUSE 300 ALL >/dev/null").arg(socket);
        QCOMPARE(lockctlFor(servers).run(runArguments(script)).exitCode, 0);
        QCOMPARE(tests::countOnAll(servers, {"EXISTS", "orders:42"}), 0);
    }

    void letsOneCommandInAtATime()
    {
        RedisServerFixture servers({.count = 3});
        const QString log = m_home.filePath(QStringLiteral("log"));
        const QString script = QStringLiteral("echo in >> %1; sleep 0.3; echo out >> %1").arg(log);
        const Lockctl lockctl = lockctlFor(servers);
        const auto first = lockctl.start(runArguments(script));
        const auto second = lockctl.start(runArguments(script));
        QCOMPARE(tests::waitForExit(*first), 0);
        QCOMPARE(tests::waitForExit(*second), 0);
        QFile file(log);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("in\nout\nin\nout\n"));
    }

    void givesUpAfterItsWait()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", "another"});
        const CtlResult result = lockctlFor(servers).run(
            {QStringLiteral("run"), kOrders, QStringLiteral("--wait"), QStringLiteral("300ms"),
                QStringLiteral("--"), QStringLiteral("/bin/echo"), QStringLiteral("ran")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.output.isEmpty());
    }

    void saysForWhomItWaits()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", "another"});
        const auto process = lockctlFor(servers).start(runArguments(QStringLiteral("true")));
        process->setReadChannel(QProcess::StandardError);
        QTRY_VERIFY_WITH_TIMEOUT(process->canReadLine() || process->waitForReadyRead(100), 20'000);
        QCOMPARE(process->readLine(), QByteArray("lockctl: orders:42: waiting: another has it\n"));
        servers.command({"DEL", "orders:42"});
        QCOMPARE(tests::waitForExit(*process), 0);
        QCOMPARE(process->readAllStandardError(), QByteArray());
    }

    void doesNotWaitForMastersThatAreNotThere()
    {
        const Lockctl lockctl(m_home.path(), {QStringLiteral("redis://127.0.0.1:1")});
        const CtlResult result = lockctl.run(runArguments(QStringLiteral("echo in")));
        QCOMPARE(result.exitCode, 69);
        QVERIFY(result.output.isEmpty());
    }

    void endsTheCommandWhenTheLeaseIsLost()
    {
        RedisServerFixture servers;
        const auto process = lockctlFor(servers).start(
            runArguments(QStringLiteral("trap 'echo told; exit 5' TERM; echo in; sleep 60 & wait"),
                QStringLiteral("900ms")));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        servers.command({"SET", "orders:42", "another"});
        QCOMPARE(tests::waitForExit(*process), 1);
        QVERIFY(process->readAllStandardOutput().contains("told"));
        QVERIFY(process->readAllStandardError().contains("lease was lost"));
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string("another"));
    }

    void stopsTheCommandWithItselfAndContinuesItOnlyUnderTheLock_data()
    {
        QTest::addColumn<bool>("isLost");
        QTest::addColumn<int>("code");
        QTest::newRow("held") << false << 9;
        QTest::newRow("lost") << true << 1;
    }
    void stopsTheCommandWithItselfAndContinuesItOnlyUnderTheLock()
    {
        QFETCH(const bool, isLost);
        RedisServerFixture servers;
        const auto process = lockctlFor(servers).start(
            runArguments(QStringLiteral("trap 'exit 9' USR1; echo in; sleep 60 & wait"),
                isLost ? QStringLiteral("900ms") : QStringLiteral("60s")));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        const auto lockctl = static_cast<pid_t>(process->processId());
        const pid_t command = tests::descendantsOf(lockctl).front();
        interrupt(*process, SIGTSTP);
        QTRY_VERIFY(isStopped(command) && isStopped(lockctl));
        if (isLost)
            QTRY_COMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
        interrupt(*process, SIGUSR1);
        interrupt(*process, SIGCONT);
        QTEST(tests::waitForExit(*process), "code");
        QVERIFY(!tests::isAlive(command));
    }

    void passesSignalsOnAndReleases_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("name");
        QTest::newRow("TERM") << SIGTERM << QStringLiteral("TERM");
        QTest::newRow("QUIT") << SIGQUIT << QStringLiteral("QUIT");
        QTest::newRow("USR1") << SIGUSR1 << QStringLiteral("USR1");
        QTest::newRow("USR2") << SIGUSR2 << QStringLiteral("USR2");
    }
    void passesSignalsOnAndReleases()
    {
        QFETCH(const int, signal);
        QFETCH(const QString, name);
        RedisServerFixture servers;
        const auto process = lockctlFor(servers).start(
            runArguments(QStringLiteral("trap 'exit 9' %1; echo in; sleep 60 & wait").arg(name)));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        interrupt(*process, signal);
        QCOMPARE(tests::waitForExit(*process), 9);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void takesItsCommandAlongWhenItIsKilled()
    {
        RedisServerFixture servers;
        const auto process = lockctlFor(servers).start(
            runArguments(QStringLiteral("echo in; exec sleep 60"), QStringLiteral("900ms")));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        const auto children = tests::descendantsOf(static_cast<pid_t>(process->processId()));
        QCOMPARE(children.size(), std::size_t(1));
        interrupt(*process, SIGKILL);
        QTRY_VERIFY(!tests::isAlive(children.front()));
        // Nobody renews it any more, and nobody deletes it: only its TTL can.
        QTRY_COMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
        QCOMPARE(tests::waitForExit(*process), 128 + SIGKILL);
    }

    void whatWasKilledIsNotCalledSafe_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("all of it")
            << QStringLiteral("echo in; exec sleep 60") << QStringLiteral("not-known");
        QTest::newRow("lockctl") << QStringLiteral("trap '' TERM; echo in; exec sleep 60")
                                 << QStringLiteral("alive");
    }
    void whatWasKilledIsNotCalledSafe()
    {
        QFETCH(QString, script);
        QFETCH(QString, verdict);
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        const auto process = lockctl.start(runArguments(script));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        const auto children = tests::descendantsOf(static_cast<pid_t>(process->processId()));
        QCOMPARE(children.size(), std::size_t(1));
        interrupt(*process, SIGKILL);
        QCOMPARE(tests::waitForExit(*process), 128 + SIGKILL);
        const bool isEnding = verdict != QLatin1String("alive");
        QTRY_VERIFY(!isEnding || !tests::isAlive(children.front()));
        const auto shown
            = lockctl.run({QStringLiteral("--json"), QStringLiteral("show"), kOrders}).json();
        ::kill(children.front(), SIGKILL);
        QCOMPARE(shown[QLatin1String("lock")][QLatin1String("safety")][QLatin1String("verdict")]
                     .toString(),
            verdict);
    }

    void givesTheCommandNoConnectionOfItsOwn()
    {
        RedisServerFixture servers({.count = 3});
        const CtlResult result = lockctlFor(servers).run(
            runArguments(QStringLiteral("ls -l /proc/self/fd | grep -c socket")));
        QCOMPARE(result.output.trimmed(), QByteArray("0"));
    }

    void neverShowsPasswordsInItsArguments()
    {
        RedisServerFixture servers({.password = "canary"});
        const QString url = tests::urlsOf(servers).front();
        QVERIFY(url.contains(QLatin1String("canary")));
        const auto process = Lockctl(m_home.path())
                                 .start(QStringList{QStringLiteral("--master"), url}
                                     + runArguments(QStringLiteral("echo in; read x")));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        for (const std::string& argument :
            tests::argumentsOf(static_cast<pid_t>(process->processId())))
            QVERIFY2(argument.find("canary") == std::string::npos, argument.c_str());
        process->write("\n");
        QCOMPARE(tests::waitForExit(*process), 0);
    }

private:
    Lockctl lockctlFor(const RedisServerFixture& servers) const
    {
        return Lockctl(m_home.path(), tests::urlsOf(servers));
    }

    QTemporaryDir m_home;
};

LOCKKEEPER_TEST(CtlRunTest)

} // namespace lockkeeper::ctl_run_test

#include "ctl_run_test.moc"
