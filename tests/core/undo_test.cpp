// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/acquisition.h"
#include "tests/support/fake_deployment.h"

#include <QtTest>

using namespace lockkeeper;
using namespace lockkeeper::lock;
using namespace std::chrono_literals;
using tests::FakeDeployment;
using tests::FakeTransport;
using Mode = FakeTransport::Mode;

namespace {

const Owner kOwner{"host", 1, "test"};

} // namespace

/// What takes back a try, or frees a lock, is repeated until it was done.
class UndoTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFailedAcquireEndsWhenAMasterHasTakenItBack()
    {
        FakeDeployment three(3);
        three[0].setMode(Mode::Down);
        three[1].setMode(Mode::Down);
        std::optional<AcquisitionResult> result;
        acquire(three.context, kOwner, {Resource("r")}, {.ttl = Ttl::from(60s).value()},
            [&](AcquisitionResult reported) { result = std::move(reported); });
        three[2].holdAnswers(true); // from the undo on
        three.settle();
        QVERIFY(!result);
        three[2].deliver();
        QVERIFY(result && *result && std::holds_alternative<NoQuorum>(**result));
        QCOMPARE(three.clock.timerCount(), std::size_t(0));
    }

    void aFailedAcquireWaitsForTheUndoForAMomentOnly()
    {
        FakeDeployment three(3);
        three[0].setMode(Mode::Down);
        three[1].setMode(Mode::Down);
        three[2].setMode(Mode::LosingAnswers);
        std::optional<AcquisitionResult> result;
        acquire(three.context, kOwner, {Resource("r")}, {.ttl = Ttl::from(60s).value()},
            [&](AcquisitionResult reported) { result = std::move(reported); });
        three.clock.advance(39ms);
        QVERIFY(!result);
        three.clock.advance(1ms);
        QVERIFY(result && *result && std::holds_alternative<NoQuorum>(**result));
    }
};

QTEST_APPLESS_MAIN(UndoTest)
#include "undo_test.moc"
