// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/acquisition.h"
#include "core/lock/redlock.h"
#include "core/lock/undo.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::undo_test {

using namespace lockkeeper::lock;
using Mode = FakeTransport::Mode;
using Outcome = RoundResult::Outcome;

namespace {

const Owner kOwner{"host", 1, "test"};
const Claim kClaim{{Resource("r")}, Token("ours")};

const Scheme& schemeOf(const std::string& name)
{
    return findScheme(name).value();
}

/// One try on a master that executes it and whose answer is lost, and that does `then` with what
/// takes it back. The fake times out after 50 ms.
void tryInVain(FakeDeployment& one, const Scheme& scheme, const std::function<void()>& then)
{
    one[0].setMode(Mode::LosingAnswers);
    std::optional<Outcome> outcome;
    scheme.tryAcquire(one.context, {kClaim, {Ttl::from(60s).value()}},
        [&](const RoundResult& result) { outcome = result.outcome; });
    then();
    one.clock.advance(50ms);
    QCOMPARE(outcome, std::optional(Outcome::NoQuorum));
    QCOMPARE(one[0].valueOf("r"), std::optional<std::string>("ours"));
}

void release(FakeDeployment& one, const Scheme& scheme)
{
    scheme.release(one.context, kClaim, one.clock.now() + 60s, [](const RoundResult&) {});
}

void addSchemes()
{
    QTest::addColumn<std::string>("scheme");
    QTest::newRow("redlock") << std::string("redlock");
    QTest::newRow("set-nx-px-token") << std::string("set-nx-px-token");
}

} // namespace

