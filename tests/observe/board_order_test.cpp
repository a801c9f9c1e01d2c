// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/board.h"
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace lockkeeper::tests::board_order_test {

using namespace lockkeeper::observe;

namespace {

constexpr std::size_t kMasters = 5;
constexpr int kScenarios = 60;
constexpr int kOrders = 6;

using Stored = Result<KeyReading>;
using Order = std::vector<std::size_t>;

/// What one master may store under a key.
enum class Kind { Nothing, Token, OtherToken, Hash, NoLock, List, Refused };

const std::string kToken = "lk1:web-3:812:api:1750000000000:" + std::string(40, 'a');
const std::string kOtherToken = "lk1:web-4:33:api:1750000001000:" + std::string(40, 'b');

Stored storedOf(Kind kind, const std::string& key, SteadyTime at)
{
    KeyReading reading{.key = key, .readAt = at};
    const auto holdString = [&](const std::string& value) {
        reading.type = ValueType::String;
        reading.value = value;
        reading.ttl = 10s;
    };
    switch (kind) {
    case Kind::Nothing:
        break;
    case Kind::Token:
        holdString(kToken);
        break;
    case Kind::OtherToken:
        holdString(kOtherToken);
        break;
    case Kind::NoLock:
        holdString("no token");
        break;
    case Kind::Hash:
        reading.type = ValueType::Hash;
        reading.fields = {{"7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c:17", "1"}};
        break;
    case Kind::List:
        reading.type = ValueType::List;
        reading.fields = {{"x", ""}};
        break;
    case Kind::Refused:
        return fail(ErrorClass::NoPermission, "NOPERM");
    }
    return reading;
}

/// A board, and everything that its masters store: by key and master.
struct Scenario {
    explicit Scenario(std::vector<std::string> names)
        : keys(std::move(names))
        , board(idsOf(), builtinFormats(), clock, EvidenceRules{processes})
    { }
    static std::vector<MasterId> idsOf()
    {
        std::vector<MasterId> ids;
        for (std::size_t i = 0; i < kMasters; ++i)
            ids.emplace_back(std::string(1, static_cast<char>('a' + i)));
        return ids;
    }
    void give(std::size_t key, std::size_t master)
    {
        const Stored& one = stored[key][master];
        if (one)
            board.read(master, *one);
        else
            board.fail(master, keys[key], one.error());
    }
    /// Confirms doubtful resources as a watcher does, until there are none.
    void confirmAll(std::mt19937& random)
    {
        for (int round = 0; round < 10; ++round) {
            const auto doubtful = board.takeUnconfirmed(100);
            for (const std::string& name : doubtful) {
                const auto key
                    = static_cast<std::size_t>(std::ranges::find(keys, name) - keys.begin());
                Order masters(kMasters);
                std::iota(masters.begin(), masters.end(), 0);
                std::ranges::shuffle(masters, random);
                for (const std::size_t master : masters)
                    give(key, master);
            }
            for (const std::string& name : doubtful)
                board.confirm(name);
        }
    }

    std::vector<std::string> keys;
    std::vector<std::vector<Stored>> stored;
    ManualClock clock;
    test::NoProcesses processes;
    Board board;
};

bool isSilent(const Vote& vote)
{
    return vote.state == VoteState::NoAnswer;
}

/// `place` has the position of each master's vote.
std::string text(const LockEntry& entry, const Order& place)
{
    const Judgement judgement = entry.countVotes();
    std::string line = entry.resource.value() + ' ' + nameOf(judgement.verdict) + ' '
        + (judgement.token ? judgement.token->shortHex() : "-") + ' ' + entry.unpackLock().format
        + ' ' + nameOf(entry.type) + (entry.isSettled ? "" : " unsettled");
    for (const std::size_t master : place) {
        const Vote vote = entry.votes[master];
        line += "; " + std::to_string(static_cast<int>(vote.state)) + ' '
            + (vote.token ? vote.token->shortHex() : "-") + ' '
            + (vote.ttl ? std::to_string(vote.ttl->count()) : "-") + ' '
            + (vote.error ? vote.error->text : "-");
    }
    for (const Evidence& evidence : entry.stale)
        line += std::string(" ") + nameOf(evidence.kind);
    return line;
}

std::string text(const BoardUpdate& update, const Order& place)
{
    std::vector<std::string> lines;
    for (const LockEntryPtr& entry : update.changed)
        lines.push_back(text(*entry, place));
    std::ranges::sort(lines);
    std::string all = std::to_string(update.otherKeys) + " other keys\n";
    for (const std::string& line : lines)
        all += line + '\n';
    return all;
}

} // namespace

/// Readings may reach a board in any order. Set LOCKKEEPER_SEED to see the same happen again.
class BoardOrderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        const QByteArray given = qgetenv("LOCKKEEPER_SEED");
        m_seed = given.isEmpty() ? std::random_device()() : given.toUInt();
        m_random.seed(m_seed);
        qInfo("LOCKKEEPER_SEED=%u", m_seed);
    }

    void theReadingsOfAllMastersCountInAnyOrder()
    {
        for (int i = 0; i < kScenarios; ++i) {
            const std::vector<Kind> kinds = randomKinds({Kind::Nothing, Kind::Token,
                Kind::OtherToken, Kind::Hash, Kind::NoLock, Kind::List, Kind::Refused});
            std::string first;
            if (QTest::currentTestFailed())
                return;
            for (int order = 0; order < kOrders; ++order) {
                const Order shuffled = randomOrder(kMasters);
                Scenario t({"r"});
                std::vector<Stored> readings(kMasters);
                for (std::size_t master = 0; master < kMasters; ++master)
                    readings[shuffled[master]] = storedOf(kinds[master], "r", t.clock.now());
                t.board.readAll("r", readings);
                t.board.confirm("r");
                const BoardUpdate update = t.board.take();
                for (const LockEntryPtr& entry : update.changed)
                    QVERIFY(std::ranges::none_of(entry->votes, isSilent));
                check(first, text(update, shuffled));
            }
        }
    }

    void aSweepFindsTheSameInAnyOrder_data()
    {
        QTest::addColumn<int>("lock");
        QTest::newRow("strings") << static_cast<int>(Kind::OtherToken);
        QTest::newRow("strings and hashes") << static_cast<int>(Kind::Hash);
    }

    /// Not with all kinds: see the class comment of Board.
    void aSweepFindsTheSameInAnyOrder()
    {
        QFETCH(int, lock);
        const bool isOneType = static_cast<Kind>(lock) == Kind::OtherToken;
        std::vector<Kind> allowed{Kind::Nothing, Kind::Token, static_cast<Kind>(lock), Kind::List,
            isOneType ? Kind::NoLock : Kind::Nothing, Kind::Refused};
        for (int i = 0; i < kScenarios; ++i) {
            const std::vector<std::vector<Kind>> kinds{randomKinds(allowed), randomKinds(allowed)};
            std::string first;
            if (QTest::currentTestFailed())
                return;
            for (int order = 0; order < kOrders; ++order)
                check(first, sweep(kinds));
        }
    }

