// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/observe/watcher.h"
#include "tests/support/latest_update.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <barrier>
#include <thread>

namespace lockkeeper::tests::deadlock_test {

using namespace lockkeeper::observe;

namespace {

const LocalProcessProbe kProcesses;

lock::AcquireOptions options(std::chrono::milliseconds wait, std::stop_token stop = {})
{
    return {.ttl = lock::Ttl::from(60s).value(), .wait = wait, .stop = std::move(stop)};
}

std::optional<lock::Lease> leaseOf(Result<lock::AcquireOutcome> outcome)
{
    if (!outcome || !std::holds_alternative<lock::Lease>(*outcome))
        return std::nullopt;
    return std::get<lock::Lease>(std::move(*outcome));
}

/// Threads that take one lock each, and then wait for the next one's, each with a client of its
/// own.
class Ring {
public:
    Ring(const RedisServerFixture& servers, const std::vector<std::string>& names)
        : m_haveFirst(static_cast<std::ptrdiff_t>(names.size()))
    {
        for (std::size_t i = 0; i < names.size(); ++i) {
            m_threads.emplace_back([this, &servers, first = Resource(names[i]),
                                       second = Resource(names[(i + 1) % names.size()])] {
                lock::LockClient client(servers.deployment(), lock::Owner::thisProcess("ring"));
                const auto held = leaseOf(client.acquire(first, options(10s)));
                m_haveFirst.arrive_and_wait();
                if (held && leaseOf(client.acquire(second, options(1h, m_stop.get_token()))))
                    ++m_finished;
            });
        }
    }
    ~Ring() { m_stop.request_stop(); }

