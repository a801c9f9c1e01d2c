// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/loop/mutex.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <QtTest>
#include <map>

namespace lockkeeper::metrics_test {

using namespace lockkeeper::lock;
using namespace std::chrono_literals;
using tests::leaseIn;
using tests::makeClient;
using tests::RedisServerFixture;
using tests::ttl;

/// Writes down what it is told.
class Notes final : public Metrics {
public:
    void started(const std::vector<Resource>& /*locks*/) override
    {
        const MutexLock lock(m_mutex);
        ++m_started;
    }
    void ended(const std::vector<Resource>& locks, AcquireEnd end,
        std::chrono::nanoseconds waited) override
    {
        const MutexLock lock(m_mutex);
        m_ends.push_back(end);
        m_waited = waited;
        m_locks = locks;
    }
    void held(
        const std::vector<Resource>& /*locks*/, HoldEnd end, std::chrono::nanoseconds held) override
    {
        const MutexLock lock(m_mutex);
        m_holds.push_back(end);
        m_held = held;
    }
    void replied(const MasterId& master, bool isAnswered, std::chrono::nanoseconds latency) override
    {
        const MutexLock lock(m_mutex);
        ++(isAnswered ? m_replies : m_silences)[master.value()];
        ++m_told;
        m_isLatencySane = m_isLatencySane && latency > 0ns;
    }

    [[nodiscard]] int startedCount() const
    {
        const MutexLock lock(m_mutex);
        return m_started;
    }
    [[nodiscard]] std::vector<AcquireEnd> ends() const
    {
        const MutexLock lock(m_mutex);
        return m_ends;
    }
    [[nodiscard]] std::vector<HoldEnd> holds() const
    {
        const MutexLock lock(m_mutex);
        return m_holds;
    }
    [[nodiscard]] std::chrono::nanoseconds waitedLast() const
    {
        const MutexLock lock(m_mutex);
        return m_waited;
    }
    [[nodiscard]] std::chrono::nanoseconds heldLast() const
    {
        const MutexLock lock(m_mutex);
        return m_held;
    }
    [[nodiscard]] std::vector<Resource> locksLast() const
    {
        const MutexLock lock(m_mutex);
        return m_locks;
    }
    /// Masters that have replied, and those that have not.
    [[nodiscard]] std::pair<std::size_t, std::size_t> masters() const
    {
        const MutexLock lock(m_mutex);
        return {m_replies.size(), m_silences.size()};
    }
    [[nodiscard]] int repliedCount() const
    {
        const MutexLock lock(m_mutex);
        return m_told;
    }
    [[nodiscard]] bool isLatencySane() const
    {
        const MutexLock lock(m_mutex);
        return m_isLatencySane;
    }

private:
    mutable Mutex m_mutex;
    int m_started LK_GUARDED_BY(m_mutex) = 0;
    int m_told LK_GUARDED_BY(m_mutex) = 0; ///< by replied()
    std::vector<AcquireEnd> m_ends LK_GUARDED_BY(m_mutex);
    std::vector<HoldEnd> m_holds LK_GUARDED_BY(m_mutex);
    std::vector<Resource> m_locks LK_GUARDED_BY(m_mutex);
    std::chrono::nanoseconds m_waited LK_GUARDED_BY(m_mutex){-1};
    std::chrono::nanoseconds m_held LK_GUARDED_BY(m_mutex){-1};
    std::map<std::string, int> m_replies LK_GUARDED_BY(m_mutex);
    std::map<std::string, int> m_silences LK_GUARDED_BY(m_mutex);
    bool m_isLatencySane LK_GUARDED_BY(m_mutex) = true;
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
        QCOMPARE(notes->startedCount(), 1);
        QCOMPARE(notes->ends(), std::vector{AcquireEnd::Acquired});
        QCOMPARE(notes->locksLast(), std::vector{Resource("orders")});
        QVERIFY(notes->waitedLast() > 0ns);
        QVERIFY(notes->holds().empty());
        lease->release();
        QCOMPARE(notes->holds(), std::vector{HoldEnd::Released});
        QVERIFY(notes->heldLast() > 0ns);
        lease.reset();
        QCOMPARE(notes->holds().size(), std::size_t(1));
        QTRY_COMPARE(notes->masters(), std::pair(std::size_t(3), std::size_t(0)));
        QVERIFY(notes->isLatencySane());
    }

    void tellsWhyNothingWasAcquired()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders", "theirs"});
        const auto notes = std::make_shared<Notes>();
        LockClient client = makeClient(servers);
        client.setMetrics(notes);
        QVERIFY(!leaseIn(client.acquire("orders", {.ttl = ttl(30s), .wait = 50ms})).has_value());
        QCOMPARE(notes->ends(), std::vector{AcquireEnd::Contended});
        QVERIFY(notes->waitedLast() >= 50ms);
        servers.kill(0);
        servers.kill(1);
        QVERIFY(!leaseIn(client.acquire("orders", {.ttl = ttl(30s)})).has_value());
        QCOMPARE(notes->ends().back(), AcquireEnd::NoQuorum);
        QCOMPARE(notes->masters(), std::pair(std::size_t(3), std::size_t(2)));
        QVERIFY(notes->holds().empty());
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
        QCOMPARE(notes->holds(), std::vector{HoldEnd::Lost});
        lease->release();
        lease.reset();
        QCOMPARE(notes->holds().size(), std::size_t(1));
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
        QVERIFY(once->repliedCount() > 0);
        const auto first = std::make_shared<Notes>();
        const auto second = std::make_shared<Notes>();
        QVERIFY(repliesOf({first, second, second}));
        QCOMPARE(first->repliedCount(), 0);
        QCOMPARE(second->repliedCount(), once->repliedCount());
        const auto none = std::make_shared<Notes>();
        QVERIFY(repliesOf({none, nullptr}));
        QCOMPARE(none->repliedCount(), 0);
        QCOMPARE(none->startedCount(), 0);
        QVERIFY(repliesOf({nullptr, none}));
        QCOMPARE(none->repliedCount(), once->repliedCount());
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
        QCOMPARE(notes->holds(), std::vector{HoldEnd::Left});
        QCOMPARE(servers.command({"EXISTS", "orders"}).integer, 1);
    }
};

LOCKKEEPER_TEST(MetricsTest)

} // namespace lockkeeper::metrics_test

#include "metrics_test.moc"
