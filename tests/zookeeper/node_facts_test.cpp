// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/zookeeper/node_facts.h"

#include "core/loop/event_loop.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::node_facts_test {

using namespace observe;

namespace {

const SystemClock kClock;
constexpr const char* kOne = "_c_f78968cf-6942-4bdf-9ba3-bd32f40ef40a-lock-";
constexpr const char* kOther = "_c_caabaf5e-0a33-4000-915c-f59bcf5828af-lock-";

struct Child {
    std::string name;
    std::int64_t owner;
};

/// What is told of a lock with these nodes, in the order of their making.
std::vector<EvidenceKind> evidenceOf(const std::vector<Child>& children)
{
    NodeTree tree;
    std::int64_t czxid = 0;
    for (const Child& child : children) {
        Node& node = tree.add("/l/" + child.name);
        node.stat.czxid = ++czxid;
        node.stat.ephemeralOwner = child.owner;
        node.isRead = true;
    }
    const auto lock = recogniseLock(tree, "/l");
    if (!lock)
        return {};
    EventLoop loop;
    SessionLook sessions(loop, kClock, {.servers = {}, .master = MasterId("a")});
    NodeFacts facts;
    facts.set("/l", &*lock, true, WallTime());
    std::vector<EvidenceKind> kinds;
    for (const Evidence& evidence : facts.evidenceOf({.resource = Resource("/l")}, sessions))
        kinds.push_back(evidence.kind);
    return kinds;
}

/// Since when the lock is held in seconds since 1970, after it was seen so; -1: not known.
class Seen {
public:
    int take(std::int64_t czxid, int madeAt, int now, bool isFollowed)
    {
        NodeTree tree;
        Node& node = tree.add(std::string("/l/") + kOne + "0000000000");
        node.stat.czxid = czxid;
        node.stat.ctime = madeAt * 1000;
        node.stat.ephemeralOwner = 7;
        node.isRead = true;
        const auto lock = recogniseLock(tree, "/l");
        m_facts.set("/l", &*lock, isFollowed, WallTime(std::chrono::seconds(now)));
        const auto since = m_facts.since("/l");
        return since ? static_cast<int>(since->time_since_epoch() / 1s) : -1;
    }
    void free(int now) { m_facts.set("/l", nullptr, true, WallTime(std::chrono::seconds(now))); }

private:
    NodeFacts m_facts;
};

} // namespace

/// What nodes tell beside their recipes.
class NodeFactsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAttemptHasAnIdOfItsOwn_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        row("Curator", QByteArray(kOne).append("0000000007"), QByteArray(kOne));
        row("kazoo", "51194330ff2e487189bdd84999bbb57e__lock__0000000007",
            "51194330ff2e487189bdd84999bbb57e__lock__");
        row("the recipe of ZooKeeper has one for all threads of a session",
            "x-72057594037927937-0000000007", "");
        row("a lease of kazoo has no number", "51194330ff2e487189bdd84999bbb57e", "");
        row("anything", "n_0000000007", "");
    }
    void anAttemptHasAnIdOfItsOwn()
    {
        const auto [name, attempt] = fetch<QByteArray, QByteArray>();
        QCOMPARE(std::string(attemptOf(name.toStdString())), attempt.toStdString());
    }

    void twoNodesOfOneAttemptAreAnOrphan_data()
    {
        const auto row = columns<QByteArray, int, bool>();
        row("of one attempt", QByteArray(kOne), 7, true);
        row("of two threads", QByteArray(kOther), 7, false);
        row("of the session before", QByteArray(kOne), 8, false);
    }
    void twoNodesOfOneAttemptAreAnOrphan()
    {
        const auto [second, owner, isOrphan] = fetch<QByteArray, int, bool>();
        const auto found = evidenceOf({{std::string(kOne) + "0000000000", 7},
            {std::string(kOther) + "0000000001", 9}, {second.toStdString() + "0000000002", owner}});
        QCOMPARE(
            found, isOrphan ? std::vector{EvidenceKind::OrphanNode} : std::vector<EvidenceKind>());
    }

    void lastingNodesAreNoOrphans()
    {
        QVERIFY(evidenceOf(
            {{std::string(kOne) + "0000000000", 0}, {std::string(kOne) + "0000000001", 0}})
                    .empty());
    }

    void numbersNearTheirEndAreTold_data()
    {
        const auto row = columns<QByteArray, bool>();
        row("usual", "0000000007", false);
        row("many", "2000000000", false);
        row("near", "2000000001", true);
        row("the last", "2147483647", true);
        row("run over", "-2147483648", true);
    }
    void numbersNearTheirEndAreTold()
    {
        const auto [number, isNear] = fetch<QByteArray, bool>();
        const auto found = evidenceOf({{kOne + number.toStdString(), 7}});
        QCOMPARE(found,
            isNear ? std::vector{EvidenceKind::SequenceNearOverflow} : std::vector<EvidenceKind>());
    }

    void aLockIsHeldSinceItsNodeWasSeenToBecomeFirst()
    {
        Seen seen;
        QCOMPARE(seen.take(1, 100, 500, false), -1); // at most since it queued
        QCOMPARE(seen.take(1, 100, 501, true), -1);
        QCOMPARE(seen.take(5, 200, 600, true), 600); // whoever had it before has gone
        QCOMPARE(seen.take(5, 200, 700, false), 600); // also over another connection
        seen.free(800);
        QCOMPARE(seen.take(9, 801, 802, true), 801); // nobody was before it
        QCOMPARE(seen.take(11, 850, 900, false), -1); // something was missed
        QCOMPARE(seen.take(10, 840, 910, true), -1); // it was read later than one behind it
    }

    void whatIsNotListedAgainIsGone()
    {
        NodeTree tree;
        for (const char* const path : {"/l/", "/m/"}) {
            Node& node = tree.add(std::string(path) + kOne + "0000000000");
            node.stat.ephemeralOwner = path[1] == 'l' ? 7 : 8;
            node.isRead = true;
        }
        NodeFacts facts;
        for (const char* const path : {"/l", "/m"}) {
            const auto lock = recogniseLock(tree, path);
            facts.set(path, &*lock, false, WallTime());
        }
        QCOMPARE(facts.sessions().size(), std::size_t{2});
        facts.beginList();
        const auto lock = recogniseLock(tree, "/m");
        facts.set("/m", &*lock, false, WallTime());
        facts.endList();
        QCOMPARE(facts.sessions().size(), std::size_t{1});
        QVERIFY(facts.locksOf({7}).empty());
        QCOMPARE(facts.locksOf({8}).size(), std::size_t{1});
    }
};

LOCKKEEPER_TEST(NodeFactsTest)

} // namespace lockkeeper::tests::node_facts_test

#include "node_facts_test.moc"
