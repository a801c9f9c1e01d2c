// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/waits/wait_graph.h"

#include "core/observe/waits/wait_poll.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <map>
#include <random>

namespace lockkeeper::tests::wait_graph_test {

using namespace lockkeeper::observe;

namespace {

const SteadyTime kStart{1h};
const WallTime kEpoch{1'795'466'886s};

Fingerprint tokenOf(const std::string& resource)
{
    return Fingerprint::ofString("token of " + resource);
}

/// Locks with their holders, and who waits.
struct World {
    std::map<std::string, LockHolder> held;
    std::vector<Waiter> waiters;

    /// A thread of the process holds `holds` and waits for `wants`; `isTold`: it says what it
    /// holds.
    void wait(std::int64_t pid, const std::vector<std::string>& holds,
        const std::vector<std::string>& wants, bool isTold = true)
    {
        const auto number = static_cast<std::int64_t>(waiters.size());
        const std::string process = "place-" + std::to_string(pid);
        Waiter waiter{.announced = {.resources = {},
                          .owner = {.host = "web-1", .pid = pid, .app = "api", .process = process},
                          .since = kEpoch + std::chrono::seconds(number),
                          .id = std::to_string(number)},
            .from = kStart,
            .until = kStart + 1s};
        std::vector<Fingerprint> tokens;
        for (const std::string& name : holds) {
            tokens.push_back(tokenOf(name));
            held.insert_or_assign(name,
                LockHolder{tokenOf(name), pid, process, kEpoch + std::chrono::seconds(number)});
        }
        if (isTold)
            waiter.announced.holding = tokens;
        for (const std::string& name : wants)
            waiter.announced.resources.emplace_back(name);
        waiters.push_back(std::move(waiter));
    }
    [[nodiscard]] FoundDeadlocks find() const
    {
        return findDeadlocks(waiters, [this](const Resource& resource) {
            const auto found = held.find(resource.value());
            return found == held.end() ? std::nullopt : std::optional(found->second);
        });
    }
};

std::vector<std::string> names(const Deadlock& deadlock)
{
    std::vector<std::string> all;
    for (const Deadlock::Link& link : deadlock.links)
        all.push_back(link.resource.value());
    return all;
}

using Names = std::vector<std::string>;

} // namespace

class WaitGraphTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoHasGotTheLockWaitsNoMore_data()
    {
        columns<std::int64_t, std::chrono::seconds, std::chrono::milliseconds, std::size_t>();
        QTest::newRow("has got it") << 1L << 10s << 1000ms << 1UL;
        QTest::newRow("another has got it") << 2L << 10s << 1000ms << 0UL;
        QTest::newRow("another thread had it before") << 1L << -10s << 1000ms << 0UL;
        QTest::newRow("was seen since") << 1L << 10s << 1300ms << 0UL;
    }
    void whoHasGotTheLockWaitsNoMore()
    {
        const auto [pid, taken, seen, removed]
            = fetch<std::int64_t, std::chrono::seconds, std::chrono::milliseconds, std::size_t>();
        World world;
        for (int thread = 0; thread < 3; ++thread)
            world.wait(1, {}, {"a"});
        for (Waiter& waiter : world.waiters)
            waiter.until = kStart + seen;
        const LockHolder holder{tokenOf("a"), pid, "place-" + std::to_string(pid), kEpoch + taken,
            kStart + 1s, SteadyTime::max()};
        QCOMPARE(removeServed(world.waiters, [&](const Resource&) { return holder; }), removed);
        QCOMPARE(world.waiters.size(), 3 - removed); // its other threads may still wait
    }

