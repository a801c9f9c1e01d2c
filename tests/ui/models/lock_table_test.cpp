// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/locks/lock_table.h"

namespace lockkeeper::tests::lock_table_test {

using namespace lockkeeper::ui;
using observe::EvidenceKind;

namespace {

using Column = LockTable::Column;

constexpr LockStore::Options kAtOnce{.sliceFor = 1h, .sliceSize = 10'000};

/// A table under Qt's own tester, in the order in which locks were added, on a clock that stands
/// still.
struct Table {
    ManualClock clock;
    LockStore store{clock, kAtOnce};
    LockTable model{store};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

    void pass(std::chrono::milliseconds time)
    {
        clock.advance(time);
        store.tick();
    }
    [[nodiscard]] observe::LockEntryPtr held(const std::string& resource,
        std::optional<std::chrono::milliseconds> ttl = 30s, const std::string& token = "token")
    {
        return heldEntry(resource, clock.now(), ttl, token);
    }
    [[nodiscard]] QVariant at(int row, int column, int role = Qt::DisplayRole) const
    {
        return model.index(row, column).data(role);
    }
    [[nodiscard]] Change changeOf(int row) const
    {
        return static_cast<Change>(at(row, 0, ChangeRole).toInt());
    }
};

} // namespace

class LockTableTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachResourceIsOneRow()
    {
        Table t;
        t.store.apply(updateOf({t.held("a"), t.held("b")}));
        t.store.apply(updateOf({t.held("b"), t.held("c")}));
        QCOMPARE(t.model.rowCount(), 3);
        QCOMPARE(t.model.indexOf(Resource("c")).row(), 2);
        QCOMPARE(t.model.indexOf(Resource("d")).row(), -1);
        QCOMPARE(t.model.entryAt(t.model.index(1, 0))->resource, Resource("b"));
    }

