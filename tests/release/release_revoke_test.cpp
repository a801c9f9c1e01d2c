// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/observe/formats/tombstone.h"
#include "core/release/execute.h"
#include "core/release/journal_entry.h"
#include "core/release/lock_snapshot.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::release_revoke_test {

using namespace lockkeeper::release;

namespace {

const Resource kOrders("orders:42");
constexpr const char* kField = "123e4567-e89b-42d3-a456-426614174000:7";

observe::LockEntryPtr entryOf(const config::Deployment& deployment)
{
    const observe::LocalProcessProbe processes;
    const auto look = readLock(deployment, kOrders, kClock, processes);
    return look ? look->entry : nullptr;
}

Result<Plan> planFor(const config::Deployment& deployment)
{
    const auto entry = entryOf(deployment);
    if (!entry)
        return fail(ErrorClass::InvalidArgument, "no such lock");
    return planRevoke(deployment, *entry, *entry->countVotes().token,
        {.by = "ada", .at = kClock.wallNow(), .reason = "job: stuck"});
}

} // namespace

class ReleaseRevokeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "journal.jsonl";
    }

    void aStringBecomesATombstoneWithItsTtl()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        const auto report = revoke(servers.deployment());
        QVERIFY(report.has_value());
        QCOMPARE(report->count(MasterResult::Revoked), std::size_t(3));
        QVERIFY(report->isQuorumFreed);
        for (std::size_t i = 0; i < servers.size(); ++i) {
            const std::string stored = servers.command(i, {"GET", "orders:42"}).text;
            QVERIFY(stored.starts_with("lk1-revoked:ada:"));
            const auto left = servers.command(i, {"PTTL", "orders:42"}).integer;
            QVERIFY2(left > 0 && left <= 60'000, std::to_string(left).c_str());
        }
        const auto entry = entryOf(servers.deployment());
        QCOMPARE(entry->packedLock.formatName(), std::string("lk1-revoked"));
        QCOMPARE(entry->unpackLock().holder.detail,
            std::optional<std::string>("revoked by ada: job: stuck"));
        QCOMPARE(journalActions(), QByteArrayList{"revoke"});
    }

    void aLockWithoutATtlGetsThatOfTheLongestLease()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        auto deployment = servers.deployment();
        deployment.thresholds.maxLease = 90s;
        QVERIFY(revoke(deployment).has_value());
        const auto left = servers.command({"PTTL", "orders:42"}).integer;
        QVERIFY2(left > 80'000 && left <= 90'000, std::to_string(left).c_str());
    }

    void aLongerTtlIsCutDownToThatOfTheLongestLease_data()
    {
        QTest::addColumn<bool>("isHash");
        QTest::newRow("string") << false;
        QTest::newRow("hash") << true;
    }
    void aLongerTtlIsCutDownToThatOfTheLongestLease()
    {
        QFETCH(bool, isHash);
        RedisServerFixture servers;
        if (isHash)
            servers.command({"HSET", "orders:42", kField, "2"});
        else
            servers.command({"SET", "orders:42", kValue});
        servers.command({"PEXPIRE", "orders:42", "20000000000000"}); // 634 years
        auto deployment = servers.deployment();
        deployment.patterns = {"orders:*"};
        deployment.thresholds.maxLease = 90s;
        const auto report = revoke(deployment);
        QCOMPARE(report->outcomes[0].result, MasterResult::Revoked);
        const auto left = servers.command({"PTTL", "orders:42"}).integer;
        QVERIFY2(left > 80'000 && left <= 90'000, std::to_string(left).c_str());
    }

    void redissonsHashBecomesAHashWithItsTtl_data()
    {
        QTest::addColumn<bool>("isEndless");
        QTest::newRow("TTL") << false;
        QTest::newRow("no TTL") << true;
    }
    void redissonsHashBecomesAHashWithItsTtl()
    {
        QFETCH(bool, isEndless);
        RedisServerFixture servers(1, {"HSET", "orders:42", kField, "2"});
        if (!isEndless)
            servers.command({"PEXPIRE", "orders:42", "30000"});
        auto deployment = servers.deployment();
        deployment.patterns = {"orders:*"};
        deployment.thresholds.maxLease = 90s;
        const auto report = revoke(deployment);
        QVERIFY(report.has_value());
        QCOMPARE(report->outcomes[0].result, MasterResult::Revoked);
        QCOMPARE(servers.command({"TYPE", "orders:42"}).text, std::string("hash"));
        QCOMPARE(servers.command({"HEXISTS", "orders:42", kField}).integer, 0);
        QCOMPARE(servers.command({"HLEN", "orders:42"}).integer, 1);
        const auto left = servers.command({"PTTL", "orders:42"}).integer;
        QVERIFY(left > 20'000 && left <= (isEndless ? 90'000 : 30'000));
        const auto entry = entryOf(deployment);
        QVERIFY(entry != nullptr);
        QCOMPARE(entry->packedLock.formatName(), std::string("lk1-revoked-hash"));
        // It can be freed early like any other lock.
        const auto freed = planRelease(deployment, *entry, *entry->countVotes().token);
        QVERIFY(freed.has_value());
        QCOMPARE(carryOut(deployment, *freed)->outcomes[0].result, MasterResult::Released);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void aRefusedCommandLeavesTheHashAsItWas_data()
    {
        QTest::addColumn<QByteArray>("denied");
        for (const char* command : {"-hdel", "-hset", "-pexpire"})
            QTest::newRow(command) << QByteArray(command);
    }
    void aRefusedCommandLeavesTheHashAsItWas()
    {
        QFETCH(QByteArray, denied);
        RedisServerFixture servers(1, {"HSET", "orders:42", kField, "2"});
        servers.command(
            {"ACL", "SETUSER", "ops", "on", ">pw", "~*", "&*", "+@all", denied.toStdString()});
        std::string url = servers.urls().front();
        url.insert(url.find("://") + 3, "ops:pw@");
        auto deployment = config::deploymentFromUrls("test", {url}).value();
        deployment.patterns = {"orders:*"};
        const auto report = revoke(deployment);
        QVERIFY(report.has_value());
        QCOMPARE(report->outcomes[0].result, MasterResult::Refused);
        QCOMPARE(servers.command({"HGET", "orders:42", kField}).text, std::string("2"));
        QCOMPARE(servers.command({"HLEN", "orders:42"}).integer, 1);
        QCOMPARE(servers.command({"PTTL", "orders:42"}).integer, -1);
    }

    void leavesAnotherHoldersLockAlone()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        const auto plan = planFor(servers.deployment());
        QVERIFY(plan.has_value());
        servers.command(1, {"SET", "orders:42", "another", "PX", "60000"});
        const auto report = carryOut(servers.deployment(), *plan);
        QVERIFY(report->hasHolderChanged);
        QCOMPARE(servers.command(0, {"GET", "orders:42"}).text, std::string(kValue));
        QCOMPARE(servers.command(1, {"GET", "orders:42"}).text, std::string("another"));
        // The script compares on its own as well.
        std::vector<std::string> command = releaseCommand(*plan, plan->masters[1]).arguments();
        QCOMPARE(command.size(), std::size_t(9));
        const auto reply = servers.command(1,
            {command[0], command[1], command[2], command[3], command[4], command[5], command[6],
                command[7], command[8]});
        QCOMPARE(reply.integer, static_cast<std::int64_t>(ScriptAnswer::AnotherHolder));
        QCOMPARE(servers.command(1, {"GET", "orders:42"}).text, std::string("another"));
    }

    void aHolderLearnsThatItWasRevokedAndNobodyEntersEarly()
    {
        RedisServerFixture servers({.count = 3});
        const auto deployment = servers.deployment();
        lock::LockClient holder(deployment, lock::Owner::thisProcess("holder"), kClock);
        const auto ttl = lock::Ttl::from(6s).value();
        auto outcome = holder.acquire(kOrders, {.ttl = ttl, .isRenewed = true});
        QVERIFY(outcome.has_value());
        auto* lease = std::get_if<lock::Lease>(&*outcome);
        QVERIFY(lease != nullptr);
        // A quorum is enough for the holder, so the last master may get its token a little later.
        for (std::size_t i = 0; i < servers.size(); ++i)
            QTRY_COMPARE(servers.command(i, {"EXISTS", "orders:42"}).integer, 1);
        QCOMPARE(revoke(deployment)->count(MasterResult::Revoked), std::size_t(3));
        const auto revokedAt = kClock.now();

        QTRY_VERIFY_WITH_TIMEOUT(lease->lost().stop_requested(), 10'000);
        QVERIFY(lease->isRevoked());
        QVERIFY(!lease->isHeld());
        QVERIFY2(kClock.now() - revokedAt < 6s, "it learnt of it at its deadline only");
        // The tombstone is still there: the masters give the lock to nobody.
        lock::LockClient other(deployment, lock::Owner::thisProcess("other"), kClock);
        const auto early = other.acquire(kOrders, {.ttl = ttl});
        QVERIFY(early.has_value());
        QVERIFY(std::holds_alternative<lock::Contended>(*early));
        lease->release();
        QVERIFY(servers.command(0, {"GET", "orders:42"}).text.starts_with("lk1-revoked:"));
    }

    void anExtensionSaysThatItWasRevoked()
    {
        RedisServerFixture servers;
        const auto deployment = servers.deployment();
        lock::LockClient holder(deployment, lock::Owner::thisProcess("holder"), kClock);
        const auto ttl = lock::Ttl::from(60s).value();
        auto outcome = holder.acquire(kOrders, {.ttl = ttl, .isRenewed = false});
        auto& lease = std::get<lock::Lease>(*outcome);
        QVERIFY(revoke(deployment).has_value());
        const auto extended = lease.extend(ttl);
        QVERIFY(!extended.has_value());
        QCOMPARE(extended.error().kind, ErrorClass::LeaseLost);
        QVERIFY(extended.error().text.find("revoked") != std::string::npos);
        QVERIFY(lease.isRevoked());
    }

    void anotherHoldersValueIsNoRevoke()
    {
        RedisServerFixture servers;
        lock::LockClient holder(servers.deployment(), lock::Owner::thisProcess("holder"), kClock);
        const auto ttl = lock::Ttl::from(60s).value();
        auto outcome = holder.acquire(kOrders, {.ttl = ttl, .isRenewed = false});
        auto& lease = std::get<lock::Lease>(*outcome);
        servers.command({"SET", "orders:42", "another", "PX", "60000"});
        QCOMPARE(lease.extend(ttl).error().kind, ErrorClass::LeaseLost);
        QVERIFY(!lease.isRevoked());
    }

private:
    Result<Report> carryOut(const config::Deployment& deployment, const Plan& plan)
    {
        auto journal = Journal::open(m_file, kClock);
        if (!journal)
            return tl::make_unexpected(journal.error());
        return execute(deployment, plan, "test", *journal, kClock);
    }

    Result<Report> revoke(const config::Deployment& deployment)
    {
        const auto plan = planFor(deployment);
        return plan ? carryOut(deployment, *plan) : tl::make_unexpected(plan.error());
    }

    [[nodiscard]] QByteArrayList journalActions() const
    {
        QFile file(QString::fromStdString(m_file.string()));
        QByteArrayList actions;
        if (!file.open(QIODevice::ReadOnly))
            return actions;
        for (const QByteArray& line : file.readAll().split('\n')) {
            const auto entry = parseJournalEntry(line.toStdString());
            if (entry && std::holds_alternative<JournalIntent>(*entry))
                actions << QByteArray::fromStdString(std::get<JournalIntent>(*entry).action);
        }
        return actions;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
};

LOCKKEEPER_TEST(ReleaseRevokeTest)

} // namespace lockkeeper::tests::release_revoke_test

#include "release_revoke_test.moc"
