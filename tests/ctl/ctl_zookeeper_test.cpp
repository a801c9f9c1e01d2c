// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"
#include "tests/support/zookeeper_fixture.h"

#include <csignal>

namespace lockkeeper::tests::ctl_zookeeper_test {

/// lockctl over a real ensemble with locks of kazoo.
class CtlZookeeperTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!isZooKeeperInstalled())
            QSKIP(kNoZooKeeper);
        if (!isKazooInstalled())
            QSKIP(kNoKazoo);
        m_server = std::make_unique<ZooKeeperFixture>();
        m_actor = std::make_unique<KazooActor>(
            *m_server, std::vector<std::string>{"lock", "/locks/orders", "w-1", "w-2"});
        m_lockctl = std::make_unique<Lockctl>(
            m_home.path(), QStringList{QString::fromStdString(m_server->url())});
    }
    void cleanupTestCase()
    {
        m_actor.reset();
        m_server.reset();
    }

    void listShowsHolderAndNoTtl()
    {
        const CtlResult text = m_lockctl->run("list");
        QVERIFY2(text.says(0, "/locks/orders"), text.told());
        QVERIFY(text.output.contains("kazoo-lock"));
        QVERIFY(!text.output.contains("never"));
        const QJsonObject lock = m_lockctl->run("--json list").lock(u"/locks/orders"_s);
        QCOMPARE(lock[u"verdict"_s].toString(), u"held"_s);
        QCOMPARE(lock[u"type"_s].toString(), u"node"_s);
        QCOMPARE(lock[u"holder"_s].toObject()[u"app"_s].toString(), u"w-1"_s);
        QVERIFY(lock[u"remaining_ms"_s].isNull());
        QVERIFY(lock[u"stale"_s].toArray().isEmpty());
    }

    void showNamesWhoWaits()
    {
        const CtlResult shown = m_lockctl->run("show /locks/orders");
        QVERIFY2(shown.says(0, "w-1"), shown.told());
        QVERIFY(shown.output.contains("w-2"));
        QVERIFY(!shown.output.contains("whois"));
        QCOMPARE(m_lockctl->run("show /locks/none").exitCode, 1);
    }

    /// acquire takes a name as the same lock with or without its path.
    void aLockHasOneNameForAllCommands_data()
    {
        const auto row = columns<QString, QString>();
        row("without a slash", u""_s, u"locks/orders"_s);
        row("below the watched path", u"/locks"_s, u"orders"_s);
        row("below the watched path, with a slash", u"/locks"_s, u"/orders"_s);
        row("whole, below the watched path", u"/locks"_s, u"/locks/orders"_s);
    }
    void aLockHasOneNameForAllCommands()
    {
        const auto [root, name] = fetch<QString, QString>();
        const Lockctl lockctl(
            m_home.path(), QStringList{QString::fromStdString(m_server->url()) + root});
        const CtlResult shown = lockctl.run({u"show"_s, name});
        QVERIFY2(shown.output.contains("w-1"), shown.output + shown.errors);
        QCOMPARE(shown.exitCode, 0);
        QVERIFY(lockctl.run({u"waiters"_s, name}).output.contains("w-2"));
        QVERIFY(lockctl.run({u"report"_s, name}).output.contains("w-1"));
        for (const auto& command :
            {QStringList{u"ask"_s, name, u"--reason"_s, u"t"_s, u"--token"_s, u"00000000"_s},
                {u"release"_s, name, u"--token"_s, u"00000000"_s, u"--reason"_s, u"t"_s,
                    u"--yes"_s}}) {
            const CtlResult refused = lockctl.run(command);
            QVERIFY2(!refused.errors.contains("is free"), refused.errors);
            QVERIFY2(refused.errors.contains("/locks/orders"), refused.errors);
        }
    }

    void whatIsMissingOfTheSessionIsSaidWithTheLineThatAllowsIt()
    {
        const CtlResult shown = m_lockctl->run("show /locks/orders");
        QVERIFY(shown.output.contains("\nsession    0x"));
        QVERIFY(shown.output.contains("4lw.commands.whitelist=srvr,cons,dump"));
        QVERIFY(shown.output.contains("at most "));
        const CtlResult listed = m_lockctl->run("--json list");
        const QJsonObject session
            = listed.lock(u"/locks/orders"_s)[u"holder"_s].toObject()[u"session"_s].toObject();
        QVERIFY(session[u"id"_s].toString().startsWith(u"0x"_s));
        QVERIFY(session[u"address"_s].isNull());
        QVERIFY(session[u"queued_unix_ms"_s].toDouble() > 0);
        const QJsonObject master = listed.json()[u"masters"_s].toArray().at(0).toObject();
        QVERIFY(master[u"sessions_error"_s].toString().contains(u"cons, dump"_s));
    }

    void aServerThatTellsSessionsHasTheirAddresses()
    {
        ZooKeeperFixture server({"4lw.commands.whitelist=*"});
        const KazooActor actor(server, {"lock", "/locks/told", "w-1", "w-2"});
        const Lockctl lockctl(m_home.path(), QStringList{QString::fromStdString(server.url())});
        const CtlResult shown = lockctl.run("show /locks/told");
        QVERIFY(shown.output.contains("w-1@127.0.0.1"));
        QVERIFY(shown.output.contains("after its client was last heard"));
        QVERIFY(!shown.output.contains("whitelist"));
        const CtlResult waiters = lockctl.run("--json waiters");
        const QJsonObject waiter = waiters.json()[u"waiters"_s].toArray().at(0).toObject();
        const QJsonObject session = waiter[u"session"_s].toObject();
        QVERIFY(session[u"address"_s].toString().startsWith(u"127.0.0.1:"_s));
        QVERIFY(session[u"timeout_ms"_s].toInt() > 0);
    }

    void anAdminServerTellsWhatTheWordsDoNot()
    {
        if (!QFileInfo::exists(u"/usr/share/java/servlet-api.jar"_s))
            QSKIP("AdminServer needs libservlet-api-java");
        const std::string port = std::to_string(freePort());
        ZooKeeperFixture server({"admin.enableServer=true", "admin.serverAddress=127.0.0.1",
            "admin.serverPort=" + port});
        const KazooActor actor(server, {"lock", "/locks/told", "w-1", "w-2"});
        const QString file = m_home.filePath(u"admin.toml"_s);
        QFile deployments(file);
        QVERIFY(deployments.open(QIODevice::WriteOnly));
        deployments.write(QByteArray::fromStdString(
            "[[deployment]]\nname = \"a\"\ntimeout = \"30s\"\nmasters = [{ "
            "url = \""
            + server.url() + "\", admin_port = " + port + " }]\n"));
        deployments.close();
        const CtlResult shown
            = Lockctl(m_home.path()).run({u"--config"_s, file, u"show"_s, u"/locks/told"_s});
        QVERIFY2(shown.output.contains("w-1@127.0.0.1"), shown.output + shown.errors);
        QVERIFY(shown.output.contains("after its client was last heard"));
        QVERIFY(!shown.output.contains("whitelist"));
    }

    void watchSaysAtOnceWhyNothingIsKnownOfSessions()
    {
        const auto watch = m_lockctl->start("--json watch");
        QVERIFY(waitForLine(*watch, [](const QJsonObject& line) {
            return line[u"masters"_s]
                .toArray()
                .at(0)
                .toObject()[u"sessions_error"_s]
                .toString()
                .contains(u"4lw.commands.whitelist"_s);
        }));
    }

    void aPathThatIsNotThereIsAFailure()
    {
        const Lockctl lockctl(
            m_home.path(), {QString::fromStdString(m_server->url() + "/mistyped")});
        for (const auto& command : {QStringList{u"list"_s}, {u"--json"_s, u"list"_s}}) {
            const CtlResult listed = lockctl.run(command);
            QVERIFY2(listed.fails(69, "there is no node /mistyped"), listed.told());
        }
        QVERIFY(!lockctl.run("list").output.contains("no locks found"));
    }

    void waitersAreNamed()
    {
        const CtlResult waiters = m_lockctl->run("waiters");
        QVERIFY2(waiters.says(0, "w-2"), waiters.told());
    }

    void watchWritesTheLock()
    {
        const auto watch = m_lockctl->start("--json watch");
        QVERIFY(waitForLine(*watch, [](const QJsonObject& line) {
            const QJsonArray changed = line[u"changed"_s].toArray();
            return std::ranges::any_of(changed, [](const auto& lock) {
                return lock.toObject()[u"resource"_s].toString() == u"/locks/orders"_s;
            });
        }));
    }

    void oneWhoWaitsIsDroppedAndTheHolderIsReleased()
    {
        const KazooActor actor(*m_server, {"lock", "/locks/free", "f-1", "f-2", "f-3"});
        const auto lock = [this] { return m_lockctl->run("--json list").lock(u"/locks/free"_s); };
        const auto waiters = [this] {
            return m_lockctl->run("--json waiters /locks/free").json()[u"waiters"_s].toArray();
        };
        const QString second = waiters().at(0).toObject()[u"id"_s].toString();
        const CtlResult dropped = m_lockctl->run({u"release"_s, u"/locks/free"_s, u"--waiter"_s,
            second, u"--reason"_s, u"hangs"_s, u"--yes"_s});
        QCOMPARE(dropped.exitCode, 0);
        QTRY_COMPARE_WITH_TIMEOUT(
            waiters().at(0).toObject()[u"app"_s].toString(), u"f-3"_s, 10'000);
        const QString token = lock()[u"token"_s].toString().left(8);
        const CtlResult dryRun
            = m_lockctl->run({u"release"_s, u"/locks/free"_s, u"--token"_s, token, u"--dry-run"_s});
        QVERIFY(dryRun.output.contains("zkCli.sh -server 127.0.0.1:"));
        QVERIFY(dryRun.output.contains(" delete /locks/free/"));
        const QStringList release{u"release"_s, u"/locks/free"_s, u"--token"_s, token,
            u"--reason"_s, u"its pod is gone"_s, u"--yes"_s};
        QCOMPARE(m_lockctl->run(release).exitCode, 0);
        QTRY_COMPARE_WITH_TIMEOUT(
            lock()[u"holder"_s].toObject()[u"app"_s].toString(), u"f-3"_s, 10'000);
        const CtlResult again = m_lockctl->run(release);
        QVERIFY2(again.fails(1, "nothing released"), again.told());
    }

    void whatIsForRedisSaysSo_data()
    {
        const auto row = columns<QStringList>();
        const QStringList subject{u"/locks/orders"_s, u"--token"_s, u"abcdef12"_s};
        const QStringList reason{u"--reason"_s, u"test"_s};
        row("steal", QStringList{u"steal"_s} + subject + reason);
        row("revoke", QStringList{u"revoke"_s} + subject + reason);
        row("what a revoke would do", words("revoke --dry-run") + subject);
        row("plan of revokes", words("revoke --plan - --stale") + reason);
        row("whois", QStringList{u"whois"_s, u"/locks/orders"_s});
        row("masters", QStringList{u"masters"_s});
        row("kinds", QStringList{u"kinds"_s});
        row("note", QStringList{u"note"_s, u"/locks/orders"_s, u"text"_s});
    }
    void whatIsForRedisSaysSo()
    {
        const auto [arguments] = fetch<QStringList>();
        const CtlResult result = m_lockctl->run(arguments);
        QVERIFY2(result.failsInOneLine(64, "ZooKeeper"), result.told());
        QVERIFY(result.output.isEmpty());
    }

    void runHoldsALockWithAFencingNumber()
    {
        const CtlResult run = m_lockctl->run(
            {u"run"_s, u"/locks/new"_s, u"--"_s, u"sh"_s, u"-c"_s, u"echo $LOCKKEEPER_FENCE"_s});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.output.trimmed().toLongLong() > 0, run.output);
        QVERIFY(run.errors.isEmpty());
        QVERIFY(!m_lockctl->run("list").output.contains("/locks/new"));
    }

    void aLockThatIsHeldByItselfOrOthersIsNotTaken()
    {
        const CtlResult inside = m_lockctl->runInShell(
            u"lockctl run /locks/twice -- lockctl run --wait 0s /locks/twice -- true"_s);
        QVERIFY2(inside.fails(1, "runs under this lock already"), inside.told());
        // One of another library.
        const CtlResult other = m_lockctl->run("--json acquire /locks/orders --ttl 5s");
        QVERIFY2(other.says(1, "\"acquired\":false"), other.told());
        QVERIFY(other.errors.contains("another has it"));
    }

    void acquireLeavesTheLockToItsSession()
    {
        const CtlResult taken = m_lockctl->run("--json acquire locks/left --ttl 1s");
        QCOMPARE(taken.exitCode, 0);
        const QJsonObject told = taken.json();
        QCOMPARE(told[u"resource"_s].toString(), u"/locks/left"_s);
        QVERIFY(told[u"acquired"_s].toBool());
        QVERIFY(told[u"fence"_s].toInteger() > 0);
        QVERIFY(told[u"remaining_ms"_s].toInteger() > 0);
        QCOMPARE(taken.errors, QByteArray());
        const QJsonObject lock = m_lockctl->run("--json list").lock(u"/locks/left"_s);
        QCOMPARE(lock[u"token"_s], told[u"token"_s]);
        QCOMPARE(lock[u"format"_s].toString(), u"curator-mutex"_s);
        QCOMPARE(lock[u"holder"_s].toObject()[u"app"_s].toString(), u"lockctl"_s);
        // It is free when the session has ended.
        QCOMPARE(m_lockctl->run("run /locks/left -- true").exitCode, 0);
    }

    void acquireTellsThatTheSessionIsShorter()
    {
        const CtlResult taken = m_lockctl->run("acquire locks/long --ttl 1h");
        QCOMPARE(taken.exitCode, 0);
        QVERIFY2(taken.errors.startsWith("lockctl: warning: /locks/long: a lease in ZooKeeper "),
            taken.errors);
    }

    void aHolderThatIsAskedIsTold()
    {
        const auto holder = m_lockctl->start(
            {u"acquire"_s, u"/locks/asked"_s, u"--ttl"_s, u"10s"_s, u"--hold"_s});
        QTRY_VERIFY_WITH_TIMEOUT(holder->canReadLine() || holder->waitForReadyRead(100), 20'000);
        const CtlResult asked
            = m_lockctl->run({u"ask"_s, u"/locks/asked"_s, u"--reason"_s, u"a deploy waits"_s});
        QVERIFY2(asked.exitCode == 0, asked.errors);
        holder->setReadChannel(QProcess::StandardError);
        QTRY_VERIFY_WITH_TIMEOUT(holder->canReadLine() || holder->waitForReadyRead(100), 20'000);
        QVERIFY(holder->readLine().startsWith("lockctl: /locks/asked: "));
        ::kill(static_cast<pid_t>(holder->processId()), SIGTERM);
        QCOMPARE(waitForExit(*holder), 0);
    }

    void theQueueIsShownWithItsProcesses()
    {
        const auto holder = m_lockctl->start("run /locks/queue -- sleep 60");
        const auto isListed
            = [&](const char* word) { return m_lockctl->run("list").output.contains(word); };
        QTRY_VERIFY_WITH_TIMEOUT(isListed("/locks/queue"), 20'000);
        const auto waiter = m_lockctl->start("run /locks/queue -- sleep 60");
        QTRY_VERIFY_WITH_TIMEOUT(m_lockctl->run("waiters").output.contains("/locks/queue"), 20'000);
        QVERIFY(m_lockctl->run("show /locks/queue").output.contains("ALIVE"));
    }

    void whatThereIsNotInZooKeeperIsRefused_data()
    {
        const auto row = columns<QStringList>();
        row("a scheme of Redis", words("run --scheme redis-py /a -- true"));
        row("deadlocks", words("run --on-deadlock fail /a -- true"));
        row("notes", words("run --note mine /a -- true"));
        row("no renewal", words("acquire --hold --no-renew --ttl 5s /a"));
        row("no path", words("run /a//b -- true"));
    }
    void whatThereIsNotInZooKeeperIsRefused()
    {
        const auto [arguments] = fetch<QStringList>();
        const CtlResult result = m_lockctl->run(arguments);
        QVERIFY2(result.failsInOneLine(64, "ZooKeeper"), result.told());
    }

    void aRootThatIsNotThereIsNamed()
    {
        Lockctl misspelt(m_home.path(), {QString::fromStdString(m_server->url() + "/misspelt")});
        const CtlResult result = misspelt.run("run /a -- true");
        QVERIFY2(result.fails(69, "/misspelt"), result.told());
    }

    void theSchemeIsForEnsemblesOnly()
    {
        Lockctl redis(m_home.path(), {u"redis://127.0.0.1:1"_s});
        const CtlResult result = redis.run("run --scheme zookeeper a -- true");
        QVERIFY2(result.fails(64, "zk://"), result.told());
    }

private:
    QTemporaryDir m_home;
    std::unique_ptr<ZooKeeperFixture> m_server;
    std::unique_ptr<KazooActor> m_actor;
    std::unique_ptr<Lockctl> m_lockctl;
};

LOCKKEEPER_TEST(CtlZookeeperTest)

} // namespace lockkeeper::tests::ctl_zookeeper_test

#include "ctl_zookeeper_test.moc"
