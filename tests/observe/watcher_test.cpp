// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/watcher.h"

#include "core/observe/whois/whois.h"
#include "core/release/lock_snapshot.h"
#include "tests/observe/watching.h"
#include "tests/support/command_stats.h"
#include "tests/support/test_class.h"

#include <array>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>

namespace lockkeeper::tests::watcher_test {

using namespace lockkeeper::observe;
using redis::LinkState;

namespace {

/// How many keys the first server's TTLs were asked for.
std::size_t ttlsRead(RedisServerFixture& servers)
{
    const auto stats = QByteArray::fromStdString(servers.command({"INFO", "commandstats"}).text);
    const QByteArray name = "cmdstat_pttl:calls=";
    const auto at = stats.indexOf(name);
    if (at < 0)
        return 0;
    const QByteArray rest = stats.mid(at + name.size());
    return rest.left(rest.indexOf(',')).toULongLong();
}

} // namespace

class WatcherTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneSweepGivesEveryVerdict()
    {
        RedisServerFixture servers({.count = 5});
        take(servers, {0, 1, 2}, "held", kToken);
        take(servers, {3, 4}, "leftover", kToken);
        take(servers, {0, 1}, "split", kToken);
        take(servers, {2, 3}, "split", kOther);
        const BoardUpdate update = sweepOnce(servers.deployment(), kClock, kProcesses);
        QVERIFY(update.isComplete);
        QCOMPARE(update.changed.size(), std::size_t(3));
        QCOMPARE(find(update, "held")->countVotes().verdict, Verdict::Held);
        QCOMPARE(find(update, "leftover")->countVotes().verdict, Verdict::Minority);
        QCOMPARE(find(update, "split")->countVotes().verdict, Verdict::Split);
        for (const MasterStatus& master : update.masters) {
            QCOMPARE(master.link.state, LinkState::Up);
            QVERIFY(master.link.latency.has_value());
        }
    }

    void isUnknownWhenStoppedMastersCouldMakeAQuorum()
    {
        RedisServerFixture servers({.count = 5});
        take(servers, {0, 1}, "maybe", kToken);
        take(servers, {0, 1, 2}, "surely", kToken);
        servers.suspend(3);
        servers.suspend(4);
        config::Deployment deployment = servers.deployment();
        deployment.timeout = 300ms;
        const BoardUpdate update = sweepOnce(deployment, kClock, kProcesses);
        QCOMPARE(find(update, "maybe")->countVotes().verdict, Verdict::Unknown);
        QCOMPARE(find(update, "surely")->countVotes().verdict, Verdict::Held);
        QCOMPARE(find(update, "maybe")->votes[3].state, VoteState::NoAnswer);
        QVERIFY(!update.isComplete);
        servers.resume(3);
        servers.resume(4);
    }

    void readsOnlyWhatThePatternsName()
    {
        RedisServerFixture servers;
        take(servers, {0}, "lock:a", kToken);
        take(servers, {0}, "job:b", kToken);
        take(servers, {0}, "else", kToken);
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*", "job:*", "lock:a*"};
        const BoardUpdate update = sweepOnce(deployment, kClock, kProcesses);
        QCOMPARE(update.changed.size(), std::size_t(2));
        QVERIFY(find(update, "else") == nullptr);
    }

    void refusesToSweepALargeKeyspaceUnasked()
    {
        RedisServerFixture servers(
            1, {"EVAL", "for i = 1, 100000 do redis.call('set', i, '') end", "0"});
        const BoardUpdate update = sweepOnce(servers.deployment(), kClock, kProcesses);
        QVERIFY(update.error.has_value());
        QCOMPARE(update.error->kind, ErrorClass::TooManyKeys);
        config::Deployment named = servers.deployment();
        named.patterns = {"lock:*"};
        QVERIFY(!sweepOnce(named, kClock, kProcesses).error);
    }

