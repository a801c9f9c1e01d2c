// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "ui/models/base/roles.h"
#include "ui/models/master_table_model.h"

namespace lockkeeper::tests::master_table_model_test {

using namespace lockkeeper::ui;
using redis::LinkState;

namespace {

using Column = MasterTableModel::Column;

struct Table {
    ManualClock clock;
    MasterTableModel model{clock};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

    [[nodiscard]] observe::MasterStatus up(const std::string& id) const
    {
        return {.id = MasterId(id),
            .url = "redis://10.0.0.1:6379",
            .link = {.state = LinkState::Up,
                .latency = 420us,
                .role = "master",
                .lastReply = clock.now(),
                .error = {}},
            .isSweepComplete = true,
            .sweepError = {}};
    }
    void apply(std::vector<observe::MasterStatus> masters)
    {
        observe::BoardUpdate update;
        update.masters = std::move(masters);
        update.quorum = update.masters.size() / 2 + 1;
        model.apply(update);
    }
    [[nodiscard]] QString text(int row, int column) const
    {
        return model.index(row, column).data().toString();
    }
};

} // namespace

class MasterTableModelTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void masterThatIsUpTellsItsFigures()
    {
        Table t;
        auto master = t.up("a");
        master.facts = std::make_shared<observe::ServerFacts>(
            observe::ServerFacts{.product = observe::ServerProduct{"Valkey", "9.1\n"}});
        t.apply({master});
        t.clock.advance(300ms);
        const QStringList expected{u"a"_s, u"redis://10.0.0.1:6379"_s, u"up"_s, u"Valkey 9.1\\n"_s,
            u"master"_s, u"< 1 ms"_s, u"0.3 s ago"_s, u"complete"_s, u"not known"_s, QString()};
        for (int column = 0; column < MasterTableModel::kColumnCount; ++column)
            QCOMPARE(t.text(0, column), expected.at(column));
        QCOMPARE(t.model.index(0, Column::Latency).data(SortRole).toLongLong(), 420);
    }

    void masterWhoseKeysCantBeReadIsNotJustUp()
    {
        Table t;
        auto master = t.up("a");
        master.isUnreadable = true;
        t.apply({master});
        QCOMPARE(t.text(0, Column::State), u"up, not read"_s);
        QVERIFY(!t.model.isUp(MasterId("a"))); // an alert on it is not over
    }

    void masterThatIsDownTellsWhy()
    {
        Table t;
        t.apply({{.id = MasterId("a"),
            .url = "redis://10.0.0.1:6379",
            .link = {.state = LinkState::Down,
                .error = Error{ErrorClass::Unreachable, "Connection refused", MasterId("a")}}}});
        QCOMPARE(t.text(0, Column::State), u"down"_s);
        QCOMPARE(t.text(0, Column::ServerRole), u"not known"_s);
        QCOMPARE(t.text(0, Column::LastReply), u"none yet"_s);
        QCOMPARE(t.text(0, Column::Sweep), u"not complete"_s);
        QCOMPARE(t.text(0, Column::Notes),
            u"Connection refused; check its address, and that it is running"_s);
    }

    void silentMasterTellsForHowLong()
    {
        Table t;
        auto master = t.up("a");
        master.link.state = LinkState::Silent;
        t.apply({master});
        QSignalSpy changes(&t.model, &QAbstractItemModel::dataChanged);
        t.clock.advance(12s);
        t.model.tick();
        QCOMPARE(t.text(0, Column::State), u"no answer for 12 s"_s);
        QVERIFY(changes.count() > 0);
    }

    void mastersThatAreDownAreNamedWithTheTime()
    {
        Table t;
        t.clock.setWallNow(WallTime(65s));
        auto a = t.up("a");
        auto never = t.up("b");
        never.link = {.state = LinkState::Connecting};
        t.apply({a, never});
        QCOMPARE(t.model.downText(), QString());
        t.clock.advance(5s);
        t.clock.setWallNow(WallTime(70s));
        a.link.state = LinkState::Down;
        a.link.error = Error{ErrorClass::Unreachable, "Connection refused", MasterId("a")};
        t.apply({a, never});
        QCOMPARE(t.model.downText(), u"Without a vote: a since 00:01:05 UTC"_s);
        QVERIFY(t.model.downReason().startsWith(u"Connection refused"_s));
        // Its attempts to connect are no answer, and change no time.
        t.clock.advance(5s);
        a.link.state = LinkState::Connecting;
        never.link.state = LinkState::Silent;
        t.apply({a, never});
        QCOMPARE(t.model.downText(),
            u"Without a vote: a since 00:01:05 UTC, b since this window opened"_s);
        QCOMPARE(t.model.downReason(), QString());
        t.apply({t.up("a"), t.up("b")});
        QCOMPARE(t.model.downText(), QString());
    }

    void whatASilentMasterSaidLastIsShownAsOld()
    {
        Table t;
        auto master = t.up("a");
        master.facts = std::make_shared<observe::ServerFacts>(
            observe::ServerFacts{.readAt = t.clock.now(), .evictionPolicy = "allkeys-lru"});
        t.clock.advance(30s);
        master.link.lastReply = t.clock.now();
        t.apply({master});
        t.clock.advance(12s);
        const auto isOld = [&](int column) {
            const QModelIndex cell = t.model.index(0, column);
            return cell.data(IsOldRole).toBool() && cell.data(Qt::ForegroundRole).isValid();
        };
        const auto spoken = [&](int column) {
            return t.model.index(0, column).data(Qt::AccessibleTextRole).toString();
        };
        QVERIFY(!isOld(Column::Latency));
        QCOMPARE(spoken(Column::Latency), u"< 1 ms"_s);
        QVERIFY(t.model.factsAge(0).isEmpty());

        master.link.state = LinkState::Silent;
        t.apply({master});
        for (const int column :
            {Column::ServerRole, Column::Latency, Column::Sweep, Column::Health})
            QVERIFY(isOld(column));
        QVERIFY(!isOld(Column::State));
        QVERIFY(!isOld(Column::LastReply));
        QCOMPARE(spoken(Column::Latency), u"< 1 ms, as of 12 s ago"_s);
        QCOMPARE(spoken(Column::ServerRole), u"master, as of 12 s ago"_s);
        QVERIFY(t.model.index(0, Column::Latency)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(u"as of 12 s ago"_s));
        QCOMPARE(spoken(Column::State), u"no answer for 12 s"_s);
        QCOMPARE(t.model.factsAge(0), u"as of 42 s ago"_s);
        QVERIFY(spoken(Column::Health).endsWith(u", as of 42 s ago"_s));
    }

