// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/workload/blocking_client.h"
#include "core/lock/lock_mutex.h"
#include "core/lock/wait_announcement.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <list>
#include <random>
#include <thread>

namespace lockkeeper::tests::on_deadlock_test {

using namespace lockkeeper::lock;

namespace {

AcquireOptions options(OnDeadlock onDeadlock, std::chrono::milliseconds wait = 1h)
{
    return {.ttl = ttl(60s), .wait = wait, .onDeadlock = onDeadlock};
}

std::vector<std::string> namesOf(const Deadlocked& deadlocked)
{
    std::vector<std::string> names;
    for (const Deadlocked::Link& link : deadlocked.circle)
        names.push_back(link.resource.value());
    std::ranges::sort(names);
    return names;
}

/// Threads that take one lock each, wait for the next one's, and release both.
class Ring {
public:
    struct Member {
        std::string name;
        AcquireOptions second = options(OnDeadlock::Fail);
    };
    /// Each has a client of its own, unless one is passed.
    Ring(const RedisServerFixture& servers, std::vector<Member> members,
        LockClient* shared = nullptr)
        : m_haveFirst(static_cast<std::ptrdiff_t>(members.size()))
    {
        const std::size_t size = members.size();
        for (std::size_t i = 0; i < size; ++i) {
            members[i].second.stop = m_stop.get_token();
            m_threads.emplace_back([this, &servers, shared, member = members[i],
                                       next = Resource(members[(i + 1) % size].name)] {
                std::optional<LockClient> own;
                if (shared == nullptr)
                    own.emplace(servers.deployment(), Owner::thisProcess(member.name));
                LockClient& client = shared == nullptr ? *own : *shared;
                const auto held
                    = leaseIn(client.acquire(Resource(member.name), options(OnDeadlock::Wait)));
                m_haveFirst.arrive_and_wait();
                if (held)
                    note(client.acquire(next, member.second));
            });
        }
    }
    ~Ring() { m_stop.request_stop(); }

    [[nodiscard]] int won() const { return m_won; }
    [[nodiscard]] int over() const { return m_over; }
    /// Until all have ended.
    std::vector<Deadlocked> join()
    {
        m_threads.clear();
        return m_deadlocked;
    }

private:
    void note(Result<AcquireOutcome> outcome)
    {
        if (outcome && std::holds_alternative<Lease>(*outcome))
            ++m_won;
        if (auto* deadlocked = outcome ? std::get_if<Deadlocked>(&*outcome) : nullptr) {
            const std::scoped_lock lock(m_mutex);
            m_deadlocked.push_back(std::move(*deadlocked));
        }
        ++m_over;
    }

    std::barrier<> m_haveFirst;
    std::stop_source m_stop;
    std::atomic<int> m_won{0};
    std::atomic<int> m_over{0};
    std::mutex m_mutex;
    std::vector<Deadlocked> m_deadlocked;
    std::list<std::jthread> m_threads;
};

/// Three threads with a mutex each, "m0" to "m2", that take the next one's in the given way.
class MutexRing {
public:
    MutexRing(const RedisServerFixture& servers, OnDeadlock onDeadlock,
        std::function<void(LockMutex&)> takeSecond)
        : m_takeSecond(std::move(takeSecond))
    {
        for (int i = 0; i < kSize; ++i)
            m_threads.emplace_back([this, &servers, onDeadlock, i] {
                LockClient client(servers.deployment(), Owner::thisProcess("ring"));
                const auto mutexOptions
                    = LockMutexOptions{.ttl = ttl(60s), .sleep = 50ms, .onDeadlock = onDeadlock};
                LockMutex first(client, Resource("m" + std::to_string(i)), mutexOptions);
                LockMutex second(
                    client, Resource("m" + std::to_string((i + 1) % kSize)), mutexOptions);
                first.lock();
                m_haveFirst.arrive_and_wait();
                take(second);
            });
    }
    /// Waits until all have ended. Returns how many took both.
    int join()
    {
        m_threads.clear();
        return m_won;
    }
    [[nodiscard]] const std::vector<std::errc>& thrown() const { return m_thrown; }

private:
    void take(LockMutex& second)
    {
        try {
            m_takeSecond(second);
            if (second.isHeld())
                ++m_won;
        } catch (const std::system_error& error) {
            const std::scoped_lock lock(m_mutex);
            m_thrown.push_back(static_cast<std::errc>(error.code().value()));
        }
    }

