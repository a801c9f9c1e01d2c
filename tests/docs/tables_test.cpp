// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/evidence.h"
#include "core/observe/formats/format.h"
#include "core/observe/formats/tombstone.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::tables_test {

using namespace lockkeeper::observe;

namespace {

/// Empty: it can't be read.
QString textOf(const QString& page)
{
    QFile file(QStringLiteral(LOCKKEEPER_DOCS) + page);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The rows of a page's tables: by table, the cells of each row whose first cell names formats.
std::vector<QList<QStringList>> tablesOf(const QString& page)
{
    std::vector<QList<QStringList>> tables;
    bool isInTable = false;
    for (const QString& line : textOf(page).split(u'\n')) {
        const bool wasInTable = std::exchange(isInTable, line.startsWith(u'|'));
        if (isInTable && !wasInTable)
            tables.emplace_back();
        static const QRegularExpression kBar(u"(?<!\\\\)\\|"_s);
        if (line.startsWith(u"| `"_s))
            tables.back() << line.split(kBar).mid(1);
    }
    return tables;
}

/// The names in backticks.
QStringList namesIn(const QString& cell)
{
    static const QRegularExpression kName(u"`([^`]+)`"_s);
    QStringList names;
    for (auto found = kName.globalMatch(cell); found.hasNext();)
        names << found.next().captured(1);
    return names;
}

/// What a release of the format does, as the last cell of its row says.
QString releaseOf(const QStringList& row)
{
    const QString& told = row[row.size() - 2];
    return !told.contains(u"CAD"_s)                                ? u"none"_s
        : told.contains(u"PUBLISH"_s) || told.contains(u"LPUSH"_s) ? u"with a message"_s
                                                                   : u"plain"_s;
}

QString releaseOf(const Format& format)
{
    return !format.isReleasable ? u"none"_s : format.wakeUp ? u"with a message"_s : u"plain"_s;
}

/// "NAME: how it is released" of each format that belongs into the table.
template <class Belongs> QStringList expected(const Formats& formats, Belongs belongs)
{
    QStringList rows;
    for (const FormatPtr& format : formats) {
        const QString row = QString::fromStdString(format->name) + u": "_s + releaseOf(*format);
        if (belongs(*format) && !rows.contains(row))
            rows << row;
    }
    return rows;
}

QStringList written(const QList<QStringList>& table)
{
    QStringList rows;
    for (const QStringList& row : table)
        rows << namesIn(row.front()).first() + u": "_s + releaseOf(row);
    return rows;
}

} // namespace

/// What tables of the documents say of formats and evidence is what the code does.
class TablesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void formatsAreThoseOfTheCode_data() { addLanguages(); }
    /// In the order in which they are tried, and how each is released.
    void formatsAreThoseOfTheCode()
    {
        QFETCH(const QString, folder);
        enum Table : std::size_t { Strings = 1, Collections, HintOnly, Cautions };
        const auto tables = tablesOf(folder + u"/formats.md"_s);
        QVERIFY(tables.size() > Cautions);
        const auto isString
            = [](const Format& format) { return format.shape.type == ValueType::String; };
        QCOMPARE(written(tables[Strings]), expected(builtinFormats(), isString));
        QCOMPARE(written(tables[Collections]), expected(builtinFormats(), std::not_fn(isString)));
        QCOMPARE(written(tables[HintOnly]),
            expected(hintOnlyFormats(), [](const Format&) { return true; }));

        QStringList cautious;
        for (const QStringList& row : tables[Cautions])
            cautious << namesIn(row.front());
        QStringList careful;
        for (const Formats* formats : {&builtinFormats(), &hintOnlyFormats()}) {
            for (const FormatPtr& format : *formats) {
                if (format->isReleasable && !format->caution.empty())
                    careful << QString::fromStdString(format->name);
            }
        }
        cautious.sort();
        careful.sort();
        QCOMPARE(cautious, careful);
    }

    void whatCantBeRevokedIsToldInFull_data() { addLanguages(); }
    /// But for tombstones, and what no library in particular writes.
    void whatCantBeRevokedIsToldInFull()
    {
        QFETCH(const QString, folder);
        const QStringList paragraphs
            = textOf(folder + u"/lockctl.md"_s).split(u"\n\n"_s).filter(u"`setnx-expire`"_s);
        QCOMPARE(paragraphs.size(), 1);
        QStringList told = namesIn(paragraphs.front());
        QStringList known;
        for (const Formats* formats : {&builtinFormats(), &hintOnlyFormats()}) {
            for (const FormatPtr& format : *formats) {
                const bool isNamed = format->name != kUnknownFormat && !isTombstone(format->name);
                if (isNamed && format->isReleasable && !format->isRevocable)
                    known << QString::fromStdString(format->name);
            }
        }
        told.sort();
        known.sort();
        QCOMPARE(told, known);
    }

    void evidenceIsThatOfTheCode_data() { addLanguages(); }
    void evidenceIsThatOfTheCode()
    {
        QFETCH(const QString, folder);
        QStringList known;
        for (const EvidenceKind kind : enumValues<EvidenceKind>())
            known << QString::fromLatin1(nameOf(kind));
        QStringList told;
        for (const auto& table : tablesOf(folder + u"/observation.md"_s)) {
            for (const QStringList& row : table) {
                const QString name = namesIn(row.front()).first();
                if (known.contains(name))
                    told << name;
            }
        }
        told.sort();
        known.sort();
        QCOMPARE(told, known);
    }

private:
    static void addLanguages()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("English") << u""_s;
        QTest::newRow("Chinese") << u"/zh_CN"_s;
    }
};

LOCKKEEPER_TEST(TablesTest)

} // namespace lockkeeper::tests::tables_test

#include "tables_test.moc"
