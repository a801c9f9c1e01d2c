// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

namespace {

std::optional<Recognised> tellRedisPy(const KeyReading& reading, WallTime now)
{
    const auto value = stringValue(reading);
    if (!value)
        return std::nullopt;
    const auto uuid = parseUuid1(*value);
    if (!uuid)
        return std::nullopt;
    const auto since = plausibleUuid1Time(*uuid, now);
    if (!since)
        return std::nullopt;
    Recognised lock;
    lock.holder.since = since;
    lock.holder.detail = "node " + std::string(uuid->node);
    return lock;
}

} // namespace

/// redis-py's Lock, and what is built on it (django-redis, redbeat, celery-once): `uuid1().hex`,
/// which tells when the lock was taken and on which node. Random digits of node-redlock have the
/// shape of a uuid1 once in 64 times, but hardly ever a plausible time in it. Source:
/// redis/lock.py.
Format redisPyFormat()
{
    return {.name = "redis-py", .shape = {.shortest = 32, .longest = 32}, .recognise = tellRedisPy};
}

} // namespace lockkeeper::observe
