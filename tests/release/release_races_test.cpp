// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/plan.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <random>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace lockkeeper::tests::release_races_test {

namespace {

constexpr int kRaces = 10'000;
const std::string kSeen = "5ccedab049f911f08f3a0242ac110002";
const std::string kOther = "5ccedab149f911f08f3a0242ac110002";

using Words = std::vector<std::string>;

std::string encoded(const Words& words)
{
    std::string bytes = "*" + std::to_string(words.size()) + "\r\n";
    for (const std::string& word : words)
        bytes += "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
    return bytes;
}

/// A connection that sends many commands before it reads any reply.
class Pipe {
public:
    explicit Pipe(const std::string& url)
        : m_socket(::socket(AF_UNIX, SOCK_STREAM, 0))
    {
        ::sockaddr_un address{};
        address.sun_family = AF_UNIX;
        url.copy(address.sun_path, sizeof address.sun_path - 1, std::string("unix://").size());
        if (::connect(m_socket, reinterpret_cast<::sockaddr*>(&address), sizeof address) != 0)
            qFatal("can't connect to %s", url.c_str());
    }
    ~Pipe() { ::close(m_socket); }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    /// Sends all, and waits for a line of reply to each.
    std::vector<std::string> run(const std::vector<Words>& commands) const
    {
        std::jthread writer([&] {
            for (const Words& words : commands) {
                const std::string bytes = encoded(words);
                for (std::size_t sent = 0; sent < bytes.size();)
                    sent += static_cast<std::size_t>(std::max<::ssize_t>(
                        0, ::send(m_socket, bytes.data() + sent, bytes.size() - sent, 0)));
            }
        });
        std::vector<std::string> replies;
        std::string rest;
        std::array<char, 65536> buffer{};
        while (replies.size() < commands.size()) {
            const ::ssize_t count = ::recv(m_socket, buffer.data(), buffer.size(), 0);
            if (count <= 0)
                qFatal("the server closed the connection");
            rest.append(buffer.data(), static_cast<std::size_t>(count));
            std::size_t begin = 0;
            for (std::size_t end = 0; (end = rest.find("\r\n", begin)) != std::string::npos;
                 begin = end + 2)
                replies.push_back(rest.substr(begin, end - begin));
            rest.erase(0, begin);
        }
        return replies;
    }

private:
    int m_socket;
};

std::string nameOf(int race)
{
    return "race:" + std::to_string(race);
}

/// What a click sends that follows a look at kSeen.
Words click(int race)
{
    release::Plan plan{.resource = Resource(nameOf(race)),
        .type = observe::ValueType::String,
        .token = Fingerprint::ofString(kSeen)};
    const auto arguments = release::releaseCommand(plan, {}).arguments();
    return {arguments.begin(), arguments.end()};
}

std::vector<Words> forEachRace(const std::function<Words(int)>& make)
{
    std::vector<Words> commands;
    for (int race = 0; race < kRaces; ++race)
        commands.push_back(make(race));
    return commands;
}

const std::array<std::string, 3> kReaders{"123e4567-e89b-42d3-a456-426614174000:7",
    "7c9e6679-7425-40de-944b-e07fc1f90ae7:8", "91d22d86-4df7-472d-99c0-f047d9522f6a:9"};

/// A reader of Redisson's.
Words joining(int race, const std::string& reader)
{
    const std::string timeouts = "{" + nameOf(race) + "}:" + reader + ":rwlock_timeout:1";
    return {"EVAL",
        "redis.call('HSET', KEYS[1], 'mode', 'read', ARGV[1], 1); "
        "redis.call('SET', KEYS[2], 1, 'PX', 600000); "
        "return redis.call('PEXPIRE', KEYS[1], 600000)",
        "2", nameOf(race), timeouts, reader};
}

std::string permitsOf(int race)
{
    return "{" + nameOf(race) + "}:timeout";
}

/// As by Redisson: a permit leaves the number, and is in the set.
Words taking(int race, const std::string& permit)
{
    return {"EVAL",
        "if tonumber(redis.call('GET', KEYS[1])) < 1 then return 0 end "
        "redis.call('DECR', KEYS[1]); return redis.call('ZADD', KEYS[2], 922337203685477, ARGV[1])",
        "2", nameOf(race), permitsOf(race), permit};
}

Words givingBack(int race, const std::string& permit)
{
    return {"EVAL",
        "local gone = redis.call('ZREM', KEYS[2], ARGV[1]); "
        "return redis.call('INCRBY', KEYS[1], gone)",
        "2", nameOf(race), permitsOf(race), permit};
}

/// What a click on one holder sends, who was seen under a name.
Words clickOn(const std::string& key, const char* format, const std::string& member)
{
    const auto known = observe::builtinFormat(format);
    const observe::DecodedLock told{
        .scope = observe::ValueScope::Acquisition, .mode = observe::LockMode::Read};
    const auto part = known->part(key, told);
    release::Plan plan{.resource = Resource(key),
        .type = known->shape.type,
        .token = Fingerprint::ofString(member),
        .wakeUp = part->wakeUp,
        .part = release::PlannedPart{.release = *part, .lock = Fingerprint::ofString(key)}};
    const auto arguments = release::releaseCommand(plan, {}).arguments();
    return {arguments.begin(), arguments.end()};
}

Words clickOnReader(int race)
{
    return clickOn(nameOf(race), "redisson-rw", kReaders[0]);
}

Words clickOnPermit(int race)
{
    return clickOn(permitsOf(race), "redisson-permits", kSeen);
}

} // namespace

