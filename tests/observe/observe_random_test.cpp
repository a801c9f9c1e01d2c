// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/watcher.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <random>

namespace lockkeeper::tests::observe_random_test {

using namespace lockkeeper::observe;

namespace {

constexpr std::size_t kMasters = 5;
constexpr int kResources = 12;
constexpr int kRounds = 200;

/// What is told of a resource.
struct Told {
    std::vector<std::string> tokens; ///< by master: the fingerprint of what it stores, or nothing
    std::vector<std::optional<SteadyTime>> ends; ///< by master: nullopt: nothing, or it stays
    Verdict verdict = Verdict::Free;
    std::string format; ///< of the token that leads, if one does
};
using Picture = std::map<std::string, Told>;

/// Both readings of a TTL take their time.
constexpr auto kTtlTolerance = 1s;

bool isSame(const Told& a, const Told& b)
{
    const auto isSameEnd = [](const auto& one, const auto& other) {
        if (!one || !other)
            return one == other;
        return std::max(*one, *other) - std::min(*one, *other) < kTtlTolerance;
    };
    return a.tokens == b.tokens && a.verdict == b.verdict
        && (a.format.empty() || b.format.empty() || a.format == b.format)
        && std::ranges::equal(a.ends, b.ends, isSameEnd);
}

bool isSame(const Picture& a, const Picture& b)
{
    return std::ranges::equal(a, b, [](const auto& one, const auto& other) {
        return one.first == other.first && isSame(one.second, other.second);
    });
}

/// What the updates of a watcher add up to.
class Latest {
public:
    void onUpdate(const BoardUpdate& update)
    {
        const std::lock_guard lock(m_mutex);
        for (const LockEntryPtr& entry : update.changed) {
            Told told{.verdict = entry->countVotes().verdict, .format = entry->unpackLock().format};
            for (const Vote& vote : entry->votes) {
                told.tokens.push_back(vote.token        ? vote.token->hex()
                        : vote.state == VoteState::Free ? ""
                                                        : "?");
                told.ends.push_back(
                    vote.ttl ? std::optional(vote.readAt + *vote.ttl) : std::nullopt);
            }
            m_picture[entry->resource.value()] = std::move(told);
        }
        for (const Resource& resource : update.gone)
            m_picture.erase(resource.value());
        m_isComplete = update.isComplete;
        m_masters = update.masters;
    }
    QString masters()
    {
        const std::lock_guard lock(m_mutex);
        QString lines;
        for (const MasterStatus& master : m_masters) {
            lines += QString::fromStdString(master.id.value()) + QLatin1String(": ")
                + QLatin1String(nameOf(master.link.state))
                + QLatin1String(master.isSweepComplete ? " whole" : " not whole")
                + QLatin1String(master.isSweeping ? " sweeping" : "")
                + QLatin1String(master.isPushed ? " pushed" : "")
                + QString::fromStdString(master.sweepError ? " " + master.sweepError->text : "")
                + QLatin1Char('\n');
        }
        return lines;
    }
    bool shows(const Picture& truth)
    {
        const std::lock_guard lock(m_mutex);
        return m_isComplete && isSame(m_picture, truth);
    }
    Picture picture()
    {
        const std::lock_guard lock(m_mutex);
        return m_picture;
    }

private:
    std::mutex m_mutex;
    Picture m_picture;
    std::vector<MasterStatus> m_masters;
    bool m_isComplete = false;
};

const std::string kHashField = "7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c:17";
const Fingerprint kHashToken = Fingerprint::ofHash({{kHashField, "1"}});

Fingerprint hashed(const redis::Reply& fields)
{
    HashFields parts;
    for (std::size_t i = 0; i + 1 < fields.elements.size(); i += 2)
        parts.emplace_back(fields.elements[i].text, fields.elements[i + 1].text);
    return Fingerprint::ofHash(parts);
}

/// One vote of the truth: the fingerprint is empty where there is nothing.
Vote readVote(RedisServerFixture& servers, std::size_t master, const std::string& key)
{
    const std::string type = servers.command(master, {"TYPE", key}).text;
    std::optional<Fingerprint> token;
    if (type == "string")
        token = Fingerprint::ofString(servers.command(master, {"GET", key}).text);
    else if (type == "hash")
        token = hashed(servers.command(master, {"HGETALL", key}));
    const std::int64_t ttl = servers.command(master, {"PTTL", key}).integer;
    Vote vote{.state = VoteState::Free, .readAt = SystemClock().now()};
    // It may have gone in between.
    if (!token || ttl == -2)
        return vote;
    vote.state = VoteState::Held;
    vote.token = token;
    if (ttl >= 0)
        vote.ttl = std::chrono::milliseconds(ttl);
    return vote;
}

/// Reads all masters directly, past everything under test.
Picture readTruth(RedisServerFixture& servers)
{
    Picture truth;
    for (int i = 0; i < kResources; ++i) {
        const std::string key = "lock:" + std::to_string(i);
        std::vector<Vote> votes;
        Told told;
        for (std::size_t master = 0; master < kMasters; ++master) {
            const Vote vote = readVote(servers, master, key);
            told.tokens.push_back(vote.token ? vote.token->hex() : "");
            told.ends.push_back(vote.ttl ? std::optional(vote.readAt + *vote.ttl) : std::nullopt);
            votes.push_back(vote);
        }
        const Judgement judgement = judge(votes, SystemClock().now());
        told.verdict = judgement.verdict;
        if (judgement.token)
            told.format = *judgement.token == kHashToken ? "redisson" : "lk1";
        if (judgement.verdict != Verdict::Free)
            truth[key] = std::move(told);
    }
    return truth;
}

QString text(const Picture& picture)
{
    QString lines;
    for (const auto& [key, told] : picture) {
        lines += QString::fromStdString(key + " " + told.format) + QLatin1Char(' ')
            + QString::number(static_cast<int>(told.verdict));
        for (std::size_t i = 0; i < told.tokens.size(); ++i) {
            lines += QLatin1Char(' ') + QString::fromStdString(told.tokens[i].substr(0, 4) + ".");
            if (told.ends[i])
                lines += QString::number(told.ends[i]->time_since_epoch() / 1ms % 1'000'000);
        }
        lines += QLatin1Char('\n');
    }
    return lines;
}

} // namespace

/// Whatever happens to masters, connections and locks: soon after, the board shows what a direct
/// reading of all masters shows. Set LOCKKEEPER_SEED to see the same happen again.
class ObserveRandomTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theBoardConvergesToTheTruth_data()
    {
        const auto row = columns<bool, int>();
        row("told by the masters", true, kRounds);
        row("looked at now and then", false, kRounds / 4);
    }

