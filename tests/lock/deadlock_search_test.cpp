// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/lock/announced_waits.h"
#include "core/lock/deadlock_guard.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/test_class.h"

#include <algorithm>

namespace lockkeeper::tests::deadlock_search_test {

using namespace lockkeeper::lock;

namespace {

/// A fake master with channels. Everything else is left to another fake.
class MasterWithChannels final : public redis::Transport {
public:
    explicit MasterWithChannels(redis::Transport& keys)
        : m_keys(keys)
    { }
    [[nodiscard]] const MasterId& master() const noexcept override { return m_keys.master(); }
    [[nodiscard]] redis::LinkStatus status() const override { return m_keys.status(); }
    void send(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override
    {
        if (command.arguments().front() != "PUBSUB")
            return m_keys.send(command, timeout, std::move(handler));
        ++asked;
        m_keys.send({"PING"}, timeout, [this, handler](Result<redis::Reply>&&) {
            if (isRefusing)
                return handler(fail(ErrorClass::NoPermission, "NOPERM"));
            std::vector<redis::Reply> names;
            for (const std::string& channel : channels)
                names.push_back(redis::Reply::string(channel));
            handler(redis::Reply::array(std::move(names)));
            if (onAnswer)
                onAnswer();
        });
    }

    std::vector<std::string> channels;
    std::function<void()> onAnswer;
    bool isRefusing = false;
    int asked = 0;

private:
    redis::Transport& m_keys;
};

/// The token of the lock that the waiter of this name holds.
std::string tokenOf(const std::string& name)
{
    return "token of " + name;
}

/// Three masters. A waiter that is called "a" holds the lock "a".
struct Scene {
    Scene()
    {
        for (redis::Transport*& master : masters.context.masters) {
            told.push_back(std::make_unique<MasterWithChannels>(*master));
            master = told.back().get();
        }
        waits.emplace(masters.context.masters, masters.clock, masters.clock, 50ms);
        masters.context.waits = &*waits;
    }
    void hold(const std::string& name, std::size_t count = 3)
    {
        for (std::size_t i = 0; i < count; ++i)
            masters[i].put(name, tokenOf(name));
    }
    static WaitAnnouncement wait(const std::string& name, std::vector<std::string> others)
    {
        std::vector<Resource> resources;
        for (std::string& other : others)
            resources.emplace_back(std::move(other));
        return {.resources = std::move(resources),
            .owner = {.host = "host", .pid = 1, .app = name},
            .since = WallTime(1000s + std::chrono::seconds(name.front())),
            .id = "00000000000000" + std::string(name.front() < 'k' ? "0" : "1")
                + std::string(1, "0123456789abcdef"[static_cast<unsigned char>(name.front()) % 16]),
            .holding = std::vector{Fingerprint::ofString(tokenOf(name))}};
    }
    void announce(const WaitAnnouncement& wait, std::size_t count = 2)
    {
        for (std::size_t i = 0; i < count; ++i)
            told[i]->channels.push_back(channelOf(wait).value());
    }
    void withdrawAll()
    {
        for (const auto& master : told)
            master->channels.clear();
    }
    /// The names of the circle's locks; "-": the search has not ended.
    std::string search(const WaitAnnouncement& self)
    {
        // Shared: a search may end after this function.
        const auto names = std::make_shared<std::string>("-");
        searchDeadlock(masters.context, self, [names](const Circle& circle) {
            names->clear();
            for (const CircleLink& link : circle)
                *names += link.resource.value() + link.holder.owner.app + ' ';
        });
        masters.clock.advance(1s);
        return *names;
    }

