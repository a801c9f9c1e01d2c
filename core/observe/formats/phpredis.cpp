// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellPhpRedis(const KeyReading& reading, WallTime /*now*/)
{
    const auto value = stringValue(reading);
    auto holder = value ? parseHostAndPid(*value, '|') : std::nullopt;
    if (!holder)
        return std::nullopt;
    return DecodedLock{.scope = ValueScope::Shared, // by all requests of that process
        .holder = std::move(*holder)};
}

} // namespace

/// phpredis' session locks: `<host>|<pid>` under `<session key>_LOCK`. Source: phpredis,
/// redis_session.c.
Format phpRedisFormat()
{
    return {.name = "phpredis",
        .shape = {.shortest = 3, .longest = 266, .keyEnds = "_LOCK"},
        .recognise = tellPhpRedis,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