/// Between the look at a lock and the click, anything may happen to it.
class ReleaseRacesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// One connection lets each lock change hands while another one releases it. Whichever is
    /// first, the new holder has it afterwards.
    void noOrderOfEventsReleasesAnotherHoldersLock()
    {
        RedisServerFixture server;
        const Pipe changes(server.urls()[0]);
        const Pipe clicks(server.urls()[0]);
        (void)changes.run(forEachRace([](int race) { return Words{"SET", nameOf(race), kSeen}; }));
        std::vector<std::string> released;
        {
            const std::jthread clicking([&] { released = clicks.run(forEachRace(click)); });
            (void)changes.run(forEachRace([](int race) {
                return Words{"SET", nameOf(race), kOther};
            }));
        }
        const auto exist = changes.run(forEachRace([](int race) {
            return Words{"EXISTS", nameOf(race)};
        }));
        QCOMPARE(std::ranges::count(exist, ":1"), kRaces);
        QCOMPARE(std::ranges::count(released, ":1") + std::ranges::count(released, ":-1"), kRaces);
    }

    void noChangeBetweenLookAndClickReleasesAnotherHoldersLock()
    {
        RedisServerFixture server;
        const Pipe pipe(server.urls()[0]);
        std::mt19937 random(7);
        std::vector<Words> commands;
        std::vector<std::string> expected; ///< what the click of each race has to return
        for (int race = 0; race < kRaces; ++race) {
            const std::string name = nameOf(race);
            const std::vector<std::pair<std::vector<Words>, std::string>> stories{
                {{{"PEXPIRE", name, "60000"}}, ":1"}, // renewed: the same holder
                {{{"SET", name, kOther}}, ":-1"}, {{{"DEL", name}}, ":0"},
                {{{"DEL", name}, {"SET", name, kOther, "PX", "60000"}}, ":-1"},
                {{{"APPEND", name, "x"}}, ":-1"}, // a prefix of the token is not the token
                {{{"DEL", name}, {"HSET", name, kSeen, "1"}}, ":-1"},
                {{{"DEL", name}, {"SADD", name, kSeen}}, ":-1"},
                {{{"SET", name, kOther}, {"SET", name, kSeen}}, ":1"}};
            const auto& [events, reply] = stories[random() % stories.size()];
            commands.push_back({"SET", name, kSeen});
            commands.insert(commands.end(), events.begin(), events.end());
            commands.push_back(click(race));
            commands.push_back({"EXISTS", name});
            expected.push_back(reply);
        }
        const auto replies = pipe.run(commands);
        int race = 0;
        for (std::size_t i = 0; i < commands.size(); ++i) {
            if (commands[i].front() != "EXISTS")
                continue;
            const std::string& reply = expected[static_cast<std::size_t>(race++)];
            QCOMPARE(replies[i - 1], reply);
            QCOMPARE(replies[i], reply == ":-1" ? ":1" : ":0");
        }
        QCOMPARE(race, kRaces);
    }

    /// One connection lets a reader join, another one leave and a third one renew; a second
    /// connection frees the one that was seen.
    void freesNoOtherReaderWhileOthersJoinAndLeave()
    {
        RedisServerFixture server;
        const Pipe changes(server.urls()[0]);
        const Pipe clicks(server.urls()[0]);
        (void)changes.run(forEachRace([](int race) { return joining(race, kReaders[0]); }));
        (void)changes.run(forEachRace([](int race) { return joining(race, kReaders[1]); }));
        std::vector<std::string> freed;
        {
            const std::jthread clicking([&] { freed = clicks.run(forEachRace(clickOnReader)); });
            (void)changes.run(forEachRace([](int race) { return joining(race, kReaders[2]); }));
            (void)changes.run(forEachRace([](int race) {
                return Words{"HDEL", nameOf(race), kReaders[1]};
            }));
            (void)changes.run(forEachRace([](int race) {
                return Words{"PEXPIRE", nameOf(race), "600000"};
            }));
        }
        QCOMPARE(std::ranges::count(freed, ":1"), kRaces);
        for (std::size_t reader = 0; reader < kReaders.size(); ++reader) {
            const auto exist = changes.run(forEachRace([reader](int race) {
                return Words{"HEXISTS", nameOf(race), kReaders[reader]};
            }));
            QCOMPARE(std::ranges::count(exist, ":1"), reader == 2 ? kRaces : 0);
        }
        const auto modes = changes.run(forEachRace([](int race) {
            return Words{"HEXISTS", nameOf(race), "mode"};
        }));
        QCOMPARE(std::ranges::count(modes, ":1"), kRaces);
    }

    /// Whoever takes and gives back permits meanwhile: each is free, or somebody's.
    void keepsTheNumberOfPermits()
    {
        RedisServerFixture server;
        const Pipe changes(server.urls()[0]);
        const Pipe clicks(server.urls()[0]);
        (void)changes.run(forEachRace([](int race) { return Words{"SET", nameOf(race), "2"}; }));
        (void)changes.run(forEachRace([](int race) { return taking(race, kSeen); }));
        std::vector<std::string> freed;
        {
            const std::jthread clicking([&] { freed = clicks.run(forEachRace(clickOnPermit)); });
            (void)changes.run(forEachRace([](int race) { return taking(race, kOther); }));
            // Every other one goes by itself.
            (void)changes.run(forEachRace(
                [](int race) { return race % 2 == 0 ? givingBack(race, kSeen) : Words{"PING"}; }));
            (void)changes.run(forEachRace([](int race) { return taking(race, "third"); }));
        }
        QCOMPARE(std::ranges::count(freed, ":1") + std::ranges::count(freed, ":0"), kRaces);
        QVERIFY(std::ranges::count(freed, ":1") >= kRaces / 2);
        const auto sums = changes.run(forEachRace([](int race) {
            return Words{"EVAL", "return redis.call('GET', KEYS[1]) + redis.call('ZCARD', KEYS[2])",
                "2", nameOf(race), permitsOf(race)};
        }));
        QCOMPARE(std::ranges::count(sums, ":2"), kRaces);
        const auto others = changes.run(forEachRace([](int race) {
            return Words{"EVAL", "return redis.call('ZSCORE', KEYS[1], ARGV[1]) and 1 or 0", "1",
                permitsOf(race), kOther};
        }));
        QCOMPARE(std::ranges::count(others, ":1"), kRaces);
    }
};

LOCKKEEPER_TEST(ReleaseRacesTest)

} // namespace lockkeeper::tests::release_races_test

#include "release_races_test.moc"
