// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/loop/mutex.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <map>

namespace lockkeeper::tests::metrics_test {

using namespace lockkeeper::lock;

struct Told {
    int started = 0;
    std::vector<AcquireEnd> ends{};
    std::vector<HoldEnd> holds{};
    std::vector<Resource> locksLast{};
    std::chrono::nanoseconds waitedLast{-1};
    std::chrono::nanoseconds heldLast{-1};
    std::map<std::string, int> replies{};
    std::map<std::string, int> silences{};
    int replied = 0; ///< of all masters, silences too
    bool isLatencySane = true;
};

/// Writes down what it is told.
class Notes final : public Metrics {
public:
    void started(const std::vector<Resource>& /*locks*/) override
    {
        const MutexLock lock(m_mutex);
        ++m_told.started;
    }
    void ended(const std::vector<Resource>& locks, AcquireEnd end,
        std::chrono::nanoseconds waited) override
    {
        const MutexLock lock(m_mutex);
        m_told.ends.push_back(end);
        m_told.waitedLast = waited;
        m_told.locksLast = locks;
    }
    void held(
        const std::vector<Resource>& /*locks*/, HoldEnd end, std::chrono::nanoseconds held) override
    {
        const MutexLock lock(m_mutex);
        m_told.holds.push_back(end);
        m_told.heldLast = held;
    }
    void replied(const MasterId& master, bool isAnswered, std::chrono::nanoseconds latency) override
    {
        const MutexLock lock(m_mutex);
        ++(isAnswered ? m_told.replies : m_told.silences)[master.value()];
        ++m_told.replied;
        m_told.isLatencySane = m_told.isLatencySane && latency > 0ns;
    }

    [[nodiscard]] Told told() const
    {
        const MutexLock lock(m_mutex);
        return m_told;
    }
    /// Masters that have replied, and those that have not.
    [[nodiscard]] std::pair<std::size_t, std::size_t> masters() const
    {
        const Told all = told();
        return {all.replies.size(), all.silences.size()};
    }

private:
    mutable Mutex m_mutex;
    Told m_told LK_GUARDED_BY(m_mutex);
};

class MetricsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsOfAnAcquireAndItsHold()
    {
        RedisServerFixture servers({.count = 3});
        const auto notes = std::make_shared<Notes>();
        LockClient client = makeClient(servers);
        client.setMetrics(notes);
        auto lease = leaseIn(client.acquire("orders", {.ttl = ttl(30s)}));
        QVERIFY(lease.has_value());
        QCOMPARE(notes->told().started, 1);
        QCOMPARE(notes->told().ends, std::vector{AcquireEnd::Acquired});
        QCOMPARE(notes->told().locksLast, std::vector{Resource("orders")});
        QVERIFY(notes->told().waitedLast > 0ns);
        QVERIFY(notes->told().holds.empty());
        lease->release();
        QCOMPARE(notes->told().holds, std::vector{HoldEnd::Released});
        QVERIFY(notes->told().heldLast > 0ns);
        lease.reset();
        QCOMPARE(notes->told().holds.size(), std::size_t(1));
        QTRY_COMPARE(notes->masters(), std::pair(std::size_t(3), std::size_t(0)));
        QVERIFY(notes->told().isLatencySane);
    }

    void tellsWhyNothingWasAcquired()
    {
        RedisServerFixture servers(3, {"SET", "orders", "theirs"});
        const auto notes = std::make_shared<Notes>();
        LockClient client = makeClient(servers);
        client.setMetrics(notes);
        QVERIFY(!leaseIn(client.acquire("orders", {.ttl = ttl(30s), .wait = 50ms})).has_value());
        QCOMPARE(notes->told().ends, std::vector{AcquireEnd::Contended});
        QVERIFY(notes->told().waitedLast >= 50ms);
        servers.kill(0);
        servers.kill(1);
        QVERIFY(!leaseIn(client.acquire("orders", {.ttl = ttl(30s)})).has_value());
        QCOMPARE(notes->told().ends.back(), AcquireEnd::NoQuorum);
        QCOMPARE(notes->masters(), std::pair(std::size_t(3), std::size_t(2)));
        QVERIFY(notes->told().holds.empty());
    }

    void tellsOfALossOnce()
    {
        RedisServerFixture servers;
        const auto notes = std::make_shared<Notes>();
        LockClient client = makeClient(servers);
        client.setMetrics(notes);
        auto lease = leaseIn(client.acquire("orders", {.ttl = ttl(30s)}));
        QVERIFY(lease.has_value());
        servers.command({"SET", "orders", "another"});
        QVERIFY(!lease->extend(ttl(30s)).has_value());
        QCOMPARE(notes->told().holds, std::vector{HoldEnd::Lost});
        lease->release();
        lease.reset();
        QCOMPARE(notes->told().holds.size(), std::size_t(1));
    }

    void theLastMetricsAloneAreTold()
    {
        RedisServerFixture servers;
        const auto repliesOf = [&](const std::vector<std::shared_ptr<Notes>>& given) {
            LockClient client = makeClient(servers);
            for (const auto& notes : given)
                client.setMetrics(notes);
            auto lease = leaseIn(client.acquire("orders", {.ttl = ttl(30s)}));
            if (lease)
                lease->release(); // waits for the reply
            return lease.has_value();
        };
        const auto once = std::make_shared<Notes>();
        QVERIFY(repliesOf({once}));
        QVERIFY(once->told().replied > 0);
        const auto first = std::make_shared<Notes>();
        const auto second = std::make_shared<Notes>();
        QVERIFY(repliesOf({first, second, second}));
        QCOMPARE(first->told().replied, 0);
        QCOMPARE(second->told().replied, once->told().replied);
        const auto none = std::make_shared<Notes>();
        QVERIFY(repliesOf({none, nullptr}));
        QCOMPARE(none->told().replied, 0);
        QCOMPARE(none->told().started, 0);
        QVERIFY(repliesOf({nullptr, none}));
        QCOMPARE(none->told().replied, once->told().replied);
    }

    void tellsOfALockThatIsLeft()
    {
        RedisServerFixture servers;
        const auto notes = std::make_shared<Notes>();
        {
            LockClient client = makeClient(servers);
            client.setMetrics(notes);
            auto lease = leaseIn(client.acquire("orders", {.ttl = ttl(30s)}));
            QVERIFY(lease.has_value());
            lease->leaveToExpire();
        }
        QCOMPARE(notes->told().holds, std::vector{HoldEnd::Left});
        QCOMPARE(servers.command({"EXISTS", "orders"}).integer, 1);
    }
};

LOCKKEEPER_TEST(MetricsTest)

} // namespace lockkeeper::tests::metrics_test

#include "metrics_test.moc"
