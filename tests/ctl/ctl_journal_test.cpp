// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/journal_chain.h"
#include "core/release/journal_entry.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <sys/stat.h>

namespace lockkeeper::tests::ctl_journal_test {

class CtlJournalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        const QString directory = m_home->filePath(u".local/state/lockkeeper"_s);
        QVERIFY(QDir().mkpath(directory));
        m_file = directory + u"/journal.jsonl"_s;
        m_lines.clear();
        release::ChainEnd end;
        for (int i = 1; i <= 3; ++i) {
            const std::string entry = release::formatJournalEntry(
                release::JournalIntent{.id = std::to_string(i), .reason = "why"});
            m_lines.push_back(QByteArray::fromStdString(chainedLine(entry, end)) + '\n');
            end = {end.number + 1, hashOf(m_lines.back()), {}};
        }
    }

    void praisesAWholeJournalAndPrintsItsHead()
    {
        write(m_lines.join());
        const CtlResult result = verify();
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.errors, QByteArray());
        QCOMPARE(result.output,
            m_file.toUtf8() + ": whole, 3 entries\nhead "
                + QByteArray::fromStdString(hashOf(m_lines[2])) + '\n');
    }

    void namesTheFirstBadLine()
    {
        write(QByteArray(m_lines.join()).replace("\"id\":\"2\"", "\"id\":\"7\""));
        const CtlResult result = verify();
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.output, QByteArray());
        QCOMPARE(result.errors,
            "lockctl: journal " + m_file.toUtf8()
                + ": line 2: it was changed: its hash is of another text\n");
    }

    void findsAMissingEndByAHeadThatWasKept()
    {
        const QStringList withHead{
            u"--head"_s, QString::fromStdString(hashOf(m_lines[2])).toUpper()};
        write(m_lines.join());
        QCOMPARE(verify(withHead).exitCode, 0);
        write(m_lines[0] + m_lines[1]);
        QCOMPARE(verify().exitCode, 0);
        const CtlResult result = verify(withHead);
        QVERIFY2(result.fails(1, "its end was cut off"), result.told());
    }

    void saysWhenNothingCanBeTold()
    {
        write("{\"id\":\"1\",\"kind\":\"intent\"}\n");
        const CtlResult result = verify();
        QVERIFY2(result.fails(1, "no entry has a hash"), result.told());
        QFile::remove(m_file);
        QCOMPARE(verify().exitCode, 1);
        write("");
        QCOMPARE(verify().output, m_file.toUtf8() + ": empty\n");
    }

    void aFirstLineThatIsCutShortIsNoTampering()
    {
        write(m_lines[0].first(30));
        CtlResult result = verify();
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.errors, QByteArray());
        QCOMPARE(result.output,
            m_file.toUtf8() + ": no whole entry yet, only a line that is cut short\n");
        QCOMPARE(verify({u"--json"_s}).json()["whole"_L1].toBool(), true);
        // Not if an entry is known to have been there, or if whole lines lost their hashes.
        result = verify({u"--head"_s, QString::fromStdString(hashOf(m_lines[0]))});
        QVERIFY2(result.fails(1, "its end was cut off"), result.told());
        write("{\"id\":\"1\",\"kind\":\"intent\"}\n" + m_lines[1].first(30));
        QCOMPARE(verify().exitCode, 1);
    }

    void warnsOfAJournalThatOthersMayWriteTo()
    {
        write(m_lines.join());
        QCOMPARE(::chmod(QFile::encodeName(m_file).constData(), 0666), 0);
        const CtlResult result = verify();
        QVERIFY2(result.says(0, "whole, 3 entries"), result.told());
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("others may write to it"), result.errors);
    }

    void takesAFileByNameAndByOption()
    {
        write(m_lines.join());
        const QString other = m_home->filePath(u"other"_s);
        QVERIFY(QFile::rename(m_file, other));
        QCOMPARE(verify().exitCode, 1);
        QCOMPARE(verify({other}).exitCode, 0);
        QCOMPARE(verify({u"--journal"_s, other}).exitCode, 0);
    }

    void printsAnObject()
    {
        write(m_lines.join() + "{\"id\":\"cut");
        QJsonObject object = verify({u"--json"_s}).json();
        QCOMPARE(object["whole"_L1].toBool(), true);
        QCOMPARE(object["entries"_L1].toInt(), 3);
        QCOMPARE(object["cut_short"_L1].toBool(), true);
        QVERIFY(object["bad_line"_L1].isNull());
        QCOMPARE(object["head"_L1].toString().toStdString(), hashOf(m_lines[2]));
        write(m_lines[0] + m_lines[2]);
        object = verify({u"--json"_s}).json();
        QCOMPARE(object["whole"_L1].toBool(true), false);
        QCOMPARE(object["bad_line"_L1].toInt(), 2);
        QVERIFY(object["problem"_L1].toString().contains("entry 3"_L1));
    }

private:
    static std::string hashOf(const QByteArray& line)
    {
        return release::parseChainLink(line.trimmed().toStdString()).value().hash;
    }
    void write(const QByteArray& text) const
    {
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    }
    [[nodiscard]] CtlResult verify(const QStringList& more = {}) const
    {
        return Lockctl(m_home->path()).run(QStringList{u"journal"_s, u"verify"_s} + more);
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_file;
    QByteArrayList m_lines;
};

LOCKKEEPER_TEST(CtlJournalTest)

} // namespace lockkeeper::tests::ctl_journal_test

#include "ctl_journal_test.moc"
