// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/connection_check.h"
#include "tests/support/certificates.h"
#include "tests/support/cluster_fixture.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/sentinel_fixture.h"
#include "tests/support/test_class.h"

#include <condition_variable>
#include <map>
#include <mutex>

namespace lockkeeper::tests::connection_check_test {

using check::KeySample;
using check::Step;
using check::StepOutcome;
using check::StepReport;
using check::StepState;

namespace {

/// A check and what it has reported.
class Checked {
public:
    explicit Checked(config::Deployment deployment)
        : m_check(std::make_unique<check::ConnectionCheck>(std::move(deployment), kClock,
            check::ConnectionCheck::Handlers{[this](const StepReport& report) { add(report); },
                [this](const KeySample& sample) { finish(sample); }}))
    { }

    /// Waits for the end of the check.
    KeySample sample()
    {
        std::unique_lock lock(m_mutex);
        if (!m_finished.wait_for(lock, 30s, [this] { return m_sample.has_value(); }))
            qFatal("the check does not end");
        return *m_sample;
    }
    StepOutcome outcome(Step step, const char* master = "a")
    {
        (void)sample();
        const std::lock_guard lock(m_mutex);
        return m_outcomes[{MasterId(master), step}];
    }
    std::size_t pendingReports()
    {
        const std::lock_guard lock(m_mutex);
        return m_pending;
    }
    void end() { m_check.reset(); }

private:
    void add(const StepReport& report)
    {
        const std::lock_guard lock(m_mutex);
        m_pending += report.outcome.state == StepState::Pending ? 1 : 0;
        m_outcomes[{report.master, report.step}] = report.outcome;
    }
    void finish(const KeySample& sample)
    {
        const std::lock_guard lock(m_mutex);
        m_sample = sample;
        m_finished.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_finished;
    std::map<std::pair<MasterId, Step>, StepOutcome> m_outcomes;
    std::size_t m_pending = 0;
    std::optional<KeySample> m_sample;
    std::unique_ptr<check::ConnectionCheck> m_check;
};

config::Deployment deploymentOf(const std::vector<std::string>& urls)
{
    return config::deploymentFromUrls("test", urls).value();
}

bool says(const StepOutcome& outcome, StepState state, const char* words)
{
    if (outcome.state == state && outcome.text.find(words) != std::string::npos)
        return true;
    qWarning("state %d: %s", static_cast<int>(outcome.state), outcome.text.c_str());
    return false;
}

} // namespace

class ConnectionCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aGoodMasterPassesEveryStep()
    {
        RedisServerFixture servers({.count = 2, .hasTcp = true});
        Checked checked(deploymentOf(servers.tcpUrls()));
        for (const char* master : {"a", "b"}) {
            QCOMPARE(checked.outcome(Step::Lookup, master).state, StepState::Skipped);
            QCOMPARE(checked.outcome(Step::Encryption, master).state, StepState::Skipped);
            for (const Step step : {Step::Connection, Step::Login, Step::Permissions, Step::Role,
                     Step::Identity, Step::Clock, Step::Eviction, Step::Memory, Step::Persistence,
                     Step::Push, Step::Keys})
                QVERIFY(says(checked.outcome(step, master), StepState::Done, ""));
        }
        QCOMPARE(checked.pendingReports(), 2 * check::kSteps);
    }

    void aNameIsLookedUp()
    {
        RedisServerFixture servers({.hasTcp = true});
        std::string url = servers.tcpUrls().front();
        url.replace(url.find("127.0.0.1"), 9, "localhost");
        Checked checked(deploymentOf({url}));
        QCOMPARE(checked.outcome(Step::Lookup).state, StepState::Done);
        Checked unknown(deploymentOf({"redis://no-such-host.invalid"}));
        QVERIFY(says(unknown.outcome(Step::Lookup), StepState::Failed, "name lookup failed"));
        QVERIFY(says(unknown.outcome(Step::Connection), StepState::Skipped, "not reached"));
    }

    void aDeadPortFailsAtTheConnection()
    {
        Checked checked(deploymentOf({"redis://127.0.0.1:" + std::to_string(freePort())}));
        QVERIFY(says(checked.outcome(Step::Connection), StepState::Failed, "is Redis running"));
        QVERIFY(says(checked.outcome(Step::Keys), StepState::Skipped, "not reached"));
    }