    void updateChangesRowsInPlace()
    {
        Table t;
        t.store.apply(updateOf({t.held("a"), t.held("b")}));
        const QPersistentModelIndex second(t.model.index(1, 0));
        QSignalSpy resets(&t.model, &QAbstractItemModel::modelReset);
        QSignalSpy inserts(&t.model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removals(&t.model, &QAbstractItemModel::rowsRemoved);
        t.store.apply(updateOf({t.held("b", 10s), t.held("a", 20s)}));
        QCOMPARE(resets.count() + inserts.count() + removals.count(), 0);
        QCOMPARE(second.data(IdentityRole).toByteArray(), "b"_ba);
        QCOMPARE(t.at(1, Column::Remaining).toString(), u"10 s"_s);
    }

    void resourceNamedTwiceInOneUpdateIsOneRow()
    {
        Table t;
        t.store.apply(updateOf({t.held("a", 10s), t.held("a", 20s)}));
        QCOMPARE(t.model.rowCount(), 1);
        QCOMPARE(t.at(0, Column::Remaining).toString(), u"20 s"_s);
    }

    void locksOfTheFirstUpdateAreNotMarked()
    {
        Table t;
        t.store.apply(updateOf({t.held("a")}));
        QCOMPARE(t.changeOf(0), Change::None);
        QCOMPARE(t.at(0, Column::Evidence).toString(), u"held"_s);
    }

    void newLockIsMarkedBySignAndWordForAMoment()
    {
        Table t;
        t.store.apply(updateOf({}));
        t.store.apply(updateOf({t.held("a")}));
        QCOMPARE(t.changeOf(0), Change::New);
        QCOMPARE(t.at(0, Column::Evidence).toString(), u"held +"_s);
        QCOMPARE(t.at(0, Column::Evidence, Qt::AccessibleTextRole).toString(), u"new, held"_s);
        t.pass(3s);
        QCOMPARE(t.changeOf(0), Change::None);
    }

    void anotherTokenIsMarkedAsNewHolder()
    {
        Table t;
        t.store.apply(updateOf({t.held("a", 30s, "first")}));
        t.store.apply(updateOf({t.held("a", 30s, "second")}));
        QCOMPARE(t.changeOf(0), Change::NewHolder);
    }

    void sameTokenAfterAnOutageIsNoNewHolder()
    {
        Table t;
        t.store.apply(updateOf({t.held("a")}));
        const SteadyTime began = t.clock.now();
        t.clock.advance(4s);
        LockEntryBuilder outage("a", t.clock.now());
        t.store.apply(updateOf({outage.silent(0).silent(1).silent(2).build()}));
        t.clock.advance(4s);
        t.store.apply(updateOf({t.held("a", 22s)}));
        QCOMPARE(t.changeOf(0), Change::None);
        QCOMPARE(t.store.find(Resource("a"))->heldSince, began);
    }

    void aLockThatWasGoneIsHeldSinceItWasTakenAgain()
    {
        Table t;
        t.store.apply(updateOf({t.held("a")}));
        t.store.apply(updateOf({}, {Resource("a")}));
        t.clock.advance(4s);
        t.store.apply(updateOf({t.held("a")}));
        QCOMPARE(t.store.find(Resource("a"))->heldSince, t.clock.now());
    }

    void renewalIsMarked()
    {
        Table t;
        t.store.apply(updateOf({t.held("a")}));
        LockEntryBuilder renewed("a", t.clock.now());
        t.store.apply(updateOf({renewed.held("token", 30s).renewals(1).build()}));
        QCOMPARE(t.changeOf(0), Change::Renewed);
    }

    void vanishedLockLingersAndThenLeaves()
    {
        Table t;
        t.store.apply(updateOf({t.held("a"), t.held("b")}));
        t.store.apply(updateOf({}, {Resource("a")}));
        QCOMPARE(t.model.rowCount(), 2);
        QCOMPARE(t.changeOf(0), Change::Gone);
        QVERIFY(t.at(0, Column::Evidence).toString().contains(u"gone"));
        t.pass(4999ms);
        QCOMPARE(t.model.rowCount(), 2);
        t.pass(1ms);
        QCOMPARE(t.model.rowCount(), 1);
        QCOMPARE(t.model.indexOf(Resource("b")).row(), 0);
    }

    void vanishedLockStaysWhileRemovalIsHeld()
    {
        Table t;
        t.store.apply(updateOf({t.held("a")}));
        t.store.setRemovalHeld(true);
        t.store.apply(updateOf({}, {Resource("a")}));
        t.pass(60s);
        QCOMPARE(t.model.rowCount(), 1);
        t.store.setRemovalHeld(false);
        t.store.tick();
        QCOMPARE(t.model.rowCount(), 0);
    }

    void vanishedLockThatComesBackIsNew()
    {
        Table t;
        t.store.apply(updateOf({t.held("a")}));
        t.store.apply(updateOf({}, {Resource("a")}));
        t.store.apply(updateOf({t.held("a", 30s, "next")}));
        QCOMPARE(t.changeOf(0), Change::New);
        t.pass(10s);
        QCOMPARE(t.model.rowCount(), 1);
    }

    void scatteredRowsLeaveWithoutLosingTheSelection()
    {
        Table t;
        std::vector<observe::LockEntryPtr> entries;
        std::vector<Resource> gone;
        for (int i = 0; i < 100; ++i) {
            entries.push_back(t.held("lock:" + std::to_string(i)));
            if (i % 2 == 0)
                gone.push_back(entries.back()->resource);
        }
        t.store.apply(updateOf(entries));
        QItemSelectionModel selection(&t.model);
        selection.setCurrentIndex(t.model.index(51, Column::Holder), QItemSelectionModel::Select);
        t.store.apply(updateOf({}, gone));
        t.pass(5s);
        QCOMPARE(t.model.rowCount(), 50);
        QCOMPARE(selection.currentIndex().data(IdentityRole).toByteArray(), "lock:51"_ba);
        QCOMPARE(selection.selectedIndexes(), {selection.currentIndex()});
        QCOMPARE(t.model.indexOf(Resource("lock:99")).row(), 49);
    }

    void tickRepaintsTimeColumnsOnly()
    {
        Table t;
        t.store.apply(updateOf({t.held("a"), t.held("b")}));
        QSignalSpy changes(&t.model, &QAbstractItemModel::dataChanged);
        t.pass(1s);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(changes.at(0).at(0).toModelIndex(), t.model.index(0, Column::HeldFor));
        QCOMPARE(changes.at(0).at(1).toModelIndex(), t.model.index(1, Column::Remaining));
    }

    void remainingTimeCountsDown()
    {
        Table t;
        t.store.apply(updateOf({t.held("a", 12s)}));
        QCOMPARE(t.at(0, Column::Remaining, RemainingRole).toLongLong(), 12'000);
        t.clock.advance(3s);
        QCOMPARE(t.at(0, Column::Remaining, RemainingRole).toLongLong(), 9'000);
        QCOMPARE(t.at(0, Column::Remaining).toString(), u"9.0 s"_s);
    }

    void remainingTimeStandsStillWhenDataAreOld()
    {
        Table t;
        t.store.apply(updateOf({t.held("a", 30s)}));
        t.clock.advance(5s);
        QVERIFY(!t.at(0, 0, IsOldRole).toBool());
        QVERIFY(!t.at(0, Column::Holder, Qt::ForegroundRole).isValid());
        t.clock.advance(5s);
        QVERIFY(t.at(0, 0, IsOldRole).toBool());
        QVERIFY(t.store.cells().isOld(*t.store.find(Resource("a"))));
        QVERIFY(t.at(0, Column::Holder, Qt::ForegroundRole).isValid());
        QCOMPARE(t.at(0, Column::Remaining).toString(), u"25 s, old"_s);
        t.clock.advance(60s);
        QCOMPARE(t.at(0, Column::Remaining).toString(), u"25 s, old"_s);
    }

    void lockThatNobodyTouchesStaysFresh()
    {
        Table t;
        t.store.apply(updateOf({t.held("a", 100s)}));
        for (int second = 0; second < 90; ++second) {
            t.clock.advance(1s);
            observe::BoardUpdate nothing = updateOf({});
            setAnswering(nothing, t.clock.now());
            t.store.apply(nothing);
            QVERIFY(!t.at(0, 0, IsOldRole).toBool());
        }
        QCOMPARE(t.at(0, Column::Remaining).toString(), u"10 s"_s);
        QCOMPARE(t.at(0, Column::HeldFor).toString(), u"\u2265 1 m 30 s"_s);
        // Two of three masters fall silent.
        observe::BoardUpdate silence = updateOf({});
        setAnswering(silence, t.clock.now());
        silence.masters[0].freshness.until = silence.masters[1].freshness.until
            = t.clock.now() - 1s;
        t.store.apply(silence);
        QVERIFY(t.at(0, 0, IsOldRole).toBool());
        QCOMPARE(t.at(0, Column::Remaining).toString(), u"11 s, old"_s);
    }

    void lockFoundByTheFirstSweepIsNotNew()
    {
        Table t;
        observe::BoardUpdate loading = updateOf({t.held("a")});
        loading.masters[1].isSweeping = true;
        loading.masters[1].isSweepComplete = false;
        t.store.apply(loading);
        t.store.apply(updateOf({t.held("b")}));
        t.store.apply(updateOf({t.held("c")}));
        QCOMPARE(t.changeOf(1), Change::None);
        QCOMPARE(t.changeOf(2), Change::New);
    }

    void lockIsNotNewWhileAMasterIsConnectedTo()
    {
        Table t;
        observe::BoardUpdate connecting = updateOf({});
        connecting.masters[1].isSweepComplete = false;
        connecting.masters[1].link.state = redis::LinkState::Connecting;
        t.store.apply(connecting);
        connecting.changed = {t.held("a")};
        t.store.apply(connecting);
        t.store.apply(updateOf({t.held("b")}));
        t.store.apply(updateOf({t.held("c")}));
        QCOMPARE(t.changeOf(0), Change::None);
        QCOMPARE(t.changeOf(1), Change::None);
        QCOMPARE(t.changeOf(2), Change::New);
    }

    void rowThatTurnsOldIsRepaintedWhole()
    {
        Table t;
        t.store.apply(updateOf({t.held("a")}));
        t.clock.advance(6s);
        QSignalSpy changes(&t.model, &QAbstractItemModel::dataChanged);
        t.store.tick();
        QCOMPARE(changes.at(0).at(0).toModelIndex().column(), 0);
        QCOMPARE(changes.at(0).at(1).toModelIndex().column(), LockTable::kColumnCount - 1);
    }

    void rowIsFreshWhileAQuorumAnswers()
    {
        Table t;
        const SteadyTime before = t.clock.now();
        t.clock.advance(60s);
        LockEntryBuilder entry("a", t.clock.now());
        observe::BoardUpdate update
            = updateOf({entry.held("token", 30s).silent(2, before).build()});
        update.masters[2].freshness.until = before;
        t.store.apply(update);
        QVERIFY(!t.at(0, 0, IsOldRole).toBool());
        update = updateOf({entry.silent(1, before).build()});
        update.masters[1].freshness.until = update.masters[2].freshness.until = before;
        t.store.apply(update);
        QVERIFY(t.at(0, 0, IsOldRole).toBool());
    }

    void lockWithoutTtlNeverExpires()
    {
        Table t;
        t.store.apply(updateOf({t.held("a", std::nullopt)}));
        QCOMPARE(t.at(0, Column::Remaining).toString(), u"never"_s);
        QCOMPARE(t.at(0, Column::Remaining, RemainingRole).toLongLong(), kNeverExpires);
        QCOMPARE(t.at(0, Column::Remaining, RemainingFractionRole).toDouble(), 1.0);
    }

    void unknownLockShowsTheRangeOfItsTtls()
    {
        Table t;
        LockEntryBuilder entry("a", t.clock.now());
        entry.heldOn(0, "one", 9500ms).heldOn(1, "two", 3200ms).silent(2);
        t.store.apply(updateOf({entry.build()}));
        QCOMPARE(t.at(0, Column::Evidence).toString(), u"unknown"_s);
        QCOMPARE(t.at(0, Column::Remaining).toString(), u"3.2 s to 9.5 s"_s);
        QCOMPARE(t.at(0, Column::Remaining, RemainingRole).toLongLong(), kRemainingUnknown);
    }

    void fractionIsOfThePeak()
    {
        Table t;
        t.store.apply(updateOf({t.held("a", 20s)}));
        QCOMPARE(t.at(0, 0, RemainingFractionRole).toDouble(), 1.0);
        t.store.apply(updateOf({t.held("a", 5s)}));
        QCOMPARE(t.at(0, 0, RemainingFractionRole).toDouble(), 0.25);
        t.store.apply(updateOf({t.held("a", 5s, "next holder")}));
        QCOMPARE(t.at(0, 0, RemainingFractionRole).toDouble(), 1.0);
    }

    void ownLeaseIsShownAsOurs()
    {
        Table t;
        t.store.apply(updateOf({t.held("a", 30s, "mine"), t.held("b", 30s, "theirs")}));
        QSignalSpy changes(&t.model, &QAbstractItemModel::dataChanged);
        t.store.setOwnFingerprints({Fingerprint::ofString("mine").hex()});
        QCOMPARE(changes.count(), 1);
        QVERIFY(t.at(0, 0, IsOursRole).toBool());
        QVERIFY(t.at(0, Column::Holder).toString().startsWith(u"ours"));
        QVERIFY(!t.at(1, 0, IsOursRole).toBool());
        t.store.setOwnFingerprints({});
        QVERIFY(!t.at(0, 0, IsOursRole).toBool());
    }

    void aTombstoneIsNobodysLock()
    {
        Table t;
        LockEntryBuilder tombstone("a", t.clock.now());
        tombstone.held("lk1-revoked:ada:1:stuck", 60s).lock()
            = {.scope = observe::ValueScope::Acquisition,
                .format = "lk1-revoked",
                .holder = {.detail = "revoked by ada: stuck"}};
        t.clock.setWallNow(WallTime(1'750'000'000s));
        t.store.apply(updateOf({tombstone.build()}));
        QCOMPARE(t.at(0, Column::Evidence).toString(), u"revoked"_s);
        QCOMPARE(t.at(0, Column::Holder).toString(),
            u"revoked, free at 15:07:40 UTC (revoked by ada: stuck)"_s);
        QCOMPARE(t.at(0, 0, VerdictRole).value<observe::Verdict>(), observe::Verdict::Free);
    }

    void votesAreToldInWords()
    {
        Table t;
        LockEntryBuilder entry("a", t.clock.now(), 5);
        entry.held("token", 30s).heldOn(3, "other", 30s).silent(4);
        t.store.apply(updateOf({entry.build()}));
        const VoteMarks marks{VoteMark::Held, VoteMark::Held, VoteMark::Held, VoteMark::HeldOther,
            VoteMark::NoAnswer};
        QCOMPARE(t.at(0, Column::Votes, VotesRole).value<VoteMarks>(), marks);
        QCOMPARE(t.at(0, Column::Votes, Qt::AccessibleTextRole).toString(),
            u"a held, b held, c held, d another token, e no answer"_s);
    }

    void evidenceMakesAHeldLockStale()
    {
        Table t;
        LockEntryBuilder entry("a", t.clock.now());
        entry.held("token", std::nullopt).stale({.kind = EvidenceKind::NeverExpires});
        t.store.apply(updateOf({entry.build()}));
        QCOMPARE(t.at(0, Column::Evidence).toString(), u"never expires: no TTL"_s);
        QCOMPARE(
            t.at(0, Column::Evidence, StateLengthRole).toInt(), QString(u"never expires"_s).size());
        QVERIFY(t.at(0, 0, UrgencyRole).toInt() != words::kNotUrgent);
        QVERIFY(t.at(0, Column::Evidence, Qt::ToolTipRole).toString().contains(u"on its own"_s));
    }

    void theHoldersOfADeadlockLiveSoItIsNotStale()
    {
        Table t;
        LockEntryBuilder entry("a", t.clock.now());
        entry.held("token", 30s).stale({.kind = EvidenceKind::Deadlock, .votes = 2});
        t.store.apply(updateOf({entry.build()}));
        QCOMPARE(t.at(0, Column::Evidence).toString(), u"deadlock: a circle of 2 locks"_s);
        QVERIFY(t.at(0, 0, UrgencyRole).toInt() != words::kNotUrgent); // it is marked all the same
        QCOMPARE(t.store.staleCount(), 0);
        QCOMPARE(t.store.deadlockedCount(), 1);
        entry.stale({.kind = EvidenceKind::NeverExpires}).revision(2);
        t.store.apply(updateOf({entry.build()}));
        QCOMPARE(t.at(0, Column::Evidence).toString(), u"deadlock: a circle of 2 locks, no TTL"_s);
        QCOMPARE(t.store.staleCount(), 1);
        QCOMPARE(t.store.deadlockedCount(), 1);
    }

    void theMostUrgentStandsFirst()
    {
        Table t;
        const auto with = [&t](const char* name, EvidenceKind kind) {
            LockEntryBuilder entry(name, t.clock.now());
            entry.held("token", 30s).stale({.kind = kind});
            return entry.build();
        };
        observe::BoardUpdate update = updateOf({with("leftover", EvidenceKind::MinorityLeftover),
            with("endless", EvidenceKind::NeverExpires), t.held("b"), t.held("a10"), t.held("a9"),
            with("dead", EvidenceKind::HolderProcessGone), with("circle", EvidenceKind::Deadlock),
            with("twice", EvidenceKind::MayBeHeldTwice)});
        update.masters[0].isSweeping = true; // they were there before
        update.masters[0].isSweepComplete = false;
        t.store.apply(update);
        t.model.sort(Column::Evidence);
        QStringList names;
        for (int row = 0; row < t.model.rowCount(); ++row)
            names << t.at(row, Column::ResourceName).toString();
        QCOMPARE(names,
            QStringList({u"twice"_s, u"circle"_s, u"dead"_s, u"endless"_s, u"leftover"_s, u"a9"_s,
                u"a10"_s, u"b"_s}));
    }

    void whatComesAndGoesAtOnceMovesNoRow()
    {
        Table t;
        t.store.apply(updateOf({t.held("a"), t.held("b")}));
        t.model.sort(Column::Evidence);
        const auto first = [&t] { return t.at(0, Column::ResourceName).toString(); };
        LockEntryBuilder entry("b", t.clock.now());
        entry.held("token", std::nullopt).stale({.kind = EvidenceKind::NeverExpires}).revision(2);
        t.store.apply(updateOf({entry.build()}));
        t.pass(1900ms);
        QCOMPARE(first(), u"a"_s);
        t.store.apply(updateOf({t.held("b")})); // it has gone
        t.pass(1900ms);
        QCOMPARE(first(), u"a"_s);
        t.store.apply(updateOf({entry.build()}));
        t.pass(2100ms);
        QCOMPARE(first(), u"b"_s);
    }

    void heldForIsExactOnlyWhenTheHolderSaysSo()
    {
        Table t;
        LockEntryBuilder exact("exact", t.clock.now());
        exact.held("token", 30s).lock().holder.since = t.clock.wallNow() - 90s;
        t.store.apply(updateOf({exact.build(), t.held("seen")}));
        t.clock.advance(2s);
        QCOMPARE(t.at(0, Column::HeldFor).toString(), u"1 m 32 s"_s);
        QCOMPARE(t.at(1, Column::HeldFor).toString(), u"\u2265 2.0 s"_s);
    }

    void countsLeaveOutVanishedLocks()
    {
        Table t;
        LockEntryBuilder endless("endless", t.clock.now());
        endless.held("token", std::nullopt).stale({.kind = EvidenceKind::NeverExpires});
        LockEntryBuilder split("split", t.clock.now());
        split.heldOn(0, "one", 9s).heldOn(1, "two", 9s).heldOn(2, "three", 9s);
        QSignalSpy changes(&t.store, &LockStore::countsChanged);
        t.store.apply(updateOf({endless.build(), split.build(), t.held("plain")}));
        QCOMPARE(t.store.lockCount(), 3);
        QCOMPARE(t.store.staleCount(), 1);
        QCOMPARE(t.store.neverExpiresCount(), 1);
        QCOMPARE(t.store.splitCount(), 1);
        t.store.apply(updateOf({}, {Resource("endless"), Resource("split")}));
        QCOMPARE(t.store.lockCount(), 1);
        QCOMPARE(t.store.staleCount() + t.store.neverExpiresCount() + t.store.splitCount(), 0);
        QCOMPARE(changes.count(), 2);
    }

    void hostileNamesAreHarmless_data()
    {
        const auto row = tests::columns<QByteArray, QString>();
        row("markup", "<img src='/dev/zero'>", "<img src='/dev/zero'>");
        row("newline", "a\nb", "a\\nb");
        row("terminal escape", "\x1b[2J"_ba, u"\\x1b[2J"_s);
        row("bidi override",
            "a\xe2\x80\xae"
            "b"_ba,
            u"a\\u202eb"_s);
        row("not UTF-8", "\xff\xfe"_ba, u"\\xff\\xfe"_s);
        row("NUL", QByteArray("a\0b", 3), u"a\\x00b"_s);
        row("a percent sign and a digit", "%1", "%1");
    }

    void hostileNamesAreHarmless()
    {
        const auto [name, shown] = fetch<QByteArray, QString>();
        Table t;
        LockEntryBuilder entry(name.toStdString(), t.clock.now());
        entry.held("token", 30s).lock().holder.app = name.toStdString();
        t.store.apply(updateOf({entry.build()}));
        QCOMPARE(t.at(0, Column::ResourceName).toString(), shown);
        QCOMPARE(t.at(0, Column::Holder).toString(), shown);
        QCOMPARE(t.at(0, 0, IdentityRole).toByteArray(), name);
        const QString toolTip = t.at(0, Column::ResourceName, Qt::ToolTipRole).toString();
        QCOMPARE(toolTip, u"<span>"_s + shown.toHtmlEscaped() + u"</span>"_s);
    }

    void sortValuesAreRaw()
    {
        Table t;
        t.store.apply(updateOf({t.held("a", 90s), t.held("b", 9s), t.held("c", std::nullopt)}));
        const auto order
            = [&t](int row) { return t.at(row, Column::Remaining, SortRole).toLongLong(); };
        QVERIFY(order(1) < order(0));
        QVERIFY(order(0) < order(2));
        QCOMPARE(t.at(0, Column::ResourceName, SortRole).toByteArray(), "a"_ba);
    }

    void deadlineOrderIgnoresJitter()
    {
        Table t;
        t.store.apply(updateOf({t.held("a", 30s)}));
        const QVariant order = t.at(0, Column::Remaining, SortRole);
        t.clock.advance(1s);
        t.store.apply(updateOf({t.held("a", 29s + 3ms)}));
        QCOMPARE(t.at(0, Column::Remaining, SortRole), order);
        t.store.apply(updateOf({t.held("a", 40s)}));
        QVERIFY(t.at(0, Column::Remaining, SortRole) != order);
    }

    void tenThousandRowsAreUpdatedAtOnce()
    {
        Table t;
        std::vector<observe::LockEntryPtr> first;
        std::vector<observe::LockEntryPtr> second;
        for (int i = 0; i < 10'000; ++i) {
            first.push_back(t.held("lock:" + std::to_string(i)));
            LockEntryBuilder next("lock:" + std::to_string(i), t.clock.now());
            second.push_back(next.held("token", 20s).revision(7).build());
        }
        QSignalSpy inserts(&t.model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changes(&t.model, &QAbstractItemModel::dataChanged);
        t.store.apply(updateOf(std::move(first)));
        QCOMPARE(inserts.count(), 1);
        changes.clear();
        t.store.apply(updateOf(std::move(second)));
        QCOMPARE(inserts.count(), 1);
        QCOMPARE(changes.count(), 2); // one for all rows, one for the time columns
        QCOMPARE(t.at(9'999, Column::Remaining).toString(), u"20 s"_s);
    }
};

LOCKKEEPER_TEST(LockTableTest)

} // namespace lockkeeper::tests::lock_table_test

#include "lock_table_test.moc"
