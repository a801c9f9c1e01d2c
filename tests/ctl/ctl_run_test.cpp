// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/locking.h"
#include "tests/support/processes.h"
#include "tests/support/test_class.h"

#include <csignal>

namespace lockkeeper::tests::ctl_run_test {

namespace {

const QString kOrders = u"orders:42"_s;

QStringList runArguments(const QString& script, const QString& ttl = u"60s"_s)
{
    return {u"run"_s, kOrders, u"--ttl"_s, ttl, u"--"_s, u"/bin/sh"_s, u"-c"_s, script};
}

QByteArray linesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void interrupt(const QProcess& process, int signal)
{
    ::kill(static_cast<pid_t>(process.processId()), signal);
}

bool isStopped(pid_t pid)
{
    QFile stat(u"/proc/%1/stat"_s.arg(pid));
    return stat.open(QIODevice::ReadOnly)
        && QString::fromLatin1(stat.readAll()).section(u')', -1).trimmed().startsWith(u'T');
}

} // namespace

class CtlRunTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exitsAsItsCommandDoes_data()
    {
        const auto row = columns<QString, int>();
        row("well", "exit 0", 0);
        row("badly", "exit 7", 7);
        row("by a signal", "kill -KILL $$", 128 + SIGKILL);
    }
    void exitsAsItsCommandDoes()
    {
        const auto [script, code] = fetch<QString, int>();
        RedisServerFixture servers;
        QCOMPARE(lockctlFor(servers).run(runArguments(script)).exitCode, code);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void startsNothingThatItCouldNotKeepLocked()
    {
        RedisServerFixture servers({.extraArguments
            = {"--rename-command", "EVAL", "", "--rename-command", "EVALSHA", "e"}});
        const CtlResult result = lockctlFor(servers).run(runArguments(u"echo started"_s));
        QVERIFY2(result.fails(77, "not started: the lock could be neither renewed nor released"),
            result.told());
        QCOMPARE(result.output, QByteArray());
    }

    void givesItsCommandAFencingToken()
    {
        RedisServerFixture servers;
        servers.command({"SET", "lk:fence:{orders:42}", "7"});
        const CtlResult result
            = lockctlFor(servers).run(words("run orders:42 --fenced -- printenv LOCKKEEPER_FENCE"));
        QVERIFY2(result.says(0, "8\n"), result.told());
    }

    void saysWhoRevokedTheLockAndWhy()
    {
        RedisServerFixture servers({.count = 3});
        const Lockctl lockctl = lockctlFor(servers);
        const auto run = lockctl.start(runArguments(u"exec sleep 60"_s, u"1s"_s));
        QString token;
        QTRY_VERIFY_WITH_TIMEOUT(
            !(token = lockctl.run("list --json").lock(kOrders)["token"_L1].toString()).isEmpty(),
            20'000);
        QCOMPARE(lockctl
                     .run({u"revoke"_s, kOrders, u"--token"_s, token, u"--reason"_s, u"stuck"_s,
                         u"--yes"_s})
                     .exitCode,
            0);
        QCOMPARE(waitForExit(*run), 1);
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
            QString socket = urlsOf(servers)[taken];
            socket.remove(u"unix://"_s);
            script += u"redis-cli -s %1 SET orders:42 theirs PX 60000; "_s.arg(socket);
        }
        const CtlResult result = lockctlFor(servers).run(runArguments(script));
        QVERIFY2(
            result.fails(1, "the lease was lost while the command ran: another"), result.told());
        QCOMPARE(servers.command(2, {"EXISTS", "orders:42"}).integer, 0);
        QCOMPARE(servers.command(0, {"GET", "orders:42"}).text, std::string("theirs"));
    }

    void saysWhyTheLockIsNotReleasedAndExitsAsItsCommandDoes()
    {
        RedisServerFixture servers;
        QString socket = urlsOf(servers).first();
        socket.remove(u"unix://"_s);
        const CtlResult result = lockctlFor(servers).run(runArguments(
            u"redis-cli -s %1 ACL SETUSER default -eval -evalsha; exit 3"_s.arg(socket)));
        QVERIFY2(result.fails(3, "orders:42: not released: the lock stays until"), result.told());
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void exitsAsShellsDoWhenTheCommandCanNotBeRun()
    {
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        const QString run = u"run"_s;
        const QString end = u"--"_s;
        CtlResult result = lockctl.run({run, kOrders, end, u"/nowhere/nothing"_s});
        QCOMPARE(result.exitCode, 127);
        QCOMPARE(result.errorLines().size(), 1);
        result = lockctl.run({run, kOrders, end, u"/etc/passwd"_s});
        QCOMPARE(result.exitCode, 126);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void passesArgumentsOnAsTheyAre()
    {
        RedisServerFixture servers;
        const CtlResult result = lockctlFor(servers).run({u"run"_s, kOrders, u"--"_s,
            u"/bin/echo"_s, u"--json"_s, u"[a,b]"_s, u"--"_s, u"list"_s, u""_s});
        QCOMPARE(result.output, QByteArray("--json [a,b] -- list \n"));
    }

    void holdsTheLockWhileTheCommandRuns()
    {
        RedisServerFixture servers({.count = 3});
        const auto process = lockctlFor(servers).start(runArguments(u"echo in; read x"_s));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        QTRY_COMPARE(servers.command(0, {"EXISTS", "orders:42"}).integer, 1);
        process->write("\n");
        QCOMPARE(waitForExit(*process), 0);
        // A release is over at quorum; the other masters follow.
        for (std::size_t i = 0; i < servers.size(); ++i)
            QTRY_COMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 0);
    }

    /// A server forgets what it has not read of a connection that is closed.
    void releasesOnAMasterThatAnswersLate()
    {
        RedisServerFixture servers({.count = 3});
        QString socket = urlsOf(servers)[0];
        socket.remove(u"unix://"_s);
        const QString script = u"redis-cli -s %1 CLIENT PAUSE 300 ALL >/dev/null"_s.arg(socket);
        QCOMPARE(lockctlFor(servers).run(runArguments(script)).exitCode, 0);
        QCOMPARE(countOnAll(servers, {"EXISTS", "orders:42"}), 0);
    }

    void letsOneCommandInAtATime()
    {
        RedisServerFixture servers({.count = 3});
        const QString log = m_home.filePath(u"log"_s);
        const QString script = u"echo in >> %1; sleep 0.3; echo out >> %1"_s.arg(log);
        const Lockctl lockctl = lockctlFor(servers);
        const auto first = lockctl.start(runArguments(script));
        const auto second = lockctl.start(runArguments(script));
        QCOMPARE(waitForExit(*first), 0);
        QCOMPARE(waitForExit(*second), 0);
        QFile file(log);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("in\nout\nin\nout\n"));
    }

    void givesUpAfterItsWait()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", "another"});
        const CtlResult result = lockctlFor(servers).run(
            {u"run"_s, kOrders, u"--wait"_s, u"300ms"_s, u"--"_s, u"/bin/echo"_s, u"ran"_s});
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.output.isEmpty());
    }

    void saysForWhomItWaits()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", "another"});
        const auto process = lockctlFor(servers).start(runArguments(u"true"_s));
        process->setReadChannel(QProcess::StandardError);
        QTRY_VERIFY_WITH_TIMEOUT(process->canReadLine() || process->waitForReadyRead(100), 20'000);
        QCOMPARE(process->readLine(), QByteArray("lockctl: orders:42: waiting: another has it\n"));
        servers.command({"DEL", "orders:42"});
        QCOMPARE(waitForExit(*process), 0);
        QCOMPARE(process->readAllStandardError(), QByteArray());
    }

    void doesNotWaitForMastersThatAreNotThere()
    {
        const Lockctl lockctl(m_home.path(), {u"redis://127.0.0.1:1"_s});
        const CtlResult result = lockctl.run(runArguments(u"echo in"_s));
        QCOMPARE(result.exitCode, 69);
        QVERIFY(result.output.isEmpty());
    }

    void endsTheCommandWhenTheLeaseIsLost()
    {
        RedisServerFixture servers;
        const auto process = lockctlFor(servers).start(
            runArguments(u"trap 'echo told; exit 5' TERM; echo in; sleep 60 & wait"_s, u"900ms"_s));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        servers.command({"SET", "orders:42", "another"});
        QCOMPARE(waitForExit(*process), 1);
        QVERIFY(process->readAllStandardOutput().contains("told"));
        QVERIFY(process->readAllStandardError().contains("lease was lost"));
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string("another"));
    }

    void stopsTheCommandWithItselfAndContinuesItOnlyUnderTheLock_data()
    {
        const auto row = columns<bool, int>();
        row("held", false, 9);
        row("lost", true, 1);
    }
    void stopsTheCommandWithItselfAndContinuesItOnlyUnderTheLock()
    {
        const auto [isLost, code] = fetch<bool, int>();
        RedisServerFixture servers;
        const auto process = lockctlFor(servers).start(runArguments(
            u"trap 'exit 9' USR1; echo in; sleep 60 & wait"_s, isLost ? u"900ms"_s : u"60s"_s));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        const auto lockctl = static_cast<pid_t>(process->processId());
        const pid_t command = descendantsOf(lockctl).front();
        interrupt(*process, SIGTSTP);
        QTRY_VERIFY(isStopped(command) && isStopped(lockctl));
        if (isLost)
            QTRY_COMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
        interrupt(*process, SIGUSR1);
        interrupt(*process, SIGCONT);
        QCOMPARE(waitForExit(*process), code);
        QVERIFY(!isAlive(command));
    }

    void passesSignalsOnAndReleases_data()
    {
        const auto row = columns<int, QString>();
        row("TERM", SIGTERM, "TERM");
        row("QUIT", SIGQUIT, "QUIT");
        row("USR1", SIGUSR1, "USR1");
        row("USR2", SIGUSR2, "USR2");
    }
    void passesSignalsOnAndReleases()
    {
        const auto [signal, name] = fetch<int, QString>();
        RedisServerFixture servers;
        const auto process = lockctlFor(servers).start(
            runArguments(u"trap 'exit 9' %1; echo in; sleep 60 & wait"_s.arg(name)));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        interrupt(*process, signal);
        QCOMPARE(waitForExit(*process), 9);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    /// A shell ends at once, and leaves the program that works.
    void keepsTheLockForWhatTheCommandLeavesBehind()
    {
        RedisServerFixture servers;
        const QString log = m_home.filePath(u"left"_s);
        const QString work = u"trap 'sleep 0.5; echo worked >> %1; exit' TERM; echo begun >> %1; "
                             "while :; do sleep 0.05; done"_s.arg(log);
        const auto process = lockctlFor(servers).start(
            runArguments(u"/bin/sh -c \"$0\" & wait"_s) + QStringList{work});
        QTRY_VERIFY(linesOf(log).contains("begun"));
        interrupt(*process, SIGTERM);
        QCOMPARE(waitForExit(*process), 128 + SIGTERM);
        QVERIFY2(linesOf(log).contains("worked"), "the lock was freed first");
        QVERIFY(process->readAllStandardError().contains("the lock is kept until that has ended"));
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void leavesAloneWhatItsShellHadStartedBefore()
    {
        RedisServerFixture servers;
        const QString pid = m_home.filePath(u"pid"_s);
        const CtlResult run = lockctlFor(servers).runInShell(
            u"sleep 60 >/dev/null 2>&1 & echo $! >%1; exec lockctl run orders:42 -- "
            "/bin/sh -c 'kill -TERM $PPID; exec sleep 60'"_s.arg(pid));
        const pid_t other = linesOf(pid).trimmed().toInt();
        QVERIFY2(isAlive(other), "a process that it had not started was ended");
        ::kill(other, SIGKILL);
        QVERIFY2(run.exitCode == 128 + SIGTERM && run.errors.isEmpty(), run.told());
    }

    /// Without a lock nothing works on, whoever started it.
    void endsWhatTheCommandLeavesBehindWhenTheLeaseIsLost()
    {
        RedisServerFixture servers;
        const QString log = m_home.filePath(u"ended"_s);
        const QString work = u"trap 'echo ended >> %1; exit' TERM; echo begun >> %1; "
                             "while :; do sleep 0.05; done"_s.arg(log);
        const auto process = lockctlFor(servers).start(
            runArguments(u"/bin/sh -c \"$0\" & wait"_s, u"2s"_s) + QStringList{work});
        QTRY_VERIFY(linesOf(log).contains("begun"));
        servers.command({"SET", "orders:42", "theirs"});
        QCOMPARE(waitForExit(*process), 1);
        QVERIFY(linesOf(log).contains("ended"));
    }

    void takesItsCommandAlongWhenItIsKilled()
    {
        RedisServerFixture servers;
        const auto process
            = lockctlFor(servers).start(runArguments(u"echo in; exec sleep 60"_s, u"900ms"_s));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        const auto children = descendantsOf(static_cast<pid_t>(process->processId()));
        QCOMPARE(children.size(), std::size_t(1));
        interrupt(*process, SIGKILL);
        QTRY_VERIFY(!isAlive(children.front()));
        // Nobody renews it any more, and nobody deletes it: only its TTL can.
        QTRY_COMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
        QCOMPARE(waitForExit(*process), 128 + SIGKILL);
    }

    void whatWasKilledIsNotCalledSafe_data()
    {
        const auto row = columns<QString, QString>();
        row("all of it", "echo in; exec sleep 60", "not-known");
        row("lockctl", "trap '' TERM; echo in; exec sleep 60", "alive");
    }
    void whatWasKilledIsNotCalledSafe()
    {
        const auto [script, verdict] = fetch<QString, QString>();
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        const auto process = lockctl.start(runArguments(script));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        const auto children = descendantsOf(static_cast<pid_t>(process->processId()));
        QCOMPARE(children.size(), std::size_t(1));
        interrupt(*process, SIGKILL);
        QCOMPARE(waitForExit(*process), 128 + SIGKILL);
        const bool isEnding = verdict != "alive"_L1;
        QTRY_VERIFY(!isEnding || !isAlive(children.front()));
        const auto shown = lockctl.run("--json show orders:42").json();
        ::kill(children.front(), SIGKILL);
        QCOMPARE(shown["lock"_L1]["safety"_L1]["verdict"_L1].toString(), verdict);
    }

    void givesTheCommandNoConnectionOfItsOwn()
    {
        RedisServerFixture servers({.count = 3});
        const CtlResult result
            = lockctlFor(servers).run(runArguments(u"ls -l /proc/self/fd | grep -c socket"_s));
        QCOMPARE(result.output.trimmed(), QByteArray("0"));
    }

    void neverShowsPasswordsInItsArguments()
    {
        RedisServerFixture servers({.password = "canary"});
        const QString url = urlsOf(servers).front();
        QVERIFY(url.contains("canary"_L1));
        const auto process
            = Lockctl(m_home.path())
                  .start(QStringList{u"--master"_s, url} + runArguments(u"echo in; read x"_s));
        QTRY_VERIFY(process->canReadLine() || process->waitForReadyRead(100));
        for (const std::string& argument : argumentsOf(static_cast<pid_t>(process->processId())))
            QVERIFY2(argument.find("canary") == std::string::npos, argument.c_str());
        process->write("\n");
        QCOMPARE(waitForExit(*process), 0);
    }

private:
    Lockctl lockctlFor(const RedisServerFixture& servers) const
    {
        return Lockctl(m_home.path(), urlsOf(servers));
    }

    QTemporaryDir m_home;
};

LOCKKEEPER_TEST(CtlRunTest)

} // namespace lockkeeper::tests::ctl_run_test

#include "ctl_run_test.moc"