    void aStoppedServerFailsAtTheLogin()
    {
        RedisServerFixture servers;
        servers.suspend(0);
        auto deployment = servers.deployment();
        deployment.timeout = 200ms;
        Checked checked(deployment);
        QCOMPARE(checked.outcome(Step::Connection).state, StepState::Done);
        QVERIFY(says(checked.outcome(Step::Login), StepState::Failed, "no reply within 200 ms"));
        servers.resume(0);
    }

    void aWrongPasswordIsTold()
    {
        RedisServerFixture servers({.password = "secret"});
        auto deployment = servers.deployment();
        deployment.masters[0].url.password = Secret("wrong-one");
        Checked checked(deployment);
        const StepOutcome login = checked.outcome(Step::Login);
        QVERIFY(says(login, StepState::Failed, "wrong user or password"));
        QVERIFY(login.text.find("wrong-one") == std::string::npos);
        deployment.masters[0].url.password = Secret();
        QVERIFY(says(Checked(deployment).outcome(Step::Login), StepState::Failed,
            "enter its user and password"));
    }

    void aUserWithoutScanGetsTheLineThatGrantsIt()
    {
        RedisServerFixture servers;
        for (const char* rule : {"ON", "NOPASS", "~*", "resetchannels", "+@all", "-scan"})
            servers.command({"ACL", "SETUSER", "ro", rule});
        auto deployment = servers.deployment();
        deployment.masters[0].url.user = "ro";
        Checked checked(deployment);
        const StepOutcome permissions = checked.outcome(Step::Permissions);
        QVERIFY(says(permissions, StepState::Failed, "+scan"));
        QCOMPARE(permissions.cure, std::string("ACL SETUSER ro +scan"));
        const StepOutcome push = checked.outcome(Step::Push);
        QCOMPARE(push.state, StepState::Warning);
        QVERIFY(push.cure.ends_with("&__redis__:invalidate"));
        QCOMPARE(checked.outcome(Step::Keys).state, StepState::Skipped);
    }

    void aUserWithoutInfoAndRoleGetsTheLineThatGrantsThem()
    {
        RedisServerFixture servers;
        for (const char* rule : {"ON", "NOPASS", "~*", "&*", "+@all", "-info", "-role"})
            servers.command({"ACL", "SETUSER", "ro", rule});
        auto deployment = servers.deployment();
        deployment.masters[0].url.user = "ro";
        Checked checked(deployment);
        QCOMPARE(
            checked.outcome(Step::Permissions).cure, std::string("ACL SETUSER ro +role +info"));
        const StepOutcome identity = checked.outcome(Step::Identity);
        QVERIFY(says(identity, StepState::Warning, "the user lacks +info"));
        QCOMPARE(identity.cure, std::string("ACL SETUSER ro +info"));
        QVERIFY(says(checked.outcome(Step::Role), StepState::Skipped, "the user lacks +role"));
        QCOMPARE(checked.outcome(Step::Memory).state, StepState::Skipped);
        QCOMPARE(checked.outcome(Step::Push).state, StepState::Done);
    }

    void aPatternThatBeginsWithAWildcardIsNotPushed()
    {
        RedisServerFixture servers(1, {"SET", "a:lock", "x"});
        auto deployment = servers.deployment();
        deployment.patterns = {"*:lock"};
        Checked checked(deployment);
        QVERIFY(says(checked.outcome(Step::Push), StepState::Skipped, "begins with a wildcard"));
        QVERIFY(says(checked.outcome(Step::Keys), StepState::Done, "it has 1 key"));
    }

    void aStoppedServerFailsAtTheEncryption()
    {
        const QTemporaryDir directory;
        const CertificateAuthority authority(directory.path().toStdString(), "our-ca");
        const auto files = authority.issue("server", {.hosts = {"127.0.0.1"}});
        RedisServerFixture servers({.tlsArguments = authority.serverArguments(files)});
        servers.suspend(0);
        auto deployment
            = deploymentOf({servers.tlsUrl(0, "127.0.0.1", "?ca=" + authority.file().string())});
        deployment.timeout = 200ms;
        Checked checked(deployment);
        QCOMPARE(checked.outcome(Step::Connection).state, StepState::Done);
        QCOMPARE(checked.outcome(Step::Encryption).state, StepState::Failed);
        QCOMPARE(checked.outcome(Step::Login).state, StepState::Skipped);
        servers.resume(0);
    }

