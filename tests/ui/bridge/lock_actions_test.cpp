// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/journal_entry.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "ui/bridge/lock_actions.h"

namespace lockkeeper::tests::lock_actions_test {

using namespace lockkeeper::ui;

namespace {

const Resource kResource("orders:42");

/// Three empty masters, the actions on them, and what these told.
struct Window {
    RedisServerFixture servers{{.count = 3}};
    std::unique_ptr<LockActions> actions = std::make_unique<LockActions>(
        servers.deployment(), lock::Owner::thisProcess("test"), kClock);
    std::vector<LeaseInfo> acquired;
    std::vector<AcquireFailure> failures;
    std::vector<int> lost;
    std::vector<std::pair<int, MasterVotes>> released;

    Window()
    {
        const auto* from = actions.get();
        QObject::connect(from, &LockActions::leaseAcquired, from,
            [this](const LeaseInfo& lease) { acquired.push_back(lease); });
        QObject::connect(from, &LockActions::acquireFailed, from,
            [this](const AcquireFailure& failure) { failures.push_back(failure); });
        QObject::connect(
            from, &LockActions::leaseLost, from, [this](int id) { lost.push_back(id); });
        QObject::connect(from, &LockActions::leaseReleased, from,
            [this](int id, const MasterVotes& votes) { released.emplace_back(id, votes); });
    }

    [[nodiscard]] int acquire(
        std::chrono::milliseconds ttl = 30s, std::chrono::milliseconds wait = 0ms)
    {
        return actions->acquire({.resource = kResource, .ttl = ttl, .wait = wait});
    }
    [[nodiscard]] std::size_t mastersWithTheKey()
    {
        const auto replies = servers.commandAll({"EXISTS", kResource.value()});
        return static_cast<std::size_t>(std::count_if(replies.begin(), replies.end(),
            [](const redis::Reply& reply) { return reply.integer == 1; }));
    }
};

} // namespace

class LockActionsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void acquiredLeaseIsToldAndHeld()
    {
        Window w;
        const int id = w.acquire();
        QTRY_COMPARE(w.acquired.size(), 1U);
        const LeaseInfo& lease = w.acquired.front();
        QCOMPARE(lease.id, id);
        QCOMPARE(lease.resource, kResource);
        QVERIFY(lease.deadline > kClock.now());
        QCOMPARE(lease.fingerprint,
            Fingerprint::ofString(w.servers.command({"GET", kResource.value()}).text));
    }

    void acquireReturnsBeforeItsOutcome()
    {
        Window w;
        // Without its signal nothing can have been told yet.
        const int id = w.acquire();
        QVERIFY(id > 0);
        QVERIFY(w.acquired.empty());
        QTRY_COMPARE(w.acquired.size(), 1U);
    }

    void lockOfAnotherIsContended()
    {
        Window w;
        w.servers.commandAll({"SET", kResource.value(), "another", "PX", "60000"});
        const int id = w.acquire();
        QTRY_COMPARE(w.failures.size(), 1U);
        QCOMPARE(w.failures.front().id, id);
        QCOMPARE(w.failures.front().kind, AcquireFailure::Kind::Contended);
        QCOMPARE(w.failures.front().votes.size(), 3U);
        QCOMPARE(w.servers.command({"GET", kResource.value()}).text, std::string("another"));
    }

    void acquireWaitsUntilTheLockIsFree()
    {
        Window w;
        w.servers.commandAll({"SET", kResource.value(), "another", "PX", "60000"});
        const int waiting = w.acquire(30s, 60s);
        // Another acquire's failure shows that the waiting one met the lock held, too.
        [[maybe_unused]] const int failing = w.acquire();
        QTRY_COMPARE(w.failures.size(), 1U);
        w.servers.commandAll({"DEL", kResource.value()});
        QTRY_COMPARE(w.acquired.size(), 1U);
        QCOMPARE(w.acquired.front().id, waiting);
    }

    void cancelledAcquireLeavesNothing()
    {
        Window w;
        w.servers.commandAll({"SET", kResource.value(), "another", "PX", "60000"});
        const int id = w.acquire(30s, 600s);
        w.actions->cancelAcquire(id);
        QTRY_COMPARE(w.failures.size(), 1U);
        QCOMPARE(w.failures.front().kind, AcquireFailure::Kind::Cancelled);
        w.servers.commandAll({"DEL", kResource.value()});
        w.actions.reset();
        QCOMPARE(w.mastersWithTheKey(), 0U);
        QVERIFY(w.acquired.empty());
    }

    void tooFewMastersAreNoQuorum()
    {
        Window w;
        w.servers.kill(1);
        w.servers.kill(2);
        [[maybe_unused]] const int id = w.acquire();
        QTRY_COMPARE(w.failures.size(), 1U);
        QCOMPARE(w.failures.front().kind, AcquireFailure::Kind::NoQuorum);
        QTRY_COMPARE(w.servers.command({"EXISTS", kResource.value()}).integer, 0);
    }

