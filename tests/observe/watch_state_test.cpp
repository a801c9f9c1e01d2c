// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/change_feed.h"
#include "core/observe/sweep_schedule.h"
#include "core/observe/watch_state.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::watch_state_test {

using namespace lockkeeper::observe;
using redis::LinkState;
using redis::LinkStatus;
using Event = WatchState::Event;

namespace {

const SteadyTime kNow = ManualClock().now();
const Error kOutage{ErrorClass::Unreachable, "a shard is down"};

LinkStatus upSince(SteadyTime login)
{
    LinkStatus link;
    link.state = LinkState::Up;
    link.loggedInAt = login;
    return link;
}

LinkStatus in(LinkState state)
{
    LinkStatus link;
    link.state = state;
    return link;
}

/// Of a master that was swept.
WatchState wholeState()
{
    WatchState state;
    (void)state.eventOf(upSince(kNow));
    state.login(kNow);
    state.finishSweep();
    return state;
}

} // namespace

class WatchStateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLoginIsReportedOnce()
    {
        WatchState state;
        QCOMPARE(state.eventOf(in(LinkState::Connecting)), Event::None);
        QVERIFY(!state.isUp() && !state.isSettled());
        QCOMPARE(state.eventOf(upSince(kNow)), Event::Login);
        state.login(kNow);
        QCOMPARE(state.eventOf(upSince(kNow)), Event::None);
        QVERIFY(state.isUp() && !state.isWhole() && !state.isSettled());
        state.finishSweep();
        QVERIFY(state.isWhole() && state.isSettled());
    }

    void anotherLoginThatNobodySawLossOfIsAnEvent()
    {
        WatchState state = wholeState();
        QCOMPARE(state.eventOf(upSince(kNow + 1s)), Event::Login);
        state.login(kNow + 1s);
        QVERIFY(state.isUp() && !state.isWhole());
        QCOMPARE(state.upSince(), kNow + 1s);
    }

    void aLossIsReportedOnce()
    {
        WatchState state = wholeState();
        // The attempt to connect again may succeed before anybody needs to know.
        QCOMPARE(state.eventOf(in(LinkState::Connecting)), Event::None);
        QVERIFY(state.isUp());
        QCOMPARE(state.eventOf(in(LinkState::Silent)), Event::Loss);
        state.lose();
        QVERIFY(!state.isUp() && state.isSettled());
        QCOMPARE(state.eventOf(in(LinkState::Down)), Event::None);
        QCOMPARE(state.eventOf(upSince(kNow)), Event::Login);
    }

    void aMasterThatNeverAnsweredIsLost()
    {
        WatchState state;
        QCOMPARE(state.eventOf(in(LinkState::Down)), Event::Loss);
        state.lose();
        QVERIFY(state.isSettled());
    }

    void aLoginMayComeWithAnOutage()
    {
        WatchState state;
        LinkStatus link = upSince(kNow);
        link.outage = kOutage;
        QCOMPARE(state.eventOf(link), Event::Login);
        state.login(kNow);
        QCOMPARE(state.eventOf(link), Event::Outage);
        state.setOutage(link.outage);
        QCOMPARE(state.eventOf(link), Event::None);
        state.finishSweep();
        QCOMPARE(state.stage(), WatchStage::PartlyRead);
        QVERIFY(state.isSettled() && !state.isWhole());
    }

    void theEndOfAnOutageNeedsAnotherSweep()
    {
        WatchState state = wholeState();
        state.setOutage(kOutage);
        state.finishSweep();
        QCOMPARE(state.eventOf(upSince(kNow)), Event::Outage);
        state.setOutage({});
        QVERIFY(!state.isSettled());
        state.finishSweep();
        QVERIFY(state.isWhole());
    }

    void aSweepIsDueAtOnceAndAfterARequest()
    {
        SweepSchedule schedule(1s);
        QVERIFY(schedule.isDue(kNow));
        schedule.start(kNow);
        QVERIFY(!schedule.isPlanned() && !schedule.isDue(kNow + 24h));
        schedule.request();
        QVERIFY(schedule.isPlanned() && schedule.isDue(kNow));
        // The request came during the sweep: its end does not defer it.
        schedule.repeat(kNow);
        QVERIFY(schedule.isDue(kNow));
    }

    void sweepsTakeAFifthOfTheTimeAtMost()
    {
        SweepSchedule schedule(1s);
        schedule.start(kNow);
        schedule.repeat(kNow + 10ms);
        QVERIFY(!schedule.isDue(kNow + 1s) && schedule.isDue(kNow + 1010ms));
        schedule.start(kNow);
        schedule.repeat(kNow + 10s);
        QVERIFY(!schedule.isDue(kNow + 49s) && schedule.isDue(kNow + 50s));
        schedule.start(kNow);
        schedule.repeat(kNow + 1s, 30s);
        QVERIFY(!schedule.isDue(kNow + 30s) && schedule.isDue(kNow + 31s));
    }

    void aPatternWithoutAPrefixCannotBePushed()
    {
        const ManualClock clock;
        ChangeFeed feed(clock, {}, {});
        QVERIFY(feed.isSettled(kNow) && !feed.error());
        feed.listen({},
            {.master = MasterId("a"), .user = {}, .timeout = 1s, .patterns = {"lock:*", "*:lock"}});
        QCOMPARE(feed.state(), FeedState::None);
        QCOMPARE(feed.error()->kind, ErrorClass::Unsupported);
        feed.tick();
        QVERIFY(feed.isSettled(kNow) && !feed.isLive());
    }
};

LOCKKEEPER_TEST(WatchStateTest)

} // namespace lockkeeper::tests::watch_state_test

#include "watch_state_test.moc"
