// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/driver_policy.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::turn_policy_test {

using lockkeeper::TurnPolicy;

class TurnPolicyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsDueUntilItIsQueued()
    {
        TurnPolicy turns;
        QVERIFY(!turns.isQueueDue());
        turns.noteQueued();
        QVERIFY(turns.isQueueDue());
        turns.noteBegun(1);
        QVERIFY(!turns.isQueueDue());
    }

    void readsGoFirstButNotForever()
    {
        TurnPolicy turns;
        turns.noteQueued();
        for (unsigned i = 0; i < TurnPolicy::kMostReads; ++i) {
            QVERIFY(turns.isReadFirst());
            turns.noteRead();
        }
        QVERIFY(!turns.isReadFirst());
        turns.noteBegun(1);
        QVERIFY(turns.isReadFirst());
    }

    void oneCallerAloneIsNotWaitedFor()
    {
        TurnPolicy turns;
        turns.noteBegun(1);
        turns.noteQueued();
        QVERIFY(!turns.takeYield());
    }

    void severalAreWaitedForOncePerPause()
    {
        TurnPolicy turns;
        turns.noteBegun(2);
        turns.noteQueued();
        QVERIFY(turns.takeYield());
        QVERIFY(!turns.takeYield());
        turns.noteRead();
        QVERIFY(turns.takeYield());
    }

    void yieldsCountAsReads()
    {
        TurnPolicy turns;
        turns.noteBegun(2);
        turns.noteQueued();
        unsigned yields = 0;
        for (; turns.takeYield(); ++yields)
            turns.noteRead();
        QCOMPARE(yields, TurnPolicy::kMostReads / (TurnPolicy::kYieldCounts + 1) + 1);
        QVERIFY(!turns.isReadFirst());
    }
};

LOCKKEEPER_TEST(TurnPolicyTest)

} // namespace lockkeeper::tests::turn_policy_test

#include "turn_policy_test.moc"
