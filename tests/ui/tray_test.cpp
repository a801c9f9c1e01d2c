// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/window/tray.h"

namespace lockkeeper::tests::tray_test {

using ui::DeploymentCounts;
using ui::DeploymentRow;

class TrayTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itSumsUpWhatIsOpen()
    {
        ui::DeploymentListModel deployments;
        const ui::Tray tray(deployments);
        QVERIFY(tray.summary().isEmpty());
        deployments.setRows({{.name = "saved"}, open("orders", {.locks = 4})});
        QCOMPARE(tray.summary(), u"orders: 4 locks"_s);
        QVERIFY(!tray.hasProblem());
        deployments.setRows({open("orders", {.locks = 4, .stale = 1})});
        QVERIFY(tray.hasProblem());
    }

    void itsMenuOpensADeployment()
    {
        ui::DeploymentListModel deployments;
        deployments.setRows({open("a & b", {.locks = 1}), {.name = "saved"}});
        ui::Tray tray(deployments);
        QSignalSpy wanted(&tray, &ui::Tray::deploymentWanted);
        Q_EMIT tray.menu().aboutToShow();
        QAction* action = tray.menu().actions().at(0);
        QCOMPARE(action->text(), u"a && b: 1 lock"_s);
        QCOMPARE(tray.menu().actions().size(), 3); // with the separator and Quit
        action->trigger();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<std::string>(), std::string("a & b"));
    }

private:
    static DeploymentRow open(const char* name, const DeploymentCounts& counts)
    {
        return {.name = name, .counts = counts};
    }
};

LOCKKEEPER_TEST(TrayTest)

} // namespace lockkeeper::tests::tray_test

#include "tray_test.moc"
