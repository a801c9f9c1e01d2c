// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/referee.h"
#include "core/words/lab_words.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::referee_test {

using namespace lockkeeper::lab;
using std::chrono::milliseconds;

namespace {

constexpr SteadyTime at(milliseconds time)
{
    return SteadyTime(1h) + time;
}

Recording believed(std::list<Belief> beliefs)
{
    return {.start = at(0ms), .end = at(10s), .beliefs = std::move(beliefs)};
}

} // namespace

/// What a run is taken for.
class RefereeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void twoThatBelieveAtTheSameTimeOverlap()
    {
        Recording run = believed(
            {{.who = 'A', .from = at(0s), .to = at(3s)}, {.who = 'B', .from = at(2s), .to = at(4s)},
                {.who = 'C', .from = at(2500ms), .to = at(3500ms)}});
        const Ruling ruling = judge(run, 1);
        QVERIFY(ruling.outcome.isTwo);
        QCOMPARE(ruling.overlaps.size(), std::size_t(3));
        QCOMPARE(ruling.overlaps[0].first, 'A');
        QCOMPARE(ruling.overlaps[0].second, 'B');
        QCOMPARE(ruling.overlapTime(), 1500ms); // each moment counts once
        QCOMPARE(
            words::rulingText(ruling, {}), std::string("Two held the lock at once for 1.5 s."));
    }

    void oneAfterTheOtherIsNoOverlap()
    {
        Recording run = believed(
            {{.who = 'A', .from = at(0s), .to = at(3s)}, {.who = 'B', .from = at(3s), .to = at(4s)},
                {.who = 'A', .from = at(4s), .to = at(5s)}});
        QVERIFY(!judge(run, 1).outcome.isTwo);
        // Nor is the same contender twice.
        Recording same = believed({{.who = 'A', .from = at(0s), .to = at(3s)},
            {.who = 'A', .from = at(1s), .to = at(2s)}});
        QVERIFY(!judge(same, 1).outcome.isTwo);
    }

    /// Who holds one lock is not beside who holds another.
    void eachLockIsOnItsOwn()
    {
        Recording run = believed({{.who = 'A', .lock = 1, .from = at(0s), .to = at(3s)},
            {.who = 'B', .lock = 2, .from = at(1s), .to = at(4s)}});
        QVERIFY(!judge(run, 1).outcome.isTwo);
        run.beliefs.push_back({.who = 'C', .lock = 2, .from = at(3s), .to = at(5s)});
        const Ruling ruling = judge(run, 1);
        QCOMPARE(ruling.overlaps.size(), std::size_t(1));
        QVERIFY(ruling.overlaps[0].first == 'B' && ruling.overlaps[0].second == 'C');
        // Nor is a write to one lock the writer of another.
        const Stored stored{.master = 'a', .lock = 2, .from = at(2s)};
        Sent sent{.who = 'A',
            .master = 'a',
            .lock = 1,
            .passedAt = at(1s),
            .answeredAt = at(1s),
            .isYes = true};
        QCOMPARE(writerOf(stored, {sent}), '\0');
        sent.lock = 2;
        QCOMPARE(writerOf(stored, {sent}), 'A');
    }

    /// The second lock has no end, and its holder is dead; the first one is held.
    void oneStuckLockOfTwoIsEnough()
    {
        Recording run = believed({{.who = 'B', .lock = 1, .from = at(0s), .to = at(20s)}});
        run.stored = {{.master = 'a', .lock = 2, .value = "t", .from = at(1s), .who = 'A'}};
        run.dead = {'A'};
        run.waiting = {'B'};
        QVERIFY(judge(run, 1).outcome.isStuck);
        run.stored[0].lock = 1;
        QVERIFY(!judge(run, 1).outcome.isStuck);
    }

    /// A command that compares frees nothing but the value that it names.
    void whoComparesFreesNoOthers()
    {
        Recording run = believed({});
        run.stored
            = {{.master = 'a', .value = "token-b", .from = at(1s), .to = at(2s), .who = 'B'}};
        run.sent = {{.who = 'A',
            .master = 'a',
            .value = "token-a",
            .passedAt = at(1999ms),
            .isYes = true,
            .isFreeing = true}};
        QVERIFY(wrongFrees(run).empty());
        run.sent.front().value.clear();
        QCOMPARE(wrongFrees(run).size(), std::size_t(1));
    }

    void whatGoesOnCountsUntilTheEnd()
    {
        Recording run = believed({{.who = 'A', .from = at(0s), .to = at(20s)},
            {.who = 'B', .from = at(9s), .to = at(20s)}});
        QCOMPARE(judge(run, 1).overlapTime(), 1000ms);
    }

    void aLockThatNeverEndsAndThatNobodyHoldsIsStuck()
    {
        Recording run = believed({});
        run.stored = {{.master = 'a', .value = "token", .from = at(1s)}};
        run.sent = {{.who = 'A',
            .master = 'a',
            .value = "token",
            .passedAt = at(900ms),
            .answeredAt = at(901ms),
            .isYes = true}};
        run.waiting = {'B'};
        run.dead = {'A'};
        QVERIFY(judge(run, 1).outcome.isStuck);
        QVERIFY(!judge(run, 3).outcome.isStuck); // on one of three
        Recording held = run;
        held.beliefs = {{.who = 'A', .from = at(1s), .to = at(20s)}};
        QVERIFY(!judge(held, 1).outcome.isStuck);
        Recording ending = run;
        ending.stored[0].ttl = 3s;
        QVERIFY(!judge(ending, 1).outcome.isStuck);
        Recording gone = run;
        gone.stored[0].to = at(2s);
        QVERIFY(!judge(gone, 1).outcome.isStuck);
        Recording alive = run; // it may go on, and free it
        alive.dead.clear();
        QVERIFY(!judge(alive, 1).outcome.isStuck);
        Recording timed = run; // the value says when it ends
        timed.stored[0].value = timed.sent.front().value = "1795819339838";
        QVERIFY(!judge(timed, 1).outcome.isStuck);
        Recording unwanted = run;
        unwanted.waiting.clear();
        QVERIFY(!judge(unwanted, 1).outcome.isStuck);
    }

    /// To wait is what locks are for: it counts only where the experiment is about it.
    void whoStillWaitsIsSeen()
    {
        Recording run = believed({{.who = 'A', .from = at(0s), .to = at(20s)}});
        QVERIFY(!*judge(run, 1).outcome.isWaiting);
        QCOMPARE(words::rulingText(judge(run, 1), {.isWaiting = true}),
            std::string("Nobody is left waiting."));
        QCOMPARE(words::rulingText(judge(run, 1), {.isStuck = true}),
            std::string("The lock did not stay stuck."));
        run.waiting = {'B'};
        const Ruling ruling = judge(run, 1);
        QVERIFY(*ruling.outcome.isWaiting);
        QVERIFY(!ruling.isHarm({}) && !ruling.isHarm({.isWaiting = false}));
        QVERIFY(ruling.isHarm({.isWaiting = true}));
        QVERIFY(ruling.isHarm({.sold = 0, .isWaiting = true}));
        QVERIFY(!ruling.isHarm({.sold = 4, .isWaiting = true})); // somebody else went on
        QCOMPARE(
            words::rulingText(ruling, {}), std::string("Nobody held the lock beside another."));
        QCOMPARE(words::rulingText(ruling, {.isWaiting = true}),
            std::string("Somebody waits for the lock, and does not get it."));
        QCOMPARE(words::mispredictionText(ruling.outcome, {.sold = 4}),
            std::string(
                "that was not predicted: nobody holds the lock beside another, sold 0 of 10. "
                "Predicted was: nobody holds the lock beside another, sold 4 of 10"));
    }

    void theTillCounts()
    {
        Recording run = believed({});
        run.sales = {{.who = 'A', .amount = 6, .left = 4}, {.who = 'B', .amount = 6, .left = 4}};
        QCOMPARE(judge(run, 1).sold, 12);
        QCOMPARE(words::rulingText(judge(run, 1), {}),
            std::string("Nobody held the lock beside another, and yet: sold 12 of 10."));
        run.sales[1].isRefused = true;
        const Ruling fenced = judge(run, 1);
        QCOMPARE(fenced.sold, 6);
        QCOMPARE(words::rulingText(fenced, {}),
            std::string(
                "Nobody held the lock beside another: sold 6 of 10, 1 refused by the till."));
    }

    void whatIsStoredIsOfWhoWroteItLast()
    {
        const Stored stored{.master = 'a', .from = at(2s)};
        const auto sent = [](char who, char master, milliseconds passed, bool isYes) {
            return Sent{.who = who,
                .master = master,
                .passedAt = at(passed),
                .answeredAt = at(passed + 1ms),
                .isYes = isYes};
        };
        std::list<Sent> all{sent('A', 'a', 1s, true), sent('B', 'a', 1900ms, false),
            sent('C', 'b', 1900ms, true), sent('D', 'a', 2500ms, true)};
        QCOMPARE(writerOf(stored, all), 'A');
        all.push_back(sent('B', 'a', 1950ms, true));
        QCOMPARE(writerOf(stored, all), 'B');
        all.back().isFreeing = true;
        QCOMPARE(writerOf(stored, all), 'A');
        all.back().isFreeing = false;
        all.back().passedAt.reset(); // it is held
        QCOMPARE(writerOf(stored, all), 'A');
        QCOMPARE(writerOf(stored, {}), '\0');
    }

    /// Whoever prolongs it, or looks at it later.
    void aTokenTellsWhoseItIs()
    {
        const Stored stored{.master = 'a', .value = "token-a", .from = at(2s)};
        const auto sent = [](char who, const char* value) {
            return Sent{.who = who,
                .master = 'a',
                .value = value,
                .passedAt = at(who == 'A' ? 1s : 1900ms),
                .answeredAt = at(1950ms),
                .isYes = true};
        };
        QCOMPARE(writerOf(stored, {sent('A', "token-a"), sent('B', "")}), 'A');
        QCOMPARE(writerOf(stored, {sent('A', "token-a"), sent('B', "token-b")}), 'A');
    }

    /// As it was seen at that time: what came later had not happened.
    void aRunIsSeenUpToAMoment()
    {
        Recording run = believed({{.who = 'A', .from = at(1s), .to = at(8s)},
            {.who = 'B', .from = at(5s), .to = at(9s)}});
        run.steps = {{.step = 0, .at = at(1s)}, {.step = 1, .at = at(4s)}};
        run.stored
            = {{.master = 'a', .from = at(1s), .to = at(4s)}, {.master = 'a', .from = at(5s)}};
        run.sent = {{.who = 'B',
            .at = at(2s),
            .passedAt = at(3s),
            .answeredAt = at(5s),
            .isYes = true,
            .isTaking = true}};
        run.sales
            = {{.who = 'A', .at = at(2s), .amount = 4}, {.who = 'B', .at = at(6s), .amount = 4}};
        Recording seen = until(run, at(3500ms));
        QVERIFY(seen.end == at(3500ms));
        QCOMPARE(seen.steps.size(), std::size_t(1));
        QCOMPARE(seen.beliefs.size(), std::size_t(1));
        QCOMPARE(seen.stored.size(), std::size_t(1));
        QVERIFY(!seen.stored[0].to);
        QVERIFY(seen.sent.front().passedAt && !seen.sent.front().answeredAt
            && !seen.sent.front().isYes);
        QCOMPARE(judge(seen, 1).sold, 4);
        QVERIFY(seen.waiting == std::vector<char>{'B'});
        QVERIFY(until(run, at(6s)).waiting.empty());
        QCOMPARE(until(run, at(20s)).sales.size(), std::size_t(2));
    }

    void aPredictionIsMetOnlyByAllOfIt()
    {
        const Outcome predicted{.isTwo = true, .isStuck = false, .sold = 12};
        QVERIFY(predicted.isMetBy({.isTwo = true, .isStuck = false, .sold = 12}));
        QVERIFY(!predicted.isMetBy({.isTwo = false, .isStuck = false, .sold = 12}));
        QVERIFY(!predicted.isMetBy({.isTwo = true, .isStuck = true, .sold = 12}));
        QVERIFY(!predicted.isMetBy({.isTwo = true, .isStuck = false, .sold = 8}));
        QVERIFY(Outcome{}.isMetBy({.sold = 8})); // what it does not name may be anything
        const Outcome waiting{.isWaiting = true};
        QVERIFY(waiting.isMetBy({.isWaiting = true}) && !waiting.isMetBy({.isWaiting = false}));
        QVERIFY(Outcome{}.isMetBy({.isWaiting = true}));
    }
};

LOCKKEEPER_TEST(RefereeTest)

} // namespace lockkeeper::tests::referee_test

#include "referee_test.moc"
