// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/link/command_queue.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::command_queue_test {

using redis::CommandQueue;
using redis::Reply;

namespace {

constexpr SteadyTime kStart{1h};
const Error kLost{ErrorClass::ConnectionLost, "lost", MasterId("a")};
const Error kUnsent{ErrorClass::Unreachable, "unsent", MasterId("a")};

/// A queue, and a log of what its handlers were called with: the name of the command, and the reply
/// or the error's text.
struct Commands {
    CommandQueue queue{MasterId("a"), {.commands = 4, .bytes = 10}};
    std::vector<std::string> log;

    CommandQueue::Handler handler(const std::string& name, std::function<void()> then = {})
    {
        return [this, name, then = std::move(then)](Result<Reply>&& reply) {
            log.push_back(name + ":" + (reply ? reply->text : reply.error().text));
            if (then)
                then();
        };
    }
    void expect(const std::string& name, std::size_t commands = 1, std::function<void()> then = {})
    {
        queue.expect({kStart, kStart + 1s, commands}, handler(name, std::move(then)));
    }
    void answer(const std::string& text) { queue.answer(Reply::string(text)); }
};

using Log = std::vector<std::string>;

} // namespace

class CommandQueueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersInTheOrderOfWriting()
    {
        Commands commands;
        commands.expect("a");
        commands.expect("b", 2);
        for (const char* reply : {"1", "2", "3"})
            commands.answer(reply);
        QCOMPARE(commands.log, Log({"a:1", "b:2", "b:3"}));
        QVERIFY(!commands.queue.isReplyMissing());
    }

    void dropsLateRepliesAndKeepsTheirPlaces()
    {
        Commands commands;
        commands.expect("a", 2);
        commands.queue.expect({kStart, kStart + 5s}, commands.handler("b"));
        commands.answer("1");
        const auto overdue = commands.queue.takeOverdue(kStart + 1s);
        QCOMPARE(overdue.written.size(), std::size_t(1));
        QCOMPARE(overdue.written[0].calls, std::size_t(1)); // one of two was answered
        QVERIFY(overdue.unsent.empty());
        QVERIFY(commands.queue.isOldestOverdue());
        commands.queue.fail(overdue.written, kLost);
        commands.answer("late");
        QVERIFY(!commands.queue.isOldestOverdue());
        commands.answer("2");
        QCOMPARE(commands.log, Log({"a:1", "a:lost", "b:2"}));
        QCOMPARE(commands.queue.unanswered(), 1U);
    }

    void writesWaitingCommandsAfterTheLogin()
    {
        Commands commands;
        commands.queue.wait("A", {kStart, kStart + 1s}, commands.handler("a"));
        commands.queue.wait("B", {kStart, kStart + 9s, 2}, commands.handler("b"));
        commands.queue.wait("C", {kStart, kStart + 8s}, commands.handler("c"));
        QCOMPARE(commands.queue.nextDeadline(), std::optional(kStart + 1s));
        QCOMPARE(commands.queue.nextReplyDeadline(), std::nullopt);
        const auto overdue = commands.queue.takeOverdue(kStart + 1s);
        commands.queue.fail(overdue.unsent, kUnsent);
        std::string out = "x";
        QVERIFY(commands.queue.writeWaiting(kStart + 2s, out));
        QCOMPARE(out, std::string("xBC")); // A has failed as unsent
        QCOMPARE(commands.queue.oldestSentAt(), kStart + 2s);
        QCOMPARE(commands.queue.nextReplyDeadline(), std::optional(kStart + 8s));
        for (const char* reply : {"1", "2", "3"})
            commands.answer(reply);
        QCOMPARE(commands.log, Log({"a:unsent", "b:1", "b:2", "c:3"}));
        QVERIFY(!commands.queue.writeWaiting(kStart, out));
    }

    void isFullByCommands()
    {
        Commands commands;
        commands.expect("a", 3);
        QVERIFY(!commands.queue.isFull(0));
        commands.queue.wait("", {kStart, kStart + 1s}, commands.handler("b"));
        QVERIFY(commands.queue.isFull(0));
        commands.answer("1");
        QVERIFY(!commands.queue.isFull(0));
        commands.expect("c");
        QVERIFY(commands.queue.isFull(0));
        commands.queue.failAll(kLost, kUnsent);
        QVERIFY(!commands.queue.isFull(0));
    }

    void isFullByBytes()
    {
        Commands commands;
        commands.queue.wait("1234", {kStart, kStart + 1s}, commands.handler("a"));
        QVERIFY(!commands.queue.isFull(5));
        QVERIFY(commands.queue.isFull(6));
        std::string out;
        commands.queue.writeWaiting(kStart, out);
        QVERIFY(!commands.queue.isFull(out.size() + 5));
    }

    void measuresLatencyOnlyWithNothingBeforeIt()
    {
        Commands commands;
        commands.expect("a", 2);
        commands.expect("b");
        QCOMPARE(commands.queue.takeLatencyStart(), std::optional(kStart));
        commands.answer("1");
        QCOMPARE(commands.queue.takeLatencyStart(), std::nullopt);
        commands.answer("2");
        QCOMPARE(commands.queue.takeLatencyStart(), std::nullopt); // b was behind a
    }

    void failsWrittenCommandsBeforeWaitingOnes()
    {
        Commands commands;
        commands.queue.wait("W", {kStart, kStart + 1s}, commands.handler("w"));
        commands.expect("a", 2);
        commands.answer("1");
        commands.queue.failAll(kLost, kUnsent);
        QCOMPARE(commands.log, Log({"a:1", "a:lost", "w:unsent"}));
        QCOMPARE(commands.queue.unanswered(), 1U); // what was not sent has no effect
        QCOMPARE(commands.queue.nextDeadline(), std::nullopt);
    }

    void keepsCommandsThatAHandlerOfAFailedOneAdds()
    {
        Commands commands;
        commands.expect("a", 1, [&] { commands.expect("again"); });
        commands.queue.failAll(kLost, kUnsent);
        commands.answer("1");
        QCOMPARE(commands.log, Log({"a:lost", "again:1"}));
    }

    void failsTheRestOfABatchWhoseHandlerEndsTheConnection()
    {
        Commands commands;
        bool isFirst = true;
        commands.expect("a", 3, [&] {
            if (std::exchange(isFirst, false))
                commands.queue.failAll(kLost, kUnsent);
        });
        commands.expect("b");
        commands.answer("1");
        QCOMPARE(commands.log,
            Log({"a:1", "b:lost", "a:the connection was closed", "a:the connection was closed"}));
        QCOMPARE(commands.queue.unanswered(), 3U);
        QVERIFY(!commands.queue.isReplyMissing());
    }

    void callsNoHandlerOnceClosed_data()
    {
        QTest::addColumn<bool>("isAnswered");
        QTest::newRow("by a reply's handler") << true;
        QTest::newRow("by a failed command's handler") << false;
    }
    void callsNoHandlerOnceClosed()
    {
        QFETCH(const bool, isAnswered);
        Commands commands;
        commands.expect("a", 2, [&] { commands.queue.close(); });
        commands.expect("b");
        commands.queue.wait("W", {kStart, kStart + 1s}, commands.handler("w"));
        if (isAnswered)
            commands.answer("1");
        else
            commands.queue.failAll(kLost, kUnsent);
        QCOMPARE(commands.log.size(), std::size_t(1));
        QVERIFY(!commands.queue.isReplyMissing());
        QCOMPARE(commands.queue.nextDeadline(), std::nullopt);
        commands.queue.fail({commands.handler("c"), 1}, kLost);
        QCOMPARE(commands.log.size(), std::size_t(1));
    }

    void dropsWrittenCommandsSilently()
    {
        Commands commands;
        commands.expect("login");
        commands.queue.wait("W", {kStart, kStart + 1s}, commands.handler("w"));
        commands.queue.dropWritten();
        commands.queue.failAll(kLost, kUnsent);
        QCOMPARE(commands.log, Log({"w:unsent"}));
    }
};

LOCKKEEPER_TEST(CommandQueueTest)

} // namespace lockkeeper::tests::command_queue_test

#include "command_queue_test.moc"