    static constexpr int kSize = 3;
    std::function<void(LockMutex&)> m_takeSecond;
    std::barrier<> m_haveFirst{kSize};
    std::atomic<int> m_won{0};
    std::mutex m_mutex;
    std::vector<std::errc> m_thrown;
    std::list<std::jthread> m_threads;
};

/// How often the servers were asked who waits.
int timesAsked(RedisServerFixture& servers)
{
    const std::string stats = servers.command({"INFO", "commandstats"}).text;
    const std::string line = "cmdstat_pubsub|channels:calls=";
    const auto at = stats.find(line);
    return at == std::string::npos ? 0 : std::stoi(stats.substr(at + line.size()));
}

/// A subscription to the channel of this wait, as another program would make it.
sandbox::BlockingClient subscribe(
    const RedisServerFixture& servers, std::size_t master, const WaitAnnouncement& wait)
{
    auto url = redis::Url::parse(servers.urls()[master]).value();
    auto client = sandbox::BlockingClient::connect(url, 5s).value();
    (void)client.call({"SUBSCRIBE", channelOf(wait).value()}).value();
    return client;
}

} // namespace

class OnDeadlockTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ofARingOneFailsAndTheOthersGetTheirLocks_data()
    {
        const auto row = columns<int, int, int>();
        row("three on one master", 1, 0, 3);
        row("three on three masters", 3, 0, 3);
        row("three on five masters, one dead", 5, 1, 3);
        row("two on three masters", 3, 0, 2);
        row("six on three masters", 3, 0, 6);
    }
    void ofARingOneFailsAndTheOthersGetTheirLocks()
    {
        const auto [masters, dead, size] = fetch<int, int, int>();
        RedisServerFixture servers({.count = static_cast<std::size_t>(masters)});
        for (int i = 0; i < dead; ++i)
            servers.kill(static_cast<std::size_t>(i));
        std::vector<Ring::Member> members;
        std::vector<std::string> names;
        for (int i = 0; i < size; ++i)
            members.push_back({names.emplace_back(1, static_cast<char>('a' + i))});
        Ring ring(servers, members);
        const auto deadlocked = ring.join();
        QCOMPARE(deadlocked.size(), std::size_t(1));
        QCOMPARE(ring.won(), size - 1);
        QCOMPARE(namesOf(deadlocked.front()), names);
        QCOMPARE(deadlocked.front().votes.size(), std::size_t(masters));
        for (const Deadlocked::Link& link : deadlocked.front().circle) {
            QCOMPARE(link.holder.app, link.resource.value());
            QCOMPARE(link.holder.pid, std::int64_t(QCoreApplication::applicationPid()));
        }
    }
    void threadsOfOneClientAreARing()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        Ring ring(servers, {{"a"}, {"b"}}, &client);
        QCOMPARE(ring.join().size(), std::size_t(1));
        QCOMPARE(ring.won(), 1);
    }
    void whoWaitsForItselfFails()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        const auto held = leaseIn(client.acquire(Resource("r"), options(OnDeadlock::Wait)));
        const auto again = client.acquire(Resource("r"), options(OnDeadlock::Fail));
        QVERIFY(again && std::holds_alternative<Deadlocked>(*again));
        const auto& circle = std::get<Deadlocked>(*again).circle;
        QCOMPARE(circle.size(), std::size_t(1));
        QVERIFY(held && circle.front().token == held->fingerprint());
        QVERIFY(held->isHeld());
    }
    void whatAnotherThreadMayReleaseIsNotHeldByTheWaiter()
    {
        RedisServerFixture servers;
        LockClient client = makeClient(servers);
        LockMutex mutex(client, Resource("r"), {.ttl = ttl(60s), .isPerThread = false});
        QVERIFY(mutex.acquire().value());
        const auto again = client.acquire(Resource("r"), options(OnDeadlock::Fail, 600ms));
        QVERIFY(again && std::holds_alternative<Contended>(*again));
    }
    void onlyThoseWithTheOptionFail()
    {
        RedisServerFixture servers({.count = 3});
        Ring ring(
            servers, {{"a", options(OnDeadlock::Wait)}, {"b"}, {"c", options(OnDeadlock::Wait)}});
        const auto deadlocked = ring.join();
        QCOMPARE(deadlocked.size(), std::size_t(1));
        QCOMPARE(deadlocked.front().circle.back().resource, Resource("b"));
        QCOMPARE(ring.won(), 2);
    }
    void aWaitThatEndsBeforeItIsAnnouncedIsNoDeadlock()
    {
        RedisServerFixture servers({.count = 3});
        Ring ring(servers, {{"a", options(OnDeadlock::Wait, 100ms)}, {"b"}});
        QVERIFY(ring.join().empty());
        QCOMPARE(ring.won(), 1);
    }
    void whoHoldsNothingAsksNobody()
    {
        RedisServerFixture servers(1, {"SET", "r", "theirs", "PX", "600000"});
        LockClient client = makeClient(servers);
        const auto outcome = client.acquire(Resource("r"), options(OnDeadlock::Fail, 600ms));
        QVERIFY(outcome && std::holds_alternative<Contended>(*outcome));
        QCOMPARE(timesAsked(servers), 0);
    }
    void withoutTheOptionNobodyIsAsked()
    {
        RedisServerFixture servers;
        Ring ring(servers,
            {{"a", options(OnDeadlock::Wait, 600ms)}, {"b", options(OnDeadlock::Wait, 1h)}});
        QVERIFY(ring.join().empty());
        QCOMPARE(timesAsked(servers), 0);
    }
    void whereItIsRefusedTheWaitGoesOn()
    {
        RedisServerFixture servers(3, {"ACL", "SETUSER", "default", "-pubsub"});
        Ring ring(servers, {{"a"}, {"b"}});
        const auto isRefused = [&] {
            for (std::size_t i = 0; i < servers.size(); ++i) {
                const auto log = servers.command(i, {"ACL", "LOG"}).elements;
                if (log.empty() || log.front().elements.at(1).integer < 2)
                    return false; // the two have not asked yet
            }
            return true;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isRefused(), 20'000);
        QCOMPARE(ring.over(), 0);
        servers.commandAll({"DEL", "a"});
        QVERIFY(ring.join().empty());
        QCOMPARE(ring.won(), 2);
    }
    void aSubscriptionThatAMinorityHasKeptIsNoWaiter()
    {
        RedisServerFixture servers({.count = 3});
        LockClient others = makeClient(servers);
        LockClient client = makeClient(servers);
        const auto theirs = leaseIn(others.acquire(Resource("b"), options(OnDeadlock::Wait)));
        const auto ours = leaseIn(client.acquire(Resource("a"), options(OnDeadlock::Wait)));
        QVERIFY(theirs && ours);
        const WaitAnnouncement wait{.resources = {Resource("a")},
            .owner = Owner::thisProcess("gone"),
            .since = systemClock().wallNow(),
            .id = "0123456789abcdef",
            .holding = std::vector{theirs->fingerprint()}};
        const auto first = subscribe(servers, 0, wait);
        const auto quick = client.acquire(Resource("b"), options(OnDeadlock::Fail, 700ms));
        QVERIFY(quick && std::holds_alternative<Contended>(*quick));
        QVERIFY(timesAsked(servers) > 0);
        const auto second = subscribe(servers, 1, wait);
        const auto outcome = client.acquire(Resource("b"), options(OnDeadlock::Fail));
        QVERIFY(outcome && std::holds_alternative<Deadlocked>(*outcome));
    }
    void withoutAnnouncementsItIsRefused()
    {
        RedisServerFixture servers;
        LockClient client = makeClient(servers);
        AcquireOptions quiet = options(OnDeadlock::Fail);
        quiet.isWaitAnnounced = false;
        QCOMPARE(client.acquire(Resource("r"), quiet).error().kind, ErrorClass::InvalidArgument);
    }
    void aMutexOfARingThrowsAsAStandardOneMay()
    {
        RedisServerFixture servers({.count = 3});
        MutexRing ring(servers, OnDeadlock::Fail, [](LockMutex& mutex) { mutex.lock(); });
        QCOMPARE(ring.join(), 2);
        QCOMPARE(ring.thrown(), (std::vector{std::errc::resource_deadlock_would_occur}));
    }
    void aTimedTryOfARingIsFalseEarly()
    {
        RedisServerFixture servers({.count = 3});
        std::atomic<int> refused{0};
        MutexRing ring(servers, OnDeadlock::Fail, [&](LockMutex& mutex) {
            // Ends long before: the test would time out otherwise.
            if (!mutex.try_lock_for(1h))
                ++refused;
        });
        (void)ring.join();
        QCOMPARE(refused, 1);
        QVERIFY(ring.thrown().empty());
    }
    void acquireOfAMutexTellsTheDeadlock()
    {
        RedisServerFixture servers({.count = 3});
        std::mutex guard;
        std::vector<Error> errors;
        MutexRing ring(servers, OnDeadlock::Fail, [&](LockMutex& mutex) {
            const auto isTaken = mutex.acquire();
            const std::scoped_lock lock(guard);
            if (!isTaken)
                errors.push_back(isTaken.error());
        });
        (void)ring.join();
        QCOMPARE(errors.size(), std::size_t(1));
        QCOMPARE(errors[0].kind, ErrorClass::Deadlock);
        for (const char* name : {"m0", "m1", "m2"})
            QVERIFY2(errors[0].text.find(name) != std::string::npos, errors[0].text.c_str());
    }
    void aMutexWaitsOnByDefault()
    {
        RedisServerFixture servers;
        std::atomic<int> refused{0};
        MutexRing ring(servers, OnDeadlock::Wait, [&](LockMutex& mutex) {
            if (!mutex.try_lock_for(700ms))
                ++refused;
        });
        (void)ring.join();
        QVERIFY(refused > 0);
        QCOMPARE(timesAsked(servers), 0);
    }

    void locksThatAreTakenInOrderRaiseNoFalseAlarm()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        std::atomic<int> taken{0};
        std::atomic<int> failed{0};
        const auto work = [&](unsigned seed) {
            std::minstd_rand random(seed);
            for (int i = 0; i < 250; ++i) {
                std::vector<std::string> names{"a", "b", "c", "d"};
                std::ranges::shuffle(names, random);
                names.resize(2 + random() % 2);
                std::ranges::sort(names);
                std::vector<std::optional<Lease>> held;
                for (const std::string& name : names) {
                    held.push_back(
                        leaseIn(client.acquire(Resource(name), options(OnDeadlock::Fail))));
                    ++(held.back() ? taken : failed);
                }
                // Now and then somebody holds for so long that the others announce and search.
                if (random() % 100 == 0)
                    std::this_thread::sleep_for(400ms);
            }
        };
        std::vector<std::jthread> threads;
        for (unsigned seed = 1; seed <= 8; ++seed)
            threads.emplace_back(work, seed);
        threads.clear();
        QCOMPARE(failed, 0);
        QVERIFY(taken > 4000);
        QVERIFY(timesAsked(servers) > 0);
    }
};

LOCKKEEPER_TEST(OnDeadlockTest)

} // namespace lockkeeper::tests::on_deadlock_test

#include "on_deadlock_test.moc"
