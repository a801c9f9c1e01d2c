// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_names_test {

namespace {

constexpr const char* kRedisPy = "5ccedab049f911f08f3a0242ac110002";
using namespace std::string_literals;

QString token()
{
    return QString::fromStdString(Fingerprint::ofString(kRedisPy).shortHex());
}

} // namespace

/// Names that a shell or a command line may take for something else.
class CtlNamesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { m_servers.command({"FLUSHALL"}); }

    void hintsAtCommandsThatWorkInAShell_data() { addNames(); }
    void hintsAtCommandsThatWorkInAShell()
    {
        QFETCH(QByteArray, name);
        m_servers.command(
            {"SET", name.toStdString(), "7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c", "PX", "60000"});
        const QByteArray whois = commandIn(encoded("show", name).output, "lockctl whois");
        const CtlResult asked = m_lockctl.runInShell(QString::fromUtf8(whois));
        QVERIFY2(asked.exitCode <= 1, asked.errors);
        QVERIFY2(asked.output.contains("verdict   "), asked.output);
        if (name.isEmpty())
            return; // nobody acquires it
        const CtlResult contended = encoded("acquire", name, {u"--ttl"_s, u"3s"_s});
        QCOMPARE(contended.exitCode, 1);
        const CtlResult shown
            = m_lockctl.runInShell(QString::fromUtf8(commandIn(contended.errors, "lockctl show")));
        QVERIFY2(shown.exitCode == 0, shown.errors);
    }

    void takesNamesInBase64_data() { addNames(); }
    void takesNamesInBase64()
    {
        QFETCH(QByteArray, name);
        m_servers.command({"SET", name.toStdString(), kRedisPy});
        QCOMPARE(encoded("show", name).exitCode, 0);
        QVERIFY(encoded("whois", name).exitCode <= 1);
        QCOMPARE(encoded("history", name, {u"--history"_s, emptyHistory()}).exitCode, 0);
        const CtlResult released
            = encoded("release", name, {u"--token"_s, token(), u"--reason"_s, u"x"_s, u"--yes"_s});
        QVERIFY2(released.exitCode == 0, released.errors);
        if (name.isEmpty())
            return;
        QCOMPARE(encoded("acquire", name, {u"--ttl"_s, u"30s"_s}).exitCode, 0);
        QVERIFY(m_servers.command({"DEL", name.toStdString()}).integer == 1);
        QCOMPARE(encoded("run", name, {u"--"_s, u"true"_s}).exitCode, 0);
    }

    void givesBase64InJsonForWhatCantBeTyped()
    {
        m_servers.command({"SET", "a\0b"s, kRedisPy});
        m_servers.command({"SET", "", kRedisPy});
        m_servers.command({"SET", "plain", kRedisPy});
        const CtlResult result = m_lockctl.run("list --json");
        const QJsonArray locks = result.json()["locks"_L1].toArray();
        QCOMPARE(locks.size(), 3);
        QCOMPARE(locks[0]["resource_b64"_L1], QJsonValue(QString(""_L1)));
        QCOMPARE(locks[1]["resource_b64"_L1], QJsonValue(u"YQBi"_s));
        QVERIFY(locks[2]["resource_b64"_L1].isUndefined());
    }

    void namesTheLockWithoutAName()
    {
        m_servers.command({"SET", "", kRedisPy});
        const CtlResult list = m_lockctl.run("list");
        QVERIFY2(list.outputLines()[1].startsWith("held     ''  "), list.output);
    }

    void takesANameBehindTheEndOfOptions()
    {
        m_servers.command({"SET", "-r", kRedisPy});
        const QString history = emptyHistory();
        for (const char* command : {"show", "whois", "history", "acquire"}) {
            QStringList arguments{QLatin1String(command), u"--history"_s, history};
            if (QLatin1String(command) == "acquire"_L1)
                arguments += {u"--ttl"_s, u"3s"_s};
            const CtlResult result = m_lockctl.run(arguments + words("-- -r"));
            QVERIFY2(result.exitCode <= 1, result.errors);
            QVERIFY2((result.output + result.errors).contains("-r"), command);
        }
    }

    void takesAWordLikeRunForAValue()
    {
        m_servers.command({"SET", "-r", kRedisPy});
        const CtlResult result = m_lockctl.run({u"release"_s, u"--token"_s, token(), u"--reason"_s,
            u"run"_s, u"--yes"_s, u"--"_s, u"-r"_s});
        QVERIFY2(result.exitCode == 0, result.errors);
    }

private:
    static void addNames()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("plain") << QByteArray("orders:42");
        QTest::newRow("dash") << QByteArray("-orders");
        QTest::newRow("option") << QByteArray("--json");
        QTest::newRow("end of options") << QByteArray("--");
        QTest::newRow("quotes") << QByteArray("it's $(here) \"\\");
        QTest::newRow("bytes") << QByteArray("a\n\xff\x01");
        QTest::newRow("dash and bytes") << QByteArray("-\n\xff'");
        QTest::newRow("NUL") << QByteArray("a\0b", 3);
        QTest::newRow("dash and NUL") << QByteArray("-\0", 2);
        QTest::newRow("empty") << QByteArray("");
    }

    /// The command in a text, from `start` to the end of its line.
    static QByteArray commandIn(const QByteArray& text, const char* start)
    {
        const qsizetype begin = text.indexOf(start);
        return begin < 0 ? QByteArray("false") : text.mid(begin, text.indexOf('\n', begin) - begin);
    }

    CtlResult encoded(
        const char* command, const QByteArray& name, const QStringList& more = {}) const
    {
        return m_lockctl.run(QStringList{QLatin1String(command), u"--resource-b64"_s,
                                 QString::fromLatin1(name.toBase64())}
            + more);
    }

    /// A history without entries.
    QString emptyHistory()
    {
        QString file = m_home.filePath(u"history"_s);
        if (!QFile::exists(file))
            static_cast<void>(m_lockctl.runInShell(
                u"lockctl watch --record --json --match none --history %1 | head -n 1"_s.arg(
                    file)));
        return file;
    }

    RedisServerFixture m_servers;
    QTemporaryDir m_home;
    Lockctl m_lockctl{m_home.path(), urlsOf(m_servers)};
};

LOCKKEEPER_TEST(CtlNamesTest)

} // namespace lockkeeper::tests::ctl_names_test

#include "ctl_names_test.moc"
