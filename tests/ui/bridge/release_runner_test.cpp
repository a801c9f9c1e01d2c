// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/watcher.h"
#include "core/release/steal.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "ui/bridge/deed_runners.h"
#include "ui/bridge/journal_reader.h"
#include "ui/bridge/lock_actions.h"

namespace lockkeeper::tests::release_runner_test {

using namespace lockkeeper::ui;

namespace {

const observe::LocalProcessProbe kProcesses;
const std::string kToken = "lk1:elsewhere:812:api:1750000000000:" + std::string(40, 'a');

/// Three masters that hold one lock, a plan to release it, and a runner.
struct Scene {
    QTemporaryDir directory;
    RedisServerFixture servers{{.count = 3}};
    std::filesystem::path journal
        = std::filesystem::path(directory.path().toStdString()) / "journal.jsonl";
    ReleaseRunner runner{servers.deployment(), journal, kClock};
    std::vector<ReleaseResult> results;

    Scene()
    {
        servers.commandAll({"SET", "cron:bill", kToken, "PX", "600000"});
        QObject::connect(&runner, &ReleaseRunner::finished, &runner,
            [this](const ReleaseResult& result) { results.push_back(result); });
    }
    [[nodiscard]] release::Plan plan() const
    {
        const auto update = observe::sweepOnce(servers.deployment(), kClock, kProcesses);
        const observe::LockEntry& entry = *update.changed.at(0);
        return release::planRelease(servers.deployment(), entry, *entry.countVotes().token).value();
    }
    [[nodiscard]] std::string stored(std::size_t master = 0)
    {
        return servers.command(master, {"GET", "cron:bill"}).text;
    }
};

} // namespace

class ReleaseRunnerTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void releaseIsCarriedOutAndWrittenDown()
    {
        Scene s;
        QVERIFY(s.runner.start(s.plan(), u"stuck since Monday"_s));
        QVERIFY(s.runner.isRunning());
        QTRY_COMPARE(s.results.size(), 1U);
        QVERIFY(s.results.front().has_value());
        QVERIFY(s.results.front()->isQuorumFreed);
        QVERIFY(!s.runner.isRunning());
        QCOMPARE(s.stored(), std::string());

        JournalReader reader(s.journal);
        QSignalSpy loaded(&reader, &JournalReader::loaded);
        reader.reload();
        QTRY_COMPARE(loaded.count(), 1);
        QCOMPARE(loaded.at(0).at(0).value<release::JournalEntries>().entries.size(), 2U);
    }

    void oneReleaseRunsAtATime()
    {
        Scene s;
        const release::Plan plan = s.plan();
        QVERIFY(s.runner.start(plan, u"first"_s));
        QVERIFY(!s.runner.start(plan, u"second"_s));
        QTRY_COMPARE(s.results.size(), 1U);
        s.servers.commandAll({"SET", "cron:bill", kToken, "PX", "600000"});
        QVERIFY(s.runner.start(s.plan(), u"third"_s));
        QTRY_COMPARE(s.results.size(), 2U);
    }

    void aStolenLockIsHeldByTheWindow()
    {
        Scene s;
        LockActions actions(s.servers.deployment(), lock::Owner::thisProcess("test"), kClock);
        QObject::connect(&s.runner, &ReleaseRunner::executed, &actions, &LockActions::adoptStolen);
        std::vector<LeaseInfo> leases;
        QObject::connect(&actions, &LockActions::leaseAcquired, &actions,
            [&leases](const LeaseInfo& lease) { leases.push_back(lease); });
        const auto update = observe::sweepOnce(s.servers.deployment(), kClock, kProcesses);
        const observe::LockEntry& entry = *update.changed.at(0);
        const auto plan = release::planSteal(s.servers.deployment(), entry,
            *entry.countVotes().token, {.by = "ada", .at = kClock.wallNow(), .reason = "stuck"},
            {.ttl = LockActions::kStolenTtl});
        QVERIFY(s.runner.start(*plan, u"stuck"_s, false, actions.takeOver(*plan)));
        QTRY_COMPARE(leases.size(), 1U);
        QCOMPARE(s.results.size(), 1U);
        QVERIFY(s.results[0]->taken->result == release::AcquireResult::Acquired);
        QCOMPARE(leases[0].resource, plan->resource);
        QCOMPARE(leases[0].fingerprint, Fingerprint::ofString(s.stored()));
        QVERIFY(s.stored().starts_with("lk1:"));
        QVERIFY(leases[0].revokedUntil > kClock.now());
        actions.release(leases[0].id); // the former holder may still work
        QTRY_VERIFY(s.stored().starts_with("lk1-revoked:"));
        QFile journal(QString::fromStdString(s.journal.string()));
        QVERIFY(journal.open(QIODevice::ReadOnly));
        QCOMPARE(journal.readAll().count("\"action\":\"steal\""), 1);
    }

