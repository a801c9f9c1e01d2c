// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/facts/facts_watch.h"
#include "core/observe/facts_look.h"
#include "core/observe/watcher.h"
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <deque>

namespace lockkeeper::tests::facts_watch_test {

using observe::FactsWatch;
using redis::Reply;

namespace {

/// Keeps commands until the test answers them.
class ManualTransport final : public redis::Transport {
public:
    [[nodiscard]] const MasterId& master() const noexcept override { return m_id; }
    [[nodiscard]] redis::LinkStatus status() const override { return link; }
    void send(const redis::Command& command, std::chrono::milliseconds /*timeout*/,
        Handler handler) override
    {
        sent.push_back(command.arguments().front());
        m_handlers.push_back(std::move(handler));
    }
    void answer(Result<Reply> reply)
    {
        const Handler handler = std::move(m_handlers.front());
        m_handlers.pop_front();
        handler(std::move(reply));
    }

    redis::LinkStatus link;
    std::vector<std::string> sent;

private:
    MasterId m_id{"a"};
    std::deque<Handler> m_handlers;
};

Reply timeReply(WallTime time)
{
    const auto micros
        = std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count();
    return Reply::array({Reply::string(std::to_string(micros / 1'000'000)),
        Reply::string(std::to_string(micros % 1'000'000))});
}

/// A master that is up.
struct Bench {
    Bench()
    {
        transport.link.state = redis::LinkState::Up;
        transport.link.loggedInAt = clock.now();
    }
    void answerBoth()
    {
        transport.answer(Reply::string("uptime_in_seconds:5\r\n"));
        transport.answer(timeReply(clock.wallNow()));
    }
    ManualClock clock;
    ManualTransport transport;
    int readings = 0;
    FactsWatch watch{transport, clock, {.onRead = [this] { ++readings; }}};
};

} // namespace

class FactsWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anOffsetIsMeasuredFromTheMiddleOfTheRoundTrip()
    {
        const WallTime sent{1'800'000'000s};
        const auto offset = observe::clockOffsetOf(timeReply(sent + 4s), sent, sent + 2s);
        QCOMPARE(offset->ahead, 3000ms);
        QCOMPARE(offset->tolerance, 1000ms);
        QCOMPARE(offset->certain(), 2000ms);
        // Our clock was set back meanwhile.
        QCOMPARE(observe::clockOffsetOf(timeReply(sent), sent, sent - 5s)->tolerance, 0ms);
        for (const char* seconds : {"9999999999999999999", "x", "-1"})
            QVERIFY(!observe::clockOffsetOf(
                Reply::array({Reply::string(seconds), Reply::string("0")}), sent, sent));
        for (const char* micros : {"", "x", "-1", "1000000"})
            QVERIFY(!observe::clockOffsetOf(
                Reply::array({Reply::string("1800000000"), Reply::string(micros)}), sent, sent));
        QVERIFY(!observe::clockOffsetOf(
            Reply::array({Reply::string("8589934593"), Reply::string("0")}), sent, sent));
        QVERIFY(!observe::clockOffsetOf(Reply::array({Reply::string("1")}), sent, sent));
        QVERIFY(!observe::clockOffsetOf(Reply::nil(), sent, sent));
    }

    void infoThatIsNoTextTellsNothing()
    {
        observe::ServerFacts facts;
        observe::addInfo(facts, Reply::nil());
        QVERIFY(facts.infoError && facts.infoError->kind == ErrorClass::Unsupported);
        observe::addInfo(facts, Reply::string("uptime_in_seconds:99999999999\r\n"));
        QVERIFY(!facts.uptime); // no clock counts so far
    }

    void aServerIsNamedAsItNamesItself()
    {
        using observe::productIn;
        using observe::ServerProduct;
        QVERIFY(productIn("redis_version:7.0.15\r\n") == ServerProduct({"Redis", "7.0.15"}));
        QVERIFY(productIn("redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:9.1.2\r\n")
            == ServerProduct({"Valkey", "9.1.2"}));
        QVERIFY(productIn("redis_version:6.3.4\r\n\r\n# KeyDB\r\nmvcc_depth:0\r\n")
            == ServerProduct({"KeyDB", "6.3.4"}));
        QVERIFY(productIn("redis_version:7.4.0\r\ndragonfly_version:df-v1.40.1\r\n")
            == ServerProduct({"Dragonfly", "1.40.1"}));
        QVERIFY(!productIn("run_id:1\r\n"));
    }