    void impossibleTtlFails()
    {
        Window w;
        [[maybe_unused]] const int id = w.acquire(0ms);
        QTRY_COMPARE(w.failures.size(), 1U);
        QCOMPARE(w.failures.front().kind, AcquireFailure::Kind::Failed);
        QCOMPARE(w.failures.front().error.kind, ErrorClass::InvalidArgument);
    }

    void extendMovesTheDeadline()
    {
        Window w;
        QSignalSpy extended(w.actions.get(), &LockActions::leaseExtended);
        const int id = w.acquire(30s);
        QTRY_COMPARE(w.acquired.size(), 1U);
        w.actions->extend(id, 600s);
        QTRY_COMPARE(extended.count(), 1);
        QCOMPARE(extended.at(0).at(0).toInt(), id);
        QVERIFY(extended.at(0).at(1).value<SteadyTime>() > w.acquired.front().deadline + 60s);
        QVERIFY(w.servers.command({"PTTL", kResource.value()}).integer > 60'000);
    }

    void extendOfAnUnknownLeaseFails()
    {
        Window w;
        QSignalSpy failed(w.actions.get(), &LockActions::extendFailed);
        w.actions->extend(99, 30s);
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed.at(0).at(1).value<Error>().kind, ErrorClass::LeaseLost);
    }

    void releaseFreesTheLock()
    {
        Window w;
        const int id = w.acquire();
        QTRY_COMPARE(w.acquired.size(), 1U);
        w.actions->release(id);
        QTRY_COMPARE(w.released.size(), 1U);
        QCOMPARE(w.released.front().first, id);
        QCOMPARE(w.released.front().second.size(), 3U);
        QTRY_COMPARE(w.mastersWithTheKey(), 0U);
        QVERIFY(w.lost.empty());
    }

    void releaseOfAnUnknownLeaseIsAnswered()
    {
        Window w;
        w.actions->release(99);
        QTRY_COMPARE(w.released.size(), 1U);
        QVERIFY(w.released.front().second.empty());
    }

    void lostLeaseIsTold()
    {
        Window w;
        const int id = w.acquire(1500ms);
        QTRY_COMPARE(w.acquired.size(), 1U);
        w.servers.commandAll({"SET", kResource.value(), "another", "PX", "60000"});
        QTRY_COMPARE(w.lost, std::vector<int>{id});
        w.actions.reset();
        QCOMPARE(w.servers.command({"GET", kResource.value()}).text, std::string("another"));
    }

    void whoAsksForALeaseIsTold()
    {
        Window w;
        std::vector<std::pair<int, lock::Ask>> asked;
        QObject::connect(w.actions.get(), &LockActions::leaseAsked, w.actions.get(),
            [&asked](int id, const lock::Ask& ask) { asked.emplace_back(id, ask); });
        const int id = w.acquire(1500ms);
        QTRY_COMPARE(w.acquired.size(), 1U);
        const std::string text = lock::askText(
            w.acquired[0].fingerprint, {.by = "ada@desk", .at = {}, .reason = "a deploy waits"});
        w.servers.commandAll({"SET", lock::askKeyOf(kResource).value(), text, "PX", "60000"});
        QTRY_COMPARE(asked.size(), 1U);
        QCOMPARE(asked[0].first, id);
        QCOMPARE(asked[0].second.by, std::string("ada@desk"));
        QCOMPARE(asked[0].second.reason, std::string("a deploy waits"));
        QVERIFY(w.lost.empty());
    }

    void renewedLeaseTellsItsNewDeadline()
    {
        Window w;
        QSignalSpy renewed(w.actions.get(), &LockActions::leaseRenewed);
        const int id = w.acquire(1500ms);
        QTRY_VERIFY(renewed.count() >= 1);
        QCOMPARE(renewed.at(0).at(0).toInt(), id);
        QVERIFY(renewed.at(0).at(1).value<SteadyTime>() > w.acquired.front().deadline);
    }

    /// Whatever becomes of the window.
    void whatIsLeftStays()
    {
        Window w;
        w.actions->acquire({.resource = kResource, .ttl = 60s, .isRenewed = false, .isLeft = true});
        QTRY_COMPARE(w.acquired.size(), 1U);
        QVERIFY(w.acquired.front().isLeft);
        w.actions.reset();
        QCOMPARE(w.mastersWithTheKey(), 3U);
        QVERIFY(w.released.empty() && w.lost.empty());
    }

    void destructionReleasesAllLeases()
    {
        Window w;
        for (int i = 0; i < 5; ++i) {
            [[maybe_unused]] const int id
                = w.actions->acquire({.resource = Resource("lock:" + std::to_string(i))});
        }
        QTRY_COMPARE(w.acquired.size(), 5U);
        w.actions.reset();
        for (std::size_t i = 0; i < w.servers.size(); ++i)
            QTRY_COMPARE(w.servers.command(i, {"DBSIZE"}).integer, 0);
    }