    void aRingOfThreeIsADeadlock()
    {
        World world;
        world.wait(3, {"c"}, {"a"});
        world.wait(1, {"a"}, {"b"});
        world.wait(2, {"b"}, {"c"});
        const FoundDeadlocks found = world.find();
        QCOMPARE(found.deadlocks.size(), std::size_t(1));
        const Deadlock& ring = found.deadlocks.front();
        QVERIFY(ring.isCertain);
        QCOMPARE(names(ring), (Names{"a", "b", "c"}));
        QCOMPARE(ring.since, kEpoch + 2s);
        for (const Deadlock::Link& link : ring.links) {
            QVERIFY(link.token == tokenOf(link.resource.value()));
            QCOMPARE(link.waiting, std::size_t(1));
            const Waiter& holder = world.waiters.at(link.waiter);
            QVERIFY(std::ranges::count(*holder.announced.holding, link.token) == 1);
        }
    }
    void aThreadMayWaitForItself()
    {
        World world;
        world.wait(1, {"a"}, {"a"});
        const FoundDeadlocks found = world.find();
        QCOMPARE(found.deadlocks.size(), std::size_t(1));
        QCOMPARE(names(found.deadlocks.front()), Names{"a"});
    }
    /// As the waiters of one session of an ensemble.
    void whoeverHoldsTheSameMayCloseTheRing()
    {
        World world;
        world.wait(1, {"a"}, {"c"});
        world.wait(1, {"a"}, {"b"});
        world.wait(2, {"b"}, {"a"});
        QCOMPARE(world.find().deadlocks.size(), std::size_t(1));
        QCOMPARE(names(world.find().deadlocks.front()), (Names{"a", "b"}));
    }
    void aRingThroughOneOfSeveralWantedLocksCounts()
    {
        World world;
        world.wait(1, {"a", "x"}, {"b", "free"});
        world.wait(2, {"b"}, {"other", "x"});
        QCOMPARE(world.find().deadlocks.size(), std::size_t(1));
        QCOMPARE(names(world.find().deadlocks.front()), (Names{"b", "x"}));
    }
    void theMostWantedLockIsProposed()
    {
        World world;
        world.wait(1, {"a"}, {"b"});
        world.wait(2, {"b"}, {"a"});
        world.wait(3, {}, {"a"});
        const Deadlock ring = world.find().deadlocks.front();
        QCOMPARE(ring.links[ring.proposed].resource.value(), std::string("a"));
        QCOMPARE(ring.links[ring.proposed].waiting, std::size_t(2));
    }
    void amongEqualsTheLatestHolderIsProposed()
    {
        World world;
        world.wait(1, {"a"}, {"b"});
        world.wait(2, {"b"}, {"a"});
        const Deadlock ring = world.find().deadlocks.front();
        QCOMPARE(ring.links[ring.proposed].resource.value(), std::string("b"));
    }
    void processesAreOnlyLikely()
    {
        World world;
        world.wait(1, {"a"}, {"b"}, false);
        world.wait(2, {"b"}, {"a"}, true);
        const FoundDeadlocks found = world.find();
        QCOMPARE(found.deadlocks.size(), std::size_t(1));
        QVERIFY(!found.deadlocks.front().isCertain);
    }
    void threadsOfOneProcessThatTellNothingAreNoDeadlock()
    {
        World world;
        world.wait(1, {"a"}, {"b"}, false);
        world.wait(1, {"b"}, {"a"}, false);
        QVERIFY(world.find().deadlocks.empty());
    }
    void anotherThreadOfTheHoldersProcessIsNoDeadlock()
    {
        World world;
        world.wait(1, {"a"}, {"b"});
        world.held.insert_or_assign("b", LockHolder{tokenOf("b"), 2, "place-2", {}});
        world.wait(2, {"c"}, {"a"}); // its process holds b, by another thread
        QVERIFY(world.find().deadlocks.empty());
    }
    void whatWasLostMeanwhileIsNoDeadlock()
    {
        World world;
        world.wait(1, {"a"}, {"b"});
        world.wait(2, {"b"}, {"a"});
        world.held.insert_or_assign("b", LockHolder{Fingerprint::ofString("next"), 3, "x", {}});
        QVERIFY(world.find().deadlocks.empty());
        world.held.erase("b");
        QVERIFY(world.find().deadlocks.empty());
        QVERIFY(world.find().unconfirmed.empty());
    }
    void waitersWhoNeverMetAreToBeConfirmed()
    {
        World world;
        world.wait(1, {"a"}, {"b"});
        world.wait(2, {"b"}, {"a"});
        world.waiters[1].from = world.waiters[0].until + 1ms;
        world.waiters[1].until = world.waiters[1].from;
        QVERIFY(world.find().deadlocks.empty());
        QVERIFY(!world.find().unconfirmed.empty());
        world.waiters[0].until = world.waiters[1].from;
        QCOMPARE(world.find().deadlocks.size(), std::size_t(1));
        QVERIFY(world.find().unconfirmed.empty());
    }
    /// Rings of 2 to 9, some behind chains of others who wait for them, among waiters in order.
    void everySeededRingIsFoundAndNothingElse()
    {
        std::mt19937 random(2026);
        for (int round = 0; round < 200; ++round) {
            World world;
            std::vector<Names> rings;
            std::int64_t pid = 0;
            const std::size_t wanted = 1 + random() % 3;
            for (std::size_t ring = 0; ring < wanted; ++ring) {
                Names members;
                for (std::size_t i = 0, size = 2 + random() % 8; i < size; ++i)
                    members.push_back("ring" + std::to_string(ring) + ":" + std::to_string(i));
                for (std::size_t i = 0; i < members.size(); ++i)
                    world.wait(++pid, {members[i]}, {members[(i + 1) % members.size()]});
                for (int behind = 0; behind < 4; ++behind)
                    world.wait(++pid, {"behind:" + std::to_string(behind) + members.front()},
                        {members[random() % members.size()]});
                std::ranges::sort(members);
                rings.push_back(members);
            }
            // Everybody takes a lock with a smaller number first: no circle.
            for (int i = 0; i < 30; ++i) {
                const auto low = random() % 50;
                const std::string mine = "ordered:" + std::to_string(100 + low);
                const std::string next = "ordered:" + std::to_string(101 + low + random() % 20);
                if (!world.held.contains(mine))
                    world.wait(++pid, {mine}, {next});
            }
            std::ranges::shuffle(world.waiters, random);
            std::vector<Names> found;
            for (const Deadlock& deadlock : world.find().deadlocks) {
                Names members = names(deadlock);
                std::ranges::sort(members);
                found.push_back(members);
            }
            std::ranges::sort(found);
            QCOMPARE(found, rings);
        }
    }
    void theBookJoinsWhatMastersTell()
    {
        const auto channel = [](const char* resource, const char* id) {
            return *lock::channelOf({.resources = {Resource(resource)},
                .owner = {.host = "web-1", .pid = 7, .app = "api"},
                .since = kEpoch,
                .id = id});
        };
        const std::string a = channel("a", "000000000000000a");
        const std::string b = channel("b", "000000000000000b");
        WaitBook book;
        book.note(0, {kStart, kStart + 1ms, kEpoch}, {a, "another channel", b});
        book.note(1, {kStart + 5ms, kStart + 6ms, kEpoch}, {a});
        QCOMPARE(book.waiters().size(), std::size_t(2));
        const Waiter first = book.waiters().front();
        QVERIFY(first.from == kStart + 1ms && first.until == kStart + 5ms);
        book.note(
            0, {kStart + 9ms, kStart + 10ms, kEpoch}, {}); // b has gone, a is on the other master
        QCOMPARE(book.waiters().size(), std::size_t(1));
        QCOMPARE(book.waiters().front().announced.resources.front().value(), std::string("a"));
        book.forget(1);
        QVERIFY(book.isEmpty());
    }

