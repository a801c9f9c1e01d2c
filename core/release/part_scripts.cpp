// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/part_scripts.h"

#include <initializer_list>

namespace lockkeeper::release {
namespace {

using observe::PartKind;

// part(): see observe::Holder::member.

constexpr std::string_view kOfMember = R"(local function part(m) return m end )";

constexpr std::string_view kOfField
    = R"(local function part(m, v) return #m .. ":" .. m .. v end )";

// A writer may read: both fields are its own.
constexpr std::string_view kOfThread
    = R"(local function part(m) return m:sub(-6) == ":write" and m:sub(1, -7) or m end )";

// Permits of one acquisition are numbered.
constexpr std::string_view kOfAcquisition
    = R"(local function part(m) return m:match("^(.*)_%d+$") or m end )";

// Finds `values` by member, and `mine`, the holder's members.
constexpr std::string_view kFind
    = R"(local kind = redis.call("TYPE", KEYS[1]).ok )"
      R"(if kind == "none" then return 0 end )"
      R"(if kind ~= ARGV[1] then return -1 end )"
      R"(local values, mine = {}, {} )"
      R"(local function take(m, v) )"
      R"(values[m] = v )"
      R"(if redis.sha1hex(part(m, v)) == ARGV[2] then mine[#mine + 1] = m end end )"
      R"(if kind == "set" then )"
      R"(for _, m in ipairs(redis.call("SMEMBERS", KEYS[1])) do take(m, "") end )"
      R"(else )"
      R"(local flat = kind == "hash" and redis.call("HGETALL", KEYS[1]) )"
      R"(or redis.call("ZRANGE", KEYS[1], 0, -1, "WITHSCORES") )"
      R"(for i = 1, #flat, 2 do take(flat[i], flat[i + 1]) end end )"
      R"(if #mine == 0 then return 0 end )";

// The first removal proves the right to the others.
constexpr std::string_view kRemove
    = R"(for _, m in ipairs(mine) do )"
      R"(redis.call(({set = "SREM", zset = "ZREM", hash = "HDEL"})[kind], KEYS[1], m); )"
      R"(values[m] = nil end )";

// The holder is gone: an error must not hide that.
constexpr std::string_view kThen
    = R"(local last )"
      R"(local function call(name, ...) last = name; return redis.call(name, ...) end )";

constexpr std::string_view kWake
    = R"(local function wake() if ARGV[4] ~= "" then say(ARGV[4], ARGV[5]) end end )"
      R"(local done, refusal = pcall(function() )";

constexpr std::string_view kEnd
    = R"(end) )"
      R"(if done then return 1 end )"
      R"(return {2, type(refusal) == "table" and refusal.err or tostring(refusal), last})";

constexpr std::string_view kFromTwins
    = R"(for i = 2, #KEYS do for _, m in ipairs(mine) do call("ZREM", KEYS[i], m) end end )";

// The key ends with its last reader.
constexpr std::string_view kSymfonyThen
    = R"(call("ZREM", KEYS[1], "__write__") )"
      R"(local till = call("ZREVRANGE", KEYS[1], 0, 0, "WITHSCORES")[2] )"
      R"(if till then call("PEXPIREAT", KEYS[1], till) end )";

// ARGV[6]: mode. A writer that reads by now holds another lock.
constexpr std::string_view kSameMode = R"(if values.mode ~= ARGV[6] then return -1 end )"
                                       R"(local held = {} )"
                                       R"(for _, m in ipairs(mine) do held[m] = values[m] end )";

// ARGV[7]: prefix of timeout keys. The lock lasts until other readers' last timeout; without any,
// as before. At most a hundred keys each: a value may be "inf".
constexpr std::string_view kReadWriteThen
    = R"(local function each(m, n, act) )"
      R"(n = math.min(tonumber(n) or 0, 1000000) )"
      R"(for i = n, math.max(1, n - 99), -1 do )"
      R"(act(ARGV[7] .. ":" .. m .. ":rwlock_timeout:" .. i) end end )"
      R"(values.mode = nil )"
      R"(if not next(values) then call("DEL", KEYS[1]); wake() )"
      R"(else )"
      R"(local most = -3 )"
      R"(for m, n in pairs(values) do )"
      R"(each(m, n, function(key) most = math.max(most, call("PTTL", key)) end) end )"
      R"(if most > 0 then call("PEXPIRE", KEYS[1], string.format("%.0f", most)) end )"
      R"(if ARGV[6] == "write" then call("HSET", KEYS[1], "mode", "read"); wake() end end )"
      R"(for m, n in pairs(held) do each(m, n, function(key) call("DEL", key) end) end )";

// Gives back first, so that no permit is lost. The count is under whichever of two names stores a
// number.
constexpr std::string_view kPermit
    = R"(local free )"
      R"(for i = 2, #KEYS do )"
      R"(if redis.call("TYPE", KEYS[i]).ok == "string" )"
      R"(and redis.call("GET", KEYS[i]):find("^%-?%d+$") then )"
      R"(if free then return )"
      R"({err = "ERR two semaphores have this set of permits: " .. KEYS[2] .. " and " .. KEYS[i]} )"
      R"(end )"
      R"(free = KEYS[i] end end )"
      R"(if free then redis.call("INCRBY", free, #mine) end )"
      R"(local removed = redis.pcall("ZREM", KEYS[1], unpack(mine)) )"
      R"(if type(removed) == "table" then )"
      R"(if free then redis.call("INCRBY", free, -#mine) end )"
      R"(return removed end )";

constexpr std::string_view kPermitThen = R"(if free then wake() end )";

constexpr std::string_view kOwners = R"(local owners = {} )"
                                     R"(for _, m in ipairs(mine) do owners[m] = values[m] end )";

constexpr std::string_view kMultiThen
    = R"(for m, owner in pairs(owners) do for _, side in ipairs({"expire_time", "lock_count"}) do )"
      R"(call("HDEL", KEYS[1], m .. ":" .. owner .. ":" .. side) end end )"
      R"(wake() )";

// KEYS[2] to KEYS[7]: digest, QUEUED, PRIMED, INFO, sets of digests. Version 9 has only the first
// set, with objects as values.
constexpr std::string_view kSidekiqThen
    = R"(local isNew = next(owners) and owners[mine[1]]:sub(1, 1) == "{" )"
      R"(if not isNew then call("DEL", KEYS[2], KEYS[5]) end )"
      R"(if not next(values) then )"
      R"(if not isNew then call("DEL", KEYS[4]) end )"
      R"(call("ZREM", KEYS[6], KEYS[2]); call("ZREM", KEYS[7], KEYS[2]) end )"
      R"(if not isNew then )"
      R"(call("LPUSH", KEYS[3], ARGV[5]); call("PEXPIRE", KEYS[3], 5000) end )";

constexpr std::string_view kSet = R"(redis.call("SET", KEYS[1], ARGV[4], "KEEPTTL") )";
constexpr std::string_view kDeleteOrSet
    = R"(if ARGV[4] == "0" then redis.call("DEL", KEYS[1]) )"
      R"(else redis.call("SET", KEYS[1], ARGV[4], "KEEPTTL") end )";

constexpr std::string_view kTell
    = R"(local done, refusal = pcall(function() if message then say(ARGV[5], message) end )";

std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const std::string_view part : parts)
        text += part;
    return text;
}

} // namespace

