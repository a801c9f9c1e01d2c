// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lease_state.h"
#include "core/lock/redlock.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::lease_state_test {

using namespace lockkeeper::lock;

namespace {

const Claim kClaim{{Resource("r")}, Token("ours")};

/// A lease of 30 s on three masters, as acquire leaves it.
struct HeldLease {
    explicit HeldLease(bool isRenewed, std::chrono::milliseconds maxHold = 24h)
    {
        for (std::size_t i = 0; i < masters.masters.size(); ++i) {
            masters[i].send({"SET", "r", "ours", "NX", "PX", "30000"}, 1s, [](const auto&) {});
        }
        const Validity validity{Ttl::from(30s).value()};
        state = std::make_shared<LeaseState>(masters.context, redlock(),
            HeldClaim{.claim = kClaim,
                .validity = validity,
                .deadline = validity.deadlineFrom(masters.clock.now()),
                .isRenewed = isRenewed,
                .maxHold = maxHold,
                .onLost = [this] { ++losses; }});
        masters.settle();
        state->start();
    }

    Result<void> extend(std::chrono::milliseconds ttl)
    {
        std::optional<Result<void>> result;
        state->extend(
            Ttl::from(ttl).value(), [&](const Result<void>& reported) { result = reported; });
        masters.clock.advance(60ms);
        return result.value_or(Result<void>(fail(ErrorClass::System, "never reported")));
    }

    void holdAnswers()
    {
        for (auto& master : masters.masters)
            master->holdAnswers(true);
    }
    /// One answer of each master.
    void deliverNext()
    {
        for (auto& master : masters.masters)
            master->deliverFirst();
    }

    FakeDeployment masters{3};
    int losses = 0;
    std::shared_ptr<LeaseState> state;
};

} // namespace

class LeaseStateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isHeldUntilItsDeadlineAndNotAMomentLonger()
    {
        HeldLease lease(false);
        lease.masters.clock.freeze(30s - 302ms - 1ms);
        QVERIFY(lease.state->isHeld());
        lease.masters.clock.freeze(1ms);
        QVERIFY(!lease.state->isHeld());
    }

    void tellsTheLossAtTheDeadline()
    {
        HeldLease lease(false);
        lease.masters.clock.advance(29s);
        QVERIFY(!lease.state->lost().stop_requested());
        lease.masters.clock.advance(1s);
        QVERIFY(lease.state->lost().stop_requested());
    }

    void renewsAtAThirdOfTheTtlForAsLongAsItLives()
    {
        HeldLease lease(true);
        for (int i = 0; i < 100; ++i) {
            lease.masters.clock.advance(5s);
            QVERIFY(lease.state->isHeld());
        }
        QVERIFY(lease.masters[0].ttlOf("r").value() > 19s);
    }

    void oneFailedRenewalIsNotTheLast()
    {
        HeldLease lease(true);
        lease.masters.each(&FakeTransport::setMode, FakeTransport::Mode::Stopped);
        lease.masters.clock.advance(15s);
        QVERIFY(lease.state->isHeld());
        lease.masters.each(&FakeTransport::resume);
        lease.masters.clock.advance(60s);
        QVERIFY(lease.state->isHeld());
    }

    void keepsTheLeaseWhileAMinorityIsGone()
    {
        HeldLease lease(true);
        lease.masters[0].setMode(FakeTransport::Mode::Down);
        lease.masters.clock.advance(120s);
        QVERIFY(lease.state->isHeld());
    }

    void losesTheLeaseOnProofAtOnce()
    {
        HeldLease lease(true);
        lease.masters[0].remove("r");
        lease.masters[1].remove("r");
        lease.masters.clock.advance(10s + 60ms);
        QVERIFY(lease.state->lost().stop_requested());
        QVERIFY(!lease.state->isHeld());
        // What an operator released stays released.
        lease.masters.clock.advance(60s);
        QCOMPARE(lease.masters[0].valueOf("r"), std::nullopt);
    }

    void losesTheLeaseAtTheDeadlineWithoutAMajority()
    {
        HeldLease lease(true);
        lease.masters[0].setMode(FakeTransport::Mode::Down);
        lease.masters[1].setMode(FakeTransport::Mode::Down);
        lease.masters.clock.advance(29s);
        QVERIFY(lease.state->isHeld());
        lease.masters.clock.advance(1s);
        QVERIFY(lease.state->lost().stop_requested());
    }

    void neverExtendsAfterTheDeadlineEvenIfTheKeyIsStillThere()
    {
        HeldLease lease(true);
        lease.masters.each(&FakeTransport::put, "r", "ours");
        const std::size_t before = lease.masters[0].log().size();
        lease.masters.clock.freeze(31s); // stopped and continued
        QVERIFY(!lease.state->isHeld());
        lease.masters.clock.advance(10s);
        QVERIFY(lease.state->lost().stop_requested());
        QCOMPARE(lease.masters[0].log().size(), before);
        QCOMPARE(lease.extend(30s).error().kind, ErrorClass::LeaseLost);
    }

    void renewalEndsWithTheRelease()
    {
        HeldLease lease(true);
        lease.masters.clock.advance(9s);
        bool isReleased = false;
        lease.state->release([&](const RoundResult&) { isReleased = true; });
        lease.masters.settle();
        QVERIFY(isReleased);
        const std::size_t sent = lease.masters[0].log().size();
        lease.masters.clock.advance(60s);
        QCOMPARE(lease.masters[0].log().size(), sent);
        QVERIFY(!lease.state->lost().stop_requested());
    }

    void aReleaseDuringARenewalLeavesNothing()
    {
        HeldLease lease(true);
        lease.masters.each(&FakeTransport::holdAnswers, true);
        lease.masters.clock.advance(10s); // the renewal is under way
        lease.state->release([](const RoundResult&) {});
        lease.masters.each(&FakeTransport::deliver);
        lease.masters.clock.advance(60s);
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(0));
        QVERIFY(!lease.state->isHeld());
    }

    void aShorterTtlThatNobodyConfirmedLeavesTheDeadline()
    {
        HeldLease lease(false);
        lease.masters.each(&FakeTransport::setMode, FakeTransport::Mode::LosingAnswers);
        const SteadyTime before = lease.state->deadline();
        QCOMPARE(lease.extend(5s).error().kind, ErrorClass::NoQuorum);
        QCOMPARE(lease.state->deadline(), before);
    }

    void aShorterTtlShortensTheLeaseAlone()
    {
        HeldLease lease(false);
        const SteadyTime start = lease.masters.clock.now();
        QVERIFY(lease.extend(5s).has_value());
        QCOMPARE(lease.state->deadline(), start + 5s - 52ms);
        QVERIFY(lease.masters[0].ttlOf("r").value() > 29s);
        // What the masters still have is released when the lease is over, and not before.
        lease.masters.clock.advance(4800ms);
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(3));
        lease.masters.clock.advance(200ms);
        QVERIFY(lease.state->lost().stop_requested());
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(0));
    }

    // A master that was stopped, or reads its sockets in another order, executes the first
    // extension behind the second one, which came over another connection.

    void anExtensionThatIsExecutedLateTakesNothingFromALaterOne()
    {
        HeldLease lease(false);
        lease.masters.each(&FakeTransport::keepScripts);
        QVERIFY(lease.extend(30s).has_value());
        lease.masters.each(&FakeTransport::setMode, FakeTransport::Mode::Stopped);
        QCOMPARE(lease.extend(100ms).error().kind, ErrorClass::NoQuorum);
        lease.masters.each(&FakeTransport::setMode, FakeTransport::Mode::Answering);
        QVERIFY(lease.extend(60s).has_value());
        lease.masters.each(&FakeTransport::resume);
        lease.masters.clock.advance(1s);
        QVERIFY(lease.state->isHeld());
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(3));
    }

    void noTtlIsRefusedUnsent()
    {
        HeldLease lease(false);
        const std::size_t before = lease.masters[0].log().size();
        std::optional<Result<void>> result;
        lease.state->extend(Ttl::none(), [&](const Result<void>& reported) { result = reported; });
        QCOMPARE(result->error().kind, ErrorClass::Unsupported);
        QCOMPARE(lease.masters[0].log().size(), before);
        QVERIFY(lease.state->isHeld());
    }

    void aLeaseIsRenewedForMaxHoldAtMost()
    {
        HeldLease lease(true, 60s);
        lease.masters.clock.advance(60s);
        QVERIFY(lease.state->isHeld());
        lease.masters.clock.advance(30s);
        QVERIFY(lease.state->lost().stop_requested());
        lease.masters.clock.advance(30s);
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(0));
    }

    void theLossIsToldOnce()
    {
        HeldLease lease(true);
        lease.masters.each(&FakeTransport::setMode, FakeTransport::Mode::Down);
        lease.masters.clock.advance(120s);
        QCOMPARE(lease.losses, 1);
    }

    void aRenewalThatEndsBehindTheLossDoesNotTellItAgain()
    {
        HeldLease lease(true);
        lease.holdAnswers();
        lease.masters.clock.advance(10s);
        lease.deliverNext();
        lease.masters.clock.advance(20s);
        QCOMPARE(lease.losses, 1);
        lease.masters.each(&FakeTransport::deliver);
        lease.masters.settle();
        QCOMPARE(lease.losses, 1);
    }

    void eachThatWantsToKnowIsToldOfTheLoss()
    {
        HeldLease lease(false);
        int losses = 0;
        for (int i = 0; i < 2; ++i)
            QVERIFY(lease.state->addOnLost([&losses] { ++losses; }));
        lease.masters.clock.advance(30s);
        QCOMPARE(lease.losses, 1);
        QCOMPARE(losses, 2);
        QVERIFY(!lease.state->addOnLost([] {}));
    }

    void theLongestTtlHasADeadlineToo()
    {
        const Validity validity{Ttl::from(std::chrono::milliseconds(1LL << 53)).value()};
        QCOMPARE(validity.deadlineFrom(SteadyTime(1h)), SteadyTime::max());
    }

    void aReleaseIsRepeatedForAsLongAsAMasterMayStoreTheToken()
    {
        HeldLease lease(false);
        FakeTransport& longest = lease.masters[0];
        lease.masters[1].setMode(FakeTransport::Mode::Down);
        lease.masters[2].setMode(FakeTransport::Mode::Down);
        longest.holdAnswers(true);
        lease.state->extend(Ttl::from(1h).value(), [](const Result<void>&) {});
        longest.setMode(FakeTransport::Mode::LosingAnswers);
        longest.deliver();
        lease.masters.clock.advance(60ms);
        QVERIFY(longest.ttlOf("r").value() > 30min);
        longest.setMode(FakeTransport::Mode::Down);
        lease.state->release([](const RoundResult&) {});
        lease.masters.clock.advance(1min); // the deadline of before the extension is long over
        longest.setMode(FakeTransport::Mode::Answering);
        lease.masters.clock.advance(1s);
        QCOMPARE(longest.valueOf("r"), std::nullopt);
    }

    void aRenewalThatTheDeadlineOvertookLeavesNothing()
    {
        HeldLease lease(true);
        lease.holdAnswers();
        lease.masters.clock.advance(10s);
        lease.deliverNext(); // the renewal is done, but nobody hears of it
        lease.masters.clock.advance(30s - 302ms - 10s - 3ms);
        QVERIFY(lease.state->lost().stop_requested());
        // Told ahead of the deadline: until then the lock is nobody else's.
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(3));
        lease.masters.clock.advance(3ms);
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(0));
        lease.masters.each(&FakeTransport::deliver);
        lease.masters.clock.advance(10s);
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(0));
        QVERIFY(!lease.state->isHeld());
    }

    void aRenewalThatWinsTooLateLeavesNothing()
    {
        HeldLease lease(true);
        lease.holdAnswers();
        lease.masters.clock.advance(10s);
        lease.deliverNext();
        lease.masters.clock.freeze(20s); // stopped and continued
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(3));
        lease.masters.each(&FakeTransport::deliver);
        QVERIFY(lease.state->lost().stop_requested());
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(0));
    }

    void whatIsLeftToExpireStaysDuringARenewal()
    {
        HeldLease lease(true);
        lease.holdAnswers();
        lease.masters.clock.advance(10s);
        lease.deliverNext();
        lease.state->abandon();
        lease.masters.clock.advance(20s);
        lease.masters.each(&FakeTransport::deliver);
        lease.masters.settle();
        QCOMPARE(lease.masters.mastersThatStore("r", "ours"), std::size_t(3));
    }

    void aRenewalWithoutAnswersLeavesTimeForAnother()
    {
        HeldLease lease(true);
        lease.masters.context.timeout = 20s; // as long as the lease has left when it is renewed
        lease.masters.each(&FakeTransport::setMode, FakeTransport::Mode::Stopped);
        lease.masters.clock.advance(15s);
        lease.masters.each(&FakeTransport::resume);
        lease.masters.clock.advance(60s);
        QVERIFY(lease.state->isHeld());
    }

    void anExtensionByHandEndsWithTheLease()
    {
        HeldLease lease(false);
        lease.masters.context.timeout = 20s;
        lease.masters.clock.advance(29s);
        lease.masters.each(&FakeTransport::setMode, FakeTransport::Mode::Stopped);
        std::optional<Result<void>> result;
        lease.state->extend(
            Ttl::from(30s).value(), [&](const Result<void>& reported) { result = reported; });
        lease.masters.clock.advance(1s);
        QVERIFY(result.has_value());
        QVERIFY(!result->has_value());
    }

    void extendMovesTheDeadline()
    {
        HeldLease lease(false);
        lease.masters.clock.advance(20s);
        const SteadyTime start = lease.masters.clock.now();
        QVERIFY(lease.extend(30s).has_value());
        QCOMPARE(lease.state->deadline(), start + 30s - 302ms);
        lease.masters.clock.advance(20s);
        QVERIFY(lease.state->isHeld());
    }
};

LOCKKEEPER_TEST(LeaseStateTest)

} // namespace lockkeeper::tests::lease_state_test

#include "lease_state_test.moc"
