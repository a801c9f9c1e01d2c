// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/fact_words.h"
#include "tests/matrix/matrix_bed.h"
#include "tests/support/command_stats.h"
#include "tests/support/server_clock.h"
#include "tests/support/test_class.h"

#include <thread>

namespace lockkeeper::tests::server_rows_test {

using lock::MasterVote;
using observe::EvidenceKind;
using observe::Verdict;
using redis::LinkState;

namespace {

/// Sends a command to a server, and does not wait for its reply until the end of this object.
class Unheard {
public:
    Unheard(const RedisServerFixture& servers, std::size_t server, redis::Command command)
        : m_thread([url = servers.urls().at(server), command = std::move(command)] {
            auto client
                = sandbox::BlockingClient::connect(redis::Url::parse(url).value(), 20s).value();
            (void)client.call(command);
        })
    { }

private:
    std::jthread m_thread;
};

/// Why the first master can't be watched as it should be.
std::optional<Error> errorOf(View& view)
{
    const auto master = view.latest.master(0);
    return master.link.error ? master.link.error : master.sweepError;
}

words::MasterFact clockOf(const RedisServerFixture& servers)
{
    const auto update = observe::sweepOnce(deploymentOf(servers.urls()), kClock, kProcesses);
    return words::clockFact(*update.masters.at(0).facts);
}

} // namespace

/// Rows of the fault matrix that servers cause, or their operators.
class ServerRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void row02WithoutAMajorityALeaseLastsUntilItsDeadlineAndNoLonger()
    {
        RedisServerFixture servers({.count = 3});
        View view(servers.urls());
        Taker taker(servers.urls());
        const auto lease = taker.take({.ttl = ttl(700ms)});
        QVERIFY(lease);
        QTRY_COMPARE(view.verdict(), Verdict::Held);
        servers.kill(0);
        servers.kill(2);
        QVERIFY(lease->isHeld());
        const auto votes = votesWithoutQuorum(taker.acquire({.ttl = ttl(30s)}, Resource("other")));
        QCOMPARE(votes.size(), std::size_t(3));
        QTRY_COMPARE(view.verdict(), Verdict::Unknown);
        QTRY_COMPARE(view.state(2), LinkState::Down);
        QTRY_COMPARE(view.state(0), LinkState::Down);
        QTRY_VERIFY(lease->lost().stop_requested());
        QVERIFY(!lease->isHeld());
        QVERIFY(BootClock::now() >= lease->deadline() - 5ms); // a loss is told a little ahead
    }

