// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_report_test {

namespace {

constexpr const char* kRedisPy = "5ccedab049f911f08f3a0242ac110002";

} // namespace

class CtlReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_servers = std::make_unique<RedisServerFixture>();
        m_lockctl = std::make_unique<Lockctl>(m_home->path(), urlsOf(*m_servers));
    }

    void tellsOfAReleaseAndOfThePresent()
    {
        releaseLock("r");
        m_servers->command({"SET", "r", "lk1:web-4:33:batch:1750000001000:" + std::string(40, 'b'),
            "PX", "60000"});
        const CtlResult report = m_lockctl->run("report r");
        QVERIFY2(report.says(0, "\n- **Done:** release by "), report.told());
        QVERIFY(report.output.contains(": `INC-7`\n"));
        QVERIFY(report.output.contains("\n- **Outcome:** held by `batch@web-4 pid 33`"));
        QVERIFY(!report.output.contains("!["));
        QVERIFY(!report.output.contains(kRedisPy));
    }

    void ofASpanNamesItsLocks()
    {
        releaseLock("r");
        const CtlResult report = m_lockctl->run("report --since 1h --json");
        QCOMPARE(report.exitCode, 0);
        const QJsonValue lock = report.json()[u"locks"_s][0];
        QCOMPARE(lock[u"resource"_s].toString(), u"r"_s);
        QVERIFY(lock[u"present"_s][u"lock"_s].isNull());
        QCOMPARE(lock[u"summary"_s][u"outcome"_s].toString(), u"free: no master stores it"_s);
    }

    void writesAFileThatOnlyItsOwnerReads()
    {
        const QString file = QDir(m_home->path()).filePath(u"report.md"_s);
        const CtlResult report = m_lockctl->run({u"report"_s, u"r"_s, u"--output"_s, file});
        QCOMPARE(report.exitCode, 0);
        QVERIFY(report.output.isEmpty());
        QCOMPARE(QFileInfo(file).permissions()
                & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
            QFile::Permissions());
    }

private:
    void releaseLock(const std::string& name)
    {
        m_servers->command({"SET", name, kRedisPy});
        const QString resource = QString::fromStdString(name);
        const CtlResult list = m_lockctl->run("list --json");
        const QString token = list.lock(resource)[u"token"_s].toString();
        QCOMPARE(m_lockctl
                     ->run({u"release"_s, resource, u"--token"_s, token, u"--reason"_s, u"INC-7"_s,
                         u"--yes"_s})
                     .exitCode,
            0);
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<Lockctl> m_lockctl;
};

LOCKKEEPER_TEST(CtlReportTest)

} // namespace lockkeeper::tests::ctl_report_test

#include "ctl_report_test.moc"
