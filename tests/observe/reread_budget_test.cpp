// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/reading/reread_budget.h"
#include "tests/support/test_class.h"

#include <QtTest>

using namespace lockkeeper;
using namespace std::chrono_literals;
using observe::RereadBudget;

namespace {

/// Commands that are spent by who takes all there is, once a second.
std::size_t spentIn(RereadBudget budget, std::chrono::seconds time, std::size_t perKey)
{
    SteadyTime now{1h};
    std::size_t spent = 0;
    for (const SteadyTime end = now + time; now <= end; now += 1s) {
        budget.earn(now);
        while (budget.spend(perKey))
            spent += perKey;
    }
    return spent;
}

} // namespace

class RereadBudgetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void spendsTwoCommandsASecondInTheUsualInterval()
    {
        QCOMPARE(spentIn({5min, 0}, 300s, 2), std::size_t(600));
        QCOMPARE(spentIn({5min, 0}, 300s, 5), std::size_t(600));
    }

    void spendsAsMuchInAShorterInterval() { QCOMPARE(spentIn({30s, 0}, 30s, 2), std::size_t(600)); }

    void leavesHalfOfWhatTheMasterMayBeAsked()
    {
        QCOMPARE(spentIn({5min, 1}, 300s, 2), std::size_t(150));
    }

    void doesNotSaveForLater()
    {
        RereadBudget budget(5min, 0);
        budget.earn(SteadyTime{1h});
        budget.earn(SteadyTime{3h});
        QVERIFY(budget.spend(10));
        QVERIFY(!budget.spend(1));
    }
};

LOCKKEEPER_TEST(RereadBudgetTest)
#include "reread_budget_test.moc"
