// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/exposition.h"
#include "tests/ctl/http_connection.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <csignal>

namespace lockkeeper::tests::ctl_hook_test {

namespace {

constexpr int kPatience = 30'000;

void interrupt(const QProcess& process, int signal)
{
    ::kill(static_cast<pid_t>(process.processId()), signal);
}

} // namespace

/// `lockctl watch --on` and `serve --on` with real servers, and with real commands that write what
/// they are told into a file.
class CtlHookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory.emplace();
        QVERIFY(m_directory->isValid());
    }

    void aStaleLockAndItsEndAreToldOnce()
    {
        RedisServerFixture servers;
        const auto watch = start(servers, {u"watch"_s, u"--json"_s, u"--on"_s, u"stale"_s});
        QVERIFY(waitUntilWatched(*watch));
        servers.command({"SET", "lock:bill", kValue}); // never expires
        QVERIFY(waitForEvents(1));
        const QJsonObject begun = m_events[0];
        QCOMPARE(begun["event"_L1].toString(), u"stale"_s);
        QCOMPARE(begun["resource"_L1].toString(), u"lock:bill"_s);
        QCOMPARE(begun["ended"_L1].toBool(true), false);
        QCOMPARE(begun["at_start"_L1].toBool(true), false);
        QCOMPARE(begun["left_out"_L1].toInt(-1), 0);
        QCOMPARE(begun["evidence"_L1][0]["kind"_L1].toString(), u"never-expires"_s);
        QVERIFY(begun["text"_L1].toString().startsWith(u"lock:bill is stale: no TTL"_s));
        QVERIFY(begun["deployment"_L1].isString());
        QVERIFY(begun["holder"_L1].isObject());
        QVERIFY(begun["time_unix_ms"_L1].toDouble() > 1.7e12);
        servers.command({"DEL", "lock:bill"});
        QVERIFY(waitForEvents(2));
        QCOMPARE(m_events[1]["ended"_L1].toBool(), true);
        QCOMPARE(m_events[1]["id"_L1], begun["id"_L1]);
        QVERIFY(
            m_events[1]["time_unix_ms"_L1].toDouble() > m_events[1]["since_unix_ms"_L1].toDouble());
        interrupt(*watch, SIGTERM);
        QCOMPARE(waitForExit(*watch), 0);
        QCOMPARE(eventsNow(), 2);
    }

    void whatIsStaleAtTheStartIsTold()
    {
        RedisServerFixture servers(1, {"SET", "lock:bill", kValue});
        const auto watch = start(servers, {u"watch"_s, u"--on"_s, u"stale,freed"_s});
        QVERIFY(waitForEvents(1));
        QCOMPARE(m_events[0]["at_start"_L1].toBool(), true);
    }

    void aNameIsNeverAnArgumentAndItsBytesAreTold()
    {
        RedisServerFixture servers;
        const auto watch = start(servers, {u"watch"_s, u"--json"_s, u"--on"_s, u"stale"_s});
        QVERIFY(waitUntilWatched(*watch));
        servers.command({"SET", "lock:$(id)\"'\xff\n", kValue});
        QVERIFY(waitForEvents(1));
        QCOMPARE(QByteArray::fromBase64(m_events[0]["resource_b64"_L1].toString().toLatin1()),
            QByteArray("lock:$(id)\"'\xff\n"));
        QTRY_COMPARE(readAll(u"arguments"_s), QByteArray("told once\n"));
    }

    void passwordsAreNotPassedOn()
    {
        RedisServerOptions options;
        options.password = "not-for-you";
        RedisServerFixture servers(options);
        servers.command({"SET", "lock:bill", kValue});
        auto lockctl = Lockctl(m_directory->path(), urlsOf(servers));
        lockctl.setVariable(u"LOCKKEEPER_SERVE_TOKEN"_s, u"0123456789abcdef"_s);
        lockctl.setVariable(u"WEBHOOK"_s, u"kept"_s);
        const auto watch = lockctl.start({u"watch"_s, u"--on"_s, u"stale"_s, u"--"_s, u"/bin/sh"_s,
            u"-c"_s, u"env > \"$0.new\" && mv \"$0.new\" \"$0\""_s, path(u"environment"_s)});
        QVERIFY(waitForFile(u"environment"_s));
        const QByteArray environment = readAll(u"environment"_s);
        QVERIFY(environment.contains("WEBHOOK=kept"));
        QVERIFY(!environment.contains("not-for-you"));
        QVERIFY(!environment.contains("LOCKKEEPER_MASTERS"));
        QVERIFY(!environment.contains("LOCKKEEPER_SERVE_TOKEN"));
    }

    void passwordsOfOtherEntriesAreNotPassedOnEither()
    {
        RedisServerFixture servers(1, {"SET", "lock:bill", kValue});
        const QString file = path(u"deployments.toml"_s);
        writeDeployment(file, servers, "");
        QFile more(file);
        QVERIFY(more.open(QIODevice::Append));
        more.write("[[deployment]]\nname = \"sound\"\nmasters = [\"redis://127.0.0.1:1\"]\n"
                   "password_env = \"OF_SOUND\"\n"
                   "[[deployment]]\nname = \"broken\"\nmasters = [\"no URL\"]\n"
                   "password_env = \"OF_BROKEN\"\nunknown = 1\n");
        more.close();
        auto lockctl = Lockctl(m_directory->path());
        for (const char* name : {"OF_SOUND", "OF_BROKEN"})
            lockctl.setVariable(QString::fromLatin1(name), u"not-for-you"_s);
        const auto watch = lockctl.start({u"--config"_s, file, u"--deployment"_s, u"orders"_s,
            u"watch"_s, u"--on"_s, u"stale"_s, u"--"_s, u"/bin/sh"_s, u"-c"_s,
            u"env > \"$0.new\" && mv \"$0.new\" \"$0\""_s, path(u"environment"_s)});
        QVERIFY(waitForFile(u"environment"_s));
        QVERIFY(!readAll(u"environment"_s).contains("not-for-you"));
    }

    void aMasterThatFailsAndTheQuorumAreTold()
    {
        RedisServerOptions options;
        options.count = 3;
        RedisServerFixture servers(options);
        const auto watch = start(servers, {u"watch"_s, u"--json"_s, u"--on"_s, u"master,quorum"_s});
        QVERIFY(waitUntilWatched(*watch));
        servers.kill(1);
        QVERIFY(waitForEvents(1));
        QCOMPARE(m_events[0]["event"_L1].toString(), u"master"_s);
        QCOMPARE(m_events[0]["masters"_L1][0]["id"_L1].toString(), u"b"_s);
        servers.kill(2);
        QVERIFY(waitForEvents(3));
        QVERIFY(kinds().contains(u"quorum"_s));
        servers.restart(1);
        servers.restart(2);
        QVERIFY(waitForEvents(6));
        for (int i = 3; i < 6; ++i)
            QVERIFY(m_events[i]["ended"_L1].toBool());
    }

    void aLostLockIsNotToldAsFreed()
    {
        RedisServerFixture servers(1, {"SET", "lock:a", kValue, "PX", "600000"});
        servers.command({"SET", "lock:b", kValue, "PX", "600000"});
        const auto watch = start(servers, {u"watch"_s, u"--json"_s, u"--on"_s, u"lost,freed"_s});
        QVERIFY(waitUntilWatched(*watch));
        servers.command({"DEL", "lock:b"});
        QVERIFY(waitForEvents(1));
        QCOMPARE(m_events[0]["event"_L1].toString(), u"freed"_s);
        QCOMPARE(m_events[0]["resource"_L1].toString(), u"lock:b"_s);
        servers.command({"FLUSHALL"});
        QVERIFY(waitForEvents(2));
        QCOMPARE(m_events[1]["event"_L1].toString(), u"lost"_s);
        QCOMPARE(m_events[1]["resource"_L1].toString(), u"lock:a"_s);
    }

    void aFailureIsToldAndCounted()
    {
        RedisServerFixture servers(1, {"SET", "lock:bill", kValue});
        const auto serve
            = Lockctl(m_directory->path(), urlsOf(servers))
                  .start({u"serve"_s, u"--listen"_s, u"127.0.0.1:0"_s, u"--json"_s, u"--on"_s,
                      u"stale"_s, u"--"_s, u"/bin/sh"_s, u"-c"_s, u"exit 3"_s});
        const quint16 port = portOf(*serve);
        QByteArray errors;
        while (!errors.contains('\n') && waitForErrors(*serve))
            errors += serve->readAllStandardError();
        QCOMPARE(
            errors, QByteArray("lockctl: /bin/sh, told of stale lock:bill, ended with code 3\n"));
        QByteArray metrics;
        const auto isCounted = [&] {
            metrics = httpGet(port, "/metrics").body;
            return metrics.contains(
                "lockkeeper_hook_failures_total{deployment=\"command-line\"} 1");
        };
        QVERIFY(QTest::qWaitFor(isCounted, kPatience));
        QCOMPARE(faultIn(metrics), QByteArray());
        QVERIFY(metrics.contains("# TYPE lockkeeper_hook_runs_total counter"));
        QVERIFY(metrics.contains("lockkeeper_hook_runs_total{deployment=\"command-line\"} 1"));
        QVERIFY(metrics.contains("lockkeeper_hook_dropped_total{deployment=\"command-line\"} 0"));
    }

    void whoReadsNoErrorsHoldsNothingUp()
    {
        const Lockctl lockctl(m_directory->path(), {u"unix:///nonexistent"_s});
        const auto result = lockctl.runInShell(uR"(cd '%1' && mkfifo errors && exec 3<>errors
                dd if=/dev/zero of=errors bs=4096 oflag=nonblock 2>dd
                lockctl watch --json >out 2>errors & watch=$!
                for ((i = 0; i < 600; ++i)); do grep -q down out && break; sleep 0.05; done
                grep -q down out && kill -TERM $watch || kill -KILL $watch
                wait $watch)"_s.arg(m_directory->path()));
        QCOMPARE(result.exitCode, 0);
    }

    void theCommandThatRunsAtTheEndMayFinish()
    {
        RedisServerFixture servers(1, {"SET", "lock:bill", kValue});
        const auto watch
            = Lockctl(m_directory->path(), urlsOf(servers))
                  .start({u"watch"_s, u"--on"_s, u"stale"_s, u"--"_s, u"/bin/sh"_s, u"-c"_s,
                      u"touch \"$0.begun\"; read event; "
                      "while [ ! -e \"$0.go\" ]; do sleep 0.05; done; "
                      "echo done > \"$0\""_s,
                      path(u"work"_s)});
        QVERIFY(waitForFile(u"work.begun"_s));
        interrupt(*watch, SIGTERM);
        QFile go(path(u"work.go"_s));
        QVERIFY(go.open(QIODevice::WriteOnly));
        QCOMPARE(waitForExit(*watch), 0);
        QCOMPARE(readAll(u"work"_s), QByteArray("done\n"));
    }

    void whatCanNotBeRunIsRefusedAtTheStart()
    {
        const Lockctl lockctl(m_directory->path(), {u"unix:///nonexistent"_s});
        const auto missing = lockctl.run("watch --on stale -- /nonexistent/command");
        QCOMPARE(missing.exitCode, 127);
        QCOMPARE(missing.errorLines().size(), 1);
        QCOMPARE(lockctl.run("serve --on stale -- /etc/passwd").exitCode, 126);
    }

