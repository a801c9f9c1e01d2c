// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/redis_process.h"

#include "app/sandbox/child_process.h"
#include "app/sandbox/workload/blocking_client.h"
#include "tests/support/processes.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <fstream>

namespace lockkeeper::tests::redis_process_test {

namespace {

Result<redis::Reply> ping(const std::string& url)
{
    const auto parsed = redis::Url::parse(url);
    auto client = sandbox::BlockingClient::connect(*parsed, 200ms);
    if (!client)
        return tl::make_unexpected(client.error());
    return client->call({"PING"});
}

/// Puts a shell script in the place of redis-server while it exists. The script finds the real one
/// in $server, and the path of its log in $log.
class StandIn {
public:
    explicit StandIn(const std::string& script)
        : m_path(qgetenv("PATH"))
    {
        std::ofstream(file()) << "#!/bin/sh\nserver=" << *sandbox::findInPath("redis-server")
                              << "\nlog=" << directory() << "/redis.log\n"
                              << script << "\n";
        std::filesystem::permissions(file(), std::filesystem::perms::owner_all);
        qputenv("PATH", QByteArray::fromStdString(directory()) + ":" + m_path);
    }
    ~StandIn() { qputenv("PATH", m_path); }
    Q_DISABLE_COPY_MOVE(StandIn)

