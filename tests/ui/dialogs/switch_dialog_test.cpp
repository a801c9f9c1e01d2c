// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/connect/desk_questions.h"

#include <QLineEdit>
#include <QPushButton>

namespace lockkeeper::tests::switch_dialog_test {

using ui::SwitchDialog;

class SwitchDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_deployments = std::make_unique<ui::DeploymentListModel>();
        m_deployments->setRows({{.name = "billing"}, {.name = "orders"}, {.name = "orders-test"}});
        m_dialog = std::make_unique<SwitchDialog>(*m_deployments);
        m_chosen.clear();
        connect(m_dialog.get(), &SwitchDialog::chosen, this,
            [this](const std::string& name) { m_chosen = name; });
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    }
    void cleanup()
    {
        m_dialog.reset();
        m_deployments.reset();
    }

    void typingAndEnterIsEnough()
    {
        auto* filter = QApplication::focusWidget();
        QCOMPARE(filter->objectName(), u"switchLineEdit"_s);
        QTest::keyClicks(filter, u"ORD"_s);
        QTest::keyClick(filter, Qt::Key_Down);
        QTest::keyClick(filter, Qt::Key_Return);
        QCOMPARE(m_chosen, std::string("orders-test"));
        QVERIFY(!m_dialog->isVisible());
    }

    void nothingCanBeChosenWhereNothingMatches()
    {
        type(child<QLineEdit>(*m_dialog, u"switchLineEdit"_s), u"no such"_s);
        QVERIFY(!child<QPushButton>(*m_dialog, u"openButton"_s).isEnabled());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(m_chosen.empty());
        QVERIFY(m_dialog->isVisible());
    }

    void thePasswordIsHiddenAndEnterLogsIn()
    {
        ui::PasswordDialog dialog({.deployment = u"orders"_s, .user = u"ro"_s, .reason = u"<b>"_s});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto& edit = child<QLineEdit>(dialog, u"passwordLineEdit"_s);
        QCOMPARE(QApplication::focusWidget(), &edit);
        QCOMPARE(edit.echoMode(), QLineEdit::Password);
        QTest::keyClicks(&edit, u"secret"_s);
        QTest::keyClick(&edit, Qt::Key_Return);
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        QCOMPARE(dialog.user(), std::string("ro"));
        QCOMPARE(dialog.password().reveal(), std::string("secret"));
    }

private:
    std::unique_ptr<ui::DeploymentListModel> m_deployments;
    std::unique_ptr<SwitchDialog> m_dialog;
    std::string m_chosen;
};

LOCKKEEPER_TEST(SwitchDialogTest)

} // namespace lockkeeper::tests::switch_dialog_test

#include "switch_dialog_test.moc"
