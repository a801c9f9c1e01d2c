// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/failover.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::failover_test {

using namespace lockkeeper::observe;

namespace {

const SteadyTime kThen{1000s};

MasterStatus group(const char* from, const char* to)
{
    MasterStatus master{.id = MasterId("a")};
    master.group = "orders";
    master.link.address = to;
    master.link.move = redis::Move{from, to, kThen, 2};
    return master;
}

} // namespace

class FailoverTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsFromWhereToWhere()
    {
        const auto master = group("redis://***@10.0.0.1:6379", "rediss://[::1]:7000/2?ca=/ca.pem");
        const auto failover = latestFailover(master, kThen + 12s);
        QVERIFY(failover.has_value());
        QCOMPARE(failover->group, std::string("orders"));
        QCOMPARE(failover->from, std::string("10.0.0.1:6379"));
        QCOMPARE(failover->to, std::string("[::1]:7000"));
        QCOMPARE(failover->age, 12s);
        QCOMPARE(failoverCount(master), std::uint64_t(2));
        QCOMPARE(currentAddress(master), std::string("[::1]:7000"));
    }

    void aMasterThatWasStartedAfterTheOthersIsLate()
    {
        const auto startedFor = [](std::chrono::seconds uptime) {
            MasterStatus master{.id = MasterId("a")};
            master.link.uptime = uptime;
            master.link.loggedInAt = kThen;
            return master;
        };
        const std::vector all{startedFor(3600s), startedFor(5s), MasterStatus()};
        QVERIFY(!lateStart(all[0], all, kThen));
        QCOMPARE(lateStart(all[1], all, kThen), std::optional(5000ms));
        QCOMPARE(lateStart(all[1], all, kThen + 10s), std::optional(15'000ms));
        QVERIFY(!lateStart(all[1], all, kThen + 5min));
        QVERIFY(!lateStart(all[2], all, kThen)); // not known
        const std::vector together{startedFor(40s), startedFor(5s)};
        QVERIFY(!lateStart(together[1], together, kThen));
    }

    void aMasterThatMayHaveForgottenIsQuarantined()
    {
        config::Deployment deployment;
        deployment.longestTtl = 10s;
        std::vector<MasterStatus> masters(3);
        masters[1].link.forgotAt = kThen;
        setQuarantines(masters, deployment, kThen + 1s);
        QVERIFY(!quarantineLeft(masters[0], kThen + 1s));
        const auto left = quarantineLeft(masters[1], kThen + 1s);
        QVERIFY(left >= 9s && left < 10s);
        QVERIFY(!quarantineLeft(masters[1], kThen + 11s));
        masters[2].link.forgotAt = kThen;
        setQuarantines(masters, deployment, kThen + 1s);
        QVERIFY(!quarantineLeft(masters[1], kThen + 1s));
    }

    void isNewsForAnHour()
    {
        const auto master = group("redis://h:1", "redis://h:2");
        QVERIFY(recentFailover(master, kThen + kFailoverNews).has_value());
        QVERIFY(!recentFailover(master, kThen + kFailoverNews + 1ms).has_value());
        QVERIFY(latestFailover(master, kThen + 240h).has_value());
    }

    void thereIsNoneBeforeTheFirst()
    {
        auto master = group("redis://h:1", "redis://h:2");
        master.link.move.reset();
        QVERIFY(!latestFailover(master, kThen).has_value());
        QCOMPARE(failoverCount(master), std::uint64_t(0));
    }

    void aMasterAtAFixedPlaceHasNone()
    {
        auto master = group("redis://h:1", "redis://h:2");
        master.group.clear();
        QVERIFY(!latestFailover(master, kThen).has_value());
        QCOMPARE(failoverCount(master), std::uint64_t(0));
        QCOMPARE(currentAddress(master), std::string());
    }
};

LOCKKEEPER_TEST(FailoverTest)

} // namespace lockkeeper::tests::failover_test

#include "failover_test.moc"
