// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/classic.h"
#include "core/lock/redlock.h"
#include "core/lock/scripts.h"
#include "tests/support/manual_clock.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <deque>

namespace lockkeeper::tests::late_commands_test {

using namespace lockkeeper::lock;
using redis::Reply;

namespace {

const std::string kToken = "ours";
constexpr auto kTtl = 10s; ///< that the late commands bring

/// A master that keeps what it is sent, and answers the first commands as told and no others. Knows
/// no script by its SHA-1.
class SilentMaster final : public redis::Transport {
public:
    SilentMaster(ManualClock& clock, std::deque<Reply> answers)
        : m_clock(clock)
        , m_answers(std::move(answers))
    { }
    [[nodiscard]] const MasterId& master() const noexcept override { return m_id; }
    [[nodiscard]] redis::LinkStatus status() const override
    {
        redis::LinkStatus status;
        status.state = redis::LinkState::Up;
        return status;
    }
    void send(const redis::Command& command, std::chrono::milliseconds, Handler handler) override
    {
        if (command.name() == "EVALSHA")
            return answer(fail(ErrorClass::NoScript, "NOSCRIPT"), std::move(handler));
        m_last = command;
        if (m_answers.empty())
            return;
        Reply reply = std::move(m_answers.front());
        m_answers.pop_front();
        answer(std::move(reply), std::move(handler));
    }
    [[nodiscard]] const redis::Command& last() const noexcept { return m_last; }

private:
    void answer(Result<Reply> reply, Handler handler)
    {
        m_clock.schedule(
            m_clock.now(), [reply = std::move(reply), handler = std::move(handler)]() mutable {
                handler(std::move(reply));
            });
    }

    MasterId m_id{"a"};
    ManualClock& m_clock;
    std::deque<Reply> m_answers;
    redis::Command m_last{"NONE"};
};

/// What an operation sends to the last of some masters, each of which answers as told at first.
struct Operation {
    enum class Kind { Take, Extend, Release };
    Kind kind;
    std::vector<std::deque<Reply>> answers{{}};
    std::size_t resources = 1;
    bool isFenced = false;
    const Scheme* scheme = &redlock();
};

std::vector<Resource> resourcesOf(const Operation& operation)
{
    std::vector<Resource> resources;
    for (std::size_t i = 0; i < operation.resources; ++i)
        resources.emplace_back("r" + std::to_string(i));
    return resources;
}

redis::Command commandOf(const Operation& operation)
{
    ManualClock clock;
    std::vector<std::unique_ptr<SilentMaster>> masters;
    LockContext context;
    for (const auto& answers : operation.answers) {
        masters.push_back(std::make_unique<SilentMaster>(clock, answers));
        context.masters.push_back(masters.back().get());
    }
    context.scheduler = &clock;
    context.clock = &clock;
    const Claim claim(resourcesOf(operation), Token(kToken));
    const Validity validity{Ttl::from(kTtl).value()};
    const auto ignore = [](const RoundResult&) {};
    switch (operation.kind) {
    case Operation::Kind::Take:
        operation.scheme->tryAcquire(context, {claim, validity, operation.isFenced}, ignore);
        break;
    case Operation::Kind::Extend:
        operation.scheme->extend(
            context, {claim, validity, clock.now() + 1h, [] { return true; }}, ignore);
        break;
    case Operation::Kind::Release:
        operation.scheme->release(context, claim, clock.now() + 1h, ignore);
        break;
    }
    for (int i = 0; i < 4; ++i)
        clock.advance(0ms);
    return masters.back()->last();
}

/// What is stored under a name, and until when exactly.
struct Stored {
    Reply value;
    std::int64_t expires; ///< by PEXPIRETIME: -1 never, -2 there is nothing
    friend bool operator==(const Stored&, const Stored&) = default;
};

bool isHash(const Operation& operation)
{
    return operation.scheme == &redisson();
}

bool canComeToItsOwnLease(const Operation& operation)
{
    return operation.kind == Operation::Kind::Extend
        || (operation.kind == Operation::Kind::Take && operation.scheme == &redlock());
}

class Server {
public:
    explicit Server(Operation operation)
        : m_operation(std::move(operation))
    { }

