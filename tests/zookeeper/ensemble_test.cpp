// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ensemble.h"
#include "core/observe/watcher.h"
#include "tests/support/latest_update.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"
#include "tests/support/zookeeper_fixture.h"

namespace lockkeeper::tests::ensemble_test {

using namespace observe;

namespace {

const SystemClock kClock;
const test::NoProcesses kProcesses;
constexpr int kPatience = 20'000;

config::Deployment deploymentOf(const std::string& url)
{
    config::Deployment deployment = config::deploymentFromUrls("test", {url}).value();
    deployment.timeout = 5s;
    return deployment;
}

} // namespace

/// Three real servers that tell where sessions are: only one of them has the connection of a
/// session, and only the leader knows when it ends.
class EnsembleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!isZooKeeperInstalled())
            QSKIP(kNoZooKeeper);
        if (!isKazooInstalled())
            QSKIP(kNoKazoo);
        m_servers = std::make_unique<ZooKeeperEnsemble>(
            std::vector<std::string>{"4lw.commands.whitelist=*"});
    }
    void cleanupTestCase() { m_servers.reset(); }

    void aHolderOfAnyServerHasAnAddress()
    {
        KazooActor first(m_servers->server(0), {"lock", "/a", "", "w-2"});
        KazooActor last(m_servers->server(2), {"lock", "/b", "w-3"});
        const BoardUpdate update = sweepOnce(deploymentOf(m_servers->url()), kClock, kProcesses);
        QVERIFY(!update.masters.at(0).sessionsError);
        for (const char* const lock : {"/a", "/b"}) {
            const LockEntryPtr entry = find(update, lock);
            QVERIFY(entry != nullptr);
            const Holder holder = entry->unpackLock().holder;
            QCOMPARE(*holder.host, std::string("127.0.0.1"));
            QVERIFY(holder.session.has_value());
            QVERIFY(holder.session->address.starts_with("127.0.0.1:"));
            QVERIFY(holder.session->timeout > 0ms);
            QVERIFY(entry->stale.empty());
        }
        const auto& waiting = update.waits->waitersFor(Resource("/a"));
        QCOMPARE(waiting.size(), std::size_t{1});
        const Holder waiter = update.waits->waiters()[waiting[0]].queued->holder;
        QVERIFY(waiter.session && !waiter.session->address.empty());
    }

    void aHolderThatWasKilledHasNoConnectionAndAnEnd()
    {
        auto actor = std::make_unique<KazooActor>(
            m_servers->server(1), std::vector<std::string>{"lock", "/killed", "w-1"});
        const config::Deployment deployment = deploymentOf(m_servers->url());
        const WallTime before = kClock.wallNow();
        actor.reset();
        const BoardUpdate update = sweepOnce(deployment, kClock, kProcesses);
        const LockEntryPtr entry = find(update, "/killed");
        QVERIFY(entry != nullptr);
        QVERIFY(entry->stale.has(EvidenceKind::HolderConnectionGone));
        const Evidence gone = entry->stale.front();
        QVERIFY(gone.isOfNode && gone.expiredAt);
        QVERIFY(*gone.expiredAt > before && *gone.expiredAt < before + 60s);
        // One server alone does not know what the others have.
        const auto one = "zk://127.0.0.1:" + std::to_string(m_servers->server(0).port());
        const LockEntryPtr seen = find(sweepOnce(deploymentOf(one), kClock, kProcesses), "/killed");
        QVERIFY(seen == nullptr || !seen->stale.has(EvidenceKind::HolderConnectionGone));
    }

    void aWatcherShowsAddressesOfNewHolders()
    {
        LatestUpdate latest;
        Watcher watcher(deploymentOf(m_servers->url()), kClock, kProcesses, latest.handler());
        QTRY_VERIFY_WITH_TIMEOUT(latest.master(0).isPushed, kPatience);
        KazooActor actor(m_servers->server(2), {"lock", "/new", "w-1"});
        const auto session = [&] {
            const LockEntryPtr entry = find(latest.get(), "/new");
            return entry ? entry->unpackLock().holder.session.value_or(HolderSession())
                         : HolderSession();
        };
        QTRY_VERIFY_WITH_TIMEOUT(!session().address.empty(), kPatience);
        // It was seen to be taken.
        QVERIFY(find(latest.get(), "/new")->isHeldSinceExact());
    }

private:
    std::unique_ptr<ZooKeeperEnsemble> m_servers;
};

LOCKKEEPER_TEST(EnsembleTest)

} // namespace lockkeeper::tests::ensemble_test

#include "ensemble_test.moc"