/// What takes back a try, or frees a lock, is repeated until it was done.
class UndoTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anUndoThatWasLostWithItsConnectionIsRepeated_data() { addSchemes(); }
    void anUndoThatWasLostWithItsConnectionIsRepeated()
    {
        QFETCH(std::string, scheme);
        FakeDeployment one(1);
        tryInVain(one, schemeOf(scheme), [&] { one[0].setMode(Mode::Stopped); });
        one.clock.advance(100ms); // nobody waits for the undo any more
        one[0].loseKept();
        one[0].resume();
        QCOMPARE(one[0].valueOf("r"), std::optional<std::string>("ours"));
        one.clock.advance(12s);
        QCOMPARE(one[0].valueOf("r"), std::nullopt);
    }

    void aReleaseThatWasLostWithItsConnectionIsRepeated_data() { addSchemes(); }
    void aReleaseThatWasLostWithItsConnectionIsRepeated()
    {
        QFETCH(std::string, scheme);
        FakeDeployment one(1);
        one[0].put("r", "ours");
        one[0].setMode(Mode::Stopped);
        release(one, schemeOf(scheme));
        one.clock.advance(200ms);
        one[0].loseKept();
        one[0].resume();
        one.clock.advance(12s);
        QCOMPARE(one[0].valueOf("r"), std::nullopt);
    }

    void anUndoThatWasRefusedIsRepeated_data()
    {
        columns<std::string, ErrorClass>();
        for (const char* scheme : {"redlock", "set-nx-px-token"}) {
            const auto row = [&](const char* name, ErrorClass kind) {
                QTest::addRow("%s, %s", scheme, name) << std::string(scheme) << kind;
            };
            row("too many clients", ErrorClass::TooManyClients);
            row("no TLS", ErrorClass::TlsFailed);
            row("not logged in", ErrorClass::AuthRequired);
            row("no permission", ErrorClass::NoPermission);
            row("read-only", ErrorClass::ReadOnly);
            row("full", ErrorClass::OutOfMemory);
            row("busy", ErrorClass::Busy);
            row("something else", ErrorClass::ServerError);
        }
    }
    void anUndoThatWasRefusedIsRepeated()
    {
        const auto [scheme, kind] = fetch<std::string, ErrorClass>();
        FakeDeployment one(1);
        tryInVain(one, schemeOf(scheme), [&] {
            one[0].setMode(Mode::Answering);
            one[0].failNextWith({kind, "refused"});
        });
        one.clock.advance(2s);
        QCOMPARE(one[0].valueOf("r"), std::nullopt);
        QCOMPARE(one.clock.timerCount(), std::size_t(0));
    }

    /// A script can fail half-way, when it has stored the token.
    void anErrorOfAScriptIsNoProofThatNothingWasStored_data()
    {
        columns<std::string, bool, ErrorClass>();
        const auto rows = [](const std::string& scheme, bool isFenced, ErrorClass kind) {
            QTest::addRow("%s, %d, %d", scheme.c_str(), isFenced, static_cast<int>(kind))
                << scheme << isFenced << kind;
        };
        for (const ErrorClass kind : {ErrorClass::ServerError, ErrorClass::OutOfMemory,
                 ErrorClass::NoPermission, ErrorClass::WrongType, ErrorClass::Busy}) {
            rows("redlock", true, kind);
            rows("redlock", false, kind); // several resources
        }
        for (const ErrorClass kind : {ErrorClass::ServerError, ErrorClass::OutOfMemory})
            rows("lua-setnx-expire", false, kind);
    }
    void anErrorOfAScriptIsNoProofThatNothingWasStored()
    {
        const auto [scheme, isFenced, kind] = fetch<std::string, bool, ErrorClass>();
        FakeDeployment one(1);
        one[0].keepScripts();
        one[0].put("r", "ours");
        std::vector<Resource> resources{Resource("r")};
        if (scheme == "redlock" && !isFenced)
            resources.emplace_back("s");
        const Claim claim(std::move(resources), Token("ours"));
        one[0].failNextWith({kind, "failed in the middle"});
        std::optional<Outcome> outcome;
        schemeOf(scheme).tryAcquire(one.context,
            {.claim = claim, .validity = {Ttl(60s)}, .isFenced = isFenced},
            [&](const RoundResult& result) { outcome = result.outcome; });
        one.settle();
        QCOMPARE(outcome, std::optional(Outcome::NoQuorum));
        QCOMPARE(one[0].valueOf("r"), std::nullopt);
    }

    /// One command is executed, or it is not.
    void anErrorOfOneCommandIsProof()
    {
        FakeDeployment one(1);
        one[0].failNextWith({ErrorClass::OutOfMemory, "OOM"});
        const Claim claim({Resource("r")}, Token("ours"));
        schemeOf("redlock").tryAcquire(
            one.context, {.claim = claim, .validity = {Ttl(60s)}}, [](const RoundResult&) {});
        one.settle();
        QCOMPARE(one[0].log(), std::vector<std::string>{"SET"});
    }

    void aKeyOfAnotherTypeIsSomebodyElsesAndLeftAlone()
    {
        FakeDeployment one(1);
        one[0].failNextWith({ErrorClass::WrongType, "WRONGTYPE"});
        release(one, schemeOf("redlock"));
        one.settle();
        QCOMPARE(one.clock.timerCount(), std::size_t(0));
    }

    void nothingIsRepeatedBeyondTheTtl()
    {
        FakeDeployment one(1);
        one[0].put("r", "ours");
        one[0].setMode(Mode::Down);
        release(one, schemeOf("redlock"));
        one.clock.advance(61s);
        QCOMPARE(one.clock.timerCount(), std::size_t(0));
    }

    // A dead master must not slow down those who take locks elsewhere.

    void aMasterThatWasNeverSentTheTokenIsOwedNothing()
    {
        FakeDeployment three(3);
        three[2].setMode(Mode::Down);
        for (int i = 0; i < 10; ++i) {
            const Claim claim({Resource("r")}, Token("ours" + std::to_string(i)));
            std::optional<Outcome> taken;
            redlock().tryAcquire(three.context, {claim, {Ttl::from(60s).value()}},
                [&](const RoundResult& result) { taken = result.outcome; });
            three.settle();
            QCOMPARE(taken, std::optional(Outcome::Won));
            redlock().release(
                three.context, claim, three.clock.now() + 60s, [](const RoundResult&) {});
            three.settle();
        }
        QVERIFY(!three.context.backlog || three.context.backlog->size() == 0);
        QCOMPARE(three.clock.timerCount(), std::size_t(0));
    }

    void nothingIsSentToAMasterWhileItIsDown()
    {
        FakeDeployment one(1);
        one[0].put("r", "ours");
        one[0].setMode(Mode::Down);
        release(one, schemeOf("redlock"));
        one.clock.advance(1s);
        const std::size_t sent = one[0].log().size();
        one.clock.advance(30s);
        QCOMPARE(one[0].log().size(), sent);
        one[0].setMode(Mode::Answering);
        one.clock.advance(1s);
        QCOMPARE(one[0].valueOf("r"), std::nullopt);
    }

    void whatADeadMasterIsOwedIsBounded()
    {
        FakeDeployment one(1);
        one[0].setMode(Mode::Down);
        constexpr int kReleased = 5000;
        for (int i = 0; i < kReleased; ++i) {
            const std::string key = "r" + std::to_string(i);
            one[0].put(key, "ours");
            redlock().release(one.context, Claim({Resource(key)}, Token("ours")),
                one.clock.now() + 60s, [](const RoundResult&) {});
        }
        one.clock.advance(5s);
        QCOMPARE(one.context.backlog->size(), std::size_t(4096));
        one[0].setMode(Mode::Answering);
        one.clock.advance(1s);
        QCOMPARE(one.context.backlog->size(), std::size_t(0));
        QCOMPARE(one[0].valueOf("r0"), std::optional<std::string>("ours")); // left to its TTL
        QCOMPARE(one[0].valueOf("r" + std::to_string(kReleased - 1)), std::nullopt);
    }

    void aMasterThatWasRepairedIsOwedTheRelease()
    {
        FakeDeployment three(3);
        three[2].setMode(Mode::Down);
        const Claim claim({Resource("r")}, Token("ours"));
        redlock().tryAcquire(
            three.context, {claim, {Ttl::from(60s).value()}}, [](const RoundResult&) {});
        three.settle();
        three[2].setMode(Mode::Answering);
        redlock().extend(three.context,
            {claim, {Ttl::from(60s).value()}, three.clock.now() + 50s, [] { return true; }},
            [](const RoundResult&) {});
        three.clock.advance(10ms);
        QCOMPARE(three.mastersThatStore("r", "ours"), std::size_t(3));
        three[2].setMode(Mode::Down);
        redlock().release(three.context, claim, three.clock.now() + 60s, [](const RoundResult&) {});
        three.clock.advance(5s);
        three[2].setMode(Mode::Answering);
        three.clock.advance(1s);
        QCOMPARE(three[2].valueOf("r"), std::nullopt);
    }

    void aFailedAcquireEndsWhenAMasterHasTakenItBack()
    {
        FakeDeployment three(3);
        three[0].setMode(Mode::Down);
        three[1].setMode(Mode::Down);
        std::optional<AcquisitionResult> result;
        acquire(three.context, kOwner, {Resource("r")}, {.ttl = Ttl::from(60s).value()},
            [&](AcquisitionResult reported) { result = std::move(reported); });
        three[2].holdAnswers(true); // from the undo on
        three.settle();
        QVERIFY(!result);
        three[2].deliver();
        QVERIFY(result && *result && std::holds_alternative<NoQuorum>(**result));
        QCOMPARE(three.clock.timerCount(), std::size_t(0));
    }

    void aFailedAcquireWaitsForTheUndoForAMomentOnly()
    {
        FakeDeployment three(3);
        three[0].setMode(Mode::Down);
        three[1].setMode(Mode::Down);
        three[2].setMode(Mode::LosingAnswers);
        std::optional<AcquisitionResult> result;
        acquire(three.context, kOwner, {Resource("r")}, {.ttl = Ttl::from(60s).value()},
            [&](AcquisitionResult reported) { result = std::move(reported); });
        three.clock.advance(39ms);
        QVERIFY(!result);
        three.clock.advance(1ms);
        QVERIFY(result && *result && std::holds_alternative<NoQuorum>(**result));
    }
};

LOCKKEEPER_TEST(UndoTest)

} // namespace lockkeeper::tests::undo_test

#include "undo_test.moc"