    void destructionEndsWaitingAcquires()
    {
        Window w;
        w.servers.commandAll({"SET", kResource.value(), "another", "PX", "60000"});
        [[maybe_unused]] const int id = w.acquire(30s, 3600s);
        w.actions.reset(); // the test's own time limit tells if it does not end
        QCOMPARE(w.servers.command({"GET", kResource.value()}).text, std::string("another"));
        QVERIFY(w.acquired.empty());
    }

    void aReadOnlyDeploymentIsNotConnectedTo()
    {
        Window w;
        auto deployment = w.servers.deployment();
        deployment.isReadOnly = true;
        LockActions actions(deployment, lock::Owner::thisProcess("test"), kClock);
        QSignalSpy failed(&actions, &LockActions::acquireFailed);
        const int id = actions.acquire({.resource = kResource});
        QTRY_COMPARE(failed.count(), 1);
        const auto failure = failed.at(0).at(0).value<AcquireFailure>();
        QCOMPARE(failure.id, id);
        QCOMPARE(failure.kind, AcquireFailure::Kind::Failed);
        QCOMPARE(failure.error.kind, ErrorClass::ReadOnlyDeployment);
        QCOMPARE(w.mastersWithTheKey(), 0U);
    }

    void becomingReadOnlyReleasesAndStopsAll()
    {
        Window w;
        const int held = w.acquire();
        QTRY_COMPARE(w.acquired.size(), 1U);
        w.servers.commandAll({"SET", "other", "another", "PX", "60000"});
        const int waiting
            = w.actions->acquire({.resource = Resource("other"), .ttl = 30s, .wait = 3600s});
        w.actions->setWritable(false);
        QTRY_COMPARE(w.released.size(), 1U);
        QCOMPARE(w.released.front().first, held);
        QTRY_COMPARE(w.failures.size(), 1U);
        QCOMPARE(w.failures.front().id, waiting);
        QCOMPARE(w.failures.front().kind, AcquireFailure::Kind::Cancelled);
        QTRY_COMPARE(w.mastersWithTheKey(), 0U);
        w.actions->setWritable(true);
        (void)w.acquire();
        QTRY_COMPARE(w.acquired.size(), 2U);
    }

    void acquiresAreJournalled()
    {
        Window w;
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("journal.jsonl"));
        LockActions actions(
            w.servers.deployment(), lock::Owner::thisProcess("test"), kClock, path.toStdString());
        QSignalSpy acquired(&actions, &LockActions::leaseAcquired);
        QSignalSpy failed(&actions, &LockActions::acquireFailed);
        actions.acquire({.resource = kResource});
        QTRY_COMPARE(acquired.count(), 1);
        const auto lease = acquired.at(0).at(0).value<LeaseInfo>();
        actions.acquire({.resource = kResource});
        QTRY_COMPARE(failed.count(), 1);
        std::vector<release::JournalEntry> entries;
        const auto read = [&] {
            QFile file(path);
            entries.clear();
            if (file.open(QIODevice::ReadOnly)) {
                for (QByteArray line = file.readLine(); !line.isEmpty(); line = file.readLine())
                    entries.push_back(release::parseJournalEntry(line.toStdString()).value());
            }
            return entries.size();
        };
        QTRY_COMPARE(read(), std::size_t(4));
        const auto& intent = std::get<release::JournalIntent>(entries[0]);
        QCOMPARE(intent.action, std::string("acquire"));
        QCOMPARE(intent.resource, kResource.value());
        QCOMPARE(intent.masters.size(), std::size_t(3));
        const auto& result = std::get<release::JournalResult>(entries[1]);
        QCOMPARE(result.id, intent.id);
        QCOMPARE(result.acquired, std::string("acquired"));
        QCOMPARE(result.tokenSha1, lease.fingerprint.hex());
        QCOMPARE(std::get<release::JournalResult>(entries[3]).acquired, std::string("contended"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto token = w.servers.command({"GET", kResource.value()}).text;
        QVERIFY(!file.readAll().contains(token.c_str()));
    }

    void withoutAJournalNothingIsAcquired()
    {
        Window w;
        const QTemporaryDir directory;
        LockActions actions(w.servers.deployment(), lock::Owner::thisProcess("test"), kClock,
            directory.path().toStdString()); // a directory is no journal
        QSignalSpy failed(&actions, &LockActions::acquireFailed);
        actions.acquire({.resource = kResource});
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed.at(0).at(0).value<AcquireFailure>().error.kind, ErrorClass::Journal);
        QCOMPARE(w.mastersWithTheKey(), 0U);
    }
};

LOCKKEEPER_TEST(LockActionsTest)

} // namespace lockkeeper::tests::lock_actions_test

#include "lock_actions_test.moc"
