// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/alerts/alert.h"
#include "ui/models/alerts/alert_rules.h"

namespace lockkeeper::tests::lock_watches_test {

using ui::AlertKind;

class LockWatchesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_watches = {}; }

    void aLockThatIsGoneIsFree()
    {
        watch(AlertKind::Freed);
        QCOMPARE(see(held("one")), QStringList());
        QCOMPARE(see(gone()), QStringList({u"a is free."_s}));
        QVERIFY(!m_watches.isWatched(Resource("a"), AlertKind::Freed));
    }

    void aWatchFiresOnce()
    {
        watch(AlertKind::Freed);
        QCOMPARE(see(gone()).size(), 1);
        QCOMPARE(see(gone()), QStringList());
    }

    void aLockThatPassedToAnotherWasFreedInBetween()
    {
        watch(AlertKind::Freed);
        const QStringList told = see(held("two"));
        QCOMPARE(told.size(), 1);
        QVERIFY2(told[0].startsWith(u"a was freed, and is held by"_s), qPrintable(told[0]));
    }

    void masterThatDoNotAnswerDoNotFreeALock()
    {
        watch(AlertKind::Freed);
        LockEntryBuilder builder("a", SteadyTime{});
        builder.silent(0).silent(1).silent(2);
        QCOMPARE(see(rowOf(builder.build())), QStringList());
        QVERIFY(m_watches.isWatched(Resource("a"), AlertKind::Freed));
    }

    void theNextHolderIsNamedAfterTheLockWasGone()
    {
        watch(AlertKind::Taken);
        QCOMPARE(see(held("one")), QStringList());
        QCOMPARE(see(gone()), QStringList());
        QCOMPARE(see(held("two")).size(), 1);
    }

    void stuckFiresWithTheEvidence()
    {
        watch(AlertKind::Stuck);
        QCOMPARE(see(held("two")), QStringList());
        const auto row = rowOf(LockEntryBuilder("a", SteadyTime{})
                                   .held("two", std::nullopt)
                                   .stale({.kind = observe::EvidenceKind::NeverExpires})
                                   .build());
        QCOMPARE(see(row), QStringList({u"a is stale now: no TTL."_s}));
    }

    void aWatchThatWasEndedDoesNotFire()
    {
        watch(AlertKind::Freed);
        watch(AlertKind::Taken);
        m_watches.remove(Resource("a"), AlertKind::Freed);
        QCOMPARE(see(gone()), QStringList());
        QVERIFY(m_watches.isWatched(Resource("a"), AlertKind::Taken));
    }

    void anotherLockDoesNotFire()
    {
        watch(AlertKind::Freed);
        ui::LockRow other = rowOf(heldEntry("b", SteadyTime{}));
        other.change = ui::Change::Gone;
        QCOMPARE(see(other), QStringList());
    }

private:
    static ui::LockRow rowOf(const observe::LockEntryPtr& entry)
    {
        ui::LockRow row;
        row.update(entry, {}, {});
        return row;
    }
    static ui::LockRow held(const std::string& token)
    {
        return rowOf(heldEntry("a", SteadyTime{}, 30s, token));
    }
    static ui::LockRow gone()
    {
        ui::LockRow row = held("one");
        row.change = ui::Change::Gone;
        return row;
    }
    void watch(AlertKind what) { m_watches.add(Resource("a"), what, Fingerprint::ofString("one")); }
    QStringList see(const ui::LockRow& row)
    {
        QStringList texts;
        for (const ui::Alert& alert : m_watches.seeLock(row))
            texts << ui::alertText(alert);
        return texts;
    }

    ui::LockWatches m_watches;
};

LOCKKEEPER_TEST(LockWatchesTest)

} // namespace lockkeeper::tests::lock_watches_test

#include "lock_watches_test.moc"
