// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/observe/board_bench.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::lock_behaviour_test {

using namespace lockkeeper::observe;

namespace {

/// A value of which only the form says that it may be a lock's.
std::string randomToken(int number)
{
    std::string digits = std::to_string(number);
    return std::string(32 - digits.size(), 'a') + digits;
}

auto becauseOf(CertaintyReason reason)
{
    return [reason](const auto& entry) { return entry->packedLock.certainty().reason == reason; };
}

} // namespace

class LockBehaviourTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsOnlyPossibleIsCountedUnlessAskedFor()
    {
        BoardBench shy(1, Certainty::Likely);
        const BoardUpdate hidden = shy.sweepHeld(1, randomToken(1), 60s);
        QVERIFY(hidden.changed.empty());
        QCOMPARE(hidden.possible, std::size_t(1));
        QCOMPARE(hidden.locks, std::size_t(0));
        // It is gone for somebody who never saw it: nothing to tell.
        const BoardUpdate gone = shy.sweep({});
        QVERIFY(gone.gone.empty());
        QCOMPARE(gone.possible, std::size_t(0));
        BoardBench open(1);
        QCOMPARE(open.sweepHeld(1, randomToken(1), 60s).changed.size(), std::size_t(1));
    }

    void aNameThatIsTakenAgainAndAgainIsALocks()
    {
        BoardBench t(1, Certainty::Likely);
        std::vector<std::size_t> shown;
        for (int round = 0; round < 4; ++round) {
            const BoardUpdate update = t.sweepHeld(1, randomToken(round), 60s);
            shown.push_back(update.changed.size());
            QVERIFY(std::ranges::all_of(update.changed, becauseOf(CertaintyReason::TakenAgain)));
            (void)t.sweep({});
        }
        QCOMPARE(shown, (std::vector<std::size_t>{0, 0, 1, 1}));
    }

    void aTtlOfSecondsCountsWhereTheKeyWasSeenToBeStored()
    {
        const auto shown = [](milliseconds ttl, bool isPushed) {
            BoardBench t(1, Certainty::Likely);
            (void)t.sweep({});
            if (isPushed)
                t.board.setPushed(0, t.clock.now());
            t.board.read(0, holding("upload", randomToken(1), ttl, t.clock.now()));
            const BoardUpdate update = t.board.take();
            return !update.changed.empty()
                && std::ranges::all_of(update.changed, becauseOf(CertaintyReason::ShortLease));
        };
        QVERIFY(shown(20s, true));
        QVERIFY(!shown(20s, false)); // it may have been stored for a day
        QVERIFY(!shown(60s, true));
    }

    void aShortLivedValueThatDiffersOnEachMasterIsOnlyPossible()
    {
        const auto shown = [](std::initializer_list<int> tokens) {
            BoardBench t(3, Certainty::Likely);
            (void)t.sweep({});
            std::size_t master = 0;
            for (const int token : tokens) {
                t.board.setPushed(master, t.clock.now());
                t.board.read(master++, holding("upload", randomToken(token), 20s, t.clock.now()));
            }
            (void)t.board.take();
            for (const std::string& key : t.board.takeUnconfirmed(1))
                t.board.confirm(key);
            (void)t.board.take();
            t.board.republishAll();
            return t.board.take().changed.size();
        };
        QCOMPARE(shown({1, 1, 1}), std::size_t(1));
        QCOMPARE(shown({1, 2, 3}), std::size_t(0));
    }

    void whatDiffersOnEachMasterIsNoLock()
    {
        BoardBench t(3, Certainty::Likely);
        for (int round = 0; round < 6; ++round) {
            std::vector<KeyReading> readings;
            for (int master = 0; master < 3; ++master)
                readings.push_back(
                    holding("r", randomToken(10 * round + master), 60s, t.clock.now()));
            QVERIFY(t.sweep(readings).changed.empty());
            for (const std::string& key : t.board.takeUnconfirmed(1))
                t.board.confirm(key);
            (void)t.board.take();
            (void)t.sweep({});
        }
    }

    void aValueThatComesBackAsItWasIsNoLock()
    {
        BoardBench t(1, Certainty::Likely);
        for (int round = 0; round < 6; ++round) {
            QVERIFY(t.sweepHeld(1, randomToken(1), 60s).changed.empty());
            (void)t.sweep({});
        }
    }

    void aValueThatExpiredBeforeTheNextCameIsNoLock()
    {
        BoardBench t(1, Certainty::Likely);
        for (int round = 0; round < 6; ++round) {
            QVERIFY(t.sweepHeld(1, randomToken(round), 60s).changed.empty());
            t.clock.advance(61s);
            (void)t.sweep({});
        }
    }

    void whatIsRenewedSteadilyIsALock()
    {
        BoardBench t(1, Certainty::Likely);
        std::size_t shown = 0;
        for (int round = 0; round < 10; ++round) {
            const BoardUpdate update = t.sweepHeld(1, randomToken(1), 60s);
            shown += update.changed.size();
            QVERIFY(std::ranges::all_of(update.changed, becauseOf(CertaintyReason::Renewed)));
            t.clock.advance(10s);
        }
        QVERIFY(shown > 0);
    }

    void whatIsProlongedNowAndThenIsNot()
    {
        BoardBench t(1, Certainty::Likely);
        for (const auto pause : {3s, 20s, 5s, 29s, 2s, 11s, 25s, 8s, 8s, 9s, 20s, 20s}) {
            QVERIFY(t.sweepHeld(1, randomToken(1), 60s).changed.empty());
            t.clock.advance(pause);
        }
    }

    void whatCountsUpIsNoLock_data()
    {
        const auto row = columns<QString, int, bool>();
        row("INCR", "4", 50, false);
        row("INCRBY 10", "13", 50, false);
        row("taken by the next number", "4", 60, true);
        row("counted down", "2", 50, true);
        row("another number", "4711", 50, true);
        row("no number", "4a", 50, true);
    }
    void whatCountsUpIsNoLock()
    {
        // secondsLeft: of 60, after 10 s
        const auto [next, secondsLeft, isLock] = fetch<QString, int, bool>();
        BoardBench t(1, Certainty::Likely);
        t.board.read(0, holding("lock:upload:9", "3", 60s));
        QCOMPARE(t.board.take().changed.size(), std::size_t(1));
        t.clock.advance(10s);
        KeyReading reading
            = holding("lock:upload:9", next.toStdString(), std::chrono::seconds(secondsLeft));
        reading.readAt = t.clock.now();
        t.board.read(0, reading);
        const BoardUpdate update = t.board.take();
        QCOMPARE(update.changed.size(), std::size_t(isLock ? 1 : 0));
        QCOMPARE(update.gone.size(), std::size_t(isLock ? 0 : 1));
        const auto countsUp = becauseOf(CertaintyReason::CountsUp);
        QCOMPARE(countsUp(t.board.find("lock:upload:9")), !isLock);
        // The next reading changes nothing.
        t.board.read(0, reading);
        (void)t.board.take();
        QCOMPARE(countsUp(t.board.find("lock:upload:9")), !isLock);
    }

    void aLockThatLosesItsTtlIsJudgedAnew()
    {
        BoardBench t(1);
        KeyReading reading = holding("orders:1", randomToken(1), 60s);
        t.board.read(0, reading);
        QCOMPARE(t.board.take().changed.size(), std::size_t(1));
        reading.ttl.reset();
        t.board.read(0, reading);
        const BoardUpdate update = t.board.take();
        QCOMPARE(update.gone.size(), std::size_t(1));
        QCOMPARE(update.otherKeys, std::size_t(1));
    }
};

LOCKKEEPER_TEST(LockBehaviourTest)

} // namespace lockkeeper::tests::lock_behaviour_test

#include "lock_behaviour_test.moc"
