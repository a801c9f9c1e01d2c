// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/alerts/event_watch.h"
#include "core/observe/kinds/contention.h"
#include "tests/observe/watching.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::endings_test {

using namespace lockkeeper::observe;

namespace {

constexpr int kPatience = 30'000;

/// A watcher of real servers, and what events and counters make of its updates.
class Witness {
public:
    explicit Witness(const config::Deployment& deployment)
        : m_watcher(deployment, kClock, kProcesses,
            [this, show = m_latest.handler()](const BoardUpdate& update) {
                const std::lock_guard lock(m_mutex);
                m_events.see(update);
                m_contention.take(update);
                show(update);
            },
            {.areHoldsWanted = true})
    { }

    /// All masters are read, and push changes or not.
    [[nodiscard]] bool isReady(std::size_t masters, bool arePushed = true)
    {
        return QTest::qWaitFor(
            [&] {
                const auto all = m_latest.get().masters;
                return all.size() == masters
                    && std::ranges::all_of(all, [&](const MasterStatus& master) {
                           return master.isSweepComplete && master.isPushed == arePushed;
                       });
            },
            kPatience);
    }
    [[nodiscard]] bool sees(const char* name, Verdict verdict, std::size_t votes)
    {
        return QTest::qWaitFor(
            [&] {
                const LockEntryPtr entry = find(m_latest.get(), name);
                return entry && entry->countVotes().verdict == verdict
                    && entry->countVotes().tokenVotes == votes;
            },
            kPatience);
    }
    /// The events of all locks, once there are so many.
    [[nodiscard]] QStringList events(qsizetype count = 1)
    {
        QStringList told;
        (void)QTest::qWaitFor(
            [&] {
                const std::lock_guard lock(m_mutex);
                for (const Event& event : m_events.take(kClock.now()))
                    told << QString::fromStdString(
                        std::string(nameOf(event.kind)) + " " + event.subject.value());
                return told.size() >= count;
            },
            kPatience);
        told.sort();
        return told;
    }
    [[nodiscard]] KindContention counts()
    {
        const std::lock_guard lock(m_mutex);
        KindContention sum;
        for (const auto& [name, kind] : m_contention.kinds()) {
            sum.acquisitions += kind.acquisitions;
            sum.losses += kind.losses;
            sum.releases += kind.releases;
        }
        return sum;
    }

private:
    std::mutex m_mutex;
    EventWatch m_events{{EventKind::Lost, EventKind::Freed}};
    Contention m_contention;
    LatestUpdate m_latest;
    Watcher m_watcher; ///< last, so that it calls nothing destroyed
};

void read(RedisServerFixture& servers, const char* reader)
{
    servers.command({"HSET", "lock:read", "mode", "read", reader, "1"});
    servers.command({"PEXPIRE", "lock:read", "600000"});
}

constexpr const char* kReader = "9f1c2d3e-0a1b-4c5d-8e9f-0123456789ab:1";
constexpr const char* kNextReader = "1a2b3c4d-5e6f-4a7b-8c9d-abcdefabcdef:1";

} // namespace