    void changedHolderKeepsItsLock()
    {
        Scene s;
        const release::Plan plan = s.plan();
        s.servers.commandAll({"SET", "cron:bill", "the next holder", "PX", "600000"});
        QVERIFY(s.runner.start(plan, u"stuck"_s));
        QTRY_COMPARE(s.results.size(), 1U);
        QVERIFY(s.results.front().has_value());
        QVERIFY(s.results.front()->hasHolderChanged);
        QCOMPARE(s.stored(), std::string("the next holder"));
    }

    void withoutAJournalNothingIsSent()
    {
        Scene s;
        std::filesystem::create_directories(s.journal); // a directory is in the file's place
        QVERIFY(s.runner.start(s.plan(), u"stuck"_s));
        QTRY_COMPARE(s.results.size(), 1U);
        QVERIFY(!s.results.front().has_value());
        QCOMPARE(s.results.front().error().kind, ErrorClass::Journal);
        QCOMPARE(s.stored(), kToken);
    }

    void withoutAReasonNothingIsSent()
    {
        Scene s;
        QVERIFY(s.runner.start(s.plan(), u"  \n"_s));
        QTRY_COMPARE(s.results.size(), 1U);
        QVERIFY(!s.results.front().has_value());
        QCOMPARE(s.stored(), kToken);
    }

    void destructionWaitsForTheResult()
    {
        Scene s;
        {
            ReleaseRunner runner(s.servers.deployment(), s.journal, kClock);
            QVERIFY(runner.start(s.plan(), u"stuck"_s));
        }
        QFile journal(QString::fromStdString(s.journal.string()));
        const bool hasBegun = journal.open(QIODevice::ReadOnly);
        const auto lines = journal.readAll().count('\n');
        QVERIFY2(!hasBegun || lines == 2, "an intent without its result is left behind");
    }

    void silentMasterIsFinishedWhenItIsBack()
    {
        Scene s;
        const release::Plan plan = s.plan();
        s.servers.kill(2);
        QSignalSpy later(&s.runner, &ReleaseRunner::finishedLater);
        QVERIFY(s.runner.start(plan, u"stuck"_s, true));
        QTRY_COMPARE(s.results.size(), 1U);
        QVERIFY(later.isEmpty());
        s.servers.restart(2);
        s.servers.command(2, {"SET", "cron:bill", kToken, "PX", "600000"});
        QTRY_COMPARE_WITH_TIMEOUT(later.size(), 1, 20'000);
        QCOMPARE(later.at(0).at(0).value<Resource>(), Resource("cron:bill"));
        const auto result = later.at(0).at(1).value<ReleaseResult>();
        QVERIFY(result.has_value());
        // It may have been asked before it stored the token again.
        QVERIFY(result->outcomes[2].result == release::MasterResult::Released
            || result->outcomes[2].result == release::MasterResult::AlreadyGone);
    }

    void withoutTheWishNothingIsFinished()
    {
        Scene s;
        const release::Plan plan = s.plan();
        s.servers.kill(2);
        QVERIFY(s.runner.start(plan, u"stuck"_s));
        QTRY_COMPARE(s.results.size(), 1U);
        QFile journal(QString::fromStdString(s.journal.string()));
        QVERIFY(journal.open(QIODevice::ReadOnly));
        QCOMPARE(journal.readAll().count('\n'), 2);
    }

    void destructionGivesUpOnSilentMasters()
    {
        Scene s;
        const release::Plan plan = s.plan();
        s.servers.kill(2);
        {
            ReleaseRunner runner(s.servers.deployment(), s.journal, kClock);
            QSignalSpy finished(&runner, &ReleaseRunner::finished);
            QVERIFY(runner.start(plan, u"stuck"_s, true));
            QTRY_COMPARE(finished.size(), 1);
        }
        QFile journal(QString::fromStdString(s.journal.string()));
        QVERIFY(journal.open(QIODevice::ReadOnly));
        const QByteArray written = journal.readAll();
        QCOMPARE(written.count('\n'), 4);
        QVERIFY2(written.contains("given up: the program ended"), written.constData());
    }
};

LOCKKEEPER_TEST(ReleaseRunnerTest)

} // namespace lockkeeper::tests::release_runner_test

#include "release_runner_test.moc"
