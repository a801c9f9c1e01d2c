// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/processes.h"
#include "tests/support/test_class.h"

#include <csignal>

namespace lockkeeper::tests::ctl_ask_test {

namespace {

const QString kOrders = u"orders:42"_s;

QStringList running(const QStringList& options, const QString& script)
{
    return words("run orders:42 --ttl 1s") + options
        + QStringList{u"--"_s, u"/bin/sh"_s, u"-c"_s, script};
}

QStringList asking(const QStringList& more = {})
{
    return QStringList{u"ask"_s, kOrders, u"--reason"_s, u"we deploy"_s} + more;
}

/// True once the command under the lock runs.
bool isReady(QProcess& process)
{
    const auto canRead
        = [&process] { return process.canReadLine() || process.waitForReadyRead(100); };
    return QTest::qWaitFor(canRead, 20'000) && process.readLine() == "ready\n";
}

} // namespace

class CtlAskTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void theCommandIsSignalledAndTheLockIsFree()
    {
        RedisServerFixture servers({.count = 3});
        const Lockctl lockctl = lockctlFor(servers);
        const auto run = lockctl.start(running({u"--on-ask"_s, u"USR1"_s},
            u"trap 'echo heard; exit 3' USR1; echo ready; while :; do sleep 0.05; done"_s));
        QVERIFY(isReady(*run));
        const CtlResult asked = lockctl.run(asking({u"--wait"_s, u"20s"_s}));
        QCOMPARE(asked.exitCode, 0);
        QCOMPARE(asked.output.count(": asked\n"), 3);
        QVERIFY2(
            asked.output.contains("orders:42: the holder has given it up: free"), asked.output);
        QCOMPARE(waitForExit(*run), 3);
        QVERIFY(run->readAllStandardOutput().contains("heard"));
        const QByteArray errors = run->readAllStandardError();
        QVERIFY2(errors.contains("asks for the lock: we deploy"), errors);
    }

    void theFirstAskStays()
    {
        RedisServerFixture servers({.count = 3});
        const Lockctl lockctl = lockctlFor(servers);
        const auto run = lockctl.start(running({}, u"echo ready; read line"_s));
        QVERIFY(isReady(*run));
        const std::string key = "lk:ask:{orders:42}";
        // Of a former holder: replaced.
        servers.command(0, {"SET", key, "lk1-ask:" + std::string(40, 'a') + ":ada:1:"});
        QCOMPARE(lockctl.run(asking()).output.count(": asked\n"), 3);
        const std::string first = servers.command(0, {"GET", key}).text;
        const QJsonObject json
            = lockctl.run({u"ask"_s, kOrders, u"--reason"_s, u"me too"_s, u"--json"_s}).json();
        QCOMPARE(json["outcomes"_L1].toArray()[0].toObject()["result"_L1].toString(),
            u"asked-already"_s);
        QCOMPARE(json["earlier"_L1].toObject()["reason"_L1].toString(), u"we deploy"_s);
        QCOMPARE(servers.command(0, {"GET", key}).text, first);
        servers.commandAll({"DEL", key});
        servers.command(2, {"LPUSH", key, "another's"});
        const CtlResult asked = lockctl.run(asking());
        QVERIFY2(asked.says(0,
                     "c: refused: nothing was changed (the key of the ask, "
                     "lk:ask:{orders:42}, stores something else"),
            asked.told());
        QCOMPARE(servers.command(2, {"LLEN", key}).integer, 1);
        const CtlResult second = lockctl.run(asking());
        QVERIFY2(second.output.contains("a: asked already by ")
                && second.output.contains("UTC: we deploy"),
            second.output);
        run->write("\n");
        QCOMPARE(waitForExit(*run), 0);
    }

