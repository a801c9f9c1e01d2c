// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/classic.h"

#include "core/lock/scripts.h"
#include "core/lock/single_master.h"
#include "core/lock/uuid.h"
#include "core/never_destroyed.h"
#include "core/text/number.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;

class SetnxExpire final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "setnx-expire"; }

private:
    void take(const OperationPtr& operation) const override
    {
        operation->send({"SETNX", operation->key(), operation->token()},
            [operation](const redis::Reply& reply) {
                if (reply.integer != 1)
                    return operation->no(reply);
                operation->send({"EXPIRE", operation->key(), operation->ttlInSeconds()},
                    [operation](const redis::Reply& expires) { operation->oneIsYes(expires); });
            });
    }
    void free(const OperationPtr& operation) const override { deleteBlindly(operation); }
};

/// Today's time plus a longer one would overflow.
constexpr milliseconds kLongestTtl{1LL << 53};
constexpr std::size_t kLongestTime = 32;

/// Seconds (until 2286) or milliseconds: peers write either, some with a fraction, which is rounded
/// up.
std::optional<milliseconds> timeIn(std::string_view value)
{
    constexpr std::int64_t kFirstInMilliseconds = 10'000'000'000;
    const std::size_t point = value.find('.');
    const std::string_view fraction = value.substr(std::min(point, value.size()));
    if (value.size() > kLongestTime || fraction.size() == 1
        || fraction.find_first_not_of("0123456789", 1) != std::string_view::npos)
        return std::nullopt;
    auto number = numberIn<std::int64_t>(value.substr(0, point));
    if (!number || *number < 0)
        return std::nullopt;
    *number += fraction.empty() || *number == std::numeric_limits<std::int64_t>::max() ? 0 : 1;
    return milliseconds(*number < kFirstInMilliseconds ? *number * 1000 : *number);
}

bool isExpired(const std::string& value, WallTime now)
{
    const auto time = timeIn(value);
    return time && *time < sinceEpoch(now);
}

/// SETNX of the expiry time, without a TTL; after that time, GETSET decides. Writes milliseconds: a
/// peer that expects seconds waits too long, but never overlaps. Source: redis.io, SETNX, "Design
/// pattern: Locking with SETNX".
class SetnxTimestamp final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "setnx-timestamp"; }
    [[nodiscard]] Result<Token> makeToken(
        const Owner& /*owner*/, WallTime now, Ttl ttl) const override
    {
        const milliseconds expiry = sinceEpoch(now) + std::min(ttl.value(), kLongestTtl);
        return Token(std::to_string(expiry.count() + 1));
    }

private:
    void take(const OperationPtr& operation) const override
    {
        operation->send({"SETNX", operation->key(), operation->token()},
            [operation](const redis::Reply& reply) {
                if (reply.integer == 1)
                    return operation->yes(reply);
                operation->send({"GETRANGE", operation->key(), "0", std::to_string(kLongestTime)},
                    [operation](const redis::Reply& stored) { overtake(operation, stored); });
            });
    }

    static void overtake(const OperationPtr& operation, const redis::Reply& stored)
    {
        if (!stored.isString() || !isExpired(stored.text, operation->wallNow()))
            return operation->no(stored);
        operation->send(
            {"GETSET", operation->key(), operation->token()}, [operation](const redis::Reply& old) {
                if (old.isNil() || isExpired(old.text, operation->wallNow()))
                    return operation->yes(old);
                operation->no(old);
            });
    }

    void free(const OperationPtr& operation) const override
    {
        if (isExpired(operation->token(), operation->wallNow()))
            return operation->no(redis::Reply::nil());
        deleteBlindly(operation);
    }

    /// Deletes nothing: another's value may equal ours, or be overwritten by GETSET. What stays
    /// contains its expiry.
    [[nodiscard]] TakeBack takeBack(const Claim& /*claim*/) const override { return {}; }
};

class LuaSetnxExpire final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "lua-setnx-expire"; }

private:
    void take(const OperationPtr& operation) const override
    {
        static const NeverDestroyed<redis::Script> script(
            R"(if redis.call('setnx', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('expire', KEYS[1], ARGV[2])
return 1)");
        operation->run(*script, {operation->token(), operation->ttlInSeconds()},
            [operation](const redis::Reply& reply) { operation->oneIsYes(reply); });
    }
    void free(const OperationPtr& operation) const override { deleteBlindly(operation); }
};

class SetNxPx final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "set-nx-px"; }

private:
    void take(const OperationPtr& operation) const override { setIfFree(operation); }
    void free(const OperationPtr& operation) const override { deleteBlindly(operation); }
};

class SetNxPxTokenGetDel final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override
    {
        return "set-nx-px-token-get-del";
    }

private:
    void take(const OperationPtr& operation) const override { setIfFree(operation); }
    void free(const OperationPtr& operation) const override
    {
        // One more byte reveals a longer value.
        const std::string end = std::to_string(operation->token().size());
        operation->send(
            {"GETRANGE", operation->key(), "0", end}, [operation](const redis::Reply& reply) {
                if (!reply.isString() || reply.text != operation->token())
                    return operation->no(reply);
                deleteBlindly(operation);
            });
    }
};

/// Redlock on one master, not renewed.
class SetNxPxToken final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "set-nx-px-token"; }

