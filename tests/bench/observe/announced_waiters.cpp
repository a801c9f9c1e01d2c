// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/observe/announced_waiters.h"

#include "core/lock/wait_announcement.h"
#include "tests/bench/observe/bare_sweep.h"

#include <stdexcept>
#include <string>

namespace lockkeeper::bench {
namespace {

/// Each waits for another lock, and holds nothing.
std::vector<std::string> makeChannels(std::size_t count)
{
    std::vector<std::string> channels;
    for (std::size_t i = 0; i < count; ++i) {
        const auto id = lock::makeWaitId();
        if (!id)
            throw std::runtime_error(id.error().text);
        const auto name = lock::channelOf({.resources = {Resource(lockName(i))},
            .owner = {.host = "web-4", .pid = static_cast<std::int64_t>(1000 + i), .app = "orders"},
            .since = std::chrono::system_clock::now(),
            .id = *id,
            .holding = std::vector<Fingerprint>()});
        channels.push_back(name.value());
    }
    return channels;
}

} // namespace

AnnouncedWaiters::AnnouncedWaiters(const std::vector<std::uint16_t>& ports, std::size_t count)
{
    const auto channels = makeChannels(count);
    for (const std::uint16_t port : ports) {
        redisContext* const master = m_masters.emplace_back(redisConnect("127.0.0.1", port)).get();
        for (const std::string& channel : channels)
            redisAppendCommand(master, "SUBSCRIBE %b", channel.data(), channel.size());
        for (std::size_t i = 0; i < count; ++i) {
            void* reply = nullptr;
            if (redisGetReply(master, &reply) != REDIS_OK)
                throw std::runtime_error("the waiters can't subscribe");
            freeReplyObject(reply);
        }
    }
}

} // namespace lockkeeper::bench
