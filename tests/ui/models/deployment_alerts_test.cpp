// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/alerts/alert.h"
#include "ui/models/alerts/alert_rules.h"

namespace lockkeeper::tests::deployment_alerts_test {

using ui::Alert;
using ui::AlertKind;

namespace {

constexpr SteadyTime kStart{};
constexpr SteadyTime kGathered = kStart + ui::DeploymentAlerts::kGather;

ui::LockRow rowOf(const observe::LockEntryPtr& entry)
{
    ui::LockRow row;
    row.update(entry, kStart, {});
    return row;
}

ui::LockRow healthy(const std::string& name, const std::string& token = "token")
{
    return rowOf(heldEntry(name, kStart, 30s, token));
}

ui::LockRow stale(const std::string& name, const std::string& token = "token")
{
    return rowOf(LockEntryBuilder(name, kStart)
                     .held(token, std::nullopt)
                     .stale({.kind = observe::EvidenceKind::NeverExpires})
                     .build());
}

ui::LockRow split(const std::string& name, bool isSettled = true)
{
    LockEntryBuilder builder(name, kStart);
    builder.heldOn(0, "one", 30s).heldOn(1, "two", 30s).heldOn(2, "three", 30s);
    builder.raw().isSettled = isSettled;
    return rowOf(builder.build());
}

ui::LockRow gone(const std::string& name)
{
    ui::LockRow row = healthy(name);
    row.change = ui::Change::Gone;
    return row;
}

std::vector<observe::MasterStatus> masters(std::initializer_list<redis::LinkState> states)
{
    std::vector<observe::MasterStatus> all;
    for (const redis::LinkState state : states) {
        all.push_back({.id = MasterId(std::string(1, static_cast<char>('a' + all.size())))});
        all.back().link.state = state;
    }
    return all;
}

} // namespace

class DeploymentAlertsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_alerts = ui::DeploymentAlerts();
        m_alerts.endStart();
    }

    void whatIsOverBeforeItsAlertIsDueIsNotTold()
    {
        m_alerts.seeLock(stale("first"));
        QCOMPARE(m_alerts.take(kGathered).size(), std::size_t(1));
        m_alerts.seeLock(stale("a"));
        m_alerts.seeLock(stale("b"));
        m_alerts.seeLock(split("c"));
        m_alerts.seeLock(gone("a"));
        m_alerts.seeLock(healthy("c"));
        const auto due = m_alerts.take(kGathered + 10s);
        QCOMPARE(due.size(), std::size_t(1));
        QCOMPARE(due[0].locks, std::vector{Resource("b")});
        QCOMPARE(due[0].count, std::size_t(1));
        // It is told when it is so again.
        m_alerts.seeLock(split("c"));
        QCOMPARE(m_alerts.take(kGathered + 20s).size(), std::size_t(1));
    }

    void aLockThatIsTakenOnOneMasterAfterTheOtherIsNotTold()
    {
        m_alerts.seeLock(stale("a"));
        QVERIFY(m_alerts.take(kStart + 1s).empty());
        m_alerts.seeLock(healthy("a"));
        QVERIFY(m_alerts.take(kStart + 1h).empty());
    }

    void aMasterThatWasStartedAnewFiresOnce()
    {
        auto seen = masters({redis::LinkState::Up, redis::LinkState::Up});
        m_alerts.seeMasters(seen, 2);
        QVERIFY(m_alerts.take(kStart).empty());
        seen[1].link.restartedAt = kStart + 1s;
        m_alerts.seeMasters(seen, 2);
        m_alerts.seeMasters(seen, 2);
        const auto due = m_alerts.take(kStart + 1s);
        QCOMPARE(due.size(), std::size_t(1));
        QCOMPARE(due[0].kind, AlertKind::MasterRestarted);
        QVERIFY(ui::alertText(due[0]).startsWith(u"Started anew: b."_s));
        seen[1].link.restartedAt = kStart + 1002ms; // as an agent tells it
        m_alerts.seeMasters(seen, 2);
        QVERIFY(m_alerts.take(kStart + 1h).empty());
        seen[1].link.restartedAt = kStart + 2h;
        m_alerts.seeMasters(seen, 2);
        QCOMPARE(m_alerts.take(kStart + 2h).size(), std::size_t(1));
    }

    void locksThatVanishTogetherFireOnceForAllMasters()
    {
        auto seen = masters({redis::LinkState::Up, redis::LinkState::Up});
        m_alerts.seeMasters(seen, 2);
        seen[0].loss = observe::Loss{kStart, 12, observe::LossCause::Unknown};
        m_alerts.seeMasters(seen, 2);
        QVERIFY(m_alerts.take(kStart + 1s).empty());
        seen[1].loss = observe::Loss{kStart + 1s, 12, observe::LossCause::Unknown};
        m_alerts.seeMasters(seen, 2);
        m_alerts.seeMasters(seen, 2);
        const auto due = m_alerts.take(kStart + 2s);
        QCOMPARE(due.size(), std::size_t(1));
        QCOMPARE(due[0].kind, AlertKind::LocksLost);
        QCOMPARE(ui::alertText(due[0]),
            u"12 locks vanished together before their TTL from a, b: SWAPDB or the like: no "
            "command was reported."_s);
        QVERIFY(m_alerts.take(kStart + 1h).empty());
    }

    void aLossByARestartIsToldByTheRestart()
    {
        auto seen = masters({redis::LinkState::Up});
        m_alerts.seeMasters(seen, 1);
        seen[0].loss = observe::Loss{kStart, 12, observe::LossCause::Restart};
        seen[0].link.restartedAt = kStart;
        m_alerts.seeMasters(seen, 1);
        for (const Alert& alert : m_alerts.take(kStart + 1h))
            QCOMPARE(alert.kind, AlertKind::MasterRestarted);
    }

    void aLockThatBecomesStaleFires()
    {
        m_alerts.seeLock(healthy("a"));
        QCOMPARE(texts(), QStringList());
        m_alerts.seeLock(stale("a"));
        QCOMPARE(texts(), QStringList({u"a is stale now: no TTL."_s}));
    }

    void aDeadlockFiresAndIsNotCalledStale()
    {
        const auto inCircle = [](const char* name) {
            return rowOf(LockEntryBuilder(name, kStart)
                             .held("token", 30s)
                             .stale({.kind = observe::EvidenceKind::LikelyDeadlock, .votes = 2})
                             .build());
        };
        m_alerts.seeLock(inCircle("a"));
        QCOMPARE(texts(), QStringList({u"Look at a: likely deadlock."_s}));
        m_alerts.seeLock(inCircle("b"));
        m_alerts.seeLock(inCircle("c"));
        QCOMPARE(texts(), QStringList({u"2 locks wait for each other: b, c."_s}));
        m_alerts.seeLock(inCircle("d"));
        m_alerts.seeLock(stale("e"));
        QCOMPARE(
            texts(), QStringList({u"e is stale now: no TTL."_s, u"Look at d: likely deadlock."_s}));
    }

    void oneStateFiresOnce()
    {
        m_alerts.seeLock(stale("a"));
        QCOMPARE(texts().size(), 1);
        for (int i = 0; i < 3; ++i) {
            m_alerts.seeLock(healthy("a"));
            m_alerts.seeLock(stale("a"));
            QCOMPARE(texts(), QStringList());
        }
    }

    void anotherHolderThatGetsStuckFiresAgain()
    {
        m_alerts.seeLock(stale("a", "one"));
        QCOMPARE(texts().size(), 1);
        m_alerts.seeLock(stale("a", "two"));
        QCOMPARE(texts().size(), 1);
    }

    void aLockThatWasGoneFiresAgain()
    {
        m_alerts.seeLock(stale("a"));
        QCOMPARE(texts().size(), 1);
        m_alerts.seeLock(gone("a"));
        m_alerts.seeLock(stale("a"));
        QCOMPARE(texts().size(), 1);
    }

    void whatWasThereAtTheStartDoesNotFire()
    {
        ui::DeploymentAlerts fresh;
        fresh.seeLock(stale("a"));
        fresh.seeMasters(masters({redis::LinkState::Up, redis::LinkState::Down}), 2);
        fresh.endStart();
        fresh.seeLock(stale("a"));
        fresh.seeMasters(masters({redis::LinkState::Up, redis::LinkState::Down}), 2);
        QVERIFY(fresh.take(later()).empty());
        fresh.seeLock(stale("b"));
        QCOMPARE(fresh.take(later()).size(), std::size_t(1));
    }

    void whatWasThereAtTheStartFiresIfWanted()
    {
        ui::DeploymentAlerts fresh(true);
        fresh.seeLock(stale("a"));
        fresh.seeMasters(
            masters({redis::LinkState::Up, redis::LinkState::Up, redis::LinkState::Down}), 2);
        QCOMPARE(fresh.take(later()).size(), std::size_t(2));
    }

    void manyAtOnceAreOneAlert()
    {
        for (const char* name : {"b", "a10", "a9", "c", "d"})
            m_alerts.seeLock(stale(name));
        QCOMPARE(texts(), QStringList({u"5 locks are stale now: a9, a10, b, 2 more."_s}));
    }

    void whatHappensInTheGapIsInTheNextAlert()
    {
        m_alerts.seeLock(stale("a"));
        QCOMPARE(m_alerts.take(kGathered).size(), std::size_t(1));
        m_alerts.seeLock(stale("b"));
        QVERIFY(m_alerts.take(kGathered + 3s).empty());
        m_alerts.seeLock(stale("c"));
        const auto due = m_alerts.take(kGathered + ui::DeploymentAlerts::kGap);
        QCOMPARE(due.size(), std::size_t(1));
        QCOMPARE(due.front().count, std::size_t(2));
    }

    void aSplitThatIsNotConfirmedDoesNotFire()
    {
        m_alerts.seeLock(split("a", false));
        QCOMPARE(texts(), QStringList());
        m_alerts.seeLock(split("a"));
        QCOMPARE(texts(), QStringList({u"a is split: no holder has a quorum."_s}));
    }

    void aMasterThatFailsFiresUntilItAnswers()
    {
        using enum redis::LinkState;
        m_alerts.seeMasters(masters({Up, Up, Up}), 2);
        m_alerts.seeMasters(masters({Up, Up, Silent}), 2);
        m_alerts.seeMasters(masters({Up, Up, Down}), 2);
        QCOMPARE(texts(), QStringList({u"Without a vote: c."_s}));
        m_alerts.seeMasters(masters({Up, Up, Up}), 2);
        m_alerts.seeMasters(masters({Up, Up, Down}), 2);
        QCOMPARE(texts().size(), 1);
    }

    void aLostQuorumFiresInsteadOfItsMasters()
    {
        using enum redis::LinkState;
        m_alerts.seeMasters(masters({Up, Up, Up}), 2);
        m_alerts.seeMasters(masters({Up, Up, Down}), 2);
        QCOMPARE(texts().size(), 1);
        m_alerts.seeMasters(masters({Up, Down, Down}), 2);
        const auto due = m_alerts.take(later());
        QCOMPARE(due.size(), std::size_t(1));
        QCOMPARE(due.front().kind, AlertKind::QuorumLost);
        QCOMPARE(due.front().masters, (std::vector{MasterId("b"), MasterId("c")}));
        m_alerts.seeMasters(masters({Down, Down, Connecting}), 2);
        m_alerts.seeMasters(masters({Down, Down, Down}), 2);
        QCOMPARE(texts(), QStringList()); // it is lost already
    }

    void aMasterThatWasNotToldYetIsNamedWithTheLostQuorum()
    {
        using enum redis::LinkState;
        m_alerts.seeMasters(masters({Up, Up, Up}), 2);
        m_alerts.seeMasters(masters({Up, Up, Down}), 2);
        m_alerts.seeMasters(masters({Up, Down, Down}), 2);
        const auto due = m_alerts.take(later());
        QCOMPARE(due.size(), std::size_t(1));
        QCOMPARE(due.front().masters, (std::vector{MasterId("b"), MasterId("c")}));
    }

    void anAgentThatIsLostFiresOnceUntilItIsBack()
    {
        m_alerts.seeMasters(masters({redis::LinkState::Up, redis::LinkState::Up}), 2);
        const observe::AgentLoss loss{
            {ErrorClass::Unreachable, "the agent can't be reached", {}}, kStart};
        m_alerts.seeAgent(loss);
        m_alerts.seeAgent(loss);
        const auto due = m_alerts.take(kStart);
        QCOMPARE(due.size(), std::size_t(1));
        QCOMPARE(due[0].kind, AlertKind::AgentLost);
        QCOMPARE(ui::alertText(due[0]),
            u"No news from the agent: the agent can't be reached. Of masters and locks, only what "
            "it sent before is known."_s);
        QVERIFY(m_alerts.take(kStart + 1h).empty());
        m_alerts.seeAgent({});
        m_alerts.seeAgent(loss);
        QCOMPARE(m_alerts.take(kStart + 2h).size(), std::size_t(1));
    }

    void aSplitIsToldOnce()
    {
        LockEntryBuilder builder("a", kStart);
        builder.heldOn(0, "one", 30s).heldOn(1, "two", 30s).heldOn(2, "three", 30s);
        builder.stale({.kind = observe::EvidenceKind::SplitVotes});
        builder.raw().isSettled = true;
        m_alerts.seeLock(rowOf(builder.build()));
        QCOMPARE(texts(), QStringList({u"a is split: no holder has a quorum."_s}));
    }

    void aReasonIsToldOfAllMastersThatHaveIt()
    {
        using enum redis::LinkState;
        const auto refused = [](std::size_t count) {
            auto all = masters({Up, Down, Down, Up, Up});
            for (std::size_t i = 1; i <= count; ++i)
                all[i].link.error = Error{ErrorClass::Unreachable, "Connection refused"};
            return all;
        };
        m_alerts.seeMasters(masters({Up, Up, Up, Up, Up}), 3);
        m_alerts.seeMasters(refused(2), 3);
        QVERIFY(texts().value(0).startsWith(u"Without a vote: b, c: Connection refused"_s));
        m_alerts.seeMasters(masters({Up, Up, Up, Up, Up}), 3);
        m_alerts.seeMasters(refused(1), 3);
        QCOMPARE(texts(), QStringList({u"Without a vote: b, c."_s}));
        m_alerts.seeMasters(masters({Up, Up, Up, Up, Up}), 3);
        auto one = refused(1);
        one[2].link.state = Up;
        m_alerts.seeMasters(one, 3);
        m_alerts.seeMasters(refused(1), 3);
        QCOMPARE(texts(), QStringList({u"Without a vote: c, b."_s}));
    }

    void aMasterThatConnectsIsNotDown()
    {
        using enum redis::LinkState;
        m_alerts.seeMasters(masters({Connecting, Connecting, Connecting}), 2);
        m_alerts.seeMasters(masters({Up, Connecting, Connecting}), 2);
        QCOMPARE(texts(), QStringList());
    }

private:
    SteadyTime later() { return m_now += ui::DeploymentAlerts::kGap; }
    QStringList texts()
    {
        QStringList all;
        for (const Alert& alert : m_alerts.take(later()))
            all << ui::alertText(alert);
        return all;
    }

    SteadyTime m_now = kStart;
    ui::DeploymentAlerts m_alerts;
};

LOCKKEEPER_TEST(DeploymentAlertsTest)

} // namespace lockkeeper::tests::deployment_alerts_test

#include "deployment_alerts_test.moc"