    void oneMasterThatIsTooLargeHidesNoOther()
    {
        RedisServerFixture servers({.count = 3});
        take(servers, {0, 1, 2}, "orders:42", kToken);
        servers.command({"EVAL", "for i = 1, 40000 do redis.call('set', i, '') end", "0"});
        const BoardUpdate update = sweepOnce(servers.deployment(), kClock, kProcesses);
        QVERIFY(!update.error);
        QVERIFY(!update.isComplete);
        QVERIFY(update.masters[0].hasTooManyKeys());
        QVERIFY(update.masters[1].isSweepComplete);
        QCOMPARE(find(update, "orders:42")->countVotes().verdict, Verdict::Held);
    }

    void readsHashesAndSurvivesEveryType()
    {
        RedisServerFixture servers(
            1, {"HSET", "redisson", "7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c:17", "1"});
        servers.command({"PEXPIRE", "redisson", "30000"});
        servers.command({"LPUSH", "list", "x"});
        servers.command({"SADD", "set", "x"});
        servers.command({"SETRANGE", "large", "100000", "x"});
        servers.command({"EVAL", "for i = 1, 1000 do redis.call('hset', 'hash', i, i) end", "0"});
        const BoardUpdate update = sweepOnce(servers.deployment(), kClock, kProcesses);
        QVERIFY(update.isComplete);
        QCOMPARE(update.otherKeys, std::size_t(4));
        QCOMPARE(find(update, "redisson")->unpackLock().format, std::string("redisson"));
    }

    void looksAtNothingWithFormatsThatAreWrong()
    {
        RedisServerFixture servers;
        take(servers, {0}, "orders:42", kToken);
        config::Deployment deployment = servers.deployment();
        deployment.formatHints = {{"orders:*", "redis-yp"}};
        const BoardUpdate once = sweepOnce(deployment, kClock, kProcesses);
        QVERIFY(once.changed.empty());
        QVERIFY(!once.isComplete);
        QVERIFY(once.error.has_value());
        QCOMPARE(once.error->kind, ErrorClass::InvalidArgument);
        QCOMPARE(once.error->text, std::string("there is no lock format of the name 'redis-yp'"));
        LatestUpdate latest;
        const Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_VERIFY(latest.get().error == once.error);
        QVERIFY(latest.get().changed.empty());
        const auto look = release::readLock(deployment, Resource("orders:42"), kClock, kProcesses);
        QVERIFY(!look && look.error() == once.error);
        const auto clients = whois(deployment, Resource("orders:42"), {}, kClock);
        QVERIFY(!clients && clients.error() == once.error);
    }

    void followsLocksAsTheyComeAndGo()
    {
        RedisServerFixture servers({.count = 3});
        config::Deployment deployment = servers.deployment();
        deployment.interval = 100ms;
        LatestUpdate latest;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_VERIFY(latest.get().isComplete);
        take(servers, {0, 1, 2}, "r", kToken);
        QTRY_VERIFY(find(latest.get(), "r") != nullptr);
        servers.commandAll({"DEL", "r"});
        QTRY_VERIFY(find(latest.get(), "r") == nullptr);
    }

    void readsThousandsOfLongNames()
    {
        RedisServerFixture servers(1,
            {"EVAL",
                "local tail = string.rep('x', 20000) "
                "for i = 1, 3000 do redis.call('set', 'lock:' .. i .. tail, ARGV[1], 'px', 600000) "
                "end "
                "redis.call('set', 'lock:' .. string.rep('y', 3000000), 'x')",
                "0", kToken});
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*"};
        const BoardUpdate update = sweepOnce(deployment, kClock, kProcesses);
        QVERIFY(update.isComplete);
        QCOMPARE(update.changed.size(), std::size_t(3000));
        QCOMPARE(update.masters[0].unreadKeys, std::size_t(1));
        QCOMPARE(update.masters[0].readError->text, std::string("the name is too long for a lock"));
    }