private:
    std::string sweep(const std::vector<std::vector<Kind>>& kinds)
    {
        Scenario t({"r", "s"});
        for (std::size_t key = 0; key < kinds.size(); ++key) {
            t.stored.emplace_back();
            for (const Kind kind : kinds[key])
                t.stored[key].push_back(storedOf(kind, t.keys[key], t.clock.now()));
        }
        for (std::size_t master = 0; master < kMasters; ++master)
            t.board.beginSweep(master);
        for (const std::size_t one : randomOrder(kMasters * kinds.size())) {
            // A sweep does not read what is not there.
            if (kinds[one % kinds.size()][one / kinds.size()] != Kind::Nothing)
                t.give(one % kinds.size(), one / kinds.size());
        }
        for (const std::size_t master : randomOrder(kMasters))
            t.board.endSweep(master);
        t.confirmAll(m_random);
        Order inPlace(kMasters);
        std::iota(inPlace.begin(), inPlace.end(), 0);
        return text(t.board.take(), inPlace);
    }
    void check(std::string& first, const std::string& found)
    {
        if (first.empty())
            first = found;
        QCOMPARE(QString::fromStdString(found), QString::fromStdString(first));
    }
    Order randomOrder(std::size_t count)
    {
        Order order(count);
        std::iota(order.begin(), order.end(), 0);
        std::ranges::shuffle(order, m_random);
        return order;
    }
    std::vector<Kind> randomKinds(const std::vector<Kind>& allowed)
    {
        std::uniform_int_distribution<std::size_t> any(0, allowed.size() - 1);
        std::vector<Kind> kinds(kMasters);
        std::ranges::generate(kinds, [&] { return allowed[any(m_random)]; });
        return kinds;
    }

    unsigned m_seed = 0;
    std::mt19937 m_random;
};

LOCKKEEPER_TEST(BoardOrderTest)

} // namespace lockkeeper::tests::board_order_test

#include "board_order_test.moc"
