// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/alerts/event_watch.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"

namespace lockkeeper::tests::event_watch_test {

using observe::BoardUpdate;
using observe::Event;
using observe::EventKind;
using redis::LinkState;

namespace {

constexpr SteadyTime kStart = SteadyTime(1h);

LockEntryBuilder held(const std::string& name, SteadyTime at, const std::string& token = "token")
{
    return std::move(LockEntryBuilder(name, at).held(token, 30s));
}

observe::LockEntryPtr stale(
    const std::string& name, SteadyTime at, const std::string& token = "token")
{
    return held(name, at, token).stale({.kind = observe::EvidenceKind::RenewalsStopped}).build();
}

BoardUpdate update(
    SteadyTime at, std::vector<observe::LockEntryPtr> changed = {}, std::vector<Resource> gone = {})
{
    BoardUpdate made = updateOf(std::move(changed), std::move(gone));
    made.asOf = at;
    for (observe::MasterStatus& master : made.masters)
        master.link.state = LinkState::Up;
    return made;
}

BoardUpdate masters(SteadyTime at, std::initializer_list<LinkState> states)
{
    BoardUpdate made = update(at);
    for (std::size_t i = 0; i < states.size(); ++i)
        made.masters[i].link.state = std::data(states)[i];
    return made;
}

observe::Evidence heldTwice()
{
    return {.kind = observe::EvidenceKind::MayBeHeldTwice};
}

} // namespace

class EventWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { begin({EventKind::Stale, EventKind::Split, EventKind::TwoHolders}); }

    void aStateIsToldOnceAndSoIsItsEnd()
    {
        see(update(kStart + 1s, {stale("a", kStart + 1s)}));
        QCOMPARE(told(kStart + 2s), QStringList());
        QCOMPARE(told(kStart + 3s), QStringList({u"stale a"_s}));
        see(update(kStart + 4s, {stale("a", kStart + 4s)}));
        QCOMPARE(told(kStart + 8s), QStringList());
        see(update(kStart + 9s, {held("a", kStart + 9s).build()}));
        QCOMPARE(told(kStart + 10s), QStringList());
        QCOMPARE(told(kStart + 11s), QStringList({u"stale a over"_s}));
        QCOMPARE(told(kStart + 1h), QStringList());
    }

    void whatIsOverWithinTheCalmIsNotTold()
    {
        see(update(kStart + 1s, {stale("a", kStart + 1s)}));
        see(update(kStart + 2s, {held("a", kStart + 2s).build()}));
        QCOMPARE(told(kStart + 1h), QStringList());
    }

    void aStateThatComesBackWithinTheCalmIsNotOver()
    {
        see(update(kStart, {stale("a", kStart)}));
        QCOMPARE(told(kStart + 2s), QStringList({u"stale a"_s}));
        see(update(kStart + 3s, {held("a", kStart + 3s).build()}));
        see(update(kStart + 4s, {stale("a", kStart + 4s)}));
        QCOMPARE(told(kStart + 1h), QStringList());
    }

    void whatIsThereAtTheStartIsToldAsThat()
    {
        m_watch.emplace(std::set{EventKind::Stale});
        BoardUpdate first = update(kStart, {stale("a", kStart)});
        first.masters[2].isSweepComplete = false;
        see(first);
        see(update(kStart + 1s, {stale("b", kStart + 1s)}));
        see(update(kStart + 2s, {stale("c", kStart + 2s)}));
        QCOMPARE(told(kStart + 4s),
            QStringList({u"stale a at start"_s, u"stale b at start"_s, u"stale c"_s}));
    }

    void whatIsThereWhenMastersAnswerAtLastWasThereAtTheStart()
    {
        m_watch.emplace(std::set{EventKind::Stale, EventKind::Master});
        BoardUpdate silent = masters(kStart, {LinkState::Silent, LinkState::Silent, LinkState::Up});
        for (observe::MasterStatus& master : silent.masters)
            master.isSweepComplete = master.link.state == LinkState::Up;
        see(silent);
        see(update(kStart + 1min, {stale("a", kStart + 1min)}));
        BoardUpdate later = masters(kStart + 2min, {LinkState::Up, LinkState::Up, LinkState::Down});
        later.changed = {stale("b", kStart + 2min)};
        see(later);
        QCOMPARE(
            told(kStart + 1h), QStringList({u"stale a at start"_s, u"master c"_s, u"stale b"_s}));
    }

    void anotherHolderThatGetsStuckIsAnotherEvent()
    {
        see(update(kStart + 1s, {stale("a", kStart + 1s, "one")}));
        QCOMPARE(told(kStart + 3s), QStringList({u"stale a"_s}));
        see(update(kStart + 4s, {stale("a", kStart + 4s, "two")}));
        QCOMPARE(told(kStart + 6s), QStringList({u"stale a over"_s, u"stale a"_s}));
    }

    void onlyWhatIsWantedIsTold()
    {
        begin({EventKind::Split});
        see(update(kStart + 1s, {stale("a", kStart + 1s)}));
        QCOMPARE(told(kStart + 1h), QStringList());
    }

