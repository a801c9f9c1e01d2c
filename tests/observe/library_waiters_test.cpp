// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/url.h"
#include "tests/support/latest_update.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::library_waiters_test {

using namespace lockkeeper::observe;

namespace {

const LocalProcessProbe kProcesses;
const std::string kOne = "0b6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a:1";
const std::string kOther = "1c6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a:2";

/// A connection of a lock library: it subscribes or blocks, and ends with this object.
class Peer {
public:
    Peer(const RedisServerFixture& servers, const std::vector<std::string>& command)
        : m_client(
            sandbox::BlockingClient::connect(redis::Url::parse(servers.urls().front()).value(), 5s))
    {
        if (command.front() == "SUBSCRIBE")
            (void)m_client.value().call(redis::Command(command));
        else
            m_blocked = std::jthread(
                [this, command] { (void)m_client.value().call(redis::Command(command)); });
    }

private:
    Result<sandbox::BlockingClient> m_client;
    std::jthread m_blocked;
};

std::string channelOf(const std::string& lock, const std::string& who = {})
{
    return "redisson_lock__channel:{" + lock + "}" + (who.empty() ? "" : ":" + who);
}

/// As Redisson's fair lock has it: `holder` has it, the others queue.
void fairLock(RedisServerFixture& servers, const std::string& lock, const std::string& holder,
    const std::vector<std::string>& queue)
{
    servers.command({"HSET", lock, holder, "1"});
    servers.command({"PEXPIRE", lock, "600000"});
    int place = 0;
    for (const std::string& who : queue) {
        const std::string time = std::to_string(1'795'262'430'000 + 300'000L * ++place);
        servers.command({"ZADD", "redisson_lock_timeout:{" + lock + "}", time, who});
        servers.command({"RPUSH", "redisson_lock_queue:{" + lock + "}", who});
    }
}

WaitCount waitingFor(LatestUpdate& latest, const char* lock)
{
    const auto entry = find(latest.get(), lock);
    return entry ? entry->packedLock.waiting() : WaitCount{99, 99, 99};
}

std::int64_t callsOf(RedisServerFixture& servers, const std::string& command)
{
    const std::string stats = servers.command({"INFO", "commandstats"}).text;
    const std::string before = "cmdstat_" + command + ":calls=";
    const std::size_t at = stats.find(before);
    return at == std::string::npos ? 0 : std::stoll(stats.substr(at + before.size()));
}

bool isDeadlocked(const Waits& waits)
{
    return !waits.deadlocks().empty() && waits.deadlocks().front().isCertain;
}

} // namespace

class LibraryWaitersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDeadlockOfFairLocksIsToldUntilOneIsGone()
    {
        RedisServerFixture servers;
        fairLock(servers, "lock:a", kOne, {kOther});
        fairLock(servers, "lock:b", kOther, {kOne});
        const Peer one(servers, {"SUBSCRIBE", channelOf("lock:b", kOne)});
        std::optional<Peer> other;
        other.emplace(servers, std::vector<std::string>{"SUBSCRIBE", channelOf("lock:a", kOther)});
        QVERIFY(isDeadlocked(*sweepOnce(servers.deployment(), kClock, kProcesses).waits));
        LatestUpdate latest;
        const Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        QTRY_VERIFY_WITH_TIMEOUT(isDeadlocked(*latest.get().waits), 20'000);
        const auto isTold = [&](const char* lock) {
            const auto entry = find(latest.get(), lock);
            return entry && entry->stale.has(EvidenceKind::Deadlock);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isTold("lock:a") && isTold("lock:b"), 20'000);
        QVERIFY((waitingFor(latest, "lock:a") == WaitCount{1, 1, 0}));
        other.reset();
        QTRY_VERIFY_WITH_TIMEOUT(latest.get().waits->deadlocks().empty(), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!isTold("lock:a") && !isTold("lock:b"), 20'000);
        QVERIFY((waitingFor(latest, "lock:a") == WaitCount{0, 0, 1}));
    }
    void aStaleEntryIsGoneAndInNoDeadlock()
    {
        RedisServerFixture servers;
        fairLock(servers, "lock:a", kOne, {kOther});
        fairLock(servers, "lock:b", kOther, {kOne});
        const Peer one(servers, {"SUBSCRIBE", channelOf("lock:b", kOne)});
        const BoardUpdate look = sweepOnce(servers.deployment(), kClock, kProcesses);
        QVERIFY(look.waits->deadlocks().empty());
        QVERIFY((look.waits->countFor(Resource("lock:a")) == WaitCount{0, 0, 1}));
        QVERIFY((look.waits->countFor(Resource("lock:b")) == WaitCount{1, 1, 0}));
    }
    void aQueueThatOutlivesItsHolderKeepsOthersOut()
    {
        RedisServerFixture servers;
        fairLock(servers, "lock:a", kOne, {});
        LatestUpdate latest;
        const Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        const auto verdict = [&] {
            const auto entry = find(latest.get(), "lock:a");
            return entry ? entry->countVotes().verdict : Verdict::Free;
        };
        QTRY_VERIFY_WITH_TIMEOUT(verdict() == Verdict::Held, 20'000);
        const auto enqueue = [&](const std::string& who, std::chrono::milliseconds until) {
            const auto time = std::to_string((sinceEpoch(kClock.wallNow()) + until).count());
            servers.command({"ZADD", "redisson_lock_timeout:{lock:a}", time, who});
            servers.command({"RPUSH", "redisson_lock_queue:{lock:a}", who});
        };
        enqueue(kOther, 600s);
        QTRY_VERIFY_WITH_TIMEOUT((waitingFor(latest, "lock:a") == WaitCount{0, 0, 1}), 20'000);
        servers.command({"DEL", "lock:a"});
        QTRY_VERIFY_WITH_TIMEOUT(verdict() == Verdict::Queued, 20'000);
        const auto isTold = [&] {
            const auto entry = find(latest.get(), "lock:a");
            return entry && entry->stale.has(EvidenceKind::QueueHeadGone);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isTold(), 20'000);
        // Who looks only once finds it by the queue.
        const BoardUpdate look = sweepOnce(servers.deployment(), kClock, kProcesses);
        QVERIFY(
            find(look, "lock:a") && find(look, "lock:a")->stale.has(EvidenceKind::QueueHeadGone));
        servers.command({"HSET", "lock:a", kOther, "1"});
        QTRY_VERIFY_WITH_TIMEOUT(verdict() == Verdict::Held && !isTold(), 20'000);
        servers.command({"DEL", "lock:a"});
        QTRY_VERIFY_WITH_TIMEOUT(verdict() == Verdict::Queued, 20'000);
        servers.command({"DEL", "redisson_lock_queue:{lock:a}", "redisson_lock_timeout:{lock:a}"});
        QTRY_VERIFY_WITH_TIMEOUT(!find(latest.get(), "lock:a"), 20'000);
        // Neither a time that is over keeps anybody out, nor what is no waiter of Redisson's.
        enqueue("somebody", 600s);
        QCOMPARE(sweepOnce(servers.deployment(), kClock, kProcesses).otherKeys, std::size_t(1));
        servers.command({"DEL", "redisson_lock_queue:{lock:a}", "redisson_lock_timeout:{lock:a}"});
        enqueue(kOne, -1s);
        enqueue(kOther, 1s);
        QTRY_VERIFY_WITH_TIMEOUT(verdict() == Verdict::Queued, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!find(latest.get(), "lock:a"), 20'000);
    }
    void theQueueIsFollowed()
    {
        RedisServerFixture servers;
        fairLock(servers, "lock:a", kOne, {});
        const Peer peer(servers, {"SUBSCRIBE", channelOf("lock:a", kOther)});
        LatestUpdate latest;
        const Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        QTRY_VERIFY_WITH_TIMEOUT((waitingFor(latest, "lock:a") == WaitCount()), 20'000);
        fairLock(servers, "lock:a", kOne, {kOther});
        QTRY_VERIFY_WITH_TIMEOUT((waitingFor(latest, "lock:a") == WaitCount{1, 1, 0}), 20'000);
        servers.command({"DEL", "redisson_lock_queue:{lock:a}", "redisson_lock_timeout:{lock:a}"});
        QTRY_VERIFY_WITH_TIMEOUT((waitingFor(latest, "lock:a") == WaitCount()), 20'000);
        fairLock(servers, "lock:a", kOne, {kOther});
        QTRY_VERIFY_WITH_TIMEOUT((waitingFor(latest, "lock:a") == WaitCount{1, 1, 0}), 20'000);
        servers.command({"DEL", "lock:a"});
        QTRY_VERIFY_WITH_TIMEOUT(latest.get().waits->waiters().empty(), 20'000);
    }
    void clientsThatListenAreCounted()
    {
        RedisServerFixture servers(1, {"HSET", "lock:p", kOne, "1"});
        servers.command({"HSET", "{tag}rw", "mode", "read", kOne, "1"});
        const auto ends = std::to_string((sinceEpoch(kClock.wallNow()) + 60s).count());
        servers.command({"ZADD", "{pool}:timeout", ends, std::string(16, '\xA5')});
        const Peer first(servers, {"SUBSCRIBE", channelOf("lock:p")});
        {
            const Peer second(
                servers, {"SUBSCRIBE", channelOf("lock:p"), channelOf("lock:unknown")});
            const Peer third(servers,
                {"SUBSCRIBE", "redisson_rwlock:{tag}rw", "redisson_sc:{pool}", "redisson_sc:{no}"});
            const auto waits = sweepOnce(servers.deployment(), kClock, kProcesses).waits;
            const auto most = WaitCount::kUnbounded;
            QVERIFY((waits->countFor(Resource("lock:p")) == WaitCount{2, most, 0}));
            QVERIFY((waits->countFor(Resource("{tag}rw")) == WaitCount{1, most, 0}));
            QVERIFY((waits->countFor(Resource("{pool}:timeout")) == WaitCount{1, most, 0}));
            QCOMPARE(waits->unnamed().size(), std::size_t(3));
            QCOMPARE(waits->unnamed().at(Resource("{tag}rw")).library, std::string("redisson-rw"));
        }
        const auto left = [&] {
            return sweepOnce(servers.deployment(), kClock, kProcesses)
                .waits->countFor(Resource("lock:p"))
                .least;
        };
        QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t(1), 20'000);
    }
    void blockedClientsAreABound()
    {
        RedisServerFixture servers(1, {"SET", "lock:py", "AbCdEfGhIjKlMnOpQrStUvWx"});
        const auto count = [&] {
            return sweepOnce(servers.deployment(), kClock, kProcesses)
                .waits->countFor(Resource("lock:py"));
        };
        QVERIFY(count() == WaitCount());
        const auto blocked = [&] {
            return servers.command({"INFO", "clients"}).text.find("blocked_clients:1")
                != std::string::npos;
        };
        const Peer waiter(servers, {"BLPOP", "lock-signal:py", "4"});
        QTRY_VERIFY_WITH_TIMEOUT(blocked(), 20'000);
        QVERIFY((count() == WaitCount{0, 1, 0}));
        servers.command({"RPUSH", "lock-signal:py", "1"}); // as its release does
        QTRY_VERIFY_WITH_TIMEOUT(!blocked(), 20'000);
        QVERIFY(count() == WaitCount());
    }
    void whatIsRefusedIsNotGuessed()
    {
        RedisServerFixture servers;
        fairLock(servers, "lock:a", kOne, {kOther});
        fairLock(servers, "lock:b", kOther, {kOne});
        servers.command({"HSET", "lock:p", kOne, "1"});
        const Peer peer(servers,
            {"SUBSCRIBE", channelOf("lock:a", kOther), channelOf("lock:b", kOne),
                channelOf("lock:p")});
        const Peer second(servers, {"SUBSCRIBE", channelOf("lock:p")});
        const auto look = [&] { return sweepOnce(servers.deployment(), kClock, kProcesses); };
        servers.command({"ACL", "SETUSER", "default", "-pubsub|numsub"});
        QVERIFY(
            (look().waits->countFor(Resource("lock:p")) == WaitCount{1, WaitCount::kUnbounded, 0}));
        servers.command(
            {"ACL", "SETUSER", "default", "resetkeys", "~lock:*", "~redisson_lock_queue:*"});
        const BoardUpdate withoutTimes = look();
        QVERIFY(withoutTimes.waits->deadlocks().empty());
        QVERIFY((withoutTimes.waits->countFor(Resource("lock:a")) == WaitCount{1, 1, 0}));
        servers.command({"ACL", "SETUSER", "default", "~*", "-pubsub|channels"});
        const BoardUpdate refused = look();
        QVERIFY(refused.waits->deadlocks().empty());
        QVERIFY((refused.waits->countFor(Resource("lock:a")) == WaitCount{1, 1, 0}));
        QVERIFY(refused.waits->unnamed().empty());
        const auto error = refused.masters.front().waitsError;
        QVERIFY(error && error->text.find("+pubsub|channels") != std::string::npos);
    }
    void aThousandWaitersCostFewCommands()
    {
        RedisServerFixture servers;
        std::vector<std::string> channels{"SUBSCRIBE"};
        for (int i = 0; i < 1000; ++i) {
            const std::string lock = "lock:" + std::to_string(i);
            servers.command({"HSET", lock, kOne, "1"});
            channels.push_back(channelOf(lock));
        }
        const Peer peer(servers, channels);
        LatestUpdate latest;
        const Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        QTRY_COMPARE_WITH_TIMEOUT(latest.get().waits->unnamed().size(), std::size_t(1000), 20'000);
        const auto rounds = [&] { return callsOf(servers, "pubsub|channels") / 2; };
        servers.command({"CONFIG", "RESETSTAT"});
        const SteadyTime start = kClock.now();
        QTRY_VERIFY_WITH_TIMEOUT(rounds() >= 4, 30'000);
        const double seconds = std::chrono::duration<double>(kClock.now() - start).count();
        const std::int64_t asked
            = callsOf(servers, "pubsub|channels") + callsOf(servers, "pubsub|numsub");
        qInfo("%lld commands for 1000 waiters in %.1f s, %lld of them PUBSUB NUMSUB",
            static_cast<long long>(asked), seconds,
            static_cast<long long>(callsOf(servers, "pubsub|numsub")));
        // A round may have begun but not ended.
        QVERIFY(asked <= 5 * (rounds() + 1));
        QCOMPARE(callsOf(servers, "lrange"), 0);
    }
    void withoutSuchLocksNothingMoreIsAsked()
    {
        RedisServerFixture servers(1, {"SET", "lock:plain", "a-token-of-somebody", "PX", "600000"});
        const Peer peer(servers, {"SUBSCRIBE", channelOf("lock:plain")});
        LatestUpdate latest;
        const Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        QTRY_VERIFY_WITH_TIMEOUT(latest.get().isComplete, 20'000);
        servers.command({"CONFIG", "RESETSTAT"});
        QTRY_VERIFY_WITH_TIMEOUT(callsOf(servers, "pubsub|channels") >= 3, 20'000);
        for (const char* command : {"pubsub|numsub", "lrange", "zrange"})
            QCOMPARE(callsOf(servers, command), 0);
        // One command a round: none names the channels of another library.
        QVERIFY(latest.get().waits->unnamed().empty());
    }
};

LOCKKEEPER_TEST(LibraryWaitersTest)

} // namespace lockkeeper::tests::library_waiters_test

#include "library_waiters_test.moc"
