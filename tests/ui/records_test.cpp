// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history_place.h"
#include "tests/support/history_batches.h"
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/private_directory.h"
#include "tests/support/test_class.h"
#include "tests/ui/fake_prompter.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/report_dialog.h"
#include "ui/widgets/notice_stack.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QComboBox>
#include <QPushButton>

namespace lockkeeper::tests::records_test {

/// What a window writes down: exports, reports, and who got a lock next.
class RecordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_window.reset();
        m_session.reset();
        m_prompter = std::make_unique<FakePrompter>();
        m_directory = std::make_unique<PrivateDirectory>();
        qputenv("XDG_STATE_HOME", QByteArray::fromStdString(m_directory->path().string()));
        m_deployment = config::deploymentFromUrls("test", {"unix:///nonexistent/a"}).value();
        m_settings = std::make_unique<QSettings>(path("s.ini"), QSettings::IniFormat);
        m_theming = std::make_unique<ui::Theming>(*qApp);
        m_session = std::make_unique<ui::Session>(
            ui::Session::Options{.deployment = m_deployment,
                .owner = lock::Owner::thisProcess("test"),
                .journalFile = m_directory->path() / "journal.jsonl"},
            m_clock, m_processes);
        m_window = std::make_unique<ui::MainWindow>(
            m_session.get(), ui::MainWindow::Context{*m_settings, *m_prompter, *m_theming, {}});
        m_window->show();
    }

    void exportsTheLocksAsTheyAreShown()
    {
        const SteadyTime now = m_clock.now();
        show({heldEntry("b", now), heldEntry("=a", now), heldEntry("c", now)});
        m_session->filteredLocks().sort(ui::LockTable::ResourceName, Qt::DescendingOrder);
        QTRY_COMPARE(
            m_session->filteredLocks().index(0, ui::LockTable::ResourceName).data().toString(),
            u"c"_s);
        m_prompter->file = path("locks.csv");
        trigger(u"exportRowsAction"_s);
        QTRY_COMPARE(contentOf(m_prompter->file).count('\n'), 4);
        const QList<QByteArray> lines = contentOf(m_prompter->file).split('\n');
        QVERIFY(lines[0].startsWith("resource,resource_b64,verdict,"));
        QVERIFY(lines[1].startsWith("c,"));
        QVERIFY(lines[2].startsWith("b,"));
        QVERIFY(lines[3].startsWith("'=a,"));
        QCOMPARE(
            QFileInfo(m_prompter->file).permissions() & QFile::ReadOther, QFile::Permissions());
    }

    void exportsTheLocksAsJson()
    {
        show({heldEntry("a", m_clock.now())});
        m_prompter->file = path("locks.json");
        trigger(u"exportRowsAction"_s);
        QTRY_VERIFY(!contentOf(m_prompter->file).isEmpty());
        const auto json = QJsonDocument::fromJson(contentOf(m_prompter->file));
        QCOMPARE(json[u"locks"_s][0][u"resource"_s].toString(), u"a"_s);
    }

    void exportsTheRowsOfAnotherPage()
    {
        m_session->journal().setEntries(
            {{release::JournalIntent{.id = "1", .action = "release", .reason = "INC-7, again"}},
                0});
        m_window->showPage(ui::MainWindow::Page::Journal);
        m_prompter->file = path("journal.csv");
        trigger(u"exportRowsAction"_s);
        QTRY_VERIFY(contentOf(m_prompter->file).contains("\"INC-7, again\""));
        QVERIFY(contentOf(m_prompter->file).startsWith("Time,Who,"));
    }

    void aCancelledExportWritesNothing()
    {
        show({heldEntry("a", m_clock.now())});
        trigger(u"exportRowsAction"_s);
        QCOMPARE(m_prompter->questions.size(), 1);
        QCOMPARE(QDir(path("")).entryList({u"*.csv"_s}, QDir::Files), QStringList());
    }

    void aFileThatCanNotBeWrittenIsTold()
    {
        show({heldEntry("a", m_clock.now())});
        m_prompter->file = path("no/such/folder/locks.csv");
        trigger(u"exportRowsAction"_s);
        const auto& notices = child<ui::NoticeStack>(*m_window, u"noticeStack"_s);
        QTRY_COMPARE(notices.count(), 1);
        // Not the same line twice.
        trigger(u"exportRowsAction"_s);
        QTest::qWait(0);
        QCOMPARE(notices.count(), 1);
    }

    /// The file is made on another thread: the call returns before it is there.
    void exportsManyLocksWithoutBlockingTheWindow()
    {
        std::vector<observe::LockEntryPtr> many;
        for (int i = 0; i < 20'000; ++i)
            many.push_back(heldEntry("lock:" + std::to_string(i), m_clock.now()));
        show(std::move(many));
        m_prompter->file = path("locks.csv");
        trigger(u"exportRowsAction"_s);
        QVERIFY(!QFile::exists(m_prompter->file));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_prompter->file), 30'000);
        QCOMPARE(contentOf(m_prompter->file).count('\n'), 20'001);
    }

    void withoutASelectionTheReportIsOfTheWorstProblemAndOffersTheOthers()
    {
        show({heldEntry("a", m_clock.now()),
            LockEntryBuilder("b", m_clock.now())
                .held("token", std::nullopt)
                .stale({.kind = observe::EvidenceKind::NeverExpires})
                .build()});
        trigger(u"reportAction"_s);
        const auto* dialog = m_window->findChild<ui::ReportDialog*>();
        QVERIFY(dialog);
        const auto& about = child<QComboBox>(*dialog, u"aboutComboBox"_s);
        QCOMPARE(about.currentText(), u"b"_s);
        QVERIFY(about.findText(u"a"_s) >= 0);
    }

    void savesTheReportOfTheSelectedLock()
    {
        show({heldEntry("cron:bill", m_clock.now())});
        m_window->select(Resource("cron:bill"));
        trigger(u"reportAction"_s);
        auto* dialog = m_window->findChild<ui::ReportDialog*>();
        QVERIFY(dialog);
        auto& save = child<QPushButton>(*dialog, u"saveReportButton"_s);
        QTRY_VERIFY(save.isEnabled());
        m_prompter->file = path("incident.md");
        click(save);
        QTRY_VERIFY(contentOf(m_prompter->file).startsWith("# Incident report: `cron:bill`"));
        QVERIFY(contentOf(m_prompter->file).contains("held: token"));
        m_prompter->file = path("incident.json");
        click(save);
        QTRY_VERIFY(contentOf(m_prompter->file).startsWith("{\"made_unix_ms\""));
    }

    void savesThePieceOfTheTimelineBesideTheReport()
    {
        ManualClock then; // or it would be too old to be kept
        const auto store = history::HistoryStore::open(
            {.place = history::historyFileOf(m_deployment), .interval = 1h}, then);
        QVERIFY(store);
        recordIn(**store, batchAt(0s, {heldBy("cron:bill", "one")}));
        recordIn(**store, batchAt(60s, {goneFrom("cron:bill")}));
        QVERIFY((*store)->flush());
        show({heldEntry("cron:bill", m_clock.now())});
        m_window->select(Resource("cron:bill"));
        // Three keys: the third one answers the question for the file.
        trigger(u"reportAction"_s);
        auto* dialog = m_window->findChild<ui::ReportDialog*>();
        QFile there(path("incident.svg"));
        QVERIFY(there.open(QIODevice::WriteOnly) && there.write("mine") == 4);
        there.close();
        m_prompter->file = path("incident.md");
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTest::keyClick(dialog, Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(contentOf(m_prompter->file).contains("\n![Timeline](incident-2.svg)\n"));
        QVERIFY(contentOf(path("incident-2.svg")).contains("<svg"));
        QVERIFY(contentOf(path("incident-2.svg")).contains("cron:bill"));
        QCOMPARE(contentOf(path("incident.svg")), QByteArray("mine"));
        const auto& note = child<QLabel>(*dialog, u"reportNote"_s);
        QTRY_VERIFY2(
            note.text().endsWith(u"incident.md, with its picture "_s + path("incident-2.svg")),
            qPrintable(note.text()));
    }

    void notesWhoGotTheLockNext()
    {
        const auto before = heldEntry("cron:bill", m_clock.now());
        show({before});
        const Fingerprint token = *before->countVotes().token;
        auto journal = release::Journal::open(m_directory->path() / "journal.jsonl", m_clock);
        const auto id = journal->writeIntent(
            release::planRelease(m_deployment, *before, token).value(), "INC-7");
        QVERIFY(journal->writeResult(*id, {.isQuorumFreed = true}));
        m_session->journalReader().reload();
        QTRY_COMPARE(m_session->journal().rowCount(), 1);
        LockEntryBuilder next("cron:bill", m_clock.now());
        next.held("another", 30s).lock().holder.host = "web-4";
        show({next.build()});
        Q_EMIT m_session->updated(std::make_shared<const observe::BoardUpdate>(updateOf({})));
        const auto cell = [this] {
            return m_session->journal().index(0, ui::JournalModel::Next).data().toString();
        };
        QTRY_VERIFY2(cell().startsWith(u"web-4, token "_s), qPrintable(cell()));
    }

private:
    [[nodiscard]] QString path(const char* name) const
    {
        return QString::fromStdString((m_directory->path() / name).string());
    }
    [[nodiscard]] static QByteArray contentOf(const QString& file)
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
    void trigger(const QString& action) { m_window->findChild<QAction*>(action)->trigger(); }
    void show(std::vector<observe::LockEntryPtr> entries)
    {
        const auto count = static_cast<int>(entries.size());
        m_session->locks().apply(updateOf(std::move(entries)));
        QTRY_COMPARE_WITH_TIMEOUT(m_session->filteredLocks().rowCount(), count, 30'000);
    }

    SystemClock m_clock;
    test::NoProcesses m_processes;
    std::unique_ptr<FakePrompter> m_prompter;
    std::unique_ptr<PrivateDirectory> m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<ui::Theming> m_theming;
    std::unique_ptr<ui::Session> m_session;
    std::unique_ptr<ui::MainWindow> m_window;
    config::Deployment m_deployment;
};

LOCKKEEPER_TEST(RecordsTest)

} // namespace lockkeeper::tests::records_test

#include "records_test.moc"
