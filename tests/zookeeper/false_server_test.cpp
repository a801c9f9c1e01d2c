// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/zookeeper/jute.h"
#include "tests/support/test_class.h"
#include "tests/zookeeper/client.h"

#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/read.hpp>
#include <asio/write.hpp>
#include <thread>

namespace lockkeeper::tests::false_server_test {

using namespace zookeeper;
using redis::LinkState;

namespace {

/// A port of 127.0.0.1 that says to its clients whatever a test wants.
class Server {
public:
    [[nodiscard]] redis::Url url() const
    {
        redis::Url url;
        url.host = "127.0.0.1";
        url.port = m_acceptor.local_endpoint().port();
        return url;
    }
    void accept() { m_socket = m_acceptor.accept(); }
    void hangUp() { m_socket.close(); }
    /// The next frame of the client.
    std::string take()
    {
        std::array<char, 4> head{};
        asio::read(m_socket, asio::buffer(head));
        std::string payload(
            static_cast<std::size_t>(JuteReader({head.data(), head.size()}).takeInt()), '\0');
        asio::read(m_socket, asio::buffer(payload));
        return payload;
    }
    void say(const std::string& bytes)
    {
        asio::error_code hungUp; // the client may have read enough
        asio::write(m_socket, asio::buffer(bytes), hungUp);
    }
    /// Grants a session.
    void welcome(std::int64_t session = 77, std::chrono::milliseconds timeout = 9s)
    {
        m_asked = take();
        say(JuteWriter()
                .putInt(0)
                .putInt(static_cast<std::int32_t>(timeout.count()))
                .putLong(session)
                .putText("p")
                .putBool(false)
                .frame());
    }
    /// Says that a node has changed, until the client hangs up.
    void sayEventsWithoutEnd()
    {
        const std::string events = [] {
            std::string many;
            for (int i = 0; i < 1000; ++i)
                many += eventFrame();
            return many;
        }();
        asio::error_code hungUp;
        while (!hungUp)
            asio::write(m_socket, asio::buffer(events), hungUp);
    }
    static std::string eventFrame(std::int64_t zxid = 1)
    {
        return JuteWriter()
            .putInt(kEventXid)
            .putLong(zxid)
            .putInt(0)
            .putInt(static_cast<std::int32_t>(EventType::Changed))
            .putInt(3)
            .putText("/a")
            .frame();
    }
    /// Answers the next request, which has to be of this kind. Returns when it came.
    SteadyTime answer(Opcode opcode)
    {
        const std::string asked = take();
        const SteadyTime at = BootClock::now();
        JuteReader in(asked);
        const std::int32_t xid = in.takeInt();
        if (in.takeInt() != static_cast<std::int32_t>(opcode))
            QTest::qFail("another request than expected", __FILE__, __LINE__);
        say(JuteWriter().putInt(xid).putLong(1).putInt(0).putText("/").frame());
        return at;
    }
    /// The id of the session that the client asked for.
    [[nodiscard]] std::int64_t sessionAsked() const
    {
        JuteReader in(m_asked);
        (void)in.takeInt();
        (void)in.takeLong();
        (void)in.takeInt();
        return in.takeLong();
    }
    /// The next client's latest transaction. It gets no session.
    std::int64_t refuse()
    {
        accept();
        const std::string asked = take();
        hangUp();
        JuteReader in(asked);
        (void)in.takeInt();
        return in.takeLong();
    }

private:
    asio::io_context m_context;
    asio::ip::tcp::acceptor m_acceptor{m_context, {asio::ip::make_address("127.0.0.1"), 0}};
    asio::ip::tcp::socket m_socket{m_context};
    std::string m_asked;
};

ClientOptions optionsFor(std::initializer_list<const Server*> servers)
{
    ClientOptions options{.servers = {}, .master = MasterId("a")};
    for (const Server* const server : servers)
        options.servers.push_back(server->url());
    return options;
}

/// The client comes to the server, which grants it a session.
bool meet(Server& server, ZooKeeperClient& client, std::int64_t session = 77,
    std::chrono::milliseconds timeout = 9s)
{
    server.accept();
    server.welcome(session, timeout);
    return client.reaches(LinkState::Up);
}

const auto kExists = [](Client& client, Client::Handler<std::optional<Stat>> handler) {
    client.exists("/a", std::move(handler));
};

} // namespace

/// What is no ZooKeeper server, or a bad one.
class FalseServerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsNoZooKeeperIsRefused_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("HTTP") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
        QTest::newRow("Redis") << QByteArray("-ERR unknown command\r\n");
        QTest::newRow("too short") << QByteArray("\0\0\0\4abcd", 8);
        QTest::newRow("another version") << QByteArray::fromStdString(
            JuteWriter().putInt(9).putInt(1).putLong(1).putText("").frame());
    }
    void whatIsNoZooKeeperIsRefused()
    {
        QFETCH(QByteArray, answer);
        Server server;
        ZooKeeperClient client(optionsFor({&server}));
        server.accept();
        server.say(answer.toStdString());
        QVERIFY(client.reaches(LinkState::Refused));
        QCOMPARE(client.status().error->kind, ErrorClass::NotRedis);
    }

    void aReplyThatNobodyAskedForEndsTheConnection_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("another id")
            << QByteArray::fromStdString(JuteWriter().putInt(99).putLong(1).putInt(0).frame());
        QTest::newRow("no head") << QByteArray::fromStdString(JuteWriter().putInt(1).frame());
        QTest::newRow("an event without a path")
            << QByteArray::fromStdString(JuteWriter().putInt(-1).putLong(1).putInt(0).frame());
        QTest::newRow("a gigabyte") << QByteArray("\x40\0\0\0", 4);
    }
    void aReplyThatNobodyAskedForEndsTheConnection()
    {
        QFETCH(QByteArray, answer);
        Server server;
        ZooKeeperClient client(optionsFor({&server}));
        QVERIFY(meet(server, client));
        server.say(answer.toStdString());
        QVERIFY(client.reaches(LinkState::Refused));
    }

    void anAnswerOfTheLeaderConfirmsTheQuestionBefore()
    {
        Server server;
        ClientOptions options = optionsFor({&server});
        options.isConfirmed = true;
        const SteadyTime start = BootClock::now();
        ZooKeeperClient client(std::move(options));
        QVERIFY(meet(server, client, 77, 800ms));
        const SteadyTime connected = client.confirmedAt();
        QVERIFY(connected >= start && connected <= BootClock::now());
        // The connection itself was a question.
        const SteadyTime first = server.answer(Opcode::Sync);
        const SteadyTime second = server.answer(Opcode::Sync);
        QTRY_VERIFY(client.confirmedAt() > connected);
        QVERIFY(client.confirmedAt() <= first);
        server.answer(Opcode::Sync);
        QTRY_VERIFY(client.confirmedAt() > first);
        QVERIFY(client.confirmedAt() <= second);
    }

    void aNewConnectionConfirmsTheSession()
    {
        Server server;
        ClientOptions options = optionsFor({&server});
        options.isConfirmed = true;
        ZooKeeperClient client(std::move(options));
        QVERIFY(meet(server, client));
        const SteadyTime before = client.confirmedAt();
        server.hangUp();
        server.accept();
        server.welcome();
        QTRY_VERIFY(client.confirmedAt() > before);
    }

    void aReplyWithoutSenseIsAnErrorOfItsRequest()
    {
        Server server;
        ZooKeeperClient client(optionsFor({&server}));
        QVERIFY(meet(server, client));
        server.say(JuteWriter().putInt(1).putLong(1).putInt(0).putInt(5).frame());
        const auto stat = client.ask<std::optional<Stat>>(kExists);
        QVERIFY(!stat.has_value());
        QCOMPARE(stat.error().kind, ErrorClass::NotRedis);
    }

    void aServerThatDoesNotAnswerIsLeftForAnother()
    {
        Server silent;
        Server other;
        ClientOptions options = optionsFor({&silent, &other});
        options.timeout = 200ms;
        ZooKeeperClient client(std::move(options));
        QVERIFY(meet(silent, client, 78));
        const auto stat = client.ask<std::optional<Stat>>(kExists);
        QVERIFY(!stat.has_value());
        QCOMPARE(stat.error().kind, ErrorClass::Timeout); // it may have been executed
        other.accept();
        other.welcome(78);
        QCOMPARE(other.sessionAsked(), 78);
        QVERIFY(client.reaches(LinkState::Up));
    }

    void aLostConnectionLeavesRequestsUnknown()
    {
        Server server;
        ZooKeeperClient client(optionsFor({&server}));
        QVERIFY(meet(server, client));
        std::thread hangingUp([&] {
            (void)server.take();
            server.hangUp();
        });
        const auto stat = client.ask<std::optional<Stat>>(kExists);
        hangingUp.join();
        QVERIFY(!stat.has_value());
        QCOMPARE(stat.error().kind, ErrorClass::ConnectionLost);
        server.accept();
        server.welcome();
        QCOMPARE(server.sessionAsked(), 77);
    }

    void eventsAreNoReplies()
    {
        Server server;
        ClientOptions options = optionsFor({&server});
        options.timeout = 200ms;
        ZooKeeperClient client(std::move(options));
        QVERIFY(meet(server, client));
        std::thread talking([&] { server.sayEventsWithoutEnd(); });
        const auto stat = client.ask<std::optional<Stat>>(kExists);
        talking.join();
        QVERIFY(!stat.has_value());
        QCOMPARE(stat.error().kind, ErrorClass::Timeout);
    }

    void aPingWithoutAnAnswerEndsTheConnection()
    {
        Server server;
        ClientOptions options = optionsFor({&server});
        options.timeout = 200ms;
        ZooKeeperClient client(std::move(options));
        server.accept();
        server.welcome(77, 300ms);
        QVERIFY(client.reaches(LinkState::Silent));
    }

    /// As an ensemble that was restored from a copy.
    void serversBehindTheClientServeItAfterTheTimeout()
    {
        constexpr std::int64_t kFar = std::int64_t{9} << 50U;
        Server server;
        ZooKeeperClient client(optionsFor({&server}));
        server.accept();
        server.welcome(77, 500ms);
        server.say(Server::eventFrame(kFar));
        QTRY_COMPARE(client.events().size(), std::size_t{1});
        server.say(Server::eventFrame(1)); // does not go back
        QTRY_COMPARE(client.events().size(), std::size_t{2});
        server.hangUp();
        QCOMPARE(server.refuse(), kFar);
        std::int64_t asked = kFar;
        while (asked == kFar)
            asked = server.refuse();
        QCOMPARE(asked, 0);
    }

    void anotherSessionThanThatAskedForIsFollowed()
    {
        Server server;
        ZooKeeperClient client(optionsFor({&server}));
        QVERIFY(meet(server, client, 77));
        server.hangUp();
        server.accept();
        server.welcome(78);
        QTRY_COMPARE(client.sessionId(), 78);
        server.hangUp();
        server.accept();
        server.welcome(78);
        QCOMPARE(server.sessionAsked(), 78);
    }

    void aSessionTimeoutWithoutSenseIsNone_data()
    {
        const auto row = columns<int, bool>();
        row("0", 0, false);
        row("-1", -1, false);
        row("1", 1, true);
        row("largest", INT32_MAX, true);
    }
    void aSessionTimeoutWithoutSenseIsNone()
    {
        const auto [timeout, isSession] = fetch<int, bool>();
        Server server;
        ZooKeeperClient client(optionsFor({&server}));
        server.accept();
        server.welcome(77, std::chrono::milliseconds(timeout));
        QVERIFY(client.reaches(isSession ? LinkState::Up : LinkState::Down));
        QCOMPARE(client.sessionId(), isSession ? 77 : 0);
    }

    void anExpiredSessionIsFollowedByANewOne()
    {
        Server server;
        ZooKeeperClient client(optionsFor({&server}));
        QVERIFY(meet(server, client));
        server.hangUp();
        server.accept();
        (void)server.take();
        server.say(JuteWriter().putInt(0).putInt(0).putLong(0).putText("").putBool(false).frame());
        server.hangUp();
        server.accept();
        server.welcome(79);
        QCOMPARE(server.sessionAsked(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(client.sessions(), 2, 20'000);
        QCOMPARE(client.sessionId(), 79);
    }

    void aReaderSendsNothingThatChanges()
    {
        Server server;
        ZooKeeperClient client(optionsFor({&server}));
        QVERIFY(meet(server, client));
        const auto removed = client.ask<bool>([](Client& asked, Client::Handler<bool> handler) {
            asked.remove("/a", 0, std::move(handler));
        });
        QVERIFY(!removed.has_value());
        QCOMPARE(removed.error().kind, ErrorClass::ReadOnlyDeployment);
        server.say(JuteWriter().putInt(1).putLong(1).putInt(kNoNode).frame());
        // The first request that is sent: with id 1.
        const auto stat = client.ask<std::optional<Stat>>(kExists);
        QVERIFY(stat.has_value() && !stat->has_value());
    }

    void thePasswordIsInNoError()
    {
        Server server;
        ClientOptions options = optionsFor({&server});
        options.servers[0].user = "ops";
        options.servers[0].password = Secret("s3cret");
        ZooKeeperClient client(std::move(options));
        server.accept();
        server.welcome();
        QVERIFY(server.take().find("ops:s3cret") != std::string::npos);
        server.say(JuteWriter().putInt(kAuthXid).putLong(0).putInt(-115).frame());
        QVERIFY(client.reaches(LinkState::Refused));
        const redis::LinkStatus status = client.status();
        QCOMPARE(status.error->kind, ErrorClass::WrongPassword);
        QVERIFY(status.error->text.find("s3cret") == std::string::npos);
        QVERIFY(status.address->find("s3cret") == std::string::npos);
    }
};

LOCKKEEPER_TEST(FalseServerTest)

} // namespace lockkeeper::tests::false_server_test

#include "false_server_test.moc"
