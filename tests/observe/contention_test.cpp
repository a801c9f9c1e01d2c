// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/kinds/contention.h"
#include "tests/observe/board_bench.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::contention_test {

using namespace lockkeeper::observe;

namespace {

/// One master, and what is counted of its locks.
struct Bench : BoardBench {
    Bench()
        : BoardBench(1)
    {
        look({}); // the first complete update
    }

    void followHolds()
    {
        board.followHolds();
        board.setPushed(0, clock.now());
    }
    /// What a pushed key has now; empty: nothing.
    void touch(const std::string& name, const std::string& token = {})
    {
        board.read(0,
            token.empty() ? KeyReading{.key = name, .readAt = clock.now()}
                          : holding(name, token, 1h, clock.now()));
    }
    void take()
    {
        BoardUpdate update = board.take();
        update.isComplete = true;
        update.asOf = clock.now();
        contention.take(update);
    }
    /// All that is stored now.
    void look(const std::vector<std::pair<std::string, std::string>>& locks, milliseconds ttl = 1h)
    {
        board.beginSweep(0);
        for (const auto& [name, token] : locks)
            board.read(0, holding(name, token, ttl, clock.now()));
        board.endSweep(0);
        take();
    }
    [[nodiscard]] KindContention kind(const std::string& name) const
    {
        const auto found = contention.kinds().find(name);
        return found == contention.kinds().end() ? KindContention() : found->second;
    }

    Contention contention;
};

} // namespace

