// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/execute.h"
#include "core/release/journal_lines.h"
#include "core/release/lock_snapshot.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <future>

namespace lockkeeper::tests::release_finish_test {

using namespace lockkeeper::release;

namespace {

const Resource kOrders("orders:42");

/// Three masters with one lock, of which the last gave no answer to a release.
struct Scene {
    QTemporaryDir directory;
    std::filesystem::path file
        = std::filesystem::path(directory.path().toStdString()) / "journal.jsonl";
    RedisServerFixture servers{{.count = 3}};
    config::Deployment deployment = servers.deployment();
    std::optional<Plan> plan;
    Report report;

    explicit Scene(const Resource& resource = kOrders, const std::string& value = kValue)
    {
        deployment.timeout = 300ms;
        servers.commandAll({"SET", resource.value(), value, "PX", "600000"});
        const observe::LocalProcessProbe processes;
        const auto look = readLock(deployment, resource, kClock, processes);
        plan = planRelease(deployment, *look->entry, *look->entry->countVotes().token).value();
        plan->seenFor = kSightNeeded;
    }
    void release()
    {
        auto journal = Journal::open(file, kClock);
        report = execute(deployment, *plan, "test", *journal, kClock).value();
    }
    [[nodiscard]] std::future<Result<Report>> startFinishing(const FinishLimits& limits = {})
    {
        return std::async(std::launch::async, [this, limits] {
            auto journal = Journal::open(file, kClock);
            return finish(deployment, *plan, report, "test", *journal, kClock, limits);
        });
    }
    [[nodiscard]] QByteArray journalText() const
    {
        QFile journal(QString::fromStdString(file.string()));
        return journal.open(QIODevice::ReadOnly) ? journal.readAll() : QByteArray();
    }
};

} // namespace

class ReleaseFinishTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStoppedMasterIsFreedWhenItGoesOn()
    {
        Scene s;
        s.servers.suspend(2);
        s.release();
        QCOMPARE(unansweredMasters(s.report), std::vector{MasterId("c")});
        auto finishing = s.startFinishing();
        QTRY_VERIFY(s.journalText().contains("finish-release"));
        s.servers.resume(2);
        const auto finished = finishing.get();
        QVERIFY(finished.has_value());
        QCOMPARE(finished->outcomes[0].result, MasterResult::Released);
        // What was sent to it before it was stopped may have been executed meanwhile.
        QVERIFY(finished->outcomes[2].result == MasterResult::Released
            || finished->outcomes[2].result == MasterResult::AlreadyGone);
        QCOMPARE(s.servers.command(2, {"EXISTS", "orders:42"}).integer, 0);
        QCOMPARE(s.journalText().count('\n'), 4);
        // Only of what is done in addition.
        const auto entries = readJournal(s.file, {});
        const auto& intent = std::get<JournalIntent>(entries->entries[2]);
        QVERIFY(intent.votes.empty());
        QCOMPARE(intent.masters.size(), std::size_t(1));
        QCOMPARE(intent.masters[0].id, std::string("c"));
        const auto& result = std::get<JournalResult>(entries->entries[3]);
        QCOMPARE(result.outcomes.size(), std::size_t(1));
        QVERIFY(result.isQuorumFreed);
    }

    void anotherTokenIsLeftAlone()
    {
        Scene s;
        s.servers.kill(2);
        s.release();
        QCOMPARE(s.report.outcomes[2].result, MasterResult::Unreachable);
        s.servers.restart(2);
        s.servers.command(2, {"SET", "orders:42", "another holder", "PX", "600000"});
        const auto finished = s.startFinishing().get();
        QCOMPARE(finished->outcomes[2].result, MasterResult::AnotherHolder);
        QCOMPARE(s.servers.command(2, {"GET", "orders:42"}).text, std::string("another holder"));
    }

    /// The master that was away got the lock of the next holder, who stores the same value.
    void theNextHolderWithTheSameValueIsLeftAlone()
    {
        Scene s(Resource("lock:a"), "1");
        s.servers.kill(2);
        s.release();
        s.servers.command(0, {"SET", "lock:a", "1", "PX", "590000"});
        s.servers.restart(2);
        s.servers.command(2, {"SET", "lock:a", "1", "PX", "590000"});
        const auto finished = s.startFinishing().get();
        QCOMPARE(finished->outcomes[2].result, MasterResult::NotSent);
        QCOMPARE(s.servers.command(2, {"EXISTS", "lock:a"}).integer, 1);
    }

    /// Or it got it alone, with a TTL that the lock of before can't have any more.
    void aTtlSetAnewIsLeftAlone()
    {
        Scene s(Resource("lock:a"), "1");
        s.servers.kill(2);
        s.release();
        s.servers.restart(2);
        s.servers.command(2, {"SET", "lock:a", "1", "PX", "601000"});
        const auto finished = s.startFinishing().get();
        QCOMPARE(finished->outcomes[2].result, MasterResult::AnotherHolder);
        QCOMPARE(s.servers.command(2, {"EXISTS", "lock:a"}).integer, 1);
    }

