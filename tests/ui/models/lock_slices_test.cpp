// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/locks/lock_table.h"

namespace lockkeeper::tests::lock_slices_test {

using namespace lockkeeper::ui;

namespace {

/// A store that applies ten changes at a time, however long they take, and its table.
struct Table {
    ManualClock clock;
    LockStore store{clock, {.sliceFor = 1h, .sliceSize = 10}};
    LockTable model{store};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    QSignalSpy caughtUp{&store, &LockStore::caughtUp};

    [[nodiscard]] observe::LockEntryPtr held(
        const std::string& resource, std::chrono::milliseconds ttl = 30s) const
    {
        return heldEntry(resource, clock.now(), ttl);
    }
    [[nodiscard]] std::vector<observe::LockEntryPtr> many(int count) const
    {
        std::vector<observe::LockEntryPtr> entries;
        for (int i = 0; i < count; ++i)
            entries.push_back(held("lock:" + std::to_string(i)));
        return entries;
    }
    [[nodiscard]] static std::vector<Resource> names(int count)
    {
        std::vector<Resource> names;
        for (int i = 0; i < count; ++i)
            names.emplace_back("lock:" + std::to_string(i));
        return names;
    }
    /// Applies an update in all its slices.
    void applyAll(const observe::BoardUpdate& update)
    {
        store.apply(update);
        QTRY_VERIFY(!store.isBehind());
    }
    [[nodiscard]] Change changeOf(int row) const
    {
        return static_cast<Change>(model.index(row, 0).data(ChangeRole).toInt());
    }
};

} // namespace

class LockSlicesTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void largeUpdateIsAppliedInSlices()
    {
        Table t;
        QSignalSpy inserts(&t.model, &QAbstractItemModel::rowsInserted);
        t.store.apply(updateOf(t.many(25)));
        QCOMPARE(t.model.rowCount(), 10);
        QVERIFY(t.store.isBehind());
        QVERIFY(t.caughtUp.wait());
        QVERIFY(!t.store.isBehind());
        QCOMPARE(t.model.rowCount(), 25);
        QCOMPARE(t.store.lockCount(), 25);
        QCOMPARE(inserts.count(), 3);
        QCOMPARE(t.changeOf(24), Change::None);
    }

    void laterUpdateWaitsForTheSlicesOfAnEarlierOne()
    {
        Table t;
        t.store.apply(updateOf(t.many(25)));
        t.store.apply(updateOf({t.held("lock:24", 7s), t.held("new")}));
        QCOMPARE(t.model.indexOf(Resource("lock:24")).row(), -1);
        QVERIFY(t.caughtUp.wait());
        QCOMPARE(t.model.rowCount(), 26);
        QCOMPARE(t.model.index(24, LockTable::Remaining).data().toString(), u"7.0 s"_s);
        // Only the first update was made while locks were loaded.
        QCOMPARE(t.changeOf(24), Change::None);
        QCOMPARE(t.changeOf(25), Change::New);
    }

    void goneLockOfALargeUpdateIsGoneInTheEnd()
    {
        Table t;
        t.store.apply(updateOf(t.many(25), {Resource("lock:3"), Resource("lock:24")}));
        t.store.apply(updateOf({t.held("lock:3")}));
        QVERIFY(t.caughtUp.wait());
        QCOMPARE(t.changeOf(3), Change::New);
        QCOMPARE(t.changeOf(24), Change::Gone);
        QCOMPARE(t.store.lockCount(), 24);
    }

    void manyRowsLeaveInSlices()
    {
        Table t;
        t.applyAll(updateOf(t.many(25)));
        t.applyAll(updateOf({}, t.names(25)));
        t.clock.advance(1min);
        QSignalSpy slots(&t.store, &LockStore::slotsChanged);
        t.store.tick();
        QCOMPARE(t.model.rowCount(), 15);
        QTRY_COMPARE(t.model.rowCount(), 0);
        QCOMPARE(slots.count(), 3);
    }

    void rowsThatHaveBegunToLeaveGoOnWhileRemovalIsHeld()
    {
        Table t;
        t.applyAll(updateOf(t.many(25)));
        t.applyAll(updateOf({}, t.names(25)));
        t.clock.advance(1min);
        t.store.tick();
        t.store.setRemovalHeld(true);
        QTRY_COMPARE(t.model.rowCount(), 0);
    }

    void manyMarksEndInSlices()
    {
        Table t;
        t.applyAll(updateOf({}));
        t.applyAll(updateOf(t.many(25)));
        QCOMPARE(t.changeOf(24), Change::New);
        t.clock.advance(1min);
        t.store.tick();
        QCOMPARE(t.changeOf(9), Change::None);
        QCOMPARE(t.changeOf(10), Change::New);
        QTRY_COMPARE(t.changeOf(24), Change::None);
    }
};

LOCKKEEPER_TEST(LockSlicesTest)

} // namespace lockkeeper::tests::lock_slices_test

#include "lock_slices_test.moc"
