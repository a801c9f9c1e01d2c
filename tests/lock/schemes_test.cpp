// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/acquisition.h"
#include "core/lock/classic.h"
#include "core/lock/lease_state.h"
#include "core/lock/lock_mutex.h"
#include "core/observe/formats/matchers.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/test_class.h"

#include <set>

namespace lockkeeper::tests::schemes_test {

using namespace lockkeeper::lock;
using Outcome = RoundResult::Outcome;

namespace {

const Owner kOwner{"host", 7, "test"};
const Resource kResource("lock:r");
const std::string kKey = kResource.value();

/// One round's result; fails the test if it is reported twice.
struct Recorder {
    RoundHandler handler()
    {
        return [this](RoundResult reported) {
            QVERIFY(!result);
            result = std::move(reported);
        };
    }
    [[nodiscard]] std::optional<Outcome> outcome() const
    {
        return result ? std::optional(result->outcome) : std::nullopt;
    }
    std::optional<RoundResult> result;
};

/// A scheme at work on one fake master.
struct Bench {
    explicit Bench(const Scheme& used)
        : scheme(used)
    { }

    [[nodiscard]] FakeTransport& master() { return masters[0]; }
    [[nodiscard]] Claim freshClaim(Ttl ttl = tenSeconds())
    {
        return {{kResource}, scheme.makeToken(kOwner, masters.clock.wallNow(), ttl).value()};
    }
    void startTry(const Claim& claim, Recorder& recorder, Ttl ttl = tenSeconds())
    {
        scheme.tryAcquire(masters.context, {claim, {ttl}}, recorder.handler());
    }
    void startRelease(const Claim& claim, Recorder& recorder)
    {
        scheme.release(masters.context, claim, masters.clock.now() + 10s, recorder.handler());
    }
    /// A whole try.
    std::optional<Outcome> tryAcquire(const Claim& claim, Ttl ttl = tenSeconds())
    {
        Recorder recorder;
        startTry(claim, recorder, ttl);
        masters.settle();
        return recorder.outcome();
    }
    void letTimePass(std::chrono::milliseconds by)
    {
        masters.clock.setWallNow(masters.clock.wallNow() + by);
        masters.clock.advance(by);
    }
    [[nodiscard]] static Ttl tenSeconds() { return Ttl::from(10s).value(); }

    const Scheme& scheme;
    FakeDeployment masters{1};
};

std::string unixTime(const Bench& bench, std::chrono::seconds fromNow, bool isInMilliseconds)
{
    const auto time = sinceEpoch(bench.masters.clock.wallNow()) + fromNow;
    return std::to_string(isInMilliseconds ? time.count() : time.count() / 1000);
}

void addSchemes(const std::vector<std::string>& names)
{
    QTest::addColumn<std::string>("name");
    for (const std::string& name : names)
        QTest::newRow(name.c_str()) << name;
}

const Scheme& named(const std::string& name)
{
    return findScheme(name).value();
}

// A scheme can't be null.
static_assert(!std::is_assignable_v<decltype((AcquireOptions::scheme)), const Scheme*>);
static_assert(!std::is_assignable_v<decltype((AcquireOptions::scheme)), std::nullptr_t>);
static_assert(!std::is_assignable_v<decltype((LockMutexOptions::scheme)), const Scheme*>);
static_assert(std::is_assignable_v<decltype((AcquireOptions::scheme)), const Scheme&>);

} // namespace

class SchemesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNameThatIsNotKnownIsAnErrorWithThoseThatAre()
    {
        const auto found = findScheme("redlok");
        QVERIFY(!found.has_value());
        QCOMPARE(found.error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(found.error().text,
            std::string("there is no lock scheme 'redlok'; known are redlock, setnx-expire, "
                        "setnx-timestamp, lua-setnx-expire, set-nx-px, set-nx-px-token-get-del, "
                        "set-nx-px-token, redisson, redis-py"));
    }

    void classicSchemesSendNothingToSeveralMasters()
    {
        for (const Scheme& scheme : allSchemes()) {
            if (&scheme == &redlock())
                continue;
            FakeDeployment three(3);
            std::optional<ErrorClass> refused;
            acquire(three.context, kOwner, {kResource},
                {.ttl = Bench::tenSeconds(), .scheme = scheme},
                [&](const AcquisitionResult& result) { refused = result.error().kind; });
            QCOMPARE(refused, ErrorClass::Unsupported);
            for (std::size_t i = 0; i < 3; ++i)
                QVERIFY(three[i].log().empty());
        }
    }

