// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/waiting_lines.h"

#include "core/lock/acquisition.h"
#include "tests/support/fake_deployment.h"
#include "tests/support/fake_key_watch.h"
#include "tests/support/test_class.h"

#include <algorithm>

namespace lockkeeper::tests::waiting_lines_test {

using namespace lockkeeper::lock;

namespace {

const Owner kOwner{"host", 1, "test"};
const Resource kResource("r");

/// Who is not told tries again in an hour.
AcquireOptions patient(std::chrono::milliseconds wait = 2h, std::stop_token stop = {})
{
    return {.ttl = Ttl::from(30s).value(),
        .wait = wait,
        .retryDelay = 1h,
        .retryJitter = 0ms,
        .stop = std::move(stop)};
}

/// Tries again in 20 ms, told or not.
AcquireOptions eager(std::stop_token stop = {})
{
    AcquireOptions options = patient(2h, std::move(stop));
    options.retryDelay = 20ms;
    return options;
}

/// Some of one client who want the resource, which another holds.
struct FakeLine {
    FakeLine()
    {
        masters.context.watch = &watch;
        masters.context.lines = &lines;
        for (const auto& master : masters.masters)
            master->put("r", "theirs");
    }
    /// Gets the outcome of the waiter with that number.
    void join(AcquireOptions options = patient())
    {
        const std::size_t number = results.size();
        results.emplace_back();
        acquire(masters.context, kOwner, {kResource}, std::move(options),
            [this, number](AcquisitionResult reported) { results[number] = std::move(reported); });
        masters.settle();
    }
    /// And nobody tells.
    void free()
    {
        for (const auto& master : masters.masters)
            master->remove("r");
    }
    void touch()
    {
        for (std::size_t i = 0; i < masters.masters.size(); ++i)
            watch.touch(kResource, i);
        masters.settle();
    }
    void freeAndTell()
    {
        free();
        touch();
    }
    [[nodiscard]] bool isWon(std::size_t number) const
    {
        const auto& result = results.at(number);
        return result && *result && std::holds_alternative<HeldClaim>(**result);
    }
    [[nodiscard]] const Contended* contended(std::size_t number) const
    {
        const auto& result = results.at(number);
        return result && *result ? std::get_if<Contended>(&**result) : nullptr;
    }
    /// That the first master got.
    [[nodiscard]] auto tries() { return std::ranges::count(masters[0].log(), "SET"); }

    FakeKeyWatch watch;
    WaitingLines lines;
    FakeDeployment masters{3};
    std::vector<std::optional<AcquisitionResult>> results;
};

} // namespace

class WaitingLinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ofOneClientTheFirstTriesAndTheOthersAreNext()
    {
        FakeLine line;
        for (int i = 0; i < 3; ++i)
            line.join();
        QCOMPARE(line.tries(), 1);
        QCOMPARE(line.watch.listeners(), std::size_t(1));
        for (std::size_t winner = 0; winner < 3; ++winner) {
            line.freeAndTell();
            for (std::size_t i = 0; i < 3; ++i)
                QCOMPARE(line.isWon(i), i <= winner);
            QCOMPARE(line.tries(), 2 + static_cast<int>(winner));
        }
        QVERIFY(line.lines.isEmpty({kResource}));
    }

    void whoMovesUpTakesWhatIsFreeByThen()
    {
        FakeLine line;
        std::stop_source stop;
        line.join(patient(2h, stop.get_token()));
        line.join();
        line.free();
        stop.request_stop();
        line.masters.settle();
        QVERIFY(line.contended(0) != nullptr);
        line.masters.settle();
        QVERIFY(line.isWon(1));
    }

    void whoWaitsBehindOthersIsNotForgottenAtTheEnd()
    {
        FakeLine line;
        line.join();
        line.join(patient(1min));
        line.masters.clock.advance(61s);
        line.masters.settle();
        QVERIFY(line.contended(1) != nullptr);
        QCOMPARE(line.contended(1)->votes.size(), std::size_t(3));
        QCOMPARE(line.contended(1)->votes[0].state, MasterVote::State::No);
        QVERIFY(line.contended(1)->holder.has_value());
        line.freeAndTell();
        QVERIFY(line.isWon(0));
        QVERIFY(line.lines.isEmpty({kResource}));
    }

    /// A master tells the next change only of what was read since the last.
    void whatWasTouchedIsReadAgain()
    {
        FakeLine line;
        line.join();
        const int reads = line.watch.preparedReads();
        QVERIFY(reads > 0);
        line.touch(); // and yet it is theirs
        QCOMPARE(line.tries(), 2);
        QCOMPARE(line.watch.preparedReads(), 2 * reads);
    }