    void factsAreReadOnceAMinute()
    {
        Bench b;
        QVERIFY(!b.watch.isSettled());
        for (int i = 0; i < 100; ++i)
            b.watch.tick();
        b.answerBoth();
        QCOMPARE(b.transport.sent, (std::vector<std::string>{"INFO", "TIME"}));
        QVERIFY(b.watch.isSettled());
        QCOMPARE(b.readings, 1);
        QCOMPARE(b.watch.facts()->uptime, std::optional(5s));
        QVERIFY(b.watch.facts()->clock.has_value());
        b.clock.advance(59s);
        b.watch.tick();
        QCOMPARE(b.transport.sent.size(), std::size_t(2));
        b.clock.advance(1s);
        b.watch.tick();
        QCOMPARE(b.transport.sent.size(), std::size_t(3));
    }

    void aNewLoginIsReadAtOnce()
    {
        Bench b;
        b.watch.tick();
        b.answerBoth();
        b.clock.advance(5s);
        b.transport.link.loggedInAt = b.clock.now();
        QVERIFY(!b.watch.isSettled());
        b.watch.tick();
        QCOMPARE(b.transport.sent.size(), std::size_t(3));
    }

    void nothingIsAskedOfAMasterThatIsDown()
    {
        Bench b;
        b.transport.link.state = redis::LinkState::Down;
        b.watch.tick();
        QVERIFY(b.transport.sent.empty());
        QVERIFY(b.watch.isSettled());
    }

    void aSlowAnswerOfAnEarlierLoginIsDropped()
    {
        Bench b;
        b.watch.tick();
        b.transport.link.loggedInAt = b.clock.now() + 1s;
        b.watch.tick();
        b.transport.answer(Reply::string("uptime_in_seconds:99\r\n"));
        QCOMPARE(b.transport.sent, (std::vector<std::string>{"INFO", "INFO"}));
        b.answerBoth();
        QCOMPARE(b.watch.facts()->uptime, std::optional(5s));
    }

    void refusalsAreKept()
    {
        Bench b;
        b.watch.tick();
        const auto refused = [] {
            return tl::make_unexpected(Error{ErrorClass::NoPermission, "NOPERM", {}});
        };
        b.transport.answer(refused());
        b.transport.answer(refused());
        QCOMPARE(b.watch.facts()->infoError->kind, ErrorClass::NoPermission);
        QCOMPARE(b.watch.facts()->clockError->kind, ErrorClass::NoPermission);
        QVERIFY(!b.watch.facts()->evictionPolicy);
    }

    void aSweepAndALookTellTheFactsOfRealServers()
    {
        RedisServerFixture servers({.count = 2});
        servers.command(1, {"CONFIG", "SET", "maxmemory", "100mb"});
        servers.command(1, {"CONFIG", "SET", "maxmemory-policy", "volatile-ttl"});
        const SystemClock clock;
        const test::NoProcesses processes;
        const auto deployment = servers.deployment();
        for (const auto& masters : {observe::sweepOnce(deployment, clock, processes).masters,
                 observe::lookAtMasters(deployment, clock)}) {
            QCOMPARE(masters.size(), std::size_t(2));
            QVERIFY(masters[0].facts && masters[1].facts);
            QCOMPARE(masters[0].facts->evictionPolicy, std::optional<std::string>("noeviction"));
            QCOMPARE(masters[0].facts->hasAppendOnlyFile, std::optional(false));
            QVERIFY(masters[0].facts->usedMemory.value_or(0) > 0);
            QVERIFY(masters[0].facts->uptime.has_value());
            QCOMPARE(masters[0].facts->clock->certain(), 0ms);
            QCOMPARE(masters[1].facts->evictionPolicy, std::optional<std::string>("volatile-ttl"));
            QCOMPARE(masters[1].facts->memoryLimit, std::optional<std::uint64_t>(104'857'600));
        }
    }

    void aLookGoesOnWithoutAMasterThatDoesNotAnswer()
    {
        RedisServerFixture servers({.count = 2});
        servers.kill(0);
        const SystemClock clock;
        const auto masters = observe::lookAtMasters(servers.deployment(), clock);
        QVERIFY(masters[0].link.state != redis::LinkState::Up);
        QVERIFY(!masters[0].facts);
        QVERIFY(masters[1].facts != nullptr);
    }
};

LOCKKEEPER_TEST(FactsWatchTest)

} // namespace lockkeeper::tests::facts_watch_test

#include "facts_watch_test.moc"
