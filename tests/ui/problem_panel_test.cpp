// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/look/palette.h"
#include "ui/pages/problem_panel.h"

#include <QPushButton>

namespace lockkeeper::tests::problem_panel_test {

using namespace lockkeeper::ui;
using observe::EvidenceKind;

namespace {

struct Bed {
    ManualClock clock;
    LockStore locks;
    ProblemList problems{locks};
    ProblemPanel panel{problems, locks};

    explicit Bed(std::chrono::milliseconds settleFor = 0ms)
        : locks(clock, LockStore::Options{.lingerFor = 0ms, .settleFor = settleFor})
    {
        panel.resize(900, 100);
        panel.setRead(true, true);
    }
    [[nodiscard]] observe::LockEntryPtr held(const std::string& name) const
    {
        return heldEntry(name, clock.now());
    }
    [[nodiscard]] observe::LockEntryPtr unknown(const std::string& name) const
    {
        return LockEntryBuilder(name, clock.now())
            .heldOn(0, "token", 30s)
            .silent(1)
            .silent(2)
            .build();
    }
    [[nodiscard]] observe::LockEntryPtr with(const std::string& name, EvidenceKind kind) const
    {
        return LockEntryBuilder(name, clock.now()).held("token", 30s).stale({.kind = kind}).build();
    }
    [[nodiscard]] QString sentence(int number) const
    {
        const auto& line = child<SentenceButton>(panel, u"problemSentence%1"_s.arg(number));
        return line.isVisibleTo(&panel) ? line.sentence() : QString();
    }
    [[nodiscard]] QPushButton& release(int number) const
    {
        return child<QPushButton>(panel, u"problemRelease%1"_s.arg(number));
    }
};

} // namespace

class ProblemPanelTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutProblemsItIsCalm()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.held("a"), bed.held("b")}));
        bed.panel.tick();
        QCOMPARE(bed.sentence(0), u"No problem with any of 2 locks"_s);
        QVERIFY(!bed.release(0).isVisibleTo(&bed.panel));
    }

    void whatWasNotReadIsNotCalledFreeOfProblems()
    {
        Bed bed;
        bed.panel.setRead(false, true);
        bed.panel.tick();
        QCOMPARE(bed.sentence(0), u"No problem seen, but not all keys of all masters were read"_s);
        bed.panel.setRead(true, true);
        QCOMPARE(bed.sentence(0), u"No problem: there are no locks"_s);
    }

    void whereNobodyTellsWhoWaitsDeadlocksAreNotKnown()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.held("a")}));
        bed.panel.setRead(true, false);
        bed.panel.tick();
        QCOMPARE(bed.sentence(0),
            u"No problem seen, but deadlocks are not known: too few masters tell who waits"_s);
        QSignalSpy wanted(&bed.panel, &ProblemPanel::waitsRequested);
        click(child<SentenceButton>(bed.panel, u"problemSentence0"_s));
        QCOMPARE(wanted.size(), 1);
    }

    void whileARowShowsAProblemItIsNotSaidThatThereIsNone()
    {
        Bed bed(2s);
        bed.locks.apply(updateOf({bed.held("a"), bed.held("b")}));
        QCOMPARE(bed.sentence(0), u"No problem with any of 2 locks"_s);
        bed.locks.apply(updateOf({bed.with("a", EvidenceKind::LikelyDeadlock)}));
        QCOMPARE(bed.sentence(0), u"Checking 2 locks"_s);
        bed.locks.apply(updateOf({bed.held("a")}));
        QCOMPARE(bed.sentence(0), u"Checking 2 locks"_s); // what comes and goes does not flicker
        bed.clock.advance(2s);
        bed.panel.tick();
        QCOMPARE(bed.sentence(0), u"No problem with any of 2 locks"_s);
        bed.locks.apply(updateOf({bed.with("a", EvidenceKind::HolderProcessGone)}));
        QCOMPARE(bed.sentence(0), u"Checking 2 locks"_s);
        bed.clock.advance(2s);
        bed.locks.tick();
        QTRY_VERIFY2(bed.sentence(0).startsWith(u"a: held for "_s), qPrintable(bed.sentence(0)));
    }

    void aMasterThatIsDownIsAProblem()
    {
        Bed bed;
        auto& line = child<SentenceButton>(bed.panel, u"mastersDownSentence"_s);
        QVERIFY(!line.isVisibleTo(&bed.panel));
        bed.panel.setMastersDown(u"Without a vote: c since 03:02:00 UTC"_s, u"refused"_s);
        QVERIFY(line.isVisibleTo(&bed.panel));
        QCOMPARE(line.sentence(), u"Without a vote: c since 03:02:00 UTC: refused"_s);
        QSignalSpy wanted(&bed.panel, &ProblemPanel::mastersRequested);
        line.click();
        QCOMPARE(wanted.size(), 1);
        const auto bar = [&] {
            return bed.panel.grab().toImage().pixelColor(1, line.geometry().center().y());
        };
        QCOMPARE(bar(), toneColour(Tone::Notice, bed.panel.palette()));
        bed.panel.setQuorumLost(u"quorum lost"_s);
        QCOMPARE(bar(), toneColour(Tone::Bad, bed.panel.palette()));
        bed.panel.setMost(1); // there is little room
        QVERIFY(!line.isVisibleTo(&bed.panel));
        bed.panel.setQuorumLost({});
        QVERIFY(line.isVisibleTo(&bed.panel));
        bed.panel.setMastersDown({}, {});
        QVERIFY(!line.isVisibleTo(&bed.panel));
    }

    void theMostUrgentProblemComesFirst()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.with("endless", EvidenceKind::NeverExpires), bed.held("fine"),
            bed.with("dead", EvidenceKind::HolderProcessGone)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"dead: held for "_s));
        QVERIFY(bed.sentence(1).startsWith(u"endless: "_s));
        QCOMPARE(bed.sentence(2), QString());
    }

    void whereTwoMayBeAtWorkItIsRed()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.with("endless", EvidenceKind::NeverExpires),
            bed.with("twice", EvidenceKind::MayBeHeldTwice)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"twice: "_s));
        const QImage picture = bed.panel.grab().toImage();
        const auto barAt = [&](int line) {
            const QWidget& row = *bed.release(line).parentWidget();
            return picture.pixelColor(1, row.geometry().center().y());
        };
        QCOMPARE(barAt(0), toneColour(Tone::Bad, bed.panel.palette()));
        QCOMPARE(barAt(1), toneColour(Tone::Notice, bed.panel.palette()));
    }

    void moreThanItShowsAreCounted()
    {
        Bed bed;
        std::vector<observe::LockEntryPtr> entries;
        for (int i = 0; i < 10; ++i)
            entries.push_back(bed.with("lock:" + std::to_string(i), EvidenceKind::NeverExpires));
        bed.locks.apply(updateOf(std::move(entries)));
        auto& all = child<QPushButton>(bed.panel, u"allProblemsButton"_s);
        QTRY_COMPARE(all.text(), u"7 more"_s);
        bed.panel.setMost(1);
        QCOMPARE(all.text(), u"9 more"_s);
        QSignalSpy wanted(&bed.panel, &ProblemPanel::allRequested);
        click(all);
        QCOMPARE(wanted.count(), 1);
    }

    void numbersInNamesCount()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.with("batch:10", EvidenceKind::NeverExpires),
            bed.with("batch:9", EvidenceKind::NeverExpires)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"batch:9: "_s));
        QVERIFY(bed.sentence(1).startsWith(u"batch:10: "_s));
    }

    void itsActionNamesTheLock()
    {
        Bed bed;
        QSignalSpy released(&bed.panel, &ProblemPanel::releaseRequested);
        QSignalSpy chosen(&bed.panel, &ProblemPanel::lockChosen);
        bed.locks.apply(updateOf({bed.with("dead", EvidenceKind::HolderProcessGone)}));
        QTRY_VERIFY(bed.release(0).isEnabled() && bed.release(0).isVisibleTo(&bed.panel));
        QCOMPARE(bed.release(0).accessibleName(), u"Release dead\u2026"_s);
        click(bed.release(0));
        click(child<SentenceButton>(bed.panel, u"problemSentence0"_s));
        QCOMPARE(released.value(0).value(0).value<Resource>(), Resource("dead"));
        QCOMPARE(chosen.value(0).value(0).value<Resource>(), Resource("dead"));
    }

    void whileReadOnlyNothingIsReleased()
    {
        Bed bed;
        bed.panel.setReadOnly(true);
        bed.locks.apply(updateOf({bed.with("dead", EvidenceKind::HolderProcessGone)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"dead: "_s));
        QVERIFY(!bed.release(0).isEnabled());
        QVERIFY(!bed.release(0).toolTip().isEmpty());
    }

    void whileHeldOnlyWhatIsOverGivesWay()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.with("endless", EvidenceKind::NeverExpires)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"endless: "_s));
        bed.problems.setHeld(true);
        bed.locks.apply(updateOf({bed.with("dead", EvidenceKind::HolderProcessGone)}));
        QTRY_COMPARE(bed.problems.count(), 2);
        QVERIFY(bed.sentence(0).startsWith(u"endless: "_s));
        QCOMPARE(bed.sentence(1), QString());
        bed.locks.apply(updateOf({bed.held("endless")}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"dead: "_s));
    }

    void whatCannotBeJudgedIsNotCalledFine()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.with("endless", EvidenceKind::NeverExpires)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"endless: "_s));
        bed.problems.setPinned(true);
        bed.locks.apply(updateOf({bed.unknown("endless")}));
        QTRY_VERIFY2(bed.sentence(0).contains(u"can't be judged"_s), qPrintable(bed.sentence(0)));
        bed.problems.setPinned(false);
        QVERIFY2(
            bed.sentence(0).startsWith(u"1 lock can't be judged"_s), qPrintable(bed.sentence(0)));
    }

    void whatASilentMasterMayStoreIsNotCalledFine()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.with("endless", EvidenceKind::NeverExpires)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"endless: "_s));
        bed.problems.setPinned(true);
        LockEntryBuilder silent("endless", bed.clock.now());
        silent.heldOn(0, "token", std::nullopt)
            .raw()
            .votes.setFailed(0, observe::VoteState::NoAnswer, nullptr);
        bed.locks.apply(updateOf({silent.build()}));
        QTRY_COMPARE(
            bed.sentence(0), u"endless: a master that does not answer may still store it"_s);
    }

    void whilePinnedItsLocksStay()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.with("endless", EvidenceKind::NeverExpires)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"endless: "_s));
        bed.problems.setPinned(true);
        QSignalSpy changed(&bed.problems, &ProblemList::changed);
        bed.locks.apply(
            updateOf({bed.with("dead", EvidenceKind::HolderProcessGone), bed.held("endless")}));
        QTRY_VERIFY(changed.count() > 0);
        QCOMPARE(bed.sentence(0), u"endless: no problem any more"_s);
        QVERIFY(!bed.release(0).isEnabled());
        QCOMPARE(bed.problems.waitingCount(), 1);
        bed.problems.setPinned(false);
        QVERIFY(bed.sentence(0).startsWith(u"dead: "_s));
        QCOMPARE(bed.sentence(1), QString());
    }

    void whatWaitsIsShownWhenWanted()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.with("endless", EvidenceKind::NeverExpires)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"endless: "_s));
        bed.problems.setPinned(true);
        bed.locks.apply(updateOf({bed.with("dead", EvidenceKind::HolderProcessGone),
            bed.with("other", EvidenceKind::HolderProcessGone), bed.held("endless")}));
        QTRY_COMPARE(bed.problems.waitingCount(), 2);
        bed.problems.applyWaiting();
        QVERIFY(bed.sentence(0).startsWith(u"dead: "_s));
        QVERIFY(bed.sentence(1).startsWith(u"other: "_s));
        QCOMPARE(bed.problems.waitingCount(), 0);
        // It is kept again from now on.
        bed.locks.apply(updateOf({bed.held("other")}));
        QTRY_COMPARE(bed.problems.waitingCount(), 1);
        QCOMPARE(bed.sentence(1), u"other: no problem any more"_s);
    }

    void theFirstProblemIsToldAlsoWhileHeld()
    {
        Bed bed;
        bed.problems.setHeld(true);
        bed.locks.apply(updateOf({bed.with("dead", EvidenceKind::HolderProcessGone),
            bed.with("endless", EvidenceKind::NeverExpires)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"dead: "_s));
        QCOMPARE(bed.sentence(1), QString());
    }

    void goneLockIsNoProblem()
    {
        Bed bed;
        bed.locks.apply(updateOf({bed.with("dead", EvidenceKind::HolderProcessGone)}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"dead: "_s));
        bed.locks.apply(updateOf({}, {Resource("dead")}));
        QTRY_VERIFY(bed.sentence(0).startsWith(u"No problem"_s));
    }
};

LOCKKEEPER_TEST(ProblemPanelTest)

} // namespace lockkeeper::tests::problem_panel_test

#include "problem_panel_test.moc"