private:
    [[nodiscard]] QString path(const QString& name) const { return m_directory->filePath(name); }

    /// Starts lockctl with a command that appends each event to a file, and its arguments to
    /// another.
    std::unique_ptr<QProcess> start(const RedisServerFixture& servers, QStringList arguments)
    {
        m_events.clear();
        arguments << u"--"_s << u"/bin/sh"_s << u"-c"_s << u"cat >> \"$1\"; echo \"$2\" > \"$3\""_s
                  << u"sh"_s << path(u"events"_s) << u"told once"_s << path(u"arguments"_s);
        return Lockctl(m_directory->path(), urlsOf(servers)).start(arguments);
    }
    /// True once all masters push their changes and were read.
    static bool waitUntilWatched(QProcess& watch)
    {
        return waitForLine(watch, [](const QJsonObject& line) {
            const QJsonArray masters = line["masters"_L1].toArray();
            return std::ranges::all_of(masters, [](const QJsonValue& master) {
                return master["pushed"_L1].toBool() && master["complete"_L1].toBool();
            });
        });
    }
    [[nodiscard]] QByteArray readAll(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    qsizetype eventsNow()
    {
        m_events.clear();
        const QByteArray text = readAll(u"events"_s);
        for (const QByteArray& line : text.first(text.lastIndexOf('\n') + 1).split('\n')) {
            if (!line.isEmpty())
                m_events << QJsonDocument::fromJson(line).object();
        }
        return m_events.size();
    }
    bool waitForEvents(qsizetype count)
    {
        return QTest::qWaitFor([&] { return eventsNow() >= count; }, kPatience);
    }
    [[nodiscard]] bool waitForFile(const QString& name) const
    {
        return QTest::qWaitFor([&] { return QFile::exists(path(name)); }, kPatience);
    }
    static bool waitForErrors(QProcess& process)
    {
        process.setReadChannel(QProcess::StandardError);
        return process.waitForReadyRead(kPatience);
    }
    [[nodiscard]] QStringList kinds() const
    {
        QStringList names;
        for (const QJsonObject& event : m_events)
            names << event["event"_L1].toString();
        return names;
    }

    std::optional<QTemporaryDir> m_directory;
    QList<QJsonObject> m_events;
};

LOCKKEEPER_TEST(CtlHookTest)

} // namespace lockkeeper::tests::ctl_hook_test

#include "ctl_hook_test.moc"
