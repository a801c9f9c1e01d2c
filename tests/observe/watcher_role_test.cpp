// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/watcher.h"
#include "tests/observe/watching.h"
#include "tests/support/test_class.h"

#include <atomic>

namespace lockkeeper::tests::watcher_role_test {

using namespace lockkeeper::observe;
using redis::LinkState;

/// What a watcher does when a master becomes a replica.
class WatcherRoleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMasterThatBecomesAReplicaLosesItsVote()
    {
        RedisServerFixture servers({.count = 3});
        take(servers, {0, 1}, "lock:a", kToken);
        LatestUpdate latest;
        Watcher watcher(servers.deployment(), kClock, kProcesses, latest.handler());
        QTRY_VERIFY(find(latest.get(), "lock:a") != nullptr);
        servers.command(1, {"REPLICAOF", "127.0.0.1", "1"});
        QTRY_COMPARE(latest.master(1).link.state, LinkState::Refused);
        QTRY_VERIFY(find(latest.get(), "lock:a")->countVotes().verdict == Verdict::Unknown);
        servers.command(1, {"REPLICAOF", "NO", "ONE"});
        QTRY_VERIFY(find(latest.get(), "lock:a")->countVotes().verdict == Verdict::Held);
    }

    void noLockPassesToTheOneWhoseReplicaAMasterBecomes()
    {
        RedisServerFixture servers({.count = 3, .hasTcp = true});
        take(servers, {0}, "lock:a", kToken);
        take(servers, {2}, "lock:a", kOther);
        servers.command(2, {"CONFIG", "SET", "repl-diskless-sync-delay", "0"});
        const std::string url = servers.tcpUrls()[2];
        const std::string port = url.substr(url.rfind(':') + 1);
        std::atomic<bool> hasPassed = false;
        LatestUpdate latest;
        const auto note = latest.handler();
        Watcher watcher(servers.deployment(), kClock, kProcesses, [&](const BoardUpdate& update) {
            for (const LockEntryPtr& entry : update.changed)
                hasPassed = hasPassed || entry->countVotes().verdict == Verdict::Held;
            note(update);
        });
        for (int i = 0; i < 3; ++i) {
            QTRY_VERIFY(latest.get().isComplete && find(latest.get(), "lock:a") != nullptr);
            servers.command(1, {"REPLICAOF", "127.0.0.1", port});
            QTRY_COMPARE(servers.command(1, {"GET", "lock:a"}).text, std::string(kOther));
            QTRY_COMPARE(latest.master(1).link.state, LinkState::Refused);
            QVERIFY(!hasPassed);
            servers.command(1, {"CONFIG", "SET", "replica-read-only", "no"});
            servers.command(1, {"FLUSHALL"});
            servers.command(1, {"REPLICAOF", "NO", "ONE"});
            QTRY_COMPARE(latest.master(1).link.state, LinkState::Up);
        }
    }

    void aMasterThatWasAReplicaForAMomentIsSweptAgain()
    {
        RedisServerFixture servers;
        take(servers, {0}, "lock:a", kToken);
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*"};
        LatestUpdate latest;
        Watcher watcher(deployment, kClock, kProcesses, latest.handler());
        QTRY_VERIFY(isPushed(latest));
        // Nobody is told of the data that take the others' place.
        servers.command({"SELECT", "1"});
        take(servers, {0}, "lock:a", kOther);
        servers.command({"SWAPDB", "0", "1"});
        servers.command({"REPLICAOF", "127.0.0.1", "1"});
        servers.command({"REPLICAOF", "NO", "ONE"});
        const auto token = Fingerprint::ofString(kOther);
        QTRY_VERIFY(find(latest.get(), "lock:a")->countVotes().token == token);
    }
};

LOCKKEEPER_TEST(WatcherRoleTest)

} // namespace lockkeeper::tests::watcher_role_test

#include "watcher_role_test.moc"