    void whatCannotBeExtendedIsNotRenewed()
    {
        Bench bench(setNxPx());
        const auto state = std::make_shared<LeaseState>(bench.masters.context, bench.scheme,
            HeldClaim{.claim = bench.freshClaim(),
                .validity = {Bench::tenSeconds()},
                .deadline = bench.masters.clock.now() + 9s,
                .isRenewed = true});
        state->start();
        QCOMPARE(bench.masters.clock.timerCount(), std::size_t(1)); // the deadline's
        state->abandon();
    }

    void eachTryHasATokenOfItsOwn_data()
    {
        addSchemes({"setnx-expire", "lua-setnx-expire", "set-nx-px", "set-nx-px-token-get-del",
            "set-nx-px-token", "redisson", "redis-py"});
    }
    void eachTryHasATokenOfItsOwn()
    {
        QFETCH(const std::string, name);
        Bench bench(named(name));
        std::set<Token> tokens;
        for (int i = 0; i < 100; ++i)
            tokens.insert(bench.freshClaim().token());
        QCOMPARE(tokens.size(), std::size_t(100));
    }

    void redisPyTokenIsAUuid1OfNow()
    {
        Bench bench(redisPy());
        for (int i = 0; i < 10; ++i) {
            bench.letTimePass(1234567ms);
            const Token token = bench.freshClaim().token();
            const auto uuid = observe::parseUuid1(token.value());
            QVERIFY(uuid.has_value());
            QCOMPARE(uuid->sinceEpoch, sinceEpoch(bench.masters.clock.wallNow()));
            // A random node says so in its first byte, lest it be taken for a network card's.
            QVERIFY(std::stoi(std::string(uuid->node.substr(0, 2)), nullptr, 16) % 2 == 1);
        }
    }

    void tryWithoutAnAnswerIsTakenBack_data()
    {
        addSchemes({"setnx-expire", "set-nx-px", "set-nx-px-token-get-del", "set-nx-px-token",
            "redis-py"});
    }
    void tryWithoutAnAnswerIsTakenBack()
    {
        QFETCH(const std::string, name);
        Bench bench(named(name));
        bench.master().setMode(FakeTransport::Mode::LosingAnswers);
        Recorder round;
        bench.startTry(bench.freshClaim(), round);
        QVERIFY(bench.master().valueOf(kKey).has_value());
        bench.letTimePass(50ms);
        QCOMPARE(round.outcome(), Outcome::NoQuorum);
        QVERIFY(!bench.master().valueOf(kKey).has_value());
        QCOMPARE(std::ranges::count(bench.master().log(), "DEL"), 0);
    }

    void tryWonTooLateIsTakenBack()
    {
        Bench bench(setNxPx());
        const Claim claim = bench.freshClaim();
        bench.master().holdAnswers(true);
        Recorder round;
        bench.startTry(claim, round);
        bench.masters.clock.freeze(9900ms);
        bench.master().deliver();
        QCOMPARE(round.outcome(), Outcome::TooLate);
        bench.masters.settle();
        QVERIFY(!bench.master().valueOf(kKey).has_value());
    }

    void tryThatWasNeverSentLeavesNothingToDo()
    {
        Bench bench(redisPy());
        bench.master().setMode(FakeTransport::Mode::Down);
        QCOMPARE(bench.tryAcquire(bench.freshClaim(), Ttl::none()), Outcome::NoQuorum);
        QCOMPARE(bench.masters.clock.timerCount(), std::size_t(0));
        QCOMPARE(bench.master().log().size(), std::size_t(1));
    }

    void releaseIsRepeatedWithAComparisonWhenTheMasterIsBack()
    {
        Bench bench(setNxPx());
        const Claim claim = bench.freshClaim();
        QCOMPARE(bench.tryAcquire(claim), Outcome::Won);
        bench.master().setMode(FakeTransport::Mode::Down);
        Recorder released;
        bench.startRelease(claim, released);
        bench.masters.settle();
        QCOMPARE(released.outcome(), Outcome::NoQuorum);
        bench.master().setMode(FakeTransport::Mode::Answering);
        bench.letTimePass(600ms);
        QVERIFY(!bench.master().valueOf(kKey).has_value());
        QCOMPARE(bench.master().log().back(), std::string("EVAL"));
    }

    // setnx-expire

    void setnxExpireLeavesALockForEverIfItCrashesBetweenItsCommands()
    {
        Bench bench(setnxExpire());
        bench.master().holdAnswers(true);
        Recorder crashed;
        bench.startTry(bench.freshClaim(), crashed); // and never hears the answer
        QCOMPARE(bench.master().log(), std::vector<std::string>{"SETNX"});
        QVERIFY(!bench.master().ttlOf(kKey).has_value());
        bench.master().holdAnswers(false);
        bench.letTimePass(24h);
        QCOMPARE(bench.tryAcquire(bench.freshClaim()), Outcome::Denied);
    }

