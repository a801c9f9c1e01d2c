// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/locks/lock_table.h"

namespace lockkeeper::tests::lock_filter_test {

using namespace lockkeeper::ui;
using observe::EvidenceKind;

namespace {

using Column = LockTable::Column;

/// A table under Qt's own tester.
struct Table {
    ManualClock clock;
    LockStore model{clock};
    LockTable proxy{model};
    QAbstractItemModelTester tester{&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest};

    [[nodiscard]] observe::LockEntryPtr held(const std::string& resource,
        std::optional<std::chrono::milliseconds> ttl = 30s, std::uint64_t revision = 0) const
    {
        return LockEntryBuilder(resource, clock.now())
            .held("token", ttl)
            .revision(revision)
            .build();
    }
    [[nodiscard]] observe::LockEntryPtr stale(const std::string& resource) const
    {
        LockEntryBuilder entry(resource, clock.now());
        entry.held("token", 30s).stale({.kind = EvidenceKind::HolderProcessGone});
        return entry.revision(1).build();
    }
    [[nodiscard]] QByteArrayList shown() const
    {
        QByteArrayList names;
        for (int row = 0; row < proxy.rowCount(); ++row)
            names << proxy.index(row, 0).data(IdentityRole).toByteArray();
        return names;
    }
};

} // namespace

class LockFilterTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textFiltersResourceHolderAndLibrary_data()
    {
        const auto row = columns<QString, QByteArrayList>();
        const QByteArrayList all{"orders:1", "orders:22", "cron:bill"};
        row("nothing", "  ", all);
        row("part of a resource", "ERS:1", QByteArrayList{"orders:1"});
        row("glob", "orders:*", QByteArrayList{"orders:1", "orders:22"});
        row("glob with one character", "orders:?", QByteArrayList{"orders:1"});
        row("glob matches the whole", "rders*", QByteArrayList{});
        row("stars that must give back", "*r*s:*2", QByteArrayList{"orders:22"});
        row("holder", "web-3", QByteArrayList{"cron:bill"});
        row("library", "redis-py", QByteArrayList{"cron:bill"});
        row("not a regular expression", ".+", QByteArrayList{});
    }

    void textFiltersResourceHolderAndLibrary()
    {
        const auto [text, expected] = fetch<QString, QByteArrayList>();
        Table t;
        LockEntryBuilder cron("cron:bill", t.clock.now());
        cron.held("token", 30s).lock().format = "redis-py";
        cron.lock().holder.host = "web-3";
        t.model.apply(updateOf({t.held("orders:1"), t.held("orders:22"), cron.build()}));
        t.proxy.setFilter(text);
        QCOMPARE(t.shown(), expected);
    }

    void statesShowTheirLocksOnly()
    {
        Table t;
        LockEntryBuilder endless("endless", t.clock.now());
        endless.held("token", std::nullopt).stale({.kind = EvidenceKind::NeverExpires});
        LockEntryBuilder split("split", t.clock.now());
        split.heldOn(0, "one", 9s).heldOn(1, "two", 9s).heldOn(2, "three", 9s);
        t.model.apply(
            updateOf({t.held("plain"), t.stale("stale"), endless.build(), split.build()}));
        t.proxy.setFilter(u"stale"_s);
        QCOMPARE(t.shown(), QByteArrayList({"stale", "endless"}));
        t.proxy.setFilter(u"stale never"_s);
        QCOMPARE(t.shown(), QByteArrayList({"endless"}));
        t.proxy.setFilter(u"split"_s);
        QCOMPARE(t.shown(), QByteArrayList({"split"}));
    }

    void rowThatNoLongerMatchesLeaves()
    {
        Table t;
        t.proxy.setFilter(u"stale"_s);
        t.model.apply(updateOf({t.stale("a"), t.stale("b")}));
        t.model.apply(updateOf({t.held("a", 30s, 2)}));
        QCOMPARE(t.shown(), QByteArrayList({"b"}));
    }

    void rowsAreSortedByRawValues()
    {
        Table t;
        t.model.apply(updateOf(
            {t.held("a", 100s), t.held("b", 20s), t.held("c", std::nullopt), t.held("d", 9s)}));
        t.proxy.sort(Column::Remaining);
        QCOMPARE(t.shown(), QByteArrayList({"d", "b", "a", "c"}));
        t.proxy.sort(Column::Remaining, Qt::DescendingOrder);
        QCOMPARE(t.shown(), QByteArrayList({"c", "a", "b", "d"}));
    }

    void equalRowsKeepOneOrder()
    {
        Table t;
        t.proxy.sort(Column::Evidence);
        t.model.apply(updateOf({t.held("b"), t.held("c"), t.held("a")}));
        QCOMPARE(t.shown(), QByteArrayList({"a", "b", "c"}));
    }

    void rowMovesWhenItsDeadlineDoes()
    {
        Table t;
        t.proxy.sort(Column::Remaining);
        t.model.apply(updateOf({t.held("a", 10s), t.held("b", 20s)}));
        t.model.apply(updateOf({t.held("a", 40s)}));
        QCOMPARE(t.shown(), QByteArrayList({"b", "a"}));
    }

    void tickDoesNotReorder()
    {
        Table t;
        t.proxy.sort(Column::Remaining);
        t.model.apply(updateOf({t.held("a", 10s), t.held("b", 20s)}));
        QSignalSpy layouts(&t.proxy, &QAbstractItemModel::layoutChanged);
        t.clock.advance(4s);
        t.model.tick();
        QCOMPARE(layouts.count(), 0);
    }

