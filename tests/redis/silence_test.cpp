// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/link/backoff.h"
#include "core/redis/link/command_queue.h"
#include "core/redis/link/silence.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::silence_test {

using redis::CommandQueue;
using redis::LinkState;

namespace {

constexpr SteadyTime kStart{1h};

/// A master that is up and owes the reply to one command, due after a second.
struct Master {
    CommandQueue commands{MasterId("a"), {.commands = 100, .bytes = 100}};
    redis::LinkStatus status{.state = LinkState::Up};
    redis::Silence silence;

    explicit Master(std::chrono::milliseconds silentAfter)
        : silence(silentAfter, commands, status)
    {
        expect(kStart);
    }
    void expect(SteadyTime sentAt)
    {
        commands.expect({sentAt, sentAt + 1s}, [](auto&&) {});
    }
    bool isSilentAt(SteadyTime now)
    {
        const bool hasOverdue = !commands.takeOverdue(now).written.empty();
        silence.judge(now, hasOverdue, {ErrorClass::Timeout, "no reply", MasterId("a")});
        return status.state == LinkState::Silent;
    }
};

} // namespace

class SilenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beginsWhenAReplyIsOverdue()
    {
        Master master(0ms);
        QVERIFY(!master.isSilentAt(kStart + 999ms));
        QVERIFY(master.isSilentAt(kStart + 1s));
        QCOMPARE(master.silence.nextDeadline(), std::optional(kStart + 11s));
        QVERIFY(!master.silence.isOver(kStart + 10s));
        QVERIFY(master.silence.isOver(kStart + 11s));
    }

    void oneImpatientCallerIsNotEnough()
    {
        Master master(3s);
        QVERIFY(!master.isSilentAt(kStart + 1s));
        QCOMPARE(master.silence.suspectAt(), std::optional(kStart + 3s));
        QVERIFY(!master.isSilentAt(kStart + 2s));
        QVERIFY(master.isSilentAt(kStart + 3s));
        QCOMPARE(master.silence.suspectAt(), std::nullopt);
    }

    void aReplyDefersIt()
    {
        Master master(3s);
        QVERIFY(!master.isSilentAt(kStart + 1s));
        master.status.lastReply = kStart + 2s; // to a command before it
        QVERIFY(!master.isSilentAt(kStart + 3s));
        QCOMPARE(master.silence.suspectAt(), std::optional(kStart + 5s));
        QVERIFY(master.isSilentAt(kStart + 5s));
    }

    void isNotSuspectedOnceTheOverdueReplyHasCome()
    {
        Master master(3s);
        QVERIFY(!master.isSilentAt(kStart + 1s));
        master.commands.answer(redis::Reply::nil());
        master.expect(kStart + 2500ms);
        QVERIFY(!master.isSilentAt(kStart + 3s));
        QCOMPARE(master.silence.nextDeadline(), std::nullopt);
    }

    void beginsOnlyWhileTheLinkIsUp()
    {
        Master master(0ms);
        master.status.state = LinkState::Connecting;
        QVERIFY(!master.isSilentAt(kStart + 1s));
    }

    void endsWithAReply()
    {
        Master master(0ms);
        QVERIFY(master.isSilentAt(kStart + 1s));
        master.silence.end();
        QVERIFY(!master.silence.isOver(kStart + 1h));
        QCOMPARE(master.status.state, LinkState::Up);
        QVERIFY(!master.status.error);
    }

    void pausesDoubleUpToTheLongest()
    {
        redis::Backoff backoff({.shortest = 50ms, .longest = 2000ms});
        for (const auto ceiling : {50ms, 100ms, 200ms, 400ms, 800ms, 1600ms, 2000ms, 2000ms}) {
            const auto pause = backoff.next();
            QVERIFY(pause >= ceiling / 2 && pause <= ceiling);
        }
        QCOMPARE(backoff.failures(), 8U);
        backoff.reset();
        QVERIFY(backoff.next() <= 50ms);
    }
};

LOCKKEEPER_TEST(SilenceTest)

} // namespace lockkeeper::tests::silence_test

#include "silence_test.moc"