    void withoutMastersItEndsAtOnce()
    {
        Checked checked({.name = "none"});
        QCOMPARE(checked.sample().keys, std::size_t(0));
        QCOMPARE(checked.pendingReports(), std::size_t(0));
    }

    void theDocumentedUserIsEnough()
    {
        RedisServerFixture servers;
        for (const char* rule : {"ON", "NOPASS", "RESETCHANNELS", "&__redis__:invalidate",
                 "~lock:*", "~redisson_lock_queue:*", "~lockkeeper:note*", "-@all", "+scan",
                 "+getrange", "+pttl", "+type", "+hscan", "+sscan", "+zrange", "+lrange", "+ping",
                 "+role", "+info", "+time", "+client|setname", "+client|id", "+client|tracking",
                 "+subscribe"})
            servers.command({"ACL", "SETUSER", "watcher", rule});
        auto deployment = servers.deployment();
        deployment.masters[0].url.user = "watcher";
        deployment.patterns = {"lock:*"};
        Checked checked(deployment);
        for (const Step step :
            {Step::Permissions, Step::Role, Step::Identity, Step::Clock, Step::Push})
            QVERIFY(says(checked.outcome(step), StepState::Done, ""));
        deployment.patterns = {"other:*"};
        QCOMPARE(Checked(deployment).outcome(Step::Permissions).cure,
            std::string("ACL SETUSER watcher ~other:*"));
        // Without notes on locks it is enough, too; what they need is said.
        servers.command({"ACL", "SETUSER", "watcher", "RESETKEYS", "~lock:*"});
        deployment.patterns = {"lock:*"};
        const auto without = Checked(deployment).outcome(Step::Permissions);
        QCOMPARE(without.state, StepState::Done);
        QCOMPARE(without.cure, std::string("ACL SETUSER watcher ~lockkeeper:note*"));
    }

    void aReplicaIsNoMaster()
    {
        RedisServerFixture servers({.count = 2, .hasTcp = true});
        const auto master = redis::Url::parse(servers.tcpUrls()[0]).value();
        servers.command(1, {"REPLICAOF", master.host, std::to_string(master.port)});
        Checked checked(deploymentOf(servers.tcpUrls()));
        QCOMPARE(checked.outcome(Step::Role, "a").state, StepState::Done);
        QVERIFY(says(checked.outcome(Step::Role, "b"), StepState::Failed, "is a replica of"));
    }

    void oneServerUnderTwoNamesIsTold()
    {
        RedisServerFixture servers({.hasTcp = true});
        Checked checked(deploymentOf({servers.urls()[0], servers.tcpUrls()[0]}));
        const auto failed = [&](const char* master) {
            return checked.outcome(Step::Identity, master).state == StepState::Failed;
        };
        QVERIFY(failed("a") != failed("b"));
    }

