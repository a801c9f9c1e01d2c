// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/info.h"
#include "core/redis/link/login.h"
#include "tests/redis/client.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <filesystem>

namespace lockkeeper::tests::error_classes_test {

using redis::LinkState;
using redis::Reply;

namespace {

std::string withLogin(std::string url, const std::string& login)
{
    return url.insert(std::string("unix://").size(), login + "@");
}

const char* const kSetInScript = "return redis.call('set', KEYS[1], ARGV[1])";

} // namespace

/// Each state that a server can refuse in, brought about on a real server.
class ErrorClassesTest : public QObject {
    Q_OBJECT

    // Both as a command and inside a script, where servers word it differently.
    static void expectForWrites(Client& client, ErrorClass kind, const char* prefix)
    {
        const Error plain = errorOf(client.ask({"SET", "k", "v"}));
        QVERIFY2(plain.text.starts_with(prefix), plain.text.c_str());
        QCOMPARE(plain.kind, kind);
        const Error inScript = errorOf(client.ask({"EVAL", kSetInScript, "1", "k", "v"}));
        QVERIFY2(inScript.kind == kind, inScript.text.c_str());
        QVERIFY2(inScript.text.find("@user_script") == std::string::npos, inScript.text.c_str());
    }
    /// Waits for the state to begin.
    static void expectSoon(Client& client, ErrorClass kind)
    {
        QTRY_COMPARE_WITH_TIMEOUT(errorOf(client.ask({"GET", "k"})).kind, kind, 20'000);
    }
    static std::int64_t connectionsOf(RedisServerFixture& server)
    {
        const redis::Reply info = server.command({"INFO", "stats"});
        return QByteArray::fromStdString(
            std::string(redis::infoField(info.text, "total_connections_received").value_or("")))
            .toLongLong();
    }
    static void sendUnheard(Client& client, redis::Command command)
    {
        client.loop().post([&client, command = std::move(command)] {
            client.connection().send(command, 60s, [](const Result<Reply>&) {});
        });
    }

private Q_SLOTS:
    void whatAServerRepeatsIsNotPassedOn()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        const Error unknown = errorOf(client.ask({"NOSUCH", "argument"}));
        QCOMPARE(unknown.kind, ErrorClass::UnknownCommand);
        QVERIFY2(unknown.text.find("NOSUCH") != std::string::npos, unknown.text.c_str());
        QVERIFY2(unknown.text.find("argument") == std::string::npos, unknown.text.c_str());
        const auto url = redis::Url::parse("redis://:hunter2@localhost").value();
        QCOMPARE(redis::withoutPassword("no hunter2, hunter2?", url), std::string("no ***, ***?"));
    }

    void anUnknownScript()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        const std::string unknown(40, 'a');
        QCOMPARE(errorOf(client.ask({"EVALSHA", unknown, "0"})).kind, ErrorClass::NoScript);
    }

    void noMemoryLeft()
    {
        RedisServerFixture server(
            {.extraArguments = {"--maxmemory", "1mb", "--maxmemory-policy", "noeviction"}});
        Client client(server.urls()[0]);
        QVERIFY(client.ask({"SETRANGE", "big", "2000000", "x"}).has_value());
        expectForWrites(client, ErrorClass::OutOfMemory, "OOM");
    }

    void aDiskThatCantBeWritten()
    {
        const QTemporaryDir parent;
        const std::filesystem::path data = parent.filePath(QStringLiteral("data")).toStdString();
        std::filesystem::create_directory(data);
        RedisServerFixture server({.extraArguments = {"--save", "3600 1", "--dir", data}});
        Client client(server.urls()[0]);
        QVERIFY(client.ask({"SET", "k", "v"}).has_value());
        std::filesystem::remove_all(data);
        QVERIFY(client.ask({"BGSAVE"}).has_value());
        QTRY_VERIFY(client.ask({"INFO", "persistence"})->text.find("rdb_last_bgsave_status:err")
            != std::string::npos);
        expectForWrites(client, ErrorClass::Misconfigured, "MISCONF");
    }

    void aReplica()
    {
        RedisServerFixture servers({.count = 2, .hasTcp = true});
        const auto master = redis::Url::parse(servers.tcpUrls()[1]).value();
        Client client(servers.urls()[0]);
        QVERIFY(client.ask({"REPLICAOF", master.host, std::to_string(master.port)}).has_value());
        expectForWrites(client, ErrorClass::ReadOnly, "READONLY");
    }

    void aReplicaThatLostItsMaster()
    {
        RedisServerFixture server({.extraArguments = {"--replica-serve-stale-data", "no"}});
        Client client(server.urls()[0]);
        QVERIFY(client.ask({"REPLICAOF", "127.0.0.1", "1"}).has_value());
        const Error error = errorOf(client.ask({"GET", "k"}));
        QVERIFY(error.text.starts_with("MASTERDOWN"));
        QCOMPARE(error.kind, ErrorClass::ReadOnly);
    }

    void tooFewReplicas()
    {
        RedisServerFixture server({.extraArguments = {"--min-replicas-to-write", "1"}});
        Client client(server.urls()[0]);
        expectForWrites(client, ErrorClass::TooFewReplicas, "NOREPLICAS");
    }

    void loading()
    {
        RedisServerFixture server({.extraArguments = {"--enable-debug-command", "yes",
                                       "--loading-process-events-interval-bytes", "1024"}});
        Client client(server.urls()[0]);
        Client admin(server.urls()[0]);
        QVERIFY(
            client.ask({"EVAL", "for i = 1, 6000 do redis.call('set', 'key:' .. i, i) end", "0"})
                .has_value());
        QVERIFY(client.ask({"CONFIG", "SET", "key-load-delay", "2000"}).has_value());
        sendUnheard(admin, {"DEBUG", "RELOAD"});
        expectSoon(client, ErrorClass::Loading);
        QVERIFY(client.ask({"CONFIG", "SET", "key-load-delay", "0"}, 20s).has_value());
    }

