// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/models/check_step_model.h"
#include "ui/models/deployment_list_model.h"

namespace lockkeeper::tests::deployment_list_model_test {

using ui::CheckStepModel;
using ui::DeploymentListModel;

class DeploymentListModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsAreShownForWhatIsOpen()
    {
        DeploymentListModel model;
        const QAbstractItemModelTester tester(&model);
        model.setRows(
            {{.name = "orders", .masters = 5, .counts = ui::DeploymentCounts{12, 3, 1, 2}},
                {.name = "billing", .masters = 1}});
        const auto state = [&](int row) {
            return model.index(row, DeploymentListModel::State).data().toString();
        };
        QCOMPARE(state(0), u"12 locks, 3 stale, 1 split, 2 masters down"_s);
        QCOMPARE(state(1), u"not open"_s);
        model.setRows({{.name = "billing", .masters = 1, .counts = ui::DeploymentCounts{1}},
            {.name = "orders", .masters = 5}});
        QCOMPARE(state(0), u"1 lock"_s);
        QCOMPARE(model.index(0, DeploymentListModel::Masters).data().toString(), u"1 master"_s);
        model.setRows({{.name = "orders", .counts = ui::DeploymentCounts{.error = "no\x1b"}},
            {.name = "billing", .counts = ui::DeploymentCounts{.isQuorumLost = true}},
            {.name = "shop", .counts = ui::DeploymentCounts{.isLooking = true}}});
        QCOMPARE(state(0), u"no\\x1b"_s);
        QCOMPARE(state(1), u"no quorum"_s);
        QCOMPARE(state(2), u"0 locks, still looking"_s);
        model.setRows({{.name = "billing", .masters = 1, .counts = ui::DeploymentCounts{1}},
            {.name = "orders", .masters = 5}});
        const QString words = model.index(1, 0).data(Qt::AccessibleTextRole).toString();
        QCOMPARE(words, u"orders, Production, 5 masters, not open"_s);
    }

    void aHostileNameIsEscaped()
    {
        DeploymentListModel model;
        model.setRows({{.name = "<b>\x1b"}});
        QCOMPARE(model.index(0, 0).data().toString(), u"<b>\\x1b"_s);
        QVERIFY(!model.index(0, 0).data(Qt::ToolTipRole).toString().contains(u"<b>"_s));
    }

    void stepsAreToldMasterByMaster()
    {
        CheckStepModel model;
        const QAbstractItemModelTester tester(&model);
        config::Deployment deployment;
        deployment.masters = {{MasterId("a"), {}}, {MasterId("b"), {}}};
        model.begin(deployment);
        QCOMPARE(model.rowCount(), static_cast<int>(2 * check::kSteps));
        QCOMPARE(model.firstProblem(), -1);
        model.apply({MasterId("a"), check::Step::Clock, {check::StepState::Warning, "late", {}}});
        model.apply({MasterId("b"), check::Step::Login,
            {check::StepState::Failed, "<img src=x>", "ACL SETUSER x"}});
        model.apply({MasterId("z"), check::Step::Login, {check::StepState::Failed, "who", {}}});
        const int row = model.firstProblem();
        QCOMPARE(model.textOf(row), u"Master b, Login: failed: <img src=x>"_s);
        QCOMPARE(model.cureOf(row), u"ACL SETUSER x"_s);
        QCOMPARE(model.count(check::StepState::Failed), 1);
        model.stop();
        QCOMPARE(model.count(check::StepState::Pending), 0);
    }
};

LOCKKEEPER_TEST(DeploymentListModelTest)

} // namespace lockkeeper::tests::deployment_list_model_test

#include "deployment_list_model_test.moc"