    void heldOrderNeitherMovesNorRemovesRows()
    {
        Table t;
        t.proxy.sort(Column::Remaining);
        t.proxy.setFilter(u"stale"_s);
        t.model.apply(updateOf({t.stale("a"), t.stale("b")}));
        t.proxy.setOrderHeld(true);
        t.model.apply(updateOf({t.held("a", 90s, 2)}));
        QCOMPARE(t.shown(), QByteArrayList({"a", "b"}));
        QCOMPARE(t.proxy.index(0, Column::Remaining).data().toString(), u"1 m 30 s"_s);
        QCOMPARE(t.proxy.index(0, Column::Evidence).data().toString(), u"held"_s);
    }

    void heldOrderKeepsVanishedRows()
    {
        Table t;
        t.model.apply(updateOf({t.held("a"), t.held("b")}));
        t.proxy.setOrderHeld(true);
        t.model.apply(updateOf({}, {Resource("a")}));
        t.clock.advance(60s);
        t.model.tick();
        QCOMPARE(t.shown(), QByteArrayList({"a", "b"}));
        t.proxy.setOrderHeld(false);
        t.model.tick();
        QCOMPARE(t.shown(), QByteArrayList({"b"}));
    }

    void heldOrderAppendsNewRows()
    {
        Table t;
        t.proxy.sort(Column::ResourceName);
        t.model.apply(updateOf({t.held("b"), t.held("c")}));
        t.proxy.setOrderHeld(true);
        t.model.apply(updateOf({t.held("a")}));
        QCOMPARE(t.shown(), QByteArrayList({"b", "c", "a"}));
    }

    void releasedOrderSortsAndFiltersAnew()
    {
        Table t;
        t.proxy.sort(Column::ResourceName);
        t.proxy.setFilter(u"stale"_s);
        t.model.apply(updateOf({t.stale("b"), t.stale("d"), t.held("c")}));
        t.proxy.setOrderHeld(true);
        t.model.apply(updateOf({t.stale("a"), t.held("b", 30s, 2), t.stale("c")}));
        QCOMPARE(t.shown(), QByteArrayList({"b", "d", "a"}));
        t.proxy.setOrderHeld(false);
        QCOMPARE(t.shown(), QByteArrayList({"a", "c", "d"}));
    }

    /// As it does when the row is the current one: nothing else holds the order.
    void heldOrderMayEndWhileARowIsHidden()
    {
        Table t;
        t.model.apply(updateOf({t.stale("a"), t.held("b"), t.held("c")}));
        t.proxy.setOrderHeld(true);
        const QSignalSpy removals(&t.proxy, &QAbstractItemModel::rowsRemoved);
        connect(&t.proxy, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [&t] { t.proxy.setOrderHeld(false); });
        t.proxy.setFilter(u"stale"_s);
        QCOMPARE(removals.count(), 1);
        QCOMPARE(t.shown(), QByteArrayList({"a"}));
        t.model.apply(updateOf({t.stale("d")}));
        QTRY_COMPARE(t.shown(), QByteArrayList({"a", "d"}));
    }

    void selectionSurvivesUpdates()
    {
        Table t;
        t.proxy.sort(Column::Remaining);
        t.model.apply(updateOf({t.held("a", 10s), t.held("b", 20s), t.held("c", 30s)}));
        QItemSelectionModel selection(&t.proxy);
        selection.setCurrentIndex(t.proxy.indexOf(Resource("b")),
            QItemSelectionModel::Select | QItemSelectionModel::Rows);
        t.model.apply(updateOf({t.held("0", 1s), t.held("b", 60s)}, {Resource("a")}));
        t.clock.advance(5s);
        t.model.tick();
        QCOMPARE(t.shown(), QByteArrayList({"0", "c", "b"}));
        QCOMPARE(selection.currentIndex(), t.proxy.indexOf(Resource("b")));
        QCOMPARE(selection.selectedRows(), {t.proxy.indexOf(Resource("b"))});
    }

    void resourceIsFoundByName()
    {
        Table t;
        t.proxy.sort(Column::ResourceName, Qt::DescendingOrder);
        t.model.apply(updateOf({t.held("a"), t.held("b")}));
        QCOMPARE(t.proxy.indexOf(Resource("a")).row(), 1);
        QCOMPARE(t.proxy.entryAt(t.proxy.index(1, 0))->resource, Resource("a"));
        QVERIFY(!t.proxy.indexOf(Resource("z")).isValid());
        QVERIFY(!t.proxy.entryAt({}));
    }

    void tenThousandRowsAreSortedAndUpdated()
    {
        // Without the testers: they look at all rows for each row that leaves.
        const ManualClock clock;
        LockStore model(clock, LockStore::Options{.sliceFor = 1h, .sliceSize = 10'000});
        LockTable proxy(model);
        proxy.sort(Column::Remaining);
        std::vector<observe::LockEntryPtr> first;
        std::vector<observe::LockEntryPtr> second;
        for (int i = 0; i < 10'000; ++i) {
            LockEntryBuilder entry("lock:" + std::to_string(i), clock.now());
            first.push_back(entry.held("token", std::chrono::seconds(20'000 - i)).build());
            entry.held("token", std::chrono::seconds(20'000 + i)).revision(1);
            second.push_back(entry.build());
        }
        model.apply(updateOf(std::move(first)));
        QCOMPARE(proxy.index(0, 0).data(IdentityRole).toByteArray(), "lock:9999"_ba);
        QSignalSpy layouts(&proxy, &QAbstractItemModel::layoutChanged);
        model.apply(updateOf(std::move(second)));
        QCOMPARE(proxy.index(0, 0).data(IdentityRole).toByteArray(), "lock:0"_ba);
        QCOMPARE(layouts.count(), 1);
    }
};

LOCKKEEPER_TEST(LockFilterTest)

} // namespace lockkeeper::tests::lock_filter_test

#include "lock_filter_test.moc"