std::string_view sayingFunction(bool isSharded) noexcept
{
    return isSharded
        ? R"(local function say(channel, message) call("PUBLISH", channel, message) )"
          R"(if redis.acl_check_cmd then call("SPUBLISH", channel, message) end end )"
        : R"(local function say(channel, message) call("PUBLISH", channel, message) end )";
}

std::string freeingScript(PartKind kind, std::string_view check, bool isSharded)
{
    const std::string then = joined({kThen, sayingFunction(isSharded), kWake});
    switch (kind) {
    case PartKind::Field:
        return joined({kOfField, kFind, check, kRemove, then, kEnd});
    case PartKind::RedisSemaphore:
        return joined({kOfAcquisition, kFind, check, kRemove, then, kEnd});
    case PartKind::Symfony:
        return joined({kOfMember, kFind, check, kRemove, then, kSymfonyThen, kEnd});
    case PartKind::SidekiqJob:
        return joined({kOfField, kFind, check, kOwners, kRemove, then, kSidekiqThen, kEnd});
    case PartKind::RedissonReadWrite:
        return joined({kOfThread, kFind, kSameMode, check, kRemove, then, kReadWriteThen, kEnd});
    case PartKind::RedissonPermit:
        return joined({kOfMember, kFind, check, kPermit, then, kPermitThen, kEnd});
    case PartKind::RedissonMulti:
        return joined({kOfField, kFind, check, kOwners, kRemove, then, kMultiThen, kEnd});
    default:
        return joined({kOfMember, kFind, check, kRemove, then, kFromTwins, kEnd});
    }
}

std::string settingScript(PartKind kind, bool isSharded)
{
    const std::string tell = joined({kThen, sayingFunction(isSharded), kTell, kEnd});
    constexpr std::string_view kIfMore
        = R"(local message = tonumber(ARGV[4]) > tonumber(bytes) and ARGV[4] )";
    constexpr std::string_view kIfZero = R"(local message = ARGV[4] == "0" and ARGV[6] )";
    switch (kind) {
    case PartKind::FreePermits:
        return joined({kSet, kIfMore, tell});
    case PartKind::Awaited:
        return joined({kDeleteOrSet, kIfZero, tell});
    default:
        return joined({kDeleteOrSet, "return 1"});
    }
}

std::vector<std::string> commandsOf(PartKind kind, observe::ValueType type)
{
    switch (kind) {
    case PartKind::Member:
        return {type == observe::ValueType::Set ? "+srem" : "+zrem"};
    case PartKind::RedisSemaphore:
        return {"+zrem"};
    case PartKind::Field:
        return {"+hgetall", "+hdel"};
    case PartKind::Symfony:
        return {"+zrem", "+zrevrange", "+pexpireat"};
    case PartKind::SidekiqJob:
        return {"+hgetall", "+hdel", "+del", "+zrem", "+lpush", "+pexpire"};
    case PartKind::RedissonReadWrite:
        return {"+hgetall", "+hdel", "+del", "+pexpire", "+hset"};
    case PartKind::RedissonPermit:
        return {"+zrem", "+get", "+incrby"};
    case PartKind::RedissonMulti:
        return {"+hgetall", "+hdel"};
    case PartKind::FreePermits:
        return {"+get", "+set"};
    case PartKind::Node:
        return {};
    case PartKind::Awaited:
    case PartKind::SharedCount:
        break;
    }
    return {"+get", "+set", "+del"};
}

} // namespace lockkeeper::release
