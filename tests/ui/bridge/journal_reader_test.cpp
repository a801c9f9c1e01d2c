// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/bridge/journal_reader.h"

namespace lockkeeper::tests::journal_reader_test {

using namespace lockkeeper::ui;

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
    [[nodiscard]] release::JournalEntries latest() const
    {
        return loaded.isEmpty() ? release::JournalEntries()
                                : loaded.last().at(0).value<release::JournalEntries>();
    }
    /// The ids of the latest entries.
    [[nodiscard]] QStringList ids() const
    {
        QStringList ids;
        for (const release::JournalEntry& entry : latest().entries) {
            const auto idOf = [](const auto& one) { return QString::fromStdString(one.id); };
            ids << std::visit(idOf, entry);
        }
        return ids;
    }
};

QByteArray line(const char* id)
{
    const release::JournalIntent intent{.id = id};
    return QByteArray::fromStdString(release::formatJournalEntry(intent)) + '\n';
}

} // namespace

class JournalReaderTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missingJournalHasNoLines()
    {
        Journal j;
        j.reader.reload();
        QTRY_COMPARE(j.loaded.count(), 1);
        QVERIFY(j.latest().entries.empty());
        QCOMPARE(j.latest().unreadable, std::size_t(0));
    }

    void linesComeOldestFirst()
    {
        Journal j;
        j.append(line("first") + line("second"));
        j.reader.reload();
        QTRY_COMPARE(j.ids(), QStringList({u"first"_s, u"second"_s}));
    }

    void journalThatAppearsIsRead()
    {
        Journal j;
        j.reader.reload();
        QTRY_COMPARE(j.loaded.count(), 1);
        j.append(line("first"));
        QTRY_COMPARE(j.ids(), QStringList({u"first"_s}));
        j.append(line("second"));
        QTRY_COMPARE(j.ids(), QStringList({u"first"_s, u"second"_s}));
    }

    void appendedLinesAreRead()
    {
        Journal j;
        j.append(line("first"));
        j.reader.reload();
        QTRY_COMPARE(j.loaded.count(), 1);
        j.append(line("second"));
        QTRY_COMPARE(j.ids(), QStringList({u"first"_s, u"second"_s}));
    }

    void linesThatAreNoEntriesAreCounted()
    {
        Journal j;
        j.append("no JSON\n\n" + line("first") + "{\"id\":\"cut sh");
        j.reader.reload();
        QTRY_COMPARE(j.ids(), QStringList({u"first"_s}));
        QCOMPARE(j.latest().unreadable, std::size_t(2));
    }

    void directoryInItsPlaceFails()
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
};

LOCKKEEPER_TEST(JournalReaderTest)

} // namespace lockkeeper::tests::journal_reader_test

#include "journal_reader_test.moc"