    void whoIsStoppedBehindOthersHasAskedNobody()
    {
        FakeLine line;
        line.join();
        std::stop_source stop;
        line.join(patient(2h, stop.get_token()));
        stop.request_stop();
        line.masters.settle();
        QVERIFY(line.contended(1) != nullptr);
        QCOMPARE(line.contended(1)->votes.size(), std::size_t(3));
        QCOMPARE(line.contended(1)->votes[0].state, MasterVote::State::Pending);
        QCOMPARE(line.tries(), 1);
    }

    void whoFailsLeavesTheLineToThoseBehind()
    {
        FakeLine line;
        line.join();
        line.join();
        for (std::size_t i = 0; i < 3; ++i) {
            line.masters[i].remove("r");
            line.masters[i].failNextWith({ErrorClass::NoPermission, "no", {}});
            line.watch.touch(kResource, i);
        }
        line.masters.settle();
        QVERIFY(!line.isWon(0));
        line.masters.settle();
        QVERIFY(line.isWon(1));
    }

    void whoDoesNotWaitOrCountsItsTriesStandsInNoLine()
    {
        FakeLine line;
        line.join();
        line.join({.ttl = Ttl::from(30s).value()});
        QVERIFY(line.contended(1) != nullptr);
        AcquireOptions twice = patient();
        twice.tries = 2;
        line.join(twice);
        QCOMPARE(line.tries(), 3);
        line.freeAndTell();
        QVERIFY(line.isWon(0) != line.isWon(2));
    }

    // Where nobody tells, the first tries as often as the most eager would

    void theFirstGoesOnAtThePaceOfAnEagerOneThatJoins()
    {
        FakeLine line;
        line.join();
        line.join(eager());
        line.free();
        line.masters.clock.advance(20ms);
        QVERIFY(line.isWon(0));
        line.free();
        line.masters.clock.advance(20ms);
        QVERIFY(line.isWon(1));
    }

    void theFirstThatIsTryingPausesAsAnEagerOneThatHasJoined()
    {
        FakeLine line;
        line.join();
        for (const auto& master : line.masters.masters)
            master->holdAnswers(true);
        line.touch();
        QCOMPARE(line.tries(), 2);
        line.join(eager());
        for (const auto& master : line.masters.masters)
            master->deliver();
        line.masters.settle();
        QCOMPARE(line.tries(), 2);
        line.free();
        line.masters.clock.advance(20ms);
        QVERIFY(line.isWon(0));
    }

    void whoMovesUpPausesAsAnEagerOneBehind()
    {
        FakeLine line;
        std::stop_source stop;
        line.join(patient(2h, stop.get_token()));
        line.join();
        line.join(eager());
        stop.request_stop();
        line.masters.settle();
        QVERIFY(line.contended(0) != nullptr);
        line.free();
        line.masters.clock.advance(20ms);
        QVERIFY(line.isWon(1));
    }

    void thePaceReturnsWhenTheEagerOneHasLeft()
    {
        FakeLine line;
        std::stop_source stop;
        line.join();
        line.join(eager(stop.get_token()));
        line.masters.clock.advance(1s);
        QCOMPARE(line.tries(), 51);
        stop.request_stop();
        line.masters.settle();
        QVERIFY(line.contended(1) != nullptr);
        line.masters.clock.advance(30min);
        QCOMPARE(line.tries(), 52); // the pause that was under way
        line.free();
        line.masters.clock.advance(31min);
        QVERIFY(line.isWon(0));
    }

    void whoIsLessEagerChangesNothing()
    {
        FakeLine line;
        line.join(eager());
        line.join();
        line.masters.clock.advance(1s);
        QCOMPARE(line.tries(), 51);
    }

    void pausesFollowTheSeed()
    {
        const auto triesWith = [](std::uint32_t seed) {
            FakeLine line;
            line.masters.context.randomSeed = [seed] { return seed; };
            AcquireOptions options = patient();
            options.retryDelay = options.retryJitter = 1s;
            line.join(options);
            std::vector<SteadyTime> tries;
            for (auto seen = line.tries(); tries.size() < 10; line.masters.clock.advance(1ms)) {
                if (std::exchange(seen, line.tries()) != line.tries())
                    tries.push_back(line.masters.clock.now());
            }
            return tries;
        };
        QVERIFY(triesWith(1) == triesWith(1));
        QVERIFY(triesWith(1) != triesWith(2));
    }
};

LOCKKEEPER_TEST(WaitingLinesTest)

} // namespace lockkeeper::tests::waiting_lines_test

#include "waiting_lines_test.moc"
