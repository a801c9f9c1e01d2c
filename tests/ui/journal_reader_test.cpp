// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/bridge/journal_reader.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace lockkeeper;
using namespace lockkeeper::ui;
using namespace Qt::StringLiterals;

namespace {

struct Journal {
    QTemporaryDir directory;
    QString path = directory.filePath(u"journal.jsonl"_s);
    JournalReader reader{path.toStdString()};
    QSignalSpy loaded{&reader, &JournalReader::loaded};

    void append(const QByteArray& text) const
    {
        QFile file(path);
        if (!file.open(QIODevice::Append) || file.write(text) != text.size())
            qFatal("can't write %s", qPrintable(path));
    }
    [[nodiscard]] QList<QByteArray> latest() const
    {
        return loaded.isEmpty() ? QList<QByteArray>()
                                : loaded.last().at(0).value<QList<QByteArray>>();
    }
};

} // namespace

class JournalReaderTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missingJournalHasNoLines();
    void linesComeOldestFirst();
    void journalThatAppearsIsRead();
    void appendedLinesAreRead();
    void onlyTheLastLinesAreRead();
    void hugeJournalIsReadFromItsEnd();
    void directoryInItsPlaceFails();
};

void JournalReaderTest::missingJournalHasNoLines()
{
    Journal j;
    j.reader.reload();
    QTRY_COMPARE(j.loaded.count(), 1);
    QVERIFY(j.latest().isEmpty());
}

void JournalReaderTest::linesComeOldestFirst()
{
    Journal j;
    j.append("first\nsecond\n");
    j.reader.reload();
    QTRY_COMPARE(j.latest(), QList<QByteArray>({"first", "second"}));
}

void JournalReaderTest::journalThatAppearsIsRead()
{
    Journal j;
    j.reader.reload();
    QTRY_COMPARE(j.loaded.count(), 1);
    j.append("first\n");
    QTRY_COMPARE(j.latest(), QList<QByteArray>({"first"}));
    j.append("second\n");
    QTRY_COMPARE(j.latest(), QList<QByteArray>({"first", "second"}));
}

void JournalReaderTest::appendedLinesAreRead()
{
    Journal j;
    j.append("first\n");
    j.reader.reload();
    QTRY_COMPARE(j.loaded.count(), 1);
    j.append("second\n");
    QTRY_COMPARE(j.latest(), QList<QByteArray>({"first", "second"}));
}

void JournalReaderTest::onlyTheLastLinesAreRead()
{
    Journal j;
    QByteArray text;
    for (int i = 0; i <= JournalReader::kMaxLines; ++i)
        text += QByteArray::number(i) + '\n';
    j.append(text);
    j.reader.reload();
    QTRY_COMPARE(j.latest().size(), JournalReader::kMaxLines);
    QCOMPARE(j.latest().first(), "1"_ba);
}

void JournalReaderTest::hugeJournalIsReadFromItsEnd()
{
    Journal j;
    j.append(QByteArray(JournalReader::kMaxBytes, 'x') + "\nlast\n");
    j.reader.reload();
    QTRY_COMPARE(j.latest(), QList<QByteArray>({"last"}));
}

void JournalReaderTest::directoryInItsPlaceFails()
{
    QTemporaryDir directory;
    const QString path = directory.filePath(u"journal.jsonl"_s);
    QVERIFY(QDir().mkdir(path));
    JournalReader reader(path.toStdString());
    QSignalSpy failed(&reader, &JournalReader::failed);
    reader.reload();
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed.at(0).at(0).value<Error>().kind, ErrorClass::Journal);
}

LOCKKEEPER_TEST(JournalReaderTest)
#include "journal_reader_test.moc"