private:
    void take(const OperationPtr& operation) const override { setIfFree(operation); }
    void free(const OperationPtr& operation) const override { compareAndDelete(operation); }
};

/// Redisson sets it when one of several holds is released.
constexpr std::string_view kLockWatchdogTimeout = "30000";

/// Braces put key and channel in one slot.
std::string channelOf(const std::string& name)
{
    constexpr std::string_view kChannelPrefix = "redisson_lock__channel:";
    std::string channel(kChannelPrefix);
    if (name.find('{') != std::string::npos)
        return channel.append(name);
    return channel.append("{").append(name).append("}");
}

/// 1: free, 0: held, nil: not ours. Notifies waiters, from Redis 7 also by SPUBLISH.
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
if redis.acl_check_cmd and redis.acl_check_cmd('spublish', ARGV[3], '0') then
  redis.call('spublish', ARGV[3], '0')
end
return 1)");
    return *script;
}

std::vector<std::string> unlockArguments(const std::string& token, const std::string& key)
{
    return {token, std::string(kLockWatchdogTimeout), channelOf(key)};
}

/// Redisson's RLock: a hash whose field <uuid>:<thread> counts holds. Its watchdog is a TTL of 30 s
/// with isRenewed. A fresh uuid for each try: leases never share a field. Source:
/// RedissonLock.java.
class Redisson final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "redisson"; }
    [[nodiscard]] Abilities abilities() const noexcept override
    {
        return {.isExtendable = true, .canReplace = true};
    }
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
        if (operation->placeHolder() != nullptr)
            return takePlace(operation);
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

    /// Never deletes the key in between: a refused command would free the lock. The first HDEL
    /// proves that the last one is permitted.
    static void takePlace(const OperationPtr& operation)
    {
        static const NeverDestroyed<redis::Script> script(R"(local answer = 1
if redis.call('exists', KEYS[1]) == 1 then
  if redis.call('hexists', KEYS[1], ARGV[3]) == 0 or redis.call('hlen', KEYS[1]) ~= 1 then
    return 0
  end
  answer = 2
end
redis.call('hdel', KEYS[1], ARGV[1])
redis.call('hincrby', KEYS[1], ARGV[1], 1)
if redis.call('pttl', KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('pexpire', KEYS[1], ARGV[2])
end
redis.call('hdel', KEYS[1], ARGV[3])
return answer)");
        operation->runInFull(*script,
            {operation->token(), operation->ttlInMilliseconds(), *operation->placeHolder()},
            [operation](const redis::Reply& reply) {
                return reply.isInteger() && reply.integer > 0 ? operation->yes(reply)
                                                              : operation->no(reply);
            });
    }

    [[nodiscard]] TakeBack putBack(
        const Claim& claim, std::chrono::milliseconds left) const override
    {
        static const NeverDestroyed<redis::Script> script(
            R"(if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('hset', KEYS[1], ARGV[2], '1')
redis.call('pexpire', KEYS[1], ARGV[3])
redis.call('hdel', KEYS[1], ARGV[1])
return 1)");
        return {
            &*script, {claim.token().value(), claim.place()->value, std::to_string(left.count())}};
    }
};

/// redis-py's Lock: SET NX with uuid1().hex, and PX if there is a timeout. extend() without
/// replace_ttl is unsupported: a late one could shorten a later extension. Source: redis/lock.py.
class RedisPy final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "redis-py"; }
    [[nodiscard]] Abilities abilities() const noexcept override
    {
        return {.isExtendable = true, .isTtlOptional = true};
    }
    [[nodiscard]] Result<Token> makeToken(
        const Owner& /*owner*/, WallTime now, Ttl /*ttl*/) const override
    {
        return makeUuid1Hex(now).map([](std::string hex) { return Token(std::move(hex)); });
    }

private:
    void take(const OperationPtr& operation) const override { setIfFree(operation); }
    void renew(const OperationPtr& operation) const override
    {
        static const NeverDestroyed<redis::Script> script(
            scriptWithFunctions(R"(if stored(KEYS[1]) ~= ARGV[1] then
  return 0
end
if ARGV[2] == '0' then
  redis.call('persist', KEYS[1])
else
  at_least(KEYS[1], ARGV[2])
end
return 1)"));
        operation->run(*script, {operation->token(), operation->ttlInMilliseconds()},
            [operation](const redis::Reply& reply) { operation->oneIsYes(reply); });
    }
    void free(const OperationPtr& operation) const override { compareAndDelete(operation); }
};

template <class S> const Scheme& theScheme()
{
    static const NeverDestroyed<S> scheme;
    return *scheme;
}

} // namespace

const Scheme& setnxExpire()
{
    return theScheme<SetnxExpire>();
}

const Scheme& setnxTimestamp()
{
    return theScheme<SetnxTimestamp>();
}

const Scheme& luaSetnxExpire()
{
    return theScheme<LuaSetnxExpire>();
}

const Scheme& setNxPx()
{
    return theScheme<SetNxPx>();
}

const Scheme& setNxPxTokenGetDel()
{
    return theScheme<SetNxPxTokenGetDel>();
}

const Scheme& setNxPxToken()
{
    return theScheme<SetNxPxToken>();
}

const Scheme& redisson()
{
    return theScheme<Redisson>();
}

const Scheme& redisPy()
{
    return theScheme<RedisPy>();
}

} // namespace lockkeeper::lock
