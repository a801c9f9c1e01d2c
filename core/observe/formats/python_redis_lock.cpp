// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellPythonRedisLock(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::size_t kLength = 24;
    const auto value = stringValue(reading);
    if (!value || value->size() != kLength || !isBase64(*value) || !hasBothCases(*value))
        return std::nullopt;
    return DecodedLock{.scope = ValueScope::Acquisition};
}

} // namespace

/// python-redis-lock: 18 random bytes in base64 under `lock:<name>`, without a TTL by default.
/// Waiters block on a list beside it, `lock-signal:<name>`; waking them takes a push to that list,
/// not a message. Source: src/redis_lock/__init__.py.
Format pythonRedisLockFormat()
{
    return {.name = "python-redis-lock",
        .shape = {.shortest = 24, .longest = 24, .keyBegins = "lock:"},
        .recognise = tellPythonRedisLock,
        .certainty = certainByName,
        .isRevocable = true,
        .waits = {.areBlocked = true},
        .caution
        = trNoop("waiters that already sleep are not woken: they sleep on until their own timeout, "
                 "or until someone else takes and releases the lock",
            "data")};
}

} // namespace lockkeeper::observe
