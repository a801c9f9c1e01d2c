// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/bulk.h"

#include "core/release/lock_snapshot.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QtTest>

namespace lockkeeper::release_bulk_test {

using namespace lockkeeper::release;
using tests::RedisServerFixture;

namespace {

const SystemClock kClock;
constexpr const char* kValue = "5ccedab049f911f08f3a0242ac110002";
constexpr const char* kOtherValue = "5ccedab149f911f08f3a0242ac110002";

std::optional<Plan> planFor(const config::Deployment& deployment, const std::string& name)
{
    const observe::LocalProcessProbe processes;
    const auto look = readLock(deployment, Resource(name), kClock, processes);
    if (!look || !look->entry)
        return std::nullopt;
    auto plan = planRelease(deployment, *look->entry, *look->entry->countVotes().token);
    return plan ? std::optional(*plan) : std::nullopt;
}

} // namespace

/// Several releases in a row, against real servers.
class ReleaseBulkTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_servers = std::make_unique<RedisServerFixture>(tests::RedisServerOptions{.count = 3});
        m_results.clear();
    }

    void allAreReleased()
    {
        const auto plans = plansFor({"job:1", "job:2", "job:3"});
        QCOMPARE(run(plans).value(), 3U);
        for (const auto& result : m_results)
            QVERIFY(result && result->count(MasterResult::Released) == 3);
        QCOMPARE(keys(), 0);
    }

    void itStopsAtTheFirstSurprise()
    {
        const auto plans = plansFor({"job:1", "job:2", "job:3"});
        m_servers->commandAll({"SET", "job:2", kOtherValue});
        QCOMPARE(run(plans).value(), 2U);
        QVERIFY(m_results.back() && m_results.back()->hasHolderChanged);
        QCOMPARE(m_servers->command(0, {"GET", "job:2"}).text, std::string(kOtherValue));
        QCOMPARE(m_servers->command(0, {"GET", "job:3"}).text, std::string(kValue));
    }

    void aLockThatIsGoneIsNoSurprise()
    {
        const auto plans = plansFor({"job:1", "job:2"});
        m_servers->commandAll({"DEL", "job:1"});
        QCOMPARE(run(plans).value(), 2U);
        QCOMPARE(keys(), 0);
    }

    void aMasterThatFallsSilentIsASurprise()
    {
        const auto plans = plansFor({"job:1", "job:2"});
        m_servers->kill(2);
        QCOMPARE(run(plans).value(), 1U);
    }

    void aMasterThatWasSilentIsNone()
    {
        m_servers->commandAll({"SET", "job:1", kValue});
        m_servers->commandAll({"SET", "job:2", kValue});
        m_servers->kill(2);
        std::vector<Plan> plans;
        for (const char* name : {"job:1", "job:2"})
            plans.push_back(*planFor(m_servers->deployment(), name));
        QCOMPARE(run(plans).value(), 2U);
    }

    void whatAReportTellsMayBeASurprise()
    {
        const Plan plan = plansFor({"job:1"}).front();
        Report fine;
        for (const char* master : {"a", "b", "c"})
            fine.outcomes.push_back({MasterId(master), MasterResult::Released});
        fine.isQuorumFreed = true;
        QVERIFY(!isSurprise(plan, fine));
        Report isLeft = fine;
        isLeft.isQuorumFreed = false;
        QVERIFY(isSurprise(plan, isLeft));
        Report isUnwritten = fine;
        isUnwritten.journalError = Error{ErrorClass::Journal, "the disk is full", {}};
        QVERIFY(isSurprise(plan, isUnwritten));
        for (const MasterResult result : {MasterResult::Refused, MasterResult::Unknown,
                 MasterResult::AnotherHolder, MasterResult::NotSent, MasterResult::Unreachable}) {
            Report other = fine;
            other.outcomes[1].result = result;
            QVERIFY(isSurprise(plan, other));
        }
    }

    void aLockIsFreeOnceAQuorumHasSaidSo()
    {
        const auto deployment = m_servers->deployment();
        const Error silent{ErrorClass::Timeout, "no reply", MasterId("a")};
        LockSnapshot look;
        QVERIFY(look.isFree(deployment));
        look.failures = {silent};
        QVERIFY(look.isFree(deployment));
        look.failures.push_back(silent);
        QVERIFY(!look.isFree(deployment));
        look.failures.clear();
        look.isOtherKey = true;
        QVERIFY(!look.isFree(deployment));
        look.isOtherKey = false;
        look.entry = std::make_shared<observe::LockEntry>();
        QVERIFY(!look.isFree(deployment));
    }

    void nothingIsBegunAfterAStop()
    {
        const auto plans = plansFor({"job:1", "job:2"});
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(run(plans, stop.get_token()).value(), 0U);
        QCOMPARE(keys(), 6);
    }

    void tooManyAreRefused()
    {
        const auto plan = plansFor({"job:1"}).front();
        const auto done = run(std::vector(kMostAtOnce + 1, plan));
        QVERIFY(!done);
        QCOMPARE(done.error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(keys(), 3);
    }

    void aReadOnlyDeploymentIsLeftAlone()
    {
        const auto plans = plansFor({"job:1", "job:2"});
        m_isReadOnly = true;
        QCOMPARE(run(plans).value(), 1U);
        m_isReadOnly = false;
        QVERIFY(!m_results.front());
        QCOMPARE(keys(), 6);
    }

private:
    std::vector<Plan> plansFor(const std::vector<std::string>& names)
    {
        std::vector<Plan> plans;
        for (const std::string& name : names) {
            m_servers->commandAll({"SET", name, kValue});
            plans.push_back(planFor(m_servers->deployment(), name).value());
        }
        return plans;
    }
    Result<std::size_t> run(const std::vector<Plan>& plans, const std::stop_token& stop = {})
    {
        const QTemporaryDir directory;
        auto journal = Journal::open(
            std::filesystem::path(directory.path().toStdString()) / "j.jsonl", kClock);
        config::Deployment deployment = m_servers->deployment();
        deployment.isReadOnly = m_isReadOnly;
        return executeAll(
            deployment, plans, "drill", *journal, kClock,
            [this](std::size_t, const Result<Report>& result) { m_results.push_back(result); },
            stop);
    }
    int keys()
    {
        std::int64_t count = 0;
        for (const auto& reply : m_servers->commandAll({"DBSIZE"}))
            count += reply.integer;
        return static_cast<int>(count);
    }

    std::unique_ptr<RedisServerFixture> m_servers;
    std::vector<Result<Report>> m_results;
    bool m_isReadOnly = false;
};

LOCKKEEPER_TEST(ReleaseBulkTest)

} // namespace lockkeeper::release_bulk_test

#include "release_bulk_test.moc"