    void busyWithAScript()
    {
        RedisServerFixture server({.extraArguments = {"--busy-reply-threshold", "100"}});
        Client client(server.urls()[0]);
        Client admin(server.urls()[0]);
        QVERIFY(client.ask({"PING"}).has_value());
        sendUnheard(admin, {"EVAL", "while true do end", "0"});
        expectSoon(client, ErrorClass::Busy);
        QVERIFY(client.ask({"SCRIPT", "KILL"}, 20s).has_value());
    }

    void noLogin()
    {
        RedisServerFixture server({.password = "sesame"});
        Client client("unix://" + (server.directory() / "redis-a.sock").string());
        QCOMPARE(errorOf(client.ask({"GET", "k"})).kind, ErrorClass::AuthRequired);
        QCOMPARE(client.status().state, LinkState::Refused);
    }

    void aWrongPassword()
    {
        RedisServerFixture server(1, {"ACL", "SETUSER", "ops", "on", ">sesame", "+@all", "~*"});
        Client client(withLogin(server.urls()[0], "ops:open"));
        QCOMPARE(errorOf(client.ask({"GET", "k"})).kind, ErrorClass::WrongPassword);
        Client stranger(withLogin(server.urls()[0], "nobody:open"));
        QCOMPARE(errorOf(stranger.ask({"GET", "k"})).kind, ErrorClass::WrongPassword);
        // A password where the server has none.
        Client mistaken(withLogin(server.urls()[0], ":open"));
        QVERIFY(errorOf(mistaken.ask({"GET", "k"})).kind != ErrorClass::ServerError);
    }

    void aCommandOrKeyThatIsNotPermitted()
    {
        RedisServerFixture server(
            1, {"ACL", "SETUSER", "ops", "on", ">sesame", "+@all", "-set", "~mine:*", "&*"});
        Client client(withLogin(server.urls()[0], "ops:sesame"));
        expectForWrites(client, ErrorClass::NoPermission, "NOPERM");
        QCOMPARE(errorOf(client.ask({"GET", "theirs"})).kind, ErrorClass::NoPermission);
        const Error inScript
            = errorOf(client.ask({"EVAL", "return redis.call('get', 'theirs')", "1", "mine:k"}));
        QCOMPARE(inScript.kind, ErrorClass::NoPermission);
    }

    void permissionsTakenAwayWhileConnected()
    {
        RedisServerFixture server(1, {"ACL", "SETUSER", "ops", "on", ">sesame", "+@all", "~*"});
        Client client(withLogin(server.urls()[0], "ops:sesame"));
        QVERIFY(client.ask({"SET", "k", "v"}).has_value());
        server.command({"ACL", "SETUSER", "ops", "-set"});
        expectForWrites(client, ErrorClass::NoPermission, "NOPERM");
    }

    void aKeyOfAnotherType()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        QVERIFY(client.ask({"LPUSH", "list", "x"}).has_value());
        QCOMPARE(errorOf(client.ask({"GET", "list"})).kind, ErrorClass::WrongType);
        const Error inScript
            = errorOf(client.ask({"EVAL", "return redis.call('get', KEYS[1])", "1", "list"}));
        QCOMPARE(inScript.kind, ErrorClass::WrongType);
    }

    void aWrongPasswordIsSeldomTriedAgain()
    {
        RedisServerFixture server({.password = "right"});
        const std::string path = server.deployment().masters[0].url.path;
        const redis::ConnectionOptions eager{
            .minBackoff = 1ms, .maxBackoff = 1ms, .refusedBackoff = 1ms};
        Client wrong("unix://:wrong@" + path, eager);
        QCOMPARE(errorOf(wrong.ask({"GET", "k"})).kind, ErrorClass::WrongPassword);
        Client missing("unix://" + path, eager);
        const std::int64_t before = connectionsOf(server);
        QTRY_VERIFY_WITH_TIMEOUT(connectionsOf(server) > before + 300, 20'000);
        const redis::Reply log = server.command({"ACL", "LOG"});
        QCOMPARE(log.elements.size(), 1U);
        const std::int64_t attempts = log.elements[0].elements[1].integer;
        QVERIFY2(attempts < 50, qPrintable(QString::number(attempts)));
        // The server's password may be changed.
        server.command({"CONFIG", "SET", "requirepass", "wrong"});
        QVERIFY(wrong.reaches(LinkState::Up));
    }

    void tooManyConnections()
    {
        RedisServerFixture server;
        // This one is kept.
        server.command({"CONFIG", "SET", "maxclients", "1"});
        Client client(server.urls()[0], {.refusedBackoff = 20ms});
        QCOMPARE(errorOf(client.ask({"GET", "k"})).kind, ErrorClass::TooManyClients);
        QCOMPARE(client.status().state, LinkState::Refused);
        server.command({"CONFIG", "SET", "maxclients", "10"});
        QVERIFY(client.reaches(LinkState::Up));
    }

    void anyOtherError()
    {
        RedisServerFixture server;
        Client client(server.urls()[0]);
        QCOMPARE(errorOf(client.ask({"SET", "a", "b", "NONSENSE"})).kind, ErrorClass::ServerError);
        QCOMPARE(errorOf(client.ask({"NOSUCHCOMMAND"})).kind, ErrorClass::UnknownCommand);
    }
};

LOCKKEEPER_TEST(ErrorClassesTest)

} // namespace lockkeeper::tests::error_classes_test

#include "error_classes_test.moc"
