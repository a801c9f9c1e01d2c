// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/redis_process.h"

#include "core/sandbox/blocking_client.h"
#include "tests/support/processes.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lockkeeper;
using namespace std::chrono_literals;

namespace {

Result<redis::Reply> ping(const std::string& url)
{
    const auto parsed = redis::Url::parse(url);
    auto client = sandbox::BlockingClient::connect(*parsed, 200ms);
    if (!client)
        return tl::make_unexpected(client.error());
    return client->call({"PING"});
}

} // namespace

class RedisProcessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersOnItsSocketAndItsPort()
    {
        const tests::RedisServerFixture servers({.hasTcp = true});
        QCOMPARE(ping(servers.urls().front())->text, std::string("PONG"));
        QCOMPARE(ping(servers.tcpUrls().front())->text, std::string("PONG"));
    }

    void keepsOffTheUsualPort()
    {
        const tests::RedisServerFixture servers({.count = 3, .hasTcp = true});
        for (const std::string& url : servers.tcpUrls())
            QVERIFY(redis::Url::parse(url)->port != 6379);
    }

    void listensToTheSocketAloneWithoutTcp()
    {
        tests::RedisServerFixture servers;
        const auto port = servers.command({"CONFIG", "GET", "port"});
        QCOMPARE(port.elements.at(1).text, std::string("0"));
    }

    void endsWithItsObject()
    {
        std::vector<pid_t> pids;
        std::filesystem::path directory;
        {
            const tests::RedisServerFixture servers({.count = 2});
            pids = {servers.pid(0), servers.pid(1)};
            directory = servers.directory();
            QVERIFY(tests::isAlive(pids[0]) && tests::isAlive(pids[1]));
        }
        QVERIFY(!tests::isAlive(pids[0]) && !tests::isAlive(pids[1]));
        QVERIFY(!std::filesystem::exists(directory));
    }

    void isSilentWhileSuspendedAndAnswersWhenResumed()
    {
        tests::RedisServerFixture servers;
        servers.suspend(0);
        QCOMPARE(ping(servers.urls().front()).error().kind, ErrorClass::Timeout);
        servers.resume(0);
        QTRY_VERIFY(ping(servers.urls().front()).has_value());
    }

    void endsAlthoughItIsSuspended()
    {
        tests::RedisServerFixture servers;
        servers.suspend(0);
        servers.kill(0);
        QVERIFY(!tests::isAlive(servers.pid(0)));
    }

    void isEmptyAtTheSameAddressesAfterARestart()
    {
        tests::RedisServerFixture servers({.hasTcp = true});
        const auto urls = servers.tcpUrls();
        QVERIFY(servers.command({"SET", "k", "v"}).isOk());
        servers.restart(0);
        QCOMPARE(servers.tcpUrls(), urls);
        QVERIFY(servers.command({"GET", "k"}).isNil());
        QVERIFY(ping(urls.front()).has_value());
    }

    void asksForItsPassword()
    {
        tests::RedisServerFixture servers({.password = "s3cret"});
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
};

LOCKKEEPER_TEST(RedisProcessTest)
#include "redis_process_test.moc"