    void warningsOfFactsAreTold()
    {
        Table t;
        auto master = t.up("a");
        t.apply({master});
        QSignalSpy changes(&t.model, &QAbstractItemModel::dataChanged);
        master.facts = std::make_shared<observe::ServerFacts>(
            observe::ServerFacts{.evictionPolicy = "allkeys-lru", .memoryLimit = 1000});
        t.apply({master});
        QCOMPARE(t.text(0, Column::Health), u"warning: eviction"_s);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(t.model.facts(0).size(), words::kFactTopics);
    }

    void mastersChangeInPlace()
    {
        Table t;
        t.apply({t.up("a"), t.up("b")});
        QSignalSpy changes(&t.model, &QAbstractItemModel::dataChanged);
        QSignalSpy inserts(&t.model, &QAbstractItemModel::rowsInserted);
        auto second = t.up("b");
        second.link.latency = 9ms;
        t.apply({t.up("a"), second});
        QCOMPARE(inserts.count(), 0);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(t.text(1, Column::Latency), u"9 ms"_s);
    }

    void mastersComeGoAndMoveUnderAProxy()
    {
        Table t;
        QSortFilterProxyModel proxy;
        QAbstractItemModelTester tester(
            &proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        proxy.setSourceModel(&t.model);
        proxy.setSortRole(SortRole);
        proxy.sort(Column::Id);
        t.apply({t.up("a"), t.up("b"), t.up("c")});
        const QPersistentModelIndex c(proxy.index(2, 0));
        t.apply({t.up("c"), t.up("d"), t.up("a")});
        QCOMPARE(t.text(0, Column::Id), u"c"_s);
        QCOMPARE(t.text(2, Column::Id), u"a"_s);
        QCOMPARE(proxy.index(0, 0).data().toString(), u"a"_s);
        QCOMPARE(c.data().toString(), u"c"_s);
        t.apply({});
        QCOMPARE(proxy.rowCount(), 0);
    }

    void errorIsThatOfTheLinkOrTheSweep()
    {
        Table t;
        auto master = t.up("a");
        master.isSweepComplete = false;
        master.sweepError = Error{ErrorClass::NoPermission, "NOPERM no scan", MasterId("a")};
        t.apply({master});
        QCOMPARE(t.text(0, Column::Sweep), u"failed"_s);
        QCOMPARE(t.text(0, Column::Notes), u"NOPERM no scan; grant it with ACL SETUSER"_s);
    }

    void masterThatHidesSomethingTellsWhat()
    {
        Table t;
        auto master = t.up("a");
        master.pushError = Error{ErrorClass::NoPermission, "lacks +client|id", {}};
        t.apply({master});
        QCOMPARE(t.text(0, Column::Notes), u"lacks +client|id; grant it with ACL SETUSER"_s);
        master.unreadKeys = 3;
        master.readError = Error{ErrorClass::NoPermission, "lacks +pttl", {}};
        t.apply({master});
        QCOMPARE(t.text(0, Column::Notes),
            u"3 keys could not be read; the first: lacks +pttl; grant it with ACL SETUSER"_s);
        t.apply({t.up("a")});
        QCOMPARE(t.text(0, Column::Notes), QString());
    }

    void groupTellsOfItsFailoverForAWhile()
    {
        Table t;
        auto master = t.up("a");
        master.url = "sentinel://10.0.0.9:26379/orders";
        master.group = "orders";
        master.link.address = "redis://***@10.0.0.1:6379";
        t.apply({master});
        QCOMPARE(t.text(0, Column::Url), u"sentinel://10.0.0.9:26379/orders, now 10.0.0.1:6379"_s);
        QCOMPARE(t.text(0, Column::Notes), QString());
        master.link.address = "redis://***@10.0.0.2:6379";
        master.link.move
            = redis::Move{"redis://***@10.0.0.1:6379", "redis://***@10.0.0.2:6379", t.clock.now()};
        QSignalSpy changes(&t.model, &QAbstractItemModel::dataChanged);
        t.apply({master});
        QCOMPARE(changes.count(), 1);
        t.clock.advance(12s);
        t.model.tick();
        QCOMPARE(t.text(0, Column::Notes),
            u"failover of group 'orders' 12 s ago: now 10.0.0.2:6379, was 10.0.0.1:6379"_s);
        master.sweepError = Error{ErrorClass::NoPermission, "NOPERM no scan", MasterId("a")};
        t.apply({master});
        QVERIFY(t.text(0, Column::Notes).contains(u"; failover of group 'orders'"_s));
        t.clock.advance(1h);
        t.apply({master});
        QCOMPARE(t.text(0, Column::Notes), u"NOPERM no scan; grant it with ACL SETUSER"_s);
    }
};

LOCKKEEPER_TEST(MasterTableModelTest)

} // namespace lockkeeper::tests::master_table_model_test

#include "master_table_model_test.moc"
