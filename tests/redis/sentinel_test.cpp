// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/redis/endpoint_resolver.h"
#include "tests/support/sentinel_fixture.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::sentinel_test {

using masters::MastersUse;
using redis::LinkState;

namespace {

constexpr int kFailoverTime = 30'000;

/// The one voter of a deployment.
class Voter {
public:
    explicit Voter(const config::Deployment& deployment, MastersUse use = MastersUse::Vote)
        : m_masters(
            std::make_unique<masters::Masters>(m_loop, deployment, std::string("lk:test"), use))
    { }
    ~Voter() { m_loop.stop(); }

    redis::LinkStatus status()
    {
        return m_loop.call([this] { return transport().status(); });
    }
    Result<redis::Reply> ask(const redis::Command& command)
    {
        return m_loop.await<Result<redis::Reply>>(
            [&](auto handler) { transport().send(command, 5s, std::move(handler)); });
    }
    bool isUpAt(const std::string& url)
    {
        const redis::LinkStatus now = status();
        return now.state == LinkState::Up && now.address == url;
    }
    masters::Masters& masters() { return *m_masters; }
    EventLoop& loop() { return m_loop; }

private:
    redis::Transport& transport() { return *m_masters->transports().front(); }
    EventLoop m_loop;
    std::unique_ptr<masters::Masters> m_masters;
};

std::string nobody()
{
    return "redis://127.0.0.1:" + std::to_string(freePort());
}

} // namespace

class SentinelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aListenerMayEndTheTarget()
    {
        class Target : public redis::EndpointResolver {
        public:
            Result<std::optional<redis::Url>> current() override { return std::nullopt; }
            void move() { notifyListeners(); }
        };
        auto target = std::make_unique<Target>();
        bool isNextTold = false;
        target->listen([&target] {
            target.reset();
            return true;
        });
        target->listen([&isNextTold] { return isNextTold = true; });
        target->move();
        QVERIFY(!target);
        QVERIFY(isNextTold);
    }

    void aCommandWaitsUntilTheMasterIsFound()
    {
        SentinelFixture group;
        Voter voter(SentinelFixture::deployment({group.sentinelUrl()}));
        QVERIFY(voter.ask({"SET", "k", "v"}).has_value());
        QCOMPARE(group.servers().command(0, {"GET", "k"}).text, std::string("v"));
        QVERIFY(voter.isUpAt(group.servers().tcpUrls()[0]));
        QVERIFY(!voter.status().move.has_value());
    }

    void followsTheMasterWhenItDies()
    {
        SentinelFixture group;
        const auto urls = group.servers().tcpUrls();
        // One that does not answer is no reason to wait.
        Voter voter(SentinelFixture::deployment({nobody(), group.sentinelUrl()}));
        QTRY_VERIFY(voter.isUpAt(urls[0]));
        group.servers().kill(0);
        QTRY_VERIFY_WITH_TIMEOUT(voter.isUpAt(urls[1]), kFailoverTime);
        QVERIFY(voter.ask({"SET", "k", "v"}).has_value());
        QCOMPARE(voter.status().role, std::optional<std::string>("master"));
        const auto move = voter.status().move;
        QVERIFY(move.has_value());
        QCOMPARE(move->from, urls[0]);
        QCOMPARE(move->to, urls[1]);
        QCOMPARE(move->count, std::uint64_t(1));
    }

    void leavesAMasterThatWasReplacedWhileItLives()
    {
        SentinelFixture group;
        const auto urls = group.servers().tcpUrls();
        Voter voter(SentinelFixture::deployment({group.sentinelUrl()}), MastersUse::Watch);
        QTRY_VERIFY(voter.isUpAt(urls[0]));
        group.failOver();
        QTRY_VERIFY_WITH_TIMEOUT(voter.isUpAt(urls[1]), kFailoverTime);
        QCOMPARE(voter.status().role, std::optional<std::string>("master"));
    }

    void asksAgainWhereItMayNotSubscribe()
    {
        SentinelFixture group;
        const auto urls = group.servers().tcpUrls();
        QVERIFY(group.command({"ACL", "SETUSER", "default", "-subscribe"}).isOk());
        Voter voter(SentinelFixture::deployment({group.sentinelUrl()}));
        QTRY_VERIFY(voter.isUpAt(urls[0]));
        group.failOver();
        QTRY_VERIFY_WITH_TIMEOUT(voter.isUpAt(urls[1]), kFailoverTime);
    }

    void aConnectionBesideFollowsToo()
    {
        SentinelFixture group;
        const auto urls = group.servers().tcpUrls();
        Voter voter(SentinelFixture::deployment({group.sentinelUrl()}));
        const auto beside = voter.masters().connectSecond(0, {});
        const auto address = [&] {
            return voter.loop().call([&] { return beside->status().address.value_or(""); });
        };
        QTRY_COMPARE(address(), urls[0]);
        group.failOver();
        QTRY_COMPARE_WITH_TIMEOUT(address(), urls[1], kFailoverTime);
    }

    void locksAreTakenBeforeAndAfterAFailover()
    {
        SentinelFixture group;
        const auto deployment = SentinelFixture::deployment({group.sentinelUrl()});
        lock::LockClient client(deployment, lock::Owner::thisProcess("test"), systemClock());
        const auto acquires = [&](const char* resource) {
            const auto outcome = client.acquire(
                Resource(resource), {.ttl = lock::Ttl::from(30s).value(), .wait = 30s});
            return outcome && std::holds_alternative<lock::Lease>(*outcome);
        };
        QVERIFY(acquires("before"));
        group.servers().kill(0);
        QTRY_VERIFY_WITH_TIMEOUT(acquires("after"), kFailoverTime);
        QCOMPARE(group.servers().command(1, {"EXISTS", "after"}).integer, std::int64_t(0));
    }

    void saysThatTheGroupIsNotKnown()
    {
        SentinelFixture group;
        Voter voter(SentinelFixture::deployment({group.sentinelUrl()}, "billing"));
        const auto reply = voter.ask({"PING"});
        QVERIFY(!reply.has_value());
        QCOMPARE(reply.error().text,
            std::string("no Sentinel tells where the master of group 'billing' is; the first one: "
                        "knows no group 'billing'"));
        QCOMPARE(reply.error().master, MasterId("a"));
    }

    void saysThatNoSentinelAnswers()
    {
        Voter voter(SentinelFixture::deployment({nobody(), nobody()}));
        const auto reply = voter.ask({"PING"});
        QVERIFY(!reply.has_value());
        QCOMPARE(reply.error().kind, ErrorClass::Unreachable);
        QVERIFY2(reply.error().text.find("Connection refused") != std::string::npos,
            reply.error().text.c_str());
        QTRY_COMPARE(voter.status().state, LinkState::Down);
    }
};

LOCKKEEPER_TEST(SentinelTest)

} // namespace lockkeeper::tests::sentinel_test

#include "sentinel_test.moc"
