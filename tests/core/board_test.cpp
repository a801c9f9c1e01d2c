// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board.h"

#include <QtTest>

using namespace lockkeeper;
using namespace lockkeeper::observe;
using namespace std::chrono_literals;

namespace {

class NoProcesses final : public ProcessProbe {
public:
    const std::string& hostName() const noexcept override { return m_name; }
    std::optional<WallTime> startTime(std::int64_t) const override { return std::nullopt; }

private:
    std::string m_name = "elsewhere";
};

const NoProcesses kProcesses;
constexpr SteadyTime kStart{1h};
constexpr WallTime kWall{1'750'000'000s};
const std::string kToken = "lk1:web-3:812:api:1750000000000:" + std::string(40, 'a');
const std::string kOther = "lk1:web-4:33:api:1750000001000:" + std::string(40, 'b');

KeyReading holding(const std::string& key, const std::string& value,
    std::optional<std::chrono::milliseconds> ttl, SteadyTime at = kStart)
{
    return {.key = key, .type = ValueType::String, .value = value, .ttl = ttl, .readAt = at};
}

/// A sweep of one key: a reading per master; nullopt: that master has failed.
SweepResult sweepOf(const std::string& key, const std::vector<std::optional<KeyReading>>& readings)
{
    SweepResult sweep;
    sweep.keys = {key};
    for (const auto& reading : readings) {
        MasterSweep master;
        master.isComplete = reading.has_value();
        if (reading)
            master.readings = {*reading};
        else
            master.error = Error{ErrorClass::Timeout, "no reply in time"};
        sweep.masters.push_back(master);
    }
    return sweep;
}

Board makeBoard(std::size_t masters)
{
    std::vector<MasterId> ids;
    for (std::size_t i = 0; i < masters; ++i)
        ids.emplace_back(std::string(1, static_cast<char>('a' + i)));
    return Board(ids, builtinFormats(), kProcesses);
}

} // namespace

class BoardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsALockWithItsHolderAndVotes()
    {
        Board board = makeBoard(3);
        const KeyReading held = holding("orders:42", kToken, 24s);
        const BoardUpdate update = board.apply(
            sweepOf("orders:42", {held, held, KeyReading{.key = "orders:42"}}), kStart, kWall);
        QCOMPARE(update.changed.size(), std::size_t(1));
        const LockEntry& entry = *update.changed[0];
        QCOMPARE(entry.judgement.verdict, Verdict::Held);
        QCOMPARE(entry.lock.format, std::string("lk1"));
        QCOMPARE(entry.lock.holder.pid, std::optional<std::int64_t>(812));
        QCOMPARE(entry.votes[2].state, VoteState::Free);
        QCOMPARE(entry.judgement.remaining, std::optional(24'000ms));
        QVERIFY(update.isComplete);
        QCOMPARE(update.quorum, std::size_t(2));
    }

    void countsOtherKeysInsteadOfShowingOrHidingThem()
    {
        Board board = makeBoard(1);
        const BoardUpdate update = board.apply(
            sweepOf("page", {holding("page", "<html>hello</html>", std::nullopt)}), kStart, kWall);
        QVERIFY(update.changed.empty());
        QCOMPARE(update.otherKeys, std::size_t(1));
    }

    void tellsOfALockThatIsGone()
    {
        Board board = makeBoard(1);
        (void)board.apply(sweepOf("r", {holding("r", kToken, 10s)}), kStart, kWall);
        SweepResult empty;
        empty.masters = {MasterSweep{.isComplete = true}};
        const BoardUpdate update = board.apply(empty, kStart + 1s, kWall + 1s);
        QCOMPARE(update.gone, std::vector{Resource("r")});
    }

    void keepsALockWhoseMastersDoNotAnswer()
    {
        Board board = makeBoard(3);
        const KeyReading held = holding("r", kToken, 10s);
        (void)board.apply(sweepOf("r", {held, held, held}), kStart, kWall);
        SweepResult silent = sweepOf("r", {std::nullopt, std::nullopt, std::nullopt});
        silent.keys.clear();
        const BoardUpdate update = board.apply(silent, kStart + 1s, kWall + 1s);
        QVERIFY(update.gone.empty());
        QCOMPARE(update.changed.size(), std::size_t(1));
        QCOMPARE(update.changed[0]->judgement.verdict, Verdict::Unknown);
        QCOMPARE(update.changed[0]->lock.format, std::string("lk1"));
        // The age of what was last read stays visible.
        QCOMPARE(update.changed[0]->votes[0].readAt, kStart);
        QVERIFY(!update.isComplete);
    }

    void anOutageIsNoNewHolder()
    {
        Board board = makeBoard(1);
        (void)board.apply(sweepOf("r", {holding("r", kToken, 10s)}), kStart, kWall);
        SweepResult silent = sweepOf("r", {std::nullopt});
        silent.keys.clear();
        (void)board.apply(silent, kStart + 1s, kWall + 1s);
        const BoardUpdate update = board.apply(
            sweepOf("r", {holding("r", kToken, 8s, kStart + 2s)}), kStart + 2s, kWall + 2s);
        QCOMPARE(update.changed.at(0)->firstSeen, kStart);
        QCOMPARE(update.changed.at(0)->judgement.verdict, Verdict::Held);
    }

    void theTypeIsThatOfTheLeadingToken()
    {
        Board board = makeBoard(3);
        const KeyReading hash{.key = "r",
            .type = ValueType::Hash,
            .fields = {{"7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c:17", "1"}},
            .ttl = 10s,
            .readAt = kStart};
        const KeyReading held = holding("r", kToken, 10s);
        const BoardUpdate update = board.apply(sweepOf("r", {hash, held, held}), kStart, kWall);
        QCOMPARE(update.changed.at(0)->type, ValueType::String);
    }

    void countsRenewalsAsJumpsOfTheTtl()
    {
        Board board = makeBoard(1);
        (void)board.apply(sweepOf("r", {holding("r", kToken, 10s)}), kStart, kWall);
        auto later = [&](std::chrono::milliseconds ttl, std::chrono::milliseconds after) {
            return board
                .apply(sweepOf("r", {holding("r", kToken, ttl, kStart + after)}), kStart + after,
                    kWall + after)
                .changed.at(0);
        };
        QCOMPARE(later(9s, 1s)->renewals, 0U);
        QCOMPARE(later(10s, 2s)->renewals, 1U);
        QCOMPARE(later(9050ms, 3s)->renewals, 1U);
    }

    void passingTimeAloneIsNoNewRevision()
    {
        Board board = makeBoard(1);
        const auto first = board.apply(sweepOf("r", {holding("r", kToken, 10s)}), kStart, kWall);
        const auto second = board.apply(
            sweepOf("r", {holding("r", kToken, 9s, kStart + 1s)}), kStart + 1s, kWall + 1s);
        const auto third = board.apply(
            sweepOf("r", {holding("r", kOther, 10s, kStart + 2s)}), kStart + 2s, kWall + 2s);
        QCOMPARE(second.changed[0]->revision, first.changed[0]->revision);
        QVERIFY(third.changed[0]->revision > second.changed[0]->revision);
        QCOMPARE(third.changed[0]->firstSeen, kStart + 2s);
    }

    void anErrorReplyIsAnErrorVoteAndSilenceIsNone()
    {
        Board board = makeBoard(3);
        const KeyReading held = holding("r", kToken, 10s);
        SweepResult sweep = sweepOf("r", {held, held, std::nullopt});
        sweep.masters[2].error = Error{ErrorClass::NoPermission, "NOPERM"};
        QCOMPARE(board.apply(sweep, kStart, kWall).changed[0]->votes[2].state, VoteState::Error);
        sweep.masters[2].error = Error{ErrorClass::Timeout, "no reply in time"};
        QCOMPARE(board.apply(sweep, kStart, kWall).changed[0]->votes[2].state, VoteState::NoAnswer);
    }
};

QTEST_APPLESS_MAIN(BoardTest)
#include "board_test.moc"