    [[nodiscard]] int finished() const { return m_finished; }

private:
    std::barrier<> m_haveFirst;
    std::stop_source m_stop;
    std::atomic<int> m_finished{0};
    std::vector<std::jthread> m_threads;
};

/// The names of the latest deadlock's locks; empty: there is none.
std::vector<std::string> deadlocked(LatestUpdate& latest)
{
    std::vector<std::string> names;
    const BoardUpdate update = latest.get();
    for (const Deadlock& deadlock : update.waits->deadlocks()) {
        for (const Deadlock::Link& link : deadlock.links)
            names.push_back(link.resource.value());
    }
    return names;
}

bool isToldOf(LatestUpdate& latest, const char* resource)
{
    const auto entry = find(latest.get(), resource);
    return entry && entry->stale.has(EvidenceKind::Deadlock);
}

} // namespace

class DeadlockTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRingIsToldAndOneReleaseEndsIt()
    {
        RedisServerFixture servers({.count = 3});
        LatestUpdate latest;
        const Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        const Ring ring(servers, {"a", "b", "c"});
        const std::vector<std::string> all{"a", "b", "c"};
        QTRY_COMPARE_WITH_TIMEOUT(deadlocked(latest), all, 20'000);
        for (const char* name : {"a", "b", "c"})
            QTRY_VERIFY_WITH_TIMEOUT(isToldOf(latest, name), 20'000);
        const BoardUpdate update = latest.get();
        const Deadlock& deadlock = update.waits->deadlocks().front();
        QVERIFY(deadlock.isCertain);
        const Waiter& waiter = update.waits->waiters().front();
        QCOMPARE(waiter.announced.owner.pid, QCoreApplication::applicationPid());
        const std::string proposed = deadlock.links[deadlock.proposed].resource.value();
        for (std::size_t i = 0; i < servers.size(); ++i)
            servers.command(i, {"DEL", proposed});
        QTRY_COMPARE_WITH_TIMEOUT(ring.finished(), 3, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(deadlocked(latest).empty(), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(latest.get().waits->waiters().empty(), 20'000);
    }
    void aSingleLookFindsIt()
    {
        RedisServerFixture servers({.count = 3});
        const Ring ring(servers, {"x", "y"});
        const auto look = [&] { return sweepOnce(servers.deployment(), kClock, kProcesses).waits; };
        QTRY_COMPARE_WITH_TIMEOUT(look()->deadlocks().size(), std::size_t(1), 20'000);
        QCOMPARE(look()->waitersFor(Resource("x")).size(), std::size_t(1));
    }
    void whoMayNotAnnounceWaitsAllTheSame()
    {
        RedisServerFixture servers(
            1, {"ACL", "SETUSER", "default", "resetchannels", "&__redis__:invalidate"});
        LatestUpdate latest;
        const Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        lock::LockClient client(servers.deployment(), lock::Owner::thisProcess("a"));
        auto held = leaseOf(client.acquire(Resource("r"), options(0s)));
        QVERIFY(held);
        const std::jthread waiting([&](std::stop_token stop) {
            const auto next = leaseOf(client.acquire(Resource("r"), options(1h, std::move(stop))));
        });
        const auto isRefused = [&] {
            const auto log = servers.command({"ACL", "LOG"}).elements;
            return !log.empty() && log.front().elements.at(7).text.starts_with("lk1:wait:r:");
        };
        QTRY_VERIFY_WITH_TIMEOUT(isRefused(), 20'000);
        QVERIFY(latest.get().waits->waiters().empty());
        held.reset();
    }
    void whoMayNotWithdrawDoesNotAnnounce()
    {
        RedisServerFixture servers(1, {"ACL", "SETUSER", "default", "-unsubscribe"});
        lock::LockClient client(servers.deployment(), lock::Owner::thisProcess("a"));
        auto held = leaseOf(client.acquire(Resource("r"), options(0s)));
        QVERIFY(held);
        std::jthread waiting([&] { QVERIFY(leaseOf(client.acquire(Resource("r"), options(1h)))); });
        const auto isRefused = [&] { return !servers.command({"ACL", "LOG"}).elements.empty(); };
        QTRY_VERIFY_WITH_TIMEOUT(isRefused(), 20'000);
        held.reset();
        waiting.join();
        // What remained would name a waiter that is none.
        QVERIFY(servers.command({"PUBSUB", "CHANNELS", "lk1:wait:*"}).elements.empty());
    }
    void isAnnouncedAgainAfterTheConnectionWasKilled()
    {
        RedisServerFixture servers(1, {"SET", "r", "theirs", "PX", "600000"});
        lock::LockClient client(servers.deployment(), lock::Owner::thisProcess("a"));
        const std::jthread waiting([&](std::stop_token stop) {
            const auto lease = leaseOf(client.acquire(Resource("r"), options(1h, std::move(stop))));
        });
        const auto channels = [&] {
            return servers.command({"PUBSUB", "CHANNELS", "lk1:wait:*"}).elements.size();
        };
        QTRY_COMPARE_WITH_TIMEOUT(channels(), std::size_t(1), 20'000);
        servers.command({"CLIENT", "KILL", "TYPE", "pubsub"});
        const auto hasSubscribedAgain = [&] {
            return servers.command({"INFO", "commandstats"}).text.find("cmdstat_subscribe:calls=4,")
                != std::string::npos;
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasSubscribedAgain(), 20'000);
        QCOMPARE(channels(), std::size_t(1));
    }
    void aWaitThatIsNotToBeAnnouncedIsNot()
    {
        RedisServerFixture servers(1, {"SET", "r", "theirs", "PX", "600000"});
        lock::LockClient client(servers.deployment(), lock::Owner::thisProcess("a"));
        lock::AcquireOptions quiet = options(1s);
        quiet.isWaitAnnounced = false;
        QVERIFY(!leaseOf(client.acquire(Resource("r"), quiet)));
        const std::string stats = servers.command({"INFO", "commandstats"}).text;
        QVERIFY(stats.find("cmdstat_subscribe:calls=1,") != std::string::npos); // invalidations
        QVERIFY(!leaseOf(client.acquire(Resource("r"), options(1s))));
        const std::string later = servers.command({"INFO", "commandstats"}).text;
        QVERIFY(later.find("cmdstat_subscribe:calls=2,") != std::string::npos);
        // Once to see whether it may.
        QVERIFY(later.find("cmdstat_unsubscribe:calls=2,") != std::string::npos);
    }
    void aRefusedQuestionIsSaid()
    {
        RedisServerFixture servers(1, {"ACL", "SETUSER", "default", "-pubsub"});
        LatestUpdate latest;
        const Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        QTRY_VERIFY_WITH_TIMEOUT(latest.master(0).waitsError.has_value(), 20'000);
        const QByteArray text = QByteArray::fromStdString(latest.master(0).waitsError->text);
        QVERIFY2(text.startsWith("who waits is not known"), text.constData());
        QVERIFY2(text.contains("ACL SETUSER default +pubsub|channels"), text.constData());
    }
};

LOCKKEEPER_TEST(DeadlockTest)

} // namespace lockkeeper::tests::deadlock_test

#include "deadlock_test.moc"
