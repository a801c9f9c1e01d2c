// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/locks/vote_table_model.h"

namespace lockkeeper::tests::vote_table_model_test {

using namespace lockkeeper::ui;

namespace {

using Column = VoteTableModel::Column;

struct Table {
    ManualClock clock;
    VoteTableModel model{clock};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

    [[nodiscard]] QString text(int row, int column) const
    {
        return model.index(row, column).data().toString();
    }
};

} // namespace

class VoteTableModelTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachMasterIsOneRow()
    {
        Table t;
        LockEntryBuilder entry("a", t.clock.now());
        entry.heldOn(0, "token", 20s).heldOn(1, "token", std::nullopt).silent(2);
        t.model.setEntry(entry.build(), freshMasters(t.clock.now() + 5s));
        t.clock.advance(1500ms);
        QCOMPARE(t.model.rowCount(), 3);
        const QString fingerprint
            = QString::fromStdString(Fingerprint::ofString("token").shortHex());
        QCOMPARE(t.text(0, Column::Master), u"a"_s);
        QCOMPARE(t.text(0, Column::State), u"held"_s);
        QCOMPARE(t.text(0, Column::TokenFingerprint), fingerprint);
        QCOMPARE(t.text(0, Column::TimeToLive), u"18 s"_s);
        QCOMPARE(t.text(0, Column::Confirmed), u"now"_s);
        QCOMPARE(t.text(1, Column::TimeToLive), u"never"_s);
        QCOMPARE(t.text(2, Column::State), u"no answer"_s);
        QCOMPARE(t.text(2, Column::TimeToLive), QString());
        QCOMPARE(t.text(2, Column::ErrorText),
            u"no reply in time; it may be stopped, overloaded or cut off"_s);
    }

    void nextEntryChangesRowsInPlace()
    {
        Table t;
        t.model.setEntry(heldEntry("a", t.clock.now(), 20s));
        const QPersistentModelIndex second(t.model.index(1, 0));
        QSignalSpy inserts(&t.model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removals(&t.model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy changes(&t.model, &QAbstractItemModel::dataChanged);
        t.model.setEntry(heldEntry("b", t.clock.now(), 10s));
        QCOMPARE(inserts.count() + removals.count(), 0);
        QCOMPARE(changes.count(), 3);
        QCOMPARE(second.row(), 1);
        QCOMPARE(t.text(1, Column::TimeToLive), u"10 s"_s);
    }

    void entryWithOtherMastersReplacesRows()
    {
        Table t;
        t.model.setEntry(LockEntryBuilder("a", t.clock.now(), 5).held("token", 20s).build());
        auto reordered = LockEntryBuilder("a", t.clock.now(), 5).held("token", 20s);
        const observe::Votes& before = reordered.raw().votes;
        reordered.raw().votes = observe::Votes({before[3], before[2], before[1], before[0]});
        t.model.setEntry(reordered.build());
        QCOMPARE(t.model.rowCount(), 4);
        QCOMPARE(t.text(0, Column::Master), u"d"_s);
        QCOMPARE(t.text(3, Column::Master), u"a"_s);
    }

    void nullShowsNothing()
    {
        Table t;
        t.model.setEntry(heldEntry("a", t.clock.now()));
        t.model.setEntry(nullptr);
        QCOMPARE(t.model.rowCount(), 0);
    }

    void anotherTokenIsNamedSo()
    {
        Table t;
        LockEntryBuilder entry("a", t.clock.now());
        t.model.setEntry(entry.held("leads", 20s).heldOn(2, "other", 20s).build());
        QCOMPARE(t.text(2, Column::State), u"another token"_s);
    }

    void ofSeveralTokensEachHasItsHolder()
    {
        Table t;
        LockEntryBuilder entry("a", t.clock.now());
        entry.heldOn(0, "token", 20s).heldOn(1, "token", 20s);
        entry.lock().holder.app = "api";
        t.model.setEntry(entry.build());
        QCOMPARE(t.text(0, Column::Holder), QString()); // it stands above the table
        entry.heldOn(2, "other", 20s);
        observe::DecodedLock other{
            .scope = observe::ValueScope::Acquisition, .format = "lk1", .holder = {.app = "cron"}};
        entry.raw().rivals.edit([&](auto& rivals) {
            rivals.push_back({Fingerprint::ofString("other"), observe::PackedLock(other)});
        });
        t.model.setEntry(entry.build());
        QCOMPARE(t.text(0, Column::Holder), u"api"_s);
        QCOMPARE(t.text(2, Column::Holder), u"cron"_s);
    }

    void ttlCountsDownWhileTheMasterAnswers()
    {
        Table t;
        t.model.setEntry(heldEntry("a", t.clock.now(), 60s), freshMasters(t.clock.now() + 5s));
        t.clock.advance(5s);
        QVERIFY(!t.model.index(0, 0).data(IsOldRole).toBool());
        t.clock.advance(20s);
        QVERIFY(t.model.index(0, 0).data(IsOldRole).toBool());
        QCOMPARE(t.model.index(0, 0).data(RemainingRole).toLongLong(), 55'000);
        QCOMPARE(t.text(0, Column::Confirmed), u"20 s ago"_s);
    }

    void unreadMasterSaysSo()
    {
        Table t;
        t.model.setEntry(LockEntryBuilder("a", t.clock.now()).held("token", 9s).silent(0).build());
        QCOMPARE(t.text(0, Column::Confirmed), u"not yet"_s);
    }

    void hostileErrorIsHarmless()
    {
        Table t;
        LockEntryBuilder entry("a", t.clock.now());
        entry.raw().votes.set(0,
            {.state = observe::VoteState::Error,
                .error = Error{ErrorClass::ServerError, "<b>\x1b[2J\n"}});
        t.model.setEntry(entry.build());
        QCOMPARE(t.text(0, Column::ErrorText), u"<b>\\x1b[2J\\n"_s);
        QVERIFY(
            !t.model.index(0, Column::ErrorText).data(Qt::ToolTipRole).toString().contains(u"<b>"));
    }
};

LOCKKEEPER_TEST(VoteTableModelTest)

} // namespace lockkeeper::tests::vote_table_model_test

#include "vote_table_model_test.moc"
