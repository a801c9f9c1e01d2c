// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/board_json.h"
#include "core/output/incident.h"
#include "core/output/lock_csv.h"
#include "core/text/display_safe.h"
#include "tests/support/hostile_names.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/acquire_dialog.h"
#include "ui/models/alerts/alert.h"
#include "ui/models/journal_model.h"
#include "ui/models/locks/lock_table.h"
#include "ui/models/table/table_text.h"
#include "ui/models/words/words.h"
#include "ui/pages/lock_detail.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QTextDocument>

namespace lockkeeper::tests::hostile_names_test {

namespace {

const std::vector<std::string>& names()
{
    static const std::vector<std::string> all = hostileNames(500);
    return all;
}

/// True if nothing in the text is invisible, moves its neighbours, or begins another line.
bool isVisible(QString text)
{
    // Ours, around names from right to left; what is in a name is shown as an escape.
    text.remove(QChar(0x2068)).remove(QChar(0x2069));
    const std::string bytes = text.toStdString();
    // What displaySafe() has written is safe, but for its backslashes. A blank at the end of a name
    // is none at the end of a sentence.
    const QString again
        = QString::fromStdString(displaySafe(fromDisplaySafe(bytes), bytes.size() + 1));
    const auto withBlanks = [](QString all) { return all.replace(u"\\x20"_s, u" "_s); };
    return withBlanks(again) == withBlanks(text);
}

/// True if a document has markup that a reader could click, or that loads something.
bool hasLinks(const QTextDocument& document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
            const QTextCharFormat format = piece.fragment().charFormat();
            if (format.isAnchor() || format.isImageFormat())
                return true;
        }
    }
    return false;
}

observe::LockEntryPtr entryOf(const std::string& name, SteadyTime now)
{
    LockEntryBuilder builder(name, now);
    builder.held("token", std::chrono::seconds(30));
    builder.lock().holder.app = name;
    builder.lock().holder.host = name;
    return builder.build();
}

release::Deed deedOf(const std::string& name)
{
    return {.intent = {.id = "1",
                .action = "release",
                .osUser = name,
                .host = name,
                .deployment = name,
                .resource = name,
                .tokenSha1 = "3f1c90ab",
                .format = name,
                .votes = {{name, name, name}},
                .evidence = {name},
                .masters = {{name, "redis://10.0.0.1:6379", name}},
                .command = name,
                .reason = name},
        .result = release::JournalResult{.id = "1", .outcomes = {{name, name, name}}},
        .next
        = release::JournalNext{.id = "1", .tokenSha1 = name, .holder = displaySafe(name, 1024)}};
}

output::Incident incidentOf(const std::string& name, SteadyTime now)
{
    output::Incident incident{.deployment = name, .resource = Resource(name), .madeBy = name};
    incident.journalError = Error{ErrorClass::Journal, name};
    output::IncidentLock lock{.resource = Resource(name)};
    lock.present = output::Sight{.entry = entryOf(name, now)};
    lock.past = history::Timeline{};
    history::Interval interval{.resource = lock.resource, .token = Fingerprint::ofString("t")};
    interval.format = name;
    interval.holder.app = name;
    lock.past->intervals.push_back(interval);
    lock.past->masters.push_back({MasterId(name), name, name, {}});
    lock.deeds.push_back(deedOf(name));
    incident.locks.push_back(std::move(lock));
    return incident;
}

} // namespace

