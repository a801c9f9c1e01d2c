// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/wait_picture.h"

#include <random>

namespace lockkeeper::tests::wait_picture_test {

using namespace lockkeeper::ui;
using observe::Deadlock;
using observe::Waiter;
using observe::Waits;

namespace {

constexpr WallTime kNow{1'764'000'000s};

Fingerprint tokenOf(const std::string& lock)
{
    return Fingerprint::ofString("token of " + lock);
}

/// Somebody who waits for `lock`, and holds the others.
Waiter waiter(const std::string& lock, const std::vector<std::string>& holds = {})
{
    std::vector<Fingerprint> tokens;
    for (const std::string& each : holds)
        tokens.push_back(tokenOf(each));
    return {.announced
        = {.resources = {Resource(lock)}, .owner = {}, .id = lock, .holding = std::move(tokens)}};
}

WaitPicture draw(const Waits& waits, std::size_t most = 200, WallTime now = kNow)
{
    return pictureOf(
        waits,
        [](const Resource& resource) {
            return PicturedHolder{
                tokenOf(resource.value()), QStringLiteral("somebody"), QStringLiteral("held")};
        },
        now, most);
}

const WaitPicture::Node& node(const WaitPicture& picture, const std::string& lock)
{
    const auto found
        = std::ranges::find(picture.nodes, Resource(lock), &WaitPicture::Node::resource);
    if (found == picture.nodes.end())
        throw std::runtime_error("not drawn: " + lock);
    return *found;
}

Deadlock::Link link(const std::string& lock, std::size_t waiter)
{
    return {Resource(lock), tokenOf(lock), waiter, 1, 1};
}

/// The holder of each lock waits for the next one: "0" for "1", the last one for "0".
Waits ringOf(int count)
{
    std::vector<Waiter> waiters;
    Deadlock ring;
    for (int i = 0; i < count; ++i) {
        waiters.push_back(waiter(std::to_string((i + 1) % count), {std::to_string(i)}));
        waiters.back().announced.owner = {.host = "web-3", .pid = 4711, .app = "api"};
        waiters.back().announced.since = kNow - 12s;
        ring.links.push_back(link(std::to_string(i), static_cast<std::size_t>(i)));
    }
    return {waiters, {ring}};
}

Waits randomWaits(std::mt19937& random, int locks)
{
    std::vector<Waiter> waiters;
    const auto any = [&] { return std::to_string(random() % static_cast<unsigned>(locks + 2)); };
    for (int i = 0; i < 2 * locks; ++i)
        waiters.push_back(waiter(any(), {any()}));
    return {waiters, {}};
}

QPointF placeOf(const WaitPicture::Node& node)
{
    return {node.column, node.row};
}

/// No two boxes touch each other.
bool isSpread(const WaitPicture& picture)
{
    return std::ranges::all_of(picture.nodes, [&](const auto& one) {
        return std::ranges::all_of(picture.nodes, [&](const auto& other) {
            return &one == &other || std::abs(one.column - other.column) > 0.99
                || std::abs(one.row - other.row) > 0.99;
        });
    });
}

} // namespace

class WaitPictureTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void locksWithoutConnectionAreNotDrawn()
    {
        QVERIFY(draw(Waits({waiter("a"), waiter("b"), waiter("a")}, {})).nodes.empty());
    }

    void whatHoldsUpOthersIsOnTheLeft()
    {
        const WaitPicture picture
            = draw(Waits({waiter("c"), waiter("a", {"b"}), waiter("b", {"c"}), waiter("b")}, {}));
        QCOMPARE(node(picture, "a").column, 0.0);
        QCOMPARE(node(picture, "b").column, 1.0);
        QCOMPARE(node(picture, "c").column, 2.0);
        QCOMPARE(node(picture, "b").waiting.least, std::size_t{2});
        QCOMPARE(picture.edges.size(), std::size_t{2});
        QVERIFY(std::ranges::none_of(picture.edges, &WaitPicture::Edge::isInCircle));
    }

