// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/event_loop.h"
#include "core/redis/connection.h"
#include "core/redis/script.h"
#include "tests/support/redis_server_fixture.h"

#include <QtTest>
#include <future>

using namespace lockkeeper;
using namespace std::chrono_literals;
using redis::Command;
using redis::Connection;
using redis::LinkState;
using redis::Reply;
using tests::RedisServerFixture;

namespace {

/// A connection with its loop, asked from the test's thread.
class Client {
public:
    explicit Client(const std::string& url, redis::ConnectionOptions options = {})
        : m_connection(std::make_unique<Connection>(
            m_loop, MasterId("a"), redis::Url::parse(url).value(), std::move(options)))
    { }
    ~Client() { m_loop.stop(); }

    Result<Reply> ask(Command command, std::chrono::milliseconds timeout = 5s)
    {
        return m_loop.await<Result<Reply>>([&](auto handler) {
            m_connection->send(std::move(command), timeout, std::move(handler));
        });
    }
    Result<Reply> undo(Command command, std::chrono::milliseconds timeout = 5s)
    {
        return m_loop.await<Result<Reply>>([&](auto handler) {
            m_connection->sendUndo(std::move(command), timeout, std::move(handler));
        });
    }
    redis::LinkStatus status()
    {
        return m_loop.call([this] { return m_connection->status(); });
    }
    bool reaches(LinkState state)
    {
        return QTest::qWaitFor([&] { return status().state == state; }, 10'000);
    }
    EventLoop& loop() { return m_loop; }
    Connection& connection() { return *m_connection; }

private:
    EventLoop m_loop;
    std::unique_ptr<Connection> m_connection;
};

} // namespace

class ConnectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersOverAUnixSocket()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
        QCOMPARE(client.status().state, LinkState::Up);
        QCOMPARE(client.status().role, std::optional<std::string>("master"));
    }

    void answersOverTcpByName()
    {
        RedisServerFixture server({.hasTcp = true});
        const std::string port = server.tcpUrls()[0].substr(server.tcpUrls()[0].rfind(':') + 1);
        Client client("redis://localhost:" + port);
        const auto reply = client.ask({"PING"});
        QVERIFY2(reply.has_value(), reply ? "" : reply.error().text.c_str());
        QCOMPARE(*reply, Reply::status("PONG"));
    }

    void logsInAndPicksTheDatabase()
    {
        RedisServerFixture server({.password = "open sesame"});
        Client client(server.urls()[0] + "?db=3", {.clientName = "lk:test"});
        QVERIFY(client.ask({"SET", "k", "v"}).has_value());
        const auto info = client.ask({"CLIENT", "INFO"});
        QVERIFY(info->text.find(" db=3 ") != std::string::npos);
        QVERIFY(info->text.find(" name=lk:test ") != std::string::npos);
    }

    void logsInAsAUserWithoutAPassword()
    {
        RedisServerFixture server;
        server.command({"ACL", "SETUSER", "reader", "on", "nopass", "+@all"});
        std::string url = server.urls()[0];
        Client client(url.insert(std::string("unix://").size(), "reader@"));
        QCOMPARE(client.ask({"ACL", "WHOAMI"}).value(), Reply::string("reader"));
    }

    void tellsAWrongPassword()
    {
        RedisServerFixture server({.hasTcp = true, .password = "right"});
        const std::string port = server.tcpUrls()[0].substr(server.tcpUrls()[0].rfind(':') + 1);
        Client client("redis://:wrong@127.0.0.1:" + port);
        const auto reply = client.ask({"PING"});
        QVERIFY(!reply.has_value());
        QCOMPARE(reply.error().kind, ErrorClass::WrongPassword);
        QCOMPARE(client.status().state, LinkState::Refused);
    }

    void tellsAMissingPassword()
    {
        RedisServerFixture server({.hasTcp = true, .password = "right"});
        const std::string port = server.tcpUrls()[0].substr(server.tcpUrls()[0].rfind(':') + 1);
        Client client("redis://127.0.0.1:" + port, {.clientName = "lk:test"});
        QCOMPARE(client.ask({"PING"}).error().kind, ErrorClass::AuthRequired);
    }

    void keepsTheOrderOfPipelinedCommands()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        static constexpr std::size_t kCommands = 5000;
        std::vector<std::int64_t> numbers;
        client.loop().await<bool>([&](auto handler) {
            for (std::size_t i = 0; i < kCommands; ++i)
                client.connection().send(
                    {"INCR", "n"}, 10s, [&numbers, handler](Result<Reply> reply) {
                        numbers.push_back(reply ? reply->integer : -1);
                        if (numbers.size() == kCommands)
                            handler(true);
                    });
        });
        for (std::size_t i = 0; i < kCommands; ++i)
            QCOMPARE(numbers[i], static_cast<std::int64_t>(i + 1));
    }

    void endsACommandByItsDeadlineAndStaysInStep()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        QVERIFY(client.ask({"SET", "k", "before"}).has_value());
        server.suspend(0);
        const auto late = client.ask({"GETSET", "k", "after"}, 50ms);
        QCOMPARE(late.error().kind, ErrorClass::Timeout);
        QCOMPARE(client.status().state, LinkState::Silent);
        // Nothing more is sent to a silent master: certainly not executed.
        const auto refused = client.ask({"SET", "k", "never"});
        QCOMPARE(refused.error().kind, ErrorClass::Unreachable);
        server.resume(0);
        QVERIFY(client.reaches(LinkState::Up));
        // The late command was executed; its reply is not taken for that of the next one.
        QCOMPARE(client.ask({"GET", "k"}).value(), Reply::string("after"));
    }

    void undoesBehindACommandWhoseAnswerIsMissing()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        QVERIFY(client.ask({"PING"}).has_value());
        server.suspend(0);
        QCOMPARE(client.ask({"SET", "k", "v"}, 50ms).error().kind, ErrorClass::Timeout);
        QCOMPARE(client.undo({"DEL", "k"}, 50ms).error().kind, ErrorClass::Timeout);
        server.resume(0);
        QVERIFY(client.reaches(LinkState::Up));
        QCOMPARE(client.ask({"EXISTS", "k"}).value(), Reply::number(0));
    }

    void saysThatNobodyListens()
    {
        Client client("unix:///nonexistent/redis.sock");
        const auto reply = client.ask({"PING"});
        QCOMPARE(reply.error().kind, ErrorClass::Unreachable);
        QVERIFY(client.reaches(LinkState::Down));
        QCOMPARE(reply.error().text, std::string("No such file or directory"));
    }

    void comesBackAfterTheServerDied()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        QVERIFY(client.ask({"PING"}).has_value());
        server.kill(0);
        QVERIFY(client.reaches(LinkState::Down));
        QCOMPARE(client.ask({"PING"}).error().kind, ErrorClass::Unreachable);
        server.restart(0);
        QVERIFY(client.reaches(LinkState::Up));
        QVERIFY(client.ask({"PING"}).has_value());
    }

    void tellsThatAnAnswerWasLostWithTheConnection()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        QVERIFY(client.ask({"PING"}).has_value());
        // Blocks until the client is killed, so the answer never comes.
        std::promise<Result<Reply>> blocked;
        client.loop().post([&] {
            client.connection().send({"BLPOP", "list", "0"}, 20s,
                [&blocked](Result<Reply> reply) { blocked.set_value(std::move(reply)); });
        });
        QVERIFY(QTest::qWaitFor([&] {
            return server.command({"CLIENT", "LIST"}).text.find("cmd=blpop") != std::string::npos;
        }));
        server.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        QCOMPARE(blocked.get_future().get().error().kind, ErrorClass::ConnectionLost);
    }

    void sendsAScriptInFullOnlyOnce()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        const redis::Script script("return redis.call('incrby', KEYS[1], ARGV[1])");
        const SystemClock clock;
        const auto run = [&] {
            return client.loop().await<Result<Reply>>([&](auto handler) {
                script.run(client.connection(), clock, {{"n"}, {"5"}}, 5s, std::move(handler));
            });
        };
        QCOMPARE(run().value(), Reply::number(5));
        QCOMPARE(run().value(), Reply::number(10));
        const std::string stats = server.command({"INFO", "commandstats"}).text;
        QVERIFY(stats.find("cmdstat_eval:calls=1,") != std::string::npos);
        QVERIFY(stats.find("cmdstat_evalsha:calls=2,") != std::string::npos);
        server.command({"SCRIPT", "FLUSH"});
        QCOMPARE(run().value(), Reply::number(15));
    }

    void passesServerErrorsOnWithTheirClass()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        server.command({"LPUSH", "list", "x"});
        const auto reply = client.ask({"GET", "list"});
        QCOMPARE(reply.error().kind, ErrorClass::WrongType);
        QCOMPARE(reply.error().master, MasterId("a"));
    }

    void refusesAReplyThatIsTooLarge()
    {
        RedisServerFixture server;
        redis::ConnectionOptions options;
        options.replyLimits.bytes = 10'000;
        Client client(server.urls()[0], options);
        QVERIFY(client.ask({"SETRANGE", "big", "50000", "x"}).has_value());
        QVERIFY(!client.ask({"GET", "big"}).has_value());
        // The link recovers on a new connection.
        QVERIFY(client.reaches(LinkState::Up));
        QVERIFY(client.ask({"PING"}).has_value());
    }
};

QTEST_GUILESS_MAIN(ConnectionTest)
#include "connection_test.moc"
