// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/workload/foreign_holders.h"

#include "core/clock.h"
#include "core/config/quorum.h"
#include "core/sandbox/workload/foreign_tokens.h"
#include "core/sandbox/workload/raw_masters.h"

#include <algorithm>
#include <thread>

namespace lockkeeper::sandbox {
namespace {

using namespace std::chrono_literals;
using redis::Command;
using redis::Reply;

constexpr std::chrono::milliseconds kRetryDelay = 1s;

/// The three commands that a library sends for one lock with one token.
struct Protocol {
    Command acquire;
    bool (*isAcquired)(const Reply& reply);
    Command renew; ///< returns 1 if the lock is still ours
    Command release; ///< undoes a partial acquire; leaves another's lock alone
};

template <class Predicate>
bool quorumSays(RawMasters& masters, const Command& command, Predicate yes)
{
    const auto replies = masters.callAll(command);
    const auto votes
        = std::ranges::count_if(replies, [&](const auto& reply) { return reply && yes(*reply); });
    return static_cast<std::size_t>(votes) >= quorumOf(masters.size());
}

/// Takes the lock, with a fresh token per try, and renews it until it is lost. For ever.
template <class MakeProtocol>
int keepHolding(const config::Deployment& deployment, std::chrono::milliseconds renewInterval,
    MakeProtocol makeProtocol)
{
    RawMasters masters(deployment);
    for (;; std::this_thread::sleep_for(kRetryDelay)) {
        const Protocol protocol = makeProtocol();
        if (!quorumSays(masters, protocol.acquire, protocol.isAcquired)) {
            masters.callAll(protocol.release);
            continue;
        }
        do
            std::this_thread::sleep_for(renewInterval);
        while (quorumSays(
            masters, protocol.renew, [](const Reply& reply) { return reply.integer == 1; }));
    }
}

constexpr const char* kExtendIfEqual = R"lua(
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
)lua";

constexpr const char* kDeleteIfEqual = R"lua(
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
)lua";

/// A string with a random token, as most libraries store it.
Protocol stringLock(
    std::string_view resource, const std::string& token, std::chrono::milliseconds ttl)
{
    const std::string lifetime = std::to_string(ttl.count());
    return {.acquire = {"SET", resource, token, "PX", lifetime, "NX"},
        .isAcquired = [](const Reply& reply) { return reply.isOk(); },
        .renew = {"EVAL", kExtendIfEqual, "1", resource, token, lifetime},
        .release = {"EVAL", kDeleteIfEqual, "1", resource, token}};
}

constexpr const char* kRedissonAcquire = R"lua(
local isFree = redis.call('EXISTS', KEYS[1]) == 0
if isFree or redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then
  redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return nil
end
return redis.call('PTTL', KEYS[1])
)lua";

constexpr const char* kRedissonRenew = R"lua(
if redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then
  return 0
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
)lua";

constexpr const char* kRedissonRelease = R"lua(
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return nil
end
if redis.call('HINCRBY', KEYS[1], ARGV[1], -1) > 0 then
  return 0
end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', KEYS[2], '0')
return 1
)lua";

Protocol redissonLock(std::string_view resource, const std::string& owner)
{
    constexpr std::string_view kTtl = "30000";
    const std::string channel = "redisson_lock__channel:{" + std::string(resource) + "}";
    return {.acquire = {"EVAL", kRedissonAcquire, "1", resource, kTtl, owner},
        .isAcquired = [](const Reply& reply) { return reply.isNil(); },
        .renew = {"EVAL", kRedissonRenew, "1", resource, kTtl, owner},
        .release = {"EVAL", kRedissonRelease, "2", resource, channel, owner}};
}

} // namespace

int runRedisPyHolder(const Actor& actor, const config::Deployment& deployment)
{
    return keepHolding(deployment, 30s,
        [&] { return stringLock(actor.resource, uuid1Hex(SystemClock().wallNow()), 10min); });
}

int runRedissonHolder(const Actor& actor, const config::Deployment& deployment)
{
    // One id per client instance, and the thread that took the lock: 1 is Java's first.
    const std::string owner = uuid4() + ":1";
    return keepHolding(deployment, 10s, [&] { return redissonLock(actor.resource, owner); });
}

int runNodeRedlockHolder(const Actor& actor, const config::Deployment& deployment)
{
    return keepHolding(
        deployment, 10s, [&] { return stringLock(actor.resource, randomHex(16), 30s); });
}

} // namespace lockkeeper::sandbox