/// How events and counters tell that a lock ended, with real servers.
class EndingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSharedLockThatIsLostAndTakenAtOnceWasLost()
    {
        RedisServerFixture servers;
        Witness witness(servers.deployment());
        QVERIFY(witness.isReady(1));
        read(servers, kReader);
        QVERIFY(witness.sees("lock:read", Verdict::Held, 1));
        servers.command({"EVAL",
            "redis.call('FLUSHALL') redis.call('HSET', KEYS[1], 'mode', 'read', ARGV[1], '1') "
            "redis.call('PEXPIRE', KEYS[1], 600000)",
            "1", "lock:read", kNextReader});
        QCOMPARE(witness.events(), QStringList({u"lost lock:read"_s}));
        QCOMPARE(witness.counts().losses, std::uint64_t(1));
        QCOMPARE(witness.counts().releases, std::uint64_t(0));
    }

    void aSharedLockWhoseHoldersChangeIsNotLost()
    {
        RedisServerFixture servers;
        Witness witness(servers.deployment());
        QVERIFY(witness.isReady(1));
        read(servers, kReader);
        QVERIFY(witness.sees("lock:read", Verdict::Held, 1));
        read(servers, kNextReader);
        servers.command({"HDEL", "lock:read", kReader});
        servers.command({"DEL", "lock:read"});
        QCOMPARE(witness.events(), QStringList({u"freed lock:read"_s}));
        QCOMPARE(witness.counts().losses, std::uint64_t(0));
    }

    void aLockOnTwoOfThreeMastersThatRestartTogetherIsLost()
    {
        RedisServerFixture servers({.count = 3});
        Witness witness(servers.deployment());
        QVERIFY(witness.isReady(3));
        take(servers, {0, 1}, "lock:a", kToken);
        QVERIFY(witness.sees("lock:a", Verdict::Held, 2));
        servers.kill(0);
        servers.kill(1);
        QVERIFY(witness.sees("lock:a", Verdict::Unknown, 0));
        servers.restart(0); // the other is still away
        QCOMPARE(witness.events(), QStringList({u"lost lock:a"_s}));
        servers.restart(1);
        QTRY_COMPARE(witness.counts().losses, std::uint64_t(1));
        QCOMPARE(witness.counts().releases, std::uint64_t(0));
    }

    void whatGoesWithAnotherDatabaseIsNoRelease()
    {
        RedisServerFixture servers({.count = 3});
        Witness witness(servers.deployment());
        QVERIFY(witness.isReady(3));
        take(servers, {0, 1, 2}, "lock:a", kToken);
        QVERIFY(witness.sees("lock:a", Verdict::Held, 3));
        servers.commandAll({"SWAPDB", "0", "1"});
        QCOMPARE(witness.events(), QStringList({u"lost lock:a"_s}));
        QCOMPARE(witness.counts().losses, std::uint64_t(1));
        QCOMPARE(witness.counts().releases, std::uint64_t(0));
    }

    /// Of names that were never seen before, some are freed while they are first read.
    void aLockThatIsHeldForAMomentIsReleased()
    {
        RedisServerFixture servers;
        Witness witness(servers.deployment());
        QVERIFY(witness.isReady(1));
        for (int i = 0; i < 3000; ++i) {
            const std::string name = "lock:" + std::to_string(i);
            take(servers, {0}, name.c_str(), kToken);
            servers.command({"DEL", name});
        }
        take(servers, {0}, "lock:last", kToken);
        QVERIFY(witness.sees("lock:last", Verdict::Held, 1));
        QVERIFY(witness.counts().releases > 0);
        QCOMPARE(witness.counts().losses, std::uint64_t(0));
    }

    void aReleaseBesideAFlushOfAnotherDatabaseIsOne_data()
    {
        const auto row = columns<bool, bool>();
        row("the only lock", false, false);
        row("one of several", true, false);
        row("one of several, handed on", true, true);
    }
    void aReleaseBesideAFlushOfAnotherDatabaseIsOne()
    {
        const auto [hasOthers, isHandedOn] = fetch<bool, bool>();
        RedisServerFixture servers;
        Witness witness(servers.deployment());
        QVERIFY(witness.isReady(1));
        if (hasOthers)
            take(servers, {0}, "lock:b", kToken);
        take(servers, {0}, "lock:a", kToken);
        QVERIFY(witness.sees("lock:a", Verdict::Held, 1));
        servers.command({"EVAL", "redis.call('SELECT', 5) redis.call('FLUSHDB')", "0"});
        if (isHandedOn)
            take(servers, {0}, "lock:a", kOther);
        else
            servers.command({"DEL", "lock:a"});
        QCOMPARE(witness.events(), QStringList({u"freed lock:a"_s}));
        QCOMPARE(witness.counts().losses, std::uint64_t(0));
        QCOMPARE(witness.counts().releases, std::uint64_t(1));
    }

    void aFlushOfTheirDatabaseLosesThem()
    {
        RedisServerFixture servers;
        Witness witness(servers.deployment());
        QVERIFY(witness.isReady(1));
        for (const char* name : {"lock:a", "lock:b"}) {
            take(servers, {0}, name, kToken);
            QVERIFY(witness.sees(name, Verdict::Held, 1));
        }
        servers.command({"FLUSHALL"});
        take(servers, {0}, "lock:a", kOther); // at once
        QCOMPARE(witness.events(2), QStringList({u"lost lock:a"_s, u"lost lock:b"_s}));
        QCOMPARE(witness.counts().losses, std::uint64_t(2));
        QCOMPARE(witness.counts().releases, std::uint64_t(0));
    }

    void locksThatAreDeletedTogetherAreNotLostWithoutPush()
    {
        RedisServerFixture servers;
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"*:lock"}; // no fixed beginning
        Witness witness(deployment);
        QVERIFY(witness.isReady(1, false));
        for (const char* name : {"a:lock", "b:lock", "c:lock"}) {
            take(servers, {0}, name, kToken);
            QVERIFY(witness.sees(name, Verdict::Held, 1));
        }
        servers.command({"DEL", "a:lock", "b:lock", "c:lock"});
        QCOMPARE(witness.events(3),
            QStringList({u"freed a:lock"_s, u"freed b:lock"_s, u"freed c:lock"_s}));
        QCOMPARE(witness.counts().losses, std::uint64_t(0));
    }

    void aRevokeEndsAHoldAndBeginsNone()
    {
        RedisServerFixture servers;
        Witness witness(servers.deployment());
        QVERIFY(witness.isReady(1));
        take(servers, {0}, "lock:a", kToken);
        QVERIFY(witness.sees("lock:a", Verdict::Held, 1));
        take(servers, {0}, "lock:a", "lk1-revoked:ada:1795262266123:stuck");
        QTRY_COMPARE(witness.counts().releases, std::uint64_t(1));
        take(servers, {0}, "lock:a", kOther);
        QTRY_COMPARE(witness.counts().acquisitions, std::uint64_t(2));
        servers.command({"DEL", "lock:a"});
        QTRY_COMPARE(witness.counts().releases, std::uint64_t(2));
        QCOMPARE(witness.counts().acquisitions, std::uint64_t(2));
    }
};

LOCKKEEPER_TEST(EndingsTest)

} // namespace lockkeeper::tests::endings_test

#include "endings_test.moc"
