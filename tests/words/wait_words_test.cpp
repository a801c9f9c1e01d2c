// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/wait_words.h"
#include "core/words/whois_words.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::wait_words_test {

using observe::Clue;
using observe::Deadlock;
using observe::WaitCount;
using observe::Waiter;
using observe::Waits;
using observe::WhoisClient;

namespace {

const Resource kLock("a");
constexpr std::size_t kAny = WaitCount::kUnbounded;

Waiter announced(std::int64_t pid, const std::string& app = "api")
{
    return {.announced = {.resources = {kLock},
                .owner = {.host = "web-4", .pid = pid, .app = app},
                .since = WallTime(std::chrono::hours(1)),
                .id = std::to_string(pid)}};
}

/// A thread of a client that its library names.
Waiter queued(const std::optional<std::string>& client, const std::optional<std::string>& thread)
{
    return {.announced = {.resources = {kLock}, .owner = {}, .id = "an id"},
        .queued
        = Waiter::Queued{.library = "redisson", .holder = {.thread = thread, .detail = client}}};
}

/// A circle of locks that `waiter` holds and waits for.
Deadlock circle(std::vector<std::string> resources)
{
    Deadlock deadlock;
    for (std::string& resource : resources)
        deadlock.links.push_back({.resource = Resource(std::move(resource)),
            .token = Fingerprint::ofString("t"),
            .waiting = 1});
    return deadlock;
}

} // namespace