    void aMasterThatComesBackWithTheTokenIsFreed()
    {
        Scene s;
        s.servers.kill(1);
        s.servers.kill(2);
        s.release();
        QVERIFY(!s.report.isQuorumFreed);
        auto finishing = s.startFinishing();
        QTRY_VERIFY(s.journalText().contains("finish-release"));
        for (const std::size_t server : {1U, 2U}) {
            s.servers.restart(server);
            s.servers.command(server, {"SET", "orders:42", kValue, "PX", "600000"});
        }
        const auto finished = finishing.get();
        QVERIFY(finished.has_value());
        QVERIFY(finished->isQuorumFreed);
        for (const std::size_t server : {1U, 2U})
            QVERIFY(finished->outcomes[server].result == MasterResult::Released
                || finished->outcomes[server].result == MasterResult::AlreadyGone);
    }

    void aMajorityThatRefusedStillHoldsItWhenTheRestIsFreed()
    {
        Scene s;
        s.servers.suspend(2);
        for (const std::size_t server : {0U, 1U})
            s.servers.command(server, {"REPLICAOF", "127.0.0.1", "1"});
        s.release();
        QCOMPARE(s.report.outcomes[1].result, MasterResult::Refused);
        auto finishing = s.startFinishing();
        QTRY_VERIFY(s.journalText().contains("finish-release"));
        s.servers.resume(2);
        const auto finished = finishing.get();
        QVERIFY(finished.has_value());
        QCOMPARE(finished->possiblyStillHeld(), std::size_t(2));
        QVERIFY(!finished->isQuorumFreed);
        const auto entries = readJournal(s.file, {});
        QVERIFY(!std::get<JournalResult>(entries->entries.back()).isQuorumFreed);
    }

    void aMasterThatRefusesForAWhileIsAskedAgain_data()
    {
        using Words = std::vector<std::string>;
        const auto row = columns<Words, std::string, Words>();
        row("a replica", Words{"REPLICAOF", "127.0.0.1", "1"}, "cmdstat_role",
            Words{"REPLICAOF", "NO", "ONE"});
        row("too few replicas", Words{"CONFIG", "SET", "min-replicas-to-write", "1"},
            "cmdstat_eval", Words{"CONFIG", "SET", "min-replicas-to-write", "0"});
    }
    void aMasterThatRefusesForAWhileIsAskedAgain()
    {
        using Words = std::vector<std::string>;
        const auto [refuse, sign, agree] = fetch<Words, std::string, Words>();
        Scene s;
        s.servers.kill(2);
        s.release();
        s.servers.restart(2);
        s.servers.command(2, {"SET", "orders:42", kValue, "PX", "600000"});
        auto last
            = sandbox::BlockingClient::connect(redis::Url::parse(s.servers.urls()[2]).value(), 20s);
        QVERIFY(last && last->call(redis::Command(refuse)));
        s.servers.command(2, {"CONFIG", "RESETSTAT"});
        auto finishing = s.startFinishing();
        QTRY_VERIFY_WITH_TIMEOUT(
            s.servers.command(2, {"INFO", "commandstats"}).text.find(sign) != std::string::npos,
            10'000);
        QCOMPARE(s.servers.command(2, {"GET", "orders:42"}).text, std::string(kValue));
        QVERIFY(last->call(redis::Command(agree)));
        const auto finished = finishing.get();
        QCOMPARE(finished->outcomes[2].result, MasterResult::Released);
        QVERIFY(finished->isQuorumFreed);
    }

    void aMasterThatRefusesForGoodIsAskedOnce()
    {
        Scene s;
        s.servers.kill(2);
        s.release();
        s.servers.restart(2);
        s.servers.command(2, {"SET", "orders:42", kValue, "PX", "600000"});
        s.servers.command(2, {"ACL", "SETUSER", "default", "-eval"});
        const auto finished = s.startFinishing().get();
        QCOMPARE(finished->outcomes[2].result, MasterResult::Refused);
        QCOMPARE(finished->outcomes[2].error->kind, ErrorClass::NoPermission);
        QVERIFY(!finished->outcomes[2].error->text.starts_with("given up"));
    }

    void itIsForTheReportOfItsPlanAlone()
    {
        Scene s;
        s.release();
        s.report.outcomes.pop_back();
        QCOMPARE(s.startFinishing().get().error().kind, ErrorClass::InvalidArgument);
    }

    void itEndsByItsTimeLimitAndSaysSo()
    {
        Scene s;
        s.servers.kill(2);
        s.release();
        const auto finished = s.startFinishing({.time = 100ms}).get();
        QVERIFY(finished.has_value());
        QCOMPARE(finished->outcomes[2].result, MasterResult::Unreachable);
        QVERIFY(finished->outcomes[2].error->text.find("in time") != std::string::npos);
        QVERIFY(s.journalText().contains("given up"));
    }

    void itStopsWhenToldTo()
    {
        Scene s;
        s.servers.kill(2);
        s.release();
        std::stop_source stop;
        auto finishing = s.startFinishing({.stop = stop.get_token()});
        QTRY_VERIFY(s.journalText().contains("finish-release"));
        stop.request_stop();
        const auto finished = finishing.get();
        QVERIFY(finished->outcomes[2].error->text.find("program ended") != std::string::npos);
        QCOMPARE(s.journalText().count('\n'), 4);
    }
};

LOCKKEEPER_TEST(ReleaseFinishTest)

} // namespace lockkeeper::tests::release_finish_test

#include "release_finish_test.moc"
