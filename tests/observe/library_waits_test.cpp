// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/waits/library_waits.h"

#include "core/observe/waits/wait_graph.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::library_waits_test {

using namespace lockkeeper::observe;

namespace {

const SteadyTime kStart{1h};
const WallTime kNow{1'795'466'886s};
const std::string kOne = "5e6c1bb1-5d0a-4b5f-9f4e-0c5f0c8ad2f1:7";
const std::string kOther = "6f6c1bb1-5d0a-4b5f-9f4e-0c5f0c8ad2f1:9";

/// Fair locks of Redisson on some masters.
struct Bench {
    LibraryWaits waits;

    void queue(const std::string& lock, const HashFields& elements, std::chrono::seconds at,
        std::size_t master = 0)
    {
        waits.noteQueue(master, Resource(lock), *builtinFormat("redisson"),
            {.elements = elements, .sent = kStart + at, .received = kStart + at + 10ms}, kNow + at);
    }
    void listen(const std::vector<std::pair<std::string, std::string>>& whoToWhat,
        std::chrono::seconds at, std::size_t master = 0)
    {
        LibraryWaits::Channels channels{
            .names = {}, .sent = kStart + at, .received = kStart + at + 10ms};
        for (const auto& [who, lock] : whoToWhat)
            channels.names.insert("redisson_lock__channel:{" + lock + "}:" + who);
        waits.noteChannels(master, &channels);
    }
    [[nodiscard]] std::vector<Waiter> waiters() const
    {
        std::vector<Waiter> all;
        waits.appendTo(all);
        return all;
    }
    [[nodiscard]] WaitCount count(const std::string& lock) const
    {
        return Waits(waiters(), {}, waits.unnamed()).countFor(Resource(lock));
    }
};

LockHolder holder(const std::string& who, std::chrono::seconds from, std::chrono::seconds until)
{
    return {.token = Fingerprint::ofHash({{who, "1"}}),
        .firstSeen = kStart + from,
        .lastSeen = kStart + until};
}

/// Two threads that each hold a lock and stand in the queue of the other one's.
struct Ring : Bench {
    std::map<std::string, LockHolder> held{
        {"a", holder(kOne, -9s, 5s)}, {"b", holder(kOther, -9s, 5s)}};

    Ring()
    {
        for (const auto at : {0s, 4s}) {
            queue("a", {{kOther, "100"}}, at);
            queue("b", {{kOne, "101"}}, at);
            listen({{kOther, "a"}, {kOne, "b"}}, at + 1s);
        }
    }
    [[nodiscard]] FoundDeadlocks find() const
    {
        return findDeadlocks(waiters(),
            [this](const Resource& resource) { return std::optional(held.at(resource.value())); });
    }
};

} // namespace

class LibraryWaitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoListensWaitsAndWhoDoesNotIsGone()
    {
        Bench t;
        t.queue("fair", {{kOne, "100"}, {kOther, "101"}}, 0s);
        QVERIFY(t.waits.isUnheard(0));
        QVERIFY((t.count("fair") == WaitCount{2, 2, 0}));
        t.listen({{kOne, "fair"}}, 1s);
        QVERIFY(!t.waits.isUnheard(0));
        QVERIFY((t.count("fair") == WaitCount{1, 1, 1}));
        const auto waiters = t.waiters();
        QCOMPARE(waiters.size(), std::size_t(2));
        QVERIFY(!waiters[0].isGone() && waiters[1].isGone());
        QCOMPARE(waiters[0].announced.id, kOne);
        QVERIFY(waiters[0].queued->token == Fingerprint::ofHash({{kOne, "5"}}));
        QCOMPARE(waiters[0].queued->holder.thread, std::optional<std::string>("7"));
        QVERIFY(!waiters[1].queued->token);
        t.listen({{kOne, "fair"}, {kOther, "fair"}}, 2s);
        QVERIFY((t.count("fair") == WaitCount{2, 2, 0}));
    }
    void whoHasJustComeMayListenSoon()
    {
        Bench t;
        t.queue("fair", {{kOne, "100"}}, 2s);
        t.listen({}, 1s); // read before
        QVERIFY(t.waits.isUnheard(0));
        QVERIFY((t.count("fair") == WaitCount{1, 1, 0}));
    }
    void whereNobodyTellsWhoListensTheQueueCounts()
    {
        Bench t;
        t.queue("fair", {{kOne, "100"}}, 0s);
        t.waits.noteChannels(0, nullptr);
        QVERIFY(!t.waits.isUnheard(0));
        QVERIFY((t.count("fair") == WaitCount{1, 1, 0}));
        QVERIFY(!t.waiters()[0].queued->token);
    }
    void oneOfSeveralMastersIsEnoughToWait()
    {
        Bench t;
        for (const std::size_t master : {0U, 1U}) {
            t.queue("fair", {{kOne, "100"}}, 0s, master);
            t.listen({}, 1s, master);
        }
        QVERIFY((t.count("fair") == WaitCount{0, 0, 1}));
        t.listen({{kOne, "fair"}}, 2s, 1);
        QVERIFY((t.count("fair") == WaitCount{1, 1, 0}));
        t.waits.forget(1);
        QVERIFY((t.count("fair") == WaitCount{0, 0, 1}));
        t.waits.removeQueue(0, Resource("fair"));
        QVERIFY(t.waits.isEmpty());
    }
    void whatIsNoThreadIsShownAsItStandsThere()
    {
        Bench t;
        t.queue("fair", {{"somebody", "100"}}, 0s);
        t.listen({{"somebody", "fair"}}, 1s);
        QCOMPARE(t.waiters()[0].announced.id, std::string("somebody"));
        QVERIFY(!t.waiters()[0].queued->token);
    }
    void queuesAreBounded()
    {
        Bench t;
        HashFields many;
        for (int i = 0; i < 900; ++i)
            many.emplace_back("x:" + std::to_string(i), "1");
        for (int i = 0; i < 20; ++i)
            t.queue("fair" + std::to_string(i), many, 0s);
        QCOMPARE(t.waiters().size(), std::size_t(10'000));
        for (int i = 0; i < 20; ++i)
            t.waits.removeQueue(0, Resource("fair" + std::to_string(i)));
        t.queue("fair", many, 1s);
        QCOMPARE(t.waiters().size(), std::size_t(900));
    }
    void twoFairLocksAreACertainDeadlock()
    {
        const Ring ring;
        const FoundDeadlocks found = ring.find();
        QCOMPARE(found.deadlocks.size(), std::size_t(1));
        QVERIFY(found.deadlocks[0].isCertain);
        QCOMPARE(found.deadlocks[0].links[0].resource.value(), std::string("a"));
        QCOMPARE(ring.waiters()[found.deadlocks[0].links[0].waiter].announced.id, kOne);
        QVERIFY(!found.deadlocks[0].areTimesKnown);
    }
    void whoIsGoneIsInNoDeadlock()
    {
        Ring ring;
        ring.listen({{kOne, "b"}}, 6s);
        QVERIFY(ring.find().deadlocks.empty());
        QVERIFY(ring.find().unconfirmed.empty());
    }
    void whoCameAgainMustBeSeenToWaitAgain()
    {
        Ring ring;
        ring.queue("b", {{kOne, "150"}}, 8s);
        QVERIFY(ring.find().deadlocks.empty());
        QVERIFY((ring.find().unconfirmed == std::set<Resource>{Resource("a"), Resource("b")}));
        ring.queue("a", {{kOther, "100"}}, 9s);
        ring.queue("b", {{kOne, "150"}}, 9s);
        ring.listen({{kOther, "a"}, {kOne, "b"}}, 9s);
        QVERIFY(ring.find().deadlocks.empty()); // not seen to hold meanwhile
        ring.held = {{"a", holder(kOne, -9s, 9s)}, {"b", holder(kOther, -9s, 9s)}};
        QCOMPARE(ring.find().deadlocks.size(), std::size_t(1));
    }
    void whoTookItLaterThanItWasSeenToWaitIsInNoDeadlock()
    {
        Ring ring;
        ring.held.at("a") = holder(kOne, 7s, 9s);
        QVERIFY(ring.find().deadlocks.empty());
        QVERIFY(!ring.find().unconfirmed.empty());
    }
    void withoutTimesOfTheQueueNothingIsCertain()
    {
        Ring ring;
        ring.queue("b", {{kOne, ""}}, 6s);
        QVERIFY(ring.find().deadlocks.empty());
        QVERIFY(ring.find().unconfirmed.empty());
    }
    void anotherThreadOfTheSameClientIsAnother()
    {
        Ring ring;
        ring.held.at("a") = holder(kOne + "1", -9s, 5s);
        QVERIFY(ring.find().deadlocks.empty());
        QVERIFY(ring.find().unconfirmed.empty());
    }
    void theMasterThatTellsOfMostCounts()
    {
        LibraryWaits waits;
        const Resource lock("lock:p");
        waits.noteUnnamed(0, {{lock, {"redisson", {1, WaitCount::kUnbounded, 0}}}});
        waits.noteUnnamed(1, {{lock, {"redisson", {3, WaitCount::kUnbounded, 0}}}});
        QCOMPARE(waits.unnamed().at(lock).count.least, std::size_t(3));
        waits.noteUnnamed(1, {});
        QCOMPARE(waits.unnamed().at(lock).count.least, std::size_t(1));
        waits.forget(0);
        QVERIFY(waits.isEmpty());
    }
};

LOCKKEEPER_TEST(LibraryWaitsTest)

} // namespace lockkeeper::tests::library_waits_test

#include "library_waits_test.moc"