    void evictionIsAWarning()
    {
        RedisServerFixture servers(1, {"CONFIG", "SET", "maxmemory", "100mb"});
        servers.command({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
        Checked checked(servers.deployment());
        QVERIFY(says(checked.outcome(Step::Eviction), StepState::Warning, "allkeys-lru"));
        QVERIFY(says(checked.outcome(Step::Memory), StepState::Done, "of 100 MiB used"));
        QVERIFY(says(checked.outcome(Step::Persistence), StepState::Done, "no append-only file"));
    }

    void tlsIsAStepOfItsOwn()
    {
        const QTemporaryDir directory;
        const CertificateAuthority authority(directory.path().toStdString(), "our-ca");
        const auto files = authority.issue("server", {.hosts = {"127.0.0.1"}});
        RedisServerFixture servers({.tlsArguments = authority.serverArguments(files)});
        const std::string trusting = "?ca=" + authority.file().string();
        Checked good(deploymentOf({servers.tlsUrl(0, "127.0.0.1", trusting)}));
        QCOMPARE(good.outcome(Step::Encryption).state, StepState::Done);
        QCOMPARE(good.outcome(Step::Push).state, StepState::Done);
        Checked bad(deploymentOf({servers.tlsUrl(0, "localhost", trusting)}));
        QCOMPARE(bad.outcome(Step::Connection).state, StepState::Done);
        QVERIFY(says(bad.outcome(Step::Encryption), StepState::Failed, "not for localhost"));
        QCOMPARE(bad.outcome(Step::Login).state, StepState::Skipped);
        Checked without(deploymentOf({servers.tlsUrl(0, "127.0.0.1", "?ca=/no/such/file")}));
        QVERIFY(says(without.outcome(Step::Encryption), StepState::Failed, "/no/such/file"));
    }

    void theMasterOfASentinelGroupIsChecked()
    {
        SentinelFixture group;
        Checked good(SentinelFixture::deployment({group.sentinelUrl()}));
        QVERIFY(says(good.outcome(Step::Lookup), StepState::Done, "the Sentinels name redis://"));
        for (const Step step :
            {Step::Connection, Step::Login, Step::Role, Step::Identity, Step::Push, Step::Keys})
            QVERIFY(says(good.outcome(step), StepState::Done, ""));
        const std::string nobody = "redis://127.0.0.1:" + std::to_string(freePort());
        Checked bad(SentinelFixture::deployment({nobody}));
        QVERIFY(says(bad.outcome(Step::Lookup), StepState::Failed, ""));
        QVERIFY(says(bad.outcome(Step::Connection), StepState::Skipped, "not reached"));
        Checked unknown(SentinelFixture::deployment({group.sentinelUrl()}, "nope"));
        QVERIFY(says(unknown.outcome(Step::Lookup), StepState::Failed, "nope"));
    }

    void aClusterIsCheckedByItsFirstSeed()
    {
        ClusterFixture cluster;
        Checked good(cluster.deployment());
        for (const Step step : {Step::Connection, Step::Login, Step::Permissions, Step::Role})
            QVERIFY(says(good.outcome(step), StepState::Done, ""));
        QCOMPARE(good.outcome(Step::Push).state, StepState::Skipped);
        Checked node(deploymentOf({cluster.url(1)}));
        QVERIFY(says(node.outcome(Step::Role), StepState::Failed, "name it as cluster://"));
    }

    void prefixesAreFoundAndNothingIsChanged()
    {
        RedisServerFixture servers({.count = 2});
        for (int i = 0; i < 40; ++i) {
            servers.commandAll({"SET", "session:" + std::to_string(i), "x"});
            servers.commandAll({"SET", "lock:" + std::to_string(i % 5), "x"});
        }
        Checked checked(servers.deployment());
        const KeySample sample = checked.sample();
        QCOMPARE(sample.keys, std::size_t(45));
        QVERIFY(!sample.isPartial);
        QCOMPARE(sample.prefixes.at(0).pattern, std::string("lock:*"));
        QCOMPARE(sample.prefixes.at(0).keys, std::size_t(5));
        QCOMPARE(sample.prefixes.at(1).pattern, std::string("session:*"));
        QCOMPARE(servers.command({"DBSIZE"}).integer, std::int64_t(45));
        // Nothing was written: the server counts that.
        const auto changes = servers.command({"INFO", "persistence"}).text;
        QVERIFY(changes.find("rdb_changes_since_last_save:80\r") != std::string::npos);
    }

    void ofManyKeysSomeAreLookedAt()
    {
        RedisServerFixture servers(
            1, {"EVAL", "for i = 1, 6000 do redis.call('SET', 'k:' .. i, '') end", "0"});
        Checked checked(servers.deployment());
        QVERIFY(checked.sample().isPartial);
        QCOMPARE(checked.sample().keys, std::size_t(2000));
    }

    void aCheckCanBeEndedAtAnyTime()
    {
        RedisServerFixture servers;
        servers.suspend(0);
        auto deployment = servers.deployment();
        deployment.timeout = 60s;
        Checked checked(deployment);
        QVERIFY(QTest::qWaitFor([&] { return checked.pendingReports() == check::kSteps; }, 10'000));
        checked.end();
        servers.resume(0);
    }
};

LOCKKEEPER_TEST(ConnectionCheckTest)

} // namespace lockkeeper::tests::connection_check_test

#include "connection_check_test.moc"
