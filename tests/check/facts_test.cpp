// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/master_check.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::facts_test {

using check::MaybeReply;
using check::StepState;
using redis::Reply;

namespace {

MaybeReply refusal()
{
    return tl::make_unexpected(Error{ErrorClass::NoPermission, "NOPERM", {}});
}

MaybeReply info(const char* text)
{
    return Reply::string(text);
}

bool has(const std::string& text, const char* words)
{
    return text.find(words) != std::string::npos;
}

} // namespace

class FactsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyAWarningOfAFactIsOneOfTheStep()
    {
        using words::FactState;
        words::MasterFact fact{.text = "found", .why = "Because.", .cure = "CONFIG SET a b"};
        fact.state = FactState::Warning;
        const check::StepOutcome warning{StepState::Warning, "found. Because.", "CONFIG SET a b"};
        QCOMPARE(check::outcomeOf(fact), warning);
        fact.state = FactState::Advice;
        const check::StepOutcome advice{StepState::Done, "found", "CONFIG SET a b"};
        QCOMPARE(check::outcomeOf(fact), advice);
        fact.state = FactState::Unknown;
        QCOMPARE(check::outcomeOf(fact).state, StepState::Skipped);
        fact.state = FactState::Fine;
        QCOMPARE(check::outcomeOf(fact).state, StepState::Done);
    }

    void aNodeOfAClusterIsNamedAsOne()
    {
        const MaybeReply role = Reply::array({Reply::string("master")});
        const MasterId id("a");
        QCOMPARE(check::judgeRole(role, info("redis_mode:standalone\r\n"), id, false).state,
            StepState::Done);
        QCOMPARE(check::judgeRole(role, info("redis_mode:cluster\r\n"), id, false).state,
            StepState::Failed);
        QCOMPARE(check::judgeRole(role, info("redis_mode:cluster\r\n"), id, true).state,
            StepState::Done);
        QCOMPARE(check::judgeRole(role, info("redis_mode:standalone\r\n"), id, true).state,
            StepState::Failed);
        QCOMPARE(check::judgeRole(refusal(), refusal(), id, false).state, StepState::Skipped);
    }

    void anErrorOfRoleIsTold()
    {
        const MaybeReply busy = tl::make_unexpected(Error{ErrorClass::Busy, "BUSY", {}});
        const auto outcome
            = check::judgeRole(busy, info("redis_mode:standalone\r\n"), MasterId("a"), false);
        QCOMPARE(outcome.state, StepState::Failed);
        QCOMPARE(outcome.text, std::string("BUSY"));
    }

    void aClusterWhoseModeIsNotKnownIsTakenForOne()
    {
        QCOMPARE(
            check::judgeRole(refusal(), refusal(), MasterId("a"), true).state, StepState::Done);
    }

    void anErrorOfPushIsTold()
    {
        const MaybeReply busy = tl::make_unexpected(Error{ErrorClass::Busy, "BUSY", {}});
        for (const MaybeReply& version :
            {info("redis_version:7.0.15\r\n"), info("redis_version:next\r\n"),
                info("redis_mode:standalone\r\n"), MaybeReply(Reply::nil())}) {
            const auto outcome = check::judgePush({busy}, version, "ro");
            QCOMPARE(outcome.state, StepState::Warning);
            QVERIFY2(outcome.text.ends_with(": BUSY"), outcome.text.c_str());
            QVERIFY(outcome.cure.empty());
        }
    }

    void anOldServerPushesNothing()
    {
        const auto outcome = check::judgePush({}, info("redis_version:5.0.7\r\n"), {});
        QCOMPARE(outcome.state, StepState::Warning);
        QVERIFY2(has(outcome.text, "Redis 5.0.7"), outcome.text.c_str());
    }

    void aUserWhoMayNotListenGetsTheLineThatGrantsIt()
    {
        const auto outcome = check::judgePush(
            {Reply::number(1), refusal(), Reply::nil()}, info("redis_version:7.0.15\r\n"), "ro");
        QCOMPARE(outcome.state, StepState::Warning);
        QCOMPARE(outcome.cure, std::string("ACL SETUSER ro +client|tracking"));
    }

    void aUserWhoLacksOnlyTheChannelGetsOnlyThat()
    {
        const auto cureOf = [](const char* text) {
            return check::judgePush(
                {Reply::number(1), Reply::status("OK"),
                    tl::make_unexpected(Error{ErrorClass::NoPermission, text, {}})},
                info("redis_version:7.0.15\r\n"), "ro")
                .cure;
        };
        QCOMPARE(cureOf("NOPERM this user has no permissions to access one of the channels used as "
                        "arguments"),
            std::string("ACL SETUSER ro &__redis__:invalidate"));
        QCOMPARE(cureOf("NOPERM this user has no permissions to run the 'subscribe' command"),
            std::string("ACL SETUSER ro +subscribe &__redis__:invalidate"));
    }
};

LOCKKEEPER_TEST(FactsTest)

} // namespace lockkeeper::tests::facts_test

#include "facts_test.moc"
