// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/observe/noise.h"

#include "tests/bench/bare_redis.h"
#include "tests/bench/measure.h"
#include "tests/bench/observe/server_counts.h"
#include "tests/bench/observe/watching_process.h"
#include "tests/bench/servers.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <thread>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kCacheKeys = 20'000;

/// Runs a command; its reply is not looked at.
void run(redisContext* context, const std::string& command)
{
    void* const reply = redisCommand(context, command.c_str());
    if (reply == nullptr)
        throw std::runtime_error("a command failed: " + command);
    freeReplyObject(reply);
}

/// Writes `count` entries of a cache in one pipeline, from the number `from` on.
void writeEntries(redisContext* context, std::size_t from, std::size_t count)
{
    static const std::string value(100, 'v');
    for (std::size_t i = from; i < from + count; ++i) {
        const std::string name = "cache:" + std::to_string(i * 7919 % kCacheKeys) + ":page";
        redisAppendCommand(context, "SET %s %s EX 3600", name.c_str(), value.c_str());
    }
    for (std::size_t i = 0; i < count; ++i) {
        void* reply = nullptr;
        if (redisGetReply(context, &reply) != REDIS_OK)
            throw std::runtime_error("the cache can't be written");
        freeReplyObject(reply);
    }
}

} // namespace

double commandsWhileOthersFlush(
    const config::Deployment& deployment, const std::vector<std::uint16_t>& ports)
{
    constexpr int kFlushes = 10;
    constexpr auto kPause = 500ms;
    constexpr auto kTimeAfterwards = 3s;
    constexpr double kOwnCommands = 6; // at most, in a second: SELECT and FLUSHDB
    const WatchingProcess watcher(deployment);
    std::vector<RedisContext> masters;
    for (const std::uint16_t port : ports) {
        masters.emplace_back(redisConnect("127.0.0.1", port));
        run(masters.back().get(), "SELECT 1");
    }
    double most = 0;
    auto counts = commandCounts(ports);
    auto countedAt = Steady::now();
    const auto start = countedAt;
    for (int flushes = 0; Steady::now() < start + kFlushes * kPause + kTimeAfterwards;) {
        if (Steady::now() >= start + flushes * kPause && flushes < kFlushes) {
            for (const RedisContext& master : masters)
                run(master.get(), "FLUSHDB");
            ++flushes;
        }
        std::this_thread::sleep_for(10ms);
        const auto now = Steady::now();
        if (now < countedAt + 1s)
            continue;
        const auto later = commandCounts(ports);
        const double seconds = std::chrono::duration<double>(now - countedAt).count();
        for (std::size_t i = 0; i < counts.size(); ++i)
            most = std::max(most, (later[i] - counts[i] - kOwnCommands) / seconds);
        counts = later;
        countedAt = now;
    }
    return most;
}

BusyCache writeCache(std::uint16_t port, bool isWatched, std::chrono::seconds time)
{
    constexpr std::size_t kAtOnce = 16;
    const RedisContext context(redisConnect("127.0.0.1", port));
    writeEntries(context.get(), 0, kCacheKeys);
    std::optional<WatchingProcess> watcher;
    if (isWatched)
        watcher.emplace(Servers::deploymentOf({port}));
    const double serverCpu = serverCpuSeconds(port);
    const double watcherCpu = watcher ? watcher->cpuSeconds() : 0;
    const auto start = Steady::now();
    std::size_t writes = 0;
    for (; Steady::now() < start + time; writes += kAtOnce)
        writeEntries(context.get(), writes, kAtOnce);
    const double seconds = std::chrono::duration<double>(Steady::now() - start).count();
    const auto count = static_cast<double>(writes);
    return {.perSecond = count / seconds,
        .serverCpu = (serverCpuSeconds(port) - serverCpu) / count * 1e6,
        .watcherCpu = watcher ? 100 * (watcher->cpuSeconds() - watcherCpu) / seconds : 0};
}

} // namespace lockkeeper::bench
