// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/acquisition.h"
#include "core/lock/classic.h"
#include "core/lock/lease_state.h"
#include "core/redis/info.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/locking.h"
#include "tests/support/server_clock.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::quarantined_votes_test {

using namespace lockkeeper::lock;
using config::RestartQuarantine;

namespace {

const Owner kOwner{"host", 1, "test"};
const Resource kResource("r");

/// Three masters that a, b store the lock of a first client, and c does not. Then b forgets.
struct Forgetful {
    explicit Forgetful(RestartQuarantine mode)
        : quarantine(mode, 10s)
    {
        masters.context.quarantine = &quarantine;
        masters[2].setMode(FakeTransport::Mode::Down);
        first = take();
        masters[2].resume();
        masters[1].remove("r");
        masters[1].setForgotAt(masters.clock.now());
    }

    /// Tries to take the lock for 10 seconds; null: somebody else holds it, or no quorum agreed.
    std::shared_ptr<LeaseState> take()
    {
        std::shared_ptr<LeaseState> lease;
        acquire(masters.context, kOwner, {kResource}, {.ttl = ttl(10s), .isRenewed = false},
            [&](AcquisitionResult result) {
                if (auto* held = result ? std::get_if<HeldClaim>(&*result) : nullptr)
                    lease = std::make_shared<LeaseState>(
                        masters.context, redlock(), std::move(*held));
                else if (auto* contended = result ? std::get_if<Contended>(&*result) : nullptr)
                    votes = std::move(contended->votes);
                else if (auto* none = result ? std::get_if<NoQuorum>(&*result) : nullptr)
                    votes = std::move(none->votes);
            });
        masters.clock.advance(200ms);
        return lease;
    }

    FakeDeployment masters{3};
    masters::Quarantine quarantine;
    std::shared_ptr<LeaseState> first;
    std::vector<MasterVote> votes; ///< of the latest try that got nothing
};

/// Three masters that have run for an hour, and an empty server.
class LongRunning {
public:
    LongRunning()
        : servers(m_clock.start(
            {.count = 4, .hasTcp = true, .extraArguments = {"--repl-diskless-sync", "no"}}))
    {
        m_clock.setAhead(1h);
    }
    config::Deployment deployment() const
    {
        auto urls = servers.urls();
        urls.pop_back();
        return config::deploymentFromUrls("test", urls).value();
    }
    bool haveRunForLong()
    {
        bool result = true;
        for (std::size_t i = 0; i < 3; ++i)
            result = result && info(i, "server", "uptime_in_seconds").size() == 4;
        return result;
    }
    /// Makes the second master a replica of the empty server, and a master again.
    void makeReplicaForAMoment()
    {
        const auto empty = redis::Url::parse(servers.tcpUrls()[3]).value();
        servers.command(1, {"REPLICAOF", empty.host, std::to_string(empty.port)});
        QTRY_COMPARE(info(1, "replication", "master_link_status"), "up");
        servers.command(1, {"REPLICAOF", "NO", "ONE"});
    }
    std::string info(std::size_t server, std::string_view section, std::string_view field)
    {
        const redis::Reply reply = servers.command(server, {"INFO", section});
        return std::string(redis::infoField(reply.text, field).value_or(""));
    }

private:
    ServerClock m_clock;

public:
    RedisServerFixture servers;
};

} // namespace