    void twoHoldersAreNotAlsoStale()
    {
        see(update(kStart + 1s, {held("a", kStart + 1s).stale(heldTwice()).build()}));
        QCOMPARE(told(kStart + 3s), QStringList({u"two-holders a"_s}));
    }

    void aSplitIsToldOnceAllMastersWereReadAgain()
    {
        const auto split = [](SteadyTime at, bool isSettled) {
            LockEntryBuilder builder("a", at);
            builder.heldOn(0, "one", 30s).heldOn(1, "two", 30s).heldOn(2, "three", 30s);
            builder.raw().isSettled = isSettled;
            return builder.build();
        };
        see(update(kStart + 1s, {split(kStart + 1s, false)}));
        QCOMPARE(told(kStart + 5s), QStringList());
        see(update(kStart + 6s, {split(kStart + 6s, true)}));
        QCOMPARE(told(kStart + 8s), QStringList({u"split a"_s}));
    }

    void aLockThatIsFreedIsToldWithItsHolder()
    {
        begin({EventKind::Freed, EventKind::Lost});
        see(update(kStart, {held("a", kStart).build()}));
        see(update(kStart + 1s, {}, {Resource("a")}));
        const auto due = m_watch->take(kStart + 3s);
        QCOMPARE(due.size(), std::size_t(1));
        QCOMPARE(due[0].kind, EventKind::Freed);
        QCOMPARE(due[0].token, std::optional(Fingerprint::ofString("token")));
        QVERIFY(m_watch->take(kStart + 1h).empty());
    }

    void aLockThatIsHandedOverWasFreed()
    {
        begin({EventKind::Freed});
        see(update(kStart, {held("a", kStart, "one").build()}));
        see(update(kStart + 1s, {held("a", kStart + 1s, "two").build()}));
        QCOMPARE(told(kStart + 3s), QStringList({u"freed a"_s}));
    }

    void aTokenThatIsBackAtOnceWasNotFreed()
    {
        begin({EventKind::Freed});
        see(update(kStart, {held("a", kStart).build()}));
        see(update(kStart + 1s, {}, {Resource("a")}));
        see(update(kStart + 2s, {held("a", kStart + 2s).build()}));
        QCOMPARE(told(kStart + 1h), QStringList());
    }

    void aHolderThatSharesTheLockDoesNotFreeIt()
    {
        begin({EventKind::Freed});
        const auto shared = [](SteadyTime at, const std::string& token) {
            LockEntryBuilder builder("a", at);
            builder.held(token, 30s);
            builder.lock().mode = observe::LockMode::Read;
            return builder.build();
        };
        see(update(kStart, {shared(kStart, "one reader")}));
        see(update(kStart + 1s, {shared(kStart + 1s, "two readers")}));
        QCOMPARE(told(kStart + 4s), QStringList());
        see(update(kStart + 5s, {}, {Resource("a")}));
        QCOMPARE(told(kStart + 7s), QStringList({u"freed a"_s}));
    }

    void whatMastersLostWasNotFreed()
    {
        begin({EventKind::Freed, EventKind::Lost});
        see(update(kStart, {held("a", kStart).build(), held("b", kStart).build()}));
        BoardUpdate lost = update(kStart + 1s, {}, {Resource("a")});
        lost.lost = {Resource("a")};
        see(lost);
        LockEntryBuilder next = held("b", kStart + 1s, "next");
        for (std::size_t master = 0; master < 2; ++master)
            next.raw().votes.setLost(master, true);
        see(update(kStart + 1s, {next.build()}));
        QStringList texts = told(kStart + 3s);
        texts.sort();
        QCOMPARE(texts, QStringList({u"lost a"_s, u"lost b"_s}));
    }

    void holdersWhoAreLostTogetherDidNotHandItOver()
    {
        begin({EventKind::Freed, EventKind::Lost});
        const auto shared = [](SteadyTime at, const std::string& token) {
            LockEntryBuilder builder = held("a", at, token);
            builder.lock().mode = observe::LockMode::Semaphore;
            return builder;
        };
        see(update(kStart, {shared(kStart, "two").build()}));
        LockEntryBuilder next = shared(kStart + 1s, "another");
        for (std::size_t master = 0; master < 2; ++master)
            next.raw().votes.setLost(master, true);
        see(update(kStart + 1s, {next.build()}));
        QCOMPARE(told(kStart + 3s), QStringList({u"lost a"_s}));
    }

    void aLostQuorumOfALockIsTold()
    {
        begin({EventKind::Freed, EventKind::Lost});
        see(update(kStart, {held("a", kStart).build()}));
        LockEntryBuilder builder("a", kStart + 1s);
        builder.heldOn(0, "token", 30s);
        builder.raw().votes.setLost(1, true);
        builder.raw().votes.setLost(2, true);
        see(update(kStart + 1s, {builder.build()}));
        see(update(kStart + 2s, {}, {Resource("a")}));
        QCOMPARE(told(kStart + 4s), QStringList({u"lost a"_s}));
    }

