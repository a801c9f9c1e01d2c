// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/observe/bare_sweep.h"

#include "core/lock/token.h"
#include "tests/bench/bare_redis.h"
#include "tests/bench/measure.h"

#include <array>
#include <poll.h>

namespace lockkeeper::bench {
namespace {

/// One master of a bare sweep.
class BareMaster {
public:
    explicit BareMaster(std::uint16_t port)
        : m_context(redisConnectNonBlock("127.0.0.1", port))
    {
        demand(m_context && m_context->err == 0, "no connection");
        scan();
    }

    [[nodiscard]] bool isDone() const { return m_isScanned && m_missing == 0; }
    [[nodiscard]] std::size_t keys() const { return m_keys; }
    [[nodiscard]] pollfd toPoll() const
    {
        const bool hasOutput = !m_isFlushed;
        return {m_context->fd, static_cast<short>(hasOutput ? POLLIN | POLLOUT : POLLIN), 0};
    }

    void turn(short events)
    {
        if ((events & POLLOUT) != 0)
            flush();
        if ((events & POLLIN) == 0)
            return;
        demand(redisBufferRead(m_context.get()) == REDIS_OK, "read");
        void* reply = nullptr;
        while (redisGetReplyFromReader(m_context.get(), &reply) == REDIS_OK && reply != nullptr) {
            take(*static_cast<redisReply*>(reply));
            freeReplyObject(reply);
        }
    }

private:
    void flush()
    {
        int isDone = 0;
        demand(redisBufferWrite(m_context.get(), &isDone) == REDIS_OK, "write");
        m_isFlushed = isDone != 0;
    }

    void scan()
    {
        append(m_context.get(), {"SCAN", m_cursor, "MATCH", "lock:*", "COUNT", "1000"});
        ++m_missing;
        m_isFlushed = false;
    }

    void take(const redisReply& reply)
    {
        --m_missing;
        if (reply.type != REDIS_REPLY_ARRAY) {
            ++m_values;
            return;
        }
        m_cursor.assign(reply.element[0]->str, reply.element[0]->len);
        const redisReply& names = *reply.element[1];
        m_isScanned = m_cursor == "0";
        for (std::size_t i = 0; i < names.elements; ++i) {
            const std::string_view name(names.element[i]->str, names.element[i]->len);
            append(m_context.get(), {"PTTL", name});
            append(m_context.get(), {"GET", name});
            m_missing += 2;
        }
        m_keys += names.elements;
        if (!m_isScanned)
            scan();
        m_isFlushed = false;
        flush();
    }

    RedisContext m_context;
    std::string m_cursor = "0";
    std::size_t m_missing = 0;
    std::size_t m_keys = 0;
    std::size_t m_values = 0;
    bool m_isScanned = false;
    bool m_isFlushed = false;
};

} // namespace

SweepTime bareSweep(const std::vector<std::uint16_t>& ports)
{
    const auto start = Steady::now();
    std::vector<BareMaster> masters;
    for (const std::uint16_t port : ports)
        masters.emplace_back(port);
    std::vector<pollfd> polled(masters.size());
    while (true) {
        bool isDone = true;
        for (std::size_t i = 0; i < masters.size(); ++i) {
            polled[i] = masters[i].toPoll();
            isDone = isDone && masters[i].isDone();
        }
        if (isDone)
            break;
        demand(::poll(polled.data(), polled.size(), 10'000) > 0, "no answer");
        for (std::size_t i = 0; i < masters.size(); ++i)
            masters[i].turn(polled[i].revents);
    }
    SweepTime time{.duration = Steady::now() - start};
    for (const BareMaster& master : masters)
        time.keys += master.keys();
    return time;
}

std::string lockName(std::size_t number)
{
    std::string digits = std::to_string(number);
    return std::string("lock:").append(15 - digits.size(), '0').append(digits);
}

void storeLocks(const std::vector<std::uint16_t>& ports, std::size_t count)
{
    constexpr std::size_t kLocksAtOnce = 2000;
    const lock::Owner owner{.host = "web-3", .pid = 812, .app = "orders"};
    std::vector<RedisContext> masters;
    for (const std::uint16_t port : ports)
        masters.emplace_back(redisConnect("127.0.0.1", port));
    for (std::size_t from = 0; from < count; from += kLocksAtOnce) {
        const std::size_t end = std::min(count, from + kLocksAtOnce);
        for (std::size_t number = from; number < end; ++number) {
            const auto token = lock::makeToken(owner, std::chrono::system_clock::now());
            const std::string name = lockName(number);
            for (const RedisContext& master : masters)
                append(master.get(), {"SET", name, token->value(), "PX", "3600000"});
        }
        for (const RedisContext& master : masters) {
            for (std::size_t number = from; number < end; ++number) {
                void* reply = nullptr;
                demand(redisGetReply(master.get(), &reply) == REDIS_OK, "locks can't be stored");
                freeReplyObject(reply);
            }
        }
    }
}

} // namespace lockkeeper::bench