/// 500 hostile names through all that shows or writes a name.
class HostileNamesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsCopiedAndTypedBackIsTheSameName()
    {
        std::set<QString> shown;
        for (const std::string& name : names()) {
            const QString copied = ui::wholeText(name);
            QCOMPARE(ui::typedBytes(copied), name);
            QVERIFY(isVisible(copied));
            shown.insert(copied);
        }
        QCOMPARE(shown.size(), names().size()); // told apart
    }

    void theAcquireDialogTakesWhatIsCopied()
    {
        ui::AcquireDialog dialog(u"test"_s, [](const Resource&) { return QString(); });
        QSignalSpy requested(&dialog, &ui::AcquireDialog::acquireRequested);
        auto& field = child<QLineEdit>(dialog, u"resourceLineEdit"_s);
        for (const std::string& name :
            {std::string("a\n\xff\\n\xe2\x80\xae") + '\0' + "b" + '\0', std::string("=1")}) {
            field.setText(ui::wholeText(name));
            QCOMPARE(ui::typedBytes(field.text()), name);
        }
        dialog.show();
        click(child<QPushButton>(dialog, u"acquireButton"_s));
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested[0][0].value<ui::AcquireRequest>().resource, Resource("=1"));
    }

    void noCellShowsAnythingInvisible()
    {
        ui::LockStore locks(m_clock);
        const ui::LockTable model(locks);
        observe::BoardUpdate update = updateOf({});
        for (const std::string& name : names())
            update.changed.push_back(entryOf(name, m_clock.now()));
        setAnswering(update, m_clock.now());
        locks.apply(update);
        QTRY_COMPARE(model.rowCount(), static_cast<int>(names().size()));
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                const QModelIndex index = model.index(row, column);
                QVERIFY(isVisible(index.data().toString()));
                const QString words = index.data(Qt::AccessibleTextRole).toString();
                QVERIFY(!words.isEmpty() && isVisible(words));
            }
        }
    }

    void aToolTipShowsWhatItsCellShows()
    {
        for (const std::string& name : names()) {
            const QString shown = ui::safeText(name);
            QTextDocument tip;
            tip.setHtml(ui::toolTipText(shown));
            QVERIFY(!hasLinks(tip));
            QCOMPARE(tip.toPlainText().remove(QChar(0x200b)).simplified(), shown.simplified());
        }
    }

    void theDetailPaneShowsPlainText()
    {
        ui::LockDetail detail(m_clock);
        for (const std::string& name : names()) {
            detail.show({.entry = entryOf(name, m_clock.now())});
            for (const QLabel* label : detail.findChildren<QLabel*>()) {
                QVERIFY(label->textFormat() == Qt::PlainText || label->text().isEmpty());
                QVERIFY(isVisible(label->text().remove(u'\n')));
            }
        }
    }

    void aNotificationIsOneLineOfPlainText()
    {
        for (const std::string& name : names()) {
            const ui::Alert alert{.kind = ui::AlertKind::Stuck,
                .locks = {Resource(name)},
                .count = 1,
                .masters = {MasterId(name)},
                .detail = ui::safeText(name)};
            QVERIFY(isVisible(ui::alertText(alert)));
            QVERIFY(isVisible(ui::alertTitle(alert.kind)));
        }
    }

    void theJournalShowsThemInOneLineEach()
    {
        ui::JournalModel model;
        for (const std::string& name : names()) {
            const release::Deed deed = deedOf(name);
            model.setEntries({{deed.intent, *deed.result, *deed.next}, 0});
            QCOMPARE(model.rowCount(), 1);
            for (int column = 0; column < model.columnCount(); ++column) {
                QVERIFY(isVisible(model.index(0, column).data().toString()));
                QVERIFY(!model.index(0, column).data(Qt::AccessibleTextRole).toString().isEmpty());
            }
            QVERIFY(isVisible(ui::sentText(deed.intent)));
            for (const ui::DeedFact& fact : ui::deedFacts(deed)) {
                for (const QString& line : fact.value.split(u'\n'))
                    QVERIFY(isVisible(line));
            }
        }
    }

    void csvHasOneRecordForEachAndNoFormula()
    {
        std::vector<observe::LockEntryPtr> locks;
        for (const std::string& name : names())
            locks.push_back(entryOf(name, m_clock.now()));
        std::string text;
        output::writeCsv(locks, [&text](std::string_view piece) { text += piece; });
        // Names are one line each, so records are lines.
        const QList<QByteArray> lines = QByteArray::fromStdString(text).split('\n');
        QCOMPARE(lines.size(), static_cast<qsizetype>(names().size()) + 2);
        for (const QByteArray& line : lines.sliced(1)) {
            const char first = line.startsWith('"') ? line.mid(1, 1).front()
                : line.isEmpty()                    ? ' '
                                                    : line[0];
            QVERIFY2(!QByteArray("=+-@\t\r").contains(first), line.left(80).constData());
        }
    }

    void jsonHasTheirBytes()
    {
        std::vector<observe::LockEntryPtr> locks;
        for (const std::string& name : names())
            locks.push_back(entryOf(name, m_clock.now()));
        std::string text;
        output::writeBoard({.name = "test"}, updateOf({}), locks,
            [&text](std::string_view piece) { text += piece; });
        QVERIFY(std::ranges::all_of(
            text, [](char c) { return (c >= ' ' && c < '\x7f') || c == '\n'; }));
        const QJsonArray read
            = QJsonDocument::fromJson(QByteArray::fromStdString(text))[u"locks"_s].toArray();
        QCOMPARE(read.size(), static_cast<qsizetype>(names().size()));
        for (qsizetype i = 0; i < read.size(); ++i) {
            const QJsonValue encoded = read[i][u"resource_b64"_s];
            const QByteArray bytes = encoded.isString()
                ? QByteArray::fromBase64(encoded.toString().toLatin1())
                : read[i][u"resource"_s].toString().toUtf8();
            QCOMPARE(bytes.toStdString(), names()[static_cast<std::size_t>(i)]);
        }
    }

    void aTableInWordsIsCsvAndJson()
    {
        ui::TableText table{.titles = {u"a\"b"_s, u"=c"_s}, .rows = {}};
        for (const std::string& name : names())
            table.rows << QStringList{ui::safeText(name), u"x"_s};
        const auto json
            = QJsonDocument::fromJson(QByteArray::fromStdString(ui::asJson(table))).array();
        QCOMPARE(json.size(), table.rows.size());
        for (qsizetype i = 0; i < json.size(); ++i)
            QCOMPARE(json[i][u"a\"b"_s].toString(), table.rows[i][0]);
        QVERIFY(QByteArray::fromStdString(ui::asCsv(table)).startsWith("\"a\"\"b\",'=c\r\n"));
    }

    void aReportHasNoMarkupOfTheirs()
    {
        for (const std::string& name : names()) {
            QTextDocument document;
            document.setMarkdown(
                QString::fromStdString(output::asMarkdown(incidentOf(name, m_clock.now()))));
            QVERIFY2(!hasLinks(document), qPrintable(ui::safeText(name)));
            QCOMPARE(document.rootFrame()->childFrames().size(), 4); // its own tables, and no other
            const QString shown = ui::wholeText(name);
            if (shown.size() < 500)
                QVERIFY2(document.toPlainText().simplified().contains(shown.simplified()),
                    qPrintable(shown));
        }
    }

    void aReportsJsonIsJson()
    {
        for (const std::string& name : names()) {
            QJsonParseError mistake{};
            const std::string text = output::asJson(incidentOf(name, m_clock.now()));
            const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(text), &mistake);
            QCOMPARE(mistake.error, QJsonParseError::NoError);
            QVERIFY(json.isObject());
        }
    }

private:
    ManualClock m_clock;
};

LOCKKEEPER_TEST(HostileNamesTest)

} // namespace lockkeeper::tests::hostile_names_test

#include "hostile_names_test.moc"