    void theBoardConvergesToTheTruth()
    {
        const auto [isPushed, rounds] = fetch<bool, int>();
        const QByteArray given = qgetenv("LOCKKEEPER_SEED");
        const unsigned seed = given.isEmpty() ? std::random_device()() : given.toUInt();
        qInfo("LOCKKEEPER_SEED=%u", seed);
        m_random.seed(seed);
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = kMasters});
        config::Deployment deployment = m_servers->deployment();
        deployment.patterns = {"lock:*"};
        deployment.interval = 100ms;
        deployment.timeout = 500ms;
        Latest latest;
        const SystemClock clock;
        const LocalProcessProbe processes;
        const Watcher watcher(deployment, clock, processes,
            [&](const BoardUpdate& update) { latest.onUpdate(update); },
            {.isPushWanted = isPushed});
        std::chrono::milliseconds longest{0};
        for (int round = 0; round < rounds; ++round) {
            const QByteArray what = act();
            const auto start = clock.now();
            Picture truth;
            // The truth moves on as TTLs run out.
            const auto isShown = [&] { return latest.shows(truth = readTruth(*m_servers)); };
            const bool isTrue = QTest::qWaitFor(isShown, 15'000);
            longest = std::max(longest,
                std::chrono::duration_cast<std::chrono::milliseconds>(clock.now() - start));
            if (!isTrue) {
                qInfo().noquote() << "truth:\n"
                                  << text(truth) << "board:\n"
                                  << text(latest.picture()) << latest.masters();
            }
            QVERIFY2(isTrue, "round " + QByteArray::number(round) + ": " + what);
        }
        qInfo(
            "%d rounds, the slowest took %lld ms", rounds, static_cast<long long>(longest.count()));
        m_servers.reset();
    }

private:
    int random(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(m_random); }
    std::size_t master() { return static_cast<std::size_t>(random(kMasters)); }
    std::string key() { return "lock:" + std::to_string(random(kResources)); }
    std::string token()
    {
        return "lk1:web-3:812:api:1750000000000:" + std::string(38, 'a')
            + static_cast<char>('a' + random(6)) + static_cast<char>('a' + random(6));
    }

    /// Changes some locks, and perhaps does something to a master; all masters run in the end.
    QByteArray act()
    {
        const int fault = random(13);
        const std::size_t victim = master();
        m_down = fault <= 1 ? victim : kMasters;
        if (fault == 0)
            m_servers->suspend(victim);
        if (fault == 1)
            m_servers->kill(victim);
        for (int i = random(6) + 1; i > 0; --i)
            change(fault <= 1 ? (victim + 1 + static_cast<std::size_t>(random(4))) % kMasters
                              : master());
        switch (fault) {
        case 0:
            m_servers->resume(victim);
            return "stopped " + QByteArray::number(victim);
        case 1:
            m_servers->restart(victim);
            return "killed " + QByteArray::number(victim);
        case 2:
            m_servers->command(victim, {"FLUSHALL"});
            return "flushed " + QByteArray::number(victim);
        case 3:
            m_servers->command(victim, {"CLIENT", "KILL", "TYPE", "pubsub"});
            change(victim);
            return "cut the feed of " + QByteArray::number(victim);
        case 4:
            m_servers->command(victim, {"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
            change(victim);
            return "cut the connections of " + QByteArray::number(victim);
        case 5:
            // Longer than the deployment's timeout, or not.
            m_servers->command(
                victim, {"CLIENT", "PAUSE", std::to_string(100 + random(700)), "ALL"});
            return "slowed " + QByteArray::number(victim);
        default:
            return "changed locks";
        }
    }

    void change(std::size_t on)
    {
        const std::string name = key();
        switch (random(7)) {
        case 0:
            m_servers->command(on, {"DEL", name});
            break;
        case 1:
            m_servers->command(on, {"SET", name, token(), "PX", std::to_string(20 + random(300))});
            break;
        case 2:
            m_servers->command(on, {"PEXPIRE", name, std::to_string(100 + random(60'000))});
            break;
        case 3:
            m_servers->command(on, {"DEL", name});
            m_servers->command(on, {"HSET", name, kHashField, "1"});
            break;
        default: {
            const std::string value = token();
            for (std::size_t i = 0; i < 3; ++i) {
                if ((on + i) % kMasters != m_down)
                    m_servers->command((on + i) % kMasters, {"SET", name, value, "PX", "60000"});
            }
        }
        }
    }

    std::unique_ptr<RedisServerFixture> m_servers;
    std::mt19937 m_random;
    std::size_t m_down = kMasters; ///< the master that is stopped or killed; else none
};

LOCKKEEPER_TEST(ObserveRandomTest)

} // namespace lockkeeper::tests::observe_random_test

#include "observe_random_test.moc"
