// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/observe/board_bench.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::board_losses_test {

using namespace lockkeeper::observe;

/// Locks that masters lose together, which nobody has released.
class BoardLossesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void locksThatAFlushTakesAreLostNotReleased()
    {
        BoardBench t(3);
        hold(t, {0, 1, 2}, {"a", "b"});
        t.clock.advance(1s);
        flush(t, {0, 1, 2});
        const BoardUpdate update = t.board.take();
        QCOMPARE(update.gone.size(), std::size_t(2));
        QCOMPARE(update.lost.size(), std::size_t(2));
        for (std::size_t master = 0; master < 3; ++master)
            QVERIFY(
                t.board.votes().latestLoss(master) == Loss({t.clock.now(), 2, LossCause::Flush}));
    }

    void aReleaseIsNoLoss()
    {
        BoardBench t(3);
        hold(t, {0, 1, 2}, {"a"});
        for (std::size_t master = 0; master < 3; ++master)
            t.board.read(master, {.key = "a", .readAt = t.clock.now()});
        const BoardUpdate update = t.board.take();
        QCOMPARE(update.gone.size(), std::size_t(1));
        QVERIFY(update.lost.empty());
        QVERIFY(!t.board.votes().latestLoss(0));
    }

    void whatHadRunOutIsNotLost()
    {
        BoardBench t(1);
        hold(t, {0}, {"a", "b", "c"}, 1s);
        t.clock.advance(2s);
        flush(t, {0});
        QVERIFY(t.board.take().lost.empty());
        QVERIFY(!t.board.votes().latestLoss(0));
    }

    void aReadingBetweenTheFlushAndItsSweepCounts()
    {
        BoardBench t(1);
        hold(t, {0}, {"a", "b"});
        t.board.votes().noteFlush(0, t.clock.now());
        t.board.read(0, {.key = "a", .readAt = t.clock.now()}); // to confirm a disagreement
        t.board.beginSweep(0);
        t.board.endSweep(0);
        QCOMPARE(t.board.take().lost.size(), std::size_t(2));
        QCOMPARE(t.board.votes().latestLoss(0)->locks, std::size_t(2));
    }

    void aSweepThatBeganBeforeTheFlushDoesNotEndIt()
    {
        BoardBench t(1);
        hold(t, {0}, {"a", "b"});
        t.board.beginSweep(0);
        QVERIFY(t.board.markSeen(0, "a"));
        QVERIFY(t.board.markSeen(0, "b"));
        t.board.votes().noteFlush(0, t.clock.now());
        t.board.endSweep(0);
        QVERIFY(t.board.take().gone.empty());
        t.board.beginSweep(0);
        t.board.endSweep(0);
        QCOMPARE(t.board.take().lost.size(), std::size_t(2));
    }

    void aFlushOfAnotherDatabaseIsNone()
    {
        BoardBench t(1);
        hold(t, {0}, {"a", "b", "c"});
        t.clock.advance(1s);
        t.board.votes().noteFlush(0, t.clock.now());
        t.board.read(0, {.key = "a", .readAt = t.clock.now()}); // released meanwhile
        t.board.beginSweep(0);
        QVERIFY(t.board.markSeen(0, "b"));
        QVERIFY(t.board.markSeen(0, "c"));
        t.board.endSweep(0);
        QVERIFY(t.board.take().lost.empty());
        QVERIFY(!t.board.votes().latestLoss(0));
    }

    void whatGoesBetweenTwoSweepsMayHaveBeenReleased()
    {
        BoardBench t(1);
        hold(t, {0}, {"a", "b", "c"});
        t.clock.advance(1s);
        t.board.beginSweep(0);
        t.board.endSweep(0);
        const BoardUpdate update = t.board.take();
        QCOMPARE(update.gone.size(), std::size_t(3));
        QVERIFY(update.lost.empty());
        QVERIFY(!t.board.votes().latestLoss(0));
    }

    void whatGoesWithoutAReportIsLost()
    {
        BoardBench t(1);
        const SteadyTime since = t.clock.now();
        hold(t, {0}, {"a", "b"});
        t.clock.advance(1s);
        t.board.beginSweep(0);
        t.read(0, "b", 59s);
        QCOMPARE(t.board.endSweep(0, false, since), std::vector<std::string>{"a"});
        QVERIFY(t.board.take().gone.empty()); // a report may be on its way
        t.board.votes().noteVanished(
            0, t.clock.now(), [&] { t.board.read(0, {.key = "a", .readAt = t.clock.now()}); });
        t.board.settleLosses(0);
        QCOMPARE(t.board.take().lost, std::vector{Resource("a")});
        QVERIFY(t.board.votes().latestLoss(0) == Loss({t.clock.now(), 1, LossCause::Unknown}));
        t.board.read(0, {.key = "b", .readAt = t.clock.now()});
        QVERIFY(t.board.take().lost.empty());
    }

    void whatARestartHasKeptAndIsReleasedAfterwardsIsNotLost_data()
    {
        QTest::addColumn<bool>("isSeen");
        QTest::newRow("it was read") << true;
        QTest::newRow("the release was reported") << false;
    }
    void whatARestartHasKeptAndIsReleasedAfterwardsIsNotLost()
    {
        QFETCH(const bool, isSeen);
        BoardBench t(1);
        hold(t, {0}, {"a", "b"});
        t.board.failMaster(0, {ErrorClass::Unreachable, "connection refused"});
        t.clock.advance(1s);
        t.board.votes().noteRestart(0, t.clock.now());
        t.board.beginSweep(0);
        t.clock.advance(5ms);
        if (isSeen)
            t.read(0, "a", 58s);
        else
            t.board.votes().setReported(0, {"a"});
        t.clock.advance(5ms);
        t.board.read(0, {.key = "a", .readAt = t.clock.now()});
        t.board.votes().setReported(0, {});
        t.read(0, "b", 58s);
        t.board.endSweep(0);
        const BoardUpdate update = t.board.take();
        QCOMPARE(update.gone, std::vector{Resource("a")});
        QVERIFY(update.lost.empty());
        QVERIFY(!t.board.votes().latestLoss(0));
    }

    void whatASilentMasterStoredDoesNotHideALoss_data()
    {
        QTest::addColumn<bool>("isRemoved");
        QTest::newRow("nobody released it") << false;
        QTest::newRow("somebody released it") << true;
    }
    void whatASilentMasterStoredDoesNotHideALoss()
    {
        QFETCH(const bool, isRemoved);
        const Fingerprint token = Fingerprint::ofString("t");
        const Vote held{.state = VoteState::Held, .token = token, .ttl = 30s};
        Votes votes{held, held, isRemoved ? held : Vote{.state = VoteState::Free}};
        votes.set(0, {.state = VoteState::Free});
        votes.setLost(0, true);
        votes.setFailed(1, VoteState::NoAnswer, nullptr);
        votes.set(2, {.state = VoteState::Free});
        QCOMPARE(votes.isRemoved(2), isRemoved);
        QCOMPARE(isQuorumLost(votes), !isRemoved);
        QCOMPARE(isQuorumLost(votes, token), !isRemoved);
        votes.set(0, {.state = VoteState::Held, .token = Fingerprint::ofString("next")});
        QVERIFY(!votes.isRemoved(2));
    }

    void aRestartLosesWhatWasNotSaved()
    {
        BoardBench t(1);
        t.board.votes().noteRestart(0, std::nullopt);
        hold(t, {0}, {"a", "b"});
        t.board.failMaster(0, {ErrorClass::Unreachable, "connection refused"});
        t.board.votes().noteRestart(0, t.clock.now());
        t.board.beginSweep(0);
        t.board.read(0, holding("b", kToken, 1min, t.clock.now()));
        t.board.votes().noteRestart(0, t.clock.now()); // the same one
        t.board.endSweep(0);
        QVERIFY(t.board.votes().latestLoss(0) == Loss({t.clock.now(), 1, LossCause::Restart}));
    }

    void aReleaseOfWhatAMinorityHasLostIsARelease()
    {
        BoardBench t(3);
        hold(t, {0, 1, 2}, {"a", "b"});
        flush(t, {0});
        (void)t.board.take();
        for (std::size_t master = 1; master < 3; ++master)
            t.board.read(master, {.key = "a", .readAt = t.clock.now()});
        const BoardUpdate update = t.board.take();
        QCOMPARE(update.gone, std::vector{Resource("a")});
        QVERIFY(update.lost.empty());
    }

    void whatIsTakenAgainAtOnceWasLost_data()
    {
        const auto row = columns<int, bool>();
        row("none", 0, false);
        row("a minority", 1, false);
        row("a quorum", 2, true);
        row("all", 3, true);
    }
    void whatIsTakenAgainAtOnceWasLost()
    {
        const auto [emptied, isLost] = fetch<int, bool>();
        BoardBench t(3);
        hold(t, {0, 1, 2}, {"a"});
        for (std::size_t master = 0; master < static_cast<std::size_t>(emptied); ++master)
            t.board.votes().noteFlush(master, t.clock.now());
        for (std::size_t master = 0; master < 3; ++master)
            t.board.read(master, holding("a", kOther, 1min, t.clock.now()));
        const BoardUpdate update = t.board.take();
        const Votes& votes = update.changed.front()->votes;
        QCOMPARE(isQuorumLost(votes, Fingerprint::ofString(kToken)), isLost);
        QVERIFY(!isQuorumLost(votes, Fingerprint::ofString(kOther)));
    }

    void whatIsTakenAgainMayBeReadAfterTheSweep()
    {
        BoardBench t(1);
        hold(t, {0}, {"a", "b"});
        t.board.votes().noteFlush(0, t.clock.now());
        t.board.beginSweep(0);
        QVERIFY(t.board.markSeen(0, "a")); // under another token by now
        QVERIFY(t.board.markSeen(0, "b"));
        t.board.endSweep(0, false);
        t.board.read(0, holding("a", kOther, 1min, t.clock.now()));
        t.board.read(0, {.key = "b", .readAt = t.clock.now()}); // the sweep saw it: a release
        t.board.settleLosses(0);
        const BoardUpdate update = t.board.take();
        QVERIFY(isQuorumLost(update.changed.front()->votes, Fingerprint::ofString(kToken)));
        QCOMPARE(t.board.votes().latestLoss(0)->locks, std::size_t(1));
        QVERIFY(update.lost.empty());
    }

    /// Votes are kept to the millisecond.
    void whatIsTakenAgainInTheMillisecondOfTheFlushWasLost()
    {
        BoardBench t(1);
        hold(t, {0}, {"a"});
        t.clock.advance(1s);
        t.board.votes().noteFlush(0, t.clock.now() + 300us);
        t.board.read(0, holding("a", kOther, 1min, t.clock.now() + 400us));
        t.board.beginSweep(0);
        QVERIFY(t.board.markSeen(0, "a"));
        t.board.endSweep(0);
        QCOMPARE(t.board.votes().latestLoss(0)->locks, std::size_t(1));
    }

    void whatMastersLostThatFailedTogetherWasLost()
    {
        BoardBench t(3);
        hold(t, {0, 1, 2}, {"a"});
        for (std::size_t master = 0; master < 3; ++master)
            t.board.votes().noteRestart(master, std::nullopt);
        for (std::size_t master = 0; master < 3; ++master)
            t.board.failMaster(master, {ErrorClass::Unreachable, "connection refused"});
        t.clock.advance(1s);
        for (std::size_t master = 0; master < 3; ++master) {
            t.board.votes().noteRestart(master, t.clock.now());
            t.board.beginSweep(master);
            t.board.read(master, holding("a", kOther, 1min, t.clock.now()));
            t.board.endSweep(master);
            QVERIFY(t.board.votes().latestLoss(master).has_value());
        }
        (void)t.board.take();
        QVERIFY(isQuorumLost(t.board.find("a")->votes, Fingerprint::ofString(kToken)));
    }

    void theLossIsRememberedByTheNextTokenOnly()
    {
        const Fingerprint first = Fingerprint::ofString("1");
        Votes votes{{MasterId("a"), VoteState::Held, first, 30s}};
        votes.set(0, {.state = VoteState::Free});
        votes.setLost(0, true);
        for (int reading = 0; reading < 2; ++reading) {
            votes.set(0, {.state = VoteState::Held, .token = Fingerprint::ofString("2")});
            QVERIFY(isQuorumLost(votes, first) && !votes.isLost(0) && !votes.storesUntil(0));
        }
        votes.set(0, {.state = VoteState::Held, .token = Fingerprint::ofString("3")});
        QVERIFY(!isQuorumLost(votes, first));
    }

    void aFlushOfAnotherDatabaseLosesNoTokenThatIsReplaced()
    {
        BoardBench t(1);
        hold(t, {0}, {"a", "b", "c"});
        t.clock.advance(1s);
        t.board.votes().noteFlush(0, t.clock.now());
        t.board.read(0, holding("a", kOther, 1min, t.clock.now())); // handed on meanwhile
        t.board.beginSweep(0);
        for (const char* key : {"a", "b", "c"})
            QVERIFY(t.board.markSeen(0, key));
        t.board.endSweep(0);
        (void)t.board.take();
        QVERIFY(!isQuorumLost(t.board.find("a")->votes, Fingerprint::ofString(kToken)));
    }

    void aMasterThatFailsAfterwardsIsNotSaidToStoreIt()
    {
        Votes votes{{MasterId("a"), VoteState::Held, Fingerprint::ofString("t"), 30s}};
        votes.set(0, {.state = VoteState::Free});
        votes.setLost(0, true);
        QVERIFY(votes.isLost(0) && !votes.storesUntil(0) && !votes.heldUntil(0));
        votes.setFailed(0, VoteState::NoAnswer, nullptr);
        QVERIFY(!votes.isLost(0) && !votes.storesUntil(0));
    }

private:
    static void hold(BoardBench& t, std::initializer_list<std::size_t> masters,
        std::initializer_list<const char*> keys, milliseconds ttl = 1min)
    {
        for (const std::size_t master : masters) {
            t.board.beginSweep(master);
            for (const char* key : keys)
                t.read(master, key, ttl);
            t.board.endSweep(master);
        }
        QCOMPARE(t.board.take().changed.size(), keys.size());
    }
    static void flush(BoardBench& t, std::initializer_list<std::size_t> masters)
    {
        for (const std::size_t master : masters)
            t.board.votes().noteFlush(master, t.clock.now());
        for (const std::size_t master : masters) {
            t.board.beginSweep(master);
            t.board.endSweep(master);
        }
    }
};

LOCKKEEPER_TEST(BoardLossesTest)

} // namespace lockkeeper::tests::board_losses_test

#include "board_losses_test.moc"
