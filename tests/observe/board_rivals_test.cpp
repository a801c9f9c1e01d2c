// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/observe/board_bench.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::board_rivals_test {

using namespace lockkeeper::observe;

/// Several tokens of one lock, each with a holder of its own.
class BoardRivalsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachTokenOfASplitHasItsOwnHolder()
    {
        BoardBench t(3);
        const auto update = t.sweep({reading(t, kToken), reading(t, kOther), reading(t, kThird)});
        const LockEntry& entry = *update.changed.at(0);
        QCOMPARE(entry.tokens().size(), std::size_t(3));
        QCOMPARE(pidOf(entry, kToken), 812);
        QCOMPARE(pidOf(entry, kOther), 33);
        QCOMPARE(pidOf(entry, kThird), 7);
    }

    void aTokenThatLosesTheLeadKeepsItsHolder()
    {
        BoardBench t(3);
        (void)t.sweep({reading(t, kToken)});
        const auto update = t.sweep({reading(t, kToken), reading(t, kOther), reading(t, kOther)});
        const LockEntry& entry = *update.changed.at(0);
        QCOMPARE(entry.countVotes().token, std::optional(Fingerprint::ofString(kOther)));
        QCOMPARE(pidOf(entry, kOther), 33);
        QCOMPARE(pidOf(entry, kToken), 812);
    }

    void aTokenWithoutVotesIsForgotten()
    {
        BoardBench t(3);
        (void)t.sweep({reading(t, kToken), reading(t, kToken), reading(t, kOther)});
        const auto update = t.sweep({reading(t, kToken), reading(t, kToken), reading(t, kToken)});
        const LockEntry& entry = *update.changed.at(0);
        QVERIFY(entry.rivals->empty());
        QVERIFY(entry.lockOf(Fingerprint::ofString(kOther)) == nullptr);
        QVERIFY(!entry.unpackLock(Fingerprint::ofString(kOther)).holder.pid);
    }

    void aRivalThatIsReadLaterIsAnotherRevision()
    {
        BoardBench t(3);
        const auto first = t.sweep({reading(t, kToken), reading(t, kToken)});
        const auto next = t.sweep({reading(t, kToken), reading(t, kToken), reading(t, kOther)});
        QVERIFY(next.changed.at(0)->revision > first.changed.at(0)->revision);
        QCOMPARE(next.changed.at(0)->typeOf(Fingerprint::ofString(kOther)), ValueType::String);
    }

    void aLockThatAnotherLibraryTakesStaysALock()
    {
        BoardBench t(3, Certainty::Likely);
        const std::string theirs = "0123456789abcdef0123456789abcdef";
        (void)t.sweep({reading(t, kToken), reading(t, kToken), reading(t, kToken)});
        (void)t.sweep({reading(t, theirs), reading(t, kToken), reading(t, kToken)});
        const auto update = t.sweep({reading(t, theirs), reading(t, theirs), reading(t, theirs)});
        QVERIFY(update.gone.empty());
        const LockEntry& entry = *update.changed.at(0);
        const Judgement judgement = entry.countVotes();
        QCOMPARE(judgement.verdict, Verdict::Held);
        QCOMPARE(judgement.token, std::optional(Fingerprint::ofString(theirs)));
        QVERIFY(entry.packedLock.certainty()
            == (ReasonedCertainty{Certainty::Likely, CertaintyReason::TakenAgain}));
    }

    void otherDataBesideALockIsNoToken()
    {
        BoardBench t(3, Certainty::Likely);
        const std::string cached = "0123456789abcdef0123456789abcdef";
        const auto update = t.sweep({reading(t, kToken), reading(t, cached), reading(t, cached)});
        QCOMPARE(update.changed.at(0)->tokens().size(), std::size_t(1));
    }

    void aLockThatIsOverwrittenByAnyValueStaysALock()
    {
        BoardBench t(1, Certainty::Likely);
        (void)t.sweep({reading(t, kToken)});
        t.clock.advance(1s);
        const auto update = t.sweep({reading(t, kText)});
        QVERIFY(update.gone.empty());
        const LockEntry& entry = *update.changed.at(0);
        QCOMPARE(entry.countVotes().verdict, Verdict::Held);
        QCOMPARE(entry.countVotes().token, std::optional(Fingerprint::ofString(kText)));
        QCOMPARE(entry.unpackLock().format, std::string("unknown"));
        QVERIFY(entry.unpackLock().holder == Holder());
        QCOMPARE(entry.firstSeen, t.clock.now());
        QVERIFY(entry.packedLock.certainty()
            == (ReasonedCertainty{Certainty::Likely, CertaintyReason::Overwritten}));
        // Whatever its TTL and the next value, until the key is deleted.
        QVERIFY(t.sweep({holding("r", kText, std::nullopt, t.clock.now())}).gone.empty());
        QVERIFY(t.sweep({reading(t, "other text")}).gone.empty());
        QCOMPARE(t.sweep({}).gone, std::vector{Resource("r")});
        QVERIFY(t.sweep({reading(t, kText)}).changed.empty());
    }

    void aLockThatIsOverwrittenOnAllMastersStaysALock()
    {
        BoardBench t(3, Certainty::Likely);
        (void)t.sweep({reading(t, kToken), reading(t, kToken), reading(t, kToken)});
        QVERIFY(t.sweep({reading(t, kText), reading(t, kText), reading(t, kText)}).gone.empty());
        // The values of the first masters count once they are read again.
        QCOMPARE(t.board.takeUnconfirmed(1), std::vector<std::string>{"r"});
        for (std::size_t master = 0; master < 3; ++master)
            t.board.read(master, reading(t, kText));
        t.board.confirm("r");
        const LockEntryPtr entry = t.board.take().changed.at(0);
        QCOMPARE(entry->countVotes().verdict, Verdict::Held);
        QCOMPARE(entry->countVotes().tokenVotes, std::size_t(3));
        QCOMPARE(entry->unpackLock().format, std::string("unknown"));
    }

    void anOverwrittenLockThatIsOutvotedForAWhileStaysALock()
    {
        BoardBench t(3, Certainty::Likely);
        const KeyReading none{.key = "r", .readAt = t.clock.now()};
        (void)t.sweep({none, none, reading(t, kToken)});
        (void)t.sweep({none, none, reading(t, kText)});
        const auto outvoted = t.sweep({reading(t, kOther), reading(t, kOther), reading(t, kText)});
        QCOMPARE(outvoted.changed.at(0)->unpackLock().format, std::string("lk1"));
        QVERIFY(t.sweep({none, none, reading(t, kText)}).gone.empty());
        QCOMPARE(t.board.takeUnconfirmed(1), std::vector<std::string>{"r"});
        t.board.read(2, reading(t, kText));
        const LockEntryPtr left = t.board.take().changed.at(0);
        QCOMPARE(left->unpackLock().format, std::string("unknown"));
        QVERIFY(left->packedLock.certainty()
            == (ReasonedCertainty{Certainty::Likely, CertaintyReason::Overwritten}));
    }

    void whatOverwritesALockOnFewMastersIsNoToken()
    {
        BoardBench t(3, Certainty::Likely);
        (void)t.sweep({reading(t, kToken), reading(t, kToken), reading(t, kToken)});
        const auto update = t.sweep({reading(t, kText), reading(t, kToken), reading(t, kToken)});
        QCOMPARE(update.changed.at(0)->tokens(), std::vector{Fingerprint::ofString(kToken)});
        QCOMPARE(update.changed.at(0)->stale.front().kind, EvidenceKind::WrongType);
    }

    void whatOverwritesAPossibleLockOrHasAnotherTypeIsNone()
    {
        BoardBench t(1);
        (void)t.sweep({reading(t, "0123456789abcdef0123456789abcdef")});
        QCOMPARE(t.sweep({reading(t, kText)}).gone, std::vector{Resource("r")});
        (void)t.sweep({reading(t, kToken)});
        const KeyReading list{.key = "r", .type = ValueType::List, .readAt = t.clock.now()};
        QCOMPARE(t.sweep({list}).gone, std::vector{Resource("r")});
        (void)t.sweep({reading(t, kToken)});
        KeyReading tooLong = reading(t, kText);
        tooLong.isTooLong = true;
        QCOMPARE(t.sweep({tooLong}).gone, std::vector{Resource("r")});
    }

    void aTokenThatReturnsHasNotTheHolderOfTheOther()
    {
        // The token that leads is deleted while the master of the other one is down.
        BoardBench t(3);
        const bool isFirst = Fingerprint::ofString(kToken) < Fingerprint::ofString(kOther);
        const std::string& leading = isFirst ? kToken : kOther; // of two with one vote each
        const std::string& silent = isFirst ? kOther : kToken;
        (void)t.sweep({reading(t, silent), {.key = "r"}, reading(t, leading)});
        t.board.failMaster(0, Error{ErrorClass::Unreachable, "is down", {}});
        QCOMPARE(t.board.find("r")->unpackLock().holder.pid, pidOf(*t.board.find("r"), leading));
        t.board.beginSweep(2);
        t.board.endSweep(2);
        QCOMPARE(t.board.find("r")->votes.latestToken(), Fingerprint::ofString(silent));
        QVERIFY(!t.board.find("r")->unpackLock().holder.pid);
        t.board.read(0, reading(t, silent));
        QCOMPARE(t.board.find("r")->unpackLock().holder.pid, isFirst ? 33 : 812);
    }

    void aLockThatPassesToARivalIsHeldSinceThen()
    {
        BoardBench t(3);
        (void)t.sweep({reading(t, kOther), reading(t, kToken), reading(t, kToken)});
        t.clock.advance(1s);
        const auto update = t.sweep({reading(t, kOther), reading(t, kOther), reading(t, kToken)});
        QCOMPARE(update.changed.at(0)->firstSeen, t.clock.now());
    }

    void aSilentMasterNeitherPassesALockOnNorRestartsItsTime()
    {
        BoardBench t(3);
        const auto [rival, holder] = std::minmax(kToken, kOther, isLess);
        const SteadyTime start = t.clock.now();
        (void)t.sweep({reading(t, holder), reading(t, holder), reading(t, rival)});
        t.clock.advance(1s);
        t.board.failMaster(0, kDown);
        const LockEntryPtr silent = t.board.take().changed.at(0);
        QCOMPARE(silent->countVotes().verdict, Verdict::Unknown);
        QCOMPARE(silent->countVotes().token, std::optional(Fingerprint::ofString(holder)));
        QCOMPARE(silent->unpackLock().holder.pid, pidOf(*silent, holder));
        QCOMPARE(silent->firstSeen, start);
        t.clock.advance(1s);
        t.board.read(0, reading(t, holder));
        const LockEntryPtr back = t.board.take().changed.at(0);
        QCOMPARE(back->countVotes().verdict, Verdict::Held);
        QCOMPARE(back->unpackLock().holder.pid, pidOf(*silent, holder));
        QCOMPARE(back->firstSeen, start);
    }

    void aSilentMasterThatReturnsWithTheOtherTokenPassesTheLockOn()
    {
        BoardBench t(3);
        const auto [rival, holder] = std::minmax(kToken, kOther, isLess);
        (void)t.sweep({reading(t, holder), reading(t, holder), reading(t, rival)});
        t.board.failMaster(0, kDown);
        (void)t.board.take();
        t.clock.advance(1s);
        t.board.read(0, reading(t, rival));
        const LockEntryPtr back = t.board.take().changed.at(0);
        QCOMPARE(back->countVotes().verdict, Verdict::Held);
        QCOMPARE(back->countVotes().token, std::optional(Fingerprint::ofString(rival)));
        QCOMPARE(back->unpackLock().holder.pid, rival == kToken ? 812 : 33);
        QCOMPARE(back->firstSeen, t.clock.now());
    }

    void masterByMasterALockIsHeldByTheSameUntilAllAreSilent()
    {
        BoardBench t(5);
        const auto [rival, holder] = std::minmax(kToken, kOther, isLess);
        const SteadyTime start = t.clock.now();
        (void)t.sweep({reading(t, rival), reading(t, rival), reading(t, holder), reading(t, holder),
            reading(t, holder)});
        for (const std::size_t master : {2U, 3U, 0U, 1U, 4U}) {
            t.clock.advance(1s);
            t.board.failMaster(master, kDown);
            const LockEntryPtr entry = t.board.take().changed.at(0);
            QCOMPARE(describedToken(entry->votes), std::optional(Fingerprint::ofString(holder)));
            QCOMPARE(entry->unpackLock().holder.pid, holder == kToken ? 812 : 33);
            QCOMPARE(entry->firstSeen, start);
        }
    }

private:
    inline static const Error kDown{ErrorClass::Unreachable, "is down", {}};
    inline static const std::string kText = "some text"; ///< under this name, of no format
    inline static const std::string kThird
        = "lk1:web-5:7:api:1750000002000:" + std::string(40, 'c');

    static KeyReading reading(BoardBench& t, const std::string& token)
    {
        return holding("r", token, 1min, t.clock.now());
    }
    static bool isLess(const std::string& a, const std::string& b)
    {
        return Fingerprint::ofString(a) < Fingerprint::ofString(b);
    }
    static std::int64_t pidOf(const LockEntry& entry, const std::string& token)
    {
        return entry.unpackLock(Fingerprint::ofString(token)).holder.pid.value_or(-1);
    }
};

LOCKKEEPER_TEST(BoardRivalsTest)

} // namespace lockkeeper::tests::board_rivals_test

#include "board_rivals_test.moc"
