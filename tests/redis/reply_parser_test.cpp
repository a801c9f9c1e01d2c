// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/command.h"
#include "core/redis/error_reply.h"
#include "core/redis/reply_parser.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::reply_parser_test {

using redis::Command;
using redis::Reply;
using redis::ReplyLimits;
using redis::ReplyParser;

namespace {

Reply parseOne(std::string_view bytes)
{
    ReplyParser parser;
    parser.feed(bytes);
    const auto reply = parser.next();
    return reply && *reply ? **reply : Reply::error("not one reply");
}

/// Feeds `bytes` and reads until the parser gives up; tells how.
std::optional<ErrorClass> failureOf(std::string_view bytes, ReplyLimits limits = {})
{
    ReplyParser parser(limits);
    parser.feed(bytes);
    while (true) {
        const auto reply = parser.next();
        if (!reply)
            return reply.error().kind;
        if (!*reply)
            return std::nullopt;
    }
}

} // namespace

class ReplyParserTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryType()
    {
        QCOMPARE(parseOne("+OK\r\n"), Reply::status("OK"));
        QCOMPARE(parseOne("-ERR no\r\n"), Reply::error("ERR no"));
        QCOMPARE(parseOne(":-42\r\n"), Reply::number(-42));
        QCOMPARE(parseOne("$-1\r\n"), Reply::nil());
        QCOMPARE(parseOne(std::string_view("$4\r\na\0\r\n\r\n", 10)),
            Reply::string(std::string("a\0\r\n", 4)));
        QCOMPARE(parseOne("*3\r\n:1\r\n*1\r\n$1\r\nx\r\n-ERR in\r\n"),
            Reply::array(
                {Reply::number(1), Reply::array({Reply::string("x")}), Reply::error("ERR in")}));
        QCOMPARE(parseOne("*0\r\n"), Reply::array({}));
        QCOMPARE(parseOne("*-1\r\n"), Reply::nil());
    }

    void readsByteByByte()
    {
        const std::string wire = "*2\r\n$5\r\nhello\r\n*2\r\n:7\r\n+OK\r\n";
        ReplyParser parser;
        for (std::size_t i = 0; i + 1 < wire.size(); ++i) {
            parser.feed(wire.substr(i, 1));
            const auto reply = parser.next();
            QVERIFY(reply.has_value() && *reply == nullptr);
        }
        parser.feed(wire.substr(wire.size() - 1));
        const auto reply = parser.next();
        QVERIFY(reply && *reply);
        QCOMPARE(**reply,
            Reply::array(
                {Reply::string("hello"), Reply::array({Reply::number(7), Reply::status("OK")})}));
    }

    void readsManyNestedElementsInPlace()
    {
        std::string wire = "*300\r\n";
        std::vector<Reply> expected;
        for (int i = 0; i < 300; ++i) {
            wire += "*2\r\n:" + std::to_string(i) + "\r\n$3\r\nabc\r\n";
            expected.push_back(Reply::array({Reply::number(i), Reply::string("abc")}));
        }
        QCOMPARE(parseOne(wire), Reply::array(expected));
    }

    void separatesRepliesOfOneRead()
    {
        ReplyParser parser;
        parser.feed("+A\r\n:2\r\n$1\r\nc\r\n+partial");
        QCOMPARE(**parser.next(), Reply::status("A"));
        QCOMPARE(**parser.next(), Reply::number(2));
        QCOMPARE(**parser.next(), Reply::string("c"));
        QVERIFY(*parser.next() == nullptr);
    }

    void refusesWhatIsNotRedis()
    {
        QCOMPARE(failureOf("HTTP/1.1 400 Bad Request\r\n\r\n"), ErrorClass::NotRedis);
        QCOMPARE(failureOf("<html>\r\n"), ErrorClass::NotRedis);
    }

    void refusesRepliesBeyondTheLimits()
    {
        const ReplyLimits small{.bytes = 1000, .elements = 10, .depth = 3};
        QCOMPARE(failureOf("*11\r\n", small), ErrorClass::NotRedis);
        QCOMPARE(failureOf("*1000000000\r\n", small), ErrorClass::NotRedis);
        QCOMPARE(
            failureOf(
                "*4\r\n*4\r\n:1\r\n:1\r\n:1\r\n:1\r\n*4\r\n:1\r\n:1\r\n:1\r\n:1\r\n*1\r\n", small),
            ErrorClass::NotRedis);
        QCOMPARE(failureOf("*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n", small), ErrorClass::NotRedis);
        QCOMPARE(failureOf("$5000\r\n" + std::string(1200, 'x'), small), ErrorClass::NotRedis);
    }

    void readsPastWhatIsTooLargeIfItMay_data() { addSlices(); }
    void readsPastWhatIsTooLargeIfItMay()
    {
        QFETCH(int, slice);
        const std::string longText = "$500\r\n" + std::string(498, 'x') + "\r\n\r\n";
        const std::string shortText = "$100\r\n" + std::string(100, '$') + "\r\n";
        std::string wire = longText + "*2\r\n$1\r\nc\r\n*3\r\n" + shortText + longText + ":7\r\n";
        wire += "*4\r\n" + shortText + shortText + shortText + "*1\r\n" + shortText;
        wire += "*12\r\n";
        for (int i = 0; i < 12; ++i)
            wire += "*1\r\n$-1\r\n";
        wire += "$0\r\n\r\n+OK\r\n";
        ReplyParser parser({.bytes = 300, .elements = 10, .depth = 3, .longestText = 100});
        std::vector<Reply> replies;
        for (std::size_t at = 0; at < wire.size(); at += static_cast<std::size_t>(slice)) {
            parser.feed(std::string_view(wire).substr(at, static_cast<std::size_t>(slice)));
            while (true) {
                auto reply = parser.next();
                QVERIFY(reply.has_value());
                if (!*reply)
                    break;
                replies.push_back(std::move(**reply));
            }
        }
        QCOMPARE(replies.size(), std::size_t(6));
        QVERIFY(redis::isTooLarge(replies[0]));
        const Reply& names = replies[1].elements[1];
        QCOMPARE(names.elements[0].text.size(), std::size_t(100));
        QVERIFY(redis::isTooLarge(names.elements[1]));
        QCOMPARE(names.elements[2], Reply::number(7));
        QVERIFY(redis::isTooLarge(replies[2]));
        QVERIFY(redis::isTooLarge(replies[3]));
        QCOMPARE(replies[4], Reply::string(""));
        QCOMPARE(replies[5], Reply::status("OK"));
    }

    void givesUpWhatNoServerStoresAlsoWhereItReadsPast()
    {
        const ReplyLimits limits{.bytes = 300, .elements = 10, .depth = 3, .longestText = 100};
        QCOMPARE(failureOf("$536870913\r\n", limits), ErrorClass::NotRedis);
        QCOMPARE(failureOf("*1\r\n$99999999999\r\n", limits), ErrorClass::NotRedis);
        QCOMPARE(failureOf("*1000000000\r\n", limits), ErrorClass::NotRedis);
        QCOMPARE(failureOf("$536870912\r\n", limits), std::nullopt);
        QCOMPARE(failureOf("*1000000\r\n", limits), std::nullopt);
    }

    void givesUpALineWithoutAnEndAlsoWhereItReadsPast()
    {
        const ReplyLimits limits{.bytes = 300, .elements = 10, .depth = 3, .longestText = 100};
        QCOMPARE(failureOf("+" + std::string(10'000, 'x'), limits), ErrorClass::NotRedis);
        QCOMPARE(failureOf("$" + std::string(10'000, '1'), limits), ErrorClass::NotRedis);
        QCOMPARE(failureOf("HTTP/1.1 400 Bad Request\r\n\r\n", limits), ErrorClass::NotRedis);
    }

    void cutsAStatusThatIsTooLongIfItMay_data() { addSlices(); }
    void cutsAStatusThatIsTooLongIfItMay()
    {
        QFETCH(int, slice);
        const auto size = static_cast<std::size_t>(slice);
        const std::string wire = "+OK\r\n+" + std::string(99, 'a') + "\r\n+" + std::string(100, 'b')
            + "\r\n+" + std::string(20'000, 'c') + "\r\n$2\r\nhi\r\n:7\r\n";
        ReplyParser parser({.bytes = 300, .longestText = 200, .longestStatus = 100});
        std::vector<std::string> texts;
        for (std::size_t at = 0; at < wire.size(); at += size) {
            parser.feed(std::string_view(wire).substr(at, size));
            while (true) {
                auto reply = parser.next();
                QVERIFY(reply.has_value());
                if (!*reply)
                    break;
                texts.push_back((*reply)->text);
            }
        }
        // The sign before it counts, too.
        QCOMPARE(texts,
            (std::vector<std::string>{
                "OK", std::string(99, 'a'), std::string(99, 'b'), std::string(99, 'c'), "hi", ""}));
    }

    void countsTheLimitsForEachReplyAnew()
    {
        const ReplyLimits small{.bytes = 100, .elements = 3, .depth = 3};
        std::string wire;
        for (int i = 0; i < 50; ++i)
            wire += "*2\r\n$3\r\nabc\r\n:1\r\n";
        QCOMPARE(failureOf(wire, small), std::nullopt);
    }

    void encodesArgumentsByLength()
    {
        std::string wire;
        wire.append(Command{"SET", std::string_view("a\r\n\0", 4), ""}.wire());
        QCOMPARE(wire,
            std::string("*3\r\n$3\r\nSET\r\n$4\r\na\r\n") + std::string("\0\r\n", 3)
                + "$0\r\n\r\n");
    }

    void sortsErrorsByTheirPrefix_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<ErrorClass>("kind");
        const auto row = [](const char* text, ErrorClass kind) {
            QTest::newRow(text) << QByteArray(text) << kind;
        };
        row("NOAUTH Authentication required.", ErrorClass::AuthRequired);
        row("WRONGPASS invalid username-password pair", ErrorClass::WrongPassword);
        row("NOPERM this user has no permissions", ErrorClass::NoPermission);
        row("ERR The user executing the script can't run this command or subcommand script: 1f2e, "
            "on @user_script:1.",
            ErrorClass::NoPermission);
        row("READONLY You can't write against a read only replica.", ErrorClass::ReadOnly);
        row("LOADING Redis is loading the dataset in memory", ErrorClass::Loading);
        row("BUSY Redis is busy running a script.", ErrorClass::Busy);
        row("BUSYKEY Target key name already exists.", ErrorClass::ServerError);
        row("OOM command not allowed when used memory > 'maxmemory'.", ErrorClass::OutOfMemory);
        row("MISCONF Redis is configured to save RDB snapshots", ErrorClass::Misconfigured);
        row("NOSCRIPT No matching script.", ErrorClass::NoScript);
        row("WRONGTYPE Operation against a key", ErrorClass::WrongType);
        row("MASTERDOWN Link with MASTER is down", ErrorClass::ReadOnly);
        row("NOREPLICAS Not enough good replicas to write.", ErrorClass::TooFewReplicas);
        row("ERR max number of clients reached", ErrorClass::TooManyClients);
        row("ERR ACL failure in script: User u has no permissions", ErrorClass::NoPermission);
        // As Redis 6 words errors inside scripts.
        row("ERR Error running script (call to f_6b1bf4): @user_script:1: @user_script: 1: "
            "-READONLY You can't write against a read only replica.\r\n",
            ErrorClass::ReadOnly);
        row("ERR Error running script (call to f_6b1bf4): @user_script:12: WRONGTYPE Operation",
            ErrorClass::WrongType);
        row("ERR Error running script (call to f_6b1bf4): @user_script:1: @user_script: 1: The "
            "user executing the script can't run this command or subcommand",
            ErrorClass::NoPermission);
        row("ERR Error running script (call to f_6b1bf4): @user_script:1: @user_script: 1: "
            "Unknown Redis command called from Lua script",
            ErrorClass::ServerError);
        row("ERR unknown command", ErrorClass::UnknownCommand);
        row("ERR unknown command 'CLIENT', with args beginning with: 'SETNAME'",
            ErrorClass::UnknownCommand);
        row("ERR unknown subcommand 'TRACKING'. Try CLIENT HELP.", ErrorClass::UnknownCommand);
        row("ERR Unknown Redis command called from script script: 7d, on @user_script:1.",
            ErrorClass::UnknownCommand);
        row("", ErrorClass::ServerError);
    }
    void sortsErrorsByTheirPrefix()
    {
        QFETCH(QByteArray, text);
        QFETCH(ErrorClass, kind);
        const Error error = redis::errorFromReply(text.toStdString(), MasterId("a"));
        QCOMPARE(error.kind, kind);
        QCOMPARE(error.master, MasterId("a"));
        QVERIFY(error.text.find("@user_script") == std::string::npos);
    }

private:
    /// Pieces in which bytes may arrive.
    static void addSlices()
    {
        QTest::addColumn<int>("slice");
        for (const int slice : {1, 2, 7, 1000, 100'000})
            QTest::newRow(std::to_string(slice).c_str()) << slice;
    }
};

LOCKKEEPER_TEST(ReplyParserTest)

} // namespace lockkeeper::tests::reply_parser_test

#include "reply_parser_test.moc"
