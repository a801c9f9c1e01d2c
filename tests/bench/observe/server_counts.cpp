// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/observe/server_counts.h"

#include "tests/bench/lock/bare_client.h"

#include <cstdlib>
#include <stdexcept>

namespace lockkeeper::bench {
namespace {

std::string info(std::uint16_t port, const char* section)
{
    const RedisContext context(redisConnect("127.0.0.1", port));
    auto* const reply = static_cast<redisReply*>(redisCommand(context.get(), "INFO %s", section));
    if (reply == nullptr)
        throw std::runtime_error("a server does not tell what it counts");
    std::string text(reply->str, reply->len);
    freeReplyObject(reply);
    return text;
}

double numberOf(const std::string& text, const std::string& field)
{
    const auto at = text.find(field + ':');
    return at == std::string::npos ? 0 : std::strtod(text.c_str() + at + field.size() + 1, nullptr);
}

} // namespace

std::vector<double> commandCounts(const std::vector<std::uint16_t>& ports)
{
    std::vector<double> counts;
    for (const std::uint16_t port : ports)
        counts.push_back(numberOf(info(port, "stats"), "total_commands_processed"));
    return counts;
}

double serverCpuSeconds(std::uint16_t port)
{
    const std::string text = info(port, "cpu");
    return numberOf(text, "used_cpu_sys") + numberOf(text, "used_cpu_user");
}

} // namespace lockkeeper::bench
