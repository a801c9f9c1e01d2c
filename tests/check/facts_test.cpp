// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/facts.h"
#include "tests/support/test_class.h"

#include <QtTest>

using namespace lockkeeper;
using namespace std::chrono_literals;
using check::MaybeReply;
using check::StepState;
using redis::Reply;

namespace {

const WallTime kNow{1'800'000'000s};

MaybeReply timeReply(std::chrono::milliseconds ahead)
{
    const auto time
        = std::chrono::duration_cast<std::chrono::microseconds>((kNow + ahead).time_since_epoch());
    return Reply::array({Reply::string(std::to_string(time.count() / 1'000'000)),
        Reply::string(std::to_string(time.count() % 1'000'000))});
}

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
    void aClockMayDifferByASecond()
    {
        QCOMPARE(check::judgeClock(timeReply(900ms), kNow, kNow).state, StepState::Done);
        const auto ahead = check::judgeClock(timeReply(90s), kNow, kNow);
        QCOMPARE(ahead.state, StepState::Warning);
        QVERIFY2(has(ahead.text, "90s ahead of ours"), ahead.text.c_str());
        const auto behind = check::judgeClock(timeReply(-5s), kNow, kNow);
        QVERIFY2(has(behind.text, "5s behind ours"), behind.text.c_str());
    }

    void aSlowReplyIsNoDifference()
    {
        QCOMPARE(check::judgeClock(timeReply(4s), kNow, kNow + 5s).state, StepState::Done);
    }

    void aClockThatCantBeReadIsSkipped()
    {
        QCOMPARE(check::judgeClock(refusal(), kNow, kNow).state, StepState::Skipped);
        QCOMPARE(check::judgeClock(
                     Reply::array({Reply::string("9999999999999999999"), Reply::string("x")}), kNow,
                     kNow)
                     .state,
            StepState::Skipped);
    }

    void evictionOfLocksIsAWarning()
    {
        const auto outcome
            = check::judgeEviction(info("maxmemory:1000\r\nmaxmemory_policy:volatile-lru\r\n"));
        QCOMPARE(outcome.state, StepState::Warning);
        QCOMPARE(outcome.cure, std::string("CONFIG SET maxmemory-policy noeviction"));
        QCOMPARE(
            check::judgeEviction(info("maxmemory:0\r\nmaxmemory_policy:allkeys-lru\r\n")).state,
            StepState::Done);
        QCOMPARE(
            check::judgeEviction(info("maxmemory:1000\r\nmaxmemory_policy:noeviction\r\n")).state,
            StepState::Done);
        QCOMPARE(check::judgeEviction(refusal()).state, StepState::Skipped);
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
        QCOMPARE(outcome.cure,
            std::string("ACL SETUSER ro +client|id +client|tracking +subscribe "
                        "&__redis__:invalidate"));
    }
};

LOCKKEEPER_TEST(FactsTest)
#include "facts_test.moc"
