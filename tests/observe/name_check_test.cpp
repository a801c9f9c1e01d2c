// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/name_check.h"
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"

#include <algorithm>

namespace lockkeeper::tests::name_check_test {

using namespace lockkeeper::observe;
using redis::Reply;

namespace {

using Keys = std::vector<std::string>;

/// A master whose replies the test makes.
class ScriptedMaster final : public redis::Transport {
public:
    const MasterId& master() const noexcept override { return m_id; }
    redis::LinkStatus status() const override
    {
        redis::LinkStatus link;
        link.state = redis::LinkState::Up;
        link.latency = latency;
        return link;
    }
    void send(
        const redis::Command& /*command*/, std::chrono::milliseconds, Handler handler) override
    {
        m_handler = std::move(handler);
    }
    void reply(const std::string& cursor, const Keys& names)
    {
        std::vector<Reply> found;
        for (const std::string& name : names)
            found.push_back(Reply::string(name));
        m_handler(Reply::array({Reply::string(cursor), Reply::array(std::move(found))}));
    }

    std::chrono::microseconds latency{100};

private:
    MasterId m_id{"a"};
    Handler m_handler;
};

struct Bench {
    explicit Bench(Keys patterns = {})
        : board({MasterId("a")}, builtinFormats(), clock, EvidenceRules{processes})
        , check({master, clock, board, 0}, {.patterns = std::move(patterns), .rereadAfter = 5min},
              [this](Keys keys) { found = std::move(keys); })
    { }
    void store(const std::string& key)
    {
        board.read(0,
            {.key = key,
                .type = ValueType::String,
                .value = "lk1:web-3:812:api:1750000000000:" + std::string(40, 'a'),
                .ttl = 1h,
                .readAt = clock.now()});
    }
    Keys next(const std::string& cursor, const Keys& names)
    {
        found.clear();
        check.next(1s);
        master.reply(cursor, names);
        std::ranges::sort(found);
        return found;
    }

    ManualClock clock;
    test::NoProcesses processes;
    ScriptedMaster master;
    Board board;
    Keys found;
    NameCheck check;
};

} // namespace

class NameCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatOnlyTheMasterHas()
    {
        Bench t;
        t.store("known");
        QCOMPARE(t.next("7", {"known", "new"}), Keys{"new"});
    }

    void findsWhatOnlyTheBoardHasAtTheEndOfARound()
    {
        Bench t;
        t.store("known");
        t.store("gone");
        QVERIFY(t.next("7", {}).empty());
        QCOMPARE(t.next("0", {"known"}), Keys{"gone"});
        // The next round finds the same.
        QCOMPARE(t.next("0", {"known"}), Keys{"gone"});
    }

    void aRoundGoesThroughAllPatterns()
    {
        Bench t({"lock:*", "job:*"});
        t.store("lock:1");
        t.store("job:1");
        QVERIFY(t.next("0", {"lock:1"}).empty());
        QCOMPARE(t.next("0", {}), Keys{"job:1"});
    }

    void countsTheRepliesOfARound()
    {
        Bench t({"lock:*", "job:*"});
        (void)t.next("7", {});
        (void)t.next("0", {});
        QCOMPARE(t.check.scans(), std::size_t(2));
        (void)t.next("0", {});
        QCOMPARE(t.check.scans(), std::size_t(0));
    }

    void aRoundThatDoesNotEndCanStartOver()
    {
        Bench t({"lock:*", "job:*"});
        t.store("job:1");
        (void)t.next("0", {});
        (void)t.next("7", {});
        t.check.cancel();
        t.check.startOver();
        QCOMPARE(t.check.scans(), std::size_t(0));
        QVERIFY(t.next("0", {}).empty()); // of the first pattern
        QCOMPARE(t.next("0", {}), Keys{"job:1"});
    }

    void aReplyThatComesDuringASweepIsIgnored()
    {
        Bench t;
        t.check.next(1s);
        t.check.cancel();
        t.master.reply("0", {"new"});
        QVERIFY(t.found.empty());
        QCOMPARE(t.next("0", {"new"}), Keys{"new"});
    }

    void aReplyMayOutliveTheCheck()
    {
        ScriptedMaster master;
        {
            Bench t;
            NameCheck check(
                {master, t.clock, t.board, 0}, {}, [](const Keys&) { QFAIL("called"); });
            check.next(1s);
        }
        master.reply("0", {"new"});
    }

    void readsLocksAgainThatWereNotReadForLong()
    {
        Bench t;
        t.store("old");
        t.clock.advance(6min);
        t.store("young");
        QVERIFY(t.next("0", {"old", "young"}).empty());
        // The budget grows with time.
        t.clock.advance(10s);
        QCOMPARE(t.next("0", {"old", "young"}), Keys{"old"});
    }

    void aSlowMasterIsAskedForNothingMore()
    {
        Bench t;
        t.master.latency = 200ms;
        t.store("old");
        t.clock.advance(6min);
        (void)t.next("0", {"old"});
        t.clock.advance(10s);
        QVERIFY(t.next("0", {"old"}).empty());
    }
};

LOCKKEEPER_TEST(NameCheckTest)

} // namespace lockkeeper::tests::name_check_test

#include "name_check_test.moc"