    void aCircleIsARing_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {1, 2, 3, 4, 5, 6, 8, 12, 40})
            QTest::addRow("%d", count) << count;
    }
    void aCircleIsARing()
    {
        QFETCH(int, count);
        const WaitPicture picture = draw(ringOf(count));
        QCOMPARE(picture.nodes.size(), static_cast<std::size_t>(count));
        QCOMPARE(picture.edges.size(), static_cast<std::size_t>(count));
        QVERIFY(std::ranges::all_of(picture.edges, &WaitPicture::Edge::isInCircle));
        QVERIFY(isSpread(picture));
        QPointF centre;
        for (const WaitPicture::Node& each : picture.nodes)
            centre += QPointF(each.column, each.row) / count;
        // From each to the next it goes on around the centre, clockwise, by less than half a turn.
        double turned = 0;
        for (int i = 0; i < count; ++i) {
            const QLineF one(centre, placeOf(node(picture, std::to_string(i))));
            const QLineF next(centre, placeOf(node(picture, std::to_string((i + 1) % count))));
            turned += count == 1 ? 360 : next.angleTo(one);
            QVERIFY(count <= 2 || next.angleTo(one) < 180);
        }
        QCOMPARE(qRound(turned), 360);
        QCOMPARE(node(picture, "0").column, picture.nodes.front().column);
    }

    void twoLocksOfACircleAreBesideEachOther()
    {
        const WaitPicture picture = draw(ringOf(2));
        QCOMPARE(node(picture, "0").column, 0.0);
        QCOMPARE(node(picture, "1").column, 1.0);
        QCOMPARE(node(picture, "0").row, node(picture, "1").row);
    }

    void theOthersAreAroundTheCircle()
    {
        std::vector<Waiter> waiters{waiter("b", {"a"}), waiter("c", {"b"}), waiter("a", {"c"}),
            waiter("b", {"d"}), waiter("c", {"e"}), waiter("d"), waiter("e", {"f"}), waiter("f")};
        const Deadlock ring{.links = {link("a", 0), link("b", 1), link("c", 2)}, .since = {}};
        const WaitPicture picture = draw(Waits(waiters, {ring}));
        QCOMPARE(picture.nodes.front().resource, Resource("a")); // the proposed one
        QVERIFY(node(picture, "a").isInCircle && !node(picture, "d").isInCircle);
        QCOMPARE(std::ranges::count_if(picture.edges, &WaitPicture::Edge::isInCircle), 3);
        // "b" is on the right, "c" on the left, and who waits for them is further out.
        QVERIFY(node(picture, "d").column >= node(picture, "b").column + 1);
        QVERIFY(node(picture, "e").column <= node(picture, "c").column - 1);
        QVERIFY(node(picture, "f").column <= node(picture, "e").column - 1);
        QCOMPARE(node(picture, "f").column, 0.0);
        QVERIFY(isSpread(picture));
    }

    void anEdgeSaysWhoWaitsHowLong()
    {
        const auto since = [](Waiter waiter, std::chrono::seconds ago, std::int64_t pid) {
            waiter.announced.since = kNow - ago;
            waiter.announced.owner = {.host = "web-3", .pid = pid, .app = "api"};
            return waiter;
        };
        const std::vector<Waiter> waiters{since(waiter("a", {"b"}), 12s, 7),
            since(waiter("a", {"b"}), 75s, 8), since(waiter("a", {"b"}), 3s, 9),
            since(waiter("b"), 1s, 10)};
        WaitPicture picture = draw(Waits(waiters, {}));
        const WaitPicture::Waiting three{u"api@web-3 pid 8"_s, u"1 m 15 s"_s, 2};
        QVERIFY(picture.waiting == std::vector{three});
        QCOMPARE(labelLines(three), QStringList({u"api@web-3 pid 8"_s, u"1 m 15 s, +2"_s}));
        // Whoever is known by the deadlock, too, is one.
        const Deadlock ring{.links = {link("a", 3), link("b", 1)}, .since = {}};
        picture = draw(Waits(waiters, {ring}));
        QCOMPARE(picture.edges.size(), std::size_t{2});
        QVERIFY(std::ranges::count(picture.waiting, three) == 1);
        // Time alone makes no other shape.
        WaitPicture later = draw(Waits(waiters, {ring}), 200, kNow + 5s);
        QVERIFY(later.hasShapeOf(picture));
        QVERIFY(!(later == picture));
    }

    void noLabelIsCrossed()
    {
        const QFontMetricsF font{QFont()};
        std::mt19937 random(11);
        int labels = 0;
        for (int round = 0; round < 60; ++round) {
            const WaitPicture picture
                = draw(round < 8 ? ringOf(round + 1) : randomWaits(random, round % 7));
            const WaitLayout layout = layOut(picture, font);
            QCOMPARE(layout.arrows.size(), picture.edges.size());
            for (std::size_t i = 0; i < layout.arrows.size(); ++i) {
                const QRectF& label = layout.arrows[i].label;
                labels += label.isNull() ? 0 : 1;
                for (const QRectF& box : layout.boxes)
                    QVERIFY(!label.intersects(box));
                for (std::size_t j = 0; j < layout.arrows.size(); ++j) {
                    if (i == j)
                        continue;
                    QVERIFY(!label.intersects(layout.arrows[j].label));
                    for (int part = 0; part <= 200; ++part)
                        QVERIFY(
                            !label.contains(layout.arrows[j].line.pointAtPercent(part / 200.0)));
                }
            }
            // Usual deadlocks have room for all.
            if (round >= 1 && round < 4)
                QVERIFY(std::ranges::none_of(
                    layout.arrows, [](const auto& arrow) { return arrow.label.isNull(); }));
        }
        QVERIFY(labels > 100);
    }

    void arrowsEndAtTheEdgesOfBoxes()
    {
        const WaitPicture picture = draw(ringOf(3));
        const WaitLayout layout = layOut(picture, QFontMetricsF{QFont()});
        for (std::size_t i = 0; i < picture.edges.size(); ++i) {
            const QRectF& from = layout.boxes[picture.edges[i].from];
            const QRectF& to = layout.boxes[picture.edges[i].to];
            const QPainterPath& line = layout.arrows[i].line;
            QVERIFY(from.adjusted(-4, -4, 4, 4).contains(line.pointAtPercent(0)));
            QVERIFY(to.adjusted(-4, -4, 4, 4).contains(line.pointAtPercent(1)));
            QVERIFY(!from.contains(line.pointAtPercent(0.5)));
            QVERIFY(!to.contains(line.pointAtPercent(0.9)));
        }
    }

    void whereNobodyHoldsALockThatIsSaid()
    {
        constexpr SteadyTime kSeen{1000s};
        const auto sentence = [kSeen](const LockRow* row, bool isComplete = true) {
            const PicturedHolder holder = picturedHolder(row, isComplete, kSeen, WallTime(1000s));
            return holder.token ? u"held: "_s + holder.sentence : holder.sentence;
        };
        LockEntryBuilder builder("a", kSeen);
        builder.held("token", 30s).lock().holder.host = "web-3";
        LockRow row;
        row.update(builder.build(), kSeen, {});
        QCOMPARE(sentence(&row), u"held: held by web-3"_s);
        row.change = Change::Gone;
        QCOMPARE(sentence(&row), u"nobody holds it"_s);
        QCOMPARE(sentence(nullptr), u"nobody is seen to hold it"_s);
        QCOMPARE(sentence(nullptr, false), u"holder not known"_s);
        // What a revoke leaves is no holder.
        builder.lock().format = "lk1-revoked";
        builder.lock().holder = {.detail = "by ada: stuck"};
        LockRow revoked;
        revoked.update(builder.build(), kSeen, {});
        QVERIFY2(sentence(&revoked).startsWith(u"nobody: revoked, free at "_s),
            qPrintable(sentence(&revoked)));
    }

    void aWaiterInAQueueIsKnownByItsToken()
    {
        const auto queued = [](const char* lock, const char* holds, bool isGone) {
            Waiter process = waiter(lock);
            process.announced.holding.reset();
            process.queued = Waiter::Queued{
                .library = "redisson", .holder = {}, .token = tokenOf(holds), .isGone = isGone};
            return process;
        };
        QCOMPARE(
            draw(Waits({queued("a", "b", false), waiter("b")}, {})).edges.size(), std::size_t{1});
        QVERIFY(draw(Waits({queued("a", "b", true), waiter("b")}, {})).edges.empty());
    }

    void somebodyWhoWaitsForHisOwnLockIsDrawn()
    {
        const Deadlock self{.links = {{Resource("a"), tokenOf("a"), 0, 1, 1}}, .since = {}};
        const WaitPicture picture = draw(Waits({waiter("a", {"a"})}, {self}));
        QCOMPARE(picture.nodes.size(), std::size_t{1});
        QCOMPARE(picture.edges.size(), std::size_t{1});
    }

    void noTwoLocksShareAPlace()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            std::vector<Waiter> waiters;
            const int locks = 2 + static_cast<int>(random() % 30);
            for (int i = 0; i < locks; ++i)
                waiters.push_back(waiter(std::to_string(random() % static_cast<unsigned>(locks)),
                    {std::to_string(random() % static_cast<unsigned>(locks))}));
            const WaitPicture picture = draw(Waits(waiters, {}));
            QVERIFY(isSpread(picture));
        }
    }

    void ofTooManyLocksTheRestIsCounted()
    {
        std::vector<Waiter> waiters;
        for (int i = 0; i < 50; ++i)
            waiters.push_back(waiter(std::to_string(i), {std::to_string(i + 1)}));
        waiters.push_back(waiter("50"));
        const WaitPicture picture = draw(Waits(waiters, {}), 20);
        QCOMPARE(picture.nodes.size(), std::size_t{20});
        QCOMPARE(picture.leftOut, std::size_t{31});
        QCOMPARE(picture.edges.size(), std::size_t{19});
    }
};

LOCKKEEPER_TEST(WaitPictureTest)

} // namespace lockkeeper::tests::wait_picture_test

#include "wait_picture_test.moc"
