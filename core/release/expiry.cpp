// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/expiry.h"

#include "core/observe/facts/server_facts.h"
#include "core/redis/fan_out.h"

#include <algorithm>
#include <limits>

namespace lockkeeper::release {
namespace {

using redis::Reply;

std::optional<Expiry> expiryOf(const Result<Reply>& ttl, const Result<Reply>& time)
{
    constexpr std::int64_t kNoTtl = -1;
    if (!ttl || !ttl->isInteger() || ttl->integer < kNoTtl)
        return std::nullopt;
    if (ttl->integer == kNoTtl)
        return Expiry{};
    const auto now = observe::clockOffsetOf(time, WallTime(), WallTime());
    if (!now)
        return std::nullopt;
    constexpr std::int64_t kLongest = std::numeric_limits<std::int64_t>::max() / 2;
    return Expiry{now->ahead + std::chrono::milliseconds(std::min(ttl->integer, kLongest))};
}

struct ExpiryAnswers {
    std::optional<Result<Reply>> ttl;
    std::optional<Result<Reply>> time;
};

} // namespace

bool isSameExpiry(const Expiry& a, const Expiry& b) noexcept
{
    return a.at.has_value() == b.at.has_value()
        && (!a.at || std::chrono::abs(*a.at - *b.at) <= kExpiryTolerance);
}

void readExpiryOnAll(const std::vector<redis::Transport*>& masters, const std::string& key,
    std::chrono::milliseconds timeout, std::function<void(Expiries)> done)
{
    using Told = std::optional<Expiry>;
    redis::fanOut<Told>(
        masters,
        [&key, timeout](std::size_t /*master*/, redis::Transport& transport, auto handler) {
            auto answers = std::make_shared<ExpiryAnswers>();
            const auto take = [answers, handler](auto member) {
                return [answers, handler, member](const Result<Reply>& reply) {
                    (*answers).*member = reply;
                    if (answers->ttl && answers->time)
                        handler(expiryOf(*answers->ttl, *answers->time));
                };
            };
            // Pipelined: the server executes both together.
            transport.send({"PTTL", key}, timeout, take(&ExpiryAnswers::ttl));
            transport.send({"TIME"}, timeout, take(&ExpiryAnswers::time));
        },
        [done = std::move(done)](const std::vector<Result<Told>>& results) {
            Expiries expiries;
            for (const Result<Told>& result : results)
                expiries.push_back(result.value_or(std::nullopt));
            done(std::move(expiries));
        });
}

} // namespace lockkeeper::release