    [[nodiscard]] std::string directory() const { return m_directory.path().toStdString(); }
    /// How often the script has written the line `start`.
    [[nodiscard]] int starts() const
    {
        std::ifstream log(directory() + "/starts");
        return static_cast<int>(std::count(
            std::istreambuf_iterator<char>(log), std::istreambuf_iterator<char>(), '\n'));
    }

private:
    [[nodiscard]] std::string file() const { return directory() + "/redis-server"; }
    QTemporaryDir m_directory;
    QByteArray m_path;
};

constexpr const char* kPortIsTaken = "echo 'bind: Address already in use' >$log; exit 1";

} // namespace

class RedisProcessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qunsetenv("LOCKKEEPER_SERVER"); } // tests change PATH

    void answersOnItsSocketAndItsPort()
    {
        const RedisServerFixture servers({.hasTcp = true});
        QCOMPARE(ping(servers.urls().front())->text, std::string("PONG"));
        QCOMPARE(ping(servers.tcpUrls().front())->text, std::string("PONG"));
    }

    void keepsOffTheUsualPort()
    {
        const RedisServerFixture servers({.count = 3, .hasTcp = true});
        for (const std::string& url : servers.tcpUrls())
            QVERIFY(redis::Url::parse(url)->port != 6379);
    }

    void listensToTheSocketAloneWithoutTcp()
    {
        RedisServerFixture servers;
        const auto port = servers.command({"CONFIG", "GET", "port"});
        QCOMPARE(port.elements.at(1).text, std::string("0"));
    }

    void endsWithItsObject()
    {
        std::vector<pid_t> pids;
        std::filesystem::path directory;
        {
            const RedisServerFixture servers({.count = 2});
            pids = {servers.pid(0), servers.pid(1)};
            directory = servers.directory();
            QVERIFY(isAlive(pids[0]) && isAlive(pids[1]));
        }
        QVERIFY(!isAlive(pids[0]) && !isAlive(pids[1]));
        QVERIFY(!std::filesystem::exists(directory));
    }

    void isSilentWhileSuspendedAndAnswersWhenResumed()
    {
        RedisServerFixture servers;
        servers.suspend(0);
        QCOMPARE(ping(servers.urls().front()).error().kind, ErrorClass::Timeout);
        servers.resume(0);
        QTRY_VERIFY(ping(servers.urls().front()).has_value());
    }

    void endsAlthoughItIsSuspended()
    {
        RedisServerFixture servers;
        servers.suspend(0);
        servers.kill(0);
        QVERIFY(!isAlive(servers.pid(0)));
    }

    void isEmptyAtTheSameAddressesAfterARestart()
    {
        RedisServerFixture servers({.hasTcp = true});
        const auto urls = servers.tcpUrls();
        QVERIFY(servers.command({"SET", "k", "v"}).isOk());
        servers.restart(0);
        QCOMPARE(servers.tcpUrls(), urls);
        QVERIFY(servers.command({"GET", "k"}).isNil());
        QVERIFY(ping(urls.front()).has_value());
    }

    void asksForItsPassword()
    {
        RedisServerFixture servers({.password = "s3cret"});
        const std::string bare = "unix://" + (servers.directory() / "redis-a.sock").string();
        QCOMPARE(ping(bare).error().kind, ErrorClass::AuthRequired);
        QCOMPARE(servers.command({"PING"}).text, std::string("PONG"));
    }

    void saysWhyTheServerEnded()
    {
        const QTemporaryDir directory;
        const auto failed
            = sandbox::RedisProcess::start({.directory = directory.path().toStdString(),
                .hasTcp = false,
                .extraArguments = {"--aclfile", "/nonexistent/users.acl"}});
        QVERIFY(!failed.has_value());
        QCOMPARE(failed.error().kind, ErrorClass::System);
        QVERIFY2(failed.error().text.find("ACL") != std::string::npos, failed.error().text.c_str());
    }

    void saysThatTheServerWroteNothing()
    {
        const StandIn server("exit 1");
        const auto failed = sandbox::RedisProcess::start({.directory = server.directory()});
        QVERIFY(!failed);
        QCOMPARE(failed.error().text, std::string("redis-server ended at once: it wrote no log"));
    }

    void givesUpAServerThatDoesNotAnswer()
    {
        const StandIn server("exec sleep 60");
        const auto failed
            = sandbox::RedisProcess::start({.directory = server.directory(), .startTimeout = 20ms});
        QVERIFY(!failed);
        QCOMPARE(failed.error().text, std::string("redis-server did not answer in time"));
    }

    void takesAnotherPortIfSomebodyWasQuicker()
    {
        const std::string starts = "echo start >>${log%/*}/starts; ";
        const StandIn server(starts + "[ $(wc -l <${log%/*}/starts) -gt 2 ] || { "
            + std::string(kPortIsTaken) + "; }; exec $server \"$@\"");
        auto started = sandbox::RedisProcess::start({.directory = server.directory()});
        QVERIFY2(started, started ? "" : started.error().text.c_str());
        QCOMPARE(server.starts(), 3);
        QVERIFY(ping(started->tcpUrl()).has_value());
    }

    void givesUpIfEachPortIsTaken()
    {
        const StandIn server("echo start >>${log%/*}/starts; " + std::string(kPortIsTaken));
        const auto failed = sandbox::RedisProcess::start({.directory = server.directory()});
        QVERIFY(!failed);
        QCOMPARE(server.starts(), 8);
        QVERIFY(failed.error().text.ends_with("Address already in use"));
    }

    void aRestartThatFailsSaysWhy()
    {
        const QTemporaryDir directory;
        auto server = sandbox::RedisProcess::start(
            {.directory = directory.path().toStdString(), .hasTcp = false});
        QVERIFY(server);
        QCOMPARE(server->tcpUrl(), std::string());
        const StandIn broken("exit 1");
        const auto restarted = server->restart();
        QVERIFY(!restarted);
        QVERIFY(restarted.error().text.starts_with("redis-server ended at once"));
        QVERIFY(!server->isRunning());
    }

    void aServerThatPermitsNoPingHasStarted()
    {
        const RedisServerFixture servers({.extraArguments
            = {"--user", "default", "on", "nopass", "~*", "&*", "+@all", "-ping"}});
        QCOMPARE(ping(servers.urls().front()).error().kind, ErrorClass::NoPermission);
    }

    void theProgramOfRedisToolsIsAServer()
    {
        const QByteArray path = qgetenv("PATH");
        const QTemporaryDir only;
        std::filesystem::create_symlink(*sandbox::findInPath("redis-server"),
            std::filesystem::path(only.path().toStdString()) / "redis-check-rdb");
        qputenv("PATH", only.path().toUtf8());
        const QTemporaryDir directory;
        const auto server
            = sandbox::RedisProcess::start({.directory = directory.path().toStdString()});
        qputenv("PATH", path);
        QVERIFY2(server, server ? "" : server.error().text.c_str());
        QVERIFY(ping(server->unixUrl()));
    }

    void valkeyIsAServer()
    {
        const QByteArray path = qgetenv("PATH");
        const QTemporaryDir only;
        std::filesystem::create_symlink(*sandbox::findInPath("redis-server"),
            std::filesystem::path(only.path().toStdString()) / "valkey-server");
        qputenv("PATH", only.path().toUtf8());
        const auto program = sandbox::serverProgram();
        qputenv("PATH", path);
        QCOMPARE(program, only.path().toStdString() + "/valkey-server");
    }

    void theServerThatIsNamedIsTaken()
    {
        const QTemporaryDir other;
        const std::string named = other.path().toStdString() + "/my-server";
        qputenv("LOCKKEEPER_SERVER", QByteArray::fromStdString(named));
        const auto missing = sandbox::serverProgram();
        std::filesystem::create_symlink(*sandbox::findInPath("redis-server"), named);
        const auto found = sandbox::serverProgram();
        qunsetenv("LOCKKEEPER_SERVER");
        QVERIFY(!missing);
        QCOMPARE(missing.error().kind, ErrorClass::InvalidArgument);
        QVERIFY(missing.error().text.starts_with("LOCKKEEPER_SERVER names " + named));
        QCOMPARE(found, named);
    }

    void aPathThatIsTooLongForASocketIsRefused()
    {
        const QTemporaryDir directory;
        const auto deep
            = std::filesystem::path(directory.path().toStdString()) / std::string(100, 'd');
        std::filesystem::create_directory(deep);
        const auto failed = sandbox::RedisProcess::start({.directory = deep});
        QVERIFY(!failed);
        QCOMPARE(failed.error().kind, ErrorClass::InvalidArgument);
        const std::string url = sandbox::unixUrlOf(deep / "redis.sock");
        QVERIFY(ping(url).error().text.ends_with("the path is too long for a socket"));
    }

    void clientLogsInAndPicksTheDatabase()
    {
        RedisServerFixture servers(1, {"ACL", "SETUSER", "ops", "on", ">s3cret", "+@all", "~*"});
        const std::string socket = (servers.directory() / "redis-a.sock").string();
        const auto url = redis::Url::parse("unix://ops:s3cret@" + socket + "?db=3");
        auto client = sandbox::BlockingClient::connect(*url, 2s);
        QVERIFY2(client, client ? "" : client.error().text.c_str());
        QCOMPARE(client->call({"ACL", "WHOAMI"})->text, std::string("ops"));
        QVERIFY(client->call({"SET", "k", "v"})->isOk());
        QVERIFY(servers.command({"GET", "k"}).isNil());
        const auto stranger = redis::Url::parse("unix://ops:wrong@" + socket);
        QCOMPARE(sandbox::BlockingClient::connect(*stranger, 2s).error().kind,
            ErrorClass::WrongPassword);
    }

    void clientSaysWhyItHasNoConnection()
    {
        QCOMPARE(ping("rediss://127.0.0.1:1").error().kind, ErrorClass::Unsupported);
        const Error unknown = ping("redis://no-such-host.invalid:1").error();
        QCOMPARE(unknown.kind, ErrorClass::Unreachable);
        QVERIFY(unknown.text.starts_with("can't connect to redis://no-such-host.invalid:1: "));
    }

    void clientOfAServerThatEndsIsOfNoUse()
    {
        RedisServerFixture servers;
        auto client
            = sandbox::BlockingClient::connect(*redis::Url::parse(servers.urls().front()), 2s);
        QVERIFY(client && client->call({"PING"}));
        servers.kill(0);
        QCOMPARE(client->call({"PING"}).error().kind, ErrorClass::ConnectionLost);
        QVERIFY(!client->isUsable());
    }
};

LOCKKEEPER_TEST(RedisProcessTest)

} // namespace lockkeeper::tests::redis_process_test

#include "redis_process_test.moc"
