// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/cluster/cluster_map.h"
#include "core/redis/cluster/key_slot.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::cluster_map_test {

using redis::ClusterMap;
using redis::Command;
using redis::NodeAddress;
using redis::redirectionIn;
using redis::Reply;
using redis::routingKey;
using redis::slotOf;

namespace {

const NodeAddress kA{"10.0.0.1", 7000};
const NodeAddress kB{"10.0.0.2", 7000};

Reply range(std::int64_t first, std::int64_t last, Reply host, std::int64_t port)
{
    return Reply::array({Reply::number(first), Reply::number(last),
        Reply::array({std::move(host), Reply::number(port), Reply::string("id")})});
}

Reply twoShards()
{
    return Reply::array({range(0, 99, Reply::string("10.0.0.1"), 7000),
        range(100, 16383, Reply::string("10.0.0.2"), 7000)});
}

} // namespace

class ClusterMapTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hashesAsTheSpecificationSays()
    {
        QCOMPARE(slotOf("123456789"), std::uint16_t(0x31c3));
        QCOMPARE(slotOf("{user1000}.following"), slotOf("user1000"));
        QCOMPARE(slotOf("foo{{bar}}zap"), slotOf("{bar"));
        QCOMPARE(slotOf("foo{bar}{zap}"), slotOf("bar"));
        QVERIFY(slotOf("foo{}{bar}") != slotOf("bar"));
        QVERIFY(slotOf("foo{}{bar}") != slotOf("foo"));
        QCOMPARE(slotOf(""), std::uint16_t(0));
    }

    void findsTheKeyOfACommand()
    {
        QCOMPARE(routingKey(Command{"GET", "k"}), std::optional<std::string>("k"));
        QCOMPARE(
            routingKey(Command{"EVAL", "return 1", "1", "k"}), std::optional<std::string>("k"));
        QCOMPARE(routingKey(Command{"EVALSHA", "abc", "0", "x"}), std::nullopt);
        QCOMPARE(routingKey(Command{"SCAN", "0"}), std::nullopt);
        QCOMPARE(routingKey(Command{"PING"}), std::nullopt);
        QCOMPARE(routingKey(Command{"CLIENT", "LIST"}), std::nullopt);
    }

    void knowsWhoServesASlot()
    {
        auto map = ClusterMap::parse(twoShards(), kA).value();
        QCOMPARE(map.nodeOf(0), std::optional(kA));
        QCOMPARE(map.nodeOf(99), std::optional(kA));
        QCOMPARE(map.nodeOf(100), std::optional(kB));
        map.assign(50, kB);
        QCOMPARE(map.nodeOf(49), std::optional(kA));
        QCOMPARE(map.nodeOf(50), std::optional(kB));
        QCOMPARE(map.nodeOf(51), std::optional(kA));
        map.assign(50, kA);
        QCOMPARE(map.nodeOf(50), std::optional(kA));
        QCOMPARE(map.nodes().size(), std::size_t(2));
    }

    void aSlotCantHaveTwoNodes_data()
    {
        const auto row = columns<int, int>();
        row("the same", 50, 60);
        row("inside", 55, 55);
        row("around", 0, 100);
        row("at its start", 40, 50);
        row("at its end", 60, 70);
    }
    void aSlotCantHaveTwoNodes()
    {
        const auto [first, last] = fetch<int, int>();
        const auto map = ClusterMap::parse(Reply::array({range(50, 60, Reply::string("h"), 1),
                                               range(first, last, Reply::string("i"), 1)}),
            kA);
        QVERIFY(!map.has_value());
        QCOMPARE(map.error().kind, ErrorClass::NotRedis);
    }

    void aSlotThatNobodyServesHasNoNode()
    {
        const auto map
            = ClusterMap::parse(Reply::array({range(5, 9, Reply::string("h"), 1)}), kA).value();
        QCOMPARE(map.nodeOf(4), std::nullopt);
        QCOMPARE(map.nodeOf(10), std::nullopt);
    }

    void aNodeThatDoesNotKnowItsHostIsTheOneAsked()
    {
        for (const Reply& host : {Reply::nil(), Reply::string(""), Reply::string("?")}) {
            const auto map = ClusterMap::parse(Reply::array({range(0, 9, host, 7001)}), kA).value();
            QCOMPARE(map.nodeOf(0), std::optional(NodeAddress{"10.0.0.1", 7001}));
        }
        QCOMPARE(redirectionIn("MOVED 1 :7001", kA)->node, (NodeAddress{"10.0.0.1", 7001}));
    }

    void refusesWhatIsNoMap()
    {
        for (const Reply& reply : {Reply::nil(), Reply::array({}), Reply::array({Reply::nil()}),
                 Reply::array({range(-1, 5, Reply::string("h"), 1)}),
                 Reply::array({range(6, 5, Reply::string("h"), 1)}),
                 Reply::array({range(0, 16384, Reply::string("h"), 1)}),
                 Reply::array({range(0, 5, Reply::string("h"), 70000)})})
            QVERIFY(!ClusterMap::parse(reply, kA).has_value());
    }

    void readsRedirections()
    {
        const auto moved = redirectionIn("MOVED 3999 127.0.0.1:6381", kA);
        QVERIFY(moved && !moved->isAsk);
        QCOMPARE(moved->slot, std::uint16_t(3999));
        QCOMPARE(moved->node, (NodeAddress{"127.0.0.1", 6381}));
        const auto ask = redirectionIn("ASK 1 ::1:6381", kA);
        QVERIFY(ask && ask->isAsk);
        QCOMPARE(ask->node, (NodeAddress{"::1", 6381}));
        for (const char* text : {"MOVED", "MOVED ", "MOVED x h:1", "MOVED 1 h", "MOVED 16384 h:1",
                 "MOVED 1 h:0", "MOVED 1 h:99999", "ERR x", "ASKING 1 h:1", "MOVED 1:2"})
            QVERIFY2(!redirectionIn(text, kA), text);
    }
};

LOCKKEEPER_TEST(ClusterMapTest)

} // namespace lockkeeper::tests::cluster_map_test

#include "cluster_map_test.moc"
