// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/wait_picture.h"

#include <QtTest>
#include <random>

namespace lockkeeper::wait_picture_test {

using namespace lockkeeper::ui;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using observe::Deadlock;
using observe::Waiter;
using observe::Waits;

namespace {

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

WaitPicture draw(const Waits& waits, std::size_t most = 200)
{
    return pictureOf(
        waits,
        [](const Resource& resource) {
            return PicturedHolder{
                tokenOf(resource.value()), QStringLiteral("somebody"), QStringLiteral("held")};
        },
        most);
}

const WaitPicture::Node& node(const WaitPicture& picture, const std::string& lock)
{
    const auto found
        = std::ranges::find(picture.nodes, Resource(lock), &WaitPicture::Node::resource);
    if (found == picture.nodes.end())
        throw std::runtime_error("not drawn: " + lock);
    return *found;
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
        QCOMPARE(node(picture, "a").column, 0);
        QCOMPARE(node(picture, "b").column, 1);
        QCOMPARE(node(picture, "c").column, 2);
        QCOMPARE(node(picture, "b").waiting.least, std::size_t{2});
        QCOMPARE(picture.edges.size(), std::size_t{2});
        QVERIFY(std::ranges::none_of(picture.edges, &WaitPicture::Edge::isInCircle));
    }

    void aCircleBeginsWithTheProposedLock()
    {
        const auto link = [](const char* name, std::size_t waiter) {
            return Deadlock::Link{Resource(name), tokenOf(name), waiter, 1, 1};
        };
        const Deadlock ring{
            .links = {link("a", 0), link("b", 1), link("c", 2)}, .since = {}, .proposed = 1};
        const WaitPicture picture
            = draw(Waits({waiter("b", {"a"}), waiter("c", {"b"}), waiter("a", {"c"}),
                             waiter("a", {"d"}), waiter("d")},
                {ring}));
        QCOMPARE(node(picture, "b").column, 0);
        QCOMPARE(node(picture, "a").column, 1);
        QCOMPARE(node(picture, "c").column, 2);
        QCOMPARE(node(picture, "d").column, 2);
        QVERIFY(node(picture, "a").isInCircle);
        QVERIFY(!node(picture, "d").isInCircle);
        QCOMPARE(std::ranges::count_if(picture.edges, &WaitPicture::Edge::isInCircle), 3);
        QCOMPARE(picture.edges.size(), std::size_t{4});
    }

    void whereNobodyHoldsALockThatIsSaid()
    {
        constexpr SteadyTime kNow{1000s};
        const auto sentence = [kNow](const LockRow* row, bool isComplete = true) {
            const PicturedHolder holder = picturedHolder(row, isComplete, kNow, WallTime(1000s));
            return holder.token ? u"held: "_s + holder.sentence : holder.sentence;
        };
        tests::LockEntryBuilder builder("a", kNow);
        builder.held("token", 30s).lock().holder.host = "web-3";
        LockRow row;
        row.update(builder.build(), kNow, {});
        QCOMPARE(sentence(&row), u"held: held by web-3"_s);
        row.change = Change::Gone;
        QCOMPARE(sentence(&row), u"nobody holds it"_s);
        QCOMPARE(sentence(nullptr), u"nobody is seen to hold it"_s);
        QCOMPARE(sentence(nullptr, false), u"holder not known"_s);
        // What a revoke leaves is no holder.
        builder.lock().format = "lk1-revoked";
        builder.lock().holder = {.detail = "by ada: stuck"};
        LockRow revoked;
        revoked.update(builder.build(), kNow, {});
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
            for (const auto& one : picture.nodes) {
                for (const auto& other : picture.nodes)
                    QVERIFY(&one == &other || one.column != other.column
                        || std::abs(one.row - other.row) >= 1);
            }
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

} // namespace lockkeeper::wait_picture_test

#include "wait_picture_test.moc"