    void aHugeValueCostsNoOtherLock()
    {
        RedisServerFixture servers;
        take(servers, {0}, "lock:a", kToken);
        servers.command({"SETRANGE", "lock:huge", "20000000", "x"});
        servers.command({"HSET", "lock:hash", "field", std::string(5'000'000, 'x')});
        // Only ranges are bounded by themselves.
        servers.command({"ACL", "SETUSER", "default", "-getrange", "-hscan"});
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*"};
        const BoardUpdate update = sweepOnce(deployment, kClock, kProcesses);
        QVERIFY(update.isComplete);
        QVERIFY(find(update, "lock:a") != nullptr);
        QCOMPARE(update.otherKeys, std::size_t(2));
        QCOMPARE(update.masters[0].unreadKeys, std::size_t(0));
    }

    void findsAChangeThatWasNotTold()
    {
        RedisServerFixture servers;
        take(servers, {0}, "lock:a", kToken);
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*"};
        deployment.resweepInterval = 200ms;
        LatestUpdate latest;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_VERIFY(isPushed(latest));
        // A database that takes another's place is told to nobody.
        servers.command({"SELECT", "1"});
        take(servers, {0}, "lock:a", kOther);
        servers.command({"SWAPDB", "0", "1"});
        const auto token = Fingerprint::ofString(kOther);
        QTRY_VERIFY(find(latest.get(), "lock:a")->countVotes().token == token);
        QVERIFY(isPushed(latest));
    }

    void aFlushOfAnotherDatabaseCostsOnlyNames()
    {
        RedisServerFixture servers(1,
            {"EVAL", "for i = 1, 3000 do redis.call('set', 'lock:' .. i, ARGV[1], 'EX', 600) end",
                "0", kToken});
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*"};
        LatestUpdate latest;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_VERIFY(isPushed(latest));
        servers.command({"CONFIG", "RESETSTAT"});
        for (int i = 0; i < 3; ++i)
            servers.command({"EVAL", "redis.call('select', 1) redis.call('flushdb')", "0"});
        take(servers, {0}, "lock:new", kToken);
        QTRY_VERIFY(find(latest.get(), "lock:new") != nullptr);
        const auto commands = [&] { return servers.command({"INFO", "commandstats"}).text; };
        QTRY_VERIFY(commands().find("cmdstat_scan:") != std::string::npos);
        QTRY_VERIFY(isPushed(latest));
        const std::string stats = commands();
        const auto at = stats.find("cmdstat_pttl:calls=");
        QVERIFY(at != std::string::npos);
        QVERIFY(std::stoi(stats.substr(at + std::strlen("cmdstat_pttl:calls="))) < 100);
        // A flush of its own is seen all the same.
        servers.command({"FLUSHDB"});
        QTRY_COMPARE(latest.get().locks, std::size_t(0));
    }

    void aBusyCacheIsNotAskedToReportItsChanges()
    {
        RedisServerFixture servers;
        const std::string write = "for i = 1, 6000 do redis.call('set', 'page:' .. i, ARGV[1]) end";
        servers.command({"EVAL", write, "0", "1"});
        LatestUpdate latest;
        Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        QTRY_VERIFY(isPushed(latest));
        servers.command({"EVAL", write, "0", "2"});
        QTRY_VERIFY(!latest.get().masters.at(0).isPushed);
        const auto reason = latest.get().masters.at(0).pushError;
        QVERIFY(reason && reason->text.find("thousands of other keys") != std::string::npos);
        take(servers, {0}, "lock:a", kToken);
        QTRY_VERIFY(find(latest.get(), "lock:a") != nullptr);
        // It is swept from now on, and the pages are known to be no locks.
        servers.command({"CONFIG", "RESETSTAT"});
        servers.command({"DEL", "lock:a"});
        QTRY_COMPARE(latest.get().locks, std::size_t(0));
        QVERIFY(ttlsRead(servers) < 3000);
    }

