// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history_place.h"
#include "core/release/journal.h"
#include "tests/support/history_batches.h"
#include "tests/support/hostile_names.h"
#include "tests/support/manual_clock.h"
#include "tests/support/private_directory.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/report_dialog.h"
#include "ui/models/words/words.h"
#include "ui/pages/timeline/timeline_page.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextEdit>
#include <QTextTable>

namespace lockkeeper::tests::report_dialog_test {

namespace {

/// The pictures and the links of a document.
struct Loaded {
    QList<QTextFragment> pictures;
    int links = 0;

    explicit Loaded(const QTextDocument& document)
    {
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
                const QTextCharFormat format = piece.fragment().charFormat();
                if (format.isImageFormat())
                    pictures << piece.fragment();
                links += format.isAnchor() ? 1 : 0;
            }
        }
    }
};

/// The dialog over an empty journal, and a table with what a test puts into it.
struct Desk {
    PrivateDirectory directory;
    SystemClock clock;
    config::Deployment deployment
        = config::deploymentFromUrls("prod", {"redis://10.0.0.1"}).value();
    ui::LockStore locks{clock};
    ui::ReportMaker maker{deployment, directory.path() / "journal.jsonl", locks, clock};
    std::unique_ptr<ui::ReportDialog> dialog;

    Desk() { qputenv("XDG_STATE_HOME", QByteArray::fromStdString(directory.path().string())); }

    void open(const std::optional<Resource>& resource)
    {
        const auto draw = [](const ui::TimelinePiece& piece, int width, const QWidget& like) {
            return ui::imageOf(piece, width, like);
        };
        dialog = std::make_unique<ui::ReportDialog>(maker, resource, clock, draw);
        dialog->show();
    }
    /// Opens it, and waits until it has the report.
    void openWhole(const std::optional<Resource>& resource)
    {
        open(resource);
        QTRY_VERIFY(copy().isEnabled());
    }
    /// Records that somebody held it for ten minutes.
    void record(const std::string& resource)
    {
        ManualClock then; // or it would be too old to be kept
        auto store = history::HistoryStore::open(
            {.place = history::historyFileOf(deployment), .interval = std::chrono::hours(1)}, then);
        QVERIFY(store);
        recordIn(**store, batchAt(0s, {heldBy(resource, "one")}));
        recordIn(**store, batchAt(600s, {goneFrom(resource)}));
        QVERIFY((*store)->flush());
    }
    /// Writes into the journal that it was released for this reason.
    void release(const std::string& resource, const std::string& reason)
    {
        const auto entry = heldEntry(resource, clock.now());
        auto journal = release::Journal::open(directory.path() / "journal.jsonl", clock);
        const auto plan
            = release::planRelease(deployment, *entry, *entry->countVotes().token).value();
        QVERIFY(journal->writeIntent(plan, reason));
    }
    [[nodiscard]] QString preview() const
    {
        return child<QPlainTextEdit>(*dialog, u"reportText"_s).toPlainText();
    }
    [[nodiscard]] QTextEdit& view() const { return child<QTextEdit>(*dialog, u"reportView"_s); }
    [[nodiscard]] QPushButton& copy() const
    {
        return child<QPushButton>(*dialog, u"copyReportButton"_s);
    }
};

} // namespace

class ReportDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheReportOfTheSelectedLock()
    {
        Desk desk;
        desk.open(Resource("cron:bill"));
        QTRY_VERIFY(desk.preview().startsWith(u"# Incident report: `cron:bill`"_s));
        QVERIFY(desk.preview().contains(u"free: no master stores it"_s));
        QVERIFY(desk.dialog->json().startsWith('{'));
    }

    void withoutALockItIsAboutTheLastHour()
    {
        Desk desk;
        desk.open(std::nullopt);
        QTRY_VERIFY(desk.preview().contains(u"**Covers:** from "_s));
        QVERIFY(desk.preview().contains(u"Nothing was done"_s));
    }

    void nothingIsSavedBeforeThereIsAReport()
    {
        Desk desk;
        desk.open(Resource("cron:bill"));
        QVERIFY(!desk.copy().isEnabled());
        QVERIFY(!child<QPushButton>(*desk.dialog, u"saveReportButton"_s).isEnabled());
        QTRY_VERIFY(desk.copy().isEnabled());
    }

    void anotherSpanMakesAnotherReport()
    {
        Desk desk;
        desk.openWhole(Resource("cron:bill"));
        QVERIFY(!desk.preview().contains(u"**Covers:**"_s));
        child<QComboBox>(*desk.dialog, u"spanComboBox"_s).setCurrentIndex(1);
        QVERIFY(!desk.copy().isEnabled());
        QTRY_VERIFY(desk.preview().contains(u"**Covers:** from "_s));
    }

    void theCopyIsTheWholeReport()
    {
        Desk desk;
        desk.openWhole(Resource("cron:bill"));
        click(desk.copy());
        QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), desk.dialog->markdown());
    }

    void theFileIsNamedAfterLockAndTime()
    {
        Desk desk;
        desk.open(Resource("cron:bill/../\n7"));
        const QRegularExpression ofLock(u"^incident-cron-bill-\\.\\.-7-\\d{8}-\\d{4}\\.md$"_s);
        QVERIFY2(ofLock.match(desk.dialog->suggestedName()).hasMatch(),
            qPrintable(desk.dialog->suggestedName()));
        child<QComboBox>(*desk.dialog, u"aboutComboBox"_s).setCurrentIndex(1);
        const QRegularExpression ofAll(u"^incident-\\d{8}-\\d{4}\\.md$"_s);
        QVERIFY2(ofAll.match(desk.dialog->suggestedName()).hasMatch(),
            qPrintable(desk.dialog->suggestedName()));
    }

    void theReportIsShownAsItIsRead()
    {
        Desk desk;
        desk.release("cron:bill", "INC-7");
        desk.openWhole(Resource("cron:bill"));
        QVERIFY(desk.view().isVisible());
        QCOMPARE(desk.view().accessibleName(), u"The report"_s);
        const QTextDocument& document = *desk.view().document();
        QCOMPARE(document.begin().text(), u"Incident report: cron:bill"_s);
        QCOMPARE(document.begin().blockFormat().headingLevel(), 1);
        QVERIFY(document.begin().next().textList());
        QVERIFY(!document.toPlainText().contains(u"**"_s));
        const QTextCursor script = document.find(u"redis.call"_s);
        QVERIFY(!script.isNull());
        QCOMPARE(script.charFormat().fontFamilies().toStringList().value(0),
            child<QPlainTextEdit>(*desk.dialog, u"reportText"_s).font().family());
    }

    void theSwitchShowsTheSource()
    {
        Desk desk;
        desk.openWhole(Resource("cron:bill"));
        auto& source = child<QPlainTextEdit>(*desk.dialog, u"reportText"_s);
        auto& isSource = child<QPushButton>(*desk.dialog, u"sourceButton"_s);
        QVERIFY(!source.isVisible());
        QTest::keyClick(&isSource, Qt::Key_Space);
        QVERIFY(source.isVisible() && !desk.view().isVisible());
        QCOMPARE(source.toPlainText().toUtf8(), desk.dialog->markdown());
        QTest::keyClick(&isSource, Qt::Key_Space);
        QVERIFY(desk.view().isVisible());
    }

    void aHostileNameIsShownAndNothingElse_data()
    {
        QTest::addColumn<std::string>("name");
        int row = 0;
        const auto add = [&](const std::string& name) { QTest::addRow("%d", row++) << name; };
        for (const char* const name : {"![x](file:///etc/passwd)",
                 "<img src=\"file:///etc/passwd\">", "[a](http://b) <http://c> www.d.org http://e",
                 "a|b|c", "``` `x` ``", "a\n\n# b\n![c](d)", "\xe2\x80\xae[x](y)",
                 "`](http://a)![b](c)`", "&lt;b&gt; <b>x</b> <script>"})
            add(name);
        for (const std::string& name : hostileNames(30, 7))
            add(name);
    }

    void aHostileNameIsShownAndNothingElse()
    {
        QFETCH(std::string, name);
        Desk desk;
        desk.release(name, name);
        desk.open(Resource(name));
        QTRY_VERIFY_WITH_TIMEOUT(desk.copy().isEnabled(), 30'000);
        const Loaded loaded(*desk.view().document());
        QVERIFY(loaded.pictures.isEmpty());
        QCOMPARE(loaded.links, 0);
        // As displaySafe() has it; breaks of lines are blanks.
        const QString shown = ui::wholeText(name);
        const QString text = desk.view().toPlainText();
        if (shown.size() < 500 && !shown.isEmpty())
            QVERIFY2(text.simplified().count(shown.simplified()) >= 2, qPrintable(text));
        for (const QChar c : {QChar(0x202e), QChar(0x1b), QChar(0x200b)})
            QVERIFY(!text.contains(c));
    }

    void whatTheMarkdownRefersToIsNotLoaded()
    {
        Desk desk;
        desk.openWhole(std::nullopt);
        const QString file = QString::fromStdString((desk.directory.path() / "x.png").string());
        QImage image(2, 2, QImage::Format_RGB32);
        image.fill(Qt::red);
        QVERIFY(image.save(file));
        const QByteArray url = QUrl::fromLocalFile(file).toEncoded();
        Q_EMIT desk.maker.made({.markdown = "# a\n\n![p](" + url + ") [link](" + url
                + ") <img src=\"" + url + "\"> http://b.org\n\n## c\n\nend\n"});
        const Loaded loaded(*desk.view().document());
        QVERIFY(loaded.pictures.isEmpty());
        QCOMPARE(loaded.links, 0);
        QVERIFY(desk.view().toPlainText().contains(u"link"_s));
        QVERIFY(!desk.view()
                     .document()
                     ->resource(QTextDocument::ImageResource, QUrl::fromLocalFile(file))
                     .isValid());
    }

    void thePieceOfTheTimelineFollowsTheSummary()
    {
        Desk desk;
        desk.record("cron:bill");
        desk.record("cron:billing"); // not asked for
        desk.openWhole(Resource("cron:bill"));
        QCOMPARE(desk.dialog->piece().picture->rows->size(), std::size_t(1));
        const Loaded loaded(*desk.view().document());
        QCOMPARE(loaded.pictures.size(), 1);
        const QTextFragment picture = loaded.pictures.front();
        const QTextBlock block = desk.view().document()->findBlock(picture.position());
        QVERIFY(block.previous().textList());
        QCOMPARE(block.next().blockFormat().headingLevel(), 2);
        const QTextImageFormat format = picture.charFormat().toImageFormat();
        const auto image = desk.view()
                               .document()
                               ->resource(QTextDocument::ImageResource, QUrl(format.name()))
                               .value<QImage>();
        QVERIFY(!image.isNull());
        QVERIFY(format.width() <= desk.view().viewport()->width());
        // In the file it is a reference to another file; the clipboard has none.
        const QByteArray saved = desk.dialog->markdown(u"a (b).svg"_s);
        QVERIFY(saved.contains("\n\n![Timeline](a%20%28b%29.svg)\n\n## "));
        QVERIFY(!desk.dialog->markdown().contains("!["));
    }

    void anotherReportKeepsItsTextBesideThePicture()
    {
        Desk desk;
        desk.record("cron:bill");
        desk.openWhole(Resource("cron:bill"));
        const QByteArray head = "# a\n\n- b\n\n## Locks\n\n";
        for (const int lines : {1, 200, 1}) { // without a scroll bar, and with one
            Q_EMIT desk.maker.made({.markdown = head + QByteArray("line\n\n").repeated(lines),
                .piece = desk.dialog->piece()});
            const Loaded loaded(*desk.view().document());
            QCOMPARE(loaded.pictures.size(), 1);
            const QTextBlock block
                = desk.view().document()->findBlock(loaded.pictures.front().position());
            QCOMPARE(block.text(), QString(QChar::ObjectReplacementCharacter));
            QCOMPARE(block.next().text(), u"Locks"_s);
            QCOMPARE(block.next().begin().fragment().text(), u"Locks"_s);
            QVERIFY(loaded.pictures.front().charFormat().toImageFormat().width()
                <= desk.view().viewport()->width());
        }
    }

    void aLongReportIsLaidOutOnce()
    {
        Desk desk;
        desk.openWhole(std::nullopt);
        const QSignalSpy laidOut(desk.view().verticalScrollBar(), &QScrollBar::rangeChanged);
        const QByteArray part = "## a\n\n| b | c |\n| --- | --- |\n| d | e |\n\n- f\n- g\n\n";
        Q_EMIT desk.maker.made({.markdown = "# a\n\n" + part.repeated(50)});
        QVERIFY(desk.view().verticalScrollBar()->maximum() > 0);
        QVERIFY2(laidOut.count() < 10, qPrintable(QString::number(laidOut.count())));
        const auto tables = desk.view().document()->rootFrame()->childFrames();
        QCOMPARE(tables.size(), 50);
        QCOMPARE(qobject_cast<QTextTable*>(tables.back())->format().cellPadding(), 4.0);
    }

    void ofALongReportThePartThatIsShownSaysSo()
    {
        Desk desk;
        desk.openWhole(std::nullopt);
        const auto tableOf
            = [](int rows) { return "| lock |\n| --- |\n" + QByteArray("| x |\n").repeated(rows); };
        const auto show = [&](const QByteArray& markdown) {
            Q_EMIT desk.maker.made({.markdown = markdown});
            return desk.view().toPlainText();
        };
        QVERIFY(!show("# a\n\n" + tableOf(98) + "\nend\n").contains(u"left out"_s));
        const QString table = show("# a\n\n" + tableOf(1000) + "\nend\n\n" + tableOf(3));
        QCOMPARE(table.count(u"x\n"_s), 98 + 3);
        QVERIFY2(table.contains(u"Lines left out here: 902."_s), qPrintable(table));
        QVERIFY(table.indexOf(u"left out"_s) < table.indexOf(u"end"_s));
        QCOMPARE(desk.preview().count(u"| x |"_s), 1003);
        const QString lines = show("# a\n\n" + QByteArray("line\n\n").repeated(1000));
        QVERIFY2(lines.endsWith(u"Lines left out here: 503. The source, the clipboard and the file "
                                "have them."_s),
            qPrintable(lines.last(200)));
    }

    void withoutAHistoryThereIsNoPicture()
    {
        Desk desk;
        desk.record("another");
        desk.openWhole(Resource("cron:bill"));
        QVERIFY(!desk.dialog->piece().picture);
        QVERIFY(Loaded(*desk.view().document()).pictures.isEmpty());
    }

    void controlSSavesAlsoBeforeTheReportIsThere()
    {
        Desk desk;
        desk.open(Resource("cron:bill"));
        QSignalSpy wanted(desk.dialog.get(), &ui::ReportDialog::saveRequested);
        QVERIFY(QTest::qWaitForWindowActive(desk.dialog.get()));
        child<QComboBox>(*desk.dialog, u"spanComboBox"_s).setCurrentIndex(2);
        QVERIFY(!desk.copy().isEnabled());
        QTest::keyClick(&desk.view(), Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(wanted.count(), 0);
        QTRY_COMPARE(wanted.count(), 1);
        QVERIFY(!desk.dialog->markdown().isEmpty());
        QTest::keyClick(&desk.view(), Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(wanted.count(), 2);
    }

    void returnSaves()
    {
        Desk desk;
        desk.openWhole(Resource("cron:bill"));
        QSignalSpy wanted(desk.dialog.get(), &ui::ReportDialog::saveRequested);
        QCOMPARE(desk.dialog->focusWidget(), &desk.view());
        QTest::keyClick(&desk.view(), Qt::Key_Return);
        QCOMPARE(wanted.count(), 1);
    }

    void controlCCopiesTheReportOrWhatIsSelected()
    {
        Desk desk;
        desk.openWhole(Resource("cron:bill"));
        QTest::keyClick(&desk.view(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), desk.dialog->markdown());
        desk.view().setTextCursor(desk.view().document()->find(u"cron:bill"_s));
        QTest::keyClick(&desk.view(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"cron:bill"_s);
    }
};

LOCKKEEPER_TEST(ReportDialogTest)

} // namespace lockkeeper::tests::report_dialog_test

#include "report_dialog_test.moc"
