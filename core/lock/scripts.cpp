// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/scripts.h"
#include "core/never_destroyed.h"

namespace lockkeeper::lock {

const redis::Script& releaseScript()
{
    static const NeverDestroyed<redis::Script> script(R"(local result = 1
for i = 1, #KEYS do
  local stored = redis.pcall('get', KEYS[i])
  if type(stored) == 'table' then
    if not string.find(stored.err, 'WRONGTYPE', 1, true) then return stored end
    result = -1
  elseif not stored then
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
    static const NeverDestroyed<redis::Script> script(R"(for _, key in ipairs(KEYS) do
  local stored = redis.call('get', key)
  if not stored then return 0 end
  if stored ~= ARGV[1] then return -1 end
end
for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[2]) end
return 1)");
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
    static const NeverDestroyed<redis::Script> script(R"(for _, key in ipairs(KEYS) do
  local stored = redis.call('get', key)
  if stored and stored ~= ARGV[1] then return -1 end
end
for _, key in ipairs(KEYS) do redis.call('set', key, ARGV[1], 'NX', 'PX', ARGV[2]) end
return 1)");
    return *script;
}

const redis::Script& takeFencedScript()
{
    static const NeverDestroyed<redis::Script> script(R"(local count = #KEYS / 2
for i = 1, count do
  if redis.call('exists', KEYS[i]) == 1 then return false end
end
local fence = 0
for i = 1, count do
  fence = math.max(fence, redis.call('incr', KEYS[count + i]))
  redis.call('pexpire', KEYS[count + i], ARGV[3])
end
for i = 1, count do redis.call('set', KEYS[i], ARGV[1], 'PX', ARGV[2]) end
return fence)");
    return *script;
}

const redis::Script& raiseFenceScript()
{
    static const NeverDestroyed<redis::Script> script(R"(local count = #KEYS / 2
for i = 1, count do
  local stored = redis.call('get', KEYS[i])
  if not stored then return 0 end
  if stored ~= ARGV[1] then return -1 end
end
for i = 1, count do
  local counter = tonumber(redis.call('get', KEYS[count + i])) or 0
  if counter < tonumber(ARGV[2]) then
    redis.call('set', KEYS[count + i], ARGV[2], 'PX', ARGV[3])
  end
end
return 1)");
    return *script;
}

} // namespace lockkeeper::lock
