// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/evidence.h"
#include "tests/ctl/exposition.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_metrics_test {

namespace {

constexpr const char* kRedisPy = "5ccedab049f911f08f3a0242ac110002";

} // namespace

class CtlMetricsTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void everyLineCanBeParsed()
    {
        RedisServerFixture servers(3, {"SET", "a", kRedisPy, "PX", "60000"});
        servers.command({"SET", "lock:\"b\\\n{}", kRedisPy});
        servers.command({"SET", "greeting", "hello"});
        const CtlResult result = metrics(servers, {"--per-lock"});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(faultIn(result.output), QByteArray());
    }

    void countsWhatThereIs()
    {
        RedisServerFixture servers(3, {"SET", "a", kRedisPy, "PX", "60000"});
        servers.command({"SET", "b", kRedisPy});
        servers.command({"SET", "greeting", "hello, world"});
        const QByteArray text = metrics(servers).output;
        for (const char* line :
            {"lockkeeper_locks{deployment=\"command-line\",verdict=\"held\"} 1\n",
                "lockkeeper_locks{deployment=\"command-line\",verdict=\"minority\"} 1\n",
                "lockkeeper_locks{deployment=\"command-line\",verdict=\"split\"} 0\n",
                "lockkeeper_format_locks{deployment=\"command-line\",format=\"redis-py\"} 2\n",
                "lockkeeper_stale_locks{deployment=\"command-line\"} 1\n",
                "{deployment=\"command-line\",kind=\"minority-leftover\"} 1\n",
                "lockkeeper_master_up{deployment=\"command-line\",master=\"c\"} 1\n",
                "lockkeeper_master_votes{deployment=\"command-line\",master=\"a\"} 2\n",
                "lockkeeper_master_votes{deployment=\"command-line\",master=\"c\"} 1\n",
                "lockkeeper_other_keys{deployment=\"command-line\"} 1\n",
                "lockkeeper_sweep_complete{deployment=\"command-line\"} 1\n"})
            QVERIFY2(text.contains(line), (QByteArray(line) + text).constData());
    }

    void tellsOfEveryKindOfEvidenceThoughThereIsNone()
    {
        RedisServerFixture servers;
        const QByteArray text = metrics(servers).output;
        for (const observe::EvidenceKind kind : enumValues<observe::EvidenceKind>()) {
            const QByteArray line
                = QByteArray("lockkeeper_stale_evidence{deployment=\"command-line\","
                             "kind=\"")
                + nameOf(kind) + "\"} 0\n";
            QVERIFY2(text.contains(line), line);
        }
    }

    void namesNoLockUnlessAsked()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kRedisPy, "PX", "60000"});
        QVERIFY(!metrics(servers).output.contains("orders:42"));
        QVERIFY(metrics(servers, {"--per-lock"})
                    .output.contains("lockkeeper_lock_votes{deployment=\"command-line\","
                                     "resource=\"orders:42\"} 1\n"));
    }

    void keepsLongNamesApart()
    {
        RedisServerFixture servers;
        const std::string name(1000, 'x');
        servers.command({"SET", name + "1", kRedisPy});
        servers.command({"SET", name + "2", kRedisPy});
        const QByteArray text = metrics(servers, {"--per-lock"}).output;
        QCOMPARE(faultIn(text), QByteArray());
        QCOMPARE(text.count("lockkeeper_lock_votes{"), 2);
    }

    void saysThatMastersAreDown()
    {
        RedisServerFixture servers({.count = 3});
        servers.kill(1);
        const CtlResult result = metrics(servers);
        QVERIFY2(
            result.says(0, "lockkeeper_master_up{deployment=\"command-line\",master=\"b\"} 0\n"),
            result.told());
        QVERIFY(!result.output.contains(
            "lockkeeper_master_votes{deployment=\"command-line\",master=\"b\"}"));
        QVERIFY(
            result.output.contains("lockkeeper_sweep_complete{deployment=\"command-line\"} 0\n"));
    }

    void tellsHowLongAMasterHasNoVote()
    {
        RedisServerFixture servers;
        const QString file = m_home.filePath(u"quarantine.toml"_s);
        const auto quarantine = [&](const std::string& mode) {
            writeDeployment(
                file, servers, "restart_quarantine = \"" + mode + "\"\nlongest_ttl = \"1h\"\n");
            const CtlResult result
                = Lockctl(m_home.path(), {}).run({u"--config"_s, file, u"metrics"_s});
            static const QRegularExpression kLeft(
                u"master_quarantine_seconds\\{[^}]*\\} ([0-9.]+)"_s);
            return kLeft.match(QString::fromUtf8(result.output)).captured(1);
        };
        QCOMPARE(quarantine("off"), u"0"_s);
        // It has just started.
        const double left = quarantine("always").toDouble();
        QVERIFY(left > 3000);
        QVERIFY(left < 3700);
    }

    void countsKeysThatMayNotBeRead()
    {
        RedisServerFixture servers(1, {"SET", "open", "x"});
        servers.command({"HSET", "hidden", "a", "b"});
        servers.command({"ACL", "SETUSER", "default", "-type"});
        const CtlResult result = lockctlFor(servers).run("metrics");
        QCOMPARE(result.exitCode, 0);
        const auto lines = result.outputLines();
        QVERIFY(std::any_of(lines.begin(), lines.end(), [](const QByteArray& line) {
            return line.startsWith("lockkeeper_master_unread_keys{") && line.endsWith(" 1");
        }));
        QVERIFY(result.errors.contains("ACL SETUSER default +type"));
    }

    void hasNoCountsWhenNobodyAnswers()
    {
        const Lockctl lockctl(m_home.path(), {u"redis://127.0.0.1:1"_s});
        const CtlResult result = lockctl.run("metrics");
        QCOMPARE(result.exitCode, 69);
        QCOMPARE(faultIn(result.output), QByteArray());
        QVERIFY(result.output.contains("lockkeeper_master_up{"));
        QVERIFY(!result.output.contains("lockkeeper_locks"));
    }

    void replacesAFileThatTheCollectorCanRead()
    {
        RedisServerFixture servers;
        const QString file = m_home.filePath(u"locks.prom"_s);
        const CtlResult result = metrics(servers, {"--output", qPrintable(file)});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.isEmpty());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(faultIn(written.readAll()), QByteArray());
        QVERIFY(written.permissions().testFlag(QFile::ReadOther));
        QVERIFY(!written.permissions().testFlag(QFile::WriteOther));
    }

private:
    CtlResult metrics(
        const RedisServerFixture& servers, std::initializer_list<const char*> more = {}) const
    {
        QStringList arguments{u"metrics"_s};
        for (const char* argument : more)
            arguments += QString::fromLocal8Bit(argument);
        return lockctlFor(servers).run(arguments);
    }
};

LOCKKEEPER_TEST(CtlMetricsTest)

} // namespace lockkeeper::tests::ctl_metrics_test

#include "ctl_metrics_test.moc"
