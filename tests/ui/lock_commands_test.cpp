// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/allow_changes_dialog.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/dialogs/note_dialog.h"
#include "ui/dialogs/release/bulk_dialog.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/dialogs/whois_dialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/table_view.h"

#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <sys/stat.h>

namespace lockkeeper::tests::lock_commands_test {

/// What can be done to the selected lock, by keys and menus, against real servers.
class LockCommandsTest : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startServers();
        m_servers->commandAll({"SET", "cron:bill", kToken});
    }
    void cleanup() { endAll(); }

    void returnAsksWhetherTheLockIsSafeToFree()
    {
        openWindow(false);
        QTest::keyClick(&table(), Qt::Key_Return);
        const auto* dialog = releaseDialog();
        QVERIFY(dialog);
        QCOMPARE(dialog->focusWidget()->objectName(), u"reasonLineEdit"_s);
    }

    void aMissingRightIsToldBeforeTheReasonIsTyped()
    {
        m_servers->commandAll({"ACL", "SETUSER", "default", "-eval"});
        openWindow(false);
        QTest::keyClick(&table(), Qt::Key_Return);
        QVERIFY(releaseDialog());
        const auto& banner = child<ui::Banner>(*releaseDialog(), u"changedBanner"_s);
        QTRY_VERIFY_WITH_TIMEOUT(banner.isVisible(), kPatience);
        QVERIFY2(banner.text().contains(u"+eval"_s), qPrintable(banner.text()));
    }

    void whatIsProposedFollowsTheSafetyUnlessTheUserHasChosen()
    {
        openWindow(false);
        QTest::keyClick(&table(), Qt::Key_Return);
        const QPointer<ui::ReleaseDialog> asked = releaseDialog();
        QVERIFY(asked);
        QCOMPARE(asked->windowTitle(), u"Revoke cron:bill"_s); // nothing tells whether it lives
        QVERIFY(child<QLabel>(*asked, u"revokeProposalLabel"_s).isVisible());
        asked->reject();
        QTRY_VERIFY_WITH_TIMEOUT(!asked, kPatience);
        child<QAction>(*m_window, u"releaseAction"_s).trigger();
        QVERIFY(releaseDialog());
        QCOMPARE(releaseDialog()->windowTitle(), u"Release cron:bill"_s);
        QVERIFY(!child<QLabel>(*releaseDialog(), u"revokeProposalLabel"_s).isVisible());
    }

    void aDoubleClickAsksThat()
    {
        openWindow(false);
        const QRect row = table().visualRect(table().currentIndex());
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, row.center());
        QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, row.center());
        QVERIFY(releaseDialog());
    }

    void onAReadOnlyDeploymentThatIsOnlyALook()
    {
        openWindow(true);
        QTest::keyClick(&table(), Qt::Key_Return);
        const auto* dialog = releaseDialog();
        QVERIFY(dialog);
        QVERIFY(child<QLabel>(*dialog, u"safetyWordLabel"_s).isVisible());
        auto& banner = child<ui::Banner>(*dialog, u"changedBanner"_s);
        QVERIFY(banner.text().contains(u"read-only"_s));
        QVERIFY(!child<QPushButton>(*dialog, u"releaseButton"_s).isEnabled());
        QVERIFY(!child<QPushButton>(*dialog, u"revokeButton"_s).isEnabled());
        // Changes are allowed from here, without leaving the lock.
        click(child<QPushButton>(banner, u"bannerButton"_s));
        QPointer<ui::AllowChangesDialog> asking = dialog->findChild<ui::AllowChangesDialog*>();
        QVERIFY(asking);
        click(child<QPushButton>(*asking, u"allowButton"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!asking, kPatience);
        QVERIFY(m_session->changePermission().isAllowed());
        QVERIFY(dialog->isVisible() && !banner.isVisible());
        QVERIFY(child<QLineEdit>(*dialog, u"reasonLineEdit"_s).isEnabled());
        m_session->changePermission().end();
        QVERIFY(child<QPushButton>(banner, u"bannerButton"_s).isVisible());
    }

    void aNoteIsWrittenAndSeenInTheDetailsTheRowAndTheReleaseDialog()
    {
        openWindow(false);
        child<QAction>(*m_window, u"noteAction"_s).trigger();
        auto* note = m_window->findChild<ui::NoteDialog*>();
        QVERIFY(note);
        type(child<QLineEdit>(*note, u"noteLineEdit"_s), u"looks at the bill"_s);
        click(child<QPushButton>(*note, u"writeNoteButton"_s));
        auto& shown = child<QLabel>(*m_window, u"noteLabel"_s);
        QTRY_VERIFY_WITH_TIMEOUT(shown.text().contains(u"looks at the bill"_s), kPatience);
        QVERIFY(shown.isVisible());
        const QModelIndex row = table().currentIndex().siblingAtColumn(0);
        QVERIFY(row.data(ui::NoteRole).toString().contains(u"looks at the bill"_s));
        QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains(u"looks at the bill"_s));
        QVERIFY(row.data(Qt::ToolTipRole).toString().contains(u"looks at the bill"_s));
        QVERIFY(!row.data().toString().contains(u"looks at"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->findChild<ui::NoteDialog*>(), kPatience);
        QTest::keyClick(&table(), Qt::Key_Return);
        const auto* dialog = releaseDialog();
        QVERIFY(dialog);
        auto& told = child<QLabel>(*dialog, u"noteLabel"_s);
        QVERIFY(told.isVisible());
        QVERIFY(told.text().endsWith(u": looks at the bill"_s));
    }

    void aNoteNeedsChangesToBeAllowed()
    {
        openWindow(true);
        QVERIFY(!child<QAction>(*m_window, u"noteAction"_s).isEnabled());
        QVERIFY(child<QAction>(*m_window, u"noteAction"_s).toolTip().contains(u"Allow changes"_s));
    }

    void aLockThatCanOnlyBeViewedHasItsDetailsOpened()
    {
        m_servers->commandAll({"LPUSH", "other", "x"});
        m_servers->commandAll({"HSET", "lockf10482", "12_7F3A9C001D20", "R"});
        openWindow(false, "lockf10482");
        QTest::keyClick(&table(), Qt::Key_Return);
        QVERIFY(!releaseDialog());
        QCOMPARE(QApplication::focusWidget()->objectName(), u"votesTable"_s);
        QVERIFY(child<QLabel>(*m_window, u"detailWhyLabel"_s).text().startsWith(u"View only"_s));
    }

    void oneOfSeveralHoldersIsFreedFromTheDetails()
    {
        const std::string one = "web-1_4711_0123456789abcdef0123456789abcdef";
        const std::string other = "web-2_12_fedcba9876543210fedcba9876543210";
        m_servers->commandAll({"SADD", "report.readers", one, other});
        openWindow(false, "report.readers");
        QTest::keyClick(&table(), Qt::Key_Return);
        auto& holders = child<QListWidget>(*m_window, u"holderList"_s);
        QVERIFY(holders.hasFocus());
        holders.findItems(u"web-1"_s, Qt::MatchStartsWith).value(0)->setSelected(true);
        click(child<QPushButton>(*m_window, u"freeHolderButton"_s));
        auto* dialog = releaseDialog();
        QVERIFY(dialog);
        QCOMPARE(dialog->windowTitle(), u"Free one holder of report.readers"_s);
        const QString deed = child<QLabel>(*dialog, u"forecastLabel"_s).text();
        QVERIFY2(deed.startsWith(u"Frees web-1"_s) && deed.contains(u"from report.readers on 3"_s),
            qPrintable(deed));
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"host died"_s);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"report.readers"_s);
        click(child<QPushButton>(*dialog, u"releaseButton"_s));
        QTRY_COMPARE_WITH_TIMEOUT(
            child<QPushButton>(*dialog, u"cancelButton"_s).text(), u"Close"_s, kPatience);
        for (const auto& reply : m_servers->commandAll({"SMEMBERS", "report.readers"})) {
            QCOMPARE(reply.elements.size(), std::size_t(1));
            QCOMPARE(reply.elements[0].text, other);
        }
        QTRY_COMPARE_WITH_TIMEOUT(holders.count(), 1, kPatience);
        QVERIFY(!visibleTexts(*m_window).filter(u"one holder freed"_s).isEmpty());
    }

    void aNumberThatAllShareIsSetFromTheDetails()
    {
        const std::string key = "9d2f/lockfiles/d41d8cd98f00b204e9800998ecf8427e";
        m_servers->commandAll({"SET", key, "3", "EX", "3000"});
        openWindow(false, key.c_str());
        auto& action = child<QAction>(*m_window, u"releaseAction"_s);
        QTRY_COMPARE_WITH_TIMEOUT(action.text(), u"Set the n&umber\u2026"_s, kPatience);
        action.trigger();
        auto* ask = m_window->findChild<QInputDialog*>();
        QVERIFY(ask);
        ask->setIntValue(2);
        ask->accept();
        QTRY_VERIFY_WITH_TIMEOUT(releaseDialog(), kPatience);
        auto* dialog = releaseDialog();
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"host died"_s);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), QString::fromStdString(key));
        auto& button = child<QPushButton>(*dialog, u"releaseButton"_s);
        QTRY_VERIFY_WITH_TIMEOUT(button.isEnabled(), kPatience); // it was seen for two seconds
        click(button);
        QTRY_COMPARE_WITH_TIMEOUT(
            child<QPushButton>(*dialog, u"cancelButton"_s).text(), u"Close"_s, kPatience);
        for (const auto& reply : m_servers->commandAll({"GET", key}))
            QCOMPARE(reply.text, std::string("2"));
    }

    void shiftF10OpensTheMenuOfTheLock()
    {
        openWindow(false);
        QStringList texts;
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (const QAction* action : menu ? menu->actions() : QList<QAction*>())
                texts << action->objectName();
            if (menu)
                menu->close();
        });
        QTest::keyClick(&table(), Qt::Key_F10, Qt::ShiftModifier);
        QVERIFY(texts.contains(u"revokeAction"_s));
        QVERIFY(texts.contains(u"releaseAction"_s));
        QCOMPARE(texts.indexOf(u"revokeAction"_s) + 1, texts.indexOf(u"releaseAction"_s));
    }

    void theDetailPaneProposesToRevoke()
    {
        openWindow(false);
        click(child<QPushButton>(*m_window, u"detailRevokeButton"_s));
        const auto* dialog = releaseDialog();
        QVERIFY(dialog);
        QCOMPARE(dialog->windowTitle(), u"Revoke cron:bill"_s);
        QCOMPARE(child<QPushButton>(*dialog, u"revokeButton"_s).text(), u"Re&voke cron:bill"_s);
        QCOMPARE(child<QPushButton>(*dialog, u"releaseButton"_s).text(), u"&Release instead"_s);
    }

    void severalLocksAreFreedTogether()
    {
        m_servers->commandAll({"SET", "cron:mail", kOtherToken});
        openWindow(false);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->filteredLocks().rowCount(), 2, kPatience);
        table().selectAll();
        QCOMPARE(child<QAction>(*m_window, u"releaseAction"_s).text(), u"&Free 2 locks\u2026"_s);
        QTest::keyClick(&table(), Qt::Key_Delete);
        auto* dialog = m_window->findChild<ui::BulkDialog*>();
        QVERIFY(dialog);
        type(child<QLineEdit>(*dialog, u"sentenceLineEdit"_s), u"free 2 locks"_s);
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"host died"_s);
        click(child<QPushButton>(*dialog, u"freeButton"_s));
        QTRY_COMPARE_WITH_TIMEOUT(
            child<QPushButton>(*dialog, u"cancelButton"_s).text(), u"Close"_s, kPatience);
        for (const auto& item : dialog->model().items())
            QVERIFY(item.outcome && item.outcome->fate == release::Fate::Freed);
        for (const char* key : {"cron:bill", "cron:mail"}) {
            for (const auto& reply : m_servers->commandAll({"GET", key}))
                QVERIFY(reply.text != kToken && reply.text != kOtherToken);
        }
    }

    void whatCanNotBeRevokedIsSaidToBeReleased()
    {
        for (const char* key : {"lock:a", "lock:b"})
            m_servers->commandAll({"SET", key, "some words", "PX", "900000"});
        openWindow(false, "lock:a");
        QTRY_COMPARE_WITH_TIMEOUT(m_session->filteredLocks().rowCount(), 3, kPatience);
        table().selectAll();
        QTest::keyClick(&table(), Qt::Key_Delete);
        auto* dialog = m_window->findChild<ui::BulkDialog*>();
        QVERIFY(dialog);
        for (const auto& item : dialog->model().items()) {
            const bool isUnknown = item.resource != Resource("cron:bill");
            QCOMPARE(item.action == release::Action::Release, isUnknown);
            QCOMPARE(item.deed == u"release"_s, isUnknown);
        }
    }

    void aLockThatSomebodyElseIsOnIsLeftAloneAmongSeveral()
    {
        m_servers->commandAll({"SET", "cron:mail", kOtherToken});
        const observe::Note note{
            .kind = observe::Note::Kind::Readable, .author = "bob@desk", .text = "his"};
        m_servers->commandAll({"SET", "lockkeeper:note:{cron:mail}", observe::noteValue(note)});
        m_servers->commandAll({"ZADD", observe::kNoteIndexKey, "1", "cron:mail"});
        openWindow(false);
        const auto isNoted = [this] {
            const auto entry = m_session->locks().presentEntry(Resource("cron:mail"));
            return entry && entry->note->isReadable();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isNoted(), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->filteredLocks().rowCount(), 2, kPatience);
        table().selectAll();
        QTest::keyClick(&table(), Qt::Key_Delete);
        auto* dialog = m_window->findChild<ui::BulkDialog*>();
        QVERIFY(dialog);
        type(child<QLineEdit>(*dialog, u"sentenceLineEdit"_s), u"free 1 lock"_s);
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"host died"_s);
        click(child<QPushButton>(*dialog, u"freeButton"_s));
        QTRY_COMPARE_WITH_TIMEOUT(
            child<QPushButton>(*dialog, u"cancelButton"_s).text(), u"Close"_s, kPatience);
        QVERIFY(m_servers->command(0, {"GET", "cron:bill"}).text != kToken);
        QCOMPARE(m_servers->command(0, {"GET", "cron:mail"}).text, std::string(kOtherToken));
        for (const auto& item : dialog->model().items()) {
            if (item.resource == Resource("cron:mail"))
                QVERIFY2(
                    item.state.startsWith(u"bob@desk is on it since"_s), qPrintable(item.state));
        }
    }

    void allStaleLocksThatAreShownAreFreed()
    {
        for (const char* key : {"job:1", "job:2", "other:3"})
            m_servers->commandAll({"SET", key, kOtherToken});
        openWindow(false, "job:1");
        auto& freeStale = child<QAction>(*m_window, u"releaseStaleAction"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->locks().staleCount(), 4, kPatience);
        QVERIFY(freeStale.isEnabled());
        m_session->filteredLocks().setFilter(u"job:*"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->filteredLocks().rowCount(), 2, kPatience);
        freeStale.trigger();
        QPointer<ui::BulkDialog> dialog = m_window->findChild<ui::BulkDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->model().items().size(), std::size_t(2));
        dialog->reject();
    }

    void allOfAHolderArePlannedAndFreedByTheFile()
    {
        const std::string holders = "lk1:web-3:812:api:1750000000000:p0123456789abcdef-1:";
        for (const char* key : {"job:1", "job:2"})
            m_servers->commandAll({"SET", key, holders + std::string(40, key[4]), "PX", "900000"});
        m_servers->commandAll({"SET", "job:3",
            "lk1:web-3:813:api:1750000000000:p0123456789abcdef-2:" + std::string(40, 'c')});
        openWindow(false, "job:1");
        QTRY_COMPARE_WITH_TIMEOUT(m_session->filteredLocks().rowCount(), 4, kPatience);
        auto& freeAll = child<QAction>(*m_window, u"releaseHolderAction"_s);
        QCOMPARE(freeAll.text(), u"Free all &of web-3:812\u2026"_s);
        freeAll.trigger();
        QPointer<ui::BulkDialog> dialog = m_window->findChild<ui::BulkDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->model().items().size(), std::size_t(2));
        m_prompter.file = m_directory->filePath(u"plan.jsonl"_s);
        type(child<QLineEdit>(*dialog, u"sentenceLineEdit"_s), u"free 2 locks"_s);
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"pod was killed"_s);
        click(child<QPushButton>(*dialog, u"saveButton"_s));
        QTRY_VERIFY_WITH_TIMEOUT(
            child<ui::Banner>(*dialog, u"bulkBanner"_s).text().contains(u"plan.jsonl"_s),
            kPatience);
        dialog->reject();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog, kPatience);

        m_servers->commandAll({"DEL", "job:2"});
        QTRY_VERIFY_WITH_TIMEOUT(!m_session->locks().presentEntry(Resource("job:2")), kPatience);
        child<QAction>(*m_window, u"openPlanAction"_s).trigger();
        QTRY_VERIFY_WITH_TIMEOUT(dialog = m_window->findChild<ui::BulkDialog*>(), kPatience);
        QCOMPARE(child<QLineEdit>(*dialog, u"reasonLineEdit"_s).text(), u"pod was killed"_s);
        QCOMPARE(dialog->model().items()[1].state, u"gone: there is nothing to free"_s);
        type(child<QLineEdit>(*dialog, u"sentenceLineEdit"_s), u"free 1 lock"_s);
        click(child<QPushButton>(*dialog, u"freeButton"_s));
        QTRY_COMPARE_WITH_TIMEOUT(
            child<QPushButton>(*dialog, u"cancelButton"_s).text(), u"Close"_s, kPatience);
        QVERIFY(dialog->model().items()[0].outcome->fate == release::Fate::Freed);
        QCOMPARE(m_servers->command(0, {"EXISTS", "job:3"}).integer, 1);
    }

    void theWindowMayCloseWhileHoldersAreAskedAbout()
    {
        constexpr int kHolders = 20;
        const QString fifo = m_directory->filePath(u"fifo"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(fifo).constData(), 0600), 0);
        // It tells that it was asked, and then waits for what nobody writes.
        m_deployment.liveness = {.command
            = {"/bin/sh", "-c", R"(echo >>"$0.asked"; read word <"$0")", fifo.toStdString()},
            .within = std::chrono::milliseconds(300)};
        std::vector<Resource> resources;
        for (int i = 0; i < kHolders; ++i) {
            const std::string number = std::to_string(100 + i);
            m_servers->commandAll({"SET", "job:" + number,
                "lk1:web-" + number
                    + ":812:api:1750000000000:p0123456789abcdef-1:" + std::string(40, 'a'),
                "PX", "900000"});
            resources.emplace_back("job:" + number);
        }
        openWindow(false);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->filteredLocks().rowCount(), kHolders + 1, kPatience);
        m_window->findChild<ui::LockDialogs*>()->releaseAll(resources);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(fifo + u".asked"_s), kPatience);
        m_window.reset();
        QFile asked(fifo + u".asked"_s);
        QVERIFY(asked.open(QIODevice::ReadOnly));
        QVERIFY(asked.readAll().count('\n') < kHolders);
    }

    void aPlanThatIsNoneIsRefused()
    {
        openWindow(false);
        m_prompter.file = m_directory->filePath(u"plan.jsonl"_s);
        QFile file(m_prompter.file);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}\n") > 0);
        file.close();
        QSignalSpy failed(m_window->findChild<ui::LockDialogs*>(), &ui::LockDialogs::failed);
        child<QAction>(*m_window, u"openPlanAction"_s).trigger();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QVERIFY(failed[0][0].value<Error>().text.find(": line 1: is no header of a plan")
            != std::string::npos);
        QVERIFY(!m_window->findChild<ui::BulkDialog*>());
    }

    void returnOnSeveralLocksIsAboutAllOfThem()
    {
        m_servers->commandAll({"SET", "cron:mail", kOtherToken});
        openWindow(false);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->filteredLocks().rowCount(), 2, kPatience);
        table().selectAll();
        QTest::keyClick(&table(), Qt::Key_Return);
        QVERIFY(!releaseDialog());
        QVERIFY(m_window->findChild<ui::BulkDialog*>());
    }

    void locksAreGroupedFromTheMenu()
    {
        openWindow(true);
        auto& proxy = m_session->filteredLocks();
        const int rows = proxy.rowCount();
        QVERIFY(!child<QAction>(*m_window, u"collapseAllAction"_s).isEnabled());
        child<QAction>(*m_window, u"groupPrefixAction"_s).trigger();
        QVERIFY(proxy.rowCount() > rows);
        QVERIFY(child<QPushButton>(*m_window, u"groupButton"_s).menu());
        child<QAction>(*m_window, u"collapseAllAction"_s).trigger();
        QVERIFY(!proxy.indexOf(Resource("cron:bill")).isValid());
        child<QAction>(*m_window, u"groupNotAction"_s).trigger();
        QCOMPARE(proxy.rowCount(), rows);
    }

    void theHolderIsAskedForOnlyWhenWanted()
    {
        openWindow(true); // looking is allowed there, too
        child<QAction>(*m_window, u"identifyAction"_s).trigger();
        auto* dialog = m_window->findChild<ui::WhoisDialog*>();
        QVERIFY(dialog);
        QCOMPARE(child<QLabel>(*dialog, u"answerLabel"_s).text(), u"Nobody was asked yet."_s);
        click(child<QPushButton>(*dialog, u"lookButton"_s));
        QTRY_VERIFY_WITH_TIMEOUT(
            child<QLabel>(*dialog, u"answerLabel"_s).text().contains(u"Its value says"_s),
            kPatience);
    }

    void aDisabledActionSaysWhy()
    {
        openWindow(true);
        for (const QString& name : {u"releaseAction"_s, u"revokeAction"_s}) {
            const auto& action = child<QAction>(*m_window, name);
            QVERIFY(!action.isEnabled());
            QVERIFY(action.toolTip().contains(u"Allow changes"_s));
        }
        QVERIFY(child<QLabel>(*m_window, u"detailWhyLabel"_s).text().contains(u"Allow changes"_s));
    }

private:
    void openWindow(bool isReadOnly, const char* selected = "cron:bill")
    {
        m_deployment.isReadOnly = isReadOnly;
        showWindow(selected);
        table().setFocus();
    }
    [[nodiscard]] ui::TableView& table()
    {
        return child<ui::TableView>(*m_window, u"locksTable"_s);
    }
    [[nodiscard]] ui::ReleaseDialog* releaseDialog()
    {
        return m_window->findChild<ui::ReleaseDialog*>();
    }
};

LOCKKEEPER_TEST(LockCommandsTest)

} // namespace lockkeeper::tests::lock_commands_test

#include "lock_commands_test.moc"
