// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/occupancy.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::occupancy_test {

using namespace lockkeeper::lock;
using Mode = FakeTransport::Mode;

namespace {

const Resource kResource("r");

/// Three masters, and what is read of them.
struct Reading {
    void start(OccupancyRequest request = {})
    {
        if (request.resources.empty())
            request.resources = {kResource};
        request.timeout = 1s;
        readOccupancy(masters.context, std::move(request),
            [this](Occupancy read) { occupancy = std::move(read); });
        masters.settle();
    }
    void put(std::initializer_list<const char*> values)
    {
        std::size_t master = 0;
        for (const char* value : values)
            masters[master++].put("r", value);
    }

    FakeDeployment masters{3};
    std::optional<Occupancy> occupancy;
};

} // namespace

class OccupancyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allAnswersAreEnoughAtOnce()
    {
        Reading reading;
        reading.put({"one", "one", "two"});
        reading.start();
        QVERIFY(reading.occupancy && reading.occupancy->holder);
        QCOMPARE(reading.occupancy->holder->masters, std::size_t(2));
        QCOMPARE(reading.occupancy->unread, std::size_t(0));
        QVERIFY(reading.occupancy->freeAt == SteadyTime::max()); // the keys have no TTL
    }

    void aStoppedMasterGetsAMomentAfterAQuorum()
    {
        Reading reading;
        reading.put({"one", "two"});
        reading.masters[2].setMode(Mode::Stopped);
        reading.start();
        reading.masters.clock.advance(39ms);
        QVERIFY(!reading.occupancy);
        reading.masters.clock.advance(1ms);
        QVERIFY(reading.occupancy);
        QCOMPARE(reading.occupancy->unread, std::size_t(1));
    }

    void whoIsNotHastyWaitsUntilAQuorumAgrees()
    {
        Reading reading;
        reading.put({"one", "two", "one"});
        reading.masters[2].holdAnswers(true);
        reading.start({.isHasty = false});
        reading.masters.clock.advance(500ms);
        QVERIFY(!reading.occupancy);
        reading.masters[2].deliver();
        QVERIFY(reading.occupancy);
        QCOMPARE(reading.occupancy->holder->masters, std::size_t(2));
        QCOMPARE(reading.occupancy->holder->fingerprint, Fingerprint::ofString("one"));
    }

    void whoIsNotHastyWaitsNoLongerWhereOneAgrees()
    {
        Reading reading;
        reading.put({"one", "one"});
        reading.masters[2].setMode(Mode::Stopped);
        reading.start({.isHasty = false});
        reading.masters.clock.advance(40ms);
        QVERIFY(reading.occupancy);
        QCOMPARE(reading.occupancy->holder->masters, std::size_t(2));
    }

    void whoIsNotHastyKeepsWaitingForAFreeLock()
    {
        Reading reading;
        reading.masters[2].setMode(Mode::Stopped);
        reading.start({.isHasty = false});
        reading.masters.clock.advance(999ms);
        QVERIFY(!reading.occupancy);
        reading.masters.clock.advance(1ms); // its time is over
        QVERIFY(reading.occupancy && !reading.occupancy->holder);
    }

    void patienceEndsItWithWhatIsKnown()
    {
        Reading reading;
        reading.put({"one"});
        reading.masters[1].setMode(Mode::Stopped);
        reading.masters[2].setMode(Mode::Stopped);
        reading.start({.patience = 20ms});
        reading.masters.clock.advance(20ms);
        QVERIFY(reading.occupancy);
        QCOMPARE(reading.occupancy->unread, std::size_t(2));
        QCOMPARE(reading.occupancy->holder->masters, std::size_t(1));
        // What comes now is too late.
        reading.occupancy.reset();
        reading.masters.clock.advance(2s);
        QVERIFY(!reading.occupancy);
    }

    void theFirstOfSeveralThatIsHeldIsTold()
    {
        Reading reading;
        for (const auto& master : reading.masters.masters)
            master->put("second", "token");
        reading.start({.resources = {kResource, Resource("second")}});
        QCOMPARE(reading.occupancy->holder->resource, Resource("second"));
    }
};

LOCKKEEPER_TEST(OccupancyTest)

} // namespace lockkeeper::tests::occupancy_test

#include "occupancy_test.moc"
