// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/redis/client.h"
#include "tests/support/fault_proxy.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/resp_length.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::fault_proxy_test {

using namespace std::string_literals;
using redis::LinkState;

namespace {

constexpr auto kSoon = 60ms; ///< a timeout that is meant to run out
/// Connections that come back at once, and that one missing reply does not make silent.
const redis::ConnectionOptions kEager{
    .silentAfter = 10s, .minBackoff = 5ms, .maxBackoff = 20ms, .onPush = [](const redis::Reply&) {
    }};

/// A server, the way to it, and a connection that goes this way.
struct Way {
    Way()
    {
        if (!client.reaches(LinkState::Up))
            qFatal("no connection through the proxy");
    }
    std::int64_t counter() { return std::stoll("0" + server.command({"GET", "n"}).text); }
    Result<redis::Reply> count(std::chrono::milliseconds timeout = 5s)
    {
        return client.ask({"INCR", "n"}, timeout);
    }
    RedisServerFixture server;
    FaultNetwork network{server.urls()};
    FaultProxy& proxy = network[0];
    Client client{network.urls()[0], kEager};
};

} // namespace

class FaultProxyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lengthsOfValues_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("length"); // -1: the end is missing
        QTest::addRow("nothing") << QByteArray() << -1;
        QTest::addRow("status") << QByteArray("+OK\r\n:1\r\n") << 5;
        QTest::addRow("half a line") << QByteArray("+OK\r") << -1;
        QTest::addRow("bulk") << QByteArray("$3\r\na\r\n\r\n") << 9;
        QTest::addRow("half a bulk") << QByteArray("$3\r\nab") << -1;
        QTest::addRow("no bulk") << QByteArray("$-1\r\n+") << 5;
        QTest::addRow("array") << QByteArray("*2\r\n$1\r\na\r\n:7\r\n*") << 15;
        QTest::addRow("half an array") << QByteArray("*2\r\n$1\r\na\r\n") << -1;
        QTest::addRow("nested") << QByteArray("*1\r\n*1\r\n*0\r\n") << 12;
        QTest::addRow("no array") << QByteArray("*-1\r\n") << 5;
        QTest::addRow("anything else") << QByteArray("HTTP/1.1") << 8;
    }
    void lengthsOfValues()
    {
        QFETCH(const QByteArray, bytes);
        const auto length = respLength({bytes.data(), static_cast<std::size_t>(bytes.size())});
        QTEST(length ? static_cast<int>(*length) : -1, "length");
    }

    void withoutOrdersAllPasses()
    {
        Way way;
        QCOMPARE(way.client.ask({"PING"})->text, "PONG"s);
        const std::string large(300'000, 'x');
        QVERIFY(way.client.ask({"SET", "large", large}));
        QCOMPARE(way.client.ask({"GET", "large"})->text, large);
        QCOMPARE(way.proxy.struck(), 0U);
        QCOMPARE(way.proxy.seen("SET"), 1U);
        QCOMPARE(way.proxy.accepted(), 1U);
    }

    void aRequestIsExecutedIfItArrives_data()
    {
        const auto row = columns<Fault, int>();
        row("the request is lost", Fault::LoseRequest, 0);
        row("the reply is lost", Fault::LoseReply, 1);
        row("the request is held", Fault::HoldRequest, 0);
        row("the reply is held", Fault::HoldReply, 1);
    }
    void aRequestIsExecutedIfItArrives()
    {
        const auto [fault, executed] = fetch<Fault, int>();
        Way way;
        way.proxy.strike(fault, "INCR");
        QCOMPARE(errorOf(way.count(kSoon)).kind, ErrorClass::Timeout);
        QCOMPARE(way.counter(), executed);
        QCOMPARE(way.proxy.struck(), 1U);
        if (fault == Fault::LoseRequest || fault == Fault::LoseReply)
            return;
        way.proxy.letGo();
        QTRY_COMPARE(way.counter(), 1);
        QCOMPARE(way.count()->integer, 2); // no late reply was taken for this one
    }

    void aDuplicateIsExecutedTwiceAndAnsweredOnce()
    {
        Way way;
        way.proxy.strike(Fault::Duplicate, "INCR");
        QCOMPARE(way.count()->integer, 1);
        QCOMPARE(way.count()->integer, 3);
    }

    void aCutBeforeOrBehindTheEffect_data()
    {
        const auto row = columns<int, int>();
        row("before", static_cast<int>(Fault::CutRequest), 0);
        row("behind", static_cast<int>(Fault::CutReply), 1);
    }
    void aCutBeforeOrBehindTheEffect()
    {
        const auto [fault, counted] = fetch<int, int>();
        Way way;
        way.proxy.strike(static_cast<Fault>(fault), "INCR");
        QCOMPARE(errorOf(way.count()).kind, ErrorClass::ConnectionLost);
        QCOMPARE(way.counter(), counted);
        QVERIFY(way.client.reaches(LinkState::Up));
        QCOMPARE(way.count()->integer, counted + 1);
        QCOMPARE(way.proxy.accepted(), 2U);
    }

    void garbageComesInPlaceOfAReply()
    {
        Way way;
        way.proxy.strike(Fault::Garble, "INCR");
        QCOMPARE(errorOf(way.count()).kind, ErrorClass::ConnectionLost);
        QCOMPARE(way.counter(), 1);
    }

    void connectionsAreResetOrClosed_data()
    {
        QTest::addColumn<int>("ending");
        QTest::addRow("reset") << static_cast<int>(Ending::Reset);
        QTest::addRow("closed") << static_cast<int>(Ending::Close);
    }
    void connectionsAreResetOrClosed()
    {
        QFETCH(const int, ending);
        Way way;
        way.proxy.cut(static_cast<Ending>(ending));
        QTRY_COMPARE(way.proxy.accepted(), 2U);
        QVERIFY(way.client.reaches(LinkState::Up));
    }

    void halfOpenNothingPassesAndNobodyIsTold()
    {
        Way way;
        way.proxy.swallow(true);
        QCOMPARE(errorOf(way.count(kSoon)).kind, ErrorClass::Timeout);
        way.server.kill(0);
        QCOMPARE(errorOf(way.count(kSoon)).kind, ErrorClass::Timeout);
        QVERIFY(way.client.status().state != LinkState::Down);
        way.server.restart(0);
        way.proxy.swallow(false);
        QTRY_VERIFY(way.client.ask({"PING"}, 1s).has_value());
        QCOMPARE(way.count()->integer, 1);
    }

    void nobodyListensWhileItRefuses()
    {
        Way way;
        way.proxy.refuse(true);
        way.proxy.cut(Ending::Reset);
        QVERIFY(way.client.reaches(LinkState::Down));
        QCOMPARE(errorOf(way.count(kSoon)).kind, ErrorClass::Unreachable);
        way.proxy.refuse(false);
        QVERIFY(way.client.reaches(LinkState::Up));
    }

    void delaysAndTrickledRepliesChangeNothingElse()
    {
        Way way;
        way.proxy.delay(Direction::ToServer, 2ms);
        way.proxy.delay(Direction::ToClient, 3ms);
        way.proxy.trickle(100us);
        for (int i = 1; i <= 3; ++i)
            QCOMPARE(way.count()->integer, i);
        QVERIFY(way.client.status().latency >= 5ms);
    }

    void repliesToSubscriptionsAndMessagesAreToldApart()
    {
        Way way;
        QVERIFY(way.client.ask({"SUBSCRIBE", "a"}));
        way.server.command({"PUBLISH", "a", "hello"});
        way.proxy.strike(Fault::HoldReply, "PING");
        QCOMPARE(errorOf(way.client.ask({"PING"}, kSoon)).kind, ErrorClass::Timeout);
        QCOMPARE(way.proxy.struck(), 1U);
    }
};

LOCKKEEPER_TEST(FaultProxyTest)

} // namespace lockkeeper::tests::fault_proxy_test

#include "fault_proxy_test.moc"