    void row03AMasterThatKeptItsDataIsToldAsRestartedAndLosesNothing()
    {
        RedisServerFixture servers(
            {.extraArguments = {"--appendonly", "yes", "--appendfsync", "always"}});
        View view(servers.urls());
        Taker taker(servers.urls());
        auto lease = taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease);
        QTRY_COMPARE(view.verdict(), Verdict::Held);
        servers.restart(0);
        QTRY_VERIFY(lease->extend(ttl(60s)).has_value());
        QTRY_VERIFY(view.latest.master(0).link.restartedAt.has_value());
        QTRY_VERIFY(view.latest.master(0).isSweepComplete);
        QCOMPARE(view.verdict(), Verdict::Held);
        QVERIFY(!view.latest.master(0).loss);
        const auto fact = words::restartsFact(view.latest.master(0), BootClock::now());
        QVERIFY2(fact.text.find("started") != std::string::npos, fact.text.c_str());
    }

    void row14AServersClockThatIsSetForwardEndsTheLeaseAndIsTold()
    {
        ServerClock clock;
        RedisServerFixture servers = clock.start({.count = 3});
        Taker taker(servers.urls());
        auto lease = taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease && lease->extend(ttl(60s)));
        QCOMPARE(clockOf(servers).state, words::FactState::Fine);
        clock.setAhead(1h);
        const auto extended = lease->extend(ttl(60s));
        QVERIFY(!extended);
        QCOMPARE(extended.error().kind, ErrorClass::LeaseLost);
        QVERIFY(!lease->isHeld());
        QCOMPARE(stored(servers), 0);
        const auto fact = clockOf(servers);
        QCOMPARE(fact.state, words::FactState::Warning);
        QVERIFY2(fact.text.find("ahead of") != std::string::npos, fact.text.c_str());
    }

    void row14AServersClockThatIsSetBackProlongsTheLockNotTheLeaseAndIsTold()
    {
        ServerClock clock;
        RedisServerFixture servers = clock.start({.count = 3});
        Taker taker(servers.urls());
        auto lease = taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease);
        clock.setAhead(-1000h);
        // A quorum has it; a master that was late may have none.
        const auto isProlonged = [&](std::size_t i) {
            return servers.command(i, {"PTTL", kResource.value()}).integer > 3'600'000'000 - 60'000;
        };
        QTRY_VERIFY(isProlonged(0) + isProlonged(1) + isProlonged(2) >= 2);
        QVERIFY(lease->deadline() < BootClock::now() + 60s);
        QVERIFY(lease->extend(ttl(60s)));
        QVERIFY(lease->deadline() < BootClock::now() + 60s);
        const auto update = observe::sweepOnce(deploymentOf(servers.urls()), kClock, kProcesses);
        const auto entry = find(update, kResource.value().c_str());
        QVERIFY(entry && entry->stale.has(EvidenceKind::TtlTooLarge));
        const auto fact = clockOf(servers);
        QVERIFY2(fact.text.find("behind") != std::string::npos, fact.text.c_str());
        lease->release();
        QTRY_COMPARE(stored(servers), 0);
    }

    void row21AnEvictedLockIsLostAndThePolicyIsToldBefore()
    {
        RedisServerFixture servers(
            {.extraArguments = {"--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"}});
        Taker taker(servers.urls());
        auto lease = taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease);
        const auto update = observe::sweepOnce(deploymentOf(servers.urls()), kClock, kProcesses);
        QCOMPARE(words::evictionFact(*update.masters[0].facts).state, words::FactState::Warning);
        servers.command({"CONFIG", "SET", "maxmemory", "1"});
        QTRY_COMPARE(stored(servers), 0);
        const auto extended = lease->extend(ttl(60s));
        QVERIFY(!extended);
        QCOMPARE(extended.error().kind, ErrorClass::LeaseLost);
        servers.command({"CONFIG", "SET", "maxmemory", "0"});
        QCOMPARE(stored(servers), 0);
    }

    void row23ALockThatSomebodyRemovedIsLostAndNeverBroughtBack_data()
    {
        QTest::addColumn<QStringList>("command");
        const auto row = [](const char* line) {
            QTest::addRow("%s", line) << QString::fromLatin1(line).split(QLatin1Char(' '));
        };
        row("FLUSHALL");
        row("DEL orders:42");
        row("SWAPDB 0 1");
        row("RENAME orders:42 orders:43");
    }
    void row23ALockThatSomebodyRemovedIsLostAndNeverBroughtBack()
    {
        QFETCH(const QStringList, command);
        RedisServerFixture servers({.count = 3});
        View view(servers.urls());
        Taker taker(servers.urls());
        auto lease = taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease && lease->extend(ttl(60s)));
        QTRY_COMPARE(stored(servers), 3);
        QTRY_COMPARE(view.verdict(), Verdict::Held);
        QTRY_VERIFY(isPushed(view.latest));
        std::vector<std::string> words;
        for (const QString& word : command)
            words.push_back(word.toStdString());
        for (std::size_t i = 0; i < 3; ++i) {
            auto client = sandbox::BlockingClient::connect(
                redis::Url::parse(servers.urls()[i]).value(), 5s);
            QVERIFY(client && client->call(redis::Command(words)));
        }
        const auto extended = lease->extend(ttl(60s));
        QVERIFY(!extended);
        QCOMPARE(extended.error().kind, ErrorClass::LeaseLost);
        QVERIFY(!lease->isHeld());
        QCOMPARE(stored(servers), 0);
        QTRY_COMPARE(view.verdict(), Verdict::Free);
    }

    void row25AMasterThatIsBusyWithAScriptHasNoVoteAndIsNamed()
    {
        RedisServerFixture servers(
            {.count = 3, .extraArguments = {"--busy-reply-threshold", "50"}});
        View view(servers.urls());
        Taker taker(servers.urls());
        auto lease = taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease);
        QTRY_COMPARE(view.verdict(), Verdict::Held);
        const redis::Command loop{"EVAL", "while true do end", "0"};
        const Unheard first(servers, 0, loop);
        const Unheard second(servers, 1, loop);
        const Resource other("other");
        QTRY_COMPARE(failedWith(votesWithoutQuorum(taker.acquire({.ttl = ttl(60s)}, other)),
                         ErrorClass::Busy),
            2);
        const auto extended = lease->extend(ttl(60s));
        QVERIFY(!extended);
        QCOMPARE(extended.error().kind, ErrorClass::NoQuorum);
        QVERIFY(lease->isHeld());
        view.watcher.refresh();
        QTRY_VERIFY(view.latest.master(0).sweepError || view.latest.master(0).link.error);
        const auto master = view.latest.master(0);
        QCOMPARE(
            (master.link.error ? master.link.error : master.sweepError)->kind, ErrorClass::Busy);
        for (std::size_t i = 0; i < 2; ++i)
            QCOMPARE(servers.command(i, {"SCRIPT", "KILL"}).text, std::string("OK"));
        QTRY_VERIFY(lease->extend(ttl(60s)).has_value());
        // Not by QTRY_COMPARE, which looks once more: tries that were late are stored and undone.
        QVERIFY(QTest::qWaitFor(
            [&] {
                return countOnAll(servers, {"EXISTS", "other"}) == 0;
            },
            30'000));
        QVERIFY(taker.take({.ttl = ttl(60s), .wait = 30s}, other));
    }

    void row26AMasterThatReadsItsDataHasNoVoteAndIsNamed()
    {
        RedisServerFixture servers({.extraArguments = {"--enable-debug-command", "yes",
                                        "--loading-process-events-interval-bytes", "1024"}});
        View view(servers.urls());
        Taker taker(servers.urls());
        QVERIFY(taker.take({.ttl = ttl(60s)}));
        servers.command({"EVAL", "for i = 1, 2000 do redis.call('set', 'k:' .. i, i) end", "0"});
        servers.command({"CONFIG", "SET", "key-load-delay", "500"});
        QTRY_VERIFY(view.latest.get().isComplete);
        const Unheard reload(servers, 0, {"DEBUG", "RELOAD"});
        QTRY_COMPARE(
            failedWith(votesWithoutQuorum(taker.acquire({.ttl = ttl(60s)})), ErrorClass::Loading),
            1);
        view.watcher.refresh();
        QTRY_VERIFY(errorOf(view).has_value());
        QCOMPARE(errorOf(view)->kind, ErrorClass::Loading);
        QVERIFY(taker.take({.ttl = ttl(60s), .wait = 30s}));
        QTRY_VERIFY(!errorOf(view).has_value());
    }

    void row27AFullDiskLeavesAReleaseUnconfirmedAndIsNamed()
    {
        const QTemporaryDir parent;
        const std::filesystem::path data = parent.filePath(QStringLiteral("data")).toStdString();
        std::filesystem::create_directory(data);
        RedisServerFixture servers({.extraArguments = {"--save", "3600 1", "--dir", data}});
        Taker taker(servers.urls());
        auto lease = taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease);
        std::filesystem::remove_all(data);
        servers.command({"BGSAVE"});
        QTRY_VERIFY(!lease->extend(ttl(60s)).has_value());
        QVERIFY(lease->isHeld());
        QCOMPARE(failedWith(votesWithoutQuorum(taker.acquire({.ttl = ttl(60s)}, Resource("other"))),
                     ErrorClass::Misconfigured),
            1);
        const auto update = observe::sweepOnce(deploymentOf(servers.urls()), kClock, kProcesses);
        const auto fact = words::persistenceFact(*update.masters[0].facts);
        QCOMPARE(fact.state, words::FactState::Warning);
        const auto votes = lease->release();
        QCOMPARE(failedWith(votes, ErrorClass::Misconfigured), 1);
        QCOMPARE(stored(servers), 1);
        servers.command({"CONFIG", "SET", "stop-writes-on-bgsave-error", "no"});
        QTRY_COMPARE(stored(servers), 0); // it is repeated
    }

    void row31AMissingPermissionIsDefiniteAndNamedAndNotTriedInAStorm()
    {
        RedisServerFixture servers(
            3, {"ACL", "SETUSER", "app", "on", "nopass", "~*", "&*", "+@all", "-set"});
        std::vector<std::string> urls;
        for (const std::string& url : servers.urls())
            urls.push_back("unix://app:@" + url.substr(std::string("unix://").size()));
        Taker taker(urls);
        const auto votes = votesWithoutQuorum(taker.acquire({.ttl = ttl(60s), .wait = 900ms}));
        QVERIFY(failedWith(votes, ErrorClass::NoPermission) >= 2);
        const auto named = std::ranges::find_if(
            votes, [](const MasterVote& vote) { return vote.error.has_value(); });
        const std::string text = named->error->text;
        QVERIFY2(text.find("set") != std::string::npos, text.c_str());
        const auto stats = servers.command({"INFO", "commandstats"}).text;
        const auto at = stats.find("cmdstat_set:");
        QVERIFY(at != std::string::npos);
        const auto rejected = stats.find("rejected_calls=", at);
        // The first try, and the last when the wait is over.
        QCOMPARE(std::stoi(stats.substr(rejected + std::strlen("rejected_calls="))), 2);
    }

    void row33APausedServerCostsNoLease()
    {
        RedisServerFixture servers({.count = 3});
        Taker taker(servers.urls());
        auto lease = taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease);
        for (std::size_t i = 0; i < 2; ++i)
            servers.command(i, {"CLIENT", "PAUSE", "600", "WRITE"});
        const auto extended = lease->extend(ttl(60s));
        QVERIFY(!extended);
        QCOMPARE(extended.error().kind, ErrorClass::NoQuorum);
        QVERIFY(lease->isHeld());
        QTRY_VERIFY(lease->extend(ttl(60s)).has_value());
        lease->release();
        QTRY_COMPARE(stored(servers), 0);
    }

    void row41ManyLocksAreReadInPartsAndNeverByKeys()
    {
        RedisServerFixture servers(1,
            {"EVAL",
                "for i = 1, 5000 do redis.call('set', 'lock:' .. i, ARGV[1], 'px', 600000) end",
                "0", kToken});
        servers.command({"CONFIG", "RESETSTAT"});
        const auto update = observe::sweepOnce(servers.deployment(), kClock, kProcesses);
        QCOMPARE(update.locks, std::size_t(5000));
        const auto stats = servers.command({"INFO", "commandstats"}).text;
        QVERIFY(stats.find("cmdstat_keys") == std::string::npos);
        const auto at = stats.find("cmdstat_scan:calls=");
        QVERIFY(at != std::string::npos);
        QVERIFY(std::stoi(stats.substr(at + std::strlen("cmdstat_scan:calls="))) >= 5);
    }
};

LOCKKEEPER_TEST(ServerRowsTest)

} // namespace lockkeeper::tests::server_rows_test

#include "server_rows_test.moc"
