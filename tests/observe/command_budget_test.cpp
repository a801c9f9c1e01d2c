// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/name_check.h"
#include "core/observe/reading/adaptive_batch.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::command_budget_test {

using observe::AdaptiveBatch;
using observe::CommandBudget;
using observe::NameCheck;

namespace {

/// Commands that are spent by who takes all there is, once a second.
std::size_t spentIn(
    CommandBudget budget, std::chrono::seconds time, std::size_t perKey, double share = 1)
{
    SteadyTime now{1h};
    std::size_t spent = 0;
    for (const SteadyTime end = now + time; now <= end; now += 1s) {
        budget.earn(now, share);
        while (budget.trySpend(perKey))
            spent += perKey;
    }
    return spent;
}

} // namespace

class CommandBudgetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void spendsWhatTheMasterMayBeAsked()
    {
        QCOMPARE(spentIn({200, 200}, 10s, 2), std::size_t(2000));
        QCOMPARE(spentIn({200, 200}, 10s, 2, 0.5), std::size_t(1000));
    }

    void savesNoMoreThanAgreed()
    {
        CommandBudget budget(2, 10);
        budget.earn(SteadyTime{1h});
        budget.earn(SteadyTime{3h});
        QVERIFY(budget.trySpend(10));
        QVERIFY(!budget.trySpend(1));
    }

    void tellsWhenADebtIsPaid()
    {
        CommandBudget budget(200, 20);
        budget.earn(SteadyTime{1h});
        budget.spend(100);
        QVERIFY(budget.credit() < 0);
        QCOMPARE(budget.solventAt(), SteadyTime{1h} + 500ms);
        budget.earn(budget.solventAt());
        QVERIFY(budget.credit() >= 0);
    }

    void locksAreReadAgainByTwoCommandsASecondOrHalfOfWhatTheMasterMayBeAsked()
    {
        QCOMPARE(spentIn(NameCheck::rereadBudget(5min, 0), 300s, 2), std::size_t(600));
        QCOMPARE(spentIn(NameCheck::rereadBudget(5min, 0), 300s, 5), std::size_t(600));
        QCOMPARE(spentIn(NameCheck::rereadBudget(30s, 0), 30s, 2), std::size_t(600));
        QCOMPARE(spentIn(NameCheck::rereadBudget(5min, 1), 300s, 2), std::size_t(150));
    }

    void aSlowMasterIsAskedForFewerKeysAtOnce()
    {
        AdaptiveBatch batch(500, 500);
        batch.note(500, 101ms);
        QCOMPARE(batch.size(), std::size_t(250));
        batch.note(3, 1s);
        QCOMPARE(batch.size(), std::size_t(16));
        batch.note(16, 1ms);
        QCOMPARE(batch.size(), std::size_t(32));
        for (int i = 0; i < 10; ++i)
            batch.note(batch.size(), 1ms);
        QCOMPARE(batch.size(), std::size_t(500));
    }
};

LOCKKEEPER_TEST(CommandBudgetTest)

} // namespace lockkeeper::tests::command_budget_test

#include "command_budget_test.moc"
