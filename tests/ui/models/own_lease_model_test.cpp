// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/base/roles.h"
#include "ui/models/own_lease_model.h"

namespace lockkeeper::tests::own_lease_model_test {

using namespace lockkeeper::ui;

namespace {

using Column = OwnLeaseModel::Column;

struct Table {
    ManualClock clock;
    OwnLeaseModel model{clock};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

    [[nodiscard]] LeaseInfo lease(int id, const std::string& resource = "orders:42") const
    {
        return {.id = id,
            .resource = Resource(resource),
            .fingerprint = Fingerprint::ofString(resource),
            .deadline = clock.now() + 30s,
            .ttl = 30s,
            .isRenewed = true};
    }
    [[nodiscard]] QString text(int row, int column) const
    {
        return model.index(row, column).data().toString();
    }
};

} // namespace

class OwnLeaseModelTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leaseIsShownWithItsRemainingTime()
    {
        Table t;
        t.model.add(t.lease(7));
        t.clock.advance(15s);
        QCOMPARE(t.text(0, Column::ResourceName), u"orders:42"_s);
        QCOMPARE(t.text(0, Column::Remaining), u"15 s"_s);
        QCOMPARE(t.text(0, Column::Renewed), u"yes"_s);
        QCOMPARE(t.text(0, Column::State), u"held"_s);
        QCOMPARE(t.model.index(0, 0).data(LeaseIdRole).toInt(), 7);
        QCOMPARE(t.model.index(0, 0).data(RemainingFractionRole).toDouble(), 0.5);
    }

    void renewedLeaseHasItsNewDeadline()
    {
        Table t;
        t.model.add(t.lease(1));
        t.clock.advance(10s);
        t.model.setDeadline(1, t.clock.now() + 30s);
        QCOMPARE(t.text(0, Column::Remaining), u"30 s"_s);
    }

    void lostLeaseIsNotOursAnyMore()
    {
        Table t;
        QSignalSpy tokens(&t.model, &OwnLeaseModel::ownTokensChanged);
        t.model.add(t.lease(1));
        QCOMPARE(t.model.ownFingerprints(),
            std::set<std::string>{Fingerprint::ofString("orders:42").hex()});
        t.model.setState(1, LeaseStatus::Lost);
        QCOMPARE(tokens.count(), 2);
        QVERIFY(t.model.ownFingerprints().empty());
        QCOMPARE(t.model.heldCount(), 0);
        QCOMPARE(t.text(0, Column::State), u"lost"_s);
        QCOMPARE(t.text(0, Column::Remaining), QString());
        QCOMPARE(t.model.index(0, 0).data(RemainingRole).toLongLong(), kRemainingUnknown);
    }

    void whoAsksForALeaseIsShownWhileItIsHeld()
    {
        Table t;
        t.model.add(t.lease(7));
        t.model.setAsk(7, u"ada@desk asks for the lock"_s);
        QCOMPARE(t.text(0, Column::State), u"held: ada@desk asks for the lock"_s);
        t.model.setState(7, LeaseStatus::Released);
        QCOMPARE(t.text(0, Column::State), u"released"_s);
    }

    void aLeaseThatLostItsQuorumIsNotCalledHeld()
    {
        Table t;
        LockStore locks(t.clock);
        t.model.add(t.lease(7));
        const auto show = [&](const std::vector<std::size_t>& masters, const std::string& token) {
            LockEntryBuilder entry("orders:42", t.clock.now(), 3);
            for (const std::size_t master : masters)
                entry.heldOn(master, token, 30s);
            locks.apply(updateOf({entry.build()}));
            t.model.compare(locks);
        };
        show({0}, "orders:42");
        QCOMPARE(t.text(0, Column::State), u"held"_s); // other masters are read next
        show({0, 1, 2}, "orders:42");
        QCOMPARE(t.text(0, Column::State), u"held"_s);
        show({2}, "orders:42");
        QCOMPARE(t.text(0, Column::State), u"not held: stored on 1 of 3 masters"_s);
        show({0, 1, 2}, "another token");
        QCOMPARE(t.text(0, Column::State), u"not held: stored on 0 of 3 masters"_s);
        show({0, 1}, "orders:42");
        QCOMPARE(t.text(0, Column::State), u"held"_s);
    }

    void aLeaseThatWasTakenOverStaysRevoked()
    {
        Table t;
        LeaseInfo lease = t.lease(7);
        lease.revokedUntil = t.clock.now() + 28min;
        t.model.add(lease);
        QCOMPARE(t.text(0, Column::Remaining), u"28 m 00 s"_s);
        QCOMPARE(t.text(0, Column::State), u"held; once released, it is revoked again"_s);
        QCOMPARE(t.model.revokedAfterwards(), u"orders:42 stays revoked for 28 m 00 s."_s);
        t.clock.advance(28min);
        t.model.setDeadline(7, t.clock.now() + 30s);
        QCOMPARE(t.text(0, Column::Remaining), u"30 s"_s);
        QCOMPARE(t.text(0, Column::State), u"held"_s);
        QVERIFY(t.model.revokedAfterwards().isEmpty());
    }

    void removedLeaseLeavesTheOthersAlone()
    {
        Table t;
        for (int id = 1; id <= 3; ++id)
            t.model.add(t.lease(id, "lock:" + std::to_string(id)));
        const QPersistentModelIndex last(t.model.index(2, 0));
        t.model.remove(2);
        QCOMPARE(t.model.rowCount(), 2);
        QCOMPARE(last.row(), 1);
        QCOMPARE(last.data().toString(), u"lock:3"_s);
    }

    void unknownIdsAreIgnored()
    {
        Table t;
        t.model.add(t.lease(1));
        QSignalSpy tokens(&t.model, &OwnLeaseModel::ownTokensChanged);
        t.model.remove(9);
        t.model.setState(9, LeaseStatus::Lost);
        t.model.setDeadline(9, t.clock.now());
        QCOMPARE(t.model.rowCount(), 1);
        QCOMPARE(tokens.count(), 0);
    }
};

LOCKKEEPER_TEST(OwnLeaseModelTest)

} // namespace lockkeeper::tests::own_lease_model_test

#include "own_lease_model_test.moc"