    /// Stores `token` for a minute, as the scheme does.
    void hold(const std::string& token)
    {
        for (const Resource& resource : resourcesOf(m_operation)) {
            if (isHash(m_operation))
                m_server.command({"HSET", resource.value(), token, "1"});
            else
                m_server.command({"SET", resource.value(), token});
            m_server.command({"PEXPIRE", resource.value(), "60000"});
            m_server.command({"SET", fenceCounterOf(resource).value(), "100"});
            m_server.command({"EXPIRE", fenceCounterOf(resource).value(), "40000000"});
        }
    }
    void free(std::size_t resource)
    {
        m_server.command({"DEL", resourcesOf(m_operation)[resource].value()});
    }
    void executeLate() { (void)execute(commandOf(m_operation)); }
    [[nodiscard]] std::vector<Stored> stored()
    {
        std::vector<Stored> all;
        for (const Resource& resource : resourcesOf(m_operation)) {
            const std::string& key = resource.value();
            all.push_back({isHash(m_operation) ? m_server.command({"HGETALL", key})
                                               : m_server.command({"GET", key}),
                m_server.command({"PEXPIRETIME", key}).integer});
        }
        return all;
    }
    [[nodiscard]] std::vector<Stored> counters()
    {
        std::vector<Stored> all;
        for (const Resource& resource : resourcesOf(m_operation)) {
            const std::string key = fenceCounterOf(resource).value();
            all.push_back(
                {m_server.command({"GET", key}), m_server.command({"PEXPIRETIME", key}).integer});
        }
        return all;
    }
    void persist()
    {
        for (const Resource& resource : resourcesOf(m_operation))
            m_server.command({"PERSIST", resource.value()});
    }
    [[nodiscard]] std::int64_t ttlOf(std::size_t resource)
    {
        return m_server.command({"PTTL", resourcesOf(m_operation)[resource].value()}).integer;
    }

private:
    Reply execute(const redis::Command& command)
    {
        auto client
            = sandbox::BlockingClient::connect(*redis::Url::parse(m_server.urls().front()), 5s);
        auto reply = client ? client->call(command) : tl::make_unexpected(client.error());
        return reply ? std::move(*reply) : Reply::error(reply.error().text);
    }

    Operation m_operation;
    RedisServerFixture m_server;
};

void addOperations()
{
    using Kind = Operation::Kind;
    QTest::addColumn<Operation>("operation");
    const auto row
        = [](const char* name, const Operation& operation) { QTest::newRow(name) << operation; };
    const Reply yes = Reply::number(1);
    const Reply gone = Reply::number(0);
    row("take", {Kind::Take});
    row("take two", {Kind::Take, {{}}, 2});
    row("take fenced", {Kind::Take, {{}}, 1, true});
    row("take two fenced", {Kind::Take, {{}}, 2, true});
    const Reply higher = Reply::number(200); // than the counters of Server::hold()
    row("raise the fence", {Kind::Take, {{higher}, {higher}, {higher}}, 1, true});
    row("raise two fences", {Kind::Take, {{higher}}, 2, true});
    row("extend", {Kind::Extend});
    row("extend two", {Kind::Extend, {{}}, 2});
    row("repair", {Kind::Extend, {{yes}, {yes}, {gone}}});
    row("repair two", {Kind::Extend, {{yes}, {yes}, {gone}}, 2});
    row("release", {Kind::Release});
    row("release two", {Kind::Release, {{}}, 2});
    row("set-nx-px-token: take", {Kind::Take, {{}}, 1, false, &setNxPxToken()});
    row("set-nx-px-token: release", {Kind::Release, {{}}, 1, false, &setNxPxToken()});
    row("redisson: take", {Kind::Take, {{}}, 1, false, &redisson()});
    row("redisson: extend", {Kind::Extend, {{}}, 1, false, &redisson()});
    row("redisson: release", {Kind::Release, {{}}, 1, false, &redisson()});
    row("redis-py: take", {Kind::Take, {{}}, 1, false, &redisPy()});
    row("redis-py: extend", {Kind::Extend, {{}}, 1, false, &redisPy()});
    row("redis-py: release", {Kind::Release, {{}}, 1, false, &redisPy()});
}

} // namespace

/// The table of docs/guarantees.md, "Late commands": each command is executed on a real server when
/// nobody waits for it any more.
class LateCommandsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theyAreWhatTheirNamesSay()
    {
        using Kind = Operation::Kind;
        const Reply yes = Reply::number(1);
        const auto sourceOf
            = [](const Operation& operation) { return commandOf(operation).arguments().at(1); };
        QCOMPARE(sourceOf({Kind::Take, {{}}, 2}), takeAllScript().source());
        QCOMPARE(sourceOf({Kind::Take, {{}}, 1, true}), takeFencedScript().source());
        QCOMPARE(sourceOf({Kind::Take, {{yes}}, 2, true}), raiseFenceScript().source());
        QCOMPARE(sourceOf({Kind::Extend}), extendScript().source());
        QCOMPARE(sourceOf({Kind::Extend, {{yes}, {yes}, {Reply::number(0)}}, 2}),
            repairScript().source());
        QCOMPARE(sourceOf({Kind::Release}), releaseScript().source());
    }