    void moreThanCanWaitIsLeftOut()
    {
        begin({EventKind::Freed});
        std::vector<observe::LockEntryPtr> entries;
        std::vector<Resource> gone;
        for (std::size_t i = 0; i < observe::EventWatch::kMostWaiting + 7; ++i) {
            gone.emplace_back("lock:" + std::to_string(i));
            entries.push_back(held(gone.back().value(), kStart).build());
        }
        see(update(kStart, std::move(entries)));
        see(update(kStart + 1s, {}, std::move(gone)));
        QCOMPARE(m_watch->takeLeftOut(), std::size_t(7));
        QCOMPARE(m_watch->take(kStart + 3s).size(), observe::EventWatch::kMostWaiting);
        QCOMPARE(m_watch->takeLeftOut(), std::size_t(0));
    }

    void aMasterIsToldToBeDownUntilItAnswers()
    {
        using enum LinkState;
        begin({EventKind::Master, EventKind::Quorum});
        see(masters(kStart, {Up, Up, Up}));
        see(masters(kStart + 1s, {Up, Up, Down}));
        QCOMPARE(told(kStart + 3s), QStringList({u"master c"_s}));
        see(masters(kStart + 4s, {Up, Up, Connecting}));
        QCOMPARE(told(kStart + 8s), QStringList());
        see(masters(kStart + 9s, {Up, Up, Up}));
        QCOMPARE(told(kStart + 11s), QStringList({u"master c over"_s}));
    }

    void aLostQuorumIsToldWithTheMastersThatAreMissing()
    {
        using enum LinkState;
        begin({EventKind::Quorum});
        see(masters(kStart, {Up, Up, Up}));
        see(masters(kStart + 1s, {Up, Silent, Down}));
        const auto due = m_watch->take(kStart + 3s);
        QCOMPARE(due.size(), std::size_t(1));
        QCOMPARE(due[0].masters.size(), std::size_t(2));
        QCOMPARE(due[0].allMasters, std::size_t(3));
        QCOMPARE(due[0].quorum, std::size_t(2));
        see(masters(kStart + 4s, {Up, Up, Down}));
        QCOMPARE(told(kStart + 6s), QStringList({u"quorum  over"_s}));
    }

    void mastersThatAnswerButCantBeReadAreMissing()
    {
        using enum LinkState;
        begin({EventKind::Master, EventKind::Quorum});
        see(masters(kStart, {Up, Up, Up}));
        BoardUpdate blind = masters(kStart + 1s, {Up, Up, Up});
        for (std::size_t i = 0; i < 2; ++i) {
            blind.masters[i].sweepError = Error{ErrorClass::NoPermission, "no +scan", {}};
            blind.masters[i].isSweepComplete = false;
        }
        see(blind);
        const auto due = m_watch->take(kStart + 3s);
        QCOMPARE(due.size(), std::size_t(3));
        QCOMPARE(due[0].masters.front().trouble()->text, std::string("no +scan"));
        see(masters(kStart + 4s, {Up, Up, Up}));
        QCOMPARE(told(kStart + 6s).size(), 3);
    }

    void aDeadlockIsOneEvent()
    {
        begin({EventKind::Deadlock});
        const auto circle = [](SteadyTime at, std::size_t proposed) {
            observe::Deadlock deadlock{.isCertain = true, .proposed = proposed};
            for (const char* name : {"a", "b"})
                deadlock.links.push_back({Resource(name), Fingerprint::ofString(name)});
            BoardUpdate made = update(at);
            made.waits = std::make_shared<const observe::Waits>(
                std::vector<observe::Waiter>(1), std::vector{deadlock});
            return made;
        };
        see(circle(kStart + 1s, 1));
        QCOMPARE(told(kStart + 3s), QStringList({u"deadlock b"_s}));
        see(circle(kStart + 4s, 0)); // another lock is to be released, of the same circle
        QCOMPARE(told(kStart + 6s), QStringList());
        see(update(kStart + 7s));
        QCOMPARE(told(kStart + 9s), QStringList({u"deadlock a over"_s}));
    }

private:
    void begin(std::set<EventKind> wanted)
    {
        m_watch.emplace(std::move(wanted));
        see(update(kStart - 1s)); // ends the start
    }
    void see(const BoardUpdate& seen) { m_watch->see(seen); }
    QStringList told(SteadyTime now)
    {
        QStringList texts;
        for (const Event& event : m_watch->take(now)) {
            texts << QString::fromStdString(std::string(nameOf(event.kind)) + " "
                + event.subject.value() + (event.isOver ? " over" : "")
                + (event.isFromStart && !event.isOver ? " at start" : ""));
        }
        return texts;
    }

    std::optional<observe::EventWatch> m_watch;
};

LOCKKEEPER_TEST(EventWatchTest)

} // namespace lockkeeper::tests::event_watch_test

#include "event_watch_test.moc"