    void votesStayFreshWhileTheirMasterAnswers_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::newRow("pushed") << QByteArray("lock:*");
        QTest::newRow("swept") << QByteArray("*:*");
    }
    void votesStayFreshWhileTheirMasterAnswers()
    {
        QFETCH(const QByteArray, pattern);
        RedisServerFixture servers;
        take(servers, {0}, "lock:a", kToken);
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {pattern.toStdString()};
        LatestUpdate latest;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_VERIFY(latest.get().isComplete);
        const auto freshness = [&] { return latest.get().masters.at(0).freshness; };
        QCOMPARE(freshness().since, SteadyTime::min());
        const SteadyTime before = freshness().until;
        QVERIFY(before > kClock.now());
        // Nobody reads the lock again, or tells anything of it.
        QTRY_VERIFY(freshness().until > before + 1s);
        servers.suspend(0);
        QTRY_COMPARE(latest.master(0).link.state, LinkState::Silent);
        QVERIFY(freshness().until < kClock.now());
        servers.resume(0);
        QTRY_VERIFY(freshness().until > kClock.now());
    }

    void followsTheWaitersOfALock_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        row("plain", "lock:a", "redisson_lock_queue:{lock:a}");
        row("tag", "lock:{a}", "redisson_lock_queue:lock:{a}");
    }
    void followsTheWaitersOfALock()
    {
        const auto [lock, queue] = fetch<QByteArray, QByteArray>();
        RedisServerFixture servers;
        const std::string client = "0b6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a:";
        servers.command({"HSET", lock.toStdString(), client + "1", "1"});
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*"};
        LatestUpdate latest;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_VERIFY(isPushed(latest));
        const auto waiting = [&] {
            const auto entry = find(latest.get(), lock.constData());
            const WaitCount count = entry ? entry->packedLock.waiting() : WaitCount();
            return count.least + count.gone; // nobody listens
        };
        QCOMPARE(waiting(), std::size_t(0));
        servers.command({"RPUSH", queue.toStdString(), client + "2", client + "3"});
        QTRY_COMPARE(waiting(), std::size_t(2));
        servers.command({"LPOP", queue.toStdString()});
        QTRY_COMPARE(waiting(), std::size_t(1));
    }

    void isNotCompleteBehindANewConnectionUntilItWasSwept()
    {
        RedisServerFixture servers(
            1, {"EVAL", "for i = 1, 400 do redis.call('set', 'k' .. i, 'x') end", "0"});
        config::Deployment deployment = servers.deployment();
        deployment.thresholds.commandsPerSecond = 1000;
        LatestUpdate latest;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        // The connection is mostly back before anybody sees that it was gone.
        for (int round = 0; round < 5; ++round) {
            QTRY_VERIFY(latest.get().isComplete);
            servers.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
            QTRY_VERIFY(!latest.get().isComplete);
        }
    }

    void aGroupWatchesEachOfItsDeploymentsOnOneThread()
    {
        RedisServerFixture first;
        RedisServerFixture second;
        RedisServerFixture dead;
        dead.kill(0);
        std::mutex mutex;
        std::set<std::thread::id> threads;
        std::array<LatestUpdate, 3> latest;
        WatcherGroup group;
        std::size_t i = 0;
        for (RedisServerFixture* servers : {&first, &second, &dead}) {
            group.add(servers->deployment(), kClock, kProcesses,
                [&, handler = latest[i++].handler()](const BoardUpdate& update) {
                    const std::scoped_lock lock(mutex);
                    threads.insert(std::this_thread::get_id());
                    handler(update);
                });
        }
        group.start();
        QTRY_VERIFY(isPushed(latest[0]) && isPushed(latest[1]));
        QTRY_COMPARE(latest[2].master(0).link.state, LinkState::Down);
        take(second, {0}, "second", kToken);
        QTRY_VERIFY(!latest[1].get().changed.empty());
        QVERIFY(latest[0].get().changed.empty());
        dead.restart(0);
        QTRY_VERIFY(isPushed(latest[2]));
        group.stop();
        QCOMPARE(threads.size(), std::size_t(1));
        take(second, {0}, "late", kToken);
        QCOMPARE(latest[1].get().changed.size(), std::size_t(1));
    }

    void keepsTheOthersComingWhileAMasterIsDownOrStopped()
    {
        RedisServerFixture servers({.count = 5});
        config::Deployment deployment = servers.deployment();
        deployment.interval = 100ms;
        deployment.timeout = 300ms;
        LatestUpdate latest;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_VERIFY(latest.get().isComplete);
        servers.kill(0);
        servers.suspend(1);
        QTRY_COMPARE(latest.master(0).link.state, LinkState::Down);
        QTRY_COMPARE(latest.master(1).link.state, LinkState::Silent);
        take(servers, {2, 3, 4}, "r", kToken);
        LockEntryPtr entry;
        QTRY_VERIFY((entry = find(latest.get(), "r")) != nullptr);
        QCOMPARE(entry->countVotes().verdict, Verdict::Held);
        servers.restart(0);
        servers.resume(1);
        QTRY_VERIFY_WITH_TIMEOUT(latest.get().isComplete, 10'000);
    }

    void aMasterThatIsFlushedLeavesTheOthersUp()
    {
#if defined(LOCKKEEPER_HAS_TSAN) || defined(LOCKKEEPER_HAS_ASAN)
        constexpr int kLocks = 1'000; // up to twenty times as slow, it would miss deadlines
#else
        constexpr int kLocks = 20'000;
#endif
        constexpr int kPatience = 120'000; // ms: all of them are read twice, on a busy machine too
        RedisServerFixture servers(5,
            {"EVAL",
                "for i = 1, ARGV[2] do redis.call('set', 'lock:' .. i, ARGV[1], 'px', 600000) end",
                "0", kToken, std::to_string(kLocks)});
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*"};
        deployment.timeout = 500ms;
        std::mutex mutex;
        std::unordered_map<std::string, bool> hasLost; // by lock
        std::size_t lost = 0;
        bool isComplete = false;
        bool isFlushed = false;
        QByteArray wentDown;
        const auto onUpdate = [&](const BoardUpdate& update) {
            const std::lock_guard lock(mutex);
            isComplete = update.isComplete;
            for (const MasterStatus& master : update.masters) {
                if (isFlushed && master.link.state != LinkState::Up)
                    wentDown += master.id.value().c_str();
            }
            for (const LockEntryPtr& entry : update.changed) {
                const bool isRight = entry->votes[0].state == VoteState::Free
                    && entry->countVotes().tokenVotes == 4 && entry->isSettled;
                lost -= std::exchange(hasLost[entry->resource.value()], isRight) ? 1 : 0;
                lost += isRight ? 1 : 0;
            }
        };
        const auto get = [&](auto& value) {
            const std::lock_guard lock(mutex);
            return value;
        };
        Watcher watcher(deployment, kClock, kProcesses, onUpdate);
        QTRY_VERIFY_WITH_TIMEOUT(get(isComplete), kPatience);
        {
            const std::lock_guard lock(mutex);
            isFlushed = true;
        }
        servers.command(0, {"FLUSHALL"});
        QTRY_COMPARE_WITH_TIMEOUT(get(lost), std::size_t(kLocks), kPatience);
        QCOMPARE(get(wentDown), QByteArray());
    }

    void whoisCountsOtherKeysAsTheBoardDoes()
    {
        RedisServerFixture servers({.count = 3});
        take(servers, {0}, "r", kToken);
        const Resource resource("r");
        const auto verdict = [&] {
            const auto answer = whois(servers.deployment(), resource, {}, kClock);
            return answer ? answer->judgement.verdict : Verdict::Free;
        };
        servers.command(1, {"LPUSH", "r", "x"});
        QCOMPARE(verdict(), Verdict::Minority);
        servers.command(1, {"DEL", "r"});
        servers.command(1, {"SETRANGE", "r", "100000", "x"});
        QCOMPARE(verdict(), Verdict::Minority);
    }

    void aKnownLockMayBecomeAnythingOnOneMaster()
    {
        RedisServerFixture servers(3, {"SET", "r", kToken, "PX", "600000"});
        LatestUpdate latest;
        config::Deployment deployment = servers.deployment();
        deployment.interval = 100ms;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler(), {.isPushWanted = false});
        const auto vote = [&] { return find(latest.get(), "r")->votes[1]; };
        QTRY_VERIFY(commandsSeen(servers).contains("mget") && latest.get().isComplete);
        servers.command(1, {"DEL", "r"});
        QTRY_VERIFY(vote().state == VoteState::Free && !vote().error);
        servers.command(1, {"LPUSH", "r", "x"});
        QTRY_VERIFY(vote().state == VoteState::Free && vote().error);
        servers.command(1, {"SET", "r", kToken, "PX", "600000"});
        QTRY_COMPARE(vote().state, VoteState::Held);
        servers.command(1, {"SETRANGE", "r", "3000000", "x"});
        QTRY_VERIFY(vote().state == VoteState::Free && vote().error);
        QCOMPARE(find(latest.get(), "r")->countVotes().verdict, Verdict::Held);
    }

    void aCounterIsReadOnceASecond()
    {
        RedisServerFixture servers(1, {"SET", "counter", "12345678901234567890"});
        LatestUpdate latest;
        Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        QTRY_VERIFY(isPushed(latest));
        const std::size_t before = ttlsRead(servers);
        const SteadyTime start = kClock.now();
        for (int i = 0; i < 3000; ++i)
            servers.command({"SET", "counter", std::to_string(i) + "345678901234567890"});
        QTRY_VERIFY(ttlsRead(servers) > before);
        const auto seconds = static_cast<std::size_t>((kClock.now() - start) / 1s);
        QVERIFY(ttlsRead(servers) - before <= seconds + 4);
    }

    void whatWasTouchedIsReadAsFastAsAllowed()
    {
        RedisServerFixture servers;
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*"};
        deployment.thresholds.commandsPerSecond = 500;
        LatestUpdate latest;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_VERIFY(isPushed(latest));
        const std::size_t before = ttlsRead(servers);
        const SteadyTime start = kClock.now();
        servers.command(
            {"EVAL", "for i = 1, 500 do redis.call('set', 'lock:' .. i, ARGV[1], 'px', 600000) end",
                "0", kToken});
        QTRY_COMPARE(latest.get().changed.size(), std::size_t(500));
        const auto seconds = static_cast<std::size_t>((kClock.now() - start) / 1s);
        QVERIFY(2 * (ttlsRead(servers) - before) <= 500 * (seconds + 1) + 100);
    }

    void notesThatWereTouchedAreReadAsFastAsAllowed()
    {
        RedisServerFixture servers;
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*"};
        deployment.thresholds.commandsPerSecond = 100;
        LatestUpdate latest;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_VERIFY(isPushed(latest));
        const std::size_t before = ttlsRead(servers);
        const SteadyTime start = kClock.now();
        servers.command({"EVAL",
            "for i = 1, 200 do redis.call('set', 'lockkeeper:note:{lock:' .. i .. '}', 'x') end",
            "0"});
        QTRY_VERIFY_WITH_TIMEOUT(ttlsRead(servers) - before >= 200, 30'000);
        const auto seconds = static_cast<std::size_t>((kClock.now() - start) / 1s);
        QVERIFY(2 * (ttlsRead(servers) - before) <= 100 * (seconds + 1) + 100);
    }

    void aSemaphoreOfAHundredPermitsHasAHundredHolders()
    {
        RedisServerFixture servers(1,
            {"EVAL",
                "for i = 1, 100 do redis.call('sadd', 'r.readers', 'host_' .. i .. '_' .. ARGV[1]) "
                "end",
                "0", std::string(32, 'a')});
        const BoardUpdate update = sweepOnce(servers.deployment(), kClock, kProcesses);
        const LockEntryPtr entry = find(update, "r.readers");
        QVERIFY(entry != nullptr);
        QCOMPARE(entry->unpackLock().holders.size(), std::size_t(100));
    }
};

LOCKKEEPER_TEST(WatcherTest)

} // namespace lockkeeper::tests::watcher_test

#include "watcher_test.moc"