    void anothersLockStaysAsItIs_data() { addOperations(); }
    void anothersLockStaysAsItIs()
    {
        QFETCH(const Operation, operation);
        Server server(operation);
        server.hold("theirs");
        const auto lock = server.stored();
        const auto counters = server.counters();
        server.executeLate();
        QVERIFY(server.stored() == lock);
        QVERIFY(server.counters() == counters);
    }

    void aFreeNameBesideAnothersLockStaysFree_data() { addOperations(); }
    void aFreeNameBesideAnothersLockStaysFree()
    {
        QFETCH(const Operation, operation);
        if (operation.resources < 2)
            return;
        Server server(operation);
        server.hold("theirs");
        server.free(1);
        const auto locks = server.stored();
        server.executeLate();
        QVERIFY(server.stored() == locks);
    }

    void aCounterNeverEndsSooner_data() { addOperations(); }
    void aCounterNeverEndsSooner()
    {
        QFETCH(const Operation, operation);
        if (!operation.isFenced)
            return;
        Server server(operation);
        server.hold("theirs");
        for (std::size_t i = 0; i < operation.resources; ++i)
            server.free(i);
        const auto counters = server.counters();
        server.executeLate();
        for (std::size_t i = 0; i < operation.resources; ++i)
            QVERIFY(server.counters()[i].expires >= counters[i].expires);
    }

    /// Of the same lease, as a later command has left it. It is released or taken back only when it
    /// is over; and on the only master it is held only once it was taken there.
    void ourOwnLockLosesNothing_data() { addOperations(); }
    void ourOwnLockLosesNothing()
    {
        QFETCH(const Operation, operation);
        if (!canComeToItsOwnLease(operation))
            return;
        Server server(operation);
        server.hold(kToken);
        const auto lock = server.stored();
        const auto counters = server.counters();
        server.executeLate();
        for (std::size_t i = 0; i < lock.size(); ++i) {
            if (!isHash(operation)) // which counts the hold
                QVERIFY(server.stored()[i].value == lock[i].value);
            QVERIFY(server.stored()[i].expires >= lock[i].expires);
            QVERIFY(
                std::stoll(server.counters()[i].value.text) >= std::stoll(counters[i].value.text));
            QVERIFY(server.counters()[i].expires >= counters[i].expires);
        }
    }

    void aLockWithoutATtlGetsNone_data() { addOperations(); }
    void aLockWithoutATtlGetsNone()
    {
        QFETCH(const Operation, operation);
        if (!canComeToItsOwnLease(operation))
            return;
        Server server(operation);
        server.hold(kToken);
        server.persist();
        const auto lock = server.stored();
        server.executeLate();
        for (std::size_t i = 0; i < lock.size(); ++i)
            QCOMPARE(server.stored()[i].expires, std::int64_t(-1));
    }

    /// What a late command leaves behind on a free name ends by itself.
    void nothingIsLeftForEver_data() { addOperations(); }
    void nothingIsLeftForEver()
    {
        QFETCH(const Operation, operation);
        Server server(operation);
        server.executeLate();
        for (std::size_t i = 0; i < operation.resources; ++i)
            QVERIFY(server.ttlOf(i) == -2
                || (server.ttlOf(i) > 0
                    && server.ttlOf(i) <= std::chrono::milliseconds(kTtl).count()));
    }
};

LOCKKEEPER_TEST(LateCommandsTest)

} // namespace lockkeeper::tests::late_commands_test

#include "late_commands_test.moc"
