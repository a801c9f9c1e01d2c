// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/scripts.h"

namespace lockkeeper::lock {

const redis::Script& releaseScript()
{
    static const redis::Script script(R"(local stored = redis.call('get', KEYS[1])
if not stored then return 0 end
if stored ~= ARGV[1] then return -1 end
return redis.call('del', KEYS[1]))");
    return script;
}

const redis::Script& extendScript()
{
    static const redis::Script script(R"(local stored = redis.call('get', KEYS[1])
if not stored then return 0 end
if stored ~= ARGV[1] then return -1 end
return redis.call('pexpire', KEYS[1], ARGV[2]))");
    return script;
}

} // namespace lockkeeper::lock
