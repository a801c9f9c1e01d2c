// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/watcher.h"
#include "tests/support/command_stats.h"
#include "tests/support/test_class.h"
#include "tests/ui/window_test.h"
#include "ui/bridge/kinds_survey.h"
#include "ui/dialogs/acquire_dialog.h"
#include "ui/dialogs/allow_changes_dialog.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/widgets/edge_frame.h"
#include "ui/widgets/notice_stack.h"
#include "ui/widgets/table_view.h"
#include "ui/window/header_strip.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

namespace lockkeeper::tests::read_only_window_test {

/// The window of a read-only production deployment, against real servers.
class ReadOnlyWindowTest : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startServers();
        m_servers->commandAll({"SET", "cron:bill", kToken});
        m_deployment.name = "orders";
        m_deployment.deploymentClass = config::DeploymentClass::Production;
        m_deployment.isReadOnly = true;
    }
    void cleanup() { endAll(); }

    void theWholeSurfaceOnlyReads()
    {
        resetCommandStats(*m_servers);
        showWindow();
        for (const Qt::Key key : {Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5})
            QTest::keyClick(m_window.get(), key, Qt::ControlModifier);
        auto& survey = child<ui::KindsSurvey>(*m_window, {});
        QSignalSpy found(&survey, &ui::KindsSurvey::finished);
        click(button(u"lookButton"_s));
        QTRY_COMPARE_WITH_TIMEOUT(found.size(), 1, kPatience);
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QVERIFY(!m_window->findChild<ui::AcquireDialog*>());
        QVERIFY(!m_window->findChild<ui::ReleaseDialog*>());

        // Behind the window's back.
        QSignalSpy failed(&m_session->actions(), &ui::LockActions::acquireFailed);
        m_session->actions().acquire({.resource = Resource("orders:42")});
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QCOMPARE(failed.at(0).at(0).value<ui::AcquireFailure>().error.kind,
            ErrorClass::ReadOnlyDeployment);
        const auto entries = m_session->filteredLocks().entries();
        const auto& entry = *entries.front();
        const auto plan = release::planRelease(m_deployment, entry, *entry.countVotes().token);
        QSignalSpy released(&m_session->releases(), &ui::ReleaseRunner::finished);
        QVERIFY(m_session->releases().start(plan.value(), u"test"_s));
        QTRY_COMPARE_WITH_TIMEOUT(released.size(), 1, kPatience);
        QVERIFY(!released.at(0).at(0).value<ui::ReleaseResult>().has_value());
        m_window.reset();
        m_session.reset();

        const auto seen = commandsSeen(*m_servers);
        QVERIFY(seen.contains("scan") && seen.contains("pttl"));
        const auto changes = changesAmong(*m_servers, seen);
        QVERIFY2(changes.empty(), changes.empty() ? "" : changes.begin()->c_str());
        // The check itself can fail.
        QCOMPARE(
            changesAmong(*m_servers, {"get", "set", "eval", "publish", "config|set", "flushall"}),
            (std::set<std::string>{"set", "eval", "publish", "config|set", "flushall"}));
    }

    void theWordAndTheFrameAreThere()
    {
        showWindow();
        QCOMPARE(child<ui::Badge>(*m_window, u"kindBadge"_s).text(), u"PRODUCTION"_s);
        QVERIFY(child<ui::EdgeFrame>(*m_window, u"edgeFrame"_s).isVisible());
        m_window.reset();
        m_session.reset();
        m_deployment.deploymentClass = config::DeploymentClass::Staging;
        showWindow();
        QCOMPARE(child<ui::Badge>(*m_window, u"kindBadge"_s).text(), u"STAGING"_s);
        QVERIFY(!m_window->findChild<ui::EdgeFrame*>());
    }

    void whatIsNotAllowedIsDisabledAndSaysWhy()
    {
        showWindow();
        for (const auto& name : {u"acquireAction"_s, u"releaseAction"_s, u"extendAction"_s}) {
            QVERIFY(!action(name).isEnabled());
            QVERIFY(action(name).toolTip().contains(u"read-only"_s));
        }
        for (const auto& name :
            {u"acquireButton"_s, u"acquireLeaseButton"_s, u"detailReleaseButton"_s}) {
            QVERIFY2(!button(name).isEnabled(), qPrintable(name));
            QVERIFY(button(name).toolTip().contains(u"read-only"_s));
        }
        QVERIFY(action(u"copyCommandAction"_s).isEnabled());
        QCOMPARE(child<QLabel>(*m_window, u"changesLabel"_s).text(), u"read-only"_s);
    }

    void aKeyThatIsNotAllowedSaysWhy()
    {
        showWindow();
        auto& notices = child<ui::NoticeStack>(*m_window, u"noticeStack"_s);
        auto& table = child<ui::TableView>(*m_window, u"locksTable"_s);
        table.setFocus();
        for (const QKeySequence& keys :
            {QKeySequence(Qt::Key_Delete), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N),
                QKeySequence(Qt::CTRL | Qt::Key_N), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
                QKeySequence(Qt::CTRL | Qt::Key_E)}) {
            QTest::keyClick(&table, keys[0].key(), keys[0].keyboardModifiers());
            QCOMPARE(notices.count(), 1);
            QVERIFY2(notices.texts().front().contains(u"read-only"_s), qPrintable(keys.toString()));
            click(child<QPushButton>(notices, u"dismissButton"_s));
            QTRY_VERIFY(!notices.findChild<QPushButton*>(u"dismissButton"_s));
        }
        // In a field, the key is the field's.
        auto& filter = child<QLineEdit>(*m_window, u"filterLineEdit"_s);
        filter.setFocus();
        QTest::keyClick(&filter, Qt::Key_Delete);
        QCOMPARE(notices.count(), 0);
        // What is wrong can be mended there.
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_Delete);
        click(child<QPushButton>(notices, u"bannerButton"_s));
        auto* dialog = m_window->findChild<ui::AllowChangesDialog*>();
        QVERIFY(dialog);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"orders"_s);
        click(child<QPushButton>(*dialog, u"allowButton"_s));
        QCOMPARE(notices.count(), 0);
        // A lock has to be selected.
        QTRY_VERIFY(!m_window->findChild<ui::AllowChangesDialog*>());
        QTest::keyClick(&table, Qt::Key_Escape);
        QVERIFY(!table.currentIndex().isValid());
        QTest::keyClick(&table, Qt::Key_Delete);
        QVERIFY(visibleTexts(*m_window).contains(u"Select a lock in the table first."_s));
    }

    void returnOnSeveralThatIsNotAllowedSaysWhy()
    {
        m_servers->commandAll({"SET", "cron:mail", kToken});
        showWindow();
        auto& table = child<ui::TableView>(*m_window, u"locksTable"_s);
        QTRY_COMPARE_WITH_TIMEOUT(table.model()->rowCount(), 2, kPatience);
        table.setFocus();
        table.selectAll();
        QTest::keyClick(&table, Qt::Key_Return);
        const QStringList said = child<ui::NoticeStack>(*m_window, u"noticeStack"_s).texts();
        QCOMPARE(said.size(), 1);
        QVERIFY2(said.front().contains(u"read-only"_s), qPrintable(said.front()));
    }

    void changesAreAllowedForATimeByName()
    {
        showWindow();
        action(u"changesAction"_s).trigger();
        QPointer<ui::AllowChangesDialog> dialog = m_window->findChild<ui::AllowChangesDialog*>();
        QVERIFY(dialog);
        dialog->reject();
        QTRY_VERIFY(!dialog);
        QVERIFY(!m_session->changePermission().isAllowed());
        allowChanges();
        QVERIFY(action(u"acquireAction"_s).isEnabled());
        QVERIFY(action(u"releaseAction"_s).isEnabled());
        QVERIFY(button(u"detailReleaseButton"_s).isEnabled());
        const QString left = child<QLabel>(*m_window, u"changesLabel"_s).text();
        QVERIFY2(left.startsWith(u"changes allowed, "_s), qPrintable(left));
        QCOMPARE(button(u"changesButton"_s).text(), u"End changes"_s);

        click(button(u"detailReleaseButton"_s));
        QPointer<ui::ReleaseDialog> release = m_window->findChild<ui::ReleaseDialog*>();
        QVERIFY(release);
        type(child<QLineEdit>(*release, u"reasonLineEdit"_s), u"stuck"_s);
        type(child<QLineEdit>(*release, u"nameLineEdit"_s), u"cron:bill"_s);
        click(child<QPushButton>(*release, u"releaseButton"_s));
        QTRY_COMPARE_WITH_TIMEOUT(keys(), 0, kPatience);
    }

    void endingChangesReleasesTheLeases()
    {
        showWindow();
        allowChanges();
        QSignalSpy acquired(&m_session->actions(), &ui::LockActions::leaseAcquired);
        m_session->actions().acquire({.resource = Resource("orders:42")});
        QTRY_COMPARE_WITH_TIMEOUT(acquired.size(), 1, kPatience);
        QCOMPARE(keys(), 6);
        m_prompter.answer = false; // what it held would be lost
        click(button(u"changesButton"_s));
        QCOMPARE(m_prompter.questions.last(),
            u"This window holds a lease. Ending the changes releases it."_s);
        QVERIFY(m_session->changePermission().isAllowed());
        m_prompter.answer = true;
        click(button(u"changesButton"_s));
        m_prompter.answer = false;
        QVERIFY(!m_session->changePermission().isAllowed());
        QTRY_COMPARE_WITH_TIMEOUT(keys(), 3, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->leases().heldCount(), 0, kPatience);
        QVERIFY(!action(u"acquireAction"_s).isEnabled());
        // And it can be allowed again.
        allowChanges();
        m_session->actions().acquire({.resource = Resource("orders:43")});
        QTRY_COMPARE_WITH_TIMEOUT(acquired.size(), 2, kPatience);
    }

    void changesEndWithTheirTime()
    {
        showWindow();
        m_session->changePermission().allowFor(1ms);
        QVERIFY(action(u"acquireAction"_s).isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!m_session->changePermission().isAllowed(), kPatience);
        QVERIFY(!action(u"acquireAction"_s).isEnabled());
        QCOMPARE(child<QLabel>(*m_window, u"changesLabel"_s).text(), u"read-only"_s);
    }

    void anOpenDialogIsDisabledWhenChangesEnd()
    {
        showWindow();
        m_session->changePermission().allowFor(1h);
        m_window->release();
        const auto& dialog = child<ui::ReleaseDialog>(*m_window, u"releaseDialog"_s);
        type(child<QLineEdit>(dialog, u"reasonLineEdit"_s), u"stuck"_s);
        type(child<QLineEdit>(dialog, u"nameLineEdit"_s), u"cron:bill"_s);
        const auto& release = child<QPushButton>(dialog, u"releaseButton"_s);
        QVERIFY(release.isEnabled());
        m_session->changePermission().end();
        QVERIFY(!release.isEnabled());
        QVERIFY(release.toolTip().contains(u"read-only"_s));
    }

    void aDialogThatChangesSomethingIsFramed()
    {
        showWindow();
        const auto isFramed = [this] {
            QPointer<QDialog> dialog = m_window->findChild<QDialog*>();
            if (!dialog)
                return false;
            auto* caption = dialog->findChild<QLabel*>(u"edgeCaptionLabel"_s);
            const bool isShown
                = caption && caption->isVisible() && caption->text() == u"PRODUCTION"_s;
            dialog->reject();
            return isShown && QTest::qWaitFor([&] { return !dialog; });
        };
        action(u"changesAction"_s).trigger();
        QVERIFY(isFramed());
        m_session->changePermission().allowFor(1h);
        m_window->acquire();
        QVERIFY(isFramed());
        m_window->release();
        QVERIFY(isFramed());

        QSignalSpy acquired(&m_session->actions(), &ui::LockActions::leaseAcquired);
        m_session->actions().acquire({.resource = Resource("orders:42")});
        QTRY_COMPARE_WITH_TIMEOUT(acquired.size(), 1, kPatience);
        QVERIFY(!m_window->close());
        QCOMPARE(m_prompter.warnings.last(), u"PRODUCTION"_s);
    }

private:
    QAction& action(const QString& name) { return child<QAction>(*m_window, name); }
    QPushButton& button(const QString& name) { return child<QPushButton>(*m_window, name); }
    void allowChanges()
    {
        click(button(u"changesButton"_s));
        QPointer<ui::AllowChangesDialog> dialog = m_window->findChild<ui::AllowChangesDialog*>();
        QVERIFY(dialog);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"orders"_s);
        click(child<QPushButton>(*dialog, u"allowButton"_s));
        QVERIFY(m_session->changePermission().isAllowed());
        QTRY_VERIFY(!dialog);
    }
    [[nodiscard]] std::int64_t keys()
    {
        std::int64_t count = 0;
        for (const auto& reply : m_servers->commandAll({"DBSIZE"}))
            count += reply.integer;
        return count;
    }
};

LOCKKEEPER_TEST(ReadOnlyWindowTest)

} // namespace lockkeeper::tests::read_only_window_test

#include "read_only_window_test.moc"
