// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/acquisition.h"
#include "core/lock/redlock.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::redlock_test {

using namespace lockkeeper::lock;
using Outcome = RoundResult::Outcome;

namespace {

const Owner kOwner{"host", 1, "test"};
const Claim kClaim{{Resource("r")}, Token("ours")};

Validity validity(std::chrono::milliseconds ttl)
{
    return {Ttl::from(ttl).value()};
}

Extension extension(SteadyTime deadline)
{
    return {kClaim, validity(10s), deadline, [] { return true; }};
}

void tryAcquire(const LockContext& context, Claim claim, Validity validity, RoundHandler handler)
{
    redlock().tryAcquire(context, {std::move(claim), validity}, std::move(handler));
}

void extendClaim(const LockContext& context, Extension extension, RoundHandler handler)
{
    redlock().extend(context, std::move(extension), std::move(handler));
}

void releaseClaim(FakeDeployment& masters, RoundHandler handler)
{
    redlock().release(masters.context, kClaim, masters.clock.now() + 10s, std::move(handler));
}

/// Runs one round and keeps what it reported; fails the test if it reports twice.
struct Recorder {
    RoundHandler handler()
    {
        return [this](RoundResult reported) {
            QVERIFY(!result);
            result = std::move(reported);
        };
    }
    std::optional<RoundResult> result;
};

} // namespace

class RedlockTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quorumIsMoreThanHalf()
    {
        QCOMPARE(quorumOf(1), std::size_t(1));
        QCOMPARE(quorumOf(2), std::size_t(2));
        QCOMPARE(quorumOf(4), std::size_t(3));
        QCOMPARE(quorumOf(5), std::size_t(3));
    }

    void driftIsOnePercentAndTwoMilliseconds()
    {
        QCOMPARE(clockDrift(30s), 302ms);
        QCOMPARE(clockDrift(10ms), 2ms);
    }

    void returnsAtQuorumWithoutWaitingForTheSlowest()
    {
        FakeDeployment five(5);
        five[3].holdAnswers(true);
        five[4].holdAnswers(true);
        Recorder round;
        const SteadyTime start = five.clock.now();
        tryAcquire(five.context, kClaim, validity(10s), round.handler());
        QVERIFY(!round.result);
        five.settle();
        QVERIFY(round.result.has_value());
        QCOMPARE(round.result->outcome, Outcome::Won);
        QCOMPARE(round.result->deadline, start + 10s - 102ms);
        QCOMPARE(round.result->votes[3].state, MasterVote::State::Pending);
        five[3].deliver();
        five[4].deliver();
        five.settle();
        QCOMPARE(five.mastersThatStore("r", "ours"), std::size_t(5));
    }

    void isDeniedAsSoonAsAQuorumIsOutOfReach()
    {
        FakeDeployment five(5);
        for (std::size_t i = 0; i < 3; ++i)
            five[i].put("r", "theirs");
        five[3].holdAnswers(true);
        five[4].holdAnswers(true);
        Recorder round;
        tryAcquire(five.context, kClaim, validity(10s), round.handler());
        five.settle();
        QVERIFY(round.result.has_value());
        QCOMPARE(round.result->outcome, Outcome::Denied);
    }

    void whatAMinorityStoresIsNoContentionWhileTheMajorityIsGone()
    {
        FakeDeployment five(5);
        five[0].setMode(FakeTransport::Mode::Down);
        five[1].setMode(FakeTransport::Mode::Stopped);
        five[2].setMode(FakeTransport::Mode::Stopped);
        five[3].put("r", "theirs");
        five[4].put("r", "theirs");
        Recorder round;
        tryAcquire(five.context, kClaim, validity(10s), round.handler());
        five.settle();
        QVERIFY2(
            !round.result, "one of the silent masters can still make it a quorum that answers");
        five.clock.advance(50ms);
        QVERIFY(round.result.has_value());
        QCOMPARE(round.result->outcome, Outcome::NoQuorum);
    }

    void leavesNothingBehindAfterALostTry()
    {
        FakeDeployment five(5);
        for (std::size_t i = 0; i < 3; ++i)
            five[i].put("r", "theirs");
        Recorder round;
        tryAcquire(five.context, kClaim, validity(10s), round.handler());
        five.settle();
        five.settle();
        QCOMPARE(five.mastersThatStore("r", "ours"), std::size_t(0));
        QCOMPARE(five.mastersThatStore("r", "theirs"), std::size_t(3));
    }

    void undoesAClaimWhoseAnswerWasLost()
    {
        FakeDeployment five(5);
        for (std::size_t i = 0; i < 3; ++i)
            five[i].setMode(FakeTransport::Mode::LosingAnswers);
        Recorder round;
        tryAcquire(five.context, kClaim, validity(10s), round.handler());
        QCOMPARE(five.mastersThatStore("r", "ours"), std::size_t(5));
        five.clock.advance(50ms);
        QCOMPARE(round.result->outcome, Outcome::NoQuorum);
        QCOMPARE(five.mastersThatStore("r", "ours"), std::size_t(0));
    }

    void undoesAClaimThatAStoppedMasterExecutesLater()
    {
        FakeDeployment five(5);
        for (std::size_t i = 0; i < 3; ++i)
            five[i].setMode(FakeTransport::Mode::Stopped);
        Recorder round;
        tryAcquire(five.context, kClaim, validity(10s), round.handler());
        five.clock.advance(50ms);
        QCOMPARE(round.result->outcome, Outcome::NoQuorum);
        for (std::size_t i = 0; i < 3; ++i)
            five[i].resume();
        QCOMPARE(five.mastersThatStore("r", "ours"), std::size_t(0));
        QCOMPARE(five[0].log(), (std::vector<std::string>{"SET", "EVAL"}));
    }

    void aLostTryIsTakenBackFromMastersThatHaveNotAnswered()
    {
        FakeDeployment five(5);
        const Claim claim({Resource("r")}, Token("ours"));
        for (std::size_t i = 0; i < 3; ++i)
            five[i].put("r", "theirs");
        five[3].setMode(FakeTransport::Mode::Stopped);
        five[4].setMode(FakeTransport::Mode::Stopped);
        Recorder round;
        tryAcquire(five.context, claim, validity(10s), round.handler());
        five.settle();
        QCOMPARE(round.result->outcome, Outcome::Denied);
        five[3].resume();
        five[4].resume();
        QCOMPARE(five.mastersThatStore("r", "ours"), std::size_t(0));
    }

    void repeatsTheUndoUntilAMasterCanBeReached()
    {
        FakeDeployment three(3);
        three[0].setMode(FakeTransport::Mode::LosingAnswers);
        three[1].setMode(FakeTransport::Mode::Down);
        three[2].put("r", "theirs");
        Recorder round;
        tryAcquire(three.context, kClaim, validity(10s), round.handler());
        // Its SET was executed; before the answer, the connection is gone.
        three[0].setMode(FakeTransport::Mode::Down);
        three.clock.advance(2s);
        QVERIFY(round.result.has_value());
        QCOMPARE(three[0].valueOf("r"), std::optional<std::string>("ours"));
        three[0].resume();
        three.clock.advance(1s);
        QCOMPARE(three[0].valueOf("r"), std::nullopt);
    }

    void aVoteThatComesTooLateForTheTtlWinsNothing()
    {
        FakeDeployment three(3);
        three.each(&FakeTransport::holdAnswers, true);
        Recorder round;
        tryAcquire(three.context, kClaim, validity(100ms), round.handler());
        three.clock.advance(98ms);
        three.each(&FakeTransport::deliver);
        QCOMPARE(round.result->outcome, Outcome::TooLate);
        QCOMPARE(three.mastersThatStore("r", "ours"), std::size_t(0));
    }

    void extendCountsOnlyMastersThatStillStoreTheToken()
    {
        FakeDeployment five(5);
        for (std::size_t i = 0; i < 2; ++i)
            five[i].put("r", "ours");
        five[2].put("r", "theirs");
        Recorder round;
        extendClaim(five.context, extension(five.clock.now() + 5s), round.handler());
        five.settle();
        five.settle();
        QCOMPARE(round.result->outcome, Outcome::Denied);
        // Without a quorum nothing is repaired: an operator may have released the lock.
        QCOMPARE(five.mastersThatStore("r", "ours"), std::size_t(2));
        QCOMPARE(five[2].valueOf("r"), std::optional<std::string>("theirs"));
    }

    void extendCountsOnlyMastersThatStoreAllOfSeveral()
    {
        FakeDeployment three(3);
        const Claim claim({Resource("r1"), Resource("r2")}, Token("ours"));
        three.each(&FakeTransport::put, "r1", "ours");
        three[0].put("r2", "ours");
        three[2].put("r2", "theirs");
        Recorder round;
        extendClaim(three.context,
            {claim, validity(10s), three.clock.now() + 5s, [] { return true; }}, round.handler());
        three.settle();
        three.settle();
        QCOMPARE(round.result->outcome, Outcome::Denied);
    }

    void anExtensionCountsFromItsStart()
    {
        FakeDeployment three(3);
        for (std::size_t i = 0; i < 3; ++i) {
            three[i].put("r", "ours");
            three[i].holdAnswers(true);
        }
        Recorder round;
        const SteadyTime start = three.clock.now();
        extendClaim(three.context, extension(start + 5s), round.handler());
        three.clock.advance(20ms);
        three.each(&FakeTransport::deliver);
        three.settle();
        QCOMPARE(round.result->outcome, Outcome::Won);
        QCOMPARE(round.result->deadline, start + 10s - 102ms);
    }

    void extendRepairsMastersThatLostTheKey()
    {
        FakeDeployment five(5);
        for (std::size_t i = 0; i < 3; ++i)
            five[i].put("r", "ours");
        Recorder round;
        const SteadyTime start = five.clock.now();
        extendClaim(five.context, extension(start + 5s), round.handler());
        five.settle();
        five.settle();
        QCOMPARE(round.result->outcome, Outcome::Won);
        QCOMPARE(round.result->deadline, start + 10s - 102ms);
        QCOMPARE(five.mastersThatStore("r", "ours"), std::size_t(5));
        QCOMPARE(five[4].ttlOf("r"), std::optional(10'000ms));
    }

    void aReleasedClaimIsNotRepairedByALateAnswer()
    {
        FakeDeployment three(3);
        three.each(&FakeTransport::put, "r", "ours");
        bool isWanted = true;
        Recorder round;
        extendClaim(three.context,
            {kClaim, validity(10s), three.clock.now() + 5s, [&] { return isWanted; }},
            round.handler());
        three[2].holdAnswers(true); // its NOSCRIPT comes after the others are done
        three.settle();
        QVERIFY(round.result.has_value());
        isWanted = false;
        Recorder released;
        releaseClaim(three, released.handler());
        three[2].deliver();
        three.settle();
        three.settle();
        QCOMPARE(three.mastersThatStore("r", "ours"), std::size_t(0));
    }

    void aReleasedClaimIsNotRepairedByALateNo()
    {
        FakeDeployment three(3);
        const Claim claim({Resource("r")}, Token("ours"));
        three[0].put("r", "ours");
        three[1].put("r", "ours");
        bool isWanted = true;
        Recorder round;
        extendClaim(three.context,
            {claim, validity(10s), three.clock.now() + 5s, [&] { return isWanted; }},
            round.handler());
        three[2].holdAnswers(true); // of the script in full: that the key is gone
        three.settle();
        QCOMPARE(round.result->outcome, Outcome::Won);
        isWanted = false;
        redlock().release(three.context, claim, three.clock.now() + 10s, [](const RoundResult&) {});
        three[2].deliver();
        three.settle();
        QCOMPARE(three.mastersThatStore("r", "ours"), std::size_t(0));
    }

    void silenceIsNoProofThatAnExtensionIsLost()
    {
        FakeDeployment three(3);
        three[0].put("r", "theirs");
        three[1].put("r", "ours");
        three[2].put("r", "ours");
        three[1].setMode(FakeTransport::Mode::Down);
        three[2].setMode(FakeTransport::Mode::Stopped);
        Recorder round;
        extendClaim(three.context, extension(three.clock.now() + 5s), round.handler());
        three.settle();
        QVERIFY2(!round.result, "the one that is silent may still prove it");
        three.clock.advance(50ms);
        QCOMPARE(round.result->outcome, Outcome::NoQuorum);
    }

    void aMasterThatIsDownHidesNoProofThatAnExtensionIsLost()
    {
        FakeDeployment three(3);
        three[0].setMode(FakeTransport::Mode::Down);
        three[1].put("r", "theirs");
        three[2].failNextWith({ErrorClass::WrongType, "WRONGTYPE", three[2].master()});
        Recorder round;
        extendClaim(three.context, extension(three.clock.now() + 5s), round.handler());
        three.settle();
        three.settle();
        QVERIFY(round.result.has_value());
        QCOMPARE(round.result->outcome, Outcome::Denied);
    }

    void anOldExtensionSendsNoScriptBehindANewOne()
    {
        FakeDeployment three(3);
        three.each(&FakeTransport::put, "r", "ours");
        three[2].holdAnswers(true);
        bool isLatest = true;
        Extension first = extension(three.clock.now() + 5s);
        first.isWanted = [&] { return isLatest; };
        Recorder round;
        extendClaim(three.context, std::move(first), round.handler());
        three.settle();
        QCOMPARE(round.result->outcome, Outcome::Won);
        isLatest = false;
        three[2].deliver(); // NOSCRIPT
        three.settle();
        QCOMPARE(three[2].log(), std::vector<std::string>{"EVALSHA"});
        QCOMPARE(three[0].log(), (std::vector<std::string>{"EVALSHA", "EVAL"}));
    }

    void extendAfterTheDeadlineWinsNothing()
    {
        FakeDeployment three(3);
        for (std::size_t i = 0; i < 3; ++i) {
            three[i].put("r", "ours");
            three[i].holdAnswers(true);
        }
        Recorder round;
        extendClaim(three.context, extension(three.clock.now() + 20ms), round.handler());
        three.each(&FakeTransport::deliver); // NOSCRIPT: the script follows in full
        three.clock.freeze(30ms);
        three.settle();
        QCOMPARE(round.result->outcome, Outcome::TooLate);
    }

    void releaseLeavesAnotherHoldersLockAlone()
    {
        FakeDeployment three(3);
        three[0].put("r", "ours");
        three[1].put("r", "theirs");
        Recorder round;
        releaseClaim(three, round.handler());
        three.settle();
        QVERIFY(round.result.has_value());
        QCOMPARE(three[0].valueOf("r"), std::nullopt);
        QCOMPARE(three[1].valueOf("r"), std::optional<std::string>("theirs"));
        QCOMPARE(round.result->outcome, Outcome::Denied);
    }

    void aReleaseThatIsSentInFullKeepsItsTime()
    {
        FakeDeployment three(3);
        three.context.hasReleased.assign(3, true);
        three.each(&FakeTransport::holdAnswers, true);
        Recorder released;
        releaseClaim(three, released.handler());
        three.clock.advance(40ms);
        for (std::size_t i = 0; i < 3; ++i) {
            three[i].setMode(FakeTransport::Mode::Stopped);
            three[i].deliver(); // does not know the script
        }
        three.clock.advance(10ms);
        QVERIFY(released.result.has_value());
        QCOMPARE(released.result->outcome, RoundResult::Outcome::NoQuorum);
    }

    void anExtensionThatIsSentInFullKeepsItsTime()
    {
        FakeDeployment three(3);
        three.each(&FakeTransport::holdAnswers, true);
        Recorder round;
        extendClaim(three.context, extension(three.clock.now() + 5s), round.handler());
        three.clock.advance(40ms);
        for (std::size_t i = 0; i < 3; ++i) {
            three[i].setMode(FakeTransport::Mode::Stopped);
            three[i].deliver(); // does not know the script
        }
        three.clock.advance(10ms);
        QVERIFY(round.result.has_value());
        QCOMPARE(round.result->outcome, Outcome::NoQuorum);
    }

    void eachTryHasATokenOfItsOwn()
    {
        FakeDeployment three(3);
        three[1].put("r", "theirs");
        three[2].put("r", "theirs");
        acquire(three.context, kOwner, {Resource("r")}, {.ttl = Ttl::from(10s).value(), .wait = 5s},
            [](const AcquisitionResult&) {});
        const auto first = three[0].valueOf("r"); // until the others have answered
        QVERIFY(first.has_value());
        three.settle();
        QCOMPARE(three[0].valueOf("r"), std::nullopt);
        three.each(&FakeTransport::holdAnswers, true);
        three.clock.advance(1s);
        const auto second = three[0].valueOf("r");
        QVERIFY(second.has_value());
        QVERIFY(second != first);
    }

    void contendersWaitARandomTimeBetweenFreshTokens()
    {
        FakeDeployment three(3);
        three.each(&FakeTransport::put, "r", "theirs");
        std::optional<AcquisitionResult> result;
        acquire(three.context, kOwner, {Resource("r")}, {.ttl = Ttl::from(10s).value(), .wait = 1s},
            [&](AcquisitionResult reported) { result = std::move(reported); });
        three.clock.advance(600ms);
        QVERIFY(!result);
        three.each(&FakeTransport::remove, "r");
        three.clock.advance(310ms);
        QVERIFY(result.has_value() && result->has_value());
        QVERIFY(std::holds_alternative<HeldClaim>(**result));
        const auto& acquired = std::get<HeldClaim>(**result);
        QCOMPARE(three.mastersThatStore("r", acquired.claim.token().value()), std::size_t(3));
    }
};

LOCKKEEPER_TEST(RedlockTest)

} // namespace lockkeeper::tests::redlock_test

#include "redlock_test.moc"