    void anAbsurdTimeIsNotBelieved_data()
    {
        const auto row = columns<qint64, qint64>();
        const qint64 seen = sinceEpoch(kEpoch).count();
        row("a while ago", seen - 90'000, seen - 90'000);
        row("in 1970", qint64(7), seen);
        row("in the future", seen + 3'600'000, seen);
        row("in the year 2200", qint64(7'258'118'400'000), seen);
    }

    /// It is shown, and others stand behind it, as if it had come when it was seen.
    void anAbsurdTimeIsNotBelieved()
    {
        const auto [since, shown] = fetch<qint64, qint64>();
        const auto channel = lock::channelOf({.resources = {Resource("a")},
            .owner = {.host = "web-1", .pid = 7, .app = "api"},
            .since = WallTime(std::chrono::milliseconds(since)),
            .id = "000000000000000a"});
        WaitBook book;
        book.note(0, {kStart, kStart + 1ms, kEpoch}, {*channel});
        book.note(0, {kStart + 1s, kStart + 1001ms, kEpoch + 1s}, {*channel});
        QCOMPARE(sinceEpoch(book.waiters().front().announced.since).count(), shown);
    }
};

LOCKKEEPER_TEST(WaitGraphTest)

} // namespace lockkeeper::tests::wait_graph_test

#include "wait_graph_test.moc"
