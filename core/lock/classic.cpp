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

/// SETNX, then EXPIRE (whole seconds) if it succeeded; released by a blind DEL.
///
/// Fails: a crash between the two commands leaves a lock that never expires, so nobody gets it
/// again. Also fails as lua-setnx-expire does.
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

/// Longest TTL that can be added to today's time without overflow.
constexpr milliseconds kLongestTtl{1LL << 53};
/// Bytes read of a value. A time has at most 19 digits, so any other value is recognised.
constexpr std::size_t kLongestTime = 32;

/// Parses a Unix time in seconds (up to ten digits, until the year 2286) or in milliseconds, since
/// peers write either. nullopt for anything else.
std::optional<milliseconds> timeIn(const std::string& value)
{
    constexpr std::int64_t kFirstInMilliseconds = 10'000'000'000;
    if (value.size() > kLongestTime)
        return std::nullopt;
    const auto number = numberIn<std::int64_t>(value);
    if (!number || *number < 0)
        return std::nullopt;
    return milliseconds(*number < kFirstInMilliseconds ? *number * 1000 : *number);
}

bool isExpired(const std::string& value, WallTime now)
{
    const auto time = timeIn(value);
    return time && *time < sinceEpoch(now);
}

/// SETNX with the expiry time of the lock as its value, and no TTL. If the lock is taken and GET
/// returns an expired time, GETSET follows; it wins only if the old value that it returns has
/// itself expired, or is gone. Released by a blind DEL, unless our own time has passed. Source:
/// redis.io, SETNX, "Design pattern: Locking with SETNX".
///
/// The GET is a GETRANGE here, which fetches no more of a foreign value than a time can have.
///
/// The time is written in milliseconds. A peer that expects seconds then believes that our lock is
/// held too long; in the opposite case, a peer would believe that our lock expired long ago.
///
/// Fails: the clocks of all clients must agree; a loser's GETSET overwrites the winner's expiry;
/// the value names no holder, so anyone can release it; a crash leaves a key without a TTL, and
/// only its value says that it has expired.
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
                // One byte more than a time may have reveals a longer value.
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

    /// Nothing is undone: another holder's value may be equal to ours, and GETSET may have
    /// overwritten another holder's. The value that stays contains its own expiry.
    [[nodiscard]] TakeBack takeBack(const Claim& /*claim*/) const override { return {}; }
};

/// SETNX and EXPIRE (whole seconds) in one script, so that no crash can separate them. Released by
/// a blind DEL.
///
/// Fails: if work outlives the TTL, a second holder gets the lock, and the DEL of the first one
/// frees it.
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

/// SET NX PX; released by a blind DEL.
///
/// Fails: if work outlives the TTL, a second holder gets the lock, and the DEL of the first one
/// frees it.
class SetNxPx final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "set-nx-px"; }

private:
    void take(const OperationPtr& operation) const override { setIfFree(operation); }
    void free(const OperationPtr& operation) const override { deleteBlindly(operation); }
};

/// SET NX PX with a token; released by GET, a comparison in the client, and DEL. The GET is a
/// GETRANGE, which fetches no more of a foreign value than the comparison needs.
///
/// Fails: the check and the DEL are two steps. If the lock expires between them, the DEL frees
/// another holder's lock.
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
        // One byte more than our token reveals a longer value.
        const std::string end = std::to_string(operation->token().size());
        operation->send(
            {"GETRANGE", operation->key(), "0", end}, [operation](const redis::Reply& reply) {
                if (!reply.isString() || reply.text != operation->token())
                    return operation->no(reply);
                deleteBlindly(operation);
            });
    }
};

/// SET NX PX with a token; released by a script that compares and deletes. Same as Redlock on one
/// master, but without renewal.
///
/// Fails: a failover to a replica that missed the SET lets a second holder in. So does work that
/// outlives the TTL, but its release leaves the second holder's lock alone.
class SetNxPxToken final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "set-nx-px-token"; }

private:
    void take(const OperationPtr& operation) const override { setIfFree(operation); }
    void free(const OperationPtr& operation) const override { compareAndDelete(operation); }
};

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

    /// The key is never deleted in between: a refused command would leave the lock free. The first
    /// HDEL, which finds nothing, shows that the user may send the last one. The time of what is
    /// replaced is never shortened: see takePlaceScript().
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

/// redis-py's Lock: SET NX with uuid1().hex, PX only if there is a timeout; release and extension
/// by scripts that compare. redis-py's reacquire(), and its extend() with replace_ttl, are an
/// extension here; its sleep and blocking_timeout are retryDelay and wait. Source: redis/lock.py.
///
/// Unlike redis-py's, an extension never shortens what is stored, and gives no TTL to a lock that
/// has none: only the deadline of the lease moves earlier. redis-py's extend() without replace_ttl
/// adds to the TTL on the server and is not supported: executed late, it could take time from a
/// later extension.
///
/// Fails: without a timeout, a crash leaves the lock for ever. Otherwise as set-nx-px-token, but
/// with renewal.
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

/// The only object of a scheme's class.
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
