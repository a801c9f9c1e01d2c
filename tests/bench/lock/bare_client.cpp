// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/lock/bare_client.h"

#include <algorithm>
#include <array>
#include <deque>
#include <poll.h>
#include <stdexcept>
#include <sys/random.h>
#include <thread>
#include <utility>

namespace lockkeeper::bench {
namespace {

constexpr const char* kReleaseScript = "if redis.call('get',KEYS[1])==ARGV[1] then "
                                       "return redis.call('del',KEYS[1]) else return 0 end";

struct ReplyDeleter {
    void operator()(redisReply* reply) const noexcept { freeReplyObject(reply); }
};
using ReplyPtr = std::unique_ptr<redisReply, ReplyDeleter>;

/// Loads the release script into the server and returns its SHA-1.
std::string loadScript(std::uint16_t port)
{
    const RedisContext context(redisConnect("127.0.0.1", port));
    demand(context && context->err == 0, "no connection");
    const ReplyPtr reply(
        static_cast<redisReply*>(redisCommand(context.get(), "SCRIPT LOAD %s", kReleaseScript)));
    demand(reply && reply->type == REDIS_REPLY_STRING, "the script can't be loaded");
    return {reply->str, reply->len};
}

bool isYes(const redisReply& reply)
{
    return reply.type == REDIS_REPLY_STATUS
        || (reply.type == REDIS_REPLY_INTEGER && reply.integer == 1);
}

} // namespace

/// A master, and the operations whose replies are pending, in order.
struct BareClient::Master {
    struct Expected {
        Slot* slot;
        std::uint64_t operation;
    };
    RedisContext context;
    std::deque<Expected> expected;
    bool isDirty = false;
};

/// A resource on which one operation at a time is under way.
struct BareClient::Slot {
    std::string resource;
    std::string token;
    std::uint64_t operation = 0;
    std::size_t yes = 0;
    bool isAcquiring = false;
    Steady::time_point start;
};

std::string randomToken()
{
    std::array<unsigned char, 20> random{};
    demand(::getrandom(random.data(), random.size(), 0) == 20, "no random numbers");
    std::string token;
    for (const unsigned char byte : random) {
        token += "0123456789abcdef"[byte >> 4U];
        token += "0123456789abcdef"[byte & 15U];
    }
    return token;
}

BareClient::BareClient(const std::vector<std::uint16_t>& ports)
    : m_quorum(ports.size() / 2 + 1)
{
    for (const std::uint16_t port : ports) {
        m_releaseSha = loadScript(port);
        m_masters.push_back({RedisContext(redisConnectNonBlock("127.0.0.1", port)), {}, false});
        demand(m_masters.back().context && m_masters.back().context->err == 0, "no connection");
        redisEnableKeepAlive(m_masters.back().context.get());
    }
}

BareClient::~BareClient() = default;

void BareClient::send(Slot& slot, std::initializer_list<std::string_view> words)
{
    ++slot.operation;
    slot.yes = 0;
    for (Master& master : m_masters) {
        append(master.context.get(), words);
        master.expected.push_back({&slot, slot.operation});
        master.isDirty = true;
    }
}

void BareClient::startAcquire(Slot& slot)
{
    slot.isAcquiring = true;
    slot.token = randomToken();
    slot.start = Steady::now();
    send(slot, {"SET", slot.resource, slot.token, "NX", "PX", "30000"});
}

void BareClient::startRelease(Slot& slot)
{
    slot.isAcquiring = false;
    send(slot, {"EVALSHA", m_releaseSha, "1", slot.resource, slot.token});
}

void BareClient::flush()
{
    for (Master& master : m_masters) {
        if (!std::exchange(master.isDirty, false))
            continue;
        int isDone = 0;
        demand(redisBufferWrite(master.context.get(), &isDone) == REDIS_OK, "write failed");
        master.isDirty = isDone == 0;
    }
}

template <class F> void BareClient::turn(F onQuorum)
{
    flush();
    std::array<pollfd, 16> fds{};
    for (std::size_t i = 0; i < m_masters.size(); ++i)
        fds[i] = {m_masters[i].context->fd,
            static_cast<short>(m_masters[i].isDirty ? POLLIN | POLLOUT : POLLIN), 0};
    demand(::poll(fds.data(), m_masters.size(), 10'000) > 0, "no reply");
    for (std::size_t i = 0; i < m_masters.size(); ++i) {
        Master& master = m_masters[i];
        if ((fds[i].revents & POLLIN) == 0)
            continue;
        demand(redisBufferRead(master.context.get()) == REDIS_OK, "read failed");
        void* raw = nullptr;
        while (redisGetReplyFromReader(master.context.get(), &raw) == REDIS_OK && raw != nullptr) {
            const ReplyPtr reply(static_cast<redisReply*>(raw));
            const auto [slot, operation] = master.expected.front();
            master.expected.pop_front();
            if (operation == slot->operation && isYes(*reply) && ++slot->yes == m_quorum)
                onQuorum(*slot);
        }
    }
}

Run BareClient::pairs(std::size_t count, std::size_t inFlight)
{
    Run run;
    run.latencies.reserve(count);
    std::vector<Slot> slots(inFlight);
    const RoundTimer timer;
    std::size_t started = 0;
    for (Slot& slot : slots) {
        slot.resource = "bench:bare:" + std::to_string(&slot - slots.data());
        startAcquire(slot);
        ++started;
    }
    while (run.latencies.size() < count) {
        turn([&](Slot& slot) {
            if (slot.isAcquiring)
                return startRelease(slot);
            run.latencies.push_back(Steady::now() - slot.start);
            if (started < count) {
                ++started;
                startAcquire(slot);
            }
        });
    }
    timer.stop(run);
    for (Slot& slot : slots)
        ++slot.operation; // ignore late replies
    while (std::ranges::any_of(m_masters, [](const Master& m) { return !m.expected.empty(); }))
        turn([](Slot&) {});
    return run;
}

Run BareClient::acquires(std::size_t count, std::chrono::milliseconds pause)
{
    Run run;
    Slot slot;
    slot.resource = "bench:bare:acquire";
    for (std::size_t i = 0; i < count; ++i) {
        std::this_thread::sleep_for(pause);
        startAcquire(slot);
        bool isDone = false;
        while (!isDone)
            turn([&](Slot&) { isDone = true; });
        run.latencies.push_back(Steady::now() - slot.start);
        startRelease(slot);
        isDone = false;
        while (!isDone)
            turn([&](Slot&) { isDone = true; });
    }
    while (std::ranges::any_of(m_masters, [](const Master& m) { return !m.expected.empty(); }))
        turn([](Slot&) {});
    run.duration = Nanoseconds(1);
    return run;
}

SerialClient::SerialClient(const std::vector<std::uint16_t>& ports)
{
    for (const std::uint16_t port : ports) {
        m_releaseSha = loadScript(port);
        m_masters.emplace_back(redisConnect("127.0.0.1", port));
        demand(m_masters.back() && m_masters.back()->err == 0, "no connection");
    }
}

Run SerialClient::pairs(std::size_t count)
{
    Run run;
    run.latencies.reserve(count);
    const auto call = [](redisContext* context, std::initializer_list<std::string_view> words) {
        append(context, words);
        void* reply = nullptr;
        demand(redisGetReply(context, &reply) == REDIS_OK, "no reply");
        return isYes(*ReplyPtr(static_cast<redisReply*>(reply)));
    };
    const RoundTimer timer;
    for (std::size_t i = 0; i < count; ++i) {
        const auto before = Steady::now();
        const std::string token = randomToken();
        std::size_t yes = 0;
        for (const RedisContext& master : m_masters)
            yes += call(master.get(), {"SET", "bench:serial", token, "NX", "PX", "30000"}) ? 1 : 0;
        if (yes < m_masters.size() / 2 + 1)
            run.failures.add("serial acquire: too few masters agreed");
        for (const RedisContext& master : m_masters)
            (void)call(master.get(), {"EVALSHA", m_releaseSha, "1", "bench:serial", token});
        run.latencies.push_back(Steady::now() - before);
    }
    timer.stop(run);
    return run;
}

} // namespace lockkeeper::bench
