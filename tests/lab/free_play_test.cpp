// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/free_play.h"
#include "app/sandbox/workload/blocking_client.h"
#include "core/words/lab_words.h"
#include "tests/support/test_class.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace lockkeeper::tests::free_play_test {

using namespace lockkeeper::lab;
using std::chrono::milliseconds;

namespace {

/// A play on another thread.
class Play {
public:
    explicit Play(std::size_t masters, bool hasReplica = false)
        : m_thread([this, masters, hasReplica](const std::stop_token& stop) {
            const auto done = playFreely({.masters = masters,
                .hasReplica = hasReplica,
                .onStart = [this](const auto& urls) { set([&] { m_urls = urls; }); },
                .nextMoves = [this](SteadyTime until) { return next(until); },
                .onScene = [this](Scene scene) { set([&] { m_scene = std::move(scene); }); },
                .isCancelled = [stop] { return stop.stop_requested(); }});
            set([&] { m_error = done ? std::string() : done.error().text; });
        })
    { }
    ~Play() { m_thread.request_stop(); }

    void make(Deed deed, Way way = {})
    {
        set([&] { m_moves.push_back({deed, std::move(way)}); });
    }
    /// False: it did not become true within ten seconds.
    [[nodiscard]] bool waitFor(const std::function<bool(const Scene&)>& isTrue)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, 10s, [&] { return m_scene && isTrue(*m_scene); });
    }
    [[nodiscard]] Scene scene()
    {
        const std::scoped_lock lock(m_mutex);
        return m_scene.value_or(Scene());
    }
    [[nodiscard]] std::string url(std::size_t master)
    {
        const std::scoped_lock lock(m_mutex);
        return m_urls.at(master);
    }
    /// What was told of it, in words.
    [[nodiscard]] std::vector<std::string> told(char who)
    {
        const Scene seen = scene();
        std::vector<std::string> texts;
        for (const Event& event : eventsOf(seen)) {
            if (event.who == who)
                texts.push_back(words::eventText(event, seen));
        }
        return texts;
    }

private:
    void set(const std::function<void()>& change)
    {
        const std::scoped_lock lock(m_mutex);
        change();
        m_changed.notify_all();
    }
    std::vector<Move> next(SteadyTime until)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, until - BootClock::now(), [this] { return !m_moves.empty(); });
        return std::exchange(m_moves, {});
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Move> m_moves;
    std::vector<std::string> m_urls;
    std::optional<Scene> m_scene;
    std::string m_error;
    std::jthread m_thread; ///< last: it uses the others
};

Way quick(std::string scheme)
{
    return {.scheme = std::move(scheme), .ttl = 30s, .work = 50ms};
}

Way busy(std::string scheme)
{
    return {.scheme = std::move(scheme), .ttl = 30s, .work = 60s};
}

std::function<bool(const Scene&)> holds(char who)
{
    return [who](const Scene& scene) {
        return std::ranges::any_of(scene.contenders,
            [who](const ContenderState& one) { return one.who == who && one.holds; });
    };
}

std::function<bool(const Scene&)> is(char who, bool ContenderState::*state)
{
    return [who, state](const Scene& scene) {
        return std::ranges::any_of(scene.contenders,
            [&](const ContenderState& one) { return one.who == who && one.*state; });
    };
}

bool isStored(const Scene& scene)
{
    return std::ranges::any_of(
        scene.recent.stored, [](const Stored& stored) { return !stored.to; });
}

bool hasTwo(const Scene& scene)
{
    return !scene.overlaps.empty();
}

} // namespace

