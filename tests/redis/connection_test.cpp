// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/script.h"
#include "tests/redis/client.h"
#include "tests/support/certificates.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <future>
#include <thread>

namespace lockkeeper::tests::connection_test {

using redis::LinkState;
using redis::Reply;

namespace {

/// Unix sockets in connection_test, TLS in connection_tls_test.
bool isOverTls = false;

struct Certificates {
    QTemporaryDir directory;
    CertificateAuthority authority{directory.path().toStdString(), "ca"};
    CertificateFiles files = authority.issue("server", {.hosts = {"127.0.0.1"}});
};
const Certificates& certificates()
{
    static const Certificates all;
    return all;
}
RedisServerOptions tuned(RedisServerOptions options)
{
    if (isOverTls)
        options.tlsArguments = certificates().authority.serverArguments(certificates().files);
    return options;
}

/// One server, and its URL in this program.
class Server : public RedisServerFixture {
public:
    explicit Server(const RedisServerOptions& options = {})
        : RedisServerFixture(tuned(options))
    { }
    /// `login` as in "user:password@".
    [[nodiscard]] std::string url(const std::string& login = {}, int database = 0) const
    {
        const std::string number = std::to_string(database);
        if (isOverTls)
            return "rediss://" + login + "127.0.0.1:" + std::to_string(tlsPort(0)) + "/" + number
                + "?ca=" + certificates().authority.file().string();
        return "unix://" + login + (directory() / "redis-a.sock").string() + "?db=" + number;
    }
};

} // namespace

class ConnectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answers()
    {
        Server server;
        Client client(server.url());
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
        QCOMPARE(client.status().state, LinkState::Up);
        QCOMPARE(client.status().role, std::optional<std::string>("master"));
    }

