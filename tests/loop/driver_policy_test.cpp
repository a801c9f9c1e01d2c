// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/driver_policy.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::driver_policy_test {

using Background = DriverPolicy::Background;

namespace {

constexpr SteadyTime kStart{1h};
constexpr SteadyTime kNoTimer = SteadyTime::max();

std::shared_ptr<Waiter> join(DriverPolicy& policy)
{
    auto waiter = std::make_shared<Waiter>();
    policy.join(waiter);
    return waiter;
}

/// A thread that comes, drives and goes.
DriverPolicy::Next driveOnce(DriverPolicy& policy, SteadyTime nextTimer = kNoTimer)
{
    Waiter waiter;
    if (!policy.tryDrive(waiter))
        qFatal("somebody drives");
    return policy.leave(true, false, nextTimer);
}

} // namespace

class DriverPolicyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoComesFirstDrives()
    {
        DriverPolicy policy;
        Waiter first;
        Waiter second;
        QVERIFY(policy.tryDrive(first));
        QCOMPARE(first.state.load(), Waiter::State::Driving);
        QVERIFY(!policy.tryDrive(second));
        QCOMPARE(second.state.load(), Waiter::State::Waiting);
    }

    void theNextDriverIsTheFirstThatStillWaits()
    {
        DriverPolicy policy;
        Waiter driver;
        QVERIFY(policy.tryDrive(driver));
        const auto done = join(policy);
        const auto second = join(policy);
        const auto third = join(policy);
        done->state = Waiter::State::Done;
        QCOMPARE(policy.leave(true, false, kNoTimer).driver, second);
        QCOMPARE(second->state.load(), Waiter::State::Driving);
        QVERIFY(policy.isDriven());
        QCOMPARE(policy.leave(true, false, kNoTimer).driver, third);
        QVERIFY(!policy.leave(true, false, kNoTimer).driver);
        QVERIFY(!policy.isDriven());
    }

    void neighboursAreWokenByBitsOfTheirOwn()
    {
        DriverPolicy policy;
        const auto first = join(policy);
        const auto second = join(policy);
        QCOMPARE(first->bit & second->bit, Sleepers::Bits{0});
    }

    void joinsAreCountedOnce()
    {
        DriverPolicy policy;
        (void)join(policy);
        (void)join(policy);
        QCOMPARE(policy.takeJoined(), std::size_t{2});
        QCOMPARE(policy.takeJoined(), std::size_t{0});
    }

    void theBackgroundThreadDrivesWhereNobodyElseDoes()
    {
        DriverPolicy policy;
        QCOMPARE(policy.nextInBackground(false, kStart), Background::Drive);
        Waiter waiter;
        QVERIFY(!policy.tryDrive(waiter));
    }

    void theBackgroundThreadNapsAfterACaller()
    {
        DriverPolicy policy;
        (void)driveOnce(policy);
        QCOMPARE(policy.nextInBackground(false, kStart), Background::Nap);
        QCOMPARE(policy.napEnd(), kStart + DriverPolicy::kNap);
        policy.backgroundIsAwake();
        // Nobody came meanwhile.
        QCOMPARE(policy.nextInBackground(false, kStart + 20ms), Background::Drive);
    }

    void itNapsAgainWhileCallersCome()
    {
        DriverPolicy policy;
        for (SteadyTime now = kStart; now < kStart + 100ms; now += 20ms) {
            QVERIFY(!driveOnce(policy).isBackground);
            QCOMPARE(policy.nextInBackground(false, now), Background::Nap);
            policy.backgroundIsAwake();
        }
    }

    void aNapEndsWithTheFirstTimer()
    {
        DriverPolicy policy;
        (void)driveOnce(policy, kStart + 5ms);
        QCOMPARE(policy.nextInBackground(false, kStart), Background::Nap);
        QCOMPARE(policy.napEnd(), kStart + 5ms);
        // One that was set during the nap wakes it; a later one does not.
        QVERIFY(driveOnce(policy, kStart + 3ms).isBackground);
        QVERIFY(!driveOnce(policy, kStart + 30ms).isBackground);
    }

    void whatIsQueuedEndsOrPreventsANap()
    {
        DriverPolicy policy;
        Waiter waiter;
        QVERIFY(policy.tryDrive(waiter));
        QVERIFY(policy.leave(true, true, kNoTimer).isBackground);
        QCOMPARE(policy.nextInBackground(true, kStart), Background::Drive);
    }

    void whatNeedsNoTurnIsNoUse()
    {
        DriverPolicy policy;
        Waiter waiter;
        QVERIFY(policy.tryDrive(waiter));
        (void)policy.leave(false, false, kNoTimer);
        QCOMPARE(policy.nextInBackground(false, kStart), Background::Drive);
    }

    void theBackgroundThreadSleepsWhileAnotherDrives()
    {
        DriverPolicy policy;
        Waiter waiter;
        QVERIFY(policy.tryDrive(waiter));
        QCOMPARE(policy.nextInBackground(false, kStart), Background::Sleep);
        QVERIFY(policy.leave(true, false, kNoTimer).isBackground);
        policy.backgroundIsAwake();
        QVERIFY(!driveOnce(policy).isBackground);
    }

    void theBackgroundThreadMakesWayForAFew()
    {
        DriverPolicy policy;
        QCOMPARE(policy.nextInBackground(false, kStart), Background::Drive);
        const auto waiter = join(policy);
        QVERIFY(policy.isBackgroundUnwanted());
        QCOMPARE(policy.backgroundLeaves(false, kNoTimer).driver, waiter);
    }

    void aCrowdIsDrivenForUntilItHasGone()
    {
        DriverPolicy policy;
        Waiter driver;
        QVERIFY(policy.tryDrive(driver));
        std::vector<std::shared_ptr<Waiter>> crowd;
        for (std::size_t i = 0; i < DriverPolicy::kCrowd; ++i)
            crowd.push_back(join(policy));
        QVERIFY(!policy.isBackgroundUnwanted());
        const auto next = policy.leave(true, false, kNoTimer);
        QVERIFY(next.isBackground && !next.driver);
        QCOMPARE(policy.nextInBackground(false, kStart), Background::Drive);
        for (const auto& waiter : crowd)
            waiter->state = Waiter::State::Done;
        for (unsigned i = 1; i < DriverPolicy::kCrowdLasts; ++i) {
            join(policy)->state = Waiter::State::Done;
            QVERIFY(!policy.isBackgroundUnwanted());
        }
        (void)join(policy);
        QVERIFY(policy.isBackgroundUnwanted());
    }

    void aStoppedLoopIsNotHandedToTheBackgroundThread()
    {
        DriverPolicy policy;
        Waiter driver;
        QVERIFY(policy.tryDrive(driver));
        const auto first = join(policy);
        for (std::size_t i = 1; i < DriverPolicy::kCrowd; ++i)
            (void)join(policy);
        policy.stop();
        QCOMPARE(policy.leave(true, false, kNoTimer).driver, first);
    }
};

LOCKKEEPER_TEST(DriverPolicyTest)

} // namespace lockkeeper::tests::driver_policy_test

#include "driver_policy_test.moc"
