// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/event_loop.h"
#include "core/redis/sentinel/sentinel_watch.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <cstdlib>

namespace lockkeeper::tests::sentinel_votes_test {

using redis::SentinelWatch;

namespace {

/// Servers that give the answers of Sentinels: there, SENTINEL is the name of MGET, so that
/// `SENTINEL GET-MASTER-ADDR-BY-NAME group` returns the values of two keys. And what a watch makes
/// of them.
class Sentinels {
public:
    /// One Sentinel for each port, at which it says that the master is.
    explicit Sentinels(const std::vector<std::string>& ports)
        : m_servers(
            {.count = ports.size(), .extraArguments = {"--rename-command", "MGET", "SENTINEL"}})
    {
        for (std::size_t i = 0; i < ports.size(); ++i) {
            m_servers.command(i, {"SET", "GET-MASTER-ADDR-BY-NAME", "10.0.0.1"});
            say(i, ports[i]);
        }
        redis::SentinelWatchOptions options{
            .group = "group", .pollInterval = 5ms, .slowPollInterval = 5ms};
        for (const std::string& url : m_servers.urls())
            options.sentinels.push_back(redis::Url::parse(url).value());
        m_watch = std::make_unique<SentinelWatch>(m_loop, options);
        m_loop.call([this] {
            m_watch->listen([this] {
                m_moves.push_back(portNow());
                return true;
            });
        });
    }
    ~Sentinels()
    {
        m_watch.reset();
        m_loop.stop();
    }
    Sentinels(const Sentinels&) = delete;
    Sentinels& operator=(const Sentinels&) = delete;

    void say(std::size_t sentinel, const std::string& port)
    {
        m_servers.command(sentinel, {"SET", "group", port});
    }
    /// Returns when each of them has answered twice more.
    bool haveAnswered()
    {
        std::vector<int> before;
        for (std::size_t i = 0; i < m_servers.size(); ++i)
            before.push_back(answers(i));
        return QTest::qWaitFor(
            [&] {
                for (std::size_t i = 0; i < before.size(); ++i) {
                    if (answers(i) < before[i] + 3) // the last one may be under way
                        return false;
                }
                return true;
            },
            10'000);
    }
    int port()
    {
        return m_loop.call([this] { return portNow(); });
    }
    /// Where it was said to have moved.
    std::vector<int> moves()
    {
        return m_loop.call([this] { return m_moves; });
    }

private:
    int portNow()
    {
        const auto url = m_watch->current();
        return url && *url ? int((*url)->port) : 0;
    }
    int answers(std::size_t sentinel)
    {
        const std::string stats = m_servers.command(sentinel, {"INFO", "commandstats"}).text;
        const std::size_t at = stats.find("cmdstat_mget:calls=");
        return at == std::string::npos ? 0 : std::atoi(stats.c_str() + at + 19);
    }

    RedisServerFixture m_servers;
    EventLoop m_loop;
    std::unique_ptr<SentinelWatch> m_watch;
    std::vector<int> m_moves;
};

} // namespace

/// What Sentinels that disagree are worth.
class SentinelVotesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theMajorityIsBelieved()
    {
        Sentinels sentinels({"7001", "7002", "7001"});
        QVERIFY(sentinels.haveAnswered());
        QCOMPARE(sentinels.port(), 7001);
    }

    void oneThatWasCutOffDoesNotLeadBack()
    {
        Sentinels sentinels({"7001", "7002", "7001"});
        QVERIFY(sentinels.haveAnswered());
        const auto before = sentinels.moves();
        // It repeats its answer again and again.
        QVERIFY(sentinels.haveAnswered());
        QCOMPARE(sentinels.moves(), before);
        QCOMPARE(sentinels.port(), 7001);
    }

    void oneThatChangesItsMindIsBelieved()
    {
        Sentinels sentinels({"7001", "7001", "7001"});
        QVERIFY(sentinels.haveAnswered());
        sentinels.say(2, "7003");
        // Until the others repeat theirs: they will follow, if it is right.
        QVERIFY(QTest::qWaitFor(
            [&] {
                const auto moves = sentinels.moves();
                return std::ranges::find(moves, 7003) != moves.end();
            },
            10'000));
    }
};

LOCKKEEPER_TEST(SentinelVotesTest)

} // namespace lockkeeper::tests::sentinel_votes_test

#include "sentinel_votes_test.moc"
