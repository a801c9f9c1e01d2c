// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/scripts.h"

#include "core/lock/ask.h"
#include "core/lock/token.h"
#include "core/never_destroyed.h"

#include <string>
#include <string_view>

namespace lockkeeper::lock {
namespace {

/// stored() passes strings: numbers slow a release by a tenth ("%.17g"). at_least() never shortens:
/// a late command must not take what a later one gave (model: exclusion.pml, PROLONG).
constexpr std::string_view kFunctions = R"(local function stored(key)
  return redis.call('getrange', key, '0', '4096')
end
local function at_least(key, ttl)
  local left = redis.call('pttl', key)
  if left >= 0 and left < tonumber(ttl) then redis.call('pexpire', key, ttl) end
end
)";

/// Lua's numbers are exact below 2^53. Raising a larger counter would make it valid again.
constexpr std::string_view kFencing = R"(local function next_fence(counter, ttl)
  local number = redis.call('incr', counter)
  if number == 1 then redis.call('pexpire', counter, ttl) else at_least(counter, ttl) end
  return number
end
local function may_count(counter)
  local number = tonumber(redis.call('getrange', counter, '0', '31')) or 0
  return number >= 0 and number < 9007199254740991
end
local out_of_range = {err = 'ERR the counter of fencing tokens is not from 0 to 2^53'}
)";

redis::Script fencingScript(std::string_view body)
{
    return scriptWithFunctions(std::string(kFencing).append(body));
}

static_assert(kLongestToken == 4096);
static_assert(kLongestAsk == 1024, "as in extendScript()");

} // namespace

redis::Script scriptWithFunctions(std::string_view body)
{
    return redis::Script(std::string(kFunctions).append(body));
}

const redis::Script& releaseScript()
{
    static const NeverDestroyed<redis::Script> script(R"(local result = 1
for i = 1, #KEYS do
  local stored = redis.pcall('getrange', KEYS[i], '0', '4096')
  if type(stored) == 'table' then
    if not string.find(stored.err, 'WRONGTYPE', 1, true) then return stored end
    result = -1
  elseif stored == '' then
    if result == 1 then result = 0 end
  elseif stored ~= ARGV[1] then
    result = -1
  else
    redis.call('del', KEYS[i])
  end
end
return result)");
    return *script;
}

const redis::Script& extendScript()
{
    static const NeverDestroyed<redis::Script> script(
        scriptWithFunctions(R"(for _, key in ipairs(KEYS) do
  local token = stored(key)
  if token == '' then return 0 end
  if string.sub(token, 1, 12) == 'lk1-revoked:' then return -2 end
  if token ~= ARGV[1] then return -1 end
end
for _, key in ipairs(KEYS) do at_least(key, ARGV[2]) end
if ARGV[3] then return 1 end
for _, key in ipairs(KEYS) do
  local open = string.find(key, '{', 1, true)
  local close = open and string.find(key, '}', open, true)
  local name = close and close > open + 1 and key or '{' .. key .. '}'
  local ask = redis.pcall('getrange', 'lk:ask:' .. name, '0', '1023')
  if type(ask) == 'table' then
    if not string.find(ask.err, 'WRONGTYPE', 1, true) then return {1} end
  elseif ask ~= '' and string.sub(ask, 9, 48) == redis.sha1hex(ARGV[1]) then
    return {1, ask}
  end
end
return 1)"));
    return *script;
}

const redis::Script& takeAllScript()
{
    static const NeverDestroyed<redis::Script> script(R"(for _, key in ipairs(KEYS) do
  if redis.call('exists', key) == 1 then return false end
end
for _, key in ipairs(KEYS) do redis.call('set', key, ARGV[1], 'PX', ARGV[2]) end
return redis.status_reply('OK'))");
    return *script;
}

const redis::Script& repairScript()
{
    static const NeverDestroyed<redis::Script> script(
        scriptWithFunctions(R"(for _, key in ipairs(KEYS) do
  local token = stored(key)
  if token ~= '' and token ~= ARGV[1] then return -1 end
end
for _, key in ipairs(KEYS) do redis.call('set', key, ARGV[1], 'NX', 'PX', ARGV[2]) end
return 1)"));
    return *script;
}

const redis::Script& takePlaceScript()
{
    static const NeverDestroyed<redis::Script> script(
        fencingScript(R"(local is_replaced = stored(KEYS[1]) == ARGV[3]
if not is_replaced and redis.call('exists', KEYS[1]) == 1 then return false end
local fence = 0
if KEYS[2] then
  if not may_count(KEYS[2]) then return out_of_range end
  fence = next_fence(KEYS[2], ARGV[4])
end
local ttl = math.max(redis.call('pttl', KEYS[1]), tonumber(ARGV[2]))
redis.call('set', KEYS[1], ARGV[1], 'PX', string.format('%.0f', ttl))
return {fence, is_replaced and 1 or 0})"));
    return *script;
}

const redis::Script& putBackScript()
{
    static const NeverDestroyed<redis::Script> script(
        scriptWithFunctions(R"(local token = stored(KEYS[1])
if token == '' then return 0 end
if token ~= ARGV[1] then return -1 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1)"));
    return *script;
}

// model: fence.pml, executeTake
const redis::Script& takeFencedScript()
{
    static const NeverDestroyed<redis::Script> script(fencingScript(R"(local count = #KEYS / 2
for i = 1, count do
  if redis.call('exists', KEYS[i]) == 1 then return false end
  if not may_count(KEYS[count + i]) then return out_of_range end
end
local fence = 0
for i = 1, count do fence = math.max(fence, next_fence(KEYS[count + i], ARGV[3])) end
for i = 1, count do redis.call('set', KEYS[i], ARGV[1], 'PX', ARGV[2]) end
return fence)"));
    return *script;
}

// model: fence.pml, executeRaise
const redis::Script& raiseFenceScript()
{
    static const NeverDestroyed<redis::Script> script(scriptWithFunctions(R"(local count = #KEYS / 2
for i = 1, count do
  local token = stored(KEYS[i])
  if token == '' then return 0 end
  if token ~= ARGV[1] then return -1 end
end
for i = 1, count do
  local counter = KEYS[count + i]
  local number = tonumber(redis.call('getrange', counter, '0', '31')) or 0
  if number < tonumber(ARGV[2]) then
    local left = redis.call('pttl', counter)
    if left == -1 then
      redis.call('set', counter, ARGV[2])
    else
      redis.call('set', counter, ARGV[2], 'PX', string.format('%.0f', math.max(left, tonumber(ARGV[3]))))
    end
  end
end
return 1)"));
    return *script;
}

} // namespace lockkeeper::lock
