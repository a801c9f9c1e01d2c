// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/touched_keys.h"
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"

#include <set>

namespace lockkeeper::tests::touched_keys_test {

using namespace lockkeeper::observe;

namespace {

struct Bench {
    explicit Bench(TouchedKeys::Limits limits = {})
        : board({MasterId("a")}, builtinFormats(), clock, EvidenceRules{processes})
        , touched(board, 0, std::move(limits))
    { }
    std::vector<std::string> take() { return touched.take(clock.now(), 1).keys; }

    ManualClock clock;
    test::NoProcesses processes;
    Board board;
    TouchedKeys touched;
};

using Keys = std::vector<std::string>;

} // namespace

class TouchedKeysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKeyIsReadOnceHoweverOftenItIsTouched()
    {
        Bench t;
        t.touched.add({"r", "r"});
        t.touched.add({"r"});
        QCOMPARE(t.take(), Keys{"r"});
        QVERIFY(t.take().empty());
    }

    void keysThatMatchNoPatternAreIgnored()
    {
        Bench t({.patterns = {"lock:*", "job:*"}});
        t.touched.add({"lock:1", "page:1"});
        QCOMPARE(t.take(), Keys{"lock:1"});
    }

    void aKeyThatIsNoLockIsReadOnceASecond()
    {
        Bench t;
        t.board.read(0, {.key = "counter", .type = ValueType::String, .value = "1"});
        t.touched.tick(t.clock.now());
        t.touched.addPushed({"counter"});
        QCOMPARE(t.take(), Keys{"counter"});
        t.touched.addPushed({"counter", "new"});
        QCOMPARE(t.take(), Keys{"new"});
        t.clock.advance(1s);
        t.touched.tick(t.clock.now());
        QCOMPARE(t.take(), Keys{"counter"});
        // It was not touched in this second.
        t.clock.advance(1s);
        t.touched.tick(t.clock.now());
        QVERIFY(t.take().empty());
    }

    void ofManyKeysThatAreNoLocksSomeAreReadEachSecond()
    {
        Bench t;
        Keys keys;
        for (std::size_t i = 0; i < 5 * TouchedKeys::kMostOthers / 2; ++i) {
            keys.push_back("page:" + std::to_string(i));
            t.board.read(0, {.key = keys.back(), .type = ValueType::String, .value = "1"});
        }
        t.touched.tick(t.clock.now());
        QCOMPARE(t.touched.addPushed(keys), keys.size());
        std::set<std::string> read;
        for (const std::size_t expected : {2U, 2U, 1U}) {
            const Keys some = t.take();
            QCOMPARE(some.size(), expected * TouchedKeys::kMostOthers / 2);
            read.insert(some.begin(), some.end());
            t.clock.advance(1s);
            t.touched.tick(t.clock.now());
        }
        QCOMPARE(read.size(), keys.size());
    }

    /// Else one that has become a lock is never read while others are written all the time.
    void theFirstOfThemAreReadFirstAndThoseNamedAfterLocksBeforeThem()
    {
        Bench t;
        const auto named = [&](const char* prefix, std::size_t count) {
            Keys keys;
            for (std::size_t i = 0; i < count; ++i) {
                keys.push_back(prefix + std::to_string(i));
                t.board.read(0, {.key = keys.back(), .type = ValueType::List});
            }
            return keys;
        };
        t.touched.tick(t.clock.now());
        t.touched.addPushed(named("page:", 2 * TouchedKeys::kMostOthers)); // half are read at once
        t.touched.addPushed(named("item:", TouchedKeys::kMostOthers));
        t.touched.addPushed(named("lock:", 3));
        (void)t.take();
        t.clock.advance(1s);
        t.touched.tick(t.clock.now());
        const Keys next = t.take();
        QCOMPARE(next.size(), TouchedKeys::kMostOthers);
        const auto begins = [&](const char* prefix) {
            return std::ranges::count_if(
                next, [&](const std::string& key) { return key.starts_with(prefix); });
        };
        QCOMPARE(begins("lock:"), 3);
        QCOMPARE(begins("item:"), 0);
    }

    void aKeyWithoutAnAnswerIsReadAfterTheNextTick()
    {
        Bench t;
        t.touched.addUnanswered("r", false);
        QCOMPARE(t.touched.size(), std::size_t(0));
        t.touched.tick(t.clock.now());
        QCOMPARE(t.take(), Keys{"r"});
    }

    void aReportIsKnownUntilItsKeyIsRead()
    {
        Bench t;
        t.touched.add({"expired"});
        t.touched.addPushed({"new"}); // on no board yet
        QVERIFY(t.touched.isReported("new"));
        QVERIFY(!t.touched.isReported("expired"));
        TouchedKeys::Batch batch = t.touched.take(t.clock.now(), 1);
        QCOMPARE(batch.keys.size(), std::size_t(2));
        QCOMPARE(batch.reported, std::unordered_set<std::string>{"new"});
        QVERIFY(!t.touched.isReported("new"));
        t.touched.addUnanswered("new", true);
        t.touched.tick(t.clock.now());
        t.touched.add({"new"});
        QVERIFY(t.touched.take(t.clock.now(), 1).reported.contains("new"));
    }

    void aReportOfWhatIsNoLockIsKnownToo()
    {
        Bench t;
        t.board.read(0, {.key = "counter", .type = ValueType::String, .value = "1"});
        t.touched.addPushed({"counter"});
        (void)t.take();
        t.touched.addPushed({"counter"}); // read in the next second
        QVERIFY(t.take().empty());
        QVERIFY(t.touched.isReported("counter"));
    }

    void aBatchKeepsWithinTheMastersCommands()
    {
        Bench t({.patterns = {}, .commandsPerSecond = 100});
        t.touched.add({"1", "2", "3", "4", "5", "6", "7", "8", "9"});
        (void)t.touched.take(t.clock.now(), 1);
        t.clock.advance(100ms);
        // Ten commands: five keys.
        const TouchedKeys::Batch batch = t.touched.take(t.clock.now(), 1);
        QCOMPARE(batch.keys.size(), std::size_t(5));
        QCOMPARE(batch.commands, std::size_t(10));
    }

    void aSlowMasterGetsSmallerBatches()
    {
        Bench t;
        Keys keys;
        for (int i = 0; i < 1000; ++i)
            keys.push_back(std::to_string(i));
        t.touched.add(keys);
        QCOMPARE(t.take().size(), TouchedKeys::kMostAtOnce);
        t.touched.noteRead(500, 200ms);
        QCOMPARE(t.take().size(), std::size_t(250));
    }

    void nothingIsLeftAfterTheMasterWasLost()
    {
        Bench t;
        t.touched.add({"r"});
        t.touched.addUnanswered("s", true);
        t.touched.clear();
        t.touched.tick(t.clock.now());
        QVERIFY(t.take().empty());
    }
};

LOCKKEEPER_TEST(TouchedKeysTest)

} // namespace lockkeeper::tests::touched_keys_test

#include "touched_keys_test.moc"
