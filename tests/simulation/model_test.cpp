// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The simulation proves something only as far as its servers behave like redis-server.
#include "core/lock/scripts.h"
#include "core/redis/error_reply.h"
#include "core/release/plan.h"
#include "tests/simulation/random.h"
#include "tests/support/fake_redis.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <array>
#include <random>

namespace lockkeeper::tests::model_test {

using redis::Reply;
using simulation::Random;
using std::chrono::milliseconds;

namespace {

using Arguments = std::vector<std::string>;

const std::array<std::string, 3> kResources{"r0", "r1", "{tag}r2"};
const std::array<std::string, 4> kTokens{"A-1", "A-2", "B-1", "lk1-revoked:operator:0:text"};

std::string counterOf(const std::string& resource)
{
    return "lk:fence:{" + resource + "}";
}

/// One command of the random streams.
class Commands {
public:
    explicit Commands(std::uint64_t seed)
        : m_random(seed)
    { }

    Arguments next()
    {
        switch (m_random.index(4)) {
        case 0:
            return plain();
        case 1:
            return taking();
        case 2:
            return script();
        default:
            return m_random.isOneIn(2) ? operators() : script();
        }
    }

private:
    const std::string& resource() { return kResources[m_random.index(kResources.size())]; }
    const std::string& token() { return kTokens[m_random.index(kTokens.size())]; }
    std::string key() { return m_random.isOneIn(4) ? counterOf(resource()) : resource(); }
    /// Far from the end, so that no key ends on one of the servers only.
    std::string ttl() { return std::to_string(m_random.between(60'000, 9'000'000)); }
    std::string number() { return std::to_string(m_random.between(0, std::int64_t{1} << 51)); }

    Arguments taking()
    {
        switch (m_random.index(4)) {
        case 0:
            return {"SET", resource(), token(), "PX", ttl()};
        case 1:
            return {"set", resource(), token(), "KEEPTTL"};
        default:
            return {"SET", resource(), token(), "NX", "PX", ttl()};
        }
    }

    Arguments plain()
    {
        const std::array<Arguments, 22> all{
            {{"GET", key()}, {"GETRANGE", key(), "0", "4096"}, {"PTTL", key()}, {"TYPE", key()},
                {"EXISTS", key()}, {"DEL", key()}, {"PING"}, {"SETNX", resource(), token()},
                {"SET", resource(), token()}, {"SET", resource(), token(), "EX", "600"},
                {"SET", resource(), token(), "PX", "0"}, {"SET", resource(), token(), "XX", "ZZ"},
                {"GETSET", resource(), token()}, {"MGET", resource(), resource()}, {"INCR", key()},
                {"PEXPIRE", key(), ttl()}, {"EXPIRE", key(), "700"}, {"PEXPIRE", key(), "soon"},
                {"PERSIST", key()}, {"RPUSH", resource(), "x"}, {"GETRANGE", resource(), "2", "1"},
                {"GETRANGE", resource(), "1", "2"}}};
        return all[m_random.index(all.size())];
    }

    /// The scripts of core/lock, as redlock calls them.
    Arguments script()
    {
        const std::array<const redis::Script*, 6> scripts{&lock::releaseScript(),
            &lock::extendScript(), &lock::takeAllScript(), &lock::repairScript(),
            &lock::takeFencedScript(), &lock::raiseFenceScript()};
        const std::size_t chosen = m_random.index(scripts.size());
        Arguments keys{resource()};
        if (m_random.isOneIn(3) && keys.front() != kResources.back())
            keys.push_back(kResources.back());
        if (chosen >= 4) {
            for (std::size_t i = 0, count = keys.size(); i < count; ++i)
                keys.push_back(counterOf(keys[i]));
        }
        Arguments call = m_random.isOneIn(2) ? Arguments{"EVAL", scripts[chosen]->source()}
                                             : Arguments{"EVALSHA", scripts[chosen]->sha1()};
        call.push_back(std::to_string(keys.size()));
        call.insert(call.end(), keys.begin(), keys.end());
        call.push_back(token());
        if (chosen > 0)
            call.push_back(chosen == 5 ? number() : ttl());
        if (chosen >= 4)
            call.push_back(ttl());
        return call;
    }

    /// What an operator sends.
    Arguments operators()
    {
        const release::Plan plan{.resource = Resource(resource()),
            .type = observe::ValueType::String,
            .token = Fingerprint::ofString(token()),
            .action = m_random.isOneIn(2) ? release::Action::Revoke : release::Action::Release,
            .tombstone = {"operator", WallTime(), "a test"},
            .maxLease = 500s};
        return release::releaseCommand(plan, {}).arguments();
    }

    Random m_random;
};

} // namespace

class ModelTest : public QObject {
    Q_OBJECT

private:
    static constexpr int kCommands = 4000;

    /// Executes on both and compares.
    void execute(const Arguments& arguments)
    {
        const SteadyTime before = SystemClock().now();
        const auto real = m_client->call(redis::Command(arguments));
        const SteadyTime after = SystemClock().now();
        m_longestCall = std::max(m_longestCall, after - before);
        const Reply fake = m_fake.execute(arguments, now());
        if (fake.type == Reply::Type::Error) {
            QVERIFY2(!real, describe(arguments, "is refused by the model only").c_str());
            const Error expected = redis::errorFromReply(fake.text, MasterId());
            QCOMPARE(real.error().kind, expected.kind);
            QCOMPARE(real.error().text, expected.text);
            return;
        }
        QVERIFY2(real.has_value(),
            describe(arguments, real ? "" : "is refused: " + real.error().text).c_str());
        if (arguments[0] == "PTTL" && fake.integer > 0)
            QVERIFY2(std::abs(fake.integer - real->integer) <= tolerance(),
                describe(arguments, "differs").c_str());
        else
            QVERIFY2(*real == fake,
                describe(arguments, "real: " + text(*real) + ", model: " + text(fake)).c_str());
    }

    /// Each server executes a command at some moment of the call, and counts whole milliseconds. A
    /// TTL is the difference of two such moments.
    [[nodiscard]] std::int64_t tolerance() const
    {
        return 2 + std::chrono::ceil<milliseconds>(2 * m_longestCall).count();
    }

    static milliseconds now()
    {
        return std::chrono::floor<milliseconds>(SystemClock().now().time_since_epoch());
    }

    static std::string text(const Reply& reply)
    {
        return reply.isInteger() ? std::to_string(reply.integer)
            : reply.isNil()      ? "nil"
            : reply.isArray()    ? "an array"
                                 : reply.text;
    }

    static std::string describe(const Arguments& arguments, const std::string& what)
    {
        std::string line;
        for (const std::string& argument : arguments)
            line += argument.substr(0, 60) + " ";
        return line + "-> " + what;
    }

    /// A key's end makes no reply, so it is awaited. Meanwhile only this key is near to its end.
    void letOneExpire(const std::string& key)
    {
        execute({"PEXPIRE", key, "1"});
        QTRY_VERIFY(m_client->call({"EXISTS", key})->integer == 0);
        (void)m_fake.execute(Arguments{"PEXPIRE", key, "1"}, now() - 10ms);
        execute({"EXISTS", key});
    }

    void compareAll()
    {
        for (const std::string& resource : kResources) {
            for (const std::string& key : {resource, counterOf(resource)}) {
                execute({"TYPE", key});
                execute({"GETRANGE", key, "0", "4096"});
                execute({"PTTL", key});
            }
        }
    }

    RedisServerFixture m_servers;
    std::optional<sandbox::BlockingClient> m_client;
    FakeRedis m_fake;
    SteadyTime::duration m_longestCall{};

private Q_SLOTS:
    void init()
    {
        (void)m_servers.command({"FLUSHALL"});
        (void)m_servers.command({"SCRIPT", "FLUSH"});
        m_fake.clear();
        auto client = sandbox::BlockingClient::connect(m_servers.deployment().masters[0].url, 5s);
        QVERIFY(client.has_value());
        m_client.emplace(std::move(*client));
    }

    /// LOCKKEEPER_SEED repeats a stream.
    void repliesAreThoseOfARealServer()
    {
        const QByteArray given = qgetenv("LOCKKEEPER_SEED");
        const std::uint64_t seed = given.isEmpty() ? std::random_device()() : given.toULongLong();
        qInfo("LOCKKEEPER_SEED=%llu", static_cast<unsigned long long>(seed));
        Commands commands(seed);
        Random random(seed, 1);
        for (int i = 0; i < kCommands; ++i) {
            execute(commands.next());
            if (random.isOneIn(100))
                letOneExpire(kResources[random.index(kResources.size())]);
            if (random.isOneIn(200)) {
                (void)m_servers.command({"SCRIPT", "FLUSH"});
                m_fake.forgetScripts();
            }
            if (random.isOneIn(50))
                compareAll();
            if (QTest::currentTestFailed())
                return;
        }
        compareAll();
    }
};

LOCKKEEPER_TEST(ModelTest)

} // namespace lockkeeper::tests::model_test

#include "model_test.moc"
