// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/checks.h"
#include "core/masters/masters.h"
#include "core/masters/voter_roll.h"
#include "core/redis/link/login.h"
#include "tests/redis/client.h"
#include "tests/support/cluster_fixture.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <future>

namespace lockkeeper::tests::voters_test {

using masters::MastersUse;
using redis::LinkState;
using redis::Reply;

namespace {

redis::ConnectionOptions voter()
{
    redis::ConnectionOptions options;
    options.refusedBackoff = 20ms;
    options.mustBeMaster = true;
    return options;
}

std::vector<std::string> replicaOf(const std::string& url)
{
    const auto master = redis::Url::parse(url).value();
    return {"REPLICAOF", master.host, std::to_string(master.port)};
}

/// All masters of a deployment, connected to.
class Connected {
public:
    Connected(const config::Deployment& deployment, MastersUse use)
        : m_masters(
            std::make_unique<masters::Masters>(m_loop, deployment, std::string("lk:test"), use))
    { }
    ~Connected() { m_loop.stop(); }
    redis::LinkStatus status(std::size_t master)
    {
        return m_loop.call([&] { return m_masters->transports().at(master)->status(); });
    }
    std::size_t count(LinkState state)
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_masters->transports().size(); ++i)
            count += status(i).state == state ? 1 : 0;
        return count;
    }

private:
    EventLoop m_loop;
    std::unique_ptr<masters::Masters> m_masters;
};

config::Deployment deploymentOf(const std::vector<std::string>& urls)
{
    return config::deploymentFromUrls("test", urls).value();
}

} // namespace

class VotersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aReplicaIsNoVoter()
    {
        RedisServerFixture servers({.count = 2, .hasTcp = true});
        Client admin(servers.urls()[1]);
        QVERIFY(admin.ask(redis::Command(replicaOf(servers.tcpUrls()[0]))).has_value());
        Client client(servers.urls()[1], voter());
        const Error error = errorOf(client.ask({"SET", "k", "v"}));
        QCOMPARE(error.kind, ErrorClass::ReadOnly);
        const std::string master = servers.tcpUrls()[0].substr(std::string("redis://").size());
        QCOMPARE(error.text, "this server is a replica of " + master);
        QCOMPARE(client.status().state, LinkState::Refused);
        QCOMPARE(client.status().role, std::optional<std::string>("slave"));
    }

    void aReplicaMayBeLookedAt()
    {
        RedisServerFixture servers({.count = 2, .hasTcp = true});
        Client admin(servers.urls()[1]);
        QVERIFY(admin.ask(redis::Command(replicaOf(servers.tcpUrls()[0]))).has_value());
        Client client(servers.urls()[1]);
        QVERIFY(client.ask({"GET", "k"}).has_value());
        QCOMPARE(client.status().role, std::optional<std::string>("slave"));
    }

    void aMasterThatIsDemotedLosesItsVoteUntilItIsAMasterAgain()
    {
        RedisServerFixture servers({.count = 2, .hasTcp = true});
        Client client(servers.urls()[1], voter());
        QVERIFY(client.ask({"SET", "k", "v"}).has_value());
        Client admin(servers.urls()[1]);
        QVERIFY(admin.ask(redis::Command(replicaOf(servers.tcpUrls()[0]))).has_value());
        QCOMPARE(client.status().state, LinkState::Up);
        const Error error
            = errorOf(client.ask({"EVAL", "return redis.call('set', 'k', 'v')", "1", "k"}));
        QCOMPARE(error.kind, ErrorClass::ReadOnly);
        QVERIFY(client.reaches(LinkState::Refused));
        QVERIFY(client.status().error->text.find("is a replica of") != std::string::npos);
        QVERIFY(admin.ask({"REPLICAOF", "NO", "ONE"}).has_value());
        QVERIFY(client.reaches(LinkState::Up));
        QVERIFY(client.ask({"SET", "k", "v"}).has_value());
    }

    void aUserWhoMayNotAskForRoleAndRunIdIsLetIn()
    {
        RedisServerFixture server(
            1, {"ACL", "SETUSER", "ops", "on", "nopass", "+@all", "-role", "-info", "~*"});
        std::string url = server.urls()[0];
        Client client(url.insert(std::string("unix://").size(), "ops@"), voter());
        QVERIFY(client.ask({"SET", "k", "v"}).has_value());
        QCOMPARE(client.status().role, std::nullopt);
        QCOMPARE(client.status().runId, std::nullopt);
        QCOMPARE(client.status().uptime, std::nullopt);
    }

    void aServerThatIsTooBusyToTellItsRoleIsNoVoterYet()
    {
        RedisServerFixture server({.extraArguments = {"--busy-reply-threshold", "50"}});
        Client admin(server.urls()[0]);
        QVERIFY(admin.ask({"PING"}).has_value());
        Client other(server.urls()[0]);
        other.loop().post([&] {
            other.connection().send({"EVAL", "while true do end", "0"}, 60s, [](const auto&) {});
        });
        QTRY_COMPARE(errorOf(admin.ask({"GET", "k"})).kind, ErrorClass::Busy);
        Client client(server.urls()[0], voter());
        QCOMPARE(errorOf(client.ask({"GET", "k"})).kind, ErrorClass::Busy);
        QCOMPARE(client.status().state, LinkState::Refused);
        QVERIFY(admin.ask({"SCRIPT", "KILL"}).has_value());
        QVERIFY(client.reaches(LinkState::Up));
    }

    void tellsASentinelFromAMaster()
    {
        const auto sentinel = redis::voterRefusal(
            Reply::array({Reply::string("sentinel"), Reply::array({})}), MasterId("a"));
        QVERIFY(sentinel && sentinel->text.find("Sentinel") != std::string::npos);
        QVERIFY(redis::voterRefusal(Reply::status("odd"), MasterId("a")).has_value());
        QVERIFY(!redis::voterRefusal(
            Reply::array({Reply::string("master"), Reply::number(0), Reply::array({})}),
            MasterId("a")));
    }

    void oneServerHasOneVote()
    {
        RedisServerFixture servers({.count = 2, .hasTcp = true});
        Connected masters(
            deploymentOf({servers.urls()[0], servers.urls()[1], servers.tcpUrls()[0]}),
            MastersUse::Vote);
        QTRY_COMPARE(
            masters.count(LinkState::Up) + masters.count(LinkState::Refused), std::size_t(3));
        QCOMPARE(masters.count(LinkState::Up), std::size_t(2));
        QCOMPARE(masters.status(1).state, LinkState::Up);
        const bool isThirdRefused = masters.status(2).state == LinkState::Refused;
        const Error error = *masters.status(isThirdRefused ? 2 : 0).error;
        QCOMPARE(error.kind, ErrorClass::InvalidArgument);
        QVERIFY2(error.text.starts_with(isThirdRefused ? "this is the same server as master a"
                                                       : "this is the same server as master c"),
            error.text.c_str());
        QCOMPARE(error.master, MasterId(isThirdRefused ? "c" : "a"));
    }

    void oneClusterHasOneVote()
    {
        const ClusterFixture cluster;
        config::Deployment twice = cluster.deployment({0});
        twice.masters.push_back(cluster.deployment({1}).masters.front());
        twice.masters.back().id = MasterId("again");
        EventLoop loop;
        masters::Masters masters(loop, twice, "lk:test", MastersUse::Vote);
        int refused = 0;
        for (redis::Transport* const master : masters.transports()) {
            std::promise<Result<Reply>> reply;
            loop.call([&] {
                master->send({"EXISTS", "lock:a"}, 5s,
                    [&reply](const Result<Reply>& got) { reply.set_value(got); });
            });
            const auto got = reply.get_future().get();
            refused += !got && got.error().kind == ErrorClass::InvalidArgument ? 1 : 0;
        }
        loop.stop();
        QCOMPARE(refused, 1);
    }

    void aRestartedServerKeepsItsVote()
    {
        RedisServerFixture servers({.count = 2});
        Connected masters(servers.deployment(), MastersUse::Vote);
        QTRY_COMPARE(masters.count(LinkState::Up), std::size_t(2));
        const auto before = masters.status(0).runId;
        servers.restart(0);
        QTRY_VERIFY(masters.status(0).state == LinkState::Up && masters.status(0).runId != before);
        // A connection that was cut is not a second server either.
        servers.command(1, {"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        const auto loggedIn = masters.status(1).loggedInAt;
        QTRY_VERIFY(masters.status(1).loggedInAt != loggedIn);
        QCOMPARE(masters.status(1).state, LinkState::Up);
    }

    void serversThatDoNotSayWhoTheyAreAreLetIn()
    {
        masters::VoterRoll roll;
        QVERIFY(!roll.admit(MasterId("a"), std::nullopt));
        QVERIFY(!roll.admit(MasterId("b"), std::nullopt));
    }

    void aServerThatMovedFreesItsPlace()
    {
        masters::VoterRoll roll;
        QVERIFY(!roll.admit(MasterId("a"), "one"));
        QVERIFY(roll.admit(MasterId("b"), "one").has_value());
        QVERIFY(!roll.admit(MasterId("a"), "two"));
        QVERIFY(!roll.admit(MasterId("b"), "one"));
    }

    void warnsOfAnEvenNumberOfMasters_data()
    {
        columns<int, std::string>();
        const auto row = [](int masters, const char* line) {
            QTest::newRow(std::to_string(masters).c_str()) << masters << std::string(line);
        };
        row(1, "");
        row(2, "2 masters tolerate no failure, as 1 does; use an odd number");
        row(3, "");
        row(4, "4 masters tolerate one failure only, as 3 do; use an odd number");
        row(5, "");
        row(6, "6 masters tolerate 2 failures only, as 5 do; use an odd number");
    }
    void warnsOfAnEvenNumberOfMasters()
    {
        const auto [masters, line] = fetch<int, std::string>();
        config::Deployment deployment;
        deployment.masters.resize(static_cast<std::size_t>(masters));
        const auto expected
            = line.empty() ? std::vector<std::string>() : std::vector<std::string>{line};
        QCOMPARE(config::warnings(deployment), expected);
    }
};

LOCKKEEPER_TEST(VotersTest)

} // namespace lockkeeper::tests::voters_test

#include "voters_test.moc"
