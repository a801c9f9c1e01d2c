// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/allow_changes_dialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

namespace lockkeeper::tests::allow_changes_dialog_test {

using config::DeploymentClass;
using ui::AllowChangesDialog;

class AllowChangesDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void productionWantsItsNameTyped()
    {
        const auto dialog = open(DeploymentClass::Production);
        auto& name = child<QLineEdit>(*dialog, u"nameLineEdit"_s);
        auto& allow = child<QPushButton>(*dialog, u"allowButton"_s);
        QVERIFY(name.isVisible());
        QVERIFY(!allow.isEnabled());
        QVERIFY(!allow.toolTip().isEmpty());
        type(name, u"Orders"_s);
        const auto& wrong = child<QLabel>(*dialog, u"wrongNameLabel"_s);
        QVERIFY(wrong.isVisible());
        type(name, u"ord"_s);
        QVERIFY(!wrong.isVisible());
        QVERIFY(!allow.isEnabled());
        type(name, u"orders"_s);
        QVERIFY(allow.isEnabled());
    }

    void othersDoNot_data()
    {
        QTest::addColumn<DeploymentClass>("deploymentClass");
        QTest::newRow("staging") << DeploymentClass::Staging;
        QTest::newRow("development") << DeploymentClass::Development;
        QTest::newRow("unclassified") << DeploymentClass::Unclassified;
    }
    void othersDoNot()
    {
        QFETCH(DeploymentClass, deploymentClass);
        const auto dialog = open(deploymentClass);
        QVERIFY(!child<QLineEdit>(*dialog, u"nameLineEdit"_s).isVisible());
        QVERIFY(child<QPushButton>(*dialog, u"allowButton"_s).isEnabled());
    }

    void theTimeIsChosen()
    {
        const auto dialog = open(DeploymentClass::Staging);
        const QSignalSpy allowed(dialog.get(), &AllowChangesDialog::allowed);
        auto& button = child<QPushButton>(*dialog, u"allowButton"_s);
        QCOMPARE(button.text(), u"Allow changes for 5 minutes"_s);
        for (const auto minutes : {15min, 60min}) {
            child<QRadioButton>(*dialog, u"time%1RadioButton"_s.arg(minutes.count())).click();
            QCOMPARE(dialog->time(), minutes);
        }
        QCOMPARE(button.text(), u"Allow changes for 60 minutes"_s);
        click(button);
        QCOMPARE(allowed.size(), 1);
        QCOMPARE(allowed.at(0).at(0).value<std::chrono::milliseconds>(), 60min);
        QVERIFY(!dialog->isVisible());
    }

    void backTabGoesToTheChosenTime()
    {
        const auto dialog = open(DeploymentClass::Production);
        QCOMPARE(dialog->focusWidget()->objectName(), u"nameLineEdit"_s);
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab, Qt::ShiftModifier);
        QCOMPARE(dialog->focusWidget()->objectName(), u"time5RadioButton"_s);
    }

    void enterAllowsOnceTheNameIsTyped()
    {
        const auto dialog = open(DeploymentClass::Production);
        const QSignalSpy allowed(dialog.get(), &AllowChangesDialog::allowed);
        auto& name = child<QLineEdit>(*dialog, u"nameLineEdit"_s);
        name.setFocus();
        type(name, u"order"_s);
        QTest::keyClick(&name, Qt::Key_Return);
        QCOMPARE(allowed.size(), 0);
        QVERIFY(dialog->isVisible());
        type(name, u"orders"_s);
        QTest::keyClick(&name, Qt::Key_Return);
        QCOMPARE(allowed.size(), 1);
        QVERIFY(!dialog->isVisible());
    }

    void enterOnCancelAllowsNothing()
    {
        const auto dialog = open(DeploymentClass::Production);
        const QSignalSpy allowed(dialog.get(), &AllowChangesDialog::allowed);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"orders"_s);
        auto& cancel = child<QPushButton>(*dialog, u"cancelButton"_s);
        cancel.setFocus();
        QTest::keyClick(&cancel, Qt::Key_Return);
        QCOMPARE(allowed.size(), 0);
        QVERIFY(!dialog->isVisible());
    }

    void itIsReadInOrder()
    {
        const auto dialog = open(DeploymentClass::Production);
        QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
        QCOMPARE(dialog->focusWidget()->objectName(), u"nameLineEdit"_s);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"orders"_s);
        QStringList order;
        for (int i = 0; i < 4; ++i) {
            QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
            order << dialog->focusWidget()->objectName();
        }
        QCOMPARE(order,
            QStringList(
                {u"allowButton"_s, u"cancelButton"_s, u"time5RadioButton"_s, u"nameLineEdit"_s}));
    }

private:
    static std::unique_ptr<AllowChangesDialog> open(DeploymentClass deploymentClass)
    {
        config::Deployment deployment;
        deployment.name = "orders";
        deployment.deploymentClass = deploymentClass;
        auto dialog = std::make_unique<AllowChangesDialog>(deployment);
        dialog->show();
        return dialog;
    }
};

LOCKKEEPER_TEST(AllowChangesDialogTest)

} // namespace lockkeeper::tests::allow_changes_dialog_test

#include "allow_changes_dialog_test.moc"
