// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/tracker.h"
#include "tests/support/history_batches.h"
#include "tests/support/test_class.h"

#include <algorithm>

namespace lockkeeper::tests::history_tracker_test {

using namespace lockkeeper::history;
using observe::Verdict;

class HistoryTrackerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuresAHoldOfWhichItSawBothEnds()
    {
        Tracker tracker
            = fed({batchAt(0s, {heldUntil("r", "a", 30s)}), batchAt(2s, {goneFrom("r")})});
        QCOMPARE(tracker.changes().starts.size(), std::size_t(1));
        QVERIFY(tracker.changes().starts[0].isStartSeen);
        QCOMPARE(tracker.changes().starts[0].firstSeen, kHistoryWall);
        QCOMPARE(last(tracker).end, std::optional(End::Released));
        QCOMPARE(last(tracker).endedAt, std::optional(kHistoryWall + 2s));
        QCOMPARE(last(tracker).held, std::optional(2000ms));
        QVERIFY(!last(tracker).leaseUntil); // only of what is lost
    }

    void whatMastersLoseWasNotReleased()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 30s)})});
        Sighting lost = goneFrom("r");
        lost.isLost = true;
        tracker.apply(batchAt(2s, {lost}));
        QCOMPARE(last(tracker).end, std::optional(End::Lost));
        QVERIFY(!last(tracker).held); // it would have been held for longer
        QCOMPARE(last(tracker).leaseUntil, std::optional(kHistoryWall + 30s));
        QCOMPARE(nameOf(End::Lost), "lost");
    }

    void whatWasLostWhileTheMasterWasAwayIsLost()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 60s)}),
            batchAt(2s, {seenAs("r", Verdict::Unknown, "a")})});
        Sighting lost = goneFrom("r");
        lost.isLost = true;
        tracker.apply(batchAt(20s, {lost}));
        QCOMPARE(last(tracker).end, std::optional(End::Lost));
        QCOMPARE(last(tracker).endedAt, std::optional(kHistoryWall + 2s));
    }

    void aLossIsOneWhateverAMasterThatIsAwayHas_data()
    {
        const auto row = columns<Verdict, bool, End>();
        row("seen, lost", Verdict::Held, true, End::Lost);
        row("seen, released", Verdict::Held, false, End::Released);
        row("unseen, lost", Verdict::Unknown, true, End::Lost);
        row("unseen, gone", Verdict::Unknown, false, End::Unknown);
    }
    void aLossIsOneWhateverAMasterThatIsAwayHas()
    {
        const auto [before, isLost, end] = fetch<Verdict, bool, End>();
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 60s)})});
        if (before == Verdict::Unknown)
            tracker.apply(batchAt(1s, {seenAs("r", Verdict::Unknown, "a")}));
        tracker.apply(batchAt(2s, {freeButForOneAway("r", "a", isLost)}));
        QCOMPARE(last(tracker).end, std::optional(end));
        tracker.apply(batchAt(20s, {goneFrom("r")}));
        QCOMPARE(last(tracker).end, std::optional(end));
        QCOMPARE(last(tracker).held.has_value(), end == End::Released);
    }

    void aLossOfTheNextHoldersLockIsNotThatOfTheOneBefore()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 60s)})});
        const auto first = tracker.changes().starts.back().id;
        tracker.apply(batchAt(2s, {freeButForOneAway("r", "a")}));
        tracker.apply(batchAt(3s, {heldUntil("r", "b", 60s)}));
        const auto second = tracker.changes().starts.back().id;
        Sighting gone = goneFrom("r");
        gone.isLost = true;
        tracker.apply(batchAt(4s, {gone}));
        QCOMPARE(tracker.changes().states.at(first).end, std::optional(End::Released));
        QCOMPARE(tracker.changes().states.at(second).end, std::optional(End::Lost));
    }

    void whatWasLostIsNotHandedOver()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 60s)})});
        const auto first = tracker.changes().starts.back().id;
        Sighting second = heldUntil("r", "b", 60s);
        second.firstSeen = kHistorySteady + 2s;
        second.votes = heldAfterLoss("b");
        tracker.apply(batchAt(2s, {second}));
        QCOMPARE(tracker.changes().states.at(first).end, std::optional(End::Lost));
        Sighting third = heldUntil("r", "c", 60s);
        third.firstSeen = kHistorySteady + 3s;
        third.votes = {{MasterId("a"), observe::VoteState::Held, Fingerprint::ofString("c")}};
        const auto before = tracker.changes().starts.back().id;
        tracker.apply(batchAt(3s, {third}));
        QCOMPARE(tracker.changes().states.at(before).end, std::optional(End::NextHolder));
    }

    void aJumpOfTheWallClockChangesNoDuration()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 30s)})});
        Batch later = batchAt(2s, {goneFrom("r")});
        later.wallAt -= 1h;
        tracker.apply(later);
        QCOMPARE(last(tracker).held, std::optional(2000ms));
    }

    void aClockThatIsSetBackDatesWhatGoesOnAnew()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 60s), heldUntil("over", "a", 60s)}),
            batchAt(1s, {goneFrom("over")})});
        tracker.clearChanges();
        Batch later = batchAt(5s, {});
        later.wallAt -= 1h;
        tracker.apply(later);
        QCOMPARE(tracker.changes().states.size(), std::size_t(1)); // what is over keeps its times
        QCOMPARE(last(tracker).firstSeen, std::optional(kHistoryWall - 1h));
        QVERIFY(!last(tracker).endedAt);
        Batch end = batchAt(7s, {goneFrom("r")});
        end.wallAt -= 1h;
        tracker.apply(end);
        QCOMPARE(last(tracker).firstSeen, std::optional(kHistoryWall - 1h));
        QCOMPARE(last(tracker).endedAt, std::optional(kHistoryWall - 1h + 7s));
        QCOMPARE(last(tracker).held, std::optional(7000ms));
    }

    void callsItExpiredWhenTheTtlHadRunOut()
    {
        Tracker tracker
            = fed({batchAt(0s, {heldUntil("r", "a", 5s)}), batchAt(6s, {goneFrom("r")})});
        QCOMPARE(last(tracker).end, std::optional(End::Expired));
        QCOMPARE(last(tracker).held, std::optional(5000ms));
    }

    void aRenewalPutsTheExpiryOff()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 5s)})});
        Sighting renewed = heldUntil("r", "a", 9s);
        renewed.renewals = 1;
        tracker.apply(batchAt(4s, {renewed}));
        tracker.apply(batchAt(6s, {goneFrom("r")}));
        QCOMPARE(last(tracker).end, std::optional(End::Released));
        QCOMPARE(last(tracker).renewals, 1U);
        QCOMPARE(last(tracker).lastRenewed, std::optional(kHistoryWall + 4s));
    }

    void averagesTheTimeBetweenRenewals()
    {
        Tracker tracker = fed({batchAt(0s, {heldBy("r", "a")})});
        for (unsigned i = 1; i <= 5; ++i) {
            Sighting renewed = heldBy("r", "a");
            renewed.renewals = i;
            tracker.apply(batchAt(i * 10s, {renewed}));
        }
        QCOMPARE(last(tracker).renewals, 5U);
        QCOMPARE(last(tracker).renewalInterval, std::optional(10'000ms));
        QCOMPARE(tracker.changes().starts.size(), std::size_t(1));
    }

    void anotherTokenIsTheNextHolderAndIsAHandOver()
    {
        Tracker tracker = fed(
            {batchAt(0s, {heldUntil("r", "a", 30s)}), batchAt(3s, {heldUntil("r", "b", 33s)})});
        QCOMPARE(tracker.changes().starts.size(), std::size_t(2));
        QCOMPARE(tracker.changes().states.at(1).end, std::optional(End::NextHolder));
        QVERIFY(!tracker.changes().starts[0].isHandOver);
        QVERIFY(tracker.changes().starts[1].isHandOver);
        QVERIFY(!last(tracker).endedAt);
    }

    void aTombstoneInItsPlaceMeansRevoked()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 30s)})});
        Sighting tombstone = heldUntil("r", "b", 30s);
        tombstone.format = "lk1-revoked";
        tracker.apply(batchAt(3s, {tombstone}));
        QCOMPARE(tracker.changes().states.at(1).end, std::optional(End::Revoked));
        QCOMPARE(tracker.changes().states.at(1).held, std::optional(3000ms));
        // How long it stays is nobody's holding time.
        tracker.apply(batchAt(31s, {goneFrom("r")}));
        QCOMPARE(last(tracker).end, std::optional(End::Expired));
        QVERIFY(!last(tracker).held);
        QVERIFY2(!tracker.changes().starts[1].isStartSeen, "it is no acquisition");
    }

    void theSameTokenIsNotHandedOver()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 30s)}),
            batchAt(3s, {goneFrom("r")}), batchAt(3500ms, {heldUntil("r", "a", 33s)})});
        QVERIFY(!tracker.changes().starts[1].isHandOver);
    }

    void aHandOverNeedsNoMoreThanASecondInBetween_data()
    {
        const auto row = columns<int, bool>();
        row("at once", 900, true);
        row("later", 1100, false);
    }

    void aHandOverNeedsNoMoreThanASecondInBetween()
    {
        const auto [pause, isHandOver] = fetch<int, bool>();
        Tracker tracker
            = fed({batchAt(0s, {heldUntil("r", "a", 30s)}), batchAt(3s, {goneFrom("r")}),
                batchAt(3s + std::chrono::milliseconds(pause), {heldBy("r", "b")})});
        QCOMPARE(tracker.changes().starts[1].isHandOver, isHandOver);
    }

    void whatWasThereBeforeHasNoMeasuredLength()
    {
        Tracker tracker;
        Sighting sighting = heldUntil("r", "a", 30s);
        sighting.mayPredateWatch = true;
        tracker.apply(batchAt(0s, {sighting}));
        tracker.apply(batchAt(2s, {goneFrom("r")}));
        QVERIFY(!tracker.changes().starts[0].isStartSeen);
        QVERIFY(!last(tracker).held);
        QCOMPARE(last(tracker).end, std::optional(End::Released));
    }

    void anEndBehindSilentMastersIsUnknown()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 5s)}),
            batchAt(1s, {seenAs("r", Verdict::Unknown, "a")})});
        QVERIFY(!last(tracker).endedAt); // nothing says that it has ended
        tracker.apply(batchAt(60s, {goneFrom("r")}));
        QCOMPARE(last(tracker).end, std::optional(End::Unknown));
        QVERIFY(!last(tracker).held);
    }

    void anOutageDoesNotCutAnIntervalInTwo()
    {
        Tracker tracker = fed({batchAt(0s, {heldBy("r", "a")}),
            batchAt(1s, {seenAs("r", Verdict::Unknown, "a")}), batchAt(2s, {heldBy("r", "a")})});
        QCOMPARE(tracker.changes().starts.size(), std::size_t(1));
        QVERIFY(!last(tracker).endedAt);
    }

    void aLostQuorumEndsItUntilItIsBack()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 30s)}),
            batchAt(1s, {seenAs("r", Verdict::Minority, "a")})});
        QCOMPARE(last(tracker).endedAt, std::optional(kHistoryWall + 1s));
        QCOMPARE(last(tracker).end, std::optional(End::Unknown));
        tracker.apply(batchAt(2s, {heldUntil("r", "a", 30s)}));
        QVERIFY(!last(tracker).endedAt);
        QCOMPARE(tracker.changes().starts.size(), std::size_t(1));
    }

    void aQuorumThatComesBackLateIsAnotherHold()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "alice", 600s)}),
            batchAt(1s, {seenAs("r", Verdict::Minority, "alice")}),
            batchAt(200s, {heldUntil("r", "alice", 600s)})});
        const auto& starts = tracker.changes().starts;
        QCOMPARE(starts.size(), std::size_t(2));
        QCOMPARE(starts.back().firstSeen, kHistoryWall + 200s);
        QVERIFY(starts.back().isStartSeen && !starts.back().isHandOver);
        QCOMPARE(tracker.changes().states.at(starts.front().id).endedAt,
            std::optional(kHistoryWall + 1s));
    }

    void aReleaseSeenHalfWayIsAReleaseFromItsBeginning()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 30s)}),
            batchAt(4s, {seenAs("r", Verdict::Minority, "a")}), batchAt(5s, {goneFrom("r")})});
        QCOMPARE(last(tracker).end, std::optional(End::Released));
        QCOMPARE(last(tracker).held, std::optional(4000ms));
    }

    void aQuorumThatWasLostLongBeforeWasNotReleased()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 600s)}),
            batchAt(4s, {seenAs("r", Verdict::Minority, "a")})});
        tracker.apply(batchAt(30s, {goneFrom("r")})); // where it was stored, nobody answers
        QCOMPARE(last(tracker).end, std::optional(End::Unknown));
        QCOMPARE(last(tracker).endedAt, std::optional(kHistoryWall + 4s));
        QVERIFY(!last(tracker).held);
    }

    void aHoldIsCertainOnlyUntilItWasDoubted()
    {
        Tracker tracker = fed({batchAt(0s, {heldUntil("r", "a", 600s)}),
            batchAt(7s, {seenAs("r", Verdict::Unknown, "a")}),
            batchAt(9s, {seenAs("r", Verdict::Unknown, "a")}),
            batchAt(60s, {seenAs("r", Verdict::Minority, "a")})});
        QCOMPARE(last(tracker).lastSeen, kHistoryWall + 7s);
        QCOMPARE(last(tracker).end, std::optional(End::Unknown));
    }

    void eachOfSeveralHandOversIsCounted()
    {
        Tracker tracker;
        for (int round = 0; round < 5; ++round) {
            tracker.apply(batchAt(round * 800ms, {heldUntil("r", std::to_string(round), 60s)}));
            tracker.apply(batchAt(round * 800ms + 600ms, {goneFrom("r")}));
            tracker.apply(batchAt(round * 800ms + 700ms, {}));
        }
        const auto& starts = tracker.changes().starts;
        QCOMPARE(starts.size(), std::size_t(5));
        QCOMPARE(std::ranges::count_if(starts, &IntervalStart::isHandOver), 4);
    }

    void tellsVerdictsButNotWhatTheIntervalsTell()
    {
        Tracker tracker
            = fed({batchAt(0s, {heldBy("r", "a")}), batchAt(1s, {seenAs("r", Verdict::Split, "a")}),
                batchAt(2s, {heldBy("r", "a")}), batchAt(3s, {goneFrom("r")})});
        const auto& verdicts = tracker.changes().verdicts;
        QCOMPARE(verdicts.size(), std::size_t(2));
        QCOMPARE(verdicts[0].from, std::optional(Verdict::Held));
        QCOMPARE(verdicts[0].to, Verdict::Split);
        QCOMPARE(verdicts[1].to, Verdict::Held);
        QCOMPARE(verdicts[1].at, kHistoryWall + 2s);
    }

    void saysNothingTwice()
    {
        Tracker tracker = fed({batchAt(0s, {heldBy("r", "a")})});
        tracker.clearChanges();
        tracker.apply(batchAt(1s, {heldBy("r", "a"), goneFrom("never seen")}));
        QCOMPARE(tracker.changes().size(), std::size_t(0));
    }

    void boundsWhatOthersWrote()
    {
        Tracker tracker;
        Sighting sighting = heldBy("r", "a");
        sighting.holder.host = std::string(100'000, 'x');
        Batch batch = batchAt(0s, {sighting});
        batch.masters = {{MasterId("a"), "down", std::string(100'000, 'x')}};
        tracker.apply(batch);
        QCOMPARE(tracker.changes().starts[0].holder.host->size(), std::size_t(1024));
        QCOMPARE(tracker.changes().masters[0].error.size(), std::size_t(1024));
    }

private:
    static Tracker fed(const std::vector<Batch>& batches)
    {
        Tracker tracker;
        for (const Batch& batch : batches)
            tracker.apply(batch);
        return tracker;
    }
    /// Of three masters, one stored the token when it failed.
    static Sighting freeButForOneAway(
        const std::string& resource, const std::string& token, bool isLost = false)
    {
        observe::Votes votes{{MasterId("a"), observe::VoteState::Held, Fingerprint::ofString(token),
                                 60s, kHistorySteady},
            {MasterId("b"), observe::VoteState::Free}, {MasterId("c"), observe::VoteState::Free}};
        votes.setFailed(0, observe::VoteState::NoAnswer, nullptr);
        votes.setLost(1, isLost);
        Sighting sighting = goneFrom(resource);
        sighting.votes = votes;
        return sighting;
    }
    static const IntervalState& last(const Tracker& tracker)
    {
        return tracker.changes().states.rbegin()->second;
    }
};

LOCKKEEPER_TEST(HistoryTrackerTest)

} // namespace lockkeeper::tests::history_tracker_test

#include "history_tracker_test.moc"