/// A master that forgets a lock may not help another client to get it.
class QuarantinedVotesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theVoteOfAForgetfulMasterDoesNotCount()
    {
        Forgetful with(RestartQuarantine::Auto);
        QVERIFY(with.first);
        QVERIFY(!with.take());
        QVERIFY(with.first->isHeld());
        QCOMPARE(with.votes.at(0).state, MasterVote::State::No);
        QCOMPARE(with.votes.at(1).state, MasterVote::State::Failed);
        QCOMPARE(with.votes.at(1).error->kind, ErrorClass::Quarantined);
        QCOMPARE(with.votes.at(2).state, MasterVote::State::Yes);
        // What it stored is undone on it, too.
        QVERIFY(!with.masters[1].valueOf("r"));
        QVERIFY(!with.masters[2].valueOf("r"));
    }

    /// Shows what the test above prevents.
    void withoutQuarantineTwoHold()
    {
        Forgetful with(RestartQuarantine::Off);
        QVERIFY(with.take());
        QVERIFY(with.first->isHeld());
    }

    void countsAgainWhenAllThatItForgotIsOver()
    {
        Forgetful with(RestartQuarantine::Auto);
        with.masters.clock.advance(10s);
        QVERIFY(!with.first->isHeld());
        with.masters[0].setMode(FakeTransport::Mode::Down);
        QVERIFY(!with.take()); // its quarantine is longer than the lease, for its clock's sake
        with.masters.clock.advance(100ms);
        QVERIFY(with.take());
    }

    /// The first try on a new deployment: the logins to b and c end after a has answered.
    void countsOnceTooManyHaveForgotten()
    {
        FakeDeployment masters(3);
        masters::Quarantine quarantine(RestartQuarantine::Auto, 10s);
        masters.context.quarantine = &quarantine;
        masters[0].setForgotAt(masters.clock.now());
        masters[1].holdAnswers(true);
        masters[2].holdAnswers(true);
        std::optional<AcquisitionResult> result;
        acquire(masters.context, kOwner, {kResource}, {.ttl = ttl(10s), .isRenewed = false},
            [&](AcquisitionResult got) { result = std::move(got); });
        masters.settle();
        QVERIFY(!result);
        masters[1].setForgotAt(masters.clock.now());
        masters[1].deliver();
        QVERIFY(result);
        QVERIFY(std::holds_alternative<HeldClaim>(result->value()));
    }

    void whatItStoresNowProlongsALease()
    {
        Forgetful with(RestartQuarantine::Auto);
        const auto extend = [&] {
            with.first->extend(ttl(10s), [](const Result<void>&) {});
            with.masters.clock.advance(200ms);
        };
        with.masters[1].put("r", with.first->claim().token().value());
        extend();
        QVERIFY(with.first->isHeld());
        QCOMPARE(with.first->margin().stored, std::size_t(3)); // c got it as well
        with.masters[0].setMode(FakeTransport::Mode::Down);
        with.masters.clock.advance(5s);
        extend();
        with.masters.clock.advance(9s);
        QVERIFY(with.first->isHeld());
    }

    void marginTellsHowManyStoreIt()
    {
        FakeDeployment masters(5);
        masters[4].setMode(FakeTransport::Mode::Down);
        masters[3].setMode(FakeTransport::Mode::LosingAnswers);
        std::shared_ptr<LeaseState> lease;
        acquire(masters.context, kOwner, {kResource}, {.ttl = ttl(10s), .isRenewed = false},
            [&](AcquisitionResult result) {
                lease = std::make_shared<LeaseState>(
                    masters.context, redlock(), std::get<HeldClaim>(std::move(*result)));
            });
        masters.clock.advance(100ms);
        QVERIFY(lease);
        const auto margin = [&] {
            const Margin now = lease->margin();
            return std::tuple(now.stored, now.masters, now.quorum, now.spare());
        };
        QCOMPARE(margin(),
            std::tuple(std::size_t(3), std::size_t(5), std::size_t(3), std::ptrdiff_t(0)));
        masters[3].setMode(FakeTransport::Mode::Answering);
        masters[4].resume();
        const auto extend = [&] {
            lease->extend(ttl(10s), [](const Result<void>&) {});
            masters.clock.advance(100ms);
        };
        extend(); // finds the fourth, repairs the fifth
        QCOMPARE(std::get<0>(margin()), std::size_t(5));
        masters[0].remove("r");
        masters[0].failNextWith({ErrorClass::Timeout, "no reply in time"});
        extend();
        QCOMPARE(std::get<0>(margin()), std::size_t(4));
        extend();
        QCOMPARE(std::get<0>(margin()), std::size_t(5));
        lease->release([](const RoundResult&) {});
        masters.settle();
        QCOMPARE(masters.mastersThatStore("r", lease->claim().token().value()), std::size_t(0));
    }

    /// The client stays connected all the time, and asks nothing meanwhile.
    void aMasterThatWasAReplicaForAMomentHasForgotten()
    {
        LongRunning masters;
        QTRY_VERIFY(masters.haveRunForLong());
        LockClient first(masters.deployment(), Owner::thisProcess("test"), systemClock());
        LockClient other(masters.deployment(), Owner::thisProcess("test"), systemClock());
        QVERIFY(leaseIn(other.acquire(Resource("connected"), {.ttl = ttl(30s)})));
        const auto lease
            = leaseIn(first.acquire(kResource, {.ttl = ttl(1min), .isRenewed = false}));
        QTRY_VERIFY(lease && lease->margin().stored == 3);
        masters.servers.command(2, {"DEL", "r"}); // the third has lost it
        masters.makeReplicaForAMoment();
        QCOMPARE(masters.servers.command(1, {"EXISTS", "r"}).integer, 0);
        const auto outcome = other.acquire(kResource, {.ttl = ttl(1min)});
        QVERIFY(lease->isHeld());
        QVERIFY(outcome);
        const auto* const contended = std::get_if<Contended>(&*outcome);
        QVERIFY(contended);
        QCOMPARE(contended->votes.at(1).error.value().kind, ErrorClass::Quarantined);
    }

    void alwaysWaitsForAServerThatHasStarted_data()
    {
        QTest::addColumn<const Scheme*>("scheme");
        for (const Scheme* const scheme : {&redlock(), &redisPy(), &redisson()})
            QTest::addRow("%s", std::string(scheme->name()).c_str()) << scheme;
    }
    void alwaysWaitsForAServerThatHasStarted()
    {
        QFETCH(const Scheme*, scheme);
        RedisServerFixture server;
        auto deployment = server.deployment();
        deployment.restartQuarantine = RestartQuarantine::Always;
        deployment.longestTtl = 1s;
        LockClient client(deployment, Owner::thisProcess("test"), systemClock());
        const auto outcome = client.acquire(kResource, {.ttl = ttl(500ms), .scheme = *scheme});
        QVERIFY(outcome);
        const auto* const none = std::get_if<NoQuorum>(&*outcome);
        QVERIFY(none);
        QCOMPARE(none->votes.at(0).error.value().kind, ErrorClass::Quarantined);
        QTRY_COMPARE(server.command({"EXISTS", "r"}).integer, 0); // undone
        QVERIFY(leaseIn(
            client.acquire(kResource, {.ttl = ttl(500ms), .wait = 10s, .scheme = *scheme})));
    }
};

LOCKKEEPER_TEST(QuarantinedVotesTest)

} // namespace lockkeeper::tests::quarantined_votes_test

#include "quarantined_votes_test.moc"
