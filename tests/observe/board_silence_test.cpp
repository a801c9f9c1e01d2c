// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/observe/board_bench.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::board_silence_test {

using namespace lockkeeper::observe;

namespace {

const Error kSilent{ErrorClass::Timeout, "no reply in time"};

} // namespace

class BoardSilenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsALockWhoseMastersDoNotAnswer()
    {
        BoardBench t(3);
        (void)t.sweepHeld(3, kToken, 10s);
        const SteadyTime read = t.clock.now();
        t.clock.advance(1s);
        for (std::size_t i = 0; i < 3; ++i)
            t.board.failMaster(i, kSilent);
        const BoardUpdate update = t.board.take();
        QVERIFY(update.gone.empty());
        QCOMPARE(update.changed.size(), std::size_t(1));
        const LockEntry& entry = *update.changed[0];
        QCOMPARE(entry.countVotes().verdict, Verdict::Unknown);
        QCOMPARE(entry.unpackLock().format, std::string("lk1"));
        // The age of what was last read stays visible, and so does the reason.
        QCOMPARE(entry.votes[0].readAt, read);
        QCOMPARE(entry.votes[0].error, std::optional(kSilent));
    }

    void aLockStaysWhileASilentMasterMayStillStoreIt()
    {
        BoardBench t(3);
        (void)t.sweepHeld(3, kToken, 10s);
        t.board.failMaster(2, kSilent);
        for (std::size_t master = 0; master < 2; ++master)
            t.board.read(master, KeyReading{.key = "r", .readAt = t.clock.now()});
        const BoardUpdate freed = t.board.take();
        QVERIFY(freed.gone.empty());
        QCOMPARE(freed.changed.at(0)->countVotes().verdict, Verdict::Free);
        QVERIFY(freed.changed.at(0)->stale.empty());
        t.clock.advance(9s);
        QVERIFY(t.board.takeExpired().empty());
        QVERIFY(!t.board.hasChanges());
        // Its TTL ends there, too, whether the master answers or not.
        t.clock.advance(2s);
        QVERIFY(t.board.takeExpired().empty());
        QCOMPARE(t.board.take().gone, std::vector{Resource("r")});
    }

    void aLeftoverOfASilentMasterIsThereAgainWhenItAnswers()
    {
        BoardBench t(3);
        const KeyReading left = holding("r", kToken, {}, t.clock.now());
        const KeyReading none{.key = "r", .readAt = t.clock.now()};
        QCOMPARE(
            t.sweep({none, none, left}).changed.at(0)->countVotes().verdict, Verdict::Minority);
        t.board.failMaster(2, kSilent);
        t.clock.advance(1h);
        QVERIFY(t.board.take().gone.empty());
        t.board.read(2, left);
        QCOMPARE(t.board.take().changed.at(0)->countVotes().verdict, Verdict::Minority);
        t.board.failMaster(2, kSilent);
        QCOMPARE(t.sweep({none, none, none}).gone, std::vector{Resource("r")});
    }

    void whatAMasterInventedIsGone()
    {
        BoardBench t(3);
        const KeyReading held = holding("r", kToken, 10s, t.clock.now());
        const KeyReading none{.key = "r", .readAt = t.clock.now()};
        QVERIFY(t.sweep({held, held, none}).gone.empty());
        for (const char* name : {"invented", "endless"})
            t.board.read(2, holding(name, kOther, {}, t.clock.now()));
        t.board.read(2, {.key = "counter", .type = ValueType::List, .readAt = t.clock.now()});
        QCOMPARE(t.board.take().changed.size(), std::size_t(2));
        QCOMPARE(t.board.keys().size(), std::size_t(4));
        const Error endless{ErrorClass::ServerError, "its scan does not end"};
        QCOMPARE(t.board.disbelieveMaster(2, endless), std::size_t(2));
        const BoardUpdate update = t.board.take();
        QCOMPARE(update.gone.size(), std::size_t(2));
        QCOMPARE(t.board.keys().size(), std::size_t(1));
        QCOMPARE(update.otherKeys, std::size_t(0));
        const LockEntry& kept = *update.changed.at(0);
        QCOMPARE(kept.countVotes().verdict, Verdict::Held);
        QCOMPARE(kept.votes[2].state, VoteState::Error);
        QCOMPARE(kept.votes[2].error, std::optional(endless));
    }

    void whatWasTakenForInventedMayBeTrue()
    {
        BoardBench t(1);
        (void)t.sweepHeld(1, kToken, 10s);
        QCOMPARE(t.board.disbelieveMaster(0, kSilent), std::size_t(1));
        // Read again before that was published.
        t.board.read(0, holding("r", kToken, 10s, t.clock.now()));
        const BoardUpdate update = t.board.take();
        QVERIFY(update.gone.empty());
        QCOMPARE(update.changed.at(0)->unpackLock().format, std::string("lk1"));
        QCOMPARE(update.changed.at(0)->countVotes().verdict, Verdict::Held);
    }

    void anOutageIsNoNewHolder()
    {
        BoardBench t(1);
        const SteadyTime start = t.clock.now();
        (void)t.sweepHeld(1, kToken, 10s);
        t.clock.advance(1s);
        t.board.failMaster(0, kSilent);
        (void)t.board.take();
        t.clock.advance(1s);
        const BoardUpdate update = t.sweepHeld(1, kToken, 8s);
        QCOMPARE(update.changed.at(0)->firstSeen, start);
        QCOMPARE(update.changed.at(0)->countVotes().verdict, Verdict::Held);
        QVERIFY(!update.changed.at(0)->votes[0].error);
    }

    void anErrorReplyIsAnErrorVoteAndSilenceIsNone()
    {
        BoardBench t(3);
        (void)t.sweepHeld(2, kToken, 10s);
        t.board.failMaster(2, Error{ErrorClass::NoPermission, "NOPERM"});
        QCOMPARE(t.board.take().changed[0]->votes[2].state, VoteState::Error);
        t.board.failMaster(2, kSilent);
        QCOMPARE(t.board.take().changed[0]->votes[2].state, VoteState::NoAnswer);
    }

    void aNetworkThatWasCutHasStoppedNoRenewals()
    {
        BoardBench t(3);
        t.renewEvery10s(3);
        for (std::size_t master = 0; master < 3; ++master)
            t.board.failMaster(master, kSilent);
        t.clock.advance(1min);
        QVERIFY(t.board.take().changed.at(0)->stale.empty());
        QVERIFY(t.sweepHeld(3, kToken, 55s).changed.at(0)->stale.empty());
        // From then on it counts.
        t.clock.advance(30s);
        QCOMPARE(t.sweepHeld(3, kToken, 25s).changed.at(0)->stale.front().kind,
            EvidenceKind::RenewalsStopped);
    }
};

LOCKKEEPER_TEST(BoardSilenceTest)

} // namespace lockkeeper::tests::board_silence_test

#include "board_silence_test.moc"
