// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/journal_chain.h"
#include "core/release/journal_entry.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <sys/stat.h>

namespace lockkeeper::ctl_journal_test {

using tests::CtlResult;
using tests::Lockctl;

class CtlJournalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        const QString directory = m_home->filePath(QStringLiteral(".local/state/lockkeeper"));
        QVERIFY(QDir().mkpath(directory));
        m_file = directory + QStringLiteral("/journal.jsonl");
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
            QStringLiteral("--head"), QString::fromStdString(hashOf(m_lines[2])).toUpper()};
        write(m_lines.join());
        QCOMPARE(verify(withHead).exitCode, 0);
        write(m_lines[0] + m_lines[1]);
        QCOMPARE(verify().exitCode, 0);
        const CtlResult result = verify(withHead);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("its end was cut off"), result.errors.constData());
    }

    void saysWhenNothingCanBeTold()
    {
        write("{\"id\":\"1\",\"kind\":\"intent\"}\n");
        const CtlResult result = verify();
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("no entry has a hash"), result.errors.constData());
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
        QCOMPARE(verify({QStringLiteral("--json")}).json()[QLatin1String("whole")].toBool(), true);
        // Not if an entry is known to have been there, or if whole lines lost their hashes.
        result = verify({QStringLiteral("--head"), QString::fromStdString(hashOf(m_lines[0]))});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("its end was cut off"), result.errors.constData());
        write("{\"id\":\"1\",\"kind\":\"intent\"}\n" + m_lines[1].first(30));
        QCOMPARE(verify().exitCode, 1);
    }

    void warnsOfAJournalThatOthersMayWriteTo()
    {
        write(m_lines.join());
        QCOMPARE(::chmod(QFile::encodeName(m_file).constData(), 0666), 0);
        const CtlResult result = verify();
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.contains("whole, 3 entries"));
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("others may write to it"), result.errors.constData());
    }

    void takesAFileByNameAndByOption()
    {
        write(m_lines.join());
        const QString other = m_home->filePath(QStringLiteral("other"));
        QVERIFY(QFile::rename(m_file, other));
        QCOMPARE(verify().exitCode, 1);
        QCOMPARE(verify({other}).exitCode, 0);
        QCOMPARE(verify({QStringLiteral("--journal"), other}).exitCode, 0);
    }

    void printsAnObject()
    {
        write(m_lines.join() + "{\"id\":\"cut");
        QJsonObject object = verify({QStringLiteral("--json")}).json();
        QCOMPARE(object[QLatin1String("whole")].toBool(), true);
        QCOMPARE(object[QLatin1String("entries")].toInt(), 3);
        QCOMPARE(object[QLatin1String("cut_short")].toBool(), true);
        QVERIFY(object[QLatin1String("bad_line")].isNull());
        QCOMPARE(object[QLatin1String("head")].toString().toStdString(), hashOf(m_lines[2]));
        write(m_lines[0] + m_lines[2]);
        object = verify({QStringLiteral("--json")}).json();
        QCOMPARE(object[QLatin1String("whole")].toBool(true), false);
        QCOMPARE(object[QLatin1String("bad_line")].toInt(), 2);
        QVERIFY(object[QLatin1String("problem")].toString().contains(QLatin1String("entry 3")));
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
        return Lockctl(m_home->path())
            .run(QStringList{QStringLiteral("journal"), QStringLiteral("verify")} + more);
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_file;
    QByteArrayList m_lines;
};

LOCKKEEPER_TEST(CtlJournalTest)

} // namespace lockkeeper::ctl_journal_test

#include "ctl_journal_test.moc"
