// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/agent_board.h"
#include "core/observe/board/freshness.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::agent_board_test {

using namespace lockkeeper::agent;
using observe::BoardUpdate;
using observe::LockEntry;
using observe::Verdict;
using observe::VoteState;

namespace {

const Error kSilence{ErrorClass::Unreachable, "the agent does not answer", {}};

struct Bench {
    ManualClock clock;
    AgentBoard board{clock};
    observe::MasterIds ids = std::make_shared<const std::vector<MasterId>>(
        std::vector{MasterId("a"), MasterId("b"), MasterId("c")});

    observe::LockEntryPtr held(const std::string& name, std::chrono::milliseconds ttl)
    {
        auto entry = std::make_shared<LockEntry>();
        entry->resource = Resource(name);
        entry->packedLock = observe::PackedLock(observe::builtinFormat("lk1"),
            observe::DecodedLock{.scope = observe::ValueScope::Acquisition, .waiting = {1, 1, 0}});
        entry->votes = observe::Votes(ids);
        for (std::size_t i = 0; i < ids->size(); ++i)
            entry->votes.set(i,
                {.state = VoteState::Held,
                    .token = Fingerprint::ofString(name),
                    .ttl = ttl,
                    .readAt = clock.now()});
        entry->asOf = clock.now();
        entry->revision = ++revision;
        return entry;
    }
    SentUpdate message(std::vector<observe::LockEntryPtr> changed, bool isWhole = false)
    {
        SentUpdate sent{.number = ++number, .isWhole = isWhole, .sent = clock.now()};
        for (const MasterId& id : *ids)
            sent.update.masters.push_back({.id = id,
                .link = {.state = redis::LinkState::Up},
                .isSweepComplete = true,
                .isPushed = true,
                .freshness = {.since = clock.now() - 1h, .until = clock.now() + 5s}});
        sent.update.quorum = 2;
        sent.update.isComplete = true;
        sent.update.locks = changed.size();
        sent.update.changed = std::move(changed);
        sent.update.asOf = clock.now();
        return sent;
    }

    std::uint64_t number = 0;
    std::uint64_t revision = 0;
};

std::set<std::string> namesOf(const std::vector<observe::LockEntryPtr>& entries)
{
    std::set<std::string> names;
    for (const auto& entry : entries)
        names.insert(entry->resource.value());
    return names;
}

} // namespace

class AgentBoardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesUpdatesOn()
    {
        Bench bench;
        QVERIFY(bench.board.take(bench.message({bench.held("a", 1min)}, true)));
        SentUpdate next = bench.message({bench.held("b", 1min)});
        next.update.gone = {Resource("a")};
        const auto update = bench.board.take(std::move(next));
        QVERIFY(update);
        QVERIFY(namesOf(update->changed) == std::set<std::string>{"b"});
        QVERIFY(update->gone == std::vector{Resource("a")});
        QVERIFY(bench.board.latest() == std::optional<std::uint64_t>(2));
    }

    void keptWaitsStay()
    {
        Bench bench;
        SentUpdate first = bench.message({}, true);
        first.update.waits = std::make_shared<const observe::Waits>(
            std::vector<observe::Waiter>(1), std::vector<observe::Deadlock>());
        QVERIFY(bench.board.take(first));
        SentUpdate next = bench.message({});
        next.areWaitsKept = true;
        const auto update = bench.board.take(std::move(next));
        QVERIFY(update && update->waits->waiters().size() == 1);
    }

    void aGapIsNoticed()
    {
        Bench bench;
        QVERIFY(!bench.board.take(bench.message({})));
        QVERIFY(bench.board.take(bench.message({}, true)));
        ++bench.number;
        QVERIFY(!bench.board.take(bench.message({})));
    }

    void everythingAgainSaysWhatIsGone()
    {
        Bench bench;
        QVERIFY(
            bench.board.take(bench.message({bench.held("a", 1min), bench.held("b", 1min)}, true)));
        const auto update = bench.board.take(bench.message({bench.held("b", 1min)}, true));
        QVERIFY(update);
        QVERIFY(update->gone == std::vector{Resource("a")});
    }

    void whileTheAgentIsSilentNothingIsShownAsPresent()
    {
        Bench bench;
        QVERIFY(bench.board.take(bench.message({bench.held("a", 1min)}, true)));
        const SteadyTime heard = bench.clock.now();
        bench.clock.advance(3s);
        const BoardUpdate lost = bench.board.lose(kSilence);
        QVERIFY(bench.board.isLost());
        QCOMPARE(lost.changed.size(), 1U);
        const LockEntry& entry = *lost.changed.front();
        QVERIFY(entry.countVotes().verdict == Verdict::Unknown);
        QVERIFY(entry.packedLock.waiting().isNone());
        for (const observe::Vote& vote : entry.votes) {
            QVERIFY(vote.state == VoteState::NoAnswer);
            QCOMPARE(vote.error->text, kSilence.text);
        }
        for (const observe::MasterStatus& master : lost.masters) {
            QVERIFY(master.link.state == redis::LinkState::Silent);
            QVERIFY(!master.isSweepComplete && !master.isPushed);
            QVERIFY(observe::freshUntil(entry.votes.cell(0).readAt, master.freshness) <= heard);
        }
        QVERIFY(!lost.isComplete);
        QVERIFY(lost.agentLoss == (observe::AgentLoss{kSilence, heard}));
        // Told once; then only what runs out.
        QVERIFY(bench.board.lose(kSilence).changed.empty());
    }

    void whatRunsOutMeanwhileGoes()
    {
        Bench bench;
        QVERIFY(bench.board.take(
            bench.message({bench.held("short", 10s), bench.held("long", 1min)}, true)));
        QCOMPARE(bench.board.lose(kSilence).changed.size(), 2U);
        bench.clock.advance(11s);
        const BoardUpdate later = bench.board.lose(kSilence);
        QVERIFY(later.gone == std::vector{Resource("short")});
        QCOMPARE(later.locks, 1U);
    }

    void anAgentThatIsBackSetsAllRight()
    {
        Bench bench;
        QVERIFY(bench.board.take(
            bench.message({bench.held("short", 10s), bench.held("long", 1min)}, true)));
        const std::uint64_t shown = bench.board.lose(kSilence).changed.front()->revision;
        bench.clock.advance(11s);
        (void)bench.board.lose(kSilence);
        // It goes on where it was: the message has only what is new.
        const auto update = bench.board.take(bench.message({bench.held("new", 1min)}));
        QVERIFY(update);
        QVERIFY(namesOf(update->changed) == (std::set<std::string>{"short", "long", "new"}));
        for (const auto& entry : update->changed) {
            QVERIFY(entry->countVotes().verdict == Verdict::Held);
            QVERIFY(entry->revision != shown);
        }
        QVERIFY(!bench.board.isLost());
        QVERIFY(!update->agentLoss);
    }

    void ofAMasterThatWasDownNothingIsKnownEither()
    {
        Bench bench;
        SentUpdate message = bench.message({}, true);
        message.update.masters[1].link = {.state = redis::LinkState::Down,
            .error = Error{ErrorClass::Unreachable, "Connection refused", {}}};
        QVERIFY(bench.board.take(message));
        const BoardUpdate lost = bench.board.lose(kSilence);
        QVERIFY(lost.masters[1].link.state == redis::LinkState::Silent);
        QVERIFY(lost.masters[1].link.error == kSilence);
        QVERIFY(!AgentBoard(bench.clock).lose(kSilence).agentLoss->heardAt);
    }
};

LOCKKEEPER_TEST(AgentBoardTest)

} // namespace lockkeeper::tests::agent_board_test

#include "agent_board_test.moc"
