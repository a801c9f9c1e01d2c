// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"
#include "tests/observe/board_bench.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::board_twice_test {

using namespace lockkeeper::observe;

namespace {

using enum LossCause;

const Error kRefused{ErrorClass::Unreachable, "connection refused"};

/// A board that has seen one lock of kToken on all its masters, with a TTL of a minute.
struct Bench : BoardBench {
    explicit Bench(std::size_t masterCount = 1, const std::string& token = kToken,
        std::optional<milliseconds> ttl = 1min)
        : BoardBench(masterCount)
    {
        for (std::size_t i = 0; i < masterCount; ++i)
            board.votes().noteRestart(i, std::nullopt);
        (void)sweep(std::vector<KeyReading>(masterCount, holding("r", token, ttl, clock.now())));
        clock.advance(6s);
    }

    void noteLoss(std::size_t master, LossCause cause)
    {
        if (cause == Flush)
            return board.votes().noteFlush(master, clock.now());
        board.failMaster(master, kRefused);
        (void)board.take();
        clock.advance(1s);
        if (cause == Restart)
            board.votes().noteRestart(master, clock.now());
        else
            board.votes().noteFailover(master, clock.now());
    }
    /// A sweep of one master, which finds this token, or nothing.
    void sweepOne(std::size_t master, const std::string& token = {})
    {
        board.beginSweep(master);
        if (!token.empty())
            board.read(master, holding("r", token, 1min, clock.now()));
        board.endSweep(master);
    }
    /// It loses the lock, and is swept.
    void lose(std::size_t master, LossCause cause)
    {
        noteLoss(master, cause);
        sweepOne(master);
    }
    void read(std::size_t master, const std::string& token)
    {
        board.read(master, holding("r", token, 1min, clock.now()));
    }
    void release(std::size_t master) { board.read(master, {.key = "r", .readAt = clock.now()}); }
    void confirm()
    {
        for (const std::string& key : board.takeUnconfirmed(100))
            board.confirm(key);
    }
    /// The evidence of two holders, as published; nullopt: there is none.
    std::optional<Evidence> twice()
    {
        (void)board.take();
        board.reassess(100);
        (void)board.take();
        const LockEntryPtr entry = board.find("r");
        if (!entry)
            return std::nullopt;
        const auto& stale = entry->stale;
        const auto found = std::ranges::find(stale, EvidenceKind::MayBeHeldTwice, &Evidence::kind);
        return found == stale.end() ? std::nullopt : std::optional(*found);
    }
};

} // namespace