/// How long locks are held and free, by kind.
class ContentionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesThatDifferInNumbersAreOneKind()
    {
        Bench t;
        t.look({{"lock:order:41", kToken}, {"lock:order:42", kToken}});
        QCOMPARE(t.contention.kinds().size(), std::size_t(1));
        QCOMPARE(t.kind("lock:order:<n>").acquisitions, std::uint64_t(2));
    }

    void aHoldLastsFromItsTakingToItsEnd()
    {
        Bench t;
        t.look({{"lock:a", kToken}});
        t.clock.advance(4s);
        t.look({});
        const KindContention kind = t.kind("lock:a");
        QCOMPARE(kind.held.count(), std::uint64_t(1));
        QCOMPARE(kind.held.sum(), milliseconds(4s));
        QCOMPARE(kind.held.upTo(7), std::uint64_t(0)); // three seconds
        QCOMPARE(kind.held.upTo(8), std::uint64_t(1)); // five
        QCOMPARE(kind.releases, std::uint64_t(1));
        QCOMPARE(kind.expiries, std::uint64_t(0));
    }

    void aHoldThatEndsWithItsTtlHasExpired()
    {
        Bench t;
        t.look({{"lock:a", kToken}}, 4s);
        t.clock.advance(4s);
        t.look({});
        QCOMPARE(t.kind("lock:a").expiries, std::uint64_t(1));
        QCOMPARE(t.kind("lock:a").releases, std::uint64_t(0));
    }

    void whatWasThereBeforeIsNotMeasured()
    {
        Bench t;
        Contention late;
        t.board.beginSweep(0);
        t.board.read(0, holding("lock:a", kToken, 1h, t.clock.now()));
        t.board.endSweep(0);
        BoardUpdate update = t.board.take();
        update.isComplete = true;
        late.take(update);
        QCOMPARE(late.kinds().at("lock:a").acquisitions, std::uint64_t(0));
        update = {};
        update.gone = {Resource("lock:a")};
        late.take(update);
        QCOMPARE(late.kinds().at("lock:a").held.count(), std::uint64_t(0));
        QCOMPARE(late.kinds().at("lock:a").releases, std::uint64_t(1));
    }

    void aLockIsFreeBetweenTwoHolders()
    {
        Bench t;
        t.look({{"lock:a", kToken}});
        t.clock.advance(1s);
        t.look({});
        t.clock.advance(2s);
        t.look({{"lock:a", kOther}});
        t.clock.advance(3s);
        t.look({{"lock:a", kToken}}); // handed on at once
        const KindContention kind = t.kind("lock:a");
        QCOMPARE(kind.free.count(), std::uint64_t(2));
        QCOMPARE(kind.free.sum(), milliseconds(2s));
        QCOMPARE(kind.held.sum(), milliseconds(4s));
        QCOMPARE(kind.acquisitions, std::uint64_t(3));
    }

    void renewalsCountOnce()
    {
        Bench t;
        t.look({{"lock:a", kToken}}, 30s);
        for (int i = 0; i < 3; ++i) {
            t.clock.advance(10s);
            t.look({{"lock:a", kToken}}, 30s);
        }
        QCOMPARE(t.kind("lock:a").renewals, std::uint64_t(3));
        QCOMPARE(t.kind("lock:a").acquisitions, std::uint64_t(1));
    }

    void timesAreThoseOfReadings()
    {
        Bench t;
        t.followHolds();
        t.touch("lock:a", kToken);
        t.clock.advance(40ms);
        t.take();
        t.clock.advance(30ms);
        t.touch("lock:a");
        t.clock.advance(50ms);
        t.take(); // the update comes later than the change
        t.clock.advance(20ms);
        t.touch("lock:a", kOther);
        t.clock.advance(30ms);
        t.take();
        QCOMPARE(t.kind("lock:a").held.sum(), 70ms);
        QCOMPARE(t.kind("lock:a").free.sum(), 70ms);
        QCOMPARE(t.kind("lock:a").acquisitions, std::uint64_t(2));
        QCOMPARE(t.kind("lock:a").releases, std::uint64_t(1));
    }

    void whatComesAndGoesBetweenTwoUpdatesCounts()
    {
        Bench t;
        t.followHolds();
        for (int i = 0; i < 3; ++i) {
            t.touch("lock:a", kToken);
            t.clock.advance(5ms);
            t.touch("lock:a");
            t.clock.advance(2ms);
        }
        t.touch("lock:a", kOther);
        t.take();
        QCOMPARE(t.kind("lock:a").held.count(), std::uint64_t(3));
        QCOMPARE(t.kind("lock:a").held.sum(), 15ms);
        QCOMPARE(t.kind("lock:a").free.sum(), 6ms);
        QCOMPARE(t.kind("lock:a").acquisitions, std::uint64_t(4));
        t.touch("lock:a");
        t.take();
        QCOMPARE(t.kind("lock:a").releases, std::uint64_t(4));
    }

    void whatMastersLostWasNotReleased()
    {
        Bench t;
        t.followHolds();
        t.touch("lock:a", kToken);
        t.take();
        t.board.votes().noteFlush(0, t.clock.now());
        t.touch("lock:a", kOther);
        t.take();
        QCOMPARE(t.kind("lock:a").losses, std::uint64_t(1));
        QCOMPARE(t.kind("lock:a").releases, std::uint64_t(0));
    }

    void aTombstoneIsNoHold_data()
    {
        QTest::addColumn<bool>("areHoldsFollowed");
        QTest::newRow("by readings") << true;
        QTest::newRow("by updates") << false;
    }
    void aTombstoneIsNoHold()
    {
        QFETCH(const bool, areHoldsFollowed);
        Bench t;
        if (areHoldsFollowed)
            t.followHolds();
        for (const char* value : {kToken.c_str(), "lk1-revoked:ada:1795262266123:stuck"}) {
            t.touch("lock:a", value);
            t.take();
        }
        QCOMPARE(t.kind("lock:a").acquisitions, std::uint64_t(1));
        QCOMPARE(t.kind("lock:a").releases, std::uint64_t(1));
        t.touch("lock:a", kOther);
        t.take();
        QCOMPARE(t.kind("lock:a").acquisitions, std::uint64_t(2));
        QCOMPARE(t.kind("lock:a").releases, std::uint64_t(1));
    }

    void aWaiterIsMeasuredUntilItIsGone()
    {
        Bench t;
        BoardUpdate update;
        update.isComplete = true;
        update.asOf = t.clock.now();
        Waiter waiter{.announced = {.resources = {Resource("lock:a")}, .owner = {}, .id = "1"},
            .from = t.clock.now()};
        update.waits
            = std::make_shared<const Waits>(std::vector<Waiter>{waiter}, std::vector<Deadlock>());
        t.contention.take(update);
        t.clock.advance(7s);
        update.waits = noWaits();
        update.asOf = t.clock.now();
        t.contention.take(update);
        QCOMPARE(t.kind("lock:a").waited.count(), std::uint64_t(1));
        QCOMPARE(t.kind("lock:a").waited.sum(), milliseconds(7s));
    }

    void tooManyKindsAreCountedTogether()
    {
        Bench t;
        std::vector<std::pair<std::string, std::string>> locks;
        for (char first = 'a'; first <= 'z'; ++first) {
            for (char second = 'a'; second <= 'e'; ++second)
                locks.emplace_back(std::string("lock:") + first + second, kToken);
        }
        t.look(locks);
        QCOMPARE(t.contention.kinds().size(), Contention::kMostKinds + 1);
        QCOMPARE(
            t.kind(Contention::kOtherKinds).acquisitions, locks.size() - Contention::kMostKinds);
    }
};

LOCKKEEPER_TEST(ContentionTest)

} // namespace lockkeeper::tests::contention_test

#include "contention_test.moc"
