// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/release/execute.h"
#include "core/release/lock_snapshot.h"
#include "core/release/steal.h"
#include "tests/support/locking.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <atomic>
#include <latch>
#include <thread>

namespace lockkeeper::tests::release_steal_races_test {

using namespace lockkeeper::release;

namespace {

constexpr const char* kReason = "race";

/// LOCKKEEPER_RACES=10000 makes a long run of it.
int countOfRaces(int usually)
{
    const QByteArray given = qgetenv("LOCKKEEPER_RACES");
    return given.isEmpty() ? usually : given.toInt();
}

lock::AcquireOptions forAMinute()
{
    return {.ttl = ttl(60s), .isRenewed = false};
}

/// Clients that try to take a lock all the time until one of them has it.
class Takers {
public:
    Takers(const config::Deployment& deployment, int count)
        : m_clients(static_cast<std::size_t>(count))
    {
        for (auto& client : m_clients)
            client = std::make_unique<lock::LockClient>(
                deployment, lock::Owner::thisProcess("taker"), kClock);
    }

    /// Starts to try. The lock must be held.
    void start(const Resource& resource)
    {
        m_hasTaken = false;
        m_isOver = false;
        std::latch trying(static_cast<std::ptrdiff_t>(m_clients.size()));
        for (const auto& client : m_clients)
            m_threads.emplace_back(
                [this, &client = *client, &trying, resource] { run(client, resource, trying); });
        trying.wait();
    }
    /// True if one has had the lock since start().
    [[nodiscard]] bool hasTaken() const { return m_hasTaken; }
    void stop()
    {
        m_isOver = true;
        m_threads.clear();
    }

private:
    void run(lock::LockClient& client, const Resource& resource, std::latch& trying)
    {
        bool isFirst = true;
        while (!m_isOver) {
            const auto lease = leaseIn(client.acquire(resource, forAMinute()));
            if (lease)
                m_hasTaken = true;
            if (std::exchange(isFirst, false))
                trying.count_down();
        }
    }