    void withoutTheOptionTheCommandGoesOn()
    {
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        const auto run = lockctl.start(running({}, u"echo ready; read line"_s));
        QVERIFY(isReady(*run));
        QCOMPARE(lockctl.run(asking()).exitCode, 0);
        QTRY_VERIFY_WITH_TIMEOUT(
            (m_errors += run->readAllStandardError()).contains("asks for the lock"), 20'000);
        QCOMPARE(run->state(), QProcess::Running);
        const CtlResult waited = lockctl.run(asking({u"--wait"_s, u"50ms"_s}));
        QVERIFY2(waited.fails(1, "asked, but still held by"), waited.told());
        run->write("\n");
        QCOMPARE(waitForExit(*run), 0);
    }

    void saysWhoWouldNotHear_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        row("another library", "5ccedab049f911f08f3a0242ac110002",
            "held by a client of redis-py, which");
        row("a lock that is not renewed", "lk1:h:1:a:1700000000000:" + QByteArray(40, 'a'),
            "not renewed by its holder, who would not hear");
        row("a tombstone", "lk1-revoked:ada:1700000000000:", "is revoked: nobody holds it");
    }
    void saysWhoWouldNotHear()
    {
        const auto [value, answer] = fetch<QByteArray, QByteArray>();
        RedisServerFixture servers(1, {"SET", "orders:42", value.toStdString(), "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run(asking());
        QCOMPARE(result.exitCode, 64);
        QVERIFY2(result.errors.contains(answer), result.errors);
        QCOMPARE(servers.command({"DBSIZE"}).integer, 1);
    }

    void isJournalledAndBesideTheLock()
    {
        RedisServerFixture servers({.count = 3});
        const Lockctl lockctl = lockctlFor(servers);
        const auto run = lockctl.start(running({}, u"echo ready; read line"_s));
        QVERIFY(isReady(*run));
        const QString file = m_home.filePath(u"asked.jsonl"_s);
        const QJsonObject json = lockctl.run(asking({u"--json"_s, u"--journal"_s, file})).json();
        QCOMPARE(json["action"_L1].toString(), u"ask"_s);
        QCOMPARE(json["outcomes"_L1].toArray()[0].toObject()["result"_L1].toString(), u"asked"_s);
        QFile journal(file);
        QVERIFY(journal.open(QIODevice::ReadOnly));
        const QByteArray lines = journal.readAll();
        QCOMPARE(lines.count("\"action\":\"ask\""), 1);
        QCOMPARE(lines.count("\"reason\":\"we deploy\""), 1);
        QCOMPARE(lines.count("\"result\":\"asked\""), 3);
        const auto left = servers.command({"PTTL", "lk:ask:{orders:42}"}).integer;
        QVERIFY2(left > 0 && left <= 60'000, std::to_string(left).c_str());
        // It is no lock of its own.
        const CtlResult list = lockctl.run("list --json --possible");
        QVERIFY2(!list.output.contains("lk:ask"), list.output);
        run->write("\n");
        QCOMPARE(waitForExit(*run), 0);
    }

    void aReadOnlyDeploymentRefuses()
    {
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        const auto run = lockctl.start(running({}, u"echo ready; read line"_s));
        QVERIFY(isReady(*run));
        QFile config(m_home.filePath(u"deployments.toml"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("[[deployment]]\nname = \"test\"\nread_only = true\nmasters = [\""
            + urlsOf(servers)[0].toUtf8() + "\"]\n");
        config.close();
        const CtlResult result
            = Lockctl(m_home.path()).run(QStringList{u"--config"_s, config.fileName()} + asking());
        QVERIFY(result.exitCode != 0);
        QVERIFY2(result.errors.contains("read-only"), result.errors);
        QCOMPARE(servers.command({"DBSIZE"}).integer, 1);
        run->write("\n");
        QCOMPARE(waitForExit(*run), 0);
    }

private:
    QByteArray m_errors;
};

LOCKKEEPER_TEST(CtlAskTest)

} // namespace lockkeeper::tests::ctl_ask_test

#include "ctl_ask_test.moc"
