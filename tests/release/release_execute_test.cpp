// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/execute.h"

#include "app/sandbox/workload/blocking_client.h"
#include "core/release/lock_snapshot.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockkeeper::tests::release_execute_test {

using namespace lockkeeper::release;

namespace {

const Resource kOrders("orders:42");
const std::string kThread = "123e4567-e89b-42d3-a456-426614174000:7";
const std::string kOtherThread = "123e4567-e89b-42d3-a456-426614174000:8";

observe::LockEntryPtr entryOf(const config::Deployment& deployment, const Resource& resource)
{
    const observe::LocalProcessProbe processes;
    const auto look = readLock(deployment, resource, kClock, processes);
    return look ? look->entry : nullptr;
}

std::optional<Plan> planFor(
    const config::Deployment& deployment, const Resource& resource = kOrders)
{
    const auto entry = entryOf(deployment, resource);
    if (!entry || !entry->countVotes().token)
        return std::nullopt;
    auto plan = planRelease(deployment, *entry, *entry->countVotes().token);
    if (plan)
        plan->seenFor = kSightNeeded;
    return plan ? std::optional(*plan) : std::nullopt;
}

/// The plan with the expiries that a second look has found.
std::optional<Plan> seenOnce(RedisServerFixture& servers, const Resource& resource)
{
    auto plan = planFor(servers.deployment(), resource);
    const observe::LocalProcessProbe processes;
    const auto look
        = readLock(servers.deployment(), resource, kClock, processes, {.asksForExpiry = true});
    for (std::size_t i = 0; plan && i < look->expiries.size(); ++i)
        plan->masters[i].expiry = look->expiries[i];
    return plan;
}

std::vector<std::string> wordsOf(const QByteArray& command)
{
    std::vector<std::string> words;
    for (const QByteArray& word : command.split(' '))
        words.push_back(word.toStdString());
    return words;
}

redis::Reply ask(RedisServerFixture& servers, const redis::Command& command)
{
    auto client = sandbox::BlockingClient::connect(
        redis::Url::parse(servers.urls()[0]).value(), std::chrono::seconds(20));
    return client.value().call(command).value();
}

/// Sends what a plan sends.
redis::Reply sendCommand(RedisServerFixture& servers, const Plan& plan)
{
    return ask(servers, releaseCommand(plan, plan.masters.front()));
}

std::size_t evalCalls(RedisServerFixture& servers, std::size_t server)
{
    const auto stats = servers.command(server, {"INFO", "commandstats"});
    return stats.text.find("cmdstat_eval:") == std::string::npos ? 0 : 1;
}

/// The journal asks it between the reading of a lock and the script.
class ActingClock final : public Clock {
public:
    explicit ActingClock(std::function<void()> act)
        : m_act(std::move(act))
    { }
    [[nodiscard]] SteadyTime now() const noexcept override { return kClock.now(); }
    [[nodiscard]] WallTime wallNow() const noexcept override
    {
        m_act();
        return kClock.wallNow();
    }

private:
    std::function<void()> m_act;
};

} // namespace

class ReleaseExecuteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "journal.jsonl";
    }

    void releasesOnAllMasters()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue});
        const auto report = release(servers.deployment());
        QVERIFY(report.has_value());
        QCOMPARE(report->count(MasterResult::Released), std::size_t(3));
        QVERIFY(report->isQuorumFreed);
        for (const auto& reply : servers.commandAll({"EXISTS", "orders:42"}))
            QCOMPARE(reply.integer, 0);
        QCOMPARE(journalLines(), 2);
    }

    void leavesAnotherHoldersLockAlone()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "orders:42", kValue});
        servers.command(1, {"SET", "orders:42", kValue});
        servers.command(2, {"SET", "orders:42", kOtherValue});
        const auto report = release(servers.deployment());
        QVERIFY(report.has_value());
        QCOMPARE(report->count(MasterResult::Released), std::size_t(2));
        QCOMPARE(report->outcomes[2].result, MasterResult::AnotherHolder);
        QVERIFY(report->isQuorumFreed);
        QCOMPARE(servers.command(2, {"GET", "orders:42"}).text, std::string(kOtherValue));
    }

    void sendsNothingWhenTheHolderHasChanged()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue});
        const auto plan = planFor(servers.deployment());
        QVERIFY(plan.has_value());
        servers.command(1, {"SET", "orders:42", kOtherValue});
        const auto report = carryOut(servers.deployment(), *plan);
        QVERIFY(report.has_value());
        QVERIFY(report->hasHolderChanged);
        QCOMPARE(report->outcomes[0].result, MasterResult::NotSent);
        QCOMPARE(report->outcomes[1].result, MasterResult::AnotherHolder);
        QVERIFY(!report->isQuorumFreed);
        for (std::size_t i = 0; i < servers.size(); ++i) {
            QCOMPARE(evalCalls(servers, i), std::size_t(0));
            QCOMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 1);
        }
    }

    void aHolderThatChangesBeforeTheScriptHasChanged()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        const auto plan = planFor(servers.deployment());
        const ActingClock clock([&] { servers.command({"SET", "orders:42", kOtherValue}); });
        auto journal = Journal::open(m_file, clock);
        QVERIFY(journal.has_value());
        const auto report = execute(servers.deployment(), *plan, "stuck", *journal, kClock);
        QVERIFY(report.has_value());
        QCOMPARE(report->outcomes[0].result, MasterResult::AnotherHolder);
        QVERIFY(report->hasHolderChanged);
        QVERIFY(!report->isQuorumFreed);
        QCOMPARE(evalCalls(servers, 0), std::size_t(1));
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kOtherValue));
    }

    void sendsNothingToADeploymentThatIsReadOnly()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        config::Deployment deployment = servers.deployment();
        const auto plan = planFor(deployment);
        QVERIFY(plan.has_value());
        deployment.isReadOnly = true;
        const auto report = carryOut(deployment, *plan);
        QVERIFY(!report.has_value());
        QCOMPARE(report.error().kind, ErrorClass::InvalidArgument);
        QVERIFY(report.error().text.find("read-only") != std::string::npos);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
        QCOMPARE(evalCalls(servers, 0), std::size_t(0));
        QVERIFY(journalLines() <= 0);
    }

    void journalsTheTtlThatIsLeftWhenItIsDone()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue, "PX", "1000"});
        const auto plan = planFor(servers.deployment());
        // The holder renews while somebody thinks.
        servers.command({"PEXPIRE", "orders:42", "60000"});
        QVERIFY(carryOut(servers.deployment(), *plan)->isQuorumFreed);
        QFile journal(QString::fromStdString(m_file.string()));
        QVERIFY(journal.open(QIODevice::ReadOnly));
        const QJsonObject intent = QJsonDocument::fromJson(journal.readLine()).object();
        const qint64 ttl = intent[QLatin1String("votes")][0][QLatin1String("ttl_ms")].toInteger();
        QVERIFY2(ttl > 30'000, QByteArray::number(ttl).constData());
    }

    void takesATtlSetAnewForAChangeOfHolderWhereAllStoreTheSame_data()
    {
        const auto row = columns<bool, QByteArray>();
        row("a TTL", false, "EXPIRE lock:a 600");
        row("a longer TTL", true, "EXPIRE lock:a 600");
        row("no TTL", true, "PERSIST lock:a");
        row("a shorter TTL", true, "PEXPIRE lock:a 20000");
    }
    void takesATtlSetAnewForAChangeOfHolderWhereAllStoreTheSame()
    {
        const auto [hadTtl, change] = fetch<bool, QByteArray>();
        RedisServerFixture servers(1, {"SET", "lock:a", "1"});
        if (hadTtl)
            servers.command({"PEXPIRE", "lock:a", "30000"});
        const Resource resource("lock:a");
        const auto plan = planFor(servers.deployment(), resource);
        QVERIFY(plan->isValueShared);
        (void)ask(servers, redis::Command(wordsOf(change)));
        const auto report = carryOut(servers.deployment(), *plan);
        QVERIFY(report->hasHolderChanged);
        QCOMPARE(servers.command({"EXISTS", "lock:a"}).integer, 1);
        const auto again = planFor(servers.deployment(), resource);
        QVERIFY(carryOut(servers.deployment(), *again)->isQuorumFreed);
        QCOMPARE(servers.command({"EXISTS", "lock:a"}).integer, 0);
    }

    void leavesWhatIsStoredInsteadAlone_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        row("another type", "SET orders:42 5ccedab049f911f08f3a0242ac110002",
            "RPUSH orders:42 job");
        row("another field", "HSET orders:42 123e4567-e89b-42d3-a456-426614174000:7 2",
            "HSET orders:42 123e4567-e89b-42d3-a456-426614174000:8 2");
    }
    void leavesWhatIsStoredInsteadAlone()
    {
        const auto [stored, instead] = fetch<QByteArray, QByteArray>();
        RedisServerFixture servers;
        (void)ask(servers, redis::Command(wordsOf(stored)));
        const auto plan = planFor(servers.deployment());
        servers.command({"DEL", "orders:42"});
        (void)ask(servers, redis::Command(wordsOf(instead)));
        const auto report = carryOut(servers.deployment(), *plan);
        QVERIFY(report->hasHolderChanged);
        QVERIFY(!report->isQuorumFreed);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void reportsALockThatIsAlreadyGone()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue});
        const auto plan = planFor(servers.deployment());
        servers.commandAll({"DEL", "orders:42"});
        const auto report = carryOut(servers.deployment(), *plan);
        QCOMPARE(report->count(MasterResult::AlreadyGone), std::size_t(3));
        QVERIFY(report->isQuorumFreed);
        QVERIFY(!report->hasHolderChanged);
    }

    void goesOnWithoutASilentMaster()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue});
        auto deployment = servers.deployment();
        deployment.timeout = std::chrono::milliseconds(300);
        const auto plan = planFor(deployment);
        servers.suspend(1);
        const auto report = carryOut(deployment, *plan);
        servers.resume(1);
        QCOMPARE(report->outcomes[0].result, MasterResult::Released);
        QVERIFY(report->outcomes[1].result == MasterResult::Unreachable
            || report->outcomes[1].result == MasterResult::Unknown);
        QVERIFY(report->outcomes[1].error.has_value());
        QCOMPARE(report->outcomes[2].result, MasterResult::Released);
        QVERIFY(report->isQuorumFreed);
    }

    void whatWasSentWithoutAnAnswerMayBeDoneYet()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        auto deployment = servers.deployment();
        deployment.timeout = std::chrono::milliseconds(300);
        const auto plan = planFor(deployment);
        // It answers the look, and keeps the script.
        servers.command({"CLIENT", "PAUSE", "60000", "WRITE"});
        const auto report = carryOut(deployment, *plan);
        QCOMPARE(report->outcomes[0].result, MasterResult::Unknown);
        QVERIFY(!report->isQuorumFreed);
        servers.command({"CLIENT", "UNPAUSE"});
    }

    void doesNotCallAMinorityFreed()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue});
        const auto plan = planFor(servers.deployment());
        servers.kill(0);
        servers.kill(1);
        const auto report = carryOut(servers.deployment(), *plan);
        QCOMPARE(report->outcomes[0].result, MasterResult::Unreachable);
        QCOMPARE(report->outcomes[2].result, MasterResult::Released);
        QCOMPARE(report->possiblyStillHeld(), std::size_t(2));
        QVERIFY(!report->isQuorumFreed);
    }

    void saysThatTheServerRefused()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        servers.command({"ACL", "SETUSER", "ops", "on", ">pw", "~*", "+@all", "-del"});
        const auto deployment = withUser(servers, "ops:pw");
        const auto report = carryOut(deployment, planFor(deployment).value());
        QCOMPARE(report->outcomes[0].result, MasterResult::Refused);
        QCOMPARE(report->outcomes[0].error->kind, ErrorClass::NoPermission);
        // Redis before 7.2 does not name it.
        const std::string lack = report->outcomes[0].error->text;
        QVERIFY2(lack.starts_with("the user lacks ") && lack.find("+del") != std::string::npos
                && lack.find("+publish") == std::string::npos,
            lack.c_str());
        QVERIFY2(lack.find("ACL SETUSER ops ") != std::string::npos, lack.c_str());
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kValue));
    }

    void namesWhatIsMissingToWakeTheWaiters_data()
    {
        const auto row = columns<QByteArray, MasterResult, QByteArray>();
        row("the channel alone", "ACL SETUSER ops on >pw ~* resetchannels +@all",
            MasterResult::Released,
            "deleted, but its waiters were not woken, as the user lacks "
            "&redisson_lock__channel:*; to grant it: ACL SETUSER ops &redisson_lock__channel:*");
        row("PUBLISH", "ACL SETUSER ops on >pw ~* &* +@all -publish", MasterResult::Released,
            "as the user lacks +publish; to grant it");
        row("the keys of a queue", "ACL SETUSER ops on >pw ~job &* +@all", MasterResult::Released,
            "the user lacks ~redisson_lock_queue:*, ~redisson_lock_timeout:*; to grant it: "
            "ACL SETUSER ops ~redisson_lock_queue:* ~redisson_lock_timeout:*");
    }
    void namesWhatIsMissingToWakeTheWaiters()
    {
        const auto [user, result, text] = fetch<QByteArray, MasterResult, QByteArray>();
        RedisServerFixture servers(1, {"HSET", "job", kThread, "1"});
        (void)ask(servers, redis::Command(wordsOf(user)));
        const auto deployment = withUser(servers, "ops:pw");
        const auto report = carryOut(deployment, planFor(deployment, Resource("job")).value());
        QCOMPARE(report->outcomes[0].result, result);
        const std::string told = report->outcomes[0].error->text;
        QVERIFY2(told.find(text.toStdString()) != std::string::npos, told.c_str());
        QCOMPARE(
            servers.command({"EXISTS", "job"}).integer, result == MasterResult::Released ? 0 : 1);
    }

    void refusesToBelieveAReplica()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        const auto plan = planFor(servers.deployment());
        servers.command({"REPLICAOF", "127.0.0.1", "1"});
        const auto report = carryOut(servers.deployment(), *plan);
        QCOMPARE(report->outcomes[0].result, MasterResult::Refused);
        QCOMPARE(report->outcomes[0].error->kind, ErrorClass::ReadOnly);
        QVERIFY(!report->isQuorumFreed);
        QCOMPARE(evalCalls(servers, 0), std::size_t(0));
    }

    void wakesWhoIsNextInTheQueueOfAFairLock()
    {
        RedisServerFixture servers(
            1, {"HSET", "job", "123e4567-e89b-42d3-a456-426614174000:7", "1"});
        servers.command({"RPUSH", "redisson_lock_queue:{job}", "late", "next", "last"});
        const auto future = std::to_string(sinceEpoch(kClock.wallNow()).count() + 300'000);
        servers.command(
            {"ZADD", "redisson_lock_timeout:{job}", "1", "late", future, "next", future, "last"});
        auto next = sandbox::BlockingClient::connect(
            redis::Url::parse(servers.urls()[0]).value(), std::chrono::seconds(20));
        QVERIFY(next && next->call({"SUBSCRIBE", "redisson_lock__channel:{job}:next"}));
        const auto report = carryOut(
            servers.deployment(), planFor(servers.deployment(), Resource("job")).value());
        QCOMPARE(report->outcomes[0].result, MasterResult::Released);
        QVERIFY(!report->outcomes[0].error.has_value());
        QCOMPARE(servers.command({"EXISTS", "job"}).integer, 0);
        const auto heard = next->call({"PING"}); // the message came first
        QVERIFY(heard && heard->elements.size() == 3);
        QCOMPARE(heard->elements[2].text, std::string("0"));
        // As its library does, drops whose time is over.
        const auto queue = servers.command({"LRANGE", "redisson_lock_queue:{job}", "0", "-1"});
        QCOMPARE(queue.elements.size(), std::size_t(2));
        QCOMPARE(queue.elements[0].text, std::string("next"));
        QCOMPARE(servers.command({"ZCARD", "redisson_lock_timeout:{job}"}).integer, 2);
    }

    void dropsOnlyWhoWasSeenFirstInTheQueueOfAFreeLock_data()
    {
        using Command = std::vector<std::string>;
        const auto row = columns<Command, MasterResult, int>();
        const std::string list = "redisson_lock_queue:{job}";
        row("nothing", Command{"PING"}, MasterResult::Released, 1);
        row("it was its turn", Command{"LPOP", list}, MasterResult::AnotherHolder, 1);
        row("all have left", Command{"DEL", list}, MasterResult::AlreadyGone, 0);
        row("taken", Command{"HSET", "job", kOtherThread, "1"}, MasterResult::AnotherHolder, 2);
    }

    void dropsOnlyWhoWasSeenFirstInTheQueueOfAFreeLock()
    {
        using Command = std::vector<std::string>;
        const auto [meanwhile, result, left] = fetch<Command, MasterResult, int>();
        RedisServerFixture servers;
        const auto future = std::to_string(sinceEpoch(kClock.wallNow()).count() + 300'000);
        for (const std::string& who : {kThread, kOtherThread}) {
            servers.command({"RPUSH", "redisson_lock_queue:{job}", who});
            servers.command({"ZADD", "redisson_lock_timeout:{job}", future, who});
        }
        const auto plan = planFor(servers.deployment(), Resource("job"));
        QVERIFY(plan.has_value());
        (void)ask(servers, redis::Command(meanwhile));
        const auto answer = sendCommand(servers, *plan);
        const auto came = answer.integer == 1 ? MasterResult::Released
            : answer.integer == 0             ? MasterResult::AlreadyGone
                                              : MasterResult::AnotherHolder;
        QCOMPARE(came, result);
        QCOMPARE(
            static_cast<int>(servers.command({"LLEN", "redisson_lock_queue:{job}"}).integer), left);
    }

    void dropsNobodyByHalf_data()
    {
        QTest::addColumn<std::string>("lacking");
        for (const char* const command : {"-zrem", "-lpop", "-zscore", "-lindex", "-exists"})
            QTest::newRow(command) << std::string(command);
    }

    void dropsNobodyByHalf()
    {
        QFETCH(std::string, lacking);
        RedisServerFixture servers;
        const auto future = std::to_string(sinceEpoch(kClock.wallNow()).count() + 300'000);
        servers.command({"RPUSH", "redisson_lock_queue:{job}", kThread});
        servers.command({"ZADD", "redisson_lock_timeout:{job}", future, kThread});
        const auto plan = planFor(servers.deployment(), Resource("job"));
        QVERIFY(plan.has_value());
        servers.command({"ACL", "SETUSER", "default", lacking});
        auto client = sandbox::BlockingClient::connect(
            redis::Url::parse(servers.urls()[0]).value(), std::chrono::seconds(20));
        QVERIFY(client && !client->call(releaseCommand(*plan, plan->masters.front())));
        servers.command({"ACL", "SETUSER", "default", "+@all"});
        QCOMPARE(servers.command({"LLEN", "redisson_lock_queue:{job}"}).integer, 1);
        QCOMPARE(servers.command({"ZCARD", "redisson_lock_timeout:{job}"}).integer, 1);
    }

    void wakesThoseWhoBlockOnAList()
    {
        RedisServerFixture servers;
        const std::string name = "lock:job";
        servers.command({"SET", name, "q2Xb+3kz/PPQ0d1rZkUv5mNA"});
        servers.command({"RPUSH", "lock-signal:job", "of before"});
        const auto report
            = carryOut(servers.deployment(), planFor(servers.deployment(), Resource(name)).value());
        QCOMPARE(report->outcomes[0].result, MasterResult::Released);
        QVERIFY(!report->outcomes[0].error.has_value());
        const auto signal = servers.command({"LRANGE", "lock-signal:job", "0", "-1"});
        QCOMPARE(signal.elements.size(), std::size_t(1));
        QCOMPARE(signal.elements[0].text, std::string("1"));
        QVERIFY(servers.command({"PTTL", "lock-signal:job"}).integer > 0);
    }

    void aHolderThatTookItOnceMoreIsTheSameHolder()
    {
        RedisServerFixture servers(
            1, {"HSET", "job", "123e4567-e89b-42d3-a456-426614174000:7", "1"});
        const auto plan = planFor(servers.deployment(), Resource("job"));
        servers.command({"HINCRBY", "job", "123e4567-e89b-42d3-a456-426614174000:7", "1"});
        const auto report = carryOut(servers.deployment(), *plan);
        QCOMPARE(report->outcomes[0].result, MasterResult::Released);
        QCOMPARE(servers.command({"EXISTS", "job"}).integer, 0);
    }

    void comparesMoreThanPeopleSeeOfAFingerprint()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        Plan plan = planFor(servers.deployment()).value();
        std::string digits = plan.token.hex();
        digits.back() = digits.back() == '0' ? '1' : '0';
        plan.token = Fingerprint::fromHex(digits).value();
        const auto reply = sendCommand(servers, plan);
        QCOMPARE(reply.integer, static_cast<std::int64_t>(ScriptAnswer::AnotherHolder));
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    /// The script itself, as after a change between the last look and its arrival, or in a line
    /// that somebody pastes much later.
    void comparesTheExpiryInTheScriptWhereAllStoreTheSame_data()
    {
        const auto row = columns<QByteArray, ScriptAnswer>();
        row("none", "", ScriptAnswer::Released);
        row("later", "PEXPIRE lock:a 30400", ScriptAnswer::AnotherHolder);
        row("earlier", "PEXPIRE lock:a 29000", ScriptAnswer::AnotherHolder);
        row("much earlier", "PEXPIRE lock:a 20000", ScriptAnswer::AnotherHolder);
        row("never", "PERSIST lock:a", ScriptAnswer::AnotherHolder);
        row("another value", "SET lock:a 2 KEEPTTL", ScriptAnswer::AnotherHolder);
    }
    void comparesTheExpiryInTheScriptWhereAllStoreTheSame()
    {
        // change: of a lock that expires in 30 s
        const auto [change, answer] = fetch<QByteArray, ScriptAnswer>();
        RedisServerFixture servers(1, {"SET", "lock:a", "1", "PX", "30000"});
        const Plan plan = seenOnce(servers, Resource("lock:a")).value();
        if (!change.isEmpty())
            (void)ask(servers, redis::Command(wordsOf(change)));
        QCOMPARE(sendCommand(servers, plan).integer, static_cast<std::int64_t>(answer));
        QCOMPARE(servers.command({"EXISTS", "lock:a"}).integer,
            answer == ScriptAnswer::Released ? 0 : 1);
    }

    void anExpiryThatIsNoneIsAnErrorNotAnyExpiry_data()
    {
        QTest::addColumn<QByteArray>("expiry");
        for (const char* text : {"", "x", "nan", "-nan", "inf", "0", "-1", "\4"})
            QTest::newRow(text) << QByteArray(text);
    }
    void anExpiryThatIsNoneIsAnErrorNotAnyExpiry()
    {
        QFETCH(QByteArray, expiry);
        RedisServerFixture servers;
        for (const char* ttl : {"30000", "1"}) {
            servers.command({"SET", "lock:a", "1", "PX", "30000"});
            if (std::string_view(ttl) == "1")
                servers.command({"PERSIST", "lock:a"});
            auto words
                = releaseCommand(seenOnce(servers, Resource("lock:a")).value(), {}).arguments();
            words[6] = expiry.toStdString();
            const auto reply = servers.command(
                {words[0], words[1], words[2], words[3], words[4], words[5], words[6]});
            QVERIFY(reply.type == redis::Reply::Type::Error
                || reply.integer == static_cast<std::int64_t>(ScriptAnswer::AnotherHolder));
            QCOMPARE(servers.command({"EXISTS", "lock:a"}).integer, 1);
        }
    }

    void aRepeatableValueIsLookedAtTwiceFirst()
    {
        RedisServerFixture servers(1, {"SET", "lock:a", "1", "PX", "30000"});
        Plan plan = seenOnce(servers, Resource("lock:a")).value();
        plan.seenFor = {};
        QCOMPARE(carryOut(servers.deployment(), plan).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(servers.command({"EXISTS", "lock:a"}).integer, 1);
        QCOMPARE(journalLines(), 0);
    }

    void theSecondLookSeesWhatTheFirstOneDid_data()
    {
        QTest::addColumn<bool>("isTakenAgain");
        QTest::newRow("the same lock") << false;
        QTest::newRow("taken again") << true;
    }
    void theSecondLookSeesWhatTheFirstOneDid()
    {
        QFETCH(bool, isTakenAgain);
        RedisServerFixture servers(3, {"SET", "lock:a", "1", "PX", "30000"});
        const observe::LocalProcessProbe processes;
        const auto deployment = servers.deployment();
        const auto first
            = readLock(deployment, Resource("lock:a"), kClock, processes, {.asksForExpiry = true});
        if (isTakenAgain) // half a second later is too little for what a TTL alone tells
            servers.commandAll({"SET", "lock:a", "1", "PX", "30500"});
        const Plan plan
            = planRelease(deployment, *first->entry, *first->entry->countVotes().token).value();
        const auto sight = lookAgain(deployment, plan, *first, kClock, processes);
        QVERIFY(sight.has_value());
        QCOMPARE(sight->seenFor >= kSightNeeded, !isTakenAgain);
    }

    void anEndlessTtlIsNoTtlSetAnew()
    {
        RedisServerFixture servers(1, {"SET", "lock:a", "1", "EX", "9999999999"});
        const auto plan = planFor(servers.deployment(), Resource("lock:a"));
        QVERIFY(carryOut(servers.deployment(), *plan)->isQuorumFreed);
    }

    void comparesByteByByteWhateverTheServersLocale()
    {
        // The script is run directly: no format that may be released has more than one field.
        // What the faster multi-lock of Redisson stores, and what only resembles it.
        const std::string kHeldPart
            = "sVQ2JmGQHl0bVvFk4LwGGg:229d85ce-6b7e-4018-a5ad-434aede67a02:7";
        RedisServerFixture servers;
        const HashFields fields{{"b", "1"}, {"A", "2"}, {"\xc3\xa9", "3"}, {"a", "4"}, {"", "5"},
            {"ab", "6"}, {std::string("a\0c", 3), "7"}, {kHeldPart + ":expire_time", "8"},
            {kHeldPart + ":lock_count", "9"}, {kHeldPart + ":other", "10"},
            {":" + kHeldPart + ":lock_count", "11"}, {"job:expire_time", "12"}};
        for (const auto& [field, value] : fields)
            servers.command({"HSET", "job", field, value});
        observe::LockEntry entry;
        entry.resource = Resource("job");
        entry.type = observe::ValueType::Hash;
        const Fingerprint token = Fingerprint::ofHash(fields);
        entry.votes.push_back({MasterId("a"), observe::VoteState::Held, token});
        auto plan = planRelease(servers.deployment(), entry, token);
        plan->seenFor = kSightNeeded;
        const auto report = carryOut(servers.deployment(), *plan);
        QCOMPARE(report->outcomes[0].result, MasterResult::Released);
    }

    void sendsNothingWithoutAJournal()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        const auto plan = planFor(servers.deployment());
        auto journal = Journal::open(m_file, kClock);
        const ::rlimit before = limitFileSize();
        const auto report = execute(servers.deployment(), *plan, "reason", *journal, kClock);
        ::setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(!report.has_value());
        QCOMPARE(report.error().kind, ErrorClass::Journal);
        QCOMPARE(evalCalls(servers, 0), std::size_t(0));
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kValue));
    }

    void saysThatTheJournalDidNotTakeWhatCameOfIt()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        const auto plan = planFor(servers.deployment());
        auto journal = Journal::open(m_file, kClock);
        // The first line alone does not name one before it.
        QVERIFY(journal->writeIntent(*plan, "test").has_value());
        const std::uintmax_t one = std::filesystem::file_size(m_file);
        QVERIFY(journal->writeIntent(*plan, "test").has_value());
        const std::uintmax_t two = std::filesystem::file_size(m_file);
        // Room for another intent of the same length, and little more.
        const auto room = static_cast<rlim_t>(two + (two - one) + 20);
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_IGN);
            const ::rlimit limit{room, room};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            const auto report = execute(servers.deployment(), *plan, "test", *journal, kClock);
            const bool isTold = report && report->count(MasterResult::Released) == 1
                && report->journalError && report->journalError->kind == ErrorClass::Journal;
            ::_exit(isTold ? 0 : 1);
        }
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void sendsNothingWithoutAReasonThatTheJournalKeeps()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        auto journal = Journal::open(m_file, kClock);
        for (const std::string& reason : {std::string(" \t"), std::string(1025, 'x')}) {
            const auto report = execute(servers.deployment(), planFor(servers.deployment()).value(),
                reason, *journal, kClock);
            QVERIFY(!report);
            QCOMPARE(report.error().kind, ErrorClass::InvalidArgument);
        }
        QCOMPARE(journalLines(), 0);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void sendsNothingByAPlanForOtherMasters()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue});
        const Plan plan = planFor(servers.deployment()).value();
        const auto refusal = [&](const Plan& other) {
            const auto report = carryOut(servers.deployment(), other);
            return report ? std::string() : report.error().text;
        };
        Plan fewer = plan;
        fewer.masters.pop_back();
        QCOMPARE(refusal(fewer), std::string("the plan is not for all masters"));
        fewer.masters.clear();
        QCOMPARE(refusal(fewer), std::string("the plan is not for all masters"));
        Plan other = plan;
        other.masters[1].id = MasterId("elsewhere");
        QCOMPARE(refusal(other),
            std::string("the plan names a master that the deployment does not have"));
        for (const auto& reply : servers.commandAll({"EXISTS", "orders:42"}))
            QCOMPARE(reply.integer, 1);
        QCOMPARE(journalLines(), 0);
    }

private:
    static config::Deployment withUser(const RedisServerFixture& servers, const std::string& login)
    {
        std::string url = servers.urls().front();
        url.insert(url.find("://") + 3, login + "@");
        return config::deploymentFromUrls("test", {url}).value();
    }

    static ::rlimit limitFileSize()
    {
        ::signal(SIGXFSZ, SIG_IGN);
        ::rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        const ::rlimit limit{10, before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        return before;
    }

    Result<Report> carryOut(const config::Deployment& deployment, const Plan& plan)
    {
        auto journal = Journal::open(m_file, kClock);
        if (!journal)
            return tl::make_unexpected(journal.error());
        return execute(deployment, plan, "test", *journal, kClock);
    }

    Result<Report> release(const config::Deployment& deployment)
    {
        const auto plan = planFor(deployment);
        if (!plan)
            return fail(ErrorClass::InvalidArgument, "no such lock");
        return carryOut(deployment, *plan);
    }

    qsizetype journalLines() const
    {
        QFile file(QString::fromStdString(m_file.string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : -1;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
};

LOCKKEEPER_TEST(ReleaseExecuteTest)

} // namespace lockkeeper::tests::release_execute_test

#include "release_execute_test.moc"