/// Free play with real servers and processes.
class FreePlayTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aContenderTakesSellsAndFrees()
    {
        Play play(3);
        play.make({.kind = Deed::Kind::Take, .who = 'A'}, quick("redlock"));
        QVERIFY(play.waitFor([](const Scene& scene) {
            return scene.till.sold == 4 && !isStored(scene) && !scene.recent.stored.empty();
        }));
        const std::vector<std::string> expected{
            "tries to take it", "takes it: 3 of 3", "sells 4", "releases it"};
        QCOMPARE(play.told('A'), expected);
        QCOMPARE(play.scene().till.stock, 6);
        play.make({.kind = Deed::Kind::Fill});
        QVERIFY(play.waitFor([](const Scene& scene) { return scene.till.stock == kStock; }));
        QVERIFY(play.scene().overlaps.empty());
    }

    void oneWaitsForAnother()
    {
        Play play(1);
        play.make({.kind = Deed::Kind::Take, .who = 'A'}, busy("set-nx-px"));
        QVERIFY(play.waitFor(holds('A')));
        play.make({.kind = Deed::Kind::Take, .who = 'B'}, quick("set-nx-px"));
        QVERIFY(play.waitFor(is('B', &ContenderState::wants)));
        // One refusal begins its wait, also when that is no longer seen.
        const auto refusals = [](const Scene& scene) {
            return std::ranges::count(eventsOf(scene), Event::Kind::Refused, &Event::kind);
        };
        QVERIFY(play.waitFor([&](const Scene& scene) { return refusals(scene) == 1; }));
        const SteadyTime told = BootClock::now();
        QVERIFY(play.waitFor([&](const Scene& scene) {
            return std::ranges::any_of(scene.recent.sent,
                [&](const Sent& sent) { return sent.at > told && sent.answeredAt; });
        }));
        Scene later = play.scene();
        later.recent.start = told;
        QCOMPARE(refusals(later), 0);
        // It leaves the lock, which stays until its TTL is over; a killed one does not wait.
        play.make({.kind = Deed::Kind::Leave, .who = 'A'});
        QVERIFY(play.waitFor([](const Scene& scene) { return !holds('A')(scene); }));
        QVERIFY(isStored(play.scene()));
        play.make({.kind = Deed::Kind::Kill, .who = 'B'});
        QVERIFY(play.waitFor([](const Scene& scene) {
            return !is('B', &ContenderState::isAlive)(scene)
                && !is('B', &ContenderState::wants)(scene);
        }));
    }

    void aMasterThatStartsEmptyGivesItToTwo()
    {
        Play play(1);
        play.make({.kind = Deed::Kind::Take, .who = 'A'}, busy("set-nx-px"));
        QVERIFY(play.waitFor(holds('A')));
        play.make({.kind = Deed::Kind::Kill, .who = 'a'});
        QVERIFY(play.waitFor([](const Scene& scene) { return !scene.masters[0].isRunning; }));
        play.make({.kind = Deed::Kind::StartWithData, .who = 'a'});
        QVERIFY(play.waitFor(
            [](const Scene& scene) { return scene.masters[0].isRunning && isStored(scene); }));
        play.make({.kind = Deed::Kind::Kill, .who = 'a'});
        play.make({.kind = Deed::Kind::StartEmpty, .who = 'a'});
        play.make({.kind = Deed::Kind::Take, .who = 'B'}, busy("set-nx-px"));
        QVERIFY(play.waitFor(hasTwo));
    }

    void aFailoverLosesWhatWasHeldUp()
    {
        Play play(1, true);
        QVERIFY(play.waitFor([](const Scene& scene) { return scene.hasReplica; }));
        play.make({.kind = Deed::Kind::FallBehind, .who = 'a'});
        play.make({.kind = Deed::Kind::Take, .who = 'A'}, busy("set-nx-px"));
        QVERIFY(play.waitFor(holds('A')));
        play.make({.kind = Deed::Kind::FailOver, .who = 'a'});
        play.make({.kind = Deed::Kind::Take, .who = 'B'}, busy("set-nx-px"));
        QVERIFY(play.waitFor(hasTwo));
        QVERIFY(!play.scene().hasReplica);
    }

    void aReleaseMayComeLate()
    {
        Play play(1);
        play.make({.kind = Deed::Kind::Take, .who = 'A'}, quick("setnx-expire"));
        play.make({.kind = Deed::Kind::HoldAt, .who = 'A', .point = Point::Free});
        QVERIFY(play.waitFor([](const Scene& scene) {
            return scene.till.sold == 4 && is('A', &ContenderState::isHeldBack)(scene);
        }));
        QVERIFY(isStored(play.scene()));
        play.make({.kind = Deed::Kind::GoOn, .who = 'A'});
        QVERIFY(play.waitFor([](const Scene& scene) { return !isStored(scene); }));
    }

    void aPausedOneStays()
    {
        Play play(1);
        play.make({.kind = Deed::Kind::Take, .who = 'A'},
            {.scheme = "set-nx-px", .ttl = 300ms, .work = 100ms});
        play.make({.kind = Deed::Kind::Pause, .who = 'A'});
        QVERIFY(play.waitFor(is('A', &ContenderState::isPaused)));
        QCOMPARE(play.scene().till.sold, 0);
        play.make({.kind = Deed::Kind::Resume, .who = 'A'});
        QVERIFY(play.waitFor([](const Scene& scene) { return scene.till.sold == 4; }));
    }

    void whoIsCutOffGetsNothing()
    {
        Play play(1);
        play.make({.kind = Deed::Kind::Take, .who = 'A'}, quick("set-nx-px"));
        QVERIFY(play.waitFor([](const Scene& scene) { return scene.till.sold == 4; }));
        play.make({.kind = Deed::Kind::CutOff, .who = 'A', .master = 'a'});
        play.make({.kind = Deed::Kind::Take, .who = 'A'}, quick("set-nx-px"));
        QVERIFY(play.waitFor([](const Scene& scene) {
            return is('A', &ContenderState::wants)(scene)
                && scene.masters[0].cutFrom == std::vector{'A'};
        }));
        play.make({.kind = Deed::Kind::Reach, .who = 'A', .master = 'a'});
        QVERIFY(play.waitFor([](const Scene& scene) { return scene.till.sold == 8; }));
        QVERIFY(play.scene().masters[0].cutFrom.empty());
    }

    void whatDiesUnaskedEndsNothing()
    {
        Play play(1);
        play.make({.kind = Deed::Kind::Take, .who = 'A'}, busy("set-nx-px"));
        QVERIFY(play.waitFor(holds('A')));
        auto client = sandbox::BlockingClient::connect(redis::Url::parse(play.url(0)).value(), 5s);
        QVERIFY(client.has_value());
        (void)client->call({"SHUTDOWN", "NOSAVE"}); // its end is no answer
        // What it stored is gone with it, and what happened is told.
        QVERIFY(play.waitFor(
            [](const Scene& scene) { return !scene.masters[0].isRunning && !isStored(scene); }));
        QCOMPARE(play.told('a').back(), std::string("is killed"));
        play.make({.kind = Deed::Kind::StartEmpty, .who = 'a'});
        QVERIFY(play.waitFor([](const Scene& scene) { return scene.masters[0].isRunning; }));
    }

    void whatCantBeDoneIsSaid()
    {
        Play play(1);
        play.make({.kind = Deed::Kind::Pause, .who = 'B'});
        QVERIFY(play.waitFor(
            [](const Scene& scene) { return scene.problem == "B is dead, and can't do that"; }));
        QVERIFY(play.scene().moves.empty());
    }

    void mastersAreSlowAndHaveClocks()
    {
        Play play(3);
        play.make({.kind = Deed::Kind::Far, .who = 'b'});
        play.make({.kind = Deed::Kind::SetAhead, .who = 'c', .amount = 3});
        play.make({.kind = Deed::Kind::Take, .who = 'A'}, quick("redlock"));
        QVERIFY(play.waitFor([](const Scene& scene) { return scene.till.sold == 4; }));
        const Scene scene = play.scene();
        QVERIFY(scene.masters[1].isFar && !scene.masters[0].isFar);
        QCOMPARE(scene.masters[2].ahead, 3);
        auto client = sandbox::BlockingClient::connect(redis::Url::parse(play.url(2)).value(), 5s);
        QVERIFY(client.has_value());
        const auto time = client->call({"TIME"});
        QVERIFY(time.has_value());
        const auto ahead = std::stoll(time->elements[0].text) - ::time(nullptr);
        QVERIFY2(ahead >= 8 && ahead <= 10, qPrintable(QString::number(ahead)));
    }
};

LOCKKEEPER_TEST(FreePlayTest)

} // namespace lockkeeper::tests::free_play_test

#include "free_play_test.moc"
