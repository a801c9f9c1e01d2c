// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/base/roles.h"
#include "ui/models/locks/lock_table.h"

namespace lockkeeper::tests::lock_table_groups_test {

using namespace lockkeeper::ui;

namespace {

struct Table {
    ManualClock clock;
    LockStore model{clock, LockStore::Options{.lingerFor = 0ms, .settleFor = 0ms}};
    LockTable proxy{model};
    QAbstractItemModelTester tester{&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest};

    explicit Table(Grouping grouping = Grouping::Prefix)
    {
        proxy.sort(LockTable::ResourceName);
        proxy.setGrouping(grouping);
    }
    void put(const std::vector<std::string>& names)
    {
        std::vector<observe::LockEntryPtr> entries;
        for (const std::string& name : names)
            entries.push_back(heldEntry(name, clock.now()));
        model.apply(updateOf(std::move(entries)));
    }
    void putHolder(const std::string& name, const std::string& host, int pid)
    {
        LockEntryBuilder builder(name, clock.now());
        builder.held("token " + host, 30s).lock().holder.host = host;
        builder.lock().holder.pid = pid;
        builder.lock().holder.thread = name;
        model.apply(updateOf({builder.build()}));
    }
    [[nodiscard]] observe::LockEntryPtr stale(const std::string& name) const
    {
        return LockEntryBuilder(name, clock.now())
            .held("token", std::nullopt)
            .stale({.kind = observe::EvidenceKind::NeverExpires})
            .build();
    }
    /// The rows: names, and in brackets what headers say.
    [[nodiscard]] QStringList shown() const
    {
        QStringList rows;
        for (int row = 0; row < proxy.rowCount(); ++row) {
            const QModelIndex index = proxy.index(row, LockTable::ResourceName);
            const QString text = index.data().toString();
            rows << (proxy.isHeader(row) ? u"[%1]"_s.arg(text) : text);
        }
        return rows;
    }
    [[nodiscard]] QModelIndex header(const QString& name) const
    {
        for (int row = 0; row < proxy.rowCount(); ++row) {
            const QModelIndex index = proxy.index(row, 0);
            if (index.data(GroupRole).value<GroupHeader>().name == name)
                return index;
        }
        return {};
    }
};

} // namespace

class LockTableGroupsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// So many rows that groups are made on another thread, and the new ones are handed out in
    /// parts.
    void manyRowsThatComeWhileGroupsAreMadeFollow()
    {
        const ManualClock clock;
        LockStore model(clock, {.sliceFor = 1h, .sliceSize = 100'000});
        LockTable proxy(model);
        int count = 0;
        const auto putMany = [&] {
            std::vector<observe::LockEntryPtr> entries;
            for (const int end = count + 2500; count < end; ++count)
                entries.push_back(heldEntry("lock:" + std::to_string(count), clock.now()));
            model.apply(updateOf(std::move(entries)));
        };
        putMany();
        proxy.setGrouping(Grouping::Prefix);
        // Rows that come in the meantime let the groups be made anew, but not for ever.
        while (proxy.isBusy() && count < 100'000) {
            putMany();
            QCoreApplication::processEvents();
        }
        QVERIFY(count > 10'000);
        QTRY_VERIFY(!proxy.isBusy());
        QTRY_COMPARE(proxy.rowCount(), count + 1);
    }

    void namesAreGroupedByWhatStandsBeforeTheirParts_data()
    {
        const auto row = columns<QString, QString>();
        row("number", "orders:42", "orders:*");
        row("two words", "lock:orders:42", "lock:orders:*");
        row("a part behind", "orders:42:items", "orders:*");
        row("words only", "cron:bill", "cron:*");
        row("many words", "a:b:c", "a:b:*");
        row("no separator", "deploy", "");
        row("begins with a number", "42:lock", "");
        row("glob characters", "a*b:42", "a\\\\*b:*");
        row("markup", "<b>:42", "<b>:*");
    }

    void namesAreGroupedByWhatStandsBeforeTheirParts()
    {
        const auto [name, group] = fetch<QString, QString>();
        const auto entry = heldEntry(name.toStdString(), SteadyTime());
        QCOMPARE(groupName(*entry, Grouping::Prefix), group);
    }

    void aHeaderCountsTheLocksOfItsGroup()
    {
        Table t;
        t.put({"orders:1", "cron:a", "orders:2", "deploy"});
        t.model.apply(updateOf({t.stale("orders:2")}));
        QCOMPARE(t.shown(),
            QStringList({u"[cron:*: 1 lock]"_s, u"cron:a"_s, u"[orders:*: 2 locks, 1 stale]"_s,
                u"orders:1"_s, u"orders:2"_s, u"[Other names: 1 lock]"_s, u"deploy"_s}));
        QCOMPARE(t.header(u"orders:*"_s).data(Qt::AccessibleTextRole).toString(),
            u"Group orders:*: 2 locks, 1 stale, expanded"_s);
        t.proxy.sort(LockTable::ResourceName, Qt::DescendingOrder);
        QCOMPARE(t.shown().first(2), QStringList({u"[Other names: 1 lock]"_s, u"deploy"_s}));
        t.proxy.setGrouping(Grouping::None);
        QCOMPARE(t.proxy.rowCount(), 4);
    }

    void numbersInNamesCount()
    {
        Table t(Grouping::Holder);
        t.putHolder("b", "web-10", 1);
        t.putHolder("a", "web-9", 1);
        QCOMPARE(t.shown().filter(u"web"_s),
            QStringList({u"[web-9 pid 1: 1 lock]"_s, u"[web-10 pid 1: 1 lock]"_s}));
    }

    void countsFollowTheFilterAndTheLocks()
    {
        Table t;
        t.put({"orders:1", "orders:2", "cron:a"});
        QSignalSpy changes(&t.proxy, &QAbstractItemModel::dataChanged);
        t.proxy.setFilter(u"orders:1"_s);
        QCOMPARE(t.shown(), QStringList({u"[orders:*: 1 lock]"_s, u"orders:1"_s}));
        QCOMPARE(t.proxy.lockCount(), 1);
        t.proxy.setFilter({});
        t.proxy.setOrderHeld(true);
        changes.clear();
        t.model.apply(updateOf({}, {Resource("orders:1")}));
        QCOMPARE(t.shown(),
            QStringList({u"[cron:*: 1 lock]"_s, u"cron:a"_s, u"[orders:*: 1 lock]"_s, u"orders:1"_s,
                u"orders:2"_s}));
        QVERIFY(changes.at(0).at(0).toModelIndex().row() <= t.header(u"orders:*"_s).row());
    }

    void theThreadsOfAProcessAreOneHolder()
    {
        Table t(Grouping::Holder);
        t.putHolder("a", "web-3", 7);
        t.putHolder("b", "web-3", 7);
        t.putHolder("c", "web-3", 8);
        t.put({"d"});
        QCOMPARE(t.shown(),
            QStringList({u"[web-3 pid 7: 2 locks]"_s, u"a"_s, u"b"_s, u"[web-3 pid 8: 1 lock]"_s,
                u"c"_s, u"[Unknown holder: 1 lock]"_s, u"d"_s}));
    }

    void aLockWithAnotherHolderMovesToItsGroup()
    {
        Table t(Grouping::Holder);
        t.putHolder("a", "web-3", 7);
        t.putHolder("b", "web-3", 7);
        const QPersistentModelIndex lock = t.proxy.indexOf(Resource("a"));
        t.proxy.setOrderHeld(true);
        t.putHolder("a", "web-4", 9);
        QCOMPARE(t.proxy.waitingCount(), 1);
        QCOMPARE(lock.row(), 1);
        t.proxy.setOrderHeld(false);
        QCOMPARE(t.shown(),
            QStringList({u"[web-3 pid 7: 1 lock]"_s, u"b"_s, u"[web-4 pid 9: 1 lock]"_s, u"a"_s}));
        QCOMPARE(lock.row(), 3);
        t.putHolder("b", "web-4", 9);
        QCOMPARE(t.shown(), QStringList({u"[web-4 pid 9: 2 locks]"_s, u"a"_s, u"b"_s}));
    }

    void collapsedGroupsStayCollapsed()
    {
        Table t;
        t.put({"orders:1", "cron:a"});
        const QPersistentModelIndex header = t.header(u"orders:*"_s);
        t.proxy.setCollapsed(header, true);
        const QStringList collapsed{u"[cron:*: 1 lock]"_s, u"cron:a"_s, u"[orders:*: 1 lock]"_s};
        QCOMPARE(t.shown(), collapsed);
        QVERIFY(header.isValid());
        QCOMPARE(
            header.data(Qt::AccessibleTextRole).toString(), u"Group orders:*: 1 lock, collapsed"_s);
        t.put({"orders:2"});
        QCOMPARE(t.shown().last(), u"[orders:*: 2 locks]"_s);
        // Also while it has no locks for a while.
        t.model.apply(updateOf({}, {Resource("orders:1"), Resource("orders:2")}));
        t.model.tick();
        QCOMPARE(t.shown(), collapsed.first(2));
        t.put({"orders:3"});
        QCOMPARE(t.shown(), collapsed);
        t.proxy.setAllCollapsed(true);
        t.put({"new:1"});
        QCOMPARE(t.proxy.rowCount(), 3);
        t.proxy.setAllCollapsed(false);
        QCOMPARE(t.proxy.rowCount(), 6);
    }

    void collapsingMovesNothingElseWhileTheOrderIsHeld()
    {
        Table t;
        t.put({"a:1", "b:1", "b:2", "c:1"});
        t.proxy.sort(LockTable::Evidence);
        t.proxy.setOrderHeld(true);
        t.model.apply(updateOf({t.stale("b:2")})); // waits to be the first of its group
        t.proxy.setCollapsed(t.header(u"b:*"_s), true);
        QCOMPARE(t.shown(),
            QStringList({u"[a:*: 1 lock]"_s, u"a:1"_s, u"[b:*: 2 locks, 1 stale]"_s,
                u"[c:*: 1 lock]"_s, u"c:1"_s}));
        t.put({"b:3"});
        QCOMPARE(t.proxy.rowCount(), 5);
        t.proxy.setCollapsed(t.header(u"b:*"_s), false);
        QCOMPARE(t.shown().mid(2, 4),
            QStringList({u"[b:*: 3 locks, 1 stale]"_s, u"b:2"_s, u"b:1"_s, u"b:3"_s}));
    }

    void newRowsHaveAHeaderOfTheirOwnWhileTheOrderIsHeld()
    {
        Table t;
        t.put({"a:1", "b:1"});
        t.proxy.setOrderHeld(true);
        t.put({"a:2"});
        t.put({"a:3"});
        QCOMPARE(t.shown().last(3),
            QStringList({u"[New while rows keep their places: 2 locks]"_s, u"a:2"_s, u"a:3"_s}));
        const QModelIndex fixed = t.proxy.index(t.proxy.rowCount() - 3, 0);
        t.proxy.setCollapsed(fixed, true);
        QCOMPARE(t.proxy.rowCount(), 7);
        t.proxy.setOrderHeld(false);
        QCOMPARE(t.shown(),
            QStringList(
                {u"[a:*: 3 locks]"_s, u"a:1"_s, u"a:2"_s, u"a:3"_s, u"[b:*: 1 lock]"_s, u"b:1"_s}));
    }

    void aHeaderIsNoLock()
    {
        Table t;
        t.put({"a:1", "b:1"});
        const QModelIndex header = t.header(u"b:*"_s);
        QVERIFY(!t.proxy.entryAt(header));
        QVERIFY(!header.flags().testFlag(Qt::ItemIsSelectable));
        QVERIFY(header.flags().testFlag(Qt::ItemIsEnabled));
        QCOMPARE(t.proxy.headerCount(0, t.proxy.rowCount() - 1), 2);
        QCOMPARE(t.proxy.headerOf(t.proxy.indexOf(Resource("b:1"))), header);
    }

    void exportedAreAlsoTheLocksOfCollapsedGroups()
    {
        Table t;
        t.put({"a:1", "b:1"});
        t.proxy.setCollapsed(t.header(u"a:*"_s), true);
        QCOMPARE(t.proxy.entries().size(), std::size_t(2));
        QCOMPARE(t.proxy.entries().front()->resource, Resource("a:1"));
    }

    void aLockThatIsWantedIsRevealed()
    {
        Table t;
        t.put({"a:1", "b:1"});
        t.proxy.setAllCollapsed(true);
        t.proxy.setOrderHeld(true);
        QVERIFY(!t.proxy.indexOf(Resource("b:1")).isValid());
        t.proxy.reveal(Resource("b:1"));
        QCOMPARE(t.proxy.indexOf(Resource("b:1")).row(), 2);
    }

    void manyRowsAreGroupedOnAThread()
    {
        Table t(Grouping::None);
        std::vector<std::string> names;
        for (int i = 0; i < 5000; ++i)
            names.push_back("kind-" + std::string(1, static_cast<char>('a' + i % 20)) + ":"
                + std::to_string(i));
        t.put(names);
        QTRY_COMPARE(t.proxy.rowCount(), 5000);
        t.proxy.setGrouping(Grouping::Prefix);
        QVERIFY(t.proxy.isBusy());
        t.put({"kind-b:late"}); // while it is being computed
        QTRY_VERIFY(!t.proxy.isBusy());
        QCOMPARE(t.proxy.rowCount(), 5021);
        QCOMPARE(t.shown().first(), u"[kind-a:*: 250 locks]"_s);
        QVERIFY(t.shown().contains(u"[kind-b:*: 251 locks]"_s));
    }
};

LOCKKEEPER_TEST(LockTableGroupsTest)

} // namespace lockkeeper::tests::lock_table_groups_test

#include "lock_table_groups_test.moc"
