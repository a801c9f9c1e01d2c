// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/schemes/classic.h"
#include "core/lock/schemes/single_master.h"
#include "core/lock/schemes/uuid.h"
#include "core/lock/scripts.h"
#include "core/never_destroyed.h"

#include <algorithm>

namespace lockkeeper::lock {
namespace {

/// TTL that Redisson sets when one of several holds is released.
constexpr std::string_view kLockWatchdogTimeout = "30000";

/// The channel that waiters subscribe to. The name is put in braces unless it has some, so that key
/// and channel are in one slot.
std::string channelOf(const std::string& name)
{
    constexpr std::string_view kChannelPrefix = "redisson_lock__channel:";
    std::string channel(kChannelPrefix);
    if (name.find('{') != std::string::npos)
        return channel.append(name);
    return channel.append("{").append(name).append("}");
}

/// Removes one hold; the last one deletes the key and notifies the waiters. Returns 1: free, 0:
/// still held, nil: not ours.
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

/// Redisson's RLock: a hash whose field <uuid>:<thread> counts the holds, with a TTL. The last
/// release deletes the hash and publishes 0 on the lock's channel. Redisson's watchdog renews every
/// third of 30 s; here that is a TTL of 30 s and AcquireOptions::isRenewed. Source:
/// RedissonLock.java.
///
/// The uuid is fresh for each try and the thread is the process, so that two leases never share a
/// field. To take a lock again, use AcquireOptions::isReentrant.
///
/// Renewal never shortens the TTL, unlike Redisson's: see docs/guarantees.md, "Late commands".
///
/// Fails: with one master, a failover loses the lock as with set-nx-px-token. A watchdog that
/// outlives its work renews for ever (ours ends with AcquireOptions::maxHold).
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
        return Fingerprint::ofHash({{claim.token().value(), {}}});
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
            scriptWithFunctions(R"(if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then
  return 0
end
at_least(KEYS[1], ARGV[2])
return 1)"));
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