    std::vector<std::unique_ptr<lock::LockClient>> m_clients;
    std::atomic<bool> m_hasTaken = false;
    std::atomic<bool> m_isOver = false;
    std::vector<std::jthread> m_threads;
};

Result<LockSnapshot> lookAt(const config::Deployment& deployment, const Resource& resource)
{
    const observe::LocalProcessProbe processes;
    return readLock(deployment, resource, kClock, processes);
}

} // namespace

/// Whoever tries to take a lock while it is stolen.
class ReleaseStealRacesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        const auto file
            = std::filesystem::path(m_directory->path().toStdString()) / "journal.jsonl";
        auto journal = Journal::open(file, kClock);
        QVERIFY(journal.has_value());
        m_journal.emplace(std::move(*journal));
    }

    void nobodyGetsInBetween_data()
    {
        QTest::addColumn<int>("masters");
        QTest::newRow("one master") << 1;
        QTest::newRow("three masters") << 3;
    }
    void nobodyGetsInBetween()
    {
        QFETCH(int, masters);
        RedisServerFixture servers({.count = static_cast<std::size_t>(masters)});
        const auto deployment = servers.deployment();
        Takers takers(deployment, 2);
        lock::LockClient holder = makeClient(servers);
        lock::LockClient thief = makeClient(servers);
        const int races = countOfRaces(100);
        for (int race = 0; race < races; ++race) {
            const Resource resource("race:" + std::to_string(race));
            auto held = leaseIn(holder.acquire(resource, forAMinute()));
            QVERIFY(held.has_value());
            takers.start(resource);
            const auto plan = planFor(deployment, resource);
            QVERIFY(plan.has_value());
            auto lease = steal(deployment, *plan, thief);
            QVERIFY2(lease.has_value(), std::to_string(race).c_str());
            QVERIFY(lease->extend(ttl(60s)).has_value());
            QVERIFY2(!takers.hasTaken(), std::to_string(race).c_str());
            QVERIFY(!held->extend(ttl(60s)).has_value());
            if (race % 10 == 0) { // until the former lease is over, and not longer
                lease->release();
                QVERIFY2(!takers.hasTaken(), std::to_string(race).c_str());
                const auto tombstone = planToFreeTombstone(deployment, resource);
                QVERIFY(tombstone.has_value());
                QVERIFY(execute(deployment, *tombstone, kReason, *m_journal, kClock).has_value());
                QTRY_VERIFY_WITH_TIMEOUT(takers.hasTaken(), 60'000);
            }
            takers.stop();
        }
    }

    /// The control: two deeds, one after the other.
    void releasingAndTakingLetsOthersIn()
    {
        RedisServerFixture servers({.count = 3});
        const auto deployment = servers.deployment();
        Takers takers(deployment, 2);
        lock::LockClient holder = makeClient(servers);
        lock::LockClient thief = makeClient(servers);
        int gotIn = 0;
        const int races = countOfRaces(100);
        for (int race = 0; race < races; ++race) {
            const Resource resource("race:" + std::to_string(race));
            const auto held = leaseIn(holder.acquire(resource, forAMinute()));
            takers.start(resource);
            const auto look = lookAt(deployment, resource);
            const auto plan
                = planRelease(deployment, *look->entry, *look->entry->countVotes().token);
            QVERIFY(execute(deployment, *plan, kReason, *m_journal, kClock).has_value());
            const auto lease = leaseIn(thief.acquire(resource, forAMinute()));
            gotIn += takers.hasTaken() ? 1 : 0;
            takers.stop();
        }
        qInfo("others got in between in %d of %d races", gotIn, races);
        QVERIFY(gotIn > 0);
    }

    /// The holder releases the lock, and another one takes it, in the moment of the steal: of the
    /// two who want it, one has it, and keeps it.
    void aNextHolderIsNeverHit()
    {
        RedisServerFixture servers({.count = 3});
        const auto deployment = servers.deployment();
        lock::LockClient holder = makeClient(servers);
        lock::LockClient thief = makeClient(servers);
        lock::LockClient next = makeClient(servers);
        int stolen = 0;
        int taken = 0;
        const int races = countOfRaces(100);
        for (int race = 0; race < races; ++race) {
            const Resource resource("race:" + std::to_string(race));
            auto held = leaseIn(holder.acquire(resource, forAMinute()));
            QVERIFY(held.has_value());
            const auto plan = planFor(deployment, resource);
            QVERIFY(plan.has_value());
            std::optional<lock::Lease> other;
            std::atomic<bool> hasOther = false;
            std::atomic<bool> isOver = false;
            std::optional<lock::Lease> lease;
            {
                const std::jthread leaving([&] {
                    held->release();
                    while (!isOver && !hasOther) {
                        other = leaseIn(next.acquire(resource, forAMinute()));
                        hasOther = other.has_value();
                    }
                });
                lease = steal(deployment, *plan, thief);
                const bool isSomebodys
                    = lease || QTest::qWaitFor([&] { return hasOther.load(); }, 60'000);
                isOver = true;
                QVERIFY2(isSomebodys, std::to_string(race).c_str());
            }
            QVERIFY2(!(lease && other), std::to_string(race).c_str());
            if (other)
                QVERIFY2(other->extend(ttl(60s)).has_value(), std::to_string(race).c_str());
            if (lease)
                QVERIFY2(lease->extend(ttl(60s)).has_value(), std::to_string(race).c_str());
            stolen += lease ? 1 : 0;
            taken += other ? 1 : 0;
        }
        qInfo("of %d: stolen %d, taken by the next %d", races, stolen, taken);
    }

private:
    std::optional<lock::Lease> steal(
        const config::Deployment& deployment, const Plan& plan, lock::LockClient& thief)
    {
        std::optional<lock::Lease> lease;
        const auto take = [&](const Report& revoked) {
            lease = leaseIn(thief.acquire(
                plan.resource, stealOptions(plan, revoked, forAMinute(), kClock.now())));
            return lease ? Taken{AcquireResult::Acquired, lease->fingerprint()} : Taken{};
        };
        const auto report = executeSteal(deployment, plan, kReason, *m_journal, kClock, take);
        return report ? std::move(lease) : std::nullopt;
    }

    static Result<Plan> planFor(const config::Deployment& deployment, const Resource& resource)
    {
        const auto look = lookAt(deployment, resource);
        if (!look || !look->entry)
            return fail(ErrorClass::InvalidArgument, "no such lock");
        return planSteal(deployment, *look->entry, *look->entry->countVotes().token,
            {.by = "ada", .at = kClock.wallNow(), .reason = kReason}, forAMinute());
    }

    static Result<Plan> planToFreeTombstone(
        const config::Deployment& deployment, const Resource& resource)
    {
        const auto look = lookAt(deployment, resource);
        if (!look || !look->entry || !look->entry->packedLock.isTombstone())
            return fail(ErrorClass::InvalidArgument, "no tombstone");
        return planRelease(deployment, *look->entry, *look->entry->countVotes().token);
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::optional<Journal> m_journal;
};

LOCKKEEPER_TEST(ReleaseStealRacesTest)

} // namespace lockkeeper::tests::release_steal_races_test

#include "release_steal_races_test.moc"