/// Locks that are taken while the lease of a holder from whom a master lost them still runs.
class BoardTwiceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLockThatIsTakenAgainAfterALossMayBeHeldTwice_data()
    {
        QTest::addColumn<int>("cause");
        QTest::newRow("flush") << static_cast<int>(Flush);
        QTest::newRow("restart") << static_cast<int>(Restart);
        QTest::newRow("failover") << static_cast<int>(Failover);
    }
    void aLockThatIsTakenAgainAfterALossMayBeHeldTwice()
    {
        QFETCH(const int, cause);
        Bench t;
        t.lose(0, static_cast<LossCause>(cause));
        const SteadyTime lostAt = t.clock.now();
        QCOMPARE(t.board.take().lost.size(), std::size_t(1));
        QVERIFY(t.board.votes().latestLoss(0) == Loss({lostAt, 1, static_cast<LossCause>(cause)}));
        QVERIFY(!t.twice());
        t.clock.advance(2s);
        t.read(0, kOther);
        const auto found = t.twice();
        QVERIFY(found.has_value());
        const milliseconds left = cause == static_cast<int>(Flush) ? 54s : 53s;
        QVERIFY(found->measure == left);
        QVERIFY(found->since == lostAt);
        const LostLease& lease = *found->lost;
        QCOMPARE(lease.holder.host, std::optional<std::string>("web-3"));
        QCOMPARE(lease.holder.pid, std::optional<std::int64_t>(812));
        QVERIFY(lease.cause == static_cast<LossCause>(cause));
        QCOMPARE(lease.masters, std::vector{MasterId("a")});
        QCOMPARE(lease.takenAfter, 2000ms);
        QVERIFY(!lease.isRunning);
        QVERIFY(t.board.find("r")->stale.front().kind == EvidenceKind::MayBeHeldTwice);
    }

    void holdersOfOneHostAreTwo()
    {
        const auto ofNode
            = [](const char* time) { return std::string(time) + "49f911f08f3a0242ac110002"; };
        Bench t(1, ofNode("5ccedab0"));
        t.lose(0, Flush);
        t.read(0, ofNode("5ccedab1"));
        QVERIFY(t.twice().has_value());
    }

    void oneThatIsTakenBeforeTheSweepMayBeHeldTwice_data()
    {
        aLockThatIsTakenAgainAfterALossMayBeHeldTwice_data();
    }
    void oneThatIsTakenBeforeTheSweepMayBeHeldTwice()
    {
        QFETCH(const int, cause);
        Bench t;
        t.noteLoss(0, static_cast<LossCause>(cause));
        t.board.beginSweep(0);
        t.read(0, kOther);
        QVERIFY(!t.twice()); // it may be a flush of another database
        t.board.endSweep(0);
        QVERIFY(t.twice().has_value());
        QCOMPARE(t.board.votes().latestLoss(0)->locks, std::size_t(1));
    }

    /// Nothing tells a flush from releases.
    void aMasterThatIsFoundEmptyHasNotLostLeases()
    {
        Bench t;
        for (const char* key : {"a", "b"})
            t.board.read(0, holding(key, kToken, 1min, t.clock.now()));
        (void)t.board.take();
        t.sweepOne(0);
        t.read(0, kOther);
        QVERIFY(!t.twice());
    }

    void itEndsWithTheOldLease()
    {
        Bench t;
        t.lose(0, Restart);
        t.read(0, kOther);
        QVERIFY(t.twice().has_value());
        t.clock.advance(52s);
        QVERIFY(t.twice().has_value());
        t.clock.advance(2s);
        QVERIFY(!t.twice());
    }

    void itEndsWithTheProcessOfTheOldHolder()
    {
        Bench t;
        t.processes.state = ProcessState::Running;
        t.lose(0, Restart);
        t.read(0, kOther);
        QVERIFY(t.twice()->lost->isRunning);
        t.processes.state = ProcessState::Gone;
        QVERIFY(!t.twice());
    }

    void itEndsWithTheSecondHolder()
    {
        Bench t;
        t.lose(0, Restart);
        t.read(0, kOther);
        QVERIFY(t.twice().has_value());
        t.release(0);
        QVERIFY(!t.twice());
    }

    void aThirdHolderIsNoSaferThanTheSecond()
    {
        Bench t;
        t.lose(0, Restart);
        t.read(0, kOther);
        QVERIFY(t.twice().has_value());
        t.clock.advance(5s);
        t.read(0, "lk1:web-5:5:api:1750000002000:" + std::string(40, 'c'));
        QCOMPARE(t.twice()->lost->takenAfter, 5000ms);
    }

    void aReleaseBeforeTheRestartEndsTheLease()
    {
        Bench t;
        t.release(0);
        t.lose(0, Restart);
        t.read(0, kOther);
        QVERIFY(!t.twice());
    }

    void aLeaseThatHadRunOutIsNotLost()
    {
        Bench t;
        t.clock.advance(54s);
        t.lose(0, Restart);
        t.read(0, kOther);
        QVERIFY(!t.twice());
        QVERIFY(!t.board.votes().latestLoss(0));
    }

    void anOutageOfTheNetworkLosesNothing()
    {
        Bench t;
        t.board.failMaster(0, kRefused);
        t.clock.advance(1s);
        t.sweepOne(0, kOther);
        QVERIFY(!t.twice());
        t.read(0, kToken);
        QVERIFY(!t.twice());
    }

    void whatMayHaveBeenReleasedUnseenIsNotHeldTwice()
    {
        Bench t;
        t.board.failMaster(0, kRefused);
        t.clock.advance(40s);
        t.board.votes().noteRestart(0, t.clock.now(), true);
        t.sweepOne(0);
        t.read(0, kOther);
        QVERIFY(!t.twice());
    }

    void whatASaveHasKeptIsNotLost()
    {
        Bench t;
        t.noteLoss(0, Restart);
        t.sweepOne(0, kToken);
        t.clock.advance(1s);
        t.release(0);
        t.read(0, kOther);
        QVERIFY(!t.twice());
        QVERIFY(!t.board.votes().latestLoss(0));
    }

    void theSameTokenMayComeBack()
    {
        Bench t;
        t.lose(0, Restart);
        t.clock.advance(1s);
        t.read(0, kToken);
        QVERIFY(!t.twice());
        t.release(0);
        t.read(0, kOther);
        QVERIFY(!t.twice()); // the release was seen
    }

    void theSameHolderMayComeBack()
    {
        Bench t;
        t.lose(0, Restart);
        t.read(0, "lk1:web-3:812:api:1750000007000:p0123456789abcdef-7:" + std::string(40, 'd'));
        QVERIFY(!t.twice());
    }

    void nobodyWorksUnderATombstone()
    {
        const std::string tombstone = "lk1-revoked:op-1:1750000000000:stuck";
        Bench old(1, tombstone);
        old.noteLoss(0, Restart);
        old.sweepOne(0);
        old.read(0, kOther);
        QVERIFY(!old.twice());
        Bench revoked;
        revoked.board.votes().noteFlush(0, revoked.clock.now()); // of another database
        revoked.board.beginSweep(0);
        revoked.read(0, tombstone);
        revoked.board.endSweep(0);
        revoked.read(0, kOther);
        QVERIFY(!revoked.twice());
        QVERIFY(!revoked.board.votes().latestLoss(0));
    }

    void aFlushOfAnotherDatabaseLosesNothing()
    {
        Bench t;
        for (const char* key : {"a", "b"})
            t.board.read(0, holding(key, kToken, 1min, t.clock.now()));
        (void)t.board.take();
        t.clock.advance(1s);
        t.board.votes().noteFlush(0, t.clock.now());
        t.read(0, kOther); // it changes hands meanwhile
        t.board.beginSweep(0);
        for (const char* key : {"a", "b", "r"})
            QVERIFY(t.board.markSeen(0, key));
        t.board.endSweep(0);
        QVERIFY(!t.twice());
        QVERIFY(!t.board.votes().latestLoss(0));
    }

    void whatIsOnlyPossiblyALockIsNotHeldTwice()
    {
        Bench t(1, std::string(32, 'a'));
        QVERIFY(t.board.find("r")->packedLock.certainty().level == Certainty::Possible);
        t.lose(0, Restart);
        t.read(0, std::string(32, 'b'));
        QVERIFY(!t.twice());
    }

    void readersMayShare()
    {
        BoardBench t(1);
        const auto reader = [&t](const std::string& client) {
            return KeyReading{.key = "lock:r",
                .type = ValueType::Hash,
                .fields = {{"mode", "read"}, {client + ":7", "1"}},
                .ttl = 30s,
                .readAt = t.clock.now()};
        };
        (void)t.sweep({reader("5ccedab0-49f9-11f0-8f3a-0242ac110002")});
        QVERIFY(t.board.find("lock:r")->unpackLock().mode == LockMode::Read);
        t.board.votes().noteFlush(0, t.clock.now());
        (void)t.sweep({});
        QVERIFY(t.board.votes().latestLoss(0).has_value());
        (void)t.sweep({reader("6ccedab0-49f9-11f0-8f3a-0242ac110002")});
        QVERIFY(t.board.find("lock:r")->stale.empty());
    }

    void anEndlessLeaseIsRememberedForAnHour()
    {
        Bench t(1, kToken, std::nullopt);
        t.lose(0, Restart);
        t.read(0, kOther);
        const auto found = t.twice();
        QVERIFY(found.has_value() && !found->measure);
        t.clock.advance(59min);
        t.read(0, kOther);
        QVERIFY(t.twice().has_value());
        t.clock.advance(2min);
        t.read(0, kOther);
        QVERIFY(!t.twice());
    }

    void aQuorumThatIsLostIsTakenAgain()
    {
        Bench t(3);
        for (const std::size_t master : {0U, 1U, 2U})
            t.noteLoss(master, Flush);
        for (const std::size_t master : {0U, 1U, 2U})
            t.sweepOne(master);
        QCOMPARE(t.board.take().lost.size(), std::size_t(1));
        for (const std::size_t master : {0U, 1U, 2U})
            t.read(master, kOther);
        t.confirm();
        QCOMPARE(t.twice()->lost->masters.size(), std::size_t(3));
    }

    /// The holder thinks that it holds the lock, the more so as one master still stores it.
    void aQuorumThatIsLostIsTakenBesideAMasterThatStillStoresTheLease()
    {
        Bench t(3);
        for (const std::size_t master : {1U, 2U}) {
            t.lose(master, Flush);
            t.read(master, kOther);
        }
        t.confirm();
        QCOMPARE(t.twice()->lost->masters.size(), std::size_t(2));
        QVERIFY(!t.board.find("r")->stale.has(EvidenceKind::OutvotedToken)); // said once
        t.release(0); // its holder has noticed
        QVERIFY(!t.twice());
    }

    void aQuorumThatIsTakenBeforeTheSweepsIsLostToo()
    {
        Bench t(3);
        for (const std::size_t master : {1U, 2U})
            t.noteLoss(master, Flush);
        for (const std::size_t master : {1U, 2U}) {
            t.read(master, kOther);
            t.sweepOne(master, kOther); // while the lease leads on the others
        }
        t.confirm();
        QVERIFY(t.twice().has_value());
    }

    void mastersThatRestartTogetherLoseTheLeaseOfOneHolder()
    {
        Bench t(3);
        for (const std::size_t master : {0U, 1U, 2U})
            t.board.failMaster(master, kRefused);
        t.clock.advance(1s);
        for (const std::size_t master : {0U, 1U, 2U}) {
            t.board.votes().noteRestart(master, t.clock.now());
            t.sweepOne(master, kOther);
        }
        t.confirm();
        QCOMPARE(t.twice()->lost->masters.size(), std::size_t(3));
    }

    void oneMasterThatLostTheLeaseIsNoLossOfTheQuorum()
    {
        Bench t(3);
        t.noteLoss(2, Flush);
        t.sweepOne(2, kOther);
        t.confirm();
        QVERIFY(!t.twice());
        QVERIFY(t.board.find("r")->stale.has(EvidenceKind::OutvotedToken));
    }

    void aReleaseAfterTheLossOfAMinorityIsARelease()
    {
        Bench t(3);
        t.lose(2, Restart);
        (void)t.board.take();
        t.release(0);
        t.release(1);
        (void)t.board.take();
        for (const std::size_t master : {0U, 1U, 2U})
            t.read(master, kOther);
        t.confirm();
        QVERIFY(!t.twice());
    }

    void aReleaseOfTheRestIsARelease()
    {
        Bench t(3);
        for (const std::size_t master : {1U, 2U}) {
            t.lose(master, Flush);
        }
        (void)t.board.take();
        t.release(0);
        (void)t.board.take();
        for (const std::size_t master : {0U, 1U, 2U})
            t.read(master, kOther);
        t.confirm();
        QVERIFY(!t.twice());
    }

    void aHolderThatRepairsItsLockHoldsIt()
    {
        Bench t(3);
        for (const std::size_t master : {0U, 1U, 2U})
            t.noteLoss(master, Flush);
        for (const std::size_t master : {0U, 1U, 2U})
            t.sweepOne(master);
        for (const std::size_t master : {0U, 1U, 2U})
            t.read(master, kToken);
        QVERIFY(!t.twice());
        for (const std::size_t master : {0U, 1U, 2U})
            t.release(master);
        for (const std::size_t master : {0U, 1U, 2U})
            t.read(master, kOther);
        t.confirm();
        QVERIFY(!t.twice());
    }

    void twoFlushesInARowLoseBoth()
    {
        Bench t;
        t.board.read(0, holding("a", kToken, 1min, t.clock.now()));
        (void)t.board.take();
        t.board.votes().noteFlush(0, t.clock.now());
        t.release(0);
        t.clock.advance(10ms);
        t.board.votes().noteFlush(0, t.clock.now());
        t.sweepOne(0);
        QCOMPARE(t.board.votes().latestLoss(0)->locks, std::size_t(2));
        t.read(0, kOther);
        QVERIFY(t.twice().has_value());
    }
};

LOCKKEEPER_TEST(BoardTwiceTest)

} // namespace lockkeeper::tests::board_twice_test

#include "board_twice_test.moc"