/// What people read of those who wait for a lock, and of clients that may hold it.
class WaitWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsHaveTheirBounds()
    {
        QCOMPARE(words::countText({.least = 2, .most = 2}), std::string("2"));
        QCOMPARE(words::countText({.least = 2, .most = kAny}), std::string("at least 2"));
        QCOMPARE(words::countText({.least = 0, .most = 3}), std::string("at most 3"));
        QCOMPARE(words::countText({.least = 1, .most = 3}), std::string("1 to 3"));
        QCOMPARE(words::waitingCountText({.least = 0, .most = 0, .gone = 2}),
            std::string("2 gone from its queue"));
        QCOMPARE(words::waitingCountText({.least = 1, .most = 1, .gone = 2}),
            std::string("1 waiting, 2 gone from its queue"));
    }

    void clientsThatNobodyNamesAreCounted()
    {
        const auto text = [](const WaitCount& count) {
            return words::waitingText({.resource = kLock, .library = "redisson", .clients = count});
        };
        QCOMPARE(text({.least = 1, .most = kAny}), std::string("at least 1 client"));
        QCOMPARE(text({.least = 0, .most = 1}), std::string("at most 1 client"));
        QCOMPARE(text({.least = 2, .most = 2}), std::string("2 clients"));
    }

    void whoWaitsIsNamedByWhatIsKnown()
    {
        const auto text = [](std::vector<Waiter> waiters) {
            return words::waitersText(Waits(std::move(waiters), {}), kLock);
        };
        QCOMPARE(
            text({announced(7), announced(8, {})}), std::string("api@web-4 pid 7; web-4 pid 8"));
        QCOMPARE(text({announced(7), announced(7)}), std::string("api@web-4 pid 7, 2 threads"));
        QCOMPARE(text({queued("client c", "7")}), std::string("redisson: client c, thread 7"));
        QCOMPARE(text({queued("client c", {})}), std::string("redisson: client c"));
        QCOMPARE(text({queued({}, "7")}), std::string("redisson: thread 7"));
        QCOMPARE(text({queued({}, {})}), std::string("redisson: an id"));
    }

    void ofManyTheFirstFourAreNamed()
    {
        std::vector<Waiter> threads;
        for (const char* thread : {"1", "2", "3", "4", "5", "6"})
            threads.push_back(queued("c", thread));
        QCOMPARE(words::waitersText(Waits(threads, {}), kLock),
            std::string("redisson: c, threads 1, 2, 3, 4, 2 more"));
        std::vector<Waiter> processes;
        for (int pid = 1; pid <= 6; ++pid)
            processes.push_back(announced(pid));
        QVERIFY(
            words::waitersText(Waits(processes, {}), kLock).ends_with("; api@web-4 pid 4; 2 more"));
        QCOMPARE(words::waitersText(Waits(processes, {}), Resource("b")), std::string());
    }

    void aProcessIsToldFromOthersByAllThatNamesIt()
    {
        const auto group = words::waitingProcesses(Waits({queued("c", "7")}, {})).at(0);
        QVERIFY(group.isOf(queued("c", "8")));
        QVERIFY(!group.isOf(queued("d", "7")));
        QVERIFY(!group.isOf(announced(7)));
        Waiter other = queued("c", "7");
        other.queued->library = "another";
        QVERIFY(!group.isOf(other));
        Waiter gone = queued("c", "7");
        gone.queued->isGone = true;
        QVERIFY(!group.isOf(gone));
        const words::WaitingProcess unnamed{.resource = kLock, .clients = WaitCount{}};
        QVERIFY(!unnamed.isOf(announced(7)));
    }

    void aHolderThatWaitsForItsOwnLockIsSaidTo()
    {
        const Waits waits({announced(7)}, {});
        Deadlock deadlock = circle({"a"});
        QCOMPARE(words::linkText(waits, deadlock, 0),
            std::string("held by api@web-4 pid 7, who waits for it, too"));
        deadlock.links[0].holderPid = 7;
        QVERIFY(words::linkText(waits, deadlock, 0).starts_with("held by api@web-4"));
        deadlock.links[0].holderPid = 5;
        QCOMPARE(words::linkText(waits, deadlock, 0),
            std::string("held by pid 5, for which api@web-4 pid 7 waits for it, too"));
    }

    void aSessionsHolderIsNotNamedAfterItsWaiter()
    {
        Waiter waiter = queued("session 0x1", {});
        waiter.queued->holder.app = "B0";
        waiter.queued->holder.session = observe::HolderSession{.id = 1};
        QCOMPARE(words::linkText(Waits({waiter}, {}), circle({"a", "b"}), 0),
            std::string("held in the session of B0, session 0x1, who waits for b"));
    }

    void theReasonOfAProposalIsTold()
    {
        Deadlock deadlock = circle({"a", "b"});
        QCOMPARE(words::proposalText(deadlock), std::string("it was taken last"));
        deadlock.areTimesKnown = false;
        QCOMPARE(words::proposalText(deadlock), std::string("which was taken last is not known"));
        deadlock.links[0].waiting = 3;
        QCOMPARE(words::proposalText(deadlock), std::string("3 wait for it"));
        QCOMPARE(words::proposalText(circle({"a"})), std::string("it was taken last"));
    }

    void adviceForALockOutsideTheCircleNamesTheOneToRelease()
    {
        const Waits waits({announced(7)}, {});
        const Deadlock deadlock = circle({"a", "b"});
        const std::string beside = words::adviceText(waits, deadlock, Resource("c"));
        QVERIFY2(beside.find("held by") == std::string::npos, beside.c_str());
        QVERIFY(beside.ends_with("To end it, the release of a is proposed: it was taken last."));
        const std::string own = words::adviceText(waits, deadlock, Resource("a"));
        QVERIFY2(own.find(": held by api@web-4 pid 7, who waits for b. Its release is proposed")
                != std::string::npos,
            own.c_str());
    }

    void whatWasHeardOfAClientIsCounted()
    {
        WhoisClient client{.master = MasterId("a"), .clue = Clue::UsedKey};
        const std::string clue = words::whyListedText(client);
        QVERIFY(clue.find("heard") == std::string::npos);
        client.lastCommand = "SET\n";
        client.commands = 1;
        QCOMPARE(words::whyListedText(client), clue + "; heard 1 command, SET\\n");
        client.commands = 2;
        QCOMPARE(words::whyListedText(client), clue + "; heard 2 commands, the last SET\\n");
    }

    void clientsThatLookAlikeAreSaidTo()
    {
        WhoisClient client{
            .master = MasterId("a"), .client = {.address = "/run/redis.sock:0"}, .tries = 1};
        QCOMPARE(words::observedWaiterText(client),
            std::string("/run/redis.sock:0, heard to try 1 time"));
        client.alike = 3;
        client.client.name = "api";
        QCOMPARE(words::observedWaiterText(client),
            std::string("/run/redis.sock:0 (one of 3) (api), heard to try 1 time"));
    }

    void aLibraryMayTellItsVersion()
    {
        QCOMPARE(words::clientLibraryText({}), std::string());
        QCOMPARE(words::clientLibraryText({.library = "redis-py"}), std::string("redis-py"));
        QCOMPARE(words::clientLibraryText({.library = "redis-py", .libraryVersion = "5.0"}),
            std::string("redis-py 5.0"));
        QCOMPARE(words::clientLibraryText({.libraryVersion = "5.0"}), std::string());
    }

    void aConnectionThatIsGoneIsExplained()
    {
        observe::Whois answer;
        QCOMPARE(words::connectionText(answer), std::string());
        answer.connectionName = "lk1:web";
        QCOMPARE(words::connectionText(answer), std::string("lk1:web"));
        answer.isConnectionGone = true;
        QVERIFY(words::connectionText(answer).starts_with("lk1:web: on no master; "));
    }
};

LOCKKEEPER_TEST(WaitWordsTest)

} // namespace lockkeeper::tests::wait_words_test

#include "wait_words_test.moc"