    void commandsAreCounted()
    {
        Server server;
        Client client(server.url());
        QVERIFY(client.ask({"PING"}).has_value());
        const std::uint64_t before = client.status().commands;
        QVERIFY(before > 1); // the login, and what waited for it
        QVERIFY(client.ask({"PING"}).has_value());
        QCOMPARE(client.status().commands, before + 1);
        // Another socket goes on counting.
        QVERIFY(client.ask({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no"}).has_value());
        QTRY_VERIFY(client.ask({"PING"}).has_value());
        QVERIFY(client.status().commands > before + 2);
    }

    void aReplyThatHasComeIsInTimeHoweverLateItIsRead()
    {
        Server server;
        Client client(server.url());
        QVERIFY(client.ask({"PING"}).has_value());
        const auto reply = client.loop().await<Result<Reply>>([&](auto handler) {
            const auto due = std::chrono::steady_clock::now() + 50ms;
            client.connection().send({"PING"}, 50ms, std::move(handler));
            client.loop().post([&server, due] {
                server.command({"PING"}); // the server has come by ours, too
                while (std::chrono::steady_clock::now() <= due)
                    std::this_thread::yield();
            });
        });
        QCOMPARE(reply.value(), Reply::status("PONG"));
        QCOMPARE(client.status().state, LinkState::Up);
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
        Server server({.password = "open sesame"});
        Client client(server.url(":open%20sesame@", 3), {.clientName = "lk:test"});
        QVERIFY(client.ask({"SET", "k", "v"}).has_value());
        const auto info = client.ask({"CLIENT", "INFO"});
        QVERIFY(info->text.find(" db=3 ") != std::string::npos);
        QVERIFY(info->text.find(" name=lk:test ") != std::string::npos);
    }

    void logsInAsAUserWithoutAPassword()
    {
        Server server;
        server.command({"ACL", "SETUSER", "reader", "on", "nopass", "+@all"});
        Client client(server.url("reader@"));
        QCOMPARE(client.ask({"ACL", "WHOAMI"}).value(), Reply::string("reader"));
    }

    void tellsAWrongPassword()
    {
        Server server({.password = "right"});
        Client client(server.url(":wrong@"));
        const auto reply = client.ask({"PING"});
        QVERIFY(!reply.has_value());
        QCOMPARE(reply.error().kind, ErrorClass::WrongPassword);
        QCOMPARE(client.status().state, LinkState::Refused);
    }

    void tellsAMissingPassword()
    {
        Server server({.password = "right"});
        Client client(server.url(), {.clientName = "lk:test"});
        QCOMPARE(client.ask({"PING"}).error().kind, ErrorClass::AuthRequired);
    }

    void keepsTheOrderOfPipelinedCommands()
    {
        Server server;
        Client client(server.url());
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
        Server server;
        Client client(server.url());
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

    void isNotSilentForOneImpatientCaller()
    {
        Server server;
        Client client(server.url(), {.silentAfter = 1h});
        QVERIFY(client.ask({"PING"}).has_value());
        server.suspend(0);
        QCOMPARE(client.ask({"PING"}, 20ms).error().kind, ErrorClass::Timeout);
        QCOMPARE(client.status().state, LinkState::Up);
        // The next caller has the time to see the server come back.
        const auto reply = client.loop().await<Result<Reply>>([&](auto handler) {
            client.connection().send({"SET", "k", "v"}, 10s, std::move(handler));
            server.resume(0);
        });
        QVERIFY(reply.has_value());
        QCOMPARE(client.ask({"GET", "k"}).value(), Reply::string("v"));
    }

    void isSilentWhenTheSilenceWasLongEnough()
    {
        Server server;
        Client client(server.url(), {.silentAfter = 200ms});
        QVERIFY(client.ask({"PING"}).has_value());
        server.suspend(0);
        QCOMPARE(client.ask({"PING"}, 20ms).error().kind, ErrorClass::Timeout);
        QVERIFY(client.reaches(LinkState::Silent));
        server.resume(0);
        QVERIFY(client.reaches(LinkState::Up));
    }

    void undoesBehindACommandWhoseAnswerIsMissing()
    {
        Server server;
        Client client(server.url());
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
        Server server;
        server.kill(0);
        QVERIFY(std::filesystem::remove(server.directory() / "redis-a.sock"));
        Client client(server.url());
        const auto reply = client.ask({"PING"});
        QCOMPARE(reply.error().kind, ErrorClass::Unreachable);
        QVERIFY(client.reaches(LinkState::Down));
        QCOMPARE(reply.error().text,
            std::string(isOverTls ? "Connection refused" : "No such file or directory"));
    }

    void comesBackAfterTheServerDied()
    {
        Server server;
        Client client(server.url());
        QVERIFY(client.ask({"PING"}).has_value());
        server.kill(0);
        QVERIFY(client.reaches(LinkState::Down));
        QCOMPARE(client.ask({"PING"}).error().kind, ErrorClass::Unreachable);
        server.restart(0);
        QVERIFY(client.reaches(LinkState::Up));
        QVERIFY(client.ask({"PING"}).has_value());
    }

    void takesManyMegabytesInSlices()
    {
        Server server;
        redis::ConnectionOptions options;
        options.replyLimits.bytes = std::size_t{32} << 20;
        Client client(server.url(), options);
        const std::string big(std::size_t{12} << 20, 'x');
        QVERIFY(client.ask({"SET", "big", big}, 20s).has_value());
        QCOMPARE(client.ask({"STRLEN", "big"}).value(), Reply::number(12 << 20));
        const auto back = client.ask({"GET", "big"}, 20s);
        QVERIFY(back.has_value());
        QVERIFY(back->text == big);
    }

    void boundsWhatWaitsForAStoppedMaster()
    {
        Server server;
        redis::ConnectionOptions options;
        options.maxPending = 100;
        Client client(server.url(), options);
        QVERIFY(client.ask({"PING"}).has_value());
        server.suspend(0);
        QCOMPARE(client.ask({"PING"}, 20ms).error().kind, ErrorClass::Timeout);
        // One is pending already.
        for (int i = 1; i < 100; ++i)
            QCOMPARE(client.undo({"DEL", "k"}, 1ms).error().kind, ErrorClass::Timeout);
        const auto refused = client.undo({"DEL", "k"}, 1ms);
        QCOMPARE(refused.error().kind, ErrorClass::Unreachable);
        QVERIFY(refused.error().text.find("too many") != std::string::npos);
        server.resume(0);
        QVERIFY(client.reaches(LinkState::Up));
        QVERIFY(client.ask({"PING"}).has_value());
    }

    void boundsTheBytesThatWaitForAStoppedMaster()
    {
        Server server;
        redis::ConnectionOptions options;
        options.maxUnsentBytes = std::size_t{4} << 20;
        Client client(server.url(), options);
        QVERIFY(client.ask({"PING"}).has_value());
        server.suspend(0);
        const std::string big(std::size_t{1} << 20, 'x');
        // The socket's buffers take some before anything has to wait.
        const bool isBounded = client.loop().await<bool>([&](auto handler) {
            const auto ended = std::make_shared<bool>(false);
            for (int i = 0; i < 200; ++i)
                client.connection().send({"SET", "k", big}, 10s, [=](const Result<Reply>& reply) {
                    if (!*ended && errorOf(reply).kind == ErrorClass::Unreachable)
                        handler(*ended = true);
                });
        });
        QVERIFY(isBounded);
        server.resume(0);
    }

    void learnsWhichServerItIs()
    {
        Server server;
        Client client(server.url());
        QVERIFY(client.ask({"PING"}).has_value());
        const auto before = client.status();
        const std::string info = server.command({"INFO", "server"}).text;
        QCOMPARE(before.runId.value_or("").size(), std::size_t(40));
        QVERIFY(info.find("run_id:" + *before.runId) != std::string::npos);
        QVERIFY(before.uptime.has_value());
        QVERIFY(!before.restartedAt);
        // It has just started, and stored nothing before.
        QVERIFY(before.forgotAt > BootClock::now() - 1min);
        server.command({"CLIENT", "KILL", "TYPE", "normal"});
        QVERIFY(QTest::qWaitFor([&] { return client.status().loggedInAt > before.loggedInAt; }));
        QVERIFY(!client.status().restartedAt);
        server.restart(0);
        QVERIFY(QTest::qWaitFor([&] {
            const auto now = client.status();
            return now.state == LinkState::Up && now.runId != before.runId;
        }));
        QVERIFY(client.status().loggedInAt > before.loggedInAt);
        QVERIFY(client.status().restartedAt);
        QVERIFY(client.status().forgotAt > before.loggedInAt);
        QVERIFY(client.status().forgotAt <= client.status().restartedAt);
    }

    void tellsThatAnAnswerWasLostWithTheConnection()
    {
        Server server;
        Client client(server.url());
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

    void whoEndsTheConnectionIsTheLastToHearOfIt()
    {
        Server server;
        EventLoop loop;
        auto connection = std::make_unique<redis::Connection>(loop, MasterId("a"),
            redis::Url::parse(server.url()).value(), redis::ConnectionOptions{});
        const auto answer = loop.await<Result<Reply>>(
            [&](auto handler) { connection->send({"PING"}, 5s, std::move(handler)); });
        QVERIFY(answer.has_value());
        server.suspend(0);
        bool isNextTold = false;
        const bool isEnded = loop.await<bool>([&](const auto& done) {
            const auto end = [&connection, done](const Result<Reply>&) {
                connection.reset();
                done(true);
            };
            connection->send({"PING"}, 20ms, end);
            connection->send({"PING"}, 20ms, [&](const Result<Reply>&) { isNextTold = true; });
        });
        server.resume(0);
        QVERIFY(isEnded);
        QVERIFY(!loop.call([&] { return isNextTold; }));
        loop.stop();
    }

    void sendsAScriptInFullOnlyOnce()
    {
        Server server;
        Client client(server.url());
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
        Server server;
        Client client(server.url());
        server.command({"LPUSH", "list", "x"});
        const auto reply = client.ask({"GET", "list"});
        QCOMPARE(reply.error().kind, ErrorClass::WrongType);
        QCOMPARE(reply.error().master, MasterId("a"));
    }

    void refusesAReplyThatIsTooLarge()
    {
        Server server;
        redis::ConnectionOptions options;
        options.replyLimits.bytes = 10'000;
        Client client(server.url(), options);
        QVERIFY(client.ask({"SETRANGE", "big", "50000", "x"}).has_value());
        QVERIFY(!client.ask({"GET", "big"}).has_value());
        // The link recovers on a new connection.
        QVERIFY(client.reaches(LinkState::Up));
        QVERIFY(client.ask({"PING"}).has_value());
    }
};

class ConnectionTlsTest final : public ConnectionTest {
public:
    ConnectionTlsTest() { isOverTls = true; }
};

LOCKKEEPER_TEST(ConnectionTest)
LOCKKEEPER_TEST_AS("connection_tls_test", ConnectionTlsTest)

} // namespace lockkeeper::tests::connection_test

#include "connection_test.moc"
