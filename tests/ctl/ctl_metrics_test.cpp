// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/evidence.h"
#include "tests/ctl/exposition.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QtTest>

namespace lockkeeper::ctl_metrics_test {

using tests::CtlResult;
using tests::faultIn;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

constexpr const char* kRedisPy = "5ccedab049f911f08f3a0242ac110002";

} // namespace

class CtlMetricsTest : public tests::CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void everyLineCanBeParsed()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "a", kRedisPy, "PX", "60000"});
        servers.command({"SET", "lock:\"b\\\n{}", kRedisPy});
        servers.command({"SET", "greeting", "hello"});
        const CtlResult result = metrics(servers, {"--per-lock"});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(faultIn(result.output), QByteArray());
    }

    void countsWhatThereIs()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "a", kRedisPy, "PX", "60000"});
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
            QVERIFY2(text.contains(line), line.constData());
        }
    }

    void namesNoLockUnlessAsked()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kRedisPy, "PX", "60000"});
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
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.contains(
            "lockkeeper_master_up{deployment=\"command-line\",master=\"b\"} 0\n"));
        QVERIFY(!result.output.contains(
            "lockkeeper_master_votes{deployment=\"command-line\",master=\"b\"}"));
        QVERIFY(
            result.output.contains("lockkeeper_sweep_complete{deployment=\"command-line\"} 0\n"));
    }

    void tellsHowLongAMasterHasNoVote()
    {
        RedisServerFixture servers;
        const QString file = m_home.filePath(QStringLiteral("quarantine.toml"));
        const auto quarantine = [&](const std::string& mode) {
            tests::writeDeployment(
                file, servers, "restart_quarantine = \"" + mode + "\"\nlongest_ttl = \"1h\"\n");
            const CtlResult result
                = Lockctl(m_home.path(), {})
                      .run({QStringLiteral("--config"), file, QStringLiteral("metrics")});
            static const QRegularExpression kLeft(
                QStringLiteral("master_quarantine_seconds\\{[^}]*\\} ([0-9.]+)"));
            return kLeft.match(QString::fromUtf8(result.output)).captured(1);
        };
        QCOMPARE(quarantine("off"), QStringLiteral("0"));
        // It has just started.
        const double left = quarantine("always").toDouble();
        QVERIFY(left > 3000);
        QVERIFY(left < 3700);
    }

    void countsKeysThatMayNotBeRead()
    {
        RedisServerFixture servers;
        servers.command({"SET", "open", "x"});
        servers.command({"HSET", "hidden", "a", "b"});
        servers.command({"ACL", "SETUSER", "default", "-type"});
        const CtlResult result = lockctlFor(servers).run({QStringLiteral("metrics")});
        QCOMPARE(result.exitCode, 0);
        const auto lines = result.outputLines();
        QVERIFY(std::any_of(lines.begin(), lines.end(), [](const QByteArray& line) {
            return line.startsWith("lockkeeper_master_unread_keys{") && line.endsWith(" 1");
        }));
        QVERIFY(result.errors.contains("ACL SETUSER default +type"));
    }

    void hasNoCountsWhenNobodyAnswers()
    {
        const Lockctl lockctl(m_home.path(), {QStringLiteral("redis://127.0.0.1:1")});
        const CtlResult result = lockctl.run({QStringLiteral("metrics")});
        QCOMPARE(result.exitCode, 69);
        QCOMPARE(faultIn(result.output), QByteArray());
        QVERIFY(result.output.contains("lockkeeper_master_up{"));
        QVERIFY(!result.output.contains("lockkeeper_locks"));
    }

    void replacesAFileThatTheCollectorCanRead()
    {
        RedisServerFixture servers;
        const QString file = m_home.filePath(QStringLiteral("locks.prom"));
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
        QStringList arguments{QStringLiteral("metrics")};
        for (const char* argument : more)
            arguments += QString::fromLocal8Bit(argument);
        return lockctlFor(servers).run(arguments);
    }
};

LOCKKEEPER_TEST(CtlMetricsTest)

} // namespace lockkeeper::ctl_metrics_test

#include "ctl_metrics_test.moc"