    void setnxExpireTakesTheLockBackIfOnlyItsSecondCommandFails()
    {
        Bench bench(setnxExpire());
        bench.master().holdAnswers(true);
        Recorder round;
        bench.startTry(bench.freshClaim(), round);
        bench.master().failNextWith({ErrorClass::NoPermission, "NOPERM no EXPIRE for you"});
        bench.master().deliver();
        bench.masters.settle();
        QCOMPARE(round.outcome(), Outcome::NoQuorum);
        QVERIFY(!bench.master().valueOf(kKey).has_value());
    }

    // setnx-timestamp

    void setnxTimestampTakesOverOnlyWhatHasExpired_data()
    {
        const auto row = columns<int, bool, bool>();
        row("seconds, past", -2, false, true);
        row("seconds, future", 2, false, false);
        row("milliseconds, past", -2, true, true);
        row("milliseconds, future", 2, true, false);
        row("milliseconds, now", 0, true, false);
    }
    void setnxTimestampTakesOverOnlyWhatHasExpired()
    {
        const auto [secondsFromNow, isInMilliseconds, isWon] = fetch<int, bool, bool>();
        Bench bench(setnxTimestamp());
        const std::string theirs
            = unixTime(bench, std::chrono::seconds(secondsFromNow), isInMilliseconds);
        bench.master().put(kKey, theirs);
        const Claim claim = bench.freshClaim();
        QCOMPARE(bench.tryAcquire(claim), isWon ? Outcome::Won : Outcome::Denied);
        QCOMPARE(bench.master().valueOf(kKey), isWon ? claim.token().value() : theirs);
    }

    void setnxTimestampLeavesValuesThatAreNoTimesAlone()
    {
        for (const char* value : {"", "somebody", "-5", "12x", "99999999999999999999"}) {
            Bench bench(setnxTimestamp());
            bench.master().put(kKey, value);
            QCOMPARE(bench.tryAcquire(bench.freshClaim()), Outcome::Denied);
            QCOMPARE(bench.master().valueOf(kKey), std::string(value));
        }
    }

    void setnxTimestampLosersOverwriteTheWinnersExpiry()
    {
        Bench bench(setnxTimestamp());
        bench.master().put(kKey, unixTime(bench, -5s, true));
        const Claim winner = bench.freshClaim(Ttl::from(10s).value());
        const Claim loser = bench.freshClaim(Ttl::from(60s).value());
        Recorder first;
        Recorder second;
        bench.startTry(winner, first);
        bench.startTry(loser, second); // both see the expired value
        bench.masters.settle();
        QCOMPARE(first.outcome(), Outcome::Won);
        QCOMPARE(second.outcome(), Outcome::Denied);
        QCOMPARE(bench.master().valueOf(kKey), loser.token().value());
    }

    void setnxTimestampIsFooledByAClockThatIsFast()
    {
        Bench bench(setnxTimestamp());
        QCOMPARE(bench.tryAcquire(bench.freshClaim()), Outcome::Won);
        bench.masters.clock.setWallNow(bench.masters.clock.wallNow() + 1min);
        QCOMPARE(bench.tryAcquire(bench.freshClaim()), Outcome::Won);
    }

    void setnxTimestampDoesNotReleaseBehindItsExpiry_data()
    {
        const auto row = columns<int, bool>();
        row("before", 9, true);
        row("behind", 11, false);
    }
    void setnxTimestampDoesNotReleaseBehindItsExpiry()
    {
        const auto [seconds, isDeleted] = fetch<int, bool>();
        Bench bench(setnxTimestamp());
        const Claim claim = bench.freshClaim();
        QCOMPARE(bench.tryAcquire(claim), Outcome::Won);
        bench.letTimePass(std::chrono::seconds(seconds));
        Recorder released;
        bench.startRelease(claim, released);
        bench.masters.settle();
        QCOMPARE(released.outcome(), isDeleted ? Outcome::Won : Outcome::Denied);
        QCOMPARE(!bench.master().valueOf(kKey).has_value(), isDeleted);
    }

    // set-nx-px-token-get-del

    void getDelFreesAnothersLockIfOursExpiresBetweenItsSteps()
    {
        Bench bench(setNxPxTokenGetDel());
        const Claim claim = bench.freshClaim();
        QCOMPARE(bench.tryAcquire(claim), Outcome::Won);
        bench.master().holdAnswers(true);
        Recorder released;
        bench.startRelease(claim, released); // which has seen our token
        bench.letTimePass(10s);
        bench.master().put(kKey, "theirs");
        bench.master().deliver();
        bench.masters.settle();
        QVERIFY(!bench.master().valueOf(kKey).has_value());
    }
};

LOCKKEEPER_TEST(SchemesTest)

} // namespace lockkeeper::tests::schemes_test

#include "schemes_test.moc"
