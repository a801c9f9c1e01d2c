// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/master_words.h"
#include "tests/matrix/matrix_bed.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::network_rows_test {

using lock::Contended;
using lock::Lease;
using observe::Verdict;
using redis::LinkState;

namespace {

/// Masters, the way of a client to them, and an operator's way.
struct Bed {
    explicit Bed(std::size_t masters = 3)
        : servers({.count = masters})
    { }
    std::int64_t stored() { return tests::stored(servers); }
    RedisServerFixture servers;
    FaultNetwork network{servers.urls()};
    FaultNetwork operators{servers.urls()};
    Taker taker{network.urls()};
};

} // namespace

/// Rows of the fault matrix that a network causes.
class NetworkRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void row07ARefusedMasterIsTriedWithPausesAndItsReasonIsTold()
    {
        Bed bed;
        View view(bed.operators.urls());
        const auto lease = bed.taker.take({.ttl = ttl(12s)});
        QVERIFY(lease);
        bed.network[0].refuse(true);
        bed.network[0].cut(Ending::Reset);
        bed.network[1].strike(Fault::CutRequest, "", 1000); // accepted, and reset at once
        const unsigned before = bed.network[1].accepted();
        const SteadyTime start = BootClock::now();
        bed.network[1].cut(Ending::Reset);
        bed.operators[0].refuse(true);
        bed.operators[0].cut(Ending::Reset);
        QTRY_VERIFY(bed.network[1].accepted() >= before + 3);
        bed.network[1].spare();
        const SteadyTime deadline = lease->deadline();
        QTRY_VERIFY_WITH_TIMEOUT(
            lease->deadline() > deadline, 12'000); // by the second and the third
        QVERIFY(lease->isHeld());
        const auto tries = bed.network[1].accepted() - before;
        QVERIFY(tries * 20ms < BootClock::now() - start);

        QTRY_COMPARE(view.state(0), LinkState::Down);
        const std::string text = words::linkStateText(view.latest.master(0).link, BootClock::now());
        QVERIFY2(text.find("refused") != std::string::npos, text.c_str());
        bed.operators[0].refuse(false);
        QTRY_COMPARE(view.state(0), LinkState::Up);
    }

    void row08AHalfOpenConnectionIsSilentAndItsVotesAreOld()
    {
        Bed bed;
        View view(bed.operators.urls());
        auto lease = bed.taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease);
        QTRY_COMPARE(view.verdict(), Verdict::Held);
        bed.network[0].swallow(true);
        bed.operators[0].swallow(true);
        QVERIFY(lease->extend(ttl(60s)));
        bed.network[1].swallow(true);
        const auto extended = lease->extend(ttl(60s));
        QVERIFY(!extended);
        QCOMPARE(extended.error().kind, ErrorClass::NoQuorum);
        QVERIFY(lease->isHeld()); // silence proves no loss

        QTRY_COMPARE(view.state(0), LinkState::Silent);
        const auto master = view.latest.master(0);
        const std::string text = words::linkStateText(master.link, BootClock::now());
        QVERIFY2(text.find("no answer") != std::string::npos, text.c_str());
        QTRY_COMPARE(view.entry()->votes[0].state, observe::VoteState::NoAnswer);
        QCOMPARE(view.verdict(), Verdict::Held);

        for (std::size_t i = 0; i < 2; ++i)
            bed.network[i].swallow(false);
        bed.operators[0].swallow(false);
        QTRY_VERIFY(lease->extend(ttl(60s)).has_value());
        QTRY_COMPARE(view.state(0), LinkState::Up);
    }

    void row09ATrickledReplyCountsByItsEndAndItsLatencyIsTold()
    {
        Bed bed;
        View view(bed.operators.urls());
        auto lease = bed.taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease);
        for (std::size_t i = 0; i < 3; ++i)
            bed.network[i].trickle(200us);
        QVERIFY(lease->extend(ttl(60s)));
        // Bytes keep coming, but the reply is not there in time.
        for (std::size_t i = 1; i < 3; ++i)
            bed.network[i].trickle(200ms);
        const auto extended = lease->extend(ttl(60s));
        QVERIFY(!extended);
        QCOMPARE(extended.error().kind, ErrorClass::NoQuorum);
        QVERIFY(lease->isHeld());

        QTRY_COMPARE(view.state(0), LinkState::Up);
        bed.operators[0].delay(Direction::ToClient, 30ms);
        QTRY_VERIFY(view.latest.master(0).link.latency >= 30ms);
    }

    void row10AnAnswerThatIsMissingIsUnknownAndUndone_data()
    {
        QTest::addColumn<int>("fault");
        QTest::addRow("request lost") << static_cast<int>(Fault::LoseRequest);
        QTest::addRow("reply lost") << static_cast<int>(Fault::LoseReply);
        QTest::addRow("request late") << static_cast<int>(Fault::HoldRequest);
        QTest::addRow("reply late") << static_cast<int>(Fault::HoldReply);
    }
    void row10AnAnswerThatIsMissingIsUnknownAndUndone()
    {
        QFETCH(const int, fault);
        Bed bed;
        for (std::size_t i = 0; i < 2; ++i)
            bed.network[i].strike(static_cast<Fault>(fault), "SET");
        const auto votes = votesWithoutQuorum(bed.taker.acquire({.ttl = ttl(60s)}));
        QCOMPARE(failedWith(votes, ErrorClass::Timeout), 2);
        QCOMPARE(bed.network[0].struck() + bed.network[1].struck(), 2U);
        QVERIFY(bed.taker.client.unanswered() >= 2);

        // Another client comes in meanwhile, as soon as what was taken is undone.
        Taker other(bed.operators.urls());
        std::optional<Lease> lease;
        for (std::size_t i = 0; i < 2; ++i) {
            if (fault == static_cast<int>(Fault::LoseRequest)
                || fault == static_cast<int>(Fault::LoseReply))
                bed.network[i].cut(Ending::Reset); // to undo it takes another connection
        }
        lease = other.take({.ttl = ttl(60s), .wait = 30s});
        QVERIFY(lease);
        // Late commands of the first change nothing of that.
        for (std::size_t i = 0; i < 2; ++i)
            bed.network[i].letGo();
        QTRY_VERIFY(std::holds_alternative<Contended>(*bed.taker.acquire({.ttl = ttl(60s)})));
        QVERIFY(lease->extend(ttl(60s)));
        lease->release();
        QTRY_COMPARE(bed.stored(), 0);
    }

    void row10ACommandThatComesTwiceIsHarmless()
    {
        Bed bed;
        for (std::size_t i = 0; i < 3; ++i)
            for (const char* const command : {"SET", "EVAL"})
                bed.network[i].strike(Fault::Duplicate, command, 100);
        for (int i = 0; i < 3; ++i) {
            auto lease = bed.taker.take({.ttl = ttl(60s), .isFenced = i == 2});
            QVERIFY(lease);
            QVERIFY(lease->extend(ttl(60s)));
            QTRY_COMPARE(bed.stored(), 3);
            const auto votes = lease->release();
            QVERIFY(
                std::ranges::count(votes, lock::MasterVote::State::Yes, &lock::MasterVote::state)
                >= 2);
            QTRY_COMPARE(bed.stored(), 0);
        }
        QVERIFY(bed.network[0].struck() >= 9);
    }

    void row11OfTwoSidesOfAPartitionOneHoldsAndEachSeesItsOwn()
    {
        Bed bed(5);
        Taker y(bed.operators.urls());
        for (std::size_t i = 0; i < 5; ++i) {
            FaultProxy& cut = i < 2 ? bed.operators[i] : bed.network[i];
            cut.swallow(true);
        }
        View viewOfX(bed.network.urls());
        View viewOfY(bed.operators.urls());
        QVERIFY(!votesWithoutQuorum(bed.taker.acquire({.ttl = ttl(60s)})).empty());
        const auto lease = y.take({.ttl = ttl(60s), .wait = 30s});
        QVERIFY(lease);
        QVERIFY(!votesWithoutQuorum(bed.taker.acquire({.ttl = ttl(60s)})).empty());
        QVERIFY(lease->isHeld());

        QTRY_COMPARE(viewOfY.verdict(), Verdict::Held);
        QTRY_VERIFY(viewOfX.state(2) != LinkState::Up && viewOfX.state(2) != LinkState::Connecting);
        QCOMPARE(viewOfX.state(0), LinkState::Up);
        QTRY_COMPARE(viewOfY.state(4), LinkState::Up);
        QVERIFY(viewOfY.state(0) != LinkState::Up);
        QVERIFY(viewOfX.verdict() != Verdict::Held);
        QVERIFY(viewOfX.verdict() != Verdict::Split);
    }

    void row20AReleaseThatOvertakesAnExtensionLeavesNothing_data()
    {
        QTest::addColumn<int>("fault");
        QTest::addRow("the request waits") << static_cast<int>(Fault::HoldRequest);
        QTest::addRow("the reply waits") << static_cast<int>(Fault::HoldReply);
        QTest::addRow("the reply is cut off") << static_cast<int>(Fault::CutReply);
    }
    void row20AReleaseThatOvertakesAnExtensionLeavesNothing()
    {
        QFETCH(const int, fault);
        Bed bed;
        auto lease = bed.taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease && lease->extend(ttl(60s))); // the script is known now
        for (std::size_t i = 0; i < 3; ++i)
            bed.network[i].strike(static_cast<Fault>(fault), "EVALSHA");
        std::atomic<bool> isDone = false;
        lease->startExtend(ttl(60s), [&](const Result<void>&) { isDone = true; });
        QTRY_COMPARE(
            bed.network[0].struck() + bed.network[1].struck() + bed.network[2].struck(), 3U);
        lease->release();
        for (std::size_t i = 0; i < 3; ++i)
            bed.network[i].letGo();
        QTRY_COMPARE(bed.stored(), 0);
        QTRY_VERIFY(isDone);
        QCOMPARE(bed.stored(), 0);
    }

    /// All kinds at once, each from another master of a minority: reconnecting takes a second.
    void row37GarbageEndsTheConnectionAlone()
    {
        const std::vector<std::string> kinds{"HTTP/1.1 400 Bad Request\r\n\r\n", "*1000000000\r\n",
            "$99999999999\r\n", QByteArray("*1\r\n").repeated(10'000).toStdString(),
            ":99999999999999999999\r\n", "~1\r\n+OK\r\n"};
        Bed bed(2 * kinds.size() + 1);
        auto lease = bed.taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease);
        QTRY_COMPARE(bed.stored(), static_cast<std::int64_t>(bed.servers.size()));
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            QCOMPARE(bed.network[i].accepted(), 1U);
            bed.network[i].garbleWith(kinds[i]);
            bed.network[i].strike(Fault::Garble, "EVAL");
        }
        QVERIFY(lease->extend(ttl(60s))); // by the others
        for (std::size_t i = 0; i < kinds.size(); ++i)
            QTRY_VERIFY2(bed.network[i].accepted() > 1, kinds[i].substr(0, 20).c_str());
        QVERIFY(lease->isHeld());
        lease->release();
        QTRY_COMPARE(bed.stored(), 0);
    }

    void row37AServerThatIsNotRedisIsToldAsThat()
    {
        Bed bed;
        const auto lease = bed.taker.take({.ttl = ttl(60s), .isRenewed = false});
        QVERIFY(lease);
        bed.operators[0].strike(Fault::Garble, "", 1000);
        View view(bed.operators.urls());
        QTRY_VERIFY(view.latest.master(0).link.error.has_value());
        QCOMPARE(view.latest.master(0).link.error->kind, ErrorClass::NotRedis);
        QTRY_COMPARE(view.verdict(), Verdict::Held);
    }
};

LOCKKEEPER_TEST(NetworkRowsTest)

} // namespace lockkeeper::tests::network_rows_test

#include "network_rows_test.moc"
