// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/keyboard_walk.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/allow_changes_dialog.h"
#include "ui/dialogs/connect/connect_dialog.h"
#include "ui/dialogs/connect/desk_questions.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/widgets/table_view.h"

#include <QAbstractButton>
#include <QDialog>
#include <QLineEdit>
#include <functional>
#include <memory>

namespace lockkeeper::tests::keyboard_test {

/// The window without a mouse and without a picture: every page and dialog, by Tab and as a screen
/// reader hears it.
class KeyboardTest : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startServers();
        m_servers->commandAll({"SET", "cron:bill", kToken});
        m_servers->commandAll({"SET", "cron:mail", kOtherToken, "PX", "600000"});
        m_servers->command(0, {"SET", "cron:left", kToken, "PX", "600000"});
        showWindow();
    }
    void cleanup() { endAll(); }

    void tabStopsAtEverything_data() { pages(); }
    void tabStopsAtEverything()
    {
        showPage();
        QVERIFY(QApplication::focusWidget());
        const QStringList left = skippedByTab(*m_window);
        QVERIFY2(left.isEmpty(), qPrintable(left.join(u", "_s)));
    }

    void escapeInTheVotesSelectsNothing()
    {
        auto& table = child<ui::TableView>(*m_window, u"locksTable"_s);
        QVERIFY(table.currentIndex().isValid());
        auto& votes = child<ui::TableView>(*m_window, u"votesTable"_s);
        votes.setFocus();
        QVERIFY(votes.hasFocus());
        QTest::keyClick(&votes, Qt::Key_Escape);
        QVERIFY(!table.currentIndex().isValid());
        QVERIFY(table.hasFocus());
    }

    void everythingHasAName_data() { pages(); }
    void everythingHasAName()
    {
        showPage();
        const QStringList found = nameless(*m_window);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u", "_s)));
    }

    void dialogsToo_data()
    {
        QTest::addColumn<QString>("action");
        for (const char* action :
            {"acquireAction", "decideAction", "revokeAction", "identifyAction", "noteAction",
                "reportAction", "goToAction", "helpAction", "alertsAction"})
            QTest::newRow(action) << QString::fromLatin1(action);
    }
    void dialogsToo()
    {
        QFETCH(QString, action);
        child<QAction>(*m_window, action).trigger();
        auto* dialog = m_window->findChild<QDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->isVisible());
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTRY_VERIFY(dialog->isAncestorOf(QApplication::focusWidget()));
        if (auto* const later = dialog->findChild<QAbstractButton*>(u"copyReportButton"_s))
            QTRY_VERIFY_WITH_TIMEOUT(later->isEnabled(), kPatience);
        const QStringList left = skippedByTab(*dialog);
        QVERIFY2(left.isEmpty(), qPrintable(left.join(u", "_s)));
        const QStringList found = nameless(*dialog);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u", "_s)));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!dialog->isVisible());
        QCOMPARE(m_window->focusWidget(), &table());
        QVERIFY(table().currentIndex().isValid());
    }

    /// Those that no action of this window opens.
    void otherDialogsToo_data()
    {
        QTest::addColumn<Make>("make");
        using ui::DeploymentListModel;
        QTest::newRow("connect") << Make(
            [this](QWidget* parent) { return new ui::ConnectDialog(m_clock, {}, true, parent); });
        QTest::newRow("switch") << Make([](QWidget* parent) {
            auto* list = new DeploymentListModel(parent);
            list->setRows({{.name = "orders", .masters = 3}});
            return new ui::SwitchDialog(*list, parent);
        });
        QTest::newRow("password") << Make([](QWidget* parent) {
            return new ui::PasswordDialog({.deployment = u"orders"_s, .canKeep = true}, parent);
        });
        QTest::newRow("pattern") << Make([this](QWidget* parent) {
            return new ui::PatternDialog(m_deployment, m_clock, parent);
        });
        QTest::newRow("allow changes") << Make([this](QWidget* parent) {
            config::Deployment production = m_deployment;
            production.deploymentClass = config::DeploymentClass::Production;
            return new ui::AllowChangesDialog(production, parent);
        });
        QTest::newRow("token") << Make([](QWidget* parent) {
            return new ui::TokenDialog(Resource("cron:bill"),
                {{Fingerprint::ofString("one"), u"one"_s},
                    {Fingerprint::ofString("two"), u"two"_s}},
                parent);
        });
    }
    void otherDialogsToo()
    {
        QFETCH(Make, make);
        const std::unique_ptr<QDialog> dialog(make(m_window.get()));
        dialog->open();
        QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
        QTRY_VERIFY(dialog->isAncestorOf(QApplication::focusWidget()));
        const QStringList left = skippedByTab(*dialog);
        QVERIFY2(left.isEmpty(), qPrintable(left.join(u", "_s)));
        const QStringList found = nameless(*dialog);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u", "_s)));
        QTest::keyClick(dialog.get(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog->isVisible());
    }

    void escapeInTheDetailsLeavesThem()
    {
        press(QKeySequence(Qt::Key_F6));
        auto& revoke = child<QAbstractButton>(*m_window, u"detailRevokeButton"_s);
        revoke.setFocus();
        QVERIFY(revoke.hasFocus());
        QTest::keyClick(&revoke, Qt::Key_Escape);
        QTRY_COMPARE(QApplication::focusWidget(), &table());
    }

    void whatGoesHandsTheFocusToItsPage()
    {
        auto& revoke = child<QAbstractButton>(*m_window, u"detailRevokeButton"_s);
        for (const bool isHidden : {true, false}) {
            revoke.setFocus();
            QVERIFY(revoke.hasFocus());
            isHidden ? revoke.setHidden(true) : revoke.setEnabled(false);
            QCOMPARE(QApplication::focusWidget(), &table());
            revoke.show();
        }
    }

    void byKeyboardAloneALockIsFoundAndFreed()
    {
        press(child<QAction>(*m_window, u"filterAction"_s).shortcut());
        type(u"bill"_s);
        press(Qt::Key_Return);
        QTRY_COMPARE(table().model()->rowCount(), 1);
        QTRY_COMPARE(QApplication::focusWidget(), &table());
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QDialog* const dialog = opened();
        QVERIFY(dialog);
        type(u"stuck since the night"_s);
        press(Qt::Key_Return); // to what is missing
        type(u"cron:bill"_s);
        press(Qt::Key_Return);
        QCOMPARE(QApplication::focusWidget()->objectName(), u"cancelButton"_s); // it may live
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_R, Qt::AltModifier);
        QTRY_COMPARE_WITH_TIMEOUT(
            m_servers->command(0, {"EXISTS", "cron:bill"}).integer, 0, kPatience);
        QTRY_VERIFY(child<QAbstractButton>(*dialog, u"reportButton"_s).isVisible());
        QVERIFY(!child<QWidget>(*dialog, u"changedBanner"_s).isVisible());
        press(Qt::Key_Escape);
        QCOMPARE(m_window->focusWidget(), &table());
    }

    void byKeyboardAloneSeveralAreFreed()
    {
        press(Qt::Key_Escape); // without a current row, too
        QVERIFY(!table().currentIndex().isValid());
        QTest::keySequence(&table(), QKeySequence::SelectAll);
        press(Qt::Key_Return);
        QDialog* const dialog = opened();
        QVERIFY(dialog);
        QCOMPARE(dialog->focusWidget()->objectName(), u"sentenceLineEdit"_s);
        type(u"free 3 locks"_s);
        press(Qt::Key_Return);
        QCOMPARE(dialog->focusWidget()->objectName(), u"reasonLineEdit"_s);
        type(u"all of them are stuck"_s);
        press(Qt::Key_Return);
        QCOMPARE(dialog->focusWidget()->objectName(), u"freeButton"_s);
        press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(
            child<QAbstractButton>(*dialog, u"showButton"_s).isVisible(), kPatience);
        for (const char* name : {"cron:bill", "cron:mail", "cron:left"}) {
            const auto value = m_servers->command(0, {"GET", name}).text; // nothing, or a tombstone
            QVERIFY(value != kToken && value != kOtherToken);
        }
        press(Qt::Key_Escape);
        QCOMPARE(m_window->focusWidget(), &table());
    }

