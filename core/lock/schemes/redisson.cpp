// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/schemes/classic.h"
#include "core/lock/schemes/single_master.h"
#include "core/lock/schemes/uuid.h"
#include "core/never_destroyed.h"

#include <algorithm>

namespace lockkeeper::lock {
namespace {

/// What Redisson sets a lock's TTL to when one of several holds is given back.
constexpr std::string_view kLockWatchdogTimeout = "30000";

/// Where waiters listen. In braces unless the name has some, so that all is in one slot.
std::string channelOf(const std::string& name)
{
    constexpr std::string_view kPrefix = "redisson_lock__channel:";
    std::string channel(kPrefix);
    if (name.find('{') != std::string::npos)
        return channel.append(name);
    return channel.append("{").append(name).append("}");
}

/// One hold less; the last one deletes and wakes the waiters. 1: free, 0: still held, nil: not
/// ours.
const redis::Script& unlockScript()
{
    static const NeverDestroyed<redis::Script> script(
        R"(if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then
  return false
end
if redis.call('hincrby', KEYS[1], ARGV[1], -1) > 0 then
  redis.call('pexpire', KEYS[1], ARGV[2])
  return 0
end
redis.call('del', KEYS[1])
redis.call('publish', ARGV[3], '0')
return 1)");
    return *script;
}

std::vector<std::string> unlockArguments(const std::string& token, const std::string& key)
{
    return {token, std::string(kLockWatchdogTimeout), channelOf(key)};
}

/// Redisson's RLock: a hash whose field <uuid>:<thread> counts the holds, with a TTL; the last
/// release deletes it and publishes 0 on the lock's channel. Its watchdog renews every third of
/// 30 s: that is a TTL of 30 s and AcquireOptions::isRenewed here. Source: RedissonLock.java.
///
/// The uuid is fresh for each try and the thread is the process, so that two leases never share a
/// field; taking a lock again is AcquireOptions::isReentrant.
///
/// Renewal never shortens the TTL, unlike Redisson's: see docs/guarantees.md, "Late commands".
///
/// Fails: one master, so as set-nx-px-token on a failover; a watchdog that outlives its work renews
/// for ever (ours ends with AcquireOptions::maxHold).
class Redisson final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "redisson"; }
    [[nodiscard]] Abilities abilities() const noexcept override { return {.isExtendable = true}; }
    [[nodiscard]] Result<Token> makeToken(
        const Owner& owner, WallTime /*now*/, Ttl /*ttl*/) const override
    {
        return makeUuid4().map([&owner](std::string uuid) {
            const std::int64_t thread = std::max<std::int64_t>(owner.pid, 1);
            return Token(uuid.append(":").append(std::to_string(thread)));
        });
    }
    [[nodiscard]] Fingerprint fingerprintOf(const Claim& claim) const override
    {
        return Fingerprint::ofHash({{claim.token().value(), "1"}});
    }

private:
    void take(const OperationPtr& operation) const override
    {
        static const NeverDestroyed<redis::Script> script(R"(if redis.call('exists', KEYS[1]) == 1
    and redis.call('hexists', KEYS[1], ARGV[1]) == 0 then
  return redis.call('pttl', KEYS[1])
end
redis.call('hincrby', KEYS[1], ARGV[1], 1)
redis.call('pexpire', KEYS[1], ARGV[2])
return false)");
        operation->run(*script, {operation->token(), operation->ttlInMilliseconds()},
            [operation](const redis::Reply& reply) {
                return reply.isNil() ? operation->yes(reply) : operation->no(reply);
            });
    }

    void renew(const OperationPtr& operation) const override
    {
        static const NeverDestroyed<redis::Script> script(
            R"(if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then
  return 0
end
local left = redis.call('pttl', KEYS[1])
if left >= 0 and left < tonumber(ARGV[2]) then
  redis.call('pexpire', KEYS[1], ARGV[2])
end
return 1)");
        operation->run(*script, {operation->token(), operation->ttlInMilliseconds()},
            [operation](const redis::Reply& reply) { operation->oneIsYes(reply); });
    }

    void free(const OperationPtr& operation) const override
    {
        operation->run(unlockScript(), unlockArguments(operation->token(), operation->key()),
            [operation](const redis::Reply& reply) {
                return reply.isInteger() ? operation->yes(reply) : operation->no(reply);
            });
    }

    [[nodiscard]] TakeBack takeBack(const Claim& claim) const override
    {
        return {&unlockScript(), unlockArguments(claim.token().value(), claim.resource().value())};
    }
};

} // namespace

const Scheme& redisson()
{
    static const NeverDestroyed<Redisson> scheme;
    return *scheme;
}

} // namespace lockkeeper::lock
