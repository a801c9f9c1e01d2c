// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_export_test {

namespace {

constexpr const char* kRedisPy = "5ccedab049f911f08f3a0242ac110002";

/// The records of a CSV file after RFC 4180; empty if it breaks that.
QList<QStringList> recordsOf(const QByteArray& csv)
{
    QList<QStringList> records;
    const QString text = QString::fromUtf8(csv);
    QStringList record;
    QString cell;
    bool isQuoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (isQuoted && c == u'"' && text.mid(i + 1, 1) == u"\""_s) {
            cell += c;
            ++i;
        } else if (c == u'"') {
            isQuoted = !isQuoted;
        } else if (!isQuoted && c == u',') {
            record += std::exchange(cell, {});
        } else if (!isQuoted && c == u'\r') {
            if (text.mid(++i, 1) != u"\n"_s)
                return {};
            record += std::exchange(cell, {});
            records += std::exchange(record, {});
        } else {
            cell += c;
        }
    }
    return record.isEmpty() && cell.isEmpty() ? records : QList<QStringList>();
}

} // namespace

class CtlExportTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void writesOneRecordForEachLock()
    {
        RedisServerFixture servers(1, {"SET", "b", kRedisPy, "PX", "60000"});
        servers.command({"SET", "a", kRedisPy});
        const CtlResult result = exported(servers, {"--csv"});
        QCOMPARE(result.exitCode, 0);
        const auto records = recordsOf(result.output);
        QCOMPARE(records.size(), 3);
        QCOMPARE(records[0].first(), u"resource"_s);
        QCOMPARE(records[1].size(), records[0].size());
        QCOMPARE(records[1].first(), u"a"_s);
        QCOMPARE(records[1][records[0].indexOf(u"never_expires"_s)], u"yes"_s);
        QCOMPARE(records[2].first(), u"b"_s);
        QVERIFY(!result.output.contains(kRedisPy));
    }

    void writesTheSameJsonToAFileAsItPrints()
    {
        RedisServerFixture servers;
        for (int i = 0; i < 500; ++i)
            servers.command({"SET", "lock:" + std::to_string(i), kRedisPy});
        const CtlResult printed = exported(servers, {"--json"});
        const QString file = m_home.filePath(u"locks.json"_s);
        QCOMPARE(
            exported(servers, {"--json", "--output", file.toLocal8Bit().constData()}).exitCode, 0);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const auto namesOf = [](const QByteArray& json) {
            QStringList names;
            const auto locks = QJsonDocument::fromJson(json).object()["locks"_L1].toArray();
            for (const QJsonValue lock : locks)
                names += lock["resource"_L1].toString();
            return names;
        };
        const QStringList names = namesOf(written.readAll());
        QCOMPARE(names.size(), 500);
        QCOMPARE(names, namesOf(printed.output));
    }

    void disarmsFormulas_data()
    {
        const auto row = columns<QByteArray, QString>();
        row("equals", "=1+1", "'=1+1");
        row("plus", "+1", "'+1");
        row("minus", "-1", "'-1");
        row("at", "@SUM(A1)", "'@SUM(A1)");
        row("tab", "\t=1", "\\t=1");
        row("return", "\r=1", "\\r=1");
        row("blank", " =1", u"\\x20=1"_s);
        row("no-break space", QByteArray("\u00a0=1"), u"\\u00a0=1"_s);
        row("thin blank", QByteArray("\u2009+1"), u"\\u2009+1"_s);
        const std::initializer_list<std::pair<const char*, const char*>> others{
            {"ideographic blank", "\u3000=1"}, {"fullwidth equals", "\uff1d1+1"},
            {"fullwidth plus", "\uff0b1"}, {"fullwidth minus", "\uff0d1"},
            {"fullwidth at", "\uff20SUM(A1)"}, {"small equals", "\ufe661"},
            {"superscript plus", "\u207a1"}, {"minus sign", "\u22121"}, {"selector", "\ufe0f=1"}};
        for (const auto& [what, text] : others)
            row(what, QByteArray(text), u'\'' + QString::fromUtf8(text));
        row("zero-width", QByteArray("\u200b=1"), u"\\u200b=1"_s);
        row("letters", QByteArray("\u8ba2\u5355:=1"), QString::fromUtf8("\u8ba2\u5355:=1"));
        row("fullwidth letter", QByteArray("\uff21=1"), QString::fromUtf8("\uff21=1"));
        row("quotes", "a\",\"b", "a\",\"b");
        row("newline", "a\r\n=b", "a\\r\\n=b");
        row("bytes", QByteArray("a\xff"), u"a\\xff"_s);
    }
    void disarmsFormulas()
    {
        const auto [name, cell] = fetch<QByteArray, QString>();
        RedisServerFixture servers(1, {"SET", name.toStdString(), kRedisPy});
        const auto records = recordsOf(exported(servers, {"--csv"}).output);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[1][0], cell);
        if (!records[1][1].isEmpty())
            QCOMPARE(QByteArray::fromBase64(records[1][1].toLatin1()), name);
        else
            QCOMPARE(cell.toUtf8(), name);
    }

    void disarmsFormulasInWhatAHolderSaysOfItself()
    {
        RedisServerFixture servers(1,
            {"SET", "r",
                "lk1:%3D1+1:812:%40app:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"});
        servers.command({"SET", "s",
            "lk1:%3D1%2B1:812:%40app:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"});
        const auto records = recordsOf(exported(servers, {"--csv"}).output);
        const auto& cells = records.last();
        QCOMPARE(cells[records[0].indexOf(u"holder_host"_s)], u"'=1+1"_s);
        QCOMPARE(cells[records[0].indexOf(u"holder_app"_s)], u"'@app"_s);
    }

    void replacesAFileThatOnlyItsOwnerCanRead()
    {
        RedisServerFixture servers(1, {"SET", "a", kRedisPy});
        const QString file = m_home.filePath(u"locks.csv"_s);
        QFile old(file);
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("old");
        old.close();
        const CtlResult result = exported(servers, {"--csv", "--output", qPrintable(file)});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.isEmpty());
        QVERIFY(old.open(QIODevice::ReadOnly));
        QCOMPARE(recordsOf(old.readAll()).size(), 2);
        QCOMPARE(old.permissions() & ~(QFile::ReadUser | QFile::WriteUser),
            QFile::ReadOwner | QFile::WriteOwner);
        QCOMPARE(QDir(m_home.path()).entryList({u"locks.csv*"_s}).size(), 1);
    }

    void leavesTheOldFileWhenNobodyAnswers()
    {
        const QString file = m_home.filePath(u"kept.csv"_s);
        QFile old(file);
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("old");
        old.close();
        const Lockctl lockctl(m_home.path(), {u"redis://127.0.0.1:1"_s});
        const CtlResult result = lockctl.run({u"export"_s, u"--csv"_s, u"--output"_s, file});
        QCOMPARE(result.exitCode, 69);
        QVERIFY(old.open(QIODevice::ReadOnly));
        QCOMPARE(old.readAll(), QByteArray("old"));
    }

    void saysWhyAFileCantBeWritten()
    {
        RedisServerFixture servers;
        const CtlResult result = exported(servers, {"--csv", "--output", "/nowhere/at/all.csv"});
        QCOMPARE(result.exitCode, 74);
        QCOMPARE(result.errors,
            QByteArray("lockctl: can't write /nowhere/at/all.csv: No such file or directory\n"));
    }

    void printsTheObjectOfListAsJson()
    {
        RedisServerFixture servers(1, {"SET", "a", kRedisPy});
        const CtlResult result = exported(servers, {"--json"});
        QVERIFY(!result.lock(u"a"_s).isEmpty());
        QVERIFY(result.json().contains("masters"_L1));
    }

private:
    CtlResult exported(
        const RedisServerFixture& servers, std::initializer_list<const char*> more) const
    {
        QStringList arguments{u"export"_s};
        for (const char* argument : more)
            arguments += QString::fromLocal8Bit(argument);
        return lockctlFor(servers).run(arguments);
    }
};

LOCKKEEPER_TEST(CtlExportTest)

} // namespace lockkeeper::tests::ctl_export_test

#include "ctl_export_test.moc"