private:
    using Make = std::function<QDialog*(QWidget*)>;

    [[nodiscard]] ui::TableView& table()
    {
        return child<ui::TableView>(*m_window, u"locksTable"_s);
    }
    static void press(const QKeySequence& key)
    {
        QTest::keySequence(QApplication::focusWidget(), key);
    }
    static void type(const QString& text) { QTest::keyClicks(QApplication::focusWidget(), text); }
    /// The dialog that was opened, once it has the focus; null: none was.
    [[nodiscard]] QDialog* opened()
    {
        const auto find = [this] { return m_window->findChild<QDialog*>(); };
        const bool isThere = QTest::qWaitFor(
            [&] { return find() != nullptr && find()->isAncestorOf(QApplication::focusWidget()); });
        return isThere ? find() : nullptr;
    }

    static void pages()
    {
        QTest::addColumn<int>("key");
        int key = Qt::Key_1;
        for (const char* page : {"locks", "masters", "leases", "journal", "kinds", "waits",
                 "timeline", "trends", "lab"})
            QTest::newRow(page) << key++;
    }
    void showPage()
    {
        QFETCH(int, key);
        QTest::keyClick(m_window.get(), Qt::Key(key), Qt::ControlModifier);
    }
};

LOCKKEEPER_TEST(KeyboardTest)

} // namespace lockkeeper::tests::keyboard_test

#include "keyboard_test.moc"
