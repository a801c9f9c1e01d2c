// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_table_test {

namespace {

constexpr const char* kPod = "lk1:payments-worker-7f9c6d5b8-x2lq9.payments.svc.cluster.local:812:"
                             "payments-api:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr const char* kLongName
    = "orders:processing:customer:eu-west-1:0123456789abcdef:invoice-2026-11:lock";

/// The lines of a terminal, whose width is in characters.
QStringList screenOf(const CtlResult& result)
{
    QStringList lines
        = QString::fromUtf8(result.output).remove(u'\r').split(u'\n', Qt::SkipEmptyParts);
    return lines;
}

qsizetype longest(const QStringList& lines)
{
    qsizetype length = 0;
    for (const QString& line : lines)
        length = std::max(length, line.size());
    return length;
}

} // namespace

class CtlTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatMattersIn80Columns()
    {
        setLocks();
        const QStringList lines = screenOf(onTerminal(80, "list"));
        QCOMPARE(lines.size(), 3);
        QVERIFY(longest(lines) <= 80);
        QCOMPARE(lines[0].simplified(), u"VERDICT RESOURCE REMAINING HOLDER STALE"_s);
        QVERIFY2(lines[1].contains(u":lock "_s), qPrintable(lines[1]));
        QVERIFY2(lines[1].contains(u"orders:"_s), qPrintable(lines[1]));
        QVERIFY2(lines[1].contains(u"pid 812 "_s), qPrintable(lines[1]));
        QVERIFY2(lines[1].contains(u"never "_s), qPrintable(lines[1]));
        QVERIFY2(lines[1].contains(u"no TTL"_s), qPrintable(lines[1]));
        // The first of several, and how many more there are.
        QVERIFY2(lines[2].endsWith(u"no TTL +1"_s), qPrintable(lines[2]));
    }

    void keepsTheTokenWhereThereIsRoom()
    {
        setLocks();
        const QStringList lines = screenOf(onTerminal(130, "list"));
        QVERIFY(longest(lines) <= 130);
        QVERIFY2(lines[1].contains(token()), qPrintable(lines[1]));
    }

    void aVeryLongNameDoesNotWidenTheOthersRows()
    {
        const QByteArray name = "begin" + QByteArray(5000, 'x') + "end";
        m_servers.commandAll({"FLUSHALL"});
        m_servers.commandAll({"SET", name.toStdString(), kPod, "PX", "60000"});
        const Lockctl lockctl(m_home.path(), urlsOf(m_servers));
        const QStringList lines = screenOf(lockctl.run("list"));
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[1].contains(u" beginxxx"_s), qPrintable(lines[1]));
        QVERIFY2(lines[1].contains(u"xxxend "_s), qPrintable(lines[1]));
        QVERIFY2(longest(lines) < 400, qPrintable(lines[1]));
        const CtlResult wide = lockctl.run("list --wide");
        QVERIFY2(wide.output.contains(name + ' '), wide.output);
    }

    void leavesNothingOutWhenShortNamesFit()
    {
        m_servers.commandAll({"FLUSHALL"});
        m_servers.commandAll(
            {"SET", "a", "lk1:w-3:812:api:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "PX", "60000"});
        const QStringList lines = screenOf(onTerminal(80, "list"));
        QCOMPARE(lines[0].simplified(),
            u"VERDICT RESOURCE TOKEN VOTES REMAINING LIBRARY HOLDER STALE"_s);
    }

    void showsEverythingWhenWide()
    {
        setLocks();
        for (const CtlResult& result : {onTerminal(80, "list --wide"), m_lockctl->run("list")}) {
            QVERIFY(result.output.contains(kLongName));
            QVERIFY(result.output.contains(
                "payments-api@payments-worker-7f9c6d5b8-x2lq9.payments.svc.cluster.local pid 812"));
            QVERIFY(
                result.output.contains("expires on its own; leftover: on 1 of 3 masters, fewer"));
            QVERIFY(result.output.contains(token().toUtf8()));
        }
    }

    void fitsWideCharacters()
    {
        m_servers.commandAll({"FLUSHALL"});
        const std::string name = u"\u9501"_s.repeated(60).toStdString();
        m_servers.commandAll({"SET", name, kPod});
        const QStringList lines = screenOf(onTerminal(80, "list"));
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[1].size() + lines[1].count(QChar(0x9501)) <= 80);
        QVERIFY(lines[1].count(QChar(0x9501)) > 5);
    }

    void neverCutsWhatIsWrongWithAMaster()
    {
        RedisServerFixture servers(1, {"SET", "a", kPod});
        servers.command({"ACL", "SETUSER", "default", "-client|tracking"});
        QProcess terminal;
        const QStringList urls{urlsOf(servers)[0], u"redis://127.0.0.1:1"_s};
        terminal.start(u"script"_s,
            {u"-qc"_s,
                QStringLiteral(
                    "stty cols 80 rows 24; " LOCKCTL_PATH " --master %1 --master %2 watch")
                    .arg(urls[0], urls[1]),
                u"/dev/null"_s});
        QString text;
        const auto shows = [&](const char* words) {
            text += QString::fromUtf8(terminal.readAllStandardOutput());
            QString plain = text;
            plain.remove(u"\x1b[K"_s).remove(u'\r');
            return plain.simplified().contains(QLatin1String(words));
        };
        QTRY_VERIFY_WITH_TIMEOUT(shows("ACL SETUSER default +client|tracking"), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("b: Connection refused"), 20'000);
        terminal.terminate();
        QVERIFY(waitForExit(terminal) >= 0);
    }

private:
    /// One lock of all masters and one of the first, both without TTL, with long names and holders.
    void setLocks()
    {
        m_servers.commandAll({"FLUSHALL"});
        m_servers.commandAll({"SET", kLongName, kPod});
        m_servers.command({"SET", "z", kPod});
    }
    static QString token()
    {
        return QString::fromStdString(Fingerprint::ofString(kPod).shortHex());
    }
    CtlResult onTerminal(int columns, const char* arguments) const
    {
        return m_lockctl->runOnTerminal(columns, QLatin1String(arguments));
    }

    RedisServerFixture m_servers{{.count = 3}};
    QTemporaryDir m_home;
    std::unique_ptr<Lockctl> m_lockctl
        = std::make_unique<Lockctl>(m_home.path(), urlsOf(m_servers));
};

LOCKKEEPER_TEST(CtlTableTest)

} // namespace lockkeeper::tests::ctl_table_test

#include "ctl_table_test.moc"