    FakeDeployment masters{3};
    std::vector<std::unique_ptr<MasterWithChannels>> told;
    std::optional<AnnouncedWaits> waits;
};

/// a waits for b, b for c, c for a.
struct Ring : Scene {
    Ring()
    {
        for (const char* name : {"a", "b", "c"})
            hold(name);
        announce(wait("b", {"c"}));
        announce(wait("c", {"a"}));
    }
};

std::string holdersOf(const std::vector<Deadlocked::Link>& circle)
{
    std::string names;
    for (const Deadlocked::Link& link : circle)
        names += link.holder.app;
    return names;
}

} // namespace

class DeadlockSearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRingIsFoundFromWhatIsWaitedForToWhatIsHeld()
    {
        Ring ring;
        QCOMPARE(ring.search(Scene::wait("a", {"b"})), std::string("bb cc aa "));
    }
    void whoWaitsForItselfIsACircle()
    {
        Scene scene;
        scene.hold("a");
        QCOMPARE(scene.search(Scene::wait("a", {"a"})), std::string("aa "));
    }
    void oneOfSeveralResourcesIsEnough()
    {
        Ring ring;
        ring.hold("x");
        ring.announce(Scene::wait("x", {"y"}));
        QCOMPARE(ring.search(Scene::wait("a", {"x", "b", "z"})), std::string("bb cc aa "));
    }
    void aChainIsNoCircle()
    {
        Ring ring;
        ring.masters[0].put("a", "theirs");
        ring.masters[1].put("a", "theirs");
        QCOMPARE(ring.search(Scene::wait("a", {"b"})), std::string());
        QCOMPARE(ring.told[0]->asked, 1);
    }
    void aCircleOfOthersIsNotOurs()
    {
        Ring ring;
        ring.hold("d");
        QCOMPARE(ring.search(Scene::wait("d", {"a"})), std::string());
    }
    void whoIsOnlyLikelyToHoldIsPassedOver()
    {
        Scene scene;
        scene.hold("a");
        scene.hold("b");
        WaitAnnouncement other = Scene::wait("b", {"a"});
        other.isHoldingCertain = false;
        scene.announce(other);
        QCOMPARE(scene.search(Scene::wait("a", {"b"})), std::string());
    }
    void aTokenThatAMinorityStoresHoldsNothing()
    {
        Ring ring;
        ring.masters[0].remove("c");
        ring.masters[1].remove("c");
        QCOMPARE(ring.search(Scene::wait("a", {"b"})), std::string());
    }
    void aWaiterThatAMinorityNamesIsPassedOver()
    {
        Scene scene;
        scene.hold("a");
        scene.hold("b");
        scene.announce(Scene::wait("b", {"a"}), 1);
        QCOMPARE(scene.search(Scene::wait("a", {"b"})), std::string());
    }
    void whoEndsItsWaitMeanwhileBreaksTheCircle()
    {
        Ring ring;
        ring.told[2]->onAnswer = [&] { ring.withdrawAll(); };
        QCOMPARE(ring.search(Scene::wait("a", {"b"})), std::string());
        QCOMPARE(ring.told[0]->asked, 2);
    }
    void whoWaitsAnewMeanwhileBreaksTheCircle()
    {
        Ring ring;
        ring.told[2]->onAnswer = [&] {
            ring.withdrawAll();
            ring.announce(Scene::wait("b", {"c"}));
            WaitAnnouncement again = Scene::wait("c", {"a"});
            again.id = "ffffffffffffffff";
            ring.announce(again);
        };
        QCOMPARE(ring.search(Scene::wait("a", {"b"})), std::string());
    }
    void aMasterThatIsDownIsDoneWithout()
    {
        Ring ring;
        ring.masters[2].setMode(FakeTransport::Mode::Down);
        QCOMPARE(ring.search(Scene::wait("a", {"b"})), std::string("bb cc aa "));
    }
    void hugeChainsAreLeft()
    {
        Scene scene;
        std::vector<std::string> many;
        for (int i = 0; i < 100; ++i)
            many.push_back("r" + std::to_string(i));
        scene.hold("a");
        scene.hold("z");
        scene.announce(Scene::wait("z", many));
        QCOMPARE(scene.search(Scene::wait("a", {"z"})), std::string());
        QVERIFY(scene.masters[0].log().size() < 150); // two commands a lock
    }
    void recentReadingsAreShared()
    {
        Scene scene;
        for (int i = 0; i < 10; ++i)
            searchDeadlock(scene.masters.context, Scene::wait("a", {"b"}), [](const Circle&) {});
        scene.masters.settle();
        QCOMPARE(scene.told[0]->asked, 1);
        QCOMPARE(scene.search(Scene::wait("a", {"b"})), std::string());
        QCOMPARE(scene.told[0]->asked, 1);
        QCOMPARE(scene.search(Scene::wait("a", {"b"})), std::string());
        QCOMPARE(scene.told[0]->asked, 2);
    }
    void mastersThatRefuseAreAskedSeldom()
    {
        Ring ring;
        for (const auto& master : ring.told)
            master->isRefusing = true;
        QCOMPARE(ring.search(Scene::wait("a", {"b"})), std::string());
        for (int i = 0; i < 28; ++i) // a second each
            QCOMPARE(ring.search(Scene::wait("a", {"b"})), std::string("-"));
        QCOMPARE(ring.told[0]->asked, 1);
        ring.told[0]->isRefusing = ring.told[1]->isRefusing = false;
        ring.masters.clock.advance(1s);
        QCOMPARE(ring.search(Scene::wait("a", {"b"})), std::string("bb cc aa "));
    }

    // The guard

    void theYoungestGivesUpAtOnceAndTheNextTwoSecondsLater()
    {
        Ring ring;
        ring.withdrawAll();
        std::map<std::string, WaitAnnouncement> waits{{"a", Scene::wait("a", {"b"})},
            {"b", Scene::wait("b", {"c"})}, {"c", Scene::wait("c", {"a"})}};
        std::string gaveUp;
        std::list<DeadlockGuard> guards;
        for (auto& [name, wait] : waits) {
            wait.failsOnDeadlock = true;
            ring.announce(wait);
        }
        for (const auto& [name, wait] : waits)
            guards.emplace_back(
                ring.masters.context, wait, [&gaveUp, &name = name] { gaveUp += name; });
        QCOMPARE(gaveUp, std::string());
        ring.masters.clock.advance(10ms);
        QCOMPARE(gaveUp, std::string("c"));
        QCOMPARE(holdersOf(guards.back().circle()), std::string("abc"));
        QVERIFY(guards.front().circle().empty());
        ring.masters.clock.advance(1980ms);
        QCOMPARE(gaveUp, std::string("c"));
        ring.masters.clock.advance(20ms);
        QCOMPARE(gaveUp, std::string("cb"));
        ring.masters.clock.advance(2000ms);
        QCOMPARE(gaveUp, std::string("cba"));
        ring.masters.clock.advance(10s);
        QCOMPARE(gaveUp, std::string("cba"));
    }
    void youngerOnesThatWaitOnDoNotCount()
    {
        Ring ring; // b and c are younger
        WaitAnnouncement self = Scene::wait("a", {"b"});
        self.failsOnDeadlock = true;
        bool hasGivenUp = false;
        const DeadlockGuard guard(ring.masters.context, self, [&] { hasGivenUp = true; });
        ring.masters.clock.advance(10ms);
        QVERIFY(hasGivenUp);
    }
    void anotherCircleIsCountedAnew()
    {
        Ring ring;
        ring.withdrawAll();
        WaitAnnouncement self = Scene::wait("a", {"b"});
        self.failsOnDeadlock = true;
        WaitAnnouncement other = Scene::wait("b", {"a"});
        other.failsOnDeadlock = true;
        bool hasGivenUp = false;
        const DeadlockGuard guard(ring.masters.context, self, [&] { hasGivenUp = true; });
        ring.announce(other);
        ring.masters.clock.advance(10ms);
        for (int i = 1; i < 6; ++i) {
            other.id[0] = static_cast<char>('0' + i); // gave up, and waits again
            ring.withdrawAll();
            ring.announce(other);
            ring.masters.clock.advance(1s);
            QVERIFY(!hasGivenUp);
        }
        ring.masters.clock.advance(2s);
        QVERIFY(hasGivenUp);
    }
    void whoHoldsNothingForCertainDoesNotSearch_data()
    {
        const auto row = columns<bool, bool>();
        row("unknown", false, true);
        row("nothing", true, true);
        row("likely", true, false);
    }
    void whoHoldsNothingForCertainDoesNotSearch()
    {
        const auto [isKnown, isEmpty] = fetch<bool, bool>();
        Ring ring;
        WaitAnnouncement self = Scene::wait("a", {"b"});
        self.isHoldingCertain = isEmpty;
        if (isEmpty)
            self.holding->clear();
        if (!isKnown)
            self.holding.reset();
        const DeadlockGuard guard(ring.masters.context, self, [] {});
        ring.masters.clock.advance(10s);
        QCOMPARE(ring.told[0]->asked, 0);
        QVERIFY(guard.circle().empty());
    }
    void whatHasEndedSearchesNoMore()
    {
        Ring ring;
        bool hasGivenUp = false;
        DeadlockGuard guard(
            ring.masters.context, Scene::wait("a", {"b"}), [&] { hasGivenUp = true; });
        guard.end();
        ring.masters.clock.advance(10s);
        QVERIFY(!hasGivenUp);
        QCOMPARE(ring.told[0]->asked, 0);
    }
};

LOCKKEEPER_TEST(DeadlockSearchTest)

} // namespace lockkeeper::tests::deadlock_search_test

#include "deadlock_search_test.moc"
